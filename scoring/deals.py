"""Deals as they are recorded: a payload is read once into one of these values, and written from it again."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field, replace
from typing import Any, ClassVar

from scoring import fields
from scoring.errors import ScoringError, malformed
from scoring.fields import Payload

VILNIUS_FIELDS = frozenset({"declarer", "announced", "trump", "taken", "out_of_turn"})
SHOWDOWN_FIELDS = frozenset({"dealer", "hands", "claimed", "playoff_of", "out_of_turn", "override"})


@dataclass(frozen=True, slots=True)
class VilniusDeal:
    """An announcement and what came of it (V2-V5). ``given`` is the payload that it was read from."""

    declarer: int
    announced: int
    trump: str | None
    taken: int
    out_of_turn: bool = False
    given: Payload = field(default_factory=dict, compare=False, repr=False)
    playoff_of: ClassVar[None] = None
    override: ClassVar[None] = None
    ruling: ClassVar[None] = None

    def as_payload(self) -> dict[str, object]:
        """The payload that records this deal, in the order and form of the one it was read from."""
        facts = {name: getattr(self, name) for name in ("declarer", "announced", "trump", "taken", "out_of_turn")}
        return written(facts, self.given)

    def exchanged(self, a: int, b: int) -> VilniusDeal:
        """What seat ``a`` did was done by ``b``, and the other way round."""
        return replace(self, declarer={a: b, b: a}.get(self.declarer, self.declarer))

    def renumbered(self, at: int) -> VilniusDeal:
        """After a deal has come in as deal ``at``: it names no other."""
        return self

    def in_order(self) -> VilniusDeal:
        """The deal itself: nothing in it depends on the order in which cards were typed."""
        return self


@dataclass(frozen=True, slots=True)
class ShowdownDeal:
    """A deal of hands as the table entered it (C13-C15, P8): the cards as they were written, and what each seat put in.
    ``given`` is the payload that it was read from.
    """

    dealer: int
    hands: Mapping[int, tuple[str, ...]] = field(default_factory=dict, hash=False)
    quarry: tuple[str, ...] = ()
    folded: tuple[int, ...] = ()
    paid: Mapping[int, int] = field(default_factory=dict, hash=False)
    claimed: tuple[int, ...] = ()
    playoff_of: int | None = None
    out_of_turn: bool = False
    override: str | None = None
    given: Payload = field(default_factory=dict, compare=False, repr=False)

    @property
    def ruling(self) -> tuple[object, ...] | None:
        """Whom the director upholds against which cards, and why; None where the cards decide."""
        return None if self.override is None else (self.override, self.in_order().claimed, *self.laid_down)

    @property
    def entered(self) -> frozenset[int]:
        """Seats whose hand the deal has, or says to be out of it."""
        return frozenset((*self.hands, *self.folded))

    @property
    def laid_down(self) -> tuple[object, ...]:
        """The cards, by which two phones tell that they enter the same deal, whoever they say has won it."""
        deal = self.in_order()
        return deal.hands, deal.quarry, deal.folded

    def upheld(self, reason: str) -> ShowdownDeal:
        """The deal as the director lets it stand, against the cards and with a reason (C13)."""
        return replace(self, override=reason)

    def unruled(self) -> ShowdownDeal:
        """The deal as the table announces it, without the director's word."""
        return replace(self, override=None)

    def by_the_cards(self) -> ShowdownDeal:
        """The deal with the cards alone to decide, whatever the table announces."""
        return replace(self, claimed=(), override=None)

    @property
    def shown(self) -> tuple[int, ...]:
        """The seats that showed their cards."""
        return tuple(self.hands)

    @property
    def short_of_the_bet(self) -> tuple[int, ...]:
        """Who is still in with less than the highest sum. Betting ends when all have put in the same, or all they had
        (C13): that is for the table to say.
        """
        still_in = {*self.hands, *self.claimed, *self.paid} - {*self.folded}
        highest = max(self.paid.values(), default=0)
        short = tuple(seat for seat in sorted(still_in) if self.paid.get(seat, 0) < highest)
        return short if len(still_in) > 1 else ()

    def as_payload(self) -> dict[str, object]:
        """The payload that records this deal (C13), in the form of the one it was read from; seats are text, as in
        JSON.
        """
        facts = {
            "dealer": self.dealer,
            "hands": {str(seat): list(cards) for seat, cards in self.hands.items()},
            "quarry": list(self.quarry),
            "folded": list(self.folded),
            "paid": {str(seat): amount for seat, amount in self.paid.items()},
            "claimed": list(self.claimed),
            "playoff_of": self.playoff_of,
            "out_of_turn": self.out_of_turn,
            "override": self.override,
        }
        return written(facts, self.given)

    def exchanged(self, a: int, b: int) -> ShowdownDeal:
        """What seat ``a`` did was done by ``b``, and the other way round."""
        other = {a: b, b: a}
        return replace(
            self,
            dealer=other.get(self.dealer, self.dealer),
            hands={other.get(seat, seat): cards for seat, cards in self.hands.items()},
            folded=tuple(other.get(seat, seat) for seat in self.folded),
            paid={other.get(seat, seat): amount for seat, amount in self.paid.items()},
            claimed=tuple(other.get(seat, seat) for seat in self.claimed),
        )

    def renumbered(self, at: int) -> ShowdownDeal:
        """After a deal has come in as deal ``at``: the tie that this one plays off may have moved up (C14)."""
        moved = self.playoff_of is not None and self.playoff_of >= at
        return replace(self, playoff_of=(self.playoff_of or 0) + 1) if moved else self

    def in_order(self) -> ShowdownDeal:
        """The deal with its cards and seats sorted: equal whichever of them were entered first."""
        return replace(
            self,
            hands={seat: tuple(sorted(cards)) for seat, cards in self.hands.items()},
            quarry=tuple(sorted(self.quarry)),
            folded=tuple(sorted(self.folded)),
            claimed=tuple(sorted(self.claimed)),
        )


Deal = VilniusDeal | ShowdownDeal


class Misread:
    """Stands for a deal whose payload could not be read to its end: asked for more, it raises what was wrong.

    So a game comes to it in the order of the clauses, as the phone does, which reads and judges in one.
    """

    def __init__(self, payload: Payload, error: ScoringError, read: Mapping[str, object] | None = None) -> None:
        vars(self).update(read or {}, given=payload, error=error)

    def __getattr__(self, name: str) -> Any:
        raise self.error

    def as_payload(self) -> dict[str, object]:
        """The payload as it was given."""
        return dict(self.given)


SEAT, SEATS, BY_SEAT = ("declarer", "dealer"), ("folded", "claimed"), ("hands", "paid")


def move_seats(payload: Payload, by: int) -> dict[str, Any]:
    """The payload for who counts seats from ``by``. What is no number of a seat stays as it is."""
    moved = dict(payload)
    for name in (*SEAT, *SEATS):
        if name in moved:
            moved[name] = moved_seat(moved[name], by)
    for name in BY_SEAT:
        if isinstance(rows := moved.get(name), Mapping):
            moved[name] = {_moved_key(key, by): value for key, value in rows.items()}
    return moved


def moved_seat(value: Any, by: int) -> Any:
    """A seat, or a list of them, counted from ``by``."""
    if isinstance(value, list | tuple):
        return [moved_seat(each, by) for each in value]
    return value + by if type(value) is int else value


def _moved_key(key: str, by: int) -> str:
    is_seat = key.isascii() and key.isdecimal() and len(key) <= 2 and str(int(key)) == key
    return str(int(key) + by) if is_seat else key


def announced_winners(payload: Payload) -> tuple[int, ...]:
    """The seats of whom a stored deal says that they have won it."""
    claimed: Any = payload.get("claimed")
    return tuple(claimed or ())


def is_read(deal: object) -> bool:
    """Whether a deal could be read to its end."""
    return not isinstance(deal, Misread)


def same_deal(one: Deal | None, other: Deal | None) -> bool:
    """Whether two phones entered the same, None for a voided deal: in whichever order the cards and the seats were
    entered, and whether or not what was not noted is named. What cannot be read is like nothing.
    """
    if one is None or other is None:
        return one is other
    if not (is_read(one) and is_read(other)):
        return False
    return one.in_order() == other.in_order()


def check_reason(payload: Payload, *, longest: int) -> None:
    """Raises ``malformed`` where somebody typed more, for upholding a winner against the cards, than can be kept."""
    if len(str(payload.get("override") or "")) > longest:
        raise malformed("override", "not-allowed")


def without_words(payload: Payload) -> dict[str, Any]:
    """What was played, without what somebody has typed."""
    return {name: value for name, value in payload.items() if name != "override"}


def read_announcement(payload: Payload, *, seats: int, tricks: int) -> VilniusDeal:
    """Raises ``malformed``, ``seat-unknown``, ``announcement-range`` and ``tricks-range``."""
    fields.only_fields(payload, VILNIUS_FIELDS)
    declarer = fields.seat(payload, "declarer", seats=seats)
    announced = in_range(payload, "announced", code="announcement-range", highest=tricks)
    taken = in_range(payload, "taken", code="tricks-range", highest=tricks)
    out_of_turn = fields.flag(payload, "out_of_turn")
    trump = payload.get("trump")
    if trump is not None and not isinstance(trump, str):
        raise malformed("trump")
    return VilniusDeal(declarer, announced, trump, taken, out_of_turn, dict(payload))


def read_showdown(payload: Payload, *, seats: int, fields: frozenset[str], most_cubits: int) -> ShowdownDeal | Misread:
    """Judging a deal may come between reading its parts, so what was read before an error is kept."""
    read: dict[str, Any] = {}
    try:
        read.update(showdown_parts(payload, seats=seats, known=fields, most_cubits=most_cubits))
    except ScoringError as error:
        return Misread(payload, error, read)
    del read["shown"]
    return ShowdownDeal(**read, given=dict(payload))


def showdown_parts(
    payload: Payload, *, seats: int, known: frozenset[str], most_cubits: int
) -> Iterator[tuple[str, object]]:
    """The fields of a `ShowdownDeal`, and who has shown cards before they are looked at, in the order of the checks.

    Raises ``malformed``, ``seat-unknown`` and ``paid-invalid``.
    """
    fields.only_fields(payload, known)
    yield "dealer", fields.seat(payload, "dealer", seats=seats)
    yield "out_of_turn", fields.flag(payload, "out_of_turn")
    yield "paid", paid_in(payload, seats=seats, most=most_cubits)
    yield "playoff_of", fields.optional_integer(payload, "playoff_of")
    hands = fields.by_seat(payload, "hands", seats=seats)
    yield "shown", tuple(hands)
    yield "folded", fields.seat_list(payload, "folded", seats=seats)
    claimed = fields.seat_list(payload, "claimed", seats=seats)
    yield "claimed", claimed
    override = fields.text(payload, "override")
    if override is not None and not claimed:
        raise malformed("override", "not-allowed")
    yield "override", override
    yield "hands", {seat: tuple(fields.cards(cards, "hands")) for seat, cards in hands.items()}
    quarry = payload.get("quarry")
    yield "quarry", () if quarry is None else tuple(fields.cards(quarry, "quarry"))


def in_range(payload: Payload, name: str, *, code: str, highest: int) -> int:
    """A whole number from 0 to ``highest``. Raises ScoringError: malformed, or ``code`` outside the range."""
    number = fields.integer(payload, name)
    if not 0 <= number <= highest:
        raise ScoringError(code, lowest=0, highest=highest, got=number)
    return number


def paid_in(payload: Payload, *, seats: int, most: int) -> dict[int, int]:
    """The cubits each seat put in (C13). Raises ``paid-invalid`` (seat), ``seat-unknown`` and ``malformed``."""
    amounts, paid = fields.by_seat(payload, "paid", seats=seats), {}
    for seat, amount in sorted(amounts.items()):
        if type(amount) is not int or not 0 <= amount <= most:
            raise ScoringError("paid-invalid", seat=seat)
        paid[seat] = amount
    return {seat: paid[seat] for seat in amounts}


def written(facts: Mapping[str, object], given: Payload) -> dict[str, object]:
    """What says something, and what was given without saying anything, as it was given and in that order."""
    facts_given = {name: value for name, value in facts.items() if not says_nothing(value)}
    parts = {
        name: facts_given.get(name, value)
        for name, value in given.items()
        if name in facts_given or says_nothing(value)
    }
    return parts | facts_given


def says_nothing(value: object) -> bool:
    """Whether a field with this value says as much as one that is left out."""
    return value is None or value is False or value in ("", [], {})
