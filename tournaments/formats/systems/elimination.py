"""Single and double elimination for any number: who meets whom, and where the beaten go."""

from collections import Counter
from collections.abc import Sequence

from tournaments.formats.bracket.matches import Bracket, Match, PlaceOf, Seed, Source, check_entrants

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
