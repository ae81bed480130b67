"""A showdown while its hands come in one by one, each from the phone of who holds it."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

from scoring import fields
from scoring.deals import ShowdownDeal
from scoring.errors import ScoringError
from scoring.fields import Payload
from scoring.showdown.game import ShowdownGame
from scoring.showdown.sheet import Showdown, parse_hand

OWN_FIELDS = frozenset({"cards", "folded", "paid"})
QUARRY = None


@dataclass(frozen=True, slots=True)
class OwnHand:
    """What a player's own phone says of their part in a deal; of the Quarry its cards alone."""

    cards: tuple[str, ...] = ()
    folded: bool = False
    paid: int | None = None

    def as_dict(self) -> dict[str, object]:
        """The hand as JSON holds it."""
        return {"cards": list(self.cards), "folded": self.folded, "paid": self.paid}

    def is_in(self, deal: ShowdownDeal, seat: int) -> bool:
        """Whether the deal says the same of this seat. What it leaves out, as the hand of the last one left in, is."""
        same_cards = sorted(deal.hands.get(seat, self.cards)) == sorted(self.cards)
        return same_cards and (seat in deal.folded) == self.folded and deal.paid.get(seat, self.paid) == self.paid


def read_own_hand(payload: Payload) -> OwnHand:
    """Raises ``malformed``."""
    fields.only_fields(payload, OWN_FIELDS)
    folded = fields.flag(payload, "folded")
    cards = fields.cards(payload.get("cards") or [], "cards")
    return OwnHand(() if folded else tuple(cards), folded, fields.optional_integer(payload, "paid"))


@dataclass(frozen=True, slots=True)
class OwnHands:
    """Who plays the deal (``seats``), and what has come in of it by seat; the Quarry under None."""

    game: ShowdownGame
    showdown: Showdown
    seats: tuple[int, ...]
    given: Mapping[int | None, OwnHand]

    @property
    def out(self) -> list[int]:
        """The seats that have folded, in their order."""
        return [seat for seat in self.seats if seat in self.given and self.given[seat].folded]

    @property
    def still_in(self) -> list[int]:
        """The seats that have not folded, in their order."""
        return [seat for seat in self.seats if seat not in self.out]

    @property
    def is_complete(self) -> bool:
        """Whether nothing is missing of the deal. Of the last one left in no hand is asked (C15, P9)."""
        everybody = self.given.keys() >= set(self.seats)
        if len(self.still_in) == 1:
            return everybody or not self.showdown.counts_cubits
        quarry = self.given.get(QUARRY, OwnHand()).cards
        return everybody and (not self.showdown.uses_quarry or len(quarry) >= len(self.still_in))

    def payload(self, *, dealer: int | None, playoff_of: int | None) -> dict[str, object]:
        """The deal as a pad enters it. Whoever is left alone shows nothing (C15, P9)."""
        facts: dict[str, object] = {"dealer": dealer if dealer in self.seats else self.seats[0]}
        if self.game.folds:
            facts["folded"] = self.out
        if len(self.still_in) > 1:
            facts["hands"] = {str(seat): list(self.given[seat].cards) for seat in self.still_in}
            if self.showdown.uses_quarry:
                facts["quarry"] = list(self.given[QUARRY].cards)
        if self.showdown.counts_cubits:
            facts["paid"] = {str(seat): self.given[seat].paid for seat in self.seats}
        if playoff_of is not None:
            facts["playoff_of"] = playoff_of
        return facts

    def check(self, seat: int | None, hand: OwnHand) -> None:
        """Raises ``hand-size``, ``unknown-card``, ``too-many-copies``, ``quarry-size``, ``all-folded`` and
        ``paid-invalid``.
        """
        deck = self.showdown.deck
        if seat is QUARRY:
            if not self.showdown.uses_quarry or not 0 < len(hand.cards) <= len(self.seats):
                raise ScoringError("quarry-size", expected=[2, len(self.seats)], got=len(hand.cards))
            return deck.check_copies(deck.parse(hand.cards))
        if not hand.folded:
            deck.check_copies(parse_hand(hand.cards, self.showdown))
        elif not self.game.folds or self.still_in == [seat]:
            raise ScoringError("all-folded")
        if self.showdown.counts_cubits and not 0 <= (-1 if hand.paid is None else hand.paid) <= self.game.most_cubits:
            raise ScoringError("paid-invalid", seat=seat)
        return None
