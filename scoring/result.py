"""What goes into a game and what comes out of it, as frozen values."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from fractions import Fraction
from typing import TypeVar

from scoring.deals import Deal

Points = int | Fraction


@dataclass(frozen=True, slots=True)
class Aside:
    """What is known of a table beside its deals, for its statistics alone: ``held``, by deal and seat, before anybody
    could fold after all, and the seats announced as winners whom the cards ``refused``.
    """

    held: tuple[tuple[int, int, tuple[str, ...]], ...] = ()
    refused: tuple[int, ...] = ()


NOTHING_ASIDE = Aside()


@dataclass(frozen=True, slots=True)
class RecordedTable:
    """One table as it was recorded.

    ``deals`` are in order; ``None`` is a voided deal that keeps its number. ``closed`` says that the director closed
    the table unfinished (V10). ``aside`` is known only where statistics are counted.
    """

    seats: int
    first_dealer: int
    rules: Mapping[str, object]
    deals: tuple[Deal | None, ...]
    closed: bool = False
    aside: Aside = NOTHING_ASIDE


@dataclass(frozen=True, slots=True, order=True)
class Reading:
    """A hand at its best (C11): ``strength`` orders hands of one ruleset and size, everything else explains
    it.

    ``pyramid`` and ``rest`` are the cards as held, best first; ``quarry`` is the card of the pyramid that
    came from the Quarry (P3).
    """

    strength: int
    category: str = field(compare=False)
    pyramid: tuple[str, ...] = field(compare=False)
    rest: tuple[str, ...] = field(compare=False)
    quarry: str | None = field(default=None, compare=False)

    def as_dict(self) -> dict[str, object]:
        """The reading as JSON holds it, without its strength."""
        return {
            "category": self.category,
            "pyramid": list(self.pyramid),
            "rest": list(self.rest),
            "quarry": self.quarry,
        }


@dataclass(frozen=True, slots=True)
class AnnouncementResult:
    """One scored announcement; ``points`` as in V5."""

    points: int
    exact: bool
    declarer: int
    out_of_turn: bool

    def as_dict(self) -> dict[str, object]:
        """Points and whether it was exact, as JSON holds them."""
        return {"points": self.points, "exact": self.exact}

    def in_full(self) -> dict[str, object]:
        """Everything there is to say of it, as JSON holds it: no more than `as_dict`."""
        return self.as_dict()


@dataclass(frozen=True, slots=True)
class ShowdownResult:
    """The verdict on one deal.

    ``pot`` in cubits includes what was carried from the deals this one plays off (C14). ``net`` gives each
    seat's gain for the whole chain, and is None while a tie is pending or where nothing was noted as paid.
    ``kicker`` is the winning card and the card it beat, when a card outside the pyramids decided (C9).
    """

    winners: tuple[int, ...]
    decided_by: str
    hands: Mapping[int, Reading] = field(hash=False)
    unverified: bool = False
    net: Mapping[int, int] | None = field(default=None, hash=False)
    kicker: tuple[str, str] | None = None
    runner_up: int | None = None
    pot: int = 0
    override: str | None = None

    def as_dict(self) -> dict[str, object]:
        """The verdict as JSON holds it: winners, by what they won, and the hands by seat (as text)."""
        return {
            "winners": list(self.winners),
            "decided_by": self.decided_by,
            "hands": {str(seat): reading.as_dict() for seat, reading in self.hands.items()},
            "unverified": self.unverified,
        }

    def gains(self, seats: int, *, counts_cubits: bool) -> tuple[Points, ...]:
        """What the deal brought each seat: its cubits, or a share of the deal (C13, P5)."""
        if counts_cubits:
            return tuple((self.net or {}).get(seat, 0) for seat in range(seats))
        share = Fraction(1, len(self.winners))
        return tuple(share * (seat in self.winners) for seat in range(seats))

    def in_full(self) -> dict[str, object]:
        """The verdict as JSON, with the cubits and with what explains it."""
        return self.as_dict() | {
            "pot": self.pot,
            "net": None if self.net is None else {str(seat): gained for seat, gained in self.net.items()},
            "kicker": None if self.kicker is None else list(self.kicker),
            "runner_up": self.runner_up,
            "override": self.override,
        }


DealResult = AnnouncementResult | ShowdownResult


@dataclass(frozen=True, slots=True)
class SheetState:
    """A seat's Vilnius sheet: announcements left for 0..6, reachable totals (V7), exact and all announcements
    made.
    """

    left: tuple[int, ...]
    lowest: int
    highest: int
    exact: int
    made: int
    can_win: bool
    has_won: bool

    def as_dict(self) -> dict[str, object]:
        """The state of the sheet as JSON holds it; ``left`` by the number announced (as text)."""
        return {
            "left": {str(announced): times for announced, times in enumerate(self.left)},
            "lowest": self.lowest,
            "highest": self.highest,
            "exact": self.exact,
            "made": self.made,
            "can_win": self.can_win,
            "has_won": self.has_won,
        }


@dataclass(frozen=True, slots=True)
class SeatResult:
    """Points (Vilnius), deals won or net cubits of a seat, and its place from 1."""

    score: Points
    place: int
    sheet: SheetState | None = None

    def as_dict(self) -> dict[str, object]:
        """Score and place as JSON holds them, with the sheet where the game has one."""
        answer: dict[str, object] = {"score": plain_number(self.score), "place": self.place}
        if self.sheet is not None:
            answer["sheet"] = self.sheet.as_dict()
        return answer


@dataclass(frozen=True, slots=True)
class TableResult:
    """What a table was worth so far.

    ``turn`` is the seat expected to declare (Vilnius) or to deal (showdowns) next, None when nobody is;
    ``playoff_of`` the number of the tied deal that ``playoff_seats`` must play off next (C14).
    """

    seats: tuple[SeatResult, ...]
    finished: bool
    deals: tuple[DealResult | None, ...]
    turn: int | None
    playoff_of: int | None = None
    playoff_seats: tuple[int, ...] = ()

    def as_dict(self) -> dict[str, object]:
        """The result as JSON holds it, seats in their order and deals by number; None for a deal that has none."""
        return {
            "seats": [seat.as_dict() for seat in self.seats],
            "finished": self.finished,
            "deals": [None if deal is None else deal.in_full() for deal in self.deals],
            "turn": self.turn,
            "playoff_of": self.playoff_of,
            "playoff_seats": list(self.playoff_seats),
        }


def plain_number(points: Points) -> int | float:
    """Whole numbers as int, the rest as float: what JSON can say."""
    return int(points) if points == int(points) else float(points)


Score = TypeVar("Score", Points, tuple[Points, Points])


def places(scores: Sequence[Score]) -> list[int]:
    """The place of each score, the highest first; equal ones share the better place (1, 1, 3)."""
    falling = sorted(scores, reverse=True)
    return [1 + falling.index(score) for score in scores]
