"""The Vilnius sheet: rotation, quotas, points, bounds, and who can still win (V1-V10)."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from fractions import Fraction

from scoring import fields
from scoring.errors import ScoringError, clip, malformed
from scoring.places import places
from scoring.result import Payload, Points, SeatResult, SheetState, TableRecord, TableResult, VilniusDeal

QUOTAS = (1, 2, 3, 4, 3, 2, 1)
"""How often each of 0..6 is announced in a whole game (V4)."""

TRICKS = len(QUOTAS) - 1
ANNOUNCEMENTS = sum(QUOTAS)
BEST_POINTS = 10
WORST_POINTS = tuple(BEST_POINTS - 2 * max(announced, TRICKS - announced) for announced in range(TRICKS + 1))
SUITS = ("S", "H", "D", "C")
NO_TRUMP = "NT"
FIELDS = frozenset({"declarer", "announced", "trump", "taken", "out_of_turn"})


def points(announced: int, taken: int) -> int:
    """V5: 10 for the announced number of tricks, 2 less for every trick off."""
    return BEST_POINTS - 2 * abs(announced - taken)


@dataclass(slots=True)
class Sheet:
    """What one seat has announced so far."""

    left: list[int] = field(default_factory=lambda: list(QUOTAS))
    total: int = 0
    exact: int = 0
    made: int = 0

    @property
    def full(self) -> bool:
        return self.made == ANNOUNCEMENTS

    @property
    def lowest(self) -> int:
        """The least total still reachable (V7)."""
        return self.total + sum(times * worst for times, worst in zip(self.left, WORST_POINTS, strict=True))

    @property
    def highest(self) -> int:
        """The greatest total still reachable (V7)."""
        return self.total + BEST_POINTS * (ANNOUNCEMENTS - self.made)

    @property
    def worst_end(self) -> tuple[int, int]:
        """Total and exact announcements (V6) if all goes wrong from here: the worst is never an exact one."""
        return self.lowest, self.exact

    @property
    def best_end(self) -> tuple[int, int]:
        """Total and exact announcements (V6) if all goes well from here."""
        return self.highest, self.exact + ANNOUNCEMENTS - self.made

    def announce(self, announced: int, taken: int) -> int:
        won = points(announced, taken)
        self.left[announced] -= 1
        self.made += 1
        self.total += won
        self.exact += announced == taken
        return won

    def state(self, *, can_win: bool, has_won: bool) -> SheetState:
        """The sheet for reading, with what it means next to the others."""
        left = tuple(self.left)
        return SheetState(left, self.lowest, self.highest, self.exact, self.made, can_win, has_won)


def score_table(table: TableRecord, rules: Mapping[str, object]) -> TableResult:
    """The whole table, deal by deal; ``rules`` complete. Raises the errors of V2-V6 with the deal they are in."""
    sheets = [Sheet() for _ in range(table.seats)]
    deals: list[VilniusDeal | None] = []
    expected = next_in_turn(sheets, table.first_dealer)
    for number, payload in enumerate(table.deals, start=1):
        if payload is None:
            deals.append(None)
            expected = None if expected is None else next_in_turn(sheets, expected)
            continue
        if expected is None:
            raise ScoringError("table-finished", deal=number)
        try:
            deal = score_deal(payload, sheets, rules, expected=expected)
        except ScoringError as error:
            raise error.in_deal(number) from None
        deals.append(deal)
        expected = next_in_turn(sheets, deal.declarer)
    return TableResult(
        seats=seat_results(sheets, closed=table.closed),
        finished=expected is None,
        deals=tuple(deals),
        turn=None if table.closed else expected,
    )


def next_in_turn(sheets: list[Sheet], seat: int) -> int | None:
    """The first seat to the left of ``seat`` whose sheet is not full, the seat itself last (V2)."""
    for step in range(1, len(sheets) + 1):
        candidate = (seat + step) % len(sheets)
        if not sheets[candidate].full:
            return candidate
    return None


def score_deal(payload: Payload, sheets: list[Sheet], rules: Mapping[str, object], *, expected: int) -> VilniusDeal:
    fields.only_fields(payload, FIELDS)
    declarer = fields.seat(payload, "declarer", seats=len(sheets))
    announced = tricks(payload, "announced", "announcement-range")
    taken = tricks(payload, "taken", "tricks-range")
    out_of_turn = fields.flag(payload, "out_of_turn")
    check_trump(payload, rules)
    sheet = sheets[declarer]
    if sheet.full:
        raise ScoringError("sheet-full", seat=declarer)
    if declarer != expected and not out_of_turn:
        raise ScoringError("out-of-turn", seat=declarer, expected=expected, got=declarer)
    if not sheet.left[announced]:
        raise ScoringError("quota-used", seat=declarer, announced=announced)
    won = sheet.announce(announced, taken)
    return VilniusDeal(won, announced == taken, declarer, out_of_turn=declarer != expected)


def tricks(payload: Payload, name: str, code: str) -> int:
    number = fields.integer(payload, name)
    if not 0 <= number <= TRICKS:
        raise ScoringError(code, lowest=0, highest=TRICKS, got=number)
    return number


def check_trump(payload: Payload, rules: Mapping[str, object]) -> None:
    trump = payload.get("trump")
    if trump is None:
        return
    if not isinstance(trump, str):
        raise malformed("trump")
    if trump not in SUITS and not (trump == NO_TRUMP and rules["no_trump"]):
        raise ScoringError("trump-unknown", trump=clip(trump))


def seat_results(sheets: list[Sheet], *, closed: bool) -> tuple[SeatResult, ...]:
    finished = all(sheet.full for sheet in sheets)
    ranks = places([standing(sheet, finished=finished, closed=closed) for sheet in sheets])
    results = []
    for seat, (sheet, place) in enumerate(zip(sheets, ranks, strict=True)):
        others = sheets[:seat] + sheets[seat + 1 :]
        if closed:
            can_win, has_won = place == 1, place == 1 and ranks.count(1) == 1
        else:
            can_win = all(sheet.best_end >= other.worst_end for other in others)
            has_won = all(sheet.worst_end > other.best_end for other in others)
        results.append(SeatResult(sheet.total, place, sheet.state(can_win=can_win, has_won=has_won)))
    return tuple(results)


def standing(sheet: Sheet, *, finished: bool, closed: bool) -> tuple[Points, Points]:
    """What places a sheet: total and then exact announcements once all are full (V6), points per announcement
    where the table was closed before (V10), the total alone while it is played.
    """
    if finished:
        return sheet.total, sheet.exact
    if closed:
        return (1, Fraction(sheet.total, sheet.made)) if sheet.made else (0, 0)
    return sheet.total, 0
