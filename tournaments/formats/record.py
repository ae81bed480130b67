"""What happened in an event or a stage, as standings and draws read it, and what a draw answers, in any format."""

from bisect import bisect_left
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, field, replace
from fractions import Fraction
from functools import cached_property

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
        """The refusal as JSON holds it."""
        return {"code": self.code, "clause": self.clause, "ids": list(self.ids)}


Points = int | Fraction


@dataclass(frozen=True, slots=True)
class SeatRecord:
    """One seat at a table: the place (from 1, equal ones shared; None while it is open) and the game's own score.

    ``exact`` and ``made`` count announcements, ``net`` cubits; None where the game or the record does not know.
    ``wins`` are the games won, where the table is a match of several. Where it is one of two teams, ``score`` are the
    points of its boards, and ``weighted`` the same with each times the boards from its own to the last.
    """

    id: Id
    place: int | None = None
    score: Points = 0
    exact: int | None = None
    made: int | None = None
    net: int | None = None
    wins: Points | None = None
    weighted: Points | None = None


@dataclass(frozen=True)
class TableRecord:
    """One table in the order of its seats. Who is in ``forfeited`` did not play; the others may have done."""

    seats: tuple[SeatRecord, ...]
    forfeited: frozenset[Id] = frozenset()

    @cached_property
    def kind(self) -> str:
        """ "played", "forfeit" (somebody did not play), "double-forfeit" (nobody did) or "open" (no result yet)."""
        present = self.present
        if not present:
            return "double-forfeit"
        if len(present) > 1 and any(seat.place is None for seat in present):
            return "open"
        return "forfeit" if self.forfeited else "played"

    @cached_property
    def ids(self) -> tuple[Id, ...]:
        """Everybody who was seated, in the order of the seats."""
        return tuple(seat.id for seat in self.seats)

    @cached_property
    def present(self) -> tuple[SeatRecord, ...]:
        """The seats that did not forfeit."""
        return tuple(seat for seat in self.seats if seat.id not in self.forfeited)

    def without(self, annulled: frozenset[Id]) -> "TableRecord":
        """The table as if those ``annulled`` had never sat at it."""
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
        """The round as if the ``annulled`` had not been there. A player who sat with nobody else was free; the others
        keep their order.
        """
        tables = (table.without(annulled) for table in self.tables)
        byes = tuple(bye for bye in self.byes if bye.id not in annulled)
        return RoundRecord(tuple(table for table in tables if len(table.seats) > 1), byes)


@dataclass(frozen=True, slots=True)
class EventRecord:
    """Everything standings are made from, rounds in the order they were played.

    ``expelled`` and ``annulled`` entrants stand below all others and without a rank; the rounds hold nothing of the
    annulled, who left before half of a round robin. ``decisions`` are what was settled among entrants who were level,
    the newest last (``standings.settled``); in each of ``shared`` they share their place, and no lot parts them.
    ``seed`` is the stored seed lots are drawn from; ``drawn_as``: by what other id somebody's lot was drawn.
    ``scheduled`` says that everybody meets everybody (round robin): forfeits count as games, a free round is no bye.
    ``starting`` are the points that some have before the first round. ``boards`` are those of a match of two teams.
    """

    entrants: tuple[Id, ...]
    rounds: tuple[RoundRecord, ...] = ()
    withdrawn: frozenset[Id] = frozenset()
    expelled: frozenset[Id] = frozenset()
    decisions: tuple[Mapping[Id, int], ...] = ()
    seed: int = 0
    scheduled: bool = field(default=False, kw_only=True)
    annulled: frozenset[Id] = field(default=frozenset(), kw_only=True)
    shared: frozenset[frozenset[Id]] = field(default=frozenset(), kw_only=True)
    drawn_as: Mapping[Id, Id] = field(default_factory=dict, hash=False, kw_only=True)
    starting: Mapping[Id, Fraction] = field(default_factory=dict, hash=False, kw_only=True)
    boards: int = field(default=0, kw_only=True)


def ranked(places: Mapping[Id, int]) -> dict[Id, tuple[int, int]]:
    """How many are better than each entrant and how many equal, themselves among these: (0, 1) is a sole first."""
    values = list(places.values())
    return {who: (sum(v < place for v in values), values.count(place)) for who, place in places.items()}


def are_places(numbers: Iterable[int]) -> bool:
    """Whether these can be the places of a table: who is level shares the better one, as in 1, 2, 2, 4."""
    ordered = sorted(numbers)
    return all(place == 1 + bisect_left(ordered, place) for place in ordered)


@dataclass(frozen=True, slots=True, kw_only=True)
class StageRecord:
    """A stage so far: ``entrants`` in the order of their seeds; ``seed`` is the stored seed of all draws.

    What each round's draw said is kept with it: ``matches`` the bracket's number of each table (empty for formats
    without a bracket), ``floats`` who floated down in a Swiss for two. ``withdrawn`` are not drawn any more; the
    ``expelled`` are among them. Two of ``avoid`` never meet, two of one of the ``teams`` where it cannot be avoided.
    ``decisions``, ``shared`` and ``drawn_as`` as in ``EventRecord``. ``resting`` asked for
    a bye in the next round, the ``late`` entered after the first. Of those who left a round robin the ``kept`` lose
    what is left by forfeit, and the ``annulled`` never played. ``closed``: nothing more is played, whatever the plan
    says. ``playing_off``: some are, after the last round. ``round_seed``: that of the next round, where the stage's own
    is not known. ``handicaps``: the points that some begin with, where the plan gives any.
    """

    entrants: tuple[Id, ...]
    rounds: tuple[RoundRecord, ...] = ()
    matches: tuple[tuple[int, ...], ...] = ()
    floats: tuple[tuple[Id, ...] | None, ...] = ()
    withdrawn: frozenset[Id] = frozenset()
    avoid: frozenset[frozenset[Id]] = frozenset()
    teams: frozenset[frozenset[Id]] = frozenset()
    seed: int = 0
    expelled: frozenset[Id] = frozenset()
    decisions: tuple[Mapping[Id, int], ...] = ()
    shared: frozenset[frozenset[Id]] = frozenset()
    closed: bool = False
    playing_off: bool = False
    resting: frozenset[Id] = frozenset()
    late: frozenset[Id] = frozenset()
    kept: frozenset[Id] = frozenset()
    annulled: frozenset[Id] = frozenset()
    drawn_as: Mapping[Id, Id] = field(default_factory=dict)
    round_seed: int | None = None
    handicaps: Mapping[Id, Fraction] = field(default_factory=dict)

    @property
    def tables(self) -> Iterator[TableRecord]:
        """The tables of all rounds, in the order in which they were drawn."""
        return (table for round_ in self.rounds for table in round_.tables)

    @property
    def match_tables(self) -> Iterator[tuple[int, TableRecord]]:
        """Those of a bracket, with the number of the match that each plays."""
        for round_, numbers in zip(self.rounds, self.matches, strict=True):
            yield from zip(numbers, round_.tables, strict=True)

    @property
    def has_result(self) -> bool:
        """Whether any table is over."""
        return any(table.kind != "open" for table in self.tables)

    @property
    def playing(self) -> tuple[Id, ...]:
        """Who is to be drawn in the next round."""
        return tuple(who for who in self.entrants if who not in self.withdrawn | self.resting)

    def last_round(self, who: Id) -> int:
        """The last round (from 1) in which somebody sat at a table or had a bye; 0 for none."""
        last = 0
        for number, round_ in enumerate(self.rounds, start=1):
            if any(who in table.ids for table in round_.tables) or any(bye.id == who for bye in round_.byes):
                last = number
        return last

    def after(self, rounds: int) -> "StageRecord":
        """The stage as it was after so many rounds, but for those who have withdrawn since."""
        return replace(self, rounds=self.rounds[:rounds], matches=self.matches[:rounds], floats=self.floats[:rounds])
