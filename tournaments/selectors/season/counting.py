"""Which events count for a season, and what they brought."""

from bisect import bisect_left
from collections.abc import Mapping, Sequence
from fractions import Fraction
from typing import NamedTuple

from django.db.models import Exists, OuterRef, Q
from django.utils import timezone

from tournaments.formats.seasons.counting import SeasonRules
from tournaments.formats.seasons.points import EventResult, points_of
from tournaments.models import Event, Player, Season, SeasonEvent, SeasonPoints, Stage
from tournaments.models.statements import Prepared, joined
from tournaments.selectors.club.contests import contest_key, key_of_event
from tournaments.selectors.club.standings import order
from tournaments.selectors.club.tallies import added_up, kept
from tournaments.selectors.club.tally import Tally
from tournaments.selectors.stage.places import final_places
from tournaments.selectors.stage.records import stage_state


class EventPoints(NamedTuple):
    """What an event brought a player in a season."""

    place: int | None
    points: Fraction
    deals: int


def counting(season: Season) -> list[Event]:
    """Those that are open or over, the earliest first."""
    rules = season.season_rules
    chosen = set(season.chosen.values_list("event", flat=True))
    by_day = Q(date__range=(season.starts, season.ends))
    known = Event.objects.filter(by_day | Q(pk__in=chosen), club=season.club_id).exclude(status=Event.Status.DISCARDED)
    return [event for event in known.order_by("date", "pk") if event.pk in chosen or _counts(event, rules)]


def seasons_counting(event: Event) -> list[Season]:
    """Those whose rules are published, the newest first."""
    return [
        season
        for season, is_chosen in _published(event.club_id, event.pk)
        if is_chosen or (season.starts <= event.date <= season.ends and _counts(event, season.season_rules))
    ]


SEASON, _season_of = joined(Season)
_published = Prepared(
    lambda club, event: (
        Season.objects.filter(club=club)
        .exclude(published_at=None)
        .values_list(*SEASON, Exists(SeasonEvent.objects.filter(season=OuterRef("pk"), event=event)))
    ),
    lambda row: (_season_of(row[:-1]), bool(row[-1])),
)


def contest_of(event: Event) -> str:
    return contest_key(key_of_event(event))


def _counts(event: Event, rules: SeasonRules) -> bool:
    return rules.counts(contest=contest_of(event), is_night=event.kind == Event.Kind.CLUB_NIGHT)


def results_of(event: Event) -> list[EventResult]:
    """What everybody has reached there: of an event that is over as it is kept, of one that is open so far."""
    if event.status == Event.Status.FINISHED:
        tallies = kept(event.tallies.all())
    else:
        tallies = added_up([event], at=timezone.now()).get(key_of_event(event), {})
    places = _night_places(tallies) if event.kind == Event.Kind.CLUB_NIGHT else _tournament_places(event)
    return [
        EventResult(player, places.get(player), tally.points, tally.deals)
        for player in tallies.keys() | places.keys()
        for tally in [tallies.get(player, Tally())]
    ]


def _night_places(tallies: Mapping[int, Tally]) -> dict[int, int]:
    orders = {player: order(tally) for player, tally in tallies.items() if tally.games}
    ordered = sorted(orders.values())
    return {player: 1 + bisect_left(ordered, own) for player, own in orders.items()}


def _tournament_places(event: Event) -> dict[int, int]:
    begun = event.stages.exclude(status=Stage.Status.PLANNED).order_by("number")
    rows = final_places([stage_state(stage, at=event.settled_at) for stage in begun])
    players = dict(event.entrants.values_list("pk", "player"))
    return {players[row.person.id]: row.place for row in rows if row.place}


def event_points(
    results: Sequence[EventResult], rules: SeasonRules, *, players: int | None = None
) -> dict[int, EventPoints]:
    """By player."""
    by_player = {each.player: each for each in results}
    return {
        player: EventPoints(by_player[player].place, points, by_player[player].deals)
        for player, points in points_of(results, rules, players=players).items()
    }


def kept_points(season: Season) -> dict[int, dict[int, EventPoints]]:
    """By event and player."""
    found: dict[int, dict[int, EventPoints]] = {}
    rows = SeasonPoints.objects.filter(season=season).values_list("event", "player", *EventPoints._fields)
    for event, player, *facts in rows:
        found.setdefault(event, {})[player] = EventPoints._make(facts)
    return found


def points_of_player(player: Player) -> list[SeasonPoints]:
    """In all seasons, the earliest first."""
    rows = SeasonPoints.objects.filter(player=player).select_related("season", "event")
    return list(rows.order_by("event__date", "event", "season"))
