"""Knockouts: single and double elimination for any number, and at tables of three or four, of which the best go on."""

from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass

from tournaments.formats.bracket.progress import Bracket, Match, PlaceOf, Seed, Source, check_entrants

GRAND_FINALS = ("single", "reset")

Slot = Source | None
"""A seat of the full bracket of a power of two; None where nobody will ever sit."""


def single_elimination(entrants: int, *, third_place: bool = False) -> Bracket:
    """One defeat and you are out: ``entrants - 1`` matches, one more with a match for the third place.

    Seeds are placed so that the best 2, 4, 8, … meet as late as can be: 1 v 16, 8 v 9 and so on. Where the number is
    no power of two the top seeds have byes in the first round; a bye is no match. With two or three entrants only one
    can be third, and ``third_place`` adds nothing. The final is the last match. Raises ValueError.
    """
    check_entrants(entrants)
    rounds = _RoundsOfDuels()
    slots = _opening(entrants)
    beaten: list[Slot] = []
    while len(slots) > 1:
        if third_place and len(slots) == 2:
            rounds.play("third-place", beaten)
        slots, beaten = rounds.play("winners", slots)
    return Bracket(entrants, tuple(rounds.matches))


def double_elimination(entrants: int, *, grand_final: str = "single") -> Bracket:
    """Two defeats and you are out: ``2 * entrants - 2`` matches, one more with ``grand_final="reset"``.

    The losers' bracket has two rounds for each later round of the winners' bracket: its own people play each other,
    then those just beaten come in, crossed over (see :func:`_crossed`). With "single" the grand final decides, also
    where it is the first defeat of the winners' bracket's best; with "reset" a second final follows in that case.
    Raises ValueError.
    """
    check_entrants(entrants)
    if grand_final not in GRAND_FINALS:
        raise ValueError(f"grand_final is one of {GRAND_FINALS}, not {grand_final!r}")
    rounds = _RoundsOfDuels()
    winners, losers = rounds.play("winners", _opening(entrants))
    drop = 0
    while len(winners) > 1:
        drop += 1
        winners, beaten = rounds.play("winners", winners)
        losers, _ = rounds.play("losers", losers)
        arrivals = _crossed(beaten, drop)
        losers, _ = rounds.play("losers", [slot for pair in zip(losers, arrivals, strict=True) for slot in pair])
    again = rounds.play("final", [*winners, *losers])
    if grand_final == "reset":
        rounds.play("final", [*again[0], *again[1]], reset=True)
    return Bracket(entrants, tuple(rounds.matches))


def seed_order(size: int) -> list[int]:
    """Seeds 1 to ``size`` (a power of two) from the top of the bracket to its foot: 1, 8, 4, 5, 2, 7, 3, 6.

    In each round the best left meets the worst left, and so on, as long as the better seeds win.
    """
    order = [1]
    while len(order) < size:
        mirror = 2 * len(order) + 1
        order = [seed for upper in order for seed in (upper, mirror - upper)]
    return order


def _opening(entrants: int) -> list[Slot]:
    size = 1 << (entrants - 1).bit_length()
    return [Seed(seed) if seed <= entrants else None for seed in seed_order(size)]


def _crossed(beaten: Sequence[Slot], drop: int) -> list[Slot]:
    """Those beaten in one round, in the order in which they enter the losers' bracket at the ``drop``-th time.

    The first time the halves are exchanged, the second time the quarters, then both, and so on: the bits of ``drop``
    read from the top. Whoever has just been beaten is thus in the other half from the people beaten one round earlier,
    in another quarter from those beaten two rounds earlier, and meets them again as late as can be.
    """
    bits = len(beaten).bit_length() - 1
    mask = sum(1 << (bits - 1 - bit) for bit in range(bits) if drop >> bit & 1)
    return [beaten[index ^ mask] for index in range(len(beaten))]


class _RoundsOfDuels:
    """Numbers the matches as they come; a round in which nobody meets anybody does not count."""

    def __init__(self) -> None:
        self.matches: list[Match] = []
        self._count: Counter[str] = Counter()

    def play(self, bracket: str, slots: Sequence[Slot], *, reset: bool = False) -> tuple[list[Slot], list[Slot]]:
        """Winners and losers of the matches between neighbours; whoever has no neighbour wins without a match."""
        pairs = list(zip(slots[::2], slots[1::2], strict=True))
        self._count[bracket] += any(first and second for first, second in pairs)
        winners: list[Slot] = []
        losers: list[Slot] = []
        for first, second in pairs:
            if first and second:
                number = len(self.matches) + 1
                self.matches.append(Match(number, bracket, self._count[bracket], (first, second), reset=reset))
                winners.append(PlaceOf(number, 1))
                losers.append(PlaceOf(number, 2))
            else:
                winners.append(first or second)
                losers.append(None)
        return winners, losers


LARGEST_TABLE = 4
NEARBY = 12


def table_knockout(entrants: int, *, seats: int, advance: int) -> Bracket:
    """Tables of up to ``seats`` (2, 3 or 4), of each of which exactly the best ``advance`` go on.

    Once ``seats`` or fewer are left they play the final, the last match. Before that, each round

    - has as few byes as can be, and none where tables of more than ``advance`` people can be made for everybody; in
      the first round they go to the top seeds, later to winners of tables who have had none;
    - has as few tables as hold the others, as even as can be, the smaller ones for the better seeds;
    - spreads the seeds over the tables (an earlier place counts as the seed expected to take it), and exchanges
      people of about the same strength so that those who have just sat together do not, and those who may have sat
      together earlier do so as late as can be.

    Tables of two are the bracket of single elimination. Raises ValueError.
    """
    check_entrants(entrants)
    if not 1 <= advance < seats <= LARGEST_TABLE:
        raise ValueError(f"the best {advance} cannot go on from tables of {seats}")
    if seats == 2:
        return single_elimination(entrants)
    rounds = _RoundsOfTables()
    slots = [_Slot(Seed(seed), seed) for seed in range(1, entrants + 1)]
    while len(slots) > seats:
        slots = rounds.play(slots, seats=seats, advance=advance)
    rounds.add_round([slots], advance=1)
    return Bracket(entrants, tuple(rounds.matches))


@dataclass(frozen=True, slots=True)
class _Slot:
    """A seat of the coming round: ``rank`` is the seed expected in it, ``place`` where it comes from (0: no table).

    ``byes`` is the most that anybody who may sit here has had; ``past`` has a bit for each match they may have played.
    """

    source: Source
    rank: int
    place: int = 0
    byes: int = 0
    past: int = 0


class _RoundsOfTables:
    def __init__(self) -> None:
        self.matches: list[Match] = []
        self._round_of = [0]

    def play(self, slots: Sequence[_Slot], *, seats: int, advance: int) -> list[_Slot]:
        """The slots of the round after this one, the strongest first."""
        idle = byes_needed(len(slots), seats=seats, advance=advance)
        resting = sorted(slots, key=lambda slot: (slot.byes, slot.place, slot.rank))[:idle]
        playing = [slot for slot in slots if slot not in resting]
        tables = _to_and_fro(playing, tables=-(-len(playing) // seats))
        self._keep_apart(tables)
        going_on = self.add_round(tables, advance=advance)
        going_on += [_Slot(slot.source, slot.rank, 0, slot.byes + 1, slot.past) for slot in resting]
        return sorted(going_on, key=lambda slot: slot.rank)

    def add_round(self, tables: Sequence[Sequence[_Slot]], *, advance: int) -> list[_Slot]:
        """Adds a match for each table and returns the slots of those who go on from it (``advance`` of each)."""
        going_on = []
        number_of_round = self._round_of[-1] + 1
        for table in tables:
            number = len(self.matches) + 1
            sources = tuple(slot.source for slot in table)
            self.matches.append(Match(number, "winners", number_of_round, sources, advance=advance))
            self._round_of.append(number_of_round)
            byes = max(slot.byes for slot in table)
            past = 1 << number
            for slot in table:
                past |= slot.past
            for place, rank in enumerate(sorted(slot.rank for slot in table)[:advance], start=1):
                going_on.append(_Slot(PlaceOf(number, place), rank, place, byes, past))
        return going_on

    def _keep_apart(self, tables: Sequence[list[_Slot]]) -> None:
        """Exchanges people of about the same strength while that makes fewer meet again, or makes them meet later."""
        moved = True
        while moved:
            moved = False
            for here in [(index, row) for index, table in enumerate(tables) for row in range(len(table))]:
                if not self._again(tables, here, tables[here[0]][here[1]]):
                    continue
                gains = {there: self._gain(tables, here, there) for there in _nearby(tables, *here)}
                best = max(gains, key=lambda there: (gains[there], *_closeness(here, there)), default=here)
                if gains.get(best, 0) > 0:
                    _swap(tables, here, best)
                    moved = True

    def _gain(self, tables: Sequence[list[_Slot]], here: tuple[int, int], there: tuple[int, int]) -> int:
        """What is won if these two (table, row) change places."""
        one, other = tables[here[0]][here[1]], tables[there[0]][there[1]]
        now = self._again(tables, here, one) + self._again(tables, there, other)
        return now - self._again(tables, here, other) - self._again(tables, there, one)

    def _again(self, tables: Sequence[list[_Slot]], seat: tuple[int, int], slot: _Slot) -> int:
        """How bad this seat is for ``slot``: the later the last match it may share with others there, the worse."""
        index, taken = seat
        shared = (slot.past & other.past for row, other in enumerate(tables[index]) if row != taken)
        return sum(1 << 4 * self._round_of[past.bit_length() - 1] for past in shared if past)


def byes_needed(people: int, *, seats: int, advance: int) -> int:
    """The fewest of ``people`` (more than ``seats``) who must rest so that each table has more than ``advance``."""
    return next(byes for byes in range(people) if -(-(people - byes) // seats) * (advance + 1) <= people - byes)


def _to_and_fro(slots: Sequence[_Slot], *, tables: int) -> list[list[_Slot]]:
    """The best at each table, then the next best the other way round; a short last row leaves out the best tables."""
    seated: list[list[_Slot]] = [[] for _ in range(tables)]
    for start in range(0, len(slots), tables):
        row = slots[start : start + tables]
        backwards = start // tables % 2 or len(row) < tables
        for table, slot in zip(reversed(seated) if backwards else seated, row, strict=False):
            table.append(slot)
    return seated


def _nearby(tables: Sequence[list[_Slot]], index: int, row: int) -> list[tuple[int, int]]:
    """Seats of other tables in the same row, and in the next ones; the best of each table stay the best there."""
    span = range(max(0, index - NEARBY), min(len(tables), index + NEARBY + 1))
    rows = range(max(1, row - 1), row + 2) if row else range(1)
    return [(other, level) for other in span if other != index for level in rows if level < len(tables[other])]


def _closeness(here: tuple[int, int], there: tuple[int, int]) -> tuple[int, int]:
    return -abs(here[1] - there[1]), -abs(here[0] - there[0])


def _swap(tables: Sequence[list[_Slot]], here: tuple[int, int], there: tuple[int, int]) -> None:
    one, other = tables[here[0]], tables[there[0]]
    one[here[1]], other[there[1]] = other[there[1]], one[here[1]]
