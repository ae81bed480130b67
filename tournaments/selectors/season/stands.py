"""How a season stands by what is kept of it, worked out once for all who look until that changes."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, replace
from datetime import datetime
from fractions import Fraction
from functools import lru_cache
from itertools import accumulate
from typing import NamedTuple

from tournaments.formats.seasons.counting import UNKNOWN, Bounds, SeasonRules
from tournaments.formats.seasons.meaning import Meaning, meaning
from tournaments.formats.seasons.needed import averages_needed, places_needed
from tournaments.formats.seasons.outlook import Outlook, outlooks
from tournaments.formats.seasons.standing import Earned, SeasonRow, best_of, plain, standing
from tournaments.models import Event, Season, SeasonPoints
from tournaments.selectors.club.contests import deal_span

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
    outlooks: Mapping[int, Outlook] = field(default_factory=dict)
    needed: Mapping[int, int] = field(default_factory=dict)  # places, to be champion by the next event
    averages: Mapping[int, Fraction] = field(default_factory=dict)  # to be above


def stands(season: Season, *, to_come: int | None) -> Stands:
    return _stands(season.pk, season.created_at, season.revision, to_come)


@lru_cache(maxsize=64)
def _stands(pk: int, created_at: datetime, revision: int, to_come: int | None) -> Stands:
    known = _kept(pk, created_at, revision)
    rules, earned, first = known.season_rules, known.earned, len(known.events)
    rows = standing(earned, rules)
    courses = {row.player: _course(row.earned, rules, events=first) for row in rows[:LINES]}
    found = Stands(rules, known.events, earned, known.deals, rows, courses)
    if to_come is None:
        return found
    span = event_span(rules)
    told = outlooks(earned, rules, first=first, to_come=to_come, span=span)
    places = places_needed(earned, rules, first=first, to_come=to_come, told=told)
    averages = averages_needed(earned, rules, first=first, to_come=to_come, span=span, told=told)
    return replace(found, outlooks=told, needed=places, averages=averages)


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
    known = _kept(pk, created_at, revision)
    if event not in known.events:
        return None
    rules = known.season_rules
    return meaning(known.earned, rules, event=known.events.index(event), to_come=to_come, span=event_span(rules))


def _course(earned: Sequence[Earned], rules: SeasonRules, *, events: int) -> list[float]:
    """The points that counted after each event."""
    by_event = {each.event: each for each in earned}
    so_far = accumulate(
        (by_event.get(event) for event in range(events)),
        lambda known, each: best_of([*known, each], rules.best) if each else known,
        initial=list[Earned](),
    )
    return [float(sum(each.points for each in known)) for known in so_far][1:]


def events_to_come(season: Season, counting: Sequence[Event]) -> int | None:
    """With those that are open; None where nobody knows."""
    if season.archived_at:
        return 0
    planned, still_open = season.season_rules.planned, sum(event.status == Event.Status.OPEN for event in counting)
    return None if planned is None else max(planned - len(counting) + still_open, still_open)
