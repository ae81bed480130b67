"""One showdown, its hands and who wins by what; and a whole table of them, with play-offs, pots and scores (C9-C15,
P3-P9).
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, replace
from fractions import Fraction
from typing import Protocol, cast

from scoring.cards import Deck
from scoring.deals import ShowdownDeal
from scoring.errors import ScoringError, malformed
from scoring.game import Rules
from scoring.result import Points, Reading, RecordedTable, SeatResult, ShowdownResult, TableResult, places


class Ruleset(Protocol):
    """The evaluator of a game's hands."""

    @property
    def categories(self) -> tuple[str, ...]:
        """The names of the hands, best first."""

    @property
    def pad_reading(self) -> Mapping[str, object] | None:
        """How a phone reads the same hands by itself, ``by`` one of its evaluators; None where it has to ask."""

    def read_hand(self, cards: Sequence[str], *, quarry: Sequence[str], deck: Deck) -> Reading:
        """The best reading of a hand, with the help of the Quarry where there is one, in cards of ``deck``."""

    def decided_by(self, won: Reading, lost: Reading) -> str:
        """What sets the better of two hands apart: "category", "suit" or "kicker"."""


@dataclass(frozen=True, slots=True)
class Showdown:
    """How hands meet at one table: a game by the rules of an event, ready for use."""

    ruleset: Ruleset
    deck: Deck
    hand_size: int
    uses_quarry: bool
    cards_optional: bool
    counts_cubits: bool
    splits_ties: bool

    def read_hand(self, cards: Sequence[str], quarry: Sequence[str]) -> Reading:
        """The best reading of a hand with the table's deck (C11, P3). Raises ScoringError for cards that cannot be."""
        return self.ruleset.read_hand(cards, quarry=quarry, deck=self.deck)


@dataclass(frozen=True, slots=True)
class Players:
    """Who is in a deal: ``taking_part`` from the start, ``still_in`` at the end, in the order of the
    seats.
    """

    taking_part: tuple[int, ...]
    still_in: tuple[int, ...]


def judge(deal: ShowdownDeal, showdown: Showdown, *, taking_part: Sequence[int]) -> ShowdownResult:
    """The verdict on a deal among ``taking_part``, before any cubits are counted.

    Raises ``hand-size``, ``unknown-card``, ``too-many-copies``, ``hands-missing``, ``folded-shows``, ``all-folded``,
    ``quarry-size`` and ``claim-differs``.
    """
    players = players_of(deal, taking_part)
    claimed, override = tuple(sorted(deal.claimed)), deal.override
    hands = read_hands(deal, showdown, players)
    verdict = decide(hands, players, claimed, showdown)
    return upheld(verdict, players, claimed, override)


def players_of(deal: ShowdownDeal, taking_part: Sequence[int]) -> Players:
    """Who of those ``taking_part`` plays the deal and who is still in at its end. Raises ScoringError where a seat that
    folded shows cards, or where all fold (C13).
    """
    shown, folded = deal.shown, sorted(deal.folded)
    for seat in folded:
        if seat in shown:
            raise ScoringError("folded-shows", seat=seat)
    still_in = tuple(seat for seat in taking_part if seat not in folded)
    if not still_in:
        raise ScoringError("all-folded")
    return Players(tuple(taking_part), still_in)


def read_hands(deal: ShowdownDeal, showdown: Showdown, players: Players) -> dict[int, Reading]:
    """Every hand shown, read at its best, after the deck has been checked across all of them (C12, P8)."""
    hands = dict(sorted(deal.hands.items()))
    quarry = quarry_of(deal, showdown, players, needed=bool(hands) and len(players.still_in) > 1)
    shown = [*quarry]
    for seat, cards in hands.items():
        try:
            shown += parse_hand(cards, showdown)
        except ScoringError as error:
            raise ScoringError(error.code, seat=seat, **error.params) from None
    showdown.deck.check_copies(shown)
    return {seat: showdown.read_hand(cards, quarry) for seat, cards in hands.items()}


def parse_hand(cards: Sequence[str], showdown: Showdown) -> list[str]:
    """The cards of a hand as the deck writes them. Raises ScoringError for a wrong number of cards or unknown ones (C2,
    P2).
    """
    if len(cards) != showdown.hand_size:
        raise ScoringError("hand-size", expected=showdown.hand_size, got=len(cards))
    return showdown.deck.parse(cards)


def read_hand(cards: Sequence[str], quarry: Sequence[str], showdown: Showdown) -> Reading:
    """One hand by itself; raises ``hand-size``, ``unknown-card`` and ``too-many-copies``."""
    showdown.deck.check_copies([*parse_hand(cards, showdown), *showdown.deck.parse(quarry)])
    return showdown.read_hand(cards, quarry)


def quarry_of(deal: ShowdownDeal, showdown: Showdown, players: Players, *, needed: bool) -> list[str]:
    """The Quarry: a card of everyone who was still in before the last round of wagering (P3)."""
    quarry = deal.quarry
    lowest, highest = len(players.still_in), len(players.taking_part)
    if (quarry or needed) and showdown.uses_quarry and not lowest <= len(quarry) <= highest:
        raise ScoringError("quarry-size", expected=[lowest, highest], got=len(quarry))
    return showdown.deck.parse(quarry)


def decide(hands: dict[int, Reading], players: Players, claimed: tuple[int, ...], showdown: Showdown) -> ShowdownResult:
    """Who wins by the cards, or by the claim alone where the event lets a winner be noted without cards."""
    still_in = players.still_in
    tied = "split" if showdown.splits_ties else "tie"
    if len(still_in) == 1:
        return ShowdownResult(still_in, "last-player", hands)
    if not hands and showdown.cards_optional and claimed:
        if not set(claimed) <= set(still_in):
            raise ScoringError("claim-differs", claimed=list(claimed), winners=list(still_in))
        return ShowdownResult(claimed, "claim" if len(claimed) == 1 else tied, hands, unverified=True)
    missing = [seat for seat in still_in if seat not in hands]
    if missing:
        raise ScoringError("hands-missing", seats=missing)
    best = max(hands.values())
    winners = tuple(seat for seat in still_in if hands[seat] == best)
    if len(winners) > 1:
        return ShowdownResult(winners, tied, hands)
    return explained(hands, winners[0], showdown)


def explained(hands: dict[int, Reading], winner: int, showdown: Showdown) -> ShowdownResult:
    """What set the winner apart from the best of the others."""
    runner_up = max((seat for seat in hands if seat != winner), key=hands.__getitem__)
    won, lost = hands[winner], hands[runner_up]
    decided_by = showdown.ruleset.decided_by(won, lost)
    kicker = deciding_cards(won, lost, showdown.deck) if decided_by == "kicker" else None
    return ShowdownResult((winner,), decided_by, hands, kicker=kicker, runner_up=runner_up)


def deciding_cards(won: Reading, lost: Reading, deck: Deck) -> tuple[str, str] | None:
    """The first two cards outside the pyramids that differ (C9); None where what is inside them decides."""
    pairs = zip(won.rest, lost.rest, strict=False)
    return next(((one, other) for one, other in pairs if deck.kinds[one] != deck.kinds[other]), None)


def upheld(verdict: ShowdownResult, players: Players, claimed: tuple[int, ...], override: str | None) -> ShowdownResult:
    """The verdict next to what the table announced (C13), which only the director may uphold against the
    cards.
    """
    if not claimed or claimed == verdict.winners:
        return replace(verdict, override=override) if override else verdict
    if override is None or not set(claimed) <= set(players.still_in):
        raise ScoringError("claim-differs", claimed=list(claimed), winners=list(verdict.winners))
    return replace(verdict, winners=claimed, decided_by="claim", kicker=None, runner_up=None, override=override)


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
        """By seat, net cubits or deals won, whichever the table counts."""
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
