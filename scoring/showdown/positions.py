"""Where a hand stands among all there are, exactly."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from functools import cache
from itertools import accumulate
from pathlib import Path
from typing import NamedTuple

from scoring.result import Reading
from scoring.showdown.chances import CHANCES, Chances
from scoring.showdown.colonial import ITALIAN
from scoring.showdown.protean import PROTEAN
from scoring.showdown.verdict import Ruleset

HERE = Path(__file__).parent / "counted"
COUNTED = {"italian-6": ITALIAN, "italian-8": ITALIAN, "protean-6": PROTEAN}
"""Files of how many hands there are of each strength, the weakest first, where the cards outside the pyramid, or its
suit, set hands of one category apart. Counting them anew takes too long for a deal.
"""

Counted = Iterable[tuple[int, int]]


class Positions(NamedTuple):
    """By strength; and how far from the half a hand lies: its variance over all hands."""

    shares: Mapping[int, float]
    scatter: float


def position(ruleset: Ruleset, chances: Chances, reading: Reading) -> float:
    """The share of all hands that are worse, and half of those that tie."""
    return positions(ruleset, chances).shares[reading.strength]


def positions(ruleset: Ruleset, chances: Chances) -> Positions:
    name = next((name for name, of in COUNTED.items() if of is ruleset and name.endswith(f"-{chances.size}")), None)
    return _positions(name or chances.key)


@cache
def _positions(name: str) -> Positions:
    counted = _read(name) if name in COUNTED else _by_category(CHANCES[name])
    found, hands = shares(counted), dict(counted)
    scatter = sum(hands[strength] * (share - 0.5) ** 2 for strength, share in found.items()) / sum(hands.values())
    return Positions(found, scatter)


def _read(name: str) -> list[tuple[int, int]]:
    lines = (HERE / f"{name}.txt").read_text().splitlines()
    return [(int(strength), int(hands)) for strength, hands in map(str.split, lines)]


def _by_category(chances: Chances) -> list[tuple[int, int]]:
    """Where hands of one category tie, strengths are the categories counted from the worst."""
    return list(enumerate(reversed([*chances.hands.values()])))


def shares(counted: Counted) -> dict[int, float]:
    """By strength; of strengths and the number of hands of each, the weakest first."""
    strengths, hands = zip(*counted, strict=True)
    until = list(accumulate(hands))
    return {
        strength: (below - own / 2) / until[-1] for strength, own, below in zip(strengths, hands, until, strict=True)
    }
