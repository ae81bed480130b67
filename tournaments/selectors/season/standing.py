"""Which events count for a season, what they brought, and how it stands: worked out once for all readers until that
changes.
"""

from bisect import bisect_left
from collections import defaultdict
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, replace
from datetime import datetime
from fractions import Fraction
from functools import lru_cache
from typing import NamedTuple

from django.db.models import Q
from django.utils import timezone

from tournaments.formats.seasons.possible_places import (
    Meaning,
    PossiblePlaces,
    averages_needed,
    meaning,
    places_needed,
    possible_places,
)
from tournaments.formats.seasons.standing import (
    UNKNOWN,
    Bounds,
    Earned,
    EventResult,
    SeasonRow,
    SeasonRules,
    best_of,
    plain,
    points_of,
    standing,
)
from tournaments.models import OPEN_TO_ALL, Event, Player, Season, SeasonPoints, Stage, Team
from tournaments.models.prepared import published_seasons
from tournaments.selectors.club.standings import (
    Tally,
    added_up,
    contest_key,
    deal_span,
    key_of_event,
    order,
    stored_tallies,
)
from tournaments.selectors.stage.places import final_places
from tournaments.selectors.stage.records import stage_state
from tournaments.selectors.table.cards import number_text


class EventPoints(NamedTuple):
    """What an event brought a player in a season."""

    place: int | None
    points: Fraction
    deals: int


def counting(season: Season) -> list[Event]:
    """The events of a season that are open or over, the earliest first."""
    chosen = set(season.chosen.values_list("event", flat=True))
    by_day = Q(date__range=(season.starts, season.ends))
    events = Event.objects.filter(by_day | Q(pk__in=chosen), club=season.club_id).exclude(status=Event.Status.DISCARDED)
    return [event for event in events.order_by("date", "pk") if event.pk in chosen or _counts(event, season)]


def seasons_counting(event: Event) -> list[Season]:
    """The seasons with published rules that an event counts for, the newest first."""
    seasons = []
    for season, is_chosen in published_seasons(event.club_id, event.pk):
        if is_chosen or (season.starts <= event.date <= season.ends and _counts(event, season)):
            seasons.append(season)
    return seasons


def contest_of(event: Event) -> str:
    return contest_key(key_of_event(event))


def _counts(event: Event, season: Season) -> bool:
    """By game and kind; what is made after the season has ended changes its champion no more."""
    return not (season.archived_at and event.created_at > season.archived_at) and _fits(event, season)


def _fits(event: Event, season: Season) -> bool:
    return season.season_rules.counts(contest=contest_of(event), is_night=not event.has_rounds)


def made_late(season: Season) -> list[Event]:
    """What would count by its day, but was made after the season had ended."""
    late = season.club.events.filter(date__range=(season.starts, season.ends), created_at__gt=season.archived_at)
    late = late.exclude(status=Event.Status.DISCARDED).exclude(pk__in=season.chosen.values("event"))
    return [event for event in late if _fits(event, season)]


def results_of(event: Event) -> list[EventResult]:
    """What everybody has reached there: of an event that is over as it is kept, of one that is open so far."""
    if event.status == Event.Status.FINISHED:
        tallies = stored_tallies(event.tallies.all())
    else:
        tallies = added_up([event], at=timezone.now()).get(key_of_event(event), {})
    places = _tournament_places(event) if event.has_rounds else _night_places(event, tallies)
    results = []
    for player in tallies.keys() | places.keys():
        tally = tallies.get(player, Tally())
        results.append(EventResult(player, places.get(player), tally.points, tally.deals))
    return results


def _night_places(event: Event, tallies: Mapping[int, Tally]) -> dict[int, int]:
    """With the handicap, where the night gives one."""
    longest = max((tally.deals for tally in tallies.values()), default=0)
    given = _handicaps(event)
    orders = {
        player: order(tally, by_average=event.by_average, handicap=given.get(player, NONE), longest=longest)
        for player, tally in tallies.items()
        if tally.games
    }
    ordered = sorted(orders.values())
    return {player: 1 + bisect_left(ordered, own) for player, own in orders.items()}


def _handicaps(event: Event) -> Mapping[int, Fraction]:
    if event.handicap is None:
        return {}
    entrants = event.entrants.exclude(handicap=None)
    return {entrant.player_id: given.points for entrant in entrants if (given := entrant.starts_with)}


NONE = Fraction(0)


def _tournament_places(event: Event) -> dict[int, int]:
    """By player, as in the report: whoever stands in at the end has the place. That of a team is nobody's own."""
    begun = event.stages.exclude(status=Stage.Status.PLANNED).order_by("number")
    rows = final_places([stage_state(stage, at=event.settled_at) for stage in begun])
    people = set(event.entrants.people().values_list("pk", flat=True))
    places: dict[int, int] = {}
    for row in rows:
        if row.place and row.person.id in people:
            places.setdefault(row.person.tag.id, row.place)
    return places


def event_points(
    results: Sequence[EventResult], rules: SeasonRules, *, players: int | None = None
) -> dict[int, EventPoints]:
    """By player."""
    by_player = {result.player: result for result in results}
    return {
        player: EventPoints(by_player[player].place, points, by_player[player].deals)
        for player, points in points_of(results, rules, players=players).items()
    }


def kept_points(season: Season) -> dict[int, dict[int, EventPoints]]:
    """By event and player."""
    points: dict[int, dict[int, EventPoints]] = {}
    rows = SeasonPoints.objects.filter(season=season).values_list("event", "player", *EventPoints._fields)
    for event, player, *facts in rows:
        points.setdefault(event, {})[player] = EventPoints._make(facts)
    return points


def points_of_player(player: Player) -> list[SeasonPoints]:
    """In all seasons, the earliest first."""
    rows = SeasonPoints.objects.filter(player=player).select_related("season", "event")
    return list(rows.order_by("event__date", "event", "season"))


@dataclass(frozen=True)
class OwnSeason:
    """Where a player stands in a season: among so many with a place, with others on it where it is ``shared``."""

    season: Season
    place: int
    ranked: int
    shared: bool


def seasons_of(player: Player, *, insider: bool) -> list[OwnSeason]:
    """Those that a player has won, and the running ones in which they have a place; the newest first."""
    published = Season.objects.filter(club=player.club_id).exclude(published_at=None).order_by("-starts", "-pk")
    seasons = tuple(published if insider else published.filter(visibility__in=OPEN_TO_ALL))
    own = []
    for season, places in zip(seasons, _places(seasons, tuple(map(_state, seasons))), strict=True):
        place = places.get(player.pk)
        if place and (place == 1 or not season.archived_at):
            own.append(OwnSeason(season, place, len(places), shared=list(places.values()).count(place) > 1))
    return own


def _state(season: Season) -> tuple[datetime, int]:
    return season.created_at, season.revision


@lru_cache(maxsize=64)
def _places(seasons: tuple[Season, ...], _states: tuple[tuple[datetime, int], ...]) -> list[dict[int, int]]:
    """Of each season, by player, from one query for all of them."""
    numbers: dict[int, dict[int, int]] = defaultdict(dict)
    earned: dict[int, dict[int, list[Earned]]] = defaultdict(lambda: defaultdict(list))
    rows = SeasonPoints.objects.filter(season__in=seasons).order_by("event__date", "event")
    for season, event, player, place, points in rows.values_list("season", "event", "player", "place", "points"):
        number = numbers[season].setdefault(event, len(numbers[season]))
        earned[season][player].append(Earned(number, place, plain(Fraction(points))))
    standings = (standing(earned[season.pk], season.season_rules) for season in seasons)
    return [{row.player: row.rank for row in ranked if row.rank} for ranked in standings]


LINES = 30  # of the picture; more could not be told apart


class Kept(NamedTuple):
    """``events``: those that have brought anything, by id, the earliest first; by their places there they are numbered.
    ``deals``: how many a player's points rest on.
    """

    season_rules: SeasonRules
    events: tuple[int, ...]
    earned: Mapping[int, Sequence[Earned]]
    deals: Mapping[int, int]


@dataclass(frozen=True, eq=False)
class Stands:
    """What follows from what is kept. Where nobody knows how many events are to come, nothing is said of what is."""

    season_rules: SeasonRules
    events: tuple[int, ...]
    earned: Mapping[int, Sequence[Earned]]
    deals: Mapping[int, int]
    rows: Sequence[SeasonRow]
    courses: Mapping[int, Sequence[float]]  # points after each event, of those on top
    possible_places: Mapping[int, PossiblePlaces] = field(default_factory=dict)
    needed: Mapping[int, int] = field(default_factory=dict)  # places, to be champion by the next event
    averages: Mapping[int, Fraction] = field(default_factory=dict)  # to be above


def stands(season: Season, *, to_come: int | None) -> Stands:
    return _stands(season.pk, season.created_at, season.revision, to_come)


@lru_cache(maxsize=64)
def _stands(pk: int, created_at: datetime, revision: int, to_come: int | None) -> Stands:
    stored = _kept(pk, created_at, revision)
    rules, earned, first = stored.season_rules, stored.earned, len(stored.events)
    rows = standing(earned, rules)
    courses = {row.player: _course(row.earned, rules, events=first) for row in rows[:LINES]}
    stands = Stands(rules, stored.events, earned, stored.deals, rows, courses)
    if to_come is None:
        return stands
    span = event_span(rules)
    possible = possible_places(earned, rules, first=first, to_come=to_come, span=span)
    places = places_needed(earned, rules, first=first, to_come=to_come, told=possible)
    averages = averages_needed(earned, rules, first=first, to_come=to_come, span=span, told=possible)
    return replace(stands, possible_places=possible, needed=places, averages=averages)


def event_span(rules: SeasonRules) -> Bounds:
    """What an event may bring, where the game says it of a deal."""
    return rules.span(deal_span(rules.contests[0]) if rules.points == "average" else UNKNOWN)


@lru_cache(maxsize=64)
def _kept(pk: int, _created_at: datetime, _revision: int) -> Kept:
    numbers: dict[int, int] = {}
    earned: dict[int, list[Earned]] = {}
    deals: dict[int, int] = {}
    rows = SeasonPoints.objects.filter(season=pk).order_by("event__date", "event")
    for event, player, place, points, own in rows.values_list("event", "player", "place", "points", "deals"):
        number = numbers.setdefault(event, len(numbers))
        earned.setdefault(player, []).append(Earned(number, place, plain(Fraction(points))))
        deals[player] = deals.get(player, 0) + own
    return Kept(Season.objects.get(pk=pk).season_rules, tuple(numbers), earned, deals)


def meaning_of(season: Season, event: int, *, to_come: int | None) -> Meaning | None:
    """What this event has meant for it; None where it brought nothing."""
    return _meaning(season.pk, season.created_at, season.revision, event, to_come)


@lru_cache(maxsize=256)
def _meaning(pk: int, created_at: datetime, revision: int, event: int, to_come: int | None) -> Meaning | None:
    stored = _kept(pk, created_at, revision)
    if event not in stored.events:
        return None
    rules = stored.season_rules
    return meaning(stored.earned, rules, event=stored.events.index(event), to_come=to_come, span=event_span(rules))


def _course(earned: Sequence[Earned], rules: SeasonRules, *, events: int) -> list[float]:
    """The points that counted after each event."""
    by_event = {part.event: part for part in earned}
    counted: Sequence[Earned] = []
    course = []
    for event in range(events):
        if event in by_event:
            counted = best_of([*counted, by_event[event]], rules.best)
        course.append(float(sum(part.points for part in counted)))
    return course


def events_to_come(season: Season, counting: Sequence[Event]) -> int | None:
    """With those that are open; None where nobody knows."""
    if season.archived_at:
        return 0
    planned, still_open = season.season_rules.planned, sum(event.status == Event.Status.OPEN for event in counting)
    return None if planned is None else max(planned - len(counting) + still_open, still_open)


@dataclass(frozen=True)
class TeamBrought:
    points: str
    counted: bool


@dataclass(frozen=True)
class SeasonTeam:
    name: str
    row: SeasonRow
    brought: list[TeamBrought]

    @property
    def points_text(self) -> str:
        return number_text(self.row.points)


def season_teams(rules: SeasonRules, ended: Sequence[int]) -> list[SeasonTeam]:
    """By the rules of the season, from the events (ids) that have ``ended`` and had teams: a team's place among them
    brings what a player's place brings. Nothing where the events' own scores are added up, of which teams have others.
    """
    if rules.adds_scores or not ended:
        return []
    placed = Team.objects.filter(event__in=ended, place__isnull=False).order_by("pk")
    names: dict[str, str] = {}
    events: dict[int, dict[str, int]] = {}
    for event, name, place in placed.values_list("event_id", "name", "place"):
        names[name.casefold()] = name
        events.setdefault(event, {})[name.casefold()] = place or 0
    keys = list(names)
    numbers = {key: number for number, key in enumerate(keys)}
    by_event = [{numbers[key]: place for key, place in events.get(event, {}).items()} for event in ended]
    history = _history(rules, by_event)
    return [
        SeasonTeam(
            names[keys[row.player]],
            row,
            [TeamBrought(number_text(earned.points), earned.event in row.counted) for earned in row.earned],
        )
        for row in standing(history, rules)
    ]


def _history(rules: SeasonRules, places: list[dict[int, int]]) -> dict[int, list[Earned]]:
    history: dict[int, list[Earned]] = {}
    for number, of_event in enumerate(places):
        results = [EventResult(team, place) for team, place in of_event.items()]
        for team, points in points_of(results, rules).items():
            history.setdefault(team, []).append(Earned(number, of_event[team], plain(Fraction(points))))
    return history
