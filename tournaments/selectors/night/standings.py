"""Who is ahead on an evening: its seats added up per player."""

from collections.abc import Iterable, Mapping, Sequence
from fractions import Fraction
from functools import lru_cache
from math import lcm
from operator import add, itemgetter
from typing import NamedTuple

from tournaments.audience import reader
from tournaments.models import Entrant, Event, Table, name_order
from tournaments.models.statements import PreparedOnce
from tournaments.selectors.kept import kept_of_same
from tournaments.selectors.numbers import number_text, plain_number_text
from tournaments.selectors.table.cards import PLAYER_COLUMNS, PlayerTag, SeatRow, by_table, rows_of_event, tag
from tournaments.selectors.table.confirmations import has_counting_result

TEXTS = ("points", "average", "games", "places", "beaten", "exact")


class StandingRow(NamedTuple):
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
    texts: tuple[str, ...]  # those of TEXTS, for all languages

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


class Sums(NamedTuple):
    """Of one seat, or of several added up. Points are counted in the smallest part that any seat has, so that only
    whole numbers are added and compared.
    """

    points: int = 0
    deals: int = 0
    exact: int = 0
    playing: int = 0  # seats
    games: int = 0
    ended_points: int = 0
    firsts: int = 0
    seconds: int = 0
    thirds: int = 0
    lower: int = 0
    halves_beaten: int = 0  # opponents placed lower, each twice, and those who share the place
    opponents: int = 0
    incomplete: int = 0  # seats


Person = tuple[PlayerTag, int | None]
Order = tuple[bool, int, int, int]
Places = tuple[int, int, int, int]
Ratio = Fraction | None
Figures = tuple[Fraction, int, Places, Ratio, Ratio, Ratio, int, int, bool, bool, tuple[str, ...]]
"""What of a StandingRow the sums tell."""


def event_standings(event: Event) -> list[StandingRow]:
    """Tonight so far: running and adjourned tables count with the points they show, without a place."""
    return night_standings(event, list(by_table(rows_of_event(event.pk))))


def night_standings(event: Event, tables: Sequence[Sequence[SeatRow]]) -> list[StandingRow]:
    """The same, of the tables already read."""
    people: dict[int, Person] = {player.id: (player, pk) for pk, player in _entrants(event.pk)}
    parts = lcm(*{row.score.denominator for seats in tables for row in seats})
    sums: dict[int, Sums] = {}
    of = [(seats[0].table_id, (seats, _is_counted(seats[0]), parts)) for seats in tables]
    for brought in kept_of_same(event, ("sums", reader()), of, _brought):
        for player, own in brought:
            before = sums.get(player.id)
            sums[player.id] = own if before is None else Sums._make(map(add, before, own))
            if player.id not in people:
                people[player.id] = player, None
    return _ranked(people.values(), sums, parts)


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


def _is_counted(table: SeatRow) -> bool:
    return bool(table.deal_count) and has_counting_result(table)


def _brought(table: tuple[Sequence[SeatRow], bool, int]) -> list[tuple[PlayerTag, Sums]]:
    """Of the seats of one table, whether its result counts, and the parts of a point."""
    seats, counts, parts = table
    return [(row.player, _sums(row, seats if counts else (), parts)) for row in seats]


def _sums(row: SeatRow, beside: Sequence[SeatRow], parts: int) -> Sums:
    """``beside``: all at the table, where its result counts."""
    points = row.score.numerator * (parts // row.score.denominator)
    so_far = Sums(points, row.deals, row.exact, row.status == Table.Status.PLAYING)
    if not beside:
        return so_far
    halves = sum((other.place > row.place) + (other.place >= row.place) for other in beside) - 1
    return so_far._replace(
        games=1,
        ended_points=points,
        halves_beaten=halves,
        opponents=len(beside) - 1,
        incomplete=row.status == Table.Status.CLOSED,
        **{PLACES[min(row.place, 4) - 1]: 1},
    )


PLACES = ("firsts", "seconds", "thirds", "lower")


def _ranked(people: Iterable[Person], sums: Mapping[int, Sums], parts: int) -> list[StandingRow]:
    """Equal ones share the rank."""
    found = [
        (*_figures(sums.get(player.id, NOTHING), parts), name_order(player.sorts_by), pk, player)
        for player, pk in people
    ]
    rows: list[StandingRow] = []
    rank, before = 0, None
    for position, (order, figures, _, pk, player) in enumerate(sorted(found, key=itemgetter(0, 2)), 1):
        if order != before:
            rank, before = position, order
        rows.append(StandingRow(rank, pk, player, *figures))
    return rows


NOTHING = Sums()


@lru_cache(maxsize=4096)
def _figures(sums: Sums, parts: int) -> tuple[Order, Figures]:
    """Those of most people stay from one deal to the next."""
    return _order(sums), figures(sums, parts)


def _order(sums: Sums) -> Order:
    """By points; equal points by average, which fewer deals make higher, then exact announcements."""
    fewer = sums.deals if sums.points > 0 else -sums.deals if sums.points else 0
    return not sums.deals, -sums.points, fewer, -sums.exact


def figures(sums: Sums, parts: int) -> Figures:
    points = Fraction(sums.points, parts)
    places = sums.firsts, sums.seconds, sums.thirds, sums.lower
    average = Fraction(sums.points, parts * sums.deals) if sums.deals else None
    per_game = Fraction(sums.ended_points, parts * sums.games) if sums.games else None
    beaten = Fraction(sums.halves_beaten, 2 * sums.opponents) if sums.opponents else None
    texts = (
        plain_number_text(points),
        plain_number_text(average),
        str(sums.games),
        "–".join(map(str, places[:3])),
        share_text(beaten),
        str(sums.exact),
    )
    shown = bool(sums.playing), bool(sums.incomplete), texts
    return points, sums.games, places, average, per_game, beaten, sums.deals, sums.exact, *shown
