"""Keeping up what events that are over have brought in the seasons they count for."""

from django.db.models import F

from tournaments.models import Club, Event, Season, SeasonPoints
from tournaments.selectors.season.counting import (
    EventPoints,
    counting,
    event_points,
    kept_points,
    results_of,
    seasons_counting,
)
from tournaments.services.kept.differences import Difference, differences


def keep_seasons(event: Event) -> None:
    """Part of every change of an event that is over, and of the one by which it is open again."""
    counts = seasons_counting(event) if event.status == Event.Status.FINISHED else []
    held = Season.objects.filter(points__event=event).distinct()
    results = results_of(event) if counts else []
    for season in {*counts, *held}:
        keep_event(season, event, event_points(results, season.season_rules) if season in counts else {})


def keep_event(season: Season, event: Event, now: dict[int, EventPoints]) -> None:
    rows = season.points.filter(event=event)
    was = {player: EventPoints._make(facts) for player, *facts in rows.values_list("player", *EventPoints._fields)}
    if was == now:
        return
    changed = {player: facts for player, facts in now.items() if was.get(player) != facts}
    SeasonPoints.objects.bulk_create(
        [SeasonPoints(season=season, event=event, player_id=who, **each._asdict()) for who, each in changed.items()],
        update_conflicts=True,
        unique_fields=["season", "event", "player"],
        update_fields=EventPoints._fields,
    )
    rows.filter(player__in=was.keys() - now.keys()).delete()
    Season.objects.filter(pk=season.pk).update(revision=F("revision") + 1)


def rebuilt_points(season: Season) -> dict[int, dict[int, EventPoints]]:
    """From its events once more."""
    rules = season.season_rules
    over = [event for event in counting(season) if event.status == Event.Status.FINISHED]
    return {event.pk: event_points(results_of(event), rules) for event in over}


def write_season(season: Season) -> list[Difference]:
    """What is kept of a published season becomes what its events give."""
    was, now = kept_points(season), rebuilt_points(season)
    found: list[Difference] = []
    for event in Event.objects.filter(pk__in=was.keys() | now.keys()):
        found += differences(f"{season}, {event}", was.get(event.pk, {}), now.get(event.pk, {}))
        keep_event(season, event, now.get(event.pk, {}))
    return found


def rebuild_seasons(club: Club) -> list[Difference]:
    """Every event brought in a season what its results give by the season's rules."""
    return [each for season in club.seasons.exclude(published_at=None) for each in write_season(season)]
