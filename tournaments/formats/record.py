"""What happened in an event or a stage, as standings read it: rounds of tables and byes."""

from collections.abc import Mapping
from dataclasses import dataclass, field
from fractions import Fraction

from tournaments.formats.draw import Id

Points = int | Fraction


@dataclass(frozen=True, slots=True)
class SeatRecord:
    """One seat at a table: the place (from 1, equal ones shared; None while it is open) and the game's own score.

    ``exact`` and ``made`` count announcements, ``net`` cubits; None where the game or the record does not know.
    """

    id: Id
    place: int | None = None
    score: Points = 0
    exact: int | None = None
    made: int | None = None
    net: int | None = None


@dataclass(frozen=True, slots=True)
class TableRecord:
    """One table in the order of its seats. Who is in ``forfeited`` did not play; the others may have done."""

    seats: tuple[SeatRecord, ...]
    forfeited: frozenset[Id] = frozenset()

    @property
    def kind(self) -> str:
        """ "played", "forfeit" (somebody did not play), "double-forfeit" (nobody did) or "open" (no result yet)."""
        present = self.present
        if not present:
            return "double-forfeit"
        if len(present) > 1 and any(seat.place is None for seat in present):
            return "open"
        return "forfeit" if self.forfeited else "played"

    @property
    def present(self) -> tuple[SeatRecord, ...]:
        """The seats that did not forfeit."""
        return tuple(seat for seat in self.seats if seat.id not in self.forfeited)

    def without(self, annulled: frozenset[Id]) -> "TableRecord":
        seats = tuple(seat for seat in self.seats if seat.id not in annulled)
        return TableRecord(seats, self.forfeited - annulled)


@dataclass(frozen=True, slots=True)
class ByeRecord:
    """A round without a table, with the points it gave; ``requested`` where the entrant asked for it or came late."""

    id: Id
    points: Points = 0
    requested: bool = False


@dataclass(frozen=True, slots=True)
class RoundRecord:
    """One round. An entrant at no table and without a bye was absent: a requested bye of no points."""

    tables: tuple[TableRecord, ...]
    byes: tuple[ByeRecord, ...] = ()

    def without(self, annulled: frozenset[Id]) -> "RoundRecord":
        """As if these had not been there. Who sat with nobody else was free; the others keep their order."""
        tables = (table.without(annulled) for table in self.tables)
        byes = tuple(bye for bye in self.byes if bye.id not in annulled)
        return RoundRecord(tuple(table for table in tables if len(table.seats) > 1), byes)


@dataclass(frozen=True, slots=True)
class EventRecord:
    """Everything standings are made from, rounds in the order they were played.

    ``expelled`` and ``annulled`` entrants stand below all others and without a rank; the rounds hold nothing of the
    annulled, who left before half of a round robin. ``decisions`` are what was settled among entrants who were level,
    the newest last (``standings.settled``). ``seed`` is the stored seed lots are drawn from. ``scheduled`` says that
    everybody meets everybody (round robin): forfeits count as games, and a free round is no bye.
    """

    entrants: tuple[Id, ...]
    rounds: tuple[RoundRecord, ...] = ()
    withdrawn: frozenset[Id] = frozenset()
    expelled: frozenset[Id] = frozenset()
    decisions: tuple[Mapping[Id, int], ...] = ()
    seed: int = 0
    scheduled: bool = field(default=False, kw_only=True)
    annulled: frozenset[Id] = field(default=frozenset(), kw_only=True)


def ranked(places: Mapping[Id, int]) -> dict[Id, tuple[int, int]]:
    """For each entrant how many are better and how many equal, themselves among these: (0, 1) is a sole first."""
    values = list(places.values())
    return {who: (sum(v < place for v in values), values.count(place)) for who, place in places.items()}
