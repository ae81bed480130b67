"""A whole table of showdowns: play-offs, pots, scores, and when it is over (C13-C15, P5, P8-P9)."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field, replace
from fractions import Fraction
from typing import cast

from scoring.deals import ShowdownDeal
from scoring.errors import ScoringError, malformed
from scoring.options import Rules
from scoring.result import Points, RecordedTable, SeatResult, ShowdownResult, TableResult, places
from scoring.showdown.verdict import Showdown, judge


@dataclass(slots=True)
class Chain:
    """A tied deal and the play-offs it has had so far (C14); ``pot`` is what each seat has put in."""

    root: int
    latest: int
    tied: tuple[int, ...]
    pot: dict[int, int]


@dataclass(slots=True)
class ShowdownSheet:
    """A table while its deals are gone through."""

    seats: int
    showdown: Showdown
    rules: Rules
    won: list[Points] = field(init=False)
    cubits: list[int] = field(init=False)
    counted: int = 0
    last_dealer: int | None = None
    chain: Chain | None = None

    def __post_init__(self) -> None:
        self.won = [0] * self.seats
        self.cubits = [0] * self.seats

    @property
    def scores(self) -> list[Points]:
        return list(self.cubits) if self.showdown.counts_cubits else list(self.won)

    @property
    def finished(self) -> bool:
        """Whether the length the event chose is reached; never while a tie is open."""
        if self.chain is not None:
            return False
        deals, race_to = self.rules.get("deals"), self.rules.get("race_to")
        if isinstance(deals, int):
            return self.counted >= deals
        return isinstance(race_to, int) and max(self.scores) >= race_to

    def record(self, deal: ShowdownDeal, number: int) -> ShowdownResult:
        """Check and count one deal (C13-C15). Raises ``table-finished`` and as ``taking_part`` and ``judge``."""
        if self.finished:
            raise ScoringError("table-finished")
        result = judge(deal, self.showdown, taking_part=self.taking_part(deal))
        if self.chain is None:
            self.counted += 1
            self.last_dealer = deal.dealer
        return self.count(result, number, deal)

    def taking_part(self, deal: ShowdownDeal) -> Sequence[int]:
        """Everyone, or the tied seats alone in the play-off that must come next (C14).

        Raises ``playoff-missing`` (deal: the tied one), ``playoff-seats`` and ``malformed``.
        """
        named = deal.playoff_of
        if self.chain is None:
            if named is not None:
                raise malformed("playoff_of", "not-allowed")
            return range(self.seats)
        if named is None:
            raise ScoringError("playoff-missing", deal=self.chain.latest)
        if named not in (self.chain.root, self.chain.latest):
            raise malformed("playoff_of", "not-allowed")
        got = {*deal.shown, *deal.folded, *deal.claimed, *deal.paid}
        if not got <= set(self.chain.tied):
            raise ScoringError("playoff-seats", expected=list(self.chain.tied), got=sorted(got))
        return self.chain.tied

    def count(self, result: ShowdownResult, number: int, deal: ShowdownDeal) -> ShowdownResult:
        """Carry the pot of a tie, or give everyone what the deal and all it plays off brought."""
        put_in = dict(self.chain.pot) if self.chain else {}
        for seat, amount in deal.paid.items():
            put_in[seat] = put_in.get(seat, 0) + amount
        pot = sum(put_in.values())
        if len(result.winners) > 1 and not self.showdown.splits_ties:
            root = self.chain.root if self.chain else number
            self.chain = Chain(root, number, result.winners, put_in)
            return replace(result, pot=pot)
        self.chain = None
        shares = split(pot, result.winners, dealer=deal.dealer, seats=self.seats)
        net = {seat: shares.get(seat, 0) - put_in.get(seat, 0) for seat in range(self.seats)}
        won = 1 if len(result.winners) == 1 else Fraction(1, len(result.winners))
        for seat in result.winners:
            self.won[seat] += won
        for seat, gained in net.items():
            self.cubits[seat] += gained
        return replace(result, pot=pot, net=net if put_in else None)


def split(pot: int, winners: Sequence[int], *, dealer: int, seats: int) -> dict[int, int]:
    """Equal shares; the odd cubits go to the first winner left of the dealer (P5)."""
    share, odd = divmod(pot, len(winners))
    first = min(winners, key=lambda seat: (seat - dealer - 1) % seats)
    return {seat: share + (odd if seat == first else 0) for seat in winners}


def score_table(table: RecordedTable, rules: Rules, showdown: Showdown) -> TableResult:
    """The whole table, deal by deal. Raises the errors of the clauses with the deal they are in."""
    sheet = ShowdownSheet(table.seats, showdown, rules)
    results: list[ShowdownResult | None] = []
    for number, deal in enumerate(cast("Sequence[ShowdownDeal | None]", table.deals), start=1):
        try:
            results.append(None if deal is None else sheet.record(deal, number))
        except ScoringError as error:
            raise error.in_deal(number) from None
    scores = sheet.scores
    seats = tuple(SeatResult(score, place) for score, place in zip(scores, places(scores), strict=True))
    over = sheet.finished or table.closed
    next_dealer = table.first_dealer if sheet.last_dealer is None else (sheet.last_dealer + 1) % table.seats
    return TableResult(
        seats=seats,
        finished=sheet.finished,
        deals=tuple(results),
        turn=None if over else next_dealer,
        playoff_of=sheet.chain.latest if sheet.chain else None,
        playoff_seats=sheet.chain.tied if sheet.chain else (),
    )
