"""Where a hand stands among all there are: to the card where cards outside the pyramid break ties, in six cards."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from functools import cache
from itertools import accumulate
from pathlib import Path

from scoring.result import Reading
from scoring.showdown.chances import MILLION, Chances
from scoring.showdown.colonial import ITALIAN
from scoring.showdown.verdict import Ruleset

COUNTED = Path(__file__).with_name("italian-6.txt")
"""How many hands there are of each strength, the weakest first. Counting them anew takes too long for a deal."""


def position(ruleset: Ruleset, chances: Chances, reading: Reading) -> float:
    """The share of all hands that are worse, and half of those that tie."""
    if ruleset is ITALIAN and chances.size == len(reading.pyramid) + len(reading.rest) == 6:
        return _to_the_card()[reading.strength]
    return chances.strength(reading.category) / MILLION


@cache
def _to_the_card() -> Mapping[int, float]:
    return shares(tuple(map(int, line.split())) for line in COUNTED.read_text().splitlines())


def shares(counted: Iterable[tuple[int, ...]]) -> dict[int, float]:
    """By strength; of strengths and the number of hands of each."""
    strengths, hands = zip(*counted, strict=True)
    until = list(accumulate(hands))
    return {
        strength: (below - own / 2) / until[-1] for strength, own, below in zip(strengths, hands, until, strict=True)
    }
