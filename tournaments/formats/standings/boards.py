"""The tie-breaks of teams that meet over several boards. A round without a match counts as its points come to: a bye
worth a win as one on all boards, one worth a draw as half of that (FIDE C.07, articles 12 and 16.4).
"""

from fractions import Fraction

from tournaments.formats.record import Id
from tournaments.formats.standings.ledger import Ledger, Turn
from tournaments.formats.standings.points import Figure, Part, total


def board_points(ledger: Ledger, who: Id) -> Figure:
    """Tie-break: the points of all boards (13.1)."""
    turns = ledger.turns[who]
    return total(Part(turn.round, None, _points(ledger, turn), note=turn.kind) for turn in turns)


def board_count(ledger: Ledger, who: Id) -> Figure:
    """Tie-break: the points of all boards, each times its distance from the end (12.1).

    FIDE multiplies by the number of the board and takes the lower sum. Among teams with equal board points that is the
    same order, and here the more is the better.
    """
    boards = ledger.record.boards
    every = boards * (boards + 1) // 2
    return total(Part(turn.round, None, _weighted(turn, every), note=turn.kind) for turn in ledger.turns[who])


def sonneborn_berger_by_boards(ledger: Ledger, who: Id) -> Figure:
    """Tie-break: each opponent's score times the board points scored against them (13.2.2)."""
    parts = []
    for turn in ledger.turns[who]:
        points = _points(ledger, turn)
        for meeting in turn.meetings:
            score = ledger.adjusted[meeting.opponent]
            parts.append(Part(turn.round, meeting.opponent, score * points, score, turn.kind))
        if turn.unplayed:
            score = ledger.dummy(who, turn)
            parts.append(Part(turn.round, None, score * points, score, "dummy"))
    return total(parts)


def _points(ledger: Ledger, turn: Turn) -> Fraction:
    return Fraction(turn.seat.score) if turn.seat else turn.result * ledger.record.boards


def _weighted(turn: Turn, every: int) -> Fraction:
    return Fraction(turn.seat.weighted or 0) if turn.seat else turn.result * every
