"""What goes into a draw and what comes out of it, whatever the format."""

from dataclasses import dataclass
from fractions import Fraction

Id = int
"""An entrant, by number. Only the draw command names them in text, and numbers them for this."""
Score = int | float | Fraction


@dataclass(frozen=True, slots=True)
class Entry:
    """Somebody who is to be seated in the next round, with the event points so far."""

    id: Id
    score: Score = 0


@dataclass(frozen=True, slots=True)
class Seating:
    """One round: ids by table in the order of their seats (the first deals first), and who has a bye.

    ``floats`` are those who met somebody with a lower score than theirs when the round was drawn; None if not known.
    """

    tables: tuple[tuple[Id, ...], ...]
    byes: tuple[Id, ...] = ()
    floats: tuple[Id, ...] | None = None


@dataclass(frozen=True, slots=True)
class Draw:
    """A round drawn, with what it cost.

    ``repeats`` counts the pairs seated together who have already met, each earlier meeting once; ``score_gap`` is the
    sum over the tables of the highest minus the lowest score.
    """

    seating: Seating
    repeats: int
    score_gap: Score


class NoValidPairing(ValueError):
    """No seating keeps the hard rules; ``clause`` names the one that cannot be met, ``ids`` whom it concerns."""

    code = "no-valid-pairing"

    def __init__(self, clause: str, ids: tuple[Id, ...] = ()) -> None:
        super().__init__(clause, ids)
        self.clause = clause
        self.ids = ids

    def as_dict(self) -> dict[str, object]:
        return {"code": self.code, "clause": self.clause, "ids": list(self.ids)}
