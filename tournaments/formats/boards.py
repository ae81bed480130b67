"""A match of two teams over several boards, at each of which two of their members play: who deals first, how a line-up
is checked, and the one record that the match comes to.

On the first board the side named first deals first, on the second the other side, and so on in turn. A board brings a
point to who wins it, half a point to each where the two are level, and the point to who is there where the other is
not. The side with more of them wins the match. In a bracket, where somebody goes on, equal points are told apart by the
boards that brought them: a point on a board counts the more, the nearer it is to the first (FIDE C.07, 12.1).
"""

from collections.abc import Mapping, Sequence
from fractions import Fraction
from typing import TypeVar

from tournaments.formats.record import Id, Points, SeatRecord, TableRecord

Side = TypeVar("Side")

BOARDS = "board"
"""What decides a match of this kind, beside those of DECIDED."""


def by_seat(board: int, sides: Sequence[Side]) -> tuple[Side, Side]:
    """Which side sits where at the board of this number, from 1; the first seat deals first."""
    first, second = sides
    return (first, second) if board % 2 else (second, first)


def line_up(order: Sequence[Id], *, boards: int, named: Sequence[Id] = (), fixed: bool = False) -> list[Id]:
    """Who sits at the boards: of the team's ``order`` of those who are here whoever was ``named``, then the first of
    the others; in that order where it is ``fixed``. Fewer than ``boards`` where there are not enough.
    """
    sitting = [*(who for who in named if who in order), *(who for who in order if who not in named)][:boards]
    return sorted(sitting, key=order.index) if fixed else sitting


def keeps_order(named: Sequence[Id], order: Sequence[Id]) -> bool:
    """Whether these sit in the team's ``order``, whoever is left out."""
    positions = [order.index(who) for who in named]
    return positions == sorted(positions)


def board_result(board: TableRecord, side_of: Mapping[Id, Id]) -> dict[Id, Fraction]:
    """The points of each side that has any from a board; empty while it is open."""
    present = board.present
    if board.kind == "open" or not present:
        return {}
    if len(present) == 1:
        return {side_of[present[0].id]: Fraction(1)}
    best = [seat.id for seat in present if seat.place == 1]
    return {side_of[who]: Fraction(1, len(best)) for who in best}


def team_match(
    sides: Sequence[Id],
    boards: Mapping[int, TableRecord],
    side_of: Mapping[Id, Id],
    *,
    number: int,
    bracket: bool = False,
    ruled: Mapping[Id, int] | None = None,
) -> TableRecord:
    """The match of two ``sides`` as one table: their places, and their points of all boards. ``boards`` by their
    number, out of so many in all (``number``); one at which nobody could sit is not there. ``side_of`` says for whom
    everybody plays.

    It has no places as long as a board is open. A side of which nobody played has forfeited. ``ruled`` are places by
    the director's word: then it has only if the other, which was there, has won by it too.
    """
    points: dict[Id, Fraction] = dict.fromkeys(sides, Fraction())
    weighted: dict[Id, Fraction] = dict.fromkeys(sides, Fraction())
    for board, record in boards.items():
        for side, result in board_result(record, side_of).items():
            points[side] += result
            weighted[side] += result * (number + 1 - board)
    here = {side_of[seat.id] for record in boards.values() for seat in record.present}
    gone = frozenset(side for side in sides if side not in here)
    places: Mapping[Id, int] = {}
    if ruled is not None:
        places = ruled
        gone = frozenset(side for side in gone if len(gone) == 1 and ruled.get(side) == len(sides))
    elif all(record.kind != "open" for record in boards.values()):
        ranks = {side: (points[side], weighted[side] if bracket else 0) for side in sides if side in here}
        places = {side: 1 + sum(other > rank for other in ranks.values()) for side, rank in ranks.items()}
    return TableRecord(tuple(_seat(side, places.get(side), points[side], weighted[side]) for side in sides), gone)


def _seat(side: Id, place: int | None, points: Fraction, weighted: Fraction) -> SeatRecord:
    score, count = _plain(points), _plain(weighted)
    return SeatRecord(side, place=place, score=score, wins=score, weighted=count)


def _plain(number: Fraction) -> Points:
    return number.numerator if number.denominator == 1 else number
