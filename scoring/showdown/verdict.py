"""One showdown: the hands of one deal, whether they can be, and who wins by what (C9-C15, P3-P9)."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Protocol

from scoring.cards import Deck
from scoring.deals import ShowdownDeal
from scoring.errors import ScoringError
from scoring.result import Reading, ShowdownResult


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
    table = [*quarry]
    for seat, cards in hands.items():
        try:
            table += parse_hand(cards, showdown)
        except ScoringError as error:
            raise ScoringError(error.code, seat=seat, **error.params) from None
    showdown.deck.check_copies(table)
    return {seat: showdown.read_hand(cards, quarry) for seat, cards in hands.items()}


def parse_hand(cards: Sequence[str], showdown: Showdown) -> list[str]:
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
