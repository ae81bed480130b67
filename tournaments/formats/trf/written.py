"""A stage of tables for two as a FIDE tournament report (TRF26, the codes of 2026), for pairing programs and checkers.

The first seat of a table is written as white, which is who sits in the better seat here as there. A round counts when
all of its tables have ended.
"""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from datetime import date
from fractions import Fraction

from tournaments.formats.draw import Id
from tournaments.formats.record import RoundRecord, StageRecord, TableRecord
from tournaments.formats.stages import Options, event_record
from tournaments.formats.standings.ledger import Ledger, Turn
from tournaments.formats.standings.points import NOTHING, PointRule

LONGEST_NAME = 33
# The kinds of a bye on request by what it gives, compared with a win.
WIN, DRAW = "F", "H"


class NoReport(ValueError):
    """The stage cannot be told in this format; ``code`` is ``seats`` (tables for more than two) or ``points`` (not
    those of a win, a draw and a loss, in tenths below a hundred).
    """

    def __init__(self, code: str) -> None:
        super().__init__(code)
        self.code = code


@dataclass(frozen=True, slots=True)
class ReportHead:
    """``rounds`` is how many there will be, None where nobody knows."""

    name: str
    place: str
    begun: date
    ended: date
    rounds: int | None


@dataclass(frozen=True, slots=True)
class ReportEntrant:
    """``place`` None for who has none; ``rating`` 0 for who is not rated."""

    id: Id
    name: str
    rating: int
    place: int | None


def report_lines(
    head: ReportHead, stage: StageRecord, people: Sequence[ReportEntrant], options: Options, *, scheduled: bool
) -> Iterator[str]:
    """One line each without its end; ``people`` in the order of their pairing numbers. Raises NoReport before the first
    line.
    """
    _check(options)
    return _lines(head, stage, people, options, scheduled=scheduled)


def _lines(
    head: ReportHead, stage: StageRecord, people: Sequence[ReportEntrant], options: Options, *, scheduled: bool
) -> Iterator[str]:
    over = _rounds_over(stage)
    ledger = Ledger(event_record(stage.after(over), scheduled=scheduled), options.points)
    numbers = {each.id: number for number, each in enumerate(people, start=1)}
    yield f"012 {head.name}"
    yield f"022 {head.place}"
    yield f"042 {head.begun:%Y/%m/%d}"
    yield f"052 {head.ended:%Y/%m/%d}"
    yield f"062 {len(people)}"
    yield f"072 {sum(each.rating > 0 for each in people)}"
    yield f"092 {'Round Robin' if scheduled else 'Swiss System'}"
    if head.rounds:
        yield f"142 {head.rounds}"
    if points := _point_system(options.points):
        yield f"162  {points}"
    for each in people:
        turns = ledger.turns[each.id]
        games = "".join(f"  {_game(each.id, turn, stage, numbers, options.points)}" for turn in turns)
        yield _player(each, numbers[each.id], sum((turn.points for turn in turns), NOTHING)) + games


def _check(options: Options) -> None:
    if options.seats != 2:
        raise NoReport("seats")
    rule = options.points
    if rule.scheme.places is None or 2 not in rule.scheme.places:
        raise NoReport("points")
    given = [*rule.by_place(2), rule.level_points(2), rule.bye_points(2), Fraction(rule.forfeit_loss)]
    if any((10 * points).denominator != 1 or not 0 <= points < 100 for points in given):
        raise NoReport("points")
    if rule.win_points(2) != rule.by_place(2)[0] or rule.forfeit_loss != rule.double_forfeit:
        raise NoReport("points")


def _rounds_over(stage: StageRecord) -> int:
    still_open = (number for number, each in enumerate(stage.rounds) if any(t.kind == "open" for t in each.tables))
    return next(still_open, len(stage.rounds))


def _point_system(rule: PointRule) -> str:
    """Where it is not 1, ½ and 0."""
    win, loss = rule.by_place(2)
    given = {"W": win, "D": rule.level_points(2), "L": loss, "Z": Fraction(rule.forfeit_loss), "P": rule.bye_points(2)}
    usual = {"W": Fraction(1), "D": Fraction(1, 2), "L": NOTHING, "Z": NOTHING, "P": win}
    return "    ".join(f"{key}{_tenths(points):>4}" for key, points in given.items() if points != usual[key])


def _tenths(points: Fraction) -> str:
    return f"{float(points):.1f}"


def _player(each: ReportEntrant, number: int, points: Fraction) -> str:
    name = " ".join(each.name.split())[:LONGEST_NAME]
    rating = f"{min(each.rating, 9999):4}" if each.rating > 0 else " " * 4
    place = f"{each.place:4}" if each.place else " " * 4
    return f"001 {number:4}      {name:<{LONGEST_NAME}} {rating} {'':3} {'':11} {'':10} {_tenths(points):>4} {place}"


def _game(who: Id, turn: Turn, stage: StageRecord, numbers: Mapping[Id, int], rule: PointRule) -> str:
    """Opponent, colour and result in eight columns."""
    table = _table_of(who, stage.rounds[turn.round - 1])
    if table is None:
        return f"0000 - {_rest(turn, rule)}"
    white, black = (seat.id for seat in table.seats)
    other, colour = (black, "w") if who == white else (white, "b")
    return f"{numbers[other]:4} {colour} {_result(who, other, table)}"


def _table_of(who: Id, round_: RoundRecord) -> TableRecord | None:
    return next((table for table in round_.tables if any(seat.id == who for seat in table.seats)), None)


def _result(who: Id, other: Id, table: TableRecord) -> str:
    if who in table.forfeited:
        return "-"
    if other in table.forfeited:
        return "+"
    places = {seat.id: seat.place or 0 for seat in table.seats}
    return "=" if places[who] == places[other] else "1" if places[who] < places[other] else "0"


def _rest(turn: Turn, rule: PointRule) -> str:
    if turn.kind == "bye":
        return "U"
    if turn.points == 0:
        return "Z"
    return WIN if turn.points == rule.by_place(2)[0] else DRAW
