"""How a season stands by what is kept of it, worked out once for all who look until that changes."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime
from functools import lru_cache
from itertools import accumulate

from tournaments.formats.seasons.counting import SeasonRules
from tournaments.formats.seasons.outlook import Outlook, outlooks, places_needed
from tournaments.formats.seasons.standing import Earned, SeasonRow, best_of, standing
from tournaments.models import Event, Season, SeasonPoints

LINES = 30  # of the picture; more could not be told apart


@dataclass(frozen=True, eq=False)
class Stands:
    """``events``: those that have brought anything, by id, the earliest first; by their places there they are numbered.
    ``outlooks`` and ``needed`` are empty where nobody knows how many events are to come.
    """

    season_rules: SeasonRules
    events: tuple[int, ...]
    earned: Mapping[int, Sequence[Earned]]
    deals: Mapping[int, int]  # that a player's points rest on
    rows: Sequence[SeasonRow]
    outlooks: Mapping[int, Outlook]
    needed: Mapping[int, int]  # to be champion by the next event
    courses: Mapping[int, Sequence[float]]  # points after each event, of those on top


def stands(season: Season, *, to_come: int | None) -> Stands:
    return _stands(season.pk, season.created_at, season.revision, to_come)


@lru_cache(maxsize=64)
def _stands(pk: int, _created_at: datetime, _revision: int, to_come: int | None) -> Stands:
    rules = Season.objects.get(pk=pk).season_rules
    kept = SeasonPoints.objects.filter(season=pk).order_by("event__date", "event")
    numbers: dict[int, int] = {}
    earned: dict[int, list[Earned]] = {}
    deals: dict[int, int] = {}
    for row in kept:
        number = numbers.setdefault(row.event_id, len(numbers))
        earned.setdefault(row.player_id, []).append(Earned(number, row.place, row.points))
        deals[row.player_id] = deals.get(row.player_id, 0) + row.deals
    rows = standing(earned, rules)
    first = len(numbers)
    told = {} if to_come is None else outlooks(earned, rules, first=first, to_come=to_come)
    needed = {} if to_come is None else places_needed(earned, rules, first=first, to_come=to_come)
    courses = {row.player: _course(row.earned, rules, events=first) for row in rows[:LINES]}
    return Stands(rules, tuple(numbers), earned, deals, rows, told, needed, courses)


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
