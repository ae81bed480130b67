"""What a player's ended tables come to, added up from the seats or read where it is kept."""

from collections import defaultdict
from collections.abc import Iterable
from datetime import datetime
from fractions import Fraction
from typing import NamedTuple

from django.db.models import Max, Q, QuerySet
from django.utils import timezone

from tournaments.models import Club, ContestTally, Event, EventTally, Seat, Table
from tournaments.selectors.club.contests import Contest, ContestKey, contests, key_of_event, played_in
from tournaments.selectors.club.tally import Tally
from tournaments.selectors.table.confirmations import counts

Tallies = dict[ContestKey, dict[int, Tally]]
"""By contest and the id of the player who really sat there."""


class Sitting(NamedTuple):
    """A seat, with what is needed of its table."""

    table: int
    status: str
    deal_count: int
    event: int
    entrant: int
    substitute: int | None
    score: Fraction
    place: int
    deals: int
    exact: int


COLUMNS = (
    "table_id",
    "table__status",
    "table__deal_count",
    "table__event_id",
    "entrant__player_id",
    "substitute_id",
    "score",
    "place",
    "deals",
    "exact",
)


def settled_at(event: Event) -> datetime | None:
    """From when on no result of an event that is over waits to be accepted by itself."""
    if event.status != Event.Status.FINISHED:
        return None
    latest: datetime | None = event.tables.aggregate(latest=Max("accepted_at"))["latest"]
    return latest or event.created_at


def brought(event: Event) -> dict[int, Tally]:
    """What an event that is over puts into its contest: all its results that count, or will unless somebody objects."""
    settled = settled_at(event)
    return added_up([event], at=settled).get(key_of_event(event), {}) if settled else {}


def added_up(events: Iterable[Event], *, at: datetime) -> Tallies:
    """From the seats of these events, by what counts at that time."""
    keys = {event.pk: key_of_event(event) for event in events}
    counting = Q(table__event__in=keys) & counts(now=at, prefix="table__")
    rows = Seat.objects.filter(counting).order_by().values_list(*COLUMNS)
    tables: dict[int, list[Sitting]] = defaultdict(list)
    for row in rows:
        tables[row[0]].append(Sitting._make(row))
    found: Tallies = defaultdict(dict)
    for table in tables.values():
        for seat in table:
            _add(found, keys[seat.event], seat.substitute or seat.entrant, _tally(seat, table))
    return found


def kept(rows: QuerySet[EventTally] | QuerySet[ContestTally]) -> dict[int, Tally]:
    """By player; of one event, or of one contest of one club."""
    return {player: Tally._make(sums) for player, *sums in rows.values_list("player_id", *Tally._fields)}


def all_time(club: Club) -> dict[Contest, dict[int, Tally]]:
    """What counts now in the club's whole history: what is kept, but of events not yet settled what their seats say."""
    now = timezone.now()
    found: Tallies = defaultdict(dict)
    for game, unit, player, *sums in club.tallies.values_list("game", "unit", "player_id", *Tally._fields):
        found[game, unit][player] = Tally._make(sums)
    unsettled = list(club.events.filter(Q(settled_at=None) | Q(settled_at__gt=now)))
    for key, players in added_up(unsettled, at=now).items():
        for player, tally in players.items():
            _add(found, key, player, tally)
    keys = {event.pk: key_of_event(event) for event in unsettled}
    waiting = EventTally.objects.filter(event__in=[event.pk for event in unsettled if event.settled_at])
    for event, player, *sums in waiting.values_list("event_id", "player_id", *Tally._fields):
        _add(found, keys[event], player, Tally._make(sums), times=-1)
    return {
        contest: {player: tally for player, tally in found[contest.kept_by].items() if tally.tables}
        for contest in contests(played_in(club))
    }


def _add(tallies: Tallies, key: ContestKey, player: int, tally: Tally, *, times: int = 1) -> None:
    tallies[key][player] = tallies[key].get(player, Tally()).plus(tally, times=times)


def _tally(seat: Sitting, table: list[Sitting]) -> Tally:
    if not seat.deal_count:
        return Tally(tables=1)
    return Tally(
        tables=1,
        games=1,
        points=seat.score,
        deals=seat.deals,
        exact=seat.exact,
        firsts=int(seat.place == 1),
        seconds=int(seat.place == 2),
        thirds=int(seat.place == 3),
        lower=int(seat.place > 3),
        halves_beaten=sum((other.place > seat.place) + (other.place >= seat.place) for other in table) - 1,
        opponents=len(table) - 1,
        unfinished=int(seat.status == Table.Status.CLOSED),
    )
