"""Who is ahead on an evening: its seats added up per player."""

from collections import defaultdict
from collections.abc import Iterable
from dataclasses import dataclass
from fractions import Fraction

from tournaments.models import Event, Seat, Table
from tournaments.selectors.numbers import number_text
from tournaments.selectors.table.cards import PlayerTag, player_tag
from tournaments.selectors.table.confirmations import has_counting_result


@dataclass(frozen=True)
class StandingRow:
    rank: int
    entrant_id: int | None
    player: PlayerTag
    points: Fraction
    points_text: str
    games: int  # tables finished or closed
    places: tuple[int, int, int, int]  # how many first, second, third and lower places
    average: Fraction | None  # points per announcement (Vilnius) or per deal: compares tables of different sizes
    average_text: str
    per_game_text: str
    beaten_text: str  # share of the opponents at finished tables who were placed lower, a shared place half
    exact: int
    playing: bool
    incomplete: bool


@dataclass
class _Tally:
    player: PlayerTag
    entrant_id: int | None = None
    points: Fraction = Fraction(0)
    ended_points: Fraction = Fraction(0)
    deals: int = 0
    exact: int = 0
    games: int = 0
    beaten: Fraction = Fraction(0)
    opponents: int = 0
    playing: bool = False
    incomplete: bool = False

    def __post_init__(self) -> None:
        self.places = [0, 0, 0, 0]


def event_standings(event: Event) -> list[StandingRow]:
    """Tonight so far: running and adjourned tables count with the points they show, without a place."""
    tallies = {
        entrant.player_id: _Tally(player_tag(entrant.player), entrant.pk)
        for entrant in event.entrants.select_related("player")
    }
    seats = Seat.objects.filter(table__event=event).select_related("table", "entrant__player", "substitute")
    return _ranked(_tally(seats, tallies))


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


def _tally(seats: Iterable[Seat], tallies: dict[int, _Tally]) -> Iterable[_Tally]:
    by_table: dict[int, list[Seat]] = defaultdict(list)
    for seat in seats:
        by_table[seat.table_id].append(seat)
    for group in by_table.values():
        for seat in group:
            player = seat.player
            tally = tallies.setdefault(player.pk, _Tally(player_tag(player)))
            _add(tally, seat, group)
    return tallies.values()


def _add(tally: _Tally, seat: Seat, group: list[Seat]) -> None:
    tally.points += seat.score
    tally.deals += seat.deals
    tally.exact += seat.exact
    status = seat.table.status
    tally.playing |= status == Table.Status.PLAYING
    if not has_counting_result(seat.table) or not seat.table.deal_count:
        return
    tally.games += 1
    tally.ended_points += seat.score
    tally.places[min(seat.place, 4) - 1] += 1
    tally.incomplete |= status == Table.Status.CLOSED
    tally.opponents += len(group) - 1
    tally.beaten += sum(
        Fraction(1, 2) if other.place == seat.place else Fraction(other.place > seat.place)
        for other in group
        if other is not seat
    )


def _ranked(tallies: Iterable[_Tally]) -> list[StandingRow]:
    """By points; equal points by average, then exact announcements; still equal ones share the rank."""

    def key(tally: _Tally) -> tuple[bool, Fraction, Fraction, int]:
        average = tally.points / tally.deals if tally.deals else Fraction(0)
        return (not tally.deals, -tally.points, -average, -tally.exact)

    ordered = sorted(tallies, key=lambda tally: (key(tally), tally.player.name.casefold()))
    rows: list[StandingRow] = []
    for position, tally in enumerate(ordered, 1):
        same = position > 1 and key(tally) == key(ordered[position - 2])
        rows.append(_row(tally, rank=rows[-1].rank if same else position))
    return rows


def _row(tally: _Tally, *, rank: int) -> StandingRow:
    average = tally.points / tally.deals if tally.deals else None
    per_game = tally.ended_points / tally.games if tally.games else None
    beaten = f"{round(100 * tally.beaten / tally.opponents)} %" if tally.opponents else "–"
    first, second, third, lower = tally.places
    return StandingRow(
        rank=rank,
        entrant_id=tally.entrant_id,
        player=tally.player,
        points=tally.points,
        points_text=number_text(tally.points),
        games=tally.games,
        places=(first, second, third, lower),
        average=average,
        average_text=number_text(average),
        per_game_text=number_text(per_game),
        beaten_text=beaten,
        exact=tally.exact,
        playing=tally.playing,
        incomplete=tally.incomplete,
    )
