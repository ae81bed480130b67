"""Who is ahead on an evening: its seats added up per player."""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field
from fractions import Fraction
from functools import lru_cache
from math import lcm
from operator import itemgetter

from tournaments.audience import reader
from tournaments.models import Entrant, Event, Table, name_order
from tournaments.models.statements import PreparedOnce
from tournaments.selectors.numbers import number_text
from tournaments.selectors.table.cards import PLAYER_COLUMNS, PlayerTag, SeatRow, by_table, rows_of_event, tag
from tournaments.selectors.table.confirmations import has_counting_result


@dataclass(frozen=True, slots=True)
class StandingRow:
    rank: int
    entrant_id: int | None
    player: PlayerTag
    points: Fraction
    games: int  # tables finished or closed
    places: tuple[int, int, int, int]  # how many first, second, third and lower places
    average: Fraction | None  # points per announcement (Vilnius) or per deal: compares tables of different sizes
    per_game: Fraction | None
    beaten: Fraction | None  # share of the opponents at finished tables who were placed lower, a shared place half
    deals: int  # announcements made (Vilnius), or deals
    exact: int
    playing: bool
    incomplete: bool

    @property
    def leads(self) -> bool:
        return self.rank == 1 and self.average is not None

    @property
    def points_text(self) -> str:
        return number_text(self.points)

    @property
    def average_text(self) -> str:
        return number_text(self.average)

    @property
    def beaten_text(self) -> str:
        return share_text(self.beaten)


def share_text(share: Fraction | None) -> str:
    return "–" if share is None else f"{round(100 * share)} %"


ratio = lru_cache(maxsize=8192)(Fraction)
"""From one deal to the next most people's figures stay."""


@dataclass(slots=True)
class _Sums:
    """Points are counted in the smallest part that any seat has, so that only whole numbers are added and compared."""

    player: PlayerTag
    entrant_id: int | None = None
    points: int = 0
    ended_points: int = 0
    deals: int = 0
    exact: int = 0
    games: int = 0
    places: list[int] = field(default_factory=lambda: [0, 0, 0, 0])
    halves_beaten: int = 0  # opponents placed lower, each twice, and those who share the place
    opponents: int = 0
    playing: bool = False
    incomplete: bool = False

    @property
    def order(self) -> tuple[bool, int, int, int]:
        """By points; equal points by average, which fewer deals make higher, then exact announcements."""
        fewer = self.deals if self.points > 0 else -self.deals if self.points else 0
        return not self.deals, -self.points, fewer, -self.exact


def event_standings(event: Event) -> list[StandingRow]:
    """Tonight so far: running and adjourned tables count with the points they show, without a place."""
    return night_standings(event, rows_of_event(event.pk))


def night_standings(event: Event, rows: Sequence[SeatRow]) -> list[StandingRow]:
    """The same, of the seats already read."""
    sums = {player.id: _Sums(player, pk) for pk, player in _entrants(event.pk)}
    parts = lcm(*{row.score.denominator for row in rows})
    for group in by_table(rows):
        counting = bool(group[0].deal_count) and has_counting_result(group[0])
        for row in group:
            points = row.score.numerator * (parts // row.score.denominator)
            own = sums.setdefault(row.player.id, _Sums(row.player))
            _add(own, row, points)
            if counting:
                _add_result(own, row, points, group)
    return _ranked(sums.values(), parts)


def standing_order(event: Event) -> list[int]:
    """Players' ids, best first: by tonight's standings, before the first deal by the last night of the same game."""
    rows = event_standings(event)
    if not any(row.average is not None for row in rows):
        earlier = (
            Event.objects.filter(club=event.club, game=event.game, tables__deal_count__gt=0)
            .exclude(pk=event.pk)
            .filter(date__lte=event.date)
            .order_by("-date", "-id")
            .first()
        )
        rows = event_standings(earlier) if earlier else rows
    return [row.player.id for row in rows]


_entrants = PreparedOnce(
    lambda event: Entrant.objects.filter(event=event).values_list(
        "pk", *(f"player__{column}" for column in PLAYER_COLUMNS)
    ),
    lambda row: (int(row[0]), tag(*row[1:])),
    reader=reader,
)


def _add(sums: _Sums, row: SeatRow, points: int) -> None:
    sums.points += points
    sums.deals += row.deals
    sums.exact += row.exact
    sums.playing |= row.status == Table.Status.PLAYING


def _add_result(sums: _Sums, row: SeatRow, points: int, group: list[SeatRow]) -> None:
    sums.games += 1
    sums.ended_points += points
    sums.places[min(row.place, 4) - 1] += 1
    sums.incomplete |= row.status == Table.Status.CLOSED
    sums.opponents += len(group) - 1
    sums.halves_beaten += sum((other.place > row.place) + (other.place >= row.place) for other in group) - 1


def _ranked(sums: Iterable[_Sums], parts: int) -> list[StandingRow]:
    """Equal ones share the rank."""
    ordered = sorted(((each.order, name_order(each.player.sorts_by), each) for each in sums), key=itemgetter(0, 1))
    rows: list[StandingRow] = []
    for position, (order, _, each) in enumerate(ordered, 1):
        same = position > 1 and order == ordered[position - 2][0]
        rows.append(_row(each, parts, rank=rows[-1].rank if same else position))
    return rows


def _row(sums: _Sums, parts: int, *, rank: int) -> StandingRow:
    first, second, third, lower = sums.places
    return StandingRow(
        rank=rank,
        entrant_id=sums.entrant_id,
        player=sums.player,
        points=ratio(sums.points, parts),
        games=sums.games,
        places=(first, second, third, lower),
        average=ratio(sums.points, parts * sums.deals) if sums.deals else None,
        per_game=ratio(sums.ended_points, parts * sums.games) if sums.games else None,
        beaten=ratio(sums.halves_beaten, 2 * sums.opponents) if sums.opponents else None,
        deals=sums.deals,
        exact=sums.exact,
        playing=sums.playing,
        incomplete=sums.incomplete,
    )
