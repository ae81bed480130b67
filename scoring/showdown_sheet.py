"""A whole table of showdowns: play-offs, pots, scores, and when it is over (C13-C15, P5, P8-P9)."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, replace
from fractions import Fraction

from scoring import fields
from scoring.errors import ScoringError, malformed
from scoring.places import places
from scoring.result import Payload, Points, SeatResult, ShowdownDeal, TableRecord, TableResult
from scoring.showdown import Showdown, judge

FIELDS = frozenset({"dealer", "hands", "folded", "paid", "claimed", "playoff_of", "out_of_turn", "override"})
QUARRY_FIELDS = FIELDS | {"quarry"}
MOST_CUBITS = 10**15
"""More than anybody plays for; the pot of a deal still stays exact where JSON numbers have 53 bits."""


@dataclass(slots=True)
class Chain:
    """A tied deal and the play-offs it has had so far (C14)."""

    root: int
    latest: int
    tied: tuple[int, ...]
    paid: dict[int, int]


@dataclass(slots=True)
class Sheet:
    """A table while its deals are gone through."""

    seats: int
    showdown: Showdown
    rules: Mapping[str, object]
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
        return list(self.cubits) if self.rules["score"] == "cubits" else list(self.won)

    @property
    def finished(self) -> bool:
        """Whether the length the event chose is reached; never while a tie is open."""
        if self.chain is not None:
            return False
        deals, race_to = self.rules.get("deals"), self.rules.get("race_to")
        if isinstance(deals, int):
            return self.counted >= deals
        return isinstance(race_to, int) and max(self.scores) >= race_to

    def record(self, payload: Payload, number: int) -> ShowdownDeal:
        """Check and count one deal (C13-C15). Raises ``table-finished`` and the errors of ``taking_part``, ``paid_in``
        and ``judge``.
        """
        if self.finished:
            raise ScoringError("table-finished")
        fields.only_fields(payload, QUARRY_FIELDS if self.showdown.uses_quarry else FIELDS)
        dealer = fields.seat(payload, "dealer", seats=self.seats)
        fields.flag(payload, "out_of_turn")
        paid = paid_in(payload, seats=self.seats)
        taking_part = self.taking_part(payload, paid)
        deal = judge(payload, self.showdown, seats=self.seats, taking_part=taking_part)
        if self.chain is None:
            self.counted += 1
            self.last_dealer = dealer
        return self.count(deal, number, dealer, paid)

    def taking_part(self, payload: Payload, paid: Mapping[int, int]) -> Sequence[int]:
        """Everyone, or the tied seats alone in the play-off that must come next (C14).

        Raises ``playoff-missing`` (deal: the tied one), ``playoff-seats`` and ``malformed``.
        """
        named = payload.get("playoff_of")
        if self.chain is None:
            if named is not None:
                raise malformed("playoff_of")
            return range(self.seats)
        if named is None:
            raise ScoringError("playoff-missing", deal=self.chain.latest)
        if not fields.is_integer(named) or named not in (self.chain.root, self.chain.latest):
            raise malformed("playoff_of")
        got = {
            *fields.by_seat(payload, "hands", seats=self.seats),
            *fields.seat_list(payload, "folded", seats=self.seats),
            *fields.seat_list(payload, "claimed", seats=self.seats),
            *paid,
        }
        if not got <= set(self.chain.tied):
            raise ScoringError("playoff-seats", expected=list(self.chain.tied), got=sorted(got))
        return self.chain.tied

    def count(self, deal: ShowdownDeal, number: int, dealer: int, paid: Mapping[int, int]) -> ShowdownDeal:
        """Carry the pot of a tie, or give everyone what the deal and all it plays off brought."""
        put_in = dict(self.chain.paid) if self.chain else {}
        for seat, amount in paid.items():
            put_in[seat] = put_in.get(seat, 0) + amount
        pot = sum(put_in.values())
        if len(deal.winners) > 1 and not self.showdown.splits_ties:
            root = self.chain.root if self.chain else number
            self.chain = Chain(root, number, deal.winners, put_in)
            return replace(deal, pot=pot)
        self.chain = None
        shares = split(pot, deal.winners, dealer=dealer, seats=self.seats)
        net = {seat: shares.get(seat, 0) - put_in.get(seat, 0) for seat in range(self.seats)}
        won = 1 if len(deal.winners) == 1 else Fraction(1, len(deal.winners))
        for seat in deal.winners:
            self.won[seat] += won
        for seat, gained in net.items():
            self.cubits[seat] += gained
        return replace(deal, pot=pot, net=net if put_in else None)


def paid_in(payload: Payload, *, seats: int) -> dict[int, int]:
    """The cubits each seat put in (C13). Raises ``paid-invalid`` (seat), ``seat-unknown`` and ``malformed``."""
    paid = {}
    for seat, amount in fields.by_seat(payload, "paid", seats=seats).items():
        if type(amount) is not int or not 0 <= amount <= MOST_CUBITS:
            raise ScoringError("paid-invalid", seat=seat)
        paid[seat] = amount
    return paid


def split(pot: int, winners: Sequence[int], *, dealer: int, seats: int) -> dict[int, int]:
    """Equal shares; the odd cubits go to the first winner left of the dealer (P5)."""
    share, odd = divmod(pot, len(winners))
    first = min(winners, key=lambda seat: (seat - dealer - 1) % seats)
    return {seat: share + (odd if seat == first else 0) for seat in winners}


def score_table(table: TableRecord, rules: Mapping[str, object], showdown: Showdown) -> TableResult:
    """The whole table, deal by deal; ``rules`` complete. Raises the errors of the clauses with the deal they
    are in.
    """
    sheet = Sheet(table.seats, showdown, rules)
    deals: list[ShowdownDeal | None] = []
    for number, payload in enumerate(table.deals, start=1):
        try:
            deals.append(None if payload is None else sheet.record(payload, number))
        except ScoringError as error:
            raise error.in_deal(number) from None
    scores = sheet.scores
    seats = tuple(SeatResult(score, place) for score, place in zip(scores, places(scores), strict=True))
    over = sheet.finished or table.closed
    next_dealer = table.first_dealer if sheet.last_dealer is None else (sheet.last_dealer + 1) % table.seats
    return TableResult(
        seats=seats,
        finished=sheet.finished,
        deals=tuple(deals),
        turn=None if over else next_dealer,
        playoff_of=sheet.chain.latest if sheet.chain else None,
        playoff_seats=sheet.chain.tied if sheet.chain else (),
    )
