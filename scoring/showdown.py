"""One showdown: the hands of one deal, whether they can be, and who wins by what (C9-C15, P3-P9)."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Protocol

from scoring import fields
from scoring.cards import Deck
from scoring.errors import ScoringError, malformed
from scoring.result import Payload, Reading, ShowdownDeal


class Ruleset(Protocol):
    """What every ruleset of hands can say."""

    @property
    def categories(self) -> tuple[str, ...]:
        """The names of the hands, best first."""

    def rank(self, cards: Sequence[str]) -> int:
        """The strength of a hand in text notation."""

    def decided_by(self, won: Reading, lost: Reading) -> str:
        """What sets the better of two hands apart: "category", "suit" or "kicker"."""


@dataclass(frozen=True, slots=True)
class Showdown:
    """How hands meet at one table: the rules of an event, ready for use. ``read`` takes a hand and the
    Quarry.
    """

    ruleset: Ruleset
    read: Callable[[Sequence[str], Sequence[str]], Reading]
    deck: Deck
    hand_size: int
    uses_quarry: bool
    cards_optional: bool
    splits_ties: bool


@dataclass(frozen=True, slots=True)
class Players:
    """Who is in a deal: ``taking_part`` from the start, ``still_in`` at the end, in the order of the
    seats.
    """

    taking_part: tuple[int, ...]
    still_in: tuple[int, ...]


def judge(payload: Payload, showdown: Showdown, *, seats: int, taking_part: Sequence[int]) -> ShowdownDeal:
    """The verdict on a deal among ``taking_part``, before any cubits are counted.

    Raises ``hand-size``, ``unknown-card``, ``too-many-copies``, ``hands-missing``, ``folded-shows``,
    ``all-folded``, ``quarry-size``, ``claim-differs``, ``seat-unknown`` and ``malformed``.
    """
    shown = fields.by_seat(payload, "hands", seats=seats)
    players = players_of(payload, shown, seats=seats, taking_part=taking_part)
    claimed = fields.seat_list(payload, "claimed", seats=seats)
    override = fields.text(payload, "override")
    if override is not None and not claimed:
        raise malformed("override")
    hands = read_hands(payload, shown, showdown, players)
    verdict = decide(hands, players, claimed, showdown)
    return upheld(verdict, players, claimed, override)


def players_of(payload: Payload, shown: Mapping[int, object], *, seats: int, taking_part: Sequence[int]) -> Players:
    folded = fields.seat_list(payload, "folded", seats=seats)
    for seat in folded:
        if seat in shown:
            raise ScoringError("folded-shows", seat=seat)
    still_in = tuple(seat for seat in taking_part if seat not in folded)
    if not still_in:
        raise ScoringError("all-folded")
    return Players(tuple(taking_part), still_in)


def read_hands(
    payload: Payload, shown: Mapping[int, object], showdown: Showdown, players: Players
) -> dict[int, Reading]:
    """Every hand shown, read at its best, after the deck has been checked across all of them (C12, P8)."""
    written = {seat: fields.cards(cards, "hands") for seat, cards in shown.items()}
    quarry = quarry_of(payload, showdown, players, needed=bool(written) and len(players.still_in) > 1)
    table = [*quarry]
    for seat, cards in written.items():
        try:
            table += parse_hand(cards, showdown)
        except ScoringError as error:
            raise ScoringError(error.code, seat=seat, **error.params) from None
    showdown.deck.check_copies(table)
    return {seat: showdown.read(cards, quarry) for seat, cards in written.items()}


def parse_hand(cards: Sequence[str], showdown: Showdown) -> list[str]:
    if len(cards) != showdown.hand_size:
        raise ScoringError("hand-size", expected=showdown.hand_size, got=len(cards))
    return showdown.deck.parse(cards)


def read_hand(cards: Sequence[str], quarry: Sequence[str], showdown: Showdown) -> Reading:
    """One hand by itself; raises ``hand-size``, ``unknown-card`` and ``too-many-copies``."""
    showdown.deck.check_copies([*parse_hand(cards, showdown), *showdown.deck.parse(quarry)])
    return showdown.read(cards, quarry)


def quarry_of(payload: Payload, showdown: Showdown, players: Players, *, needed: bool) -> list[str]:
    """The Quarry: a card of everyone who was still in before the last round of wagering (P3)."""
    value = payload.get("quarry")
    quarry = [] if value is None else fields.cards(value, "quarry")
    lowest, highest = len(players.still_in), len(players.taking_part)
    if (quarry or needed) and showdown.uses_quarry and not lowest <= len(quarry) <= highest:
        raise ScoringError("quarry-size", expected=[lowest, highest], got=len(quarry))
    return showdown.deck.parse(quarry)


def decide(hands: dict[int, Reading], players: Players, claimed: tuple[int, ...], showdown: Showdown) -> ShowdownDeal:
    """Who wins by the cards, or by the claim alone where the event lets a winner be noted without cards."""
    still_in = players.still_in
    tied = "split" if showdown.splits_ties else "tie"
    if len(still_in) == 1:
        return ShowdownDeal(still_in, "last-player", hands)
    if not hands and showdown.cards_optional and claimed:
        if not set(claimed) <= set(still_in):
            raise ScoringError("claim-differs", claimed=list(claimed), winners=list(still_in))
        return ShowdownDeal(claimed, "claim" if len(claimed) == 1 else tied, hands, unverified=True)
    missing = [seat for seat in still_in if seat not in hands]
    if missing:
        raise ScoringError("hands-missing", seats=missing)
    best = max(hands.values())
    winners = tuple(seat for seat in still_in if hands[seat] == best)
    if len(winners) > 1:
        return ShowdownDeal(winners, tied, hands)
    return explained(hands, winners[0], showdown)


def explained(hands: dict[int, Reading], winner: int, showdown: Showdown) -> ShowdownDeal:
    """What set the winner apart from the best of the others."""
    runner_up = max((seat for seat in hands if seat != winner), key=hands.__getitem__)
    won, lost = hands[winner], hands[runner_up]
    decided_by = showdown.ruleset.decided_by(won, lost)
    kicker = deciding_cards(won, lost, showdown.deck) if decided_by == "kicker" else None
    return ShowdownDeal((winner,), decided_by, hands, kicker=kicker, runner_up=runner_up)


def deciding_cards(won: Reading, lost: Reading, deck: Deck) -> tuple[str, str]:
    """The first two cards outside the pyramids that differ (C9)."""
    return next(
        (winning, losing)
        for winning, losing in zip(won.rest, lost.rest, strict=True)
        if deck.kinds[winning] != deck.kinds[losing]
    )


def upheld(verdict: ShowdownDeal, players: Players, claimed: tuple[int, ...], override: str | None) -> ShowdownDeal:
    """The verdict next to what the table announced (C13), which only the director may uphold against the
    cards.
    """
    if not claimed or claimed == verdict.winners:
        return replace(verdict, override=override) if override else verdict
    if override is None or not set(claimed) <= set(players.still_in):
        raise ScoringError("claim-differs", claimed=list(claimed), winners=list(verdict.winners))
    return replace(verdict, winners=claimed, decided_by="claim", kicker=None, runner_up=None, override=override)
