"""The exact odds of the hands that people are dealt, in numbers: `odds` counts them, which takes seconds."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field

from scoring.showdown.colonial import VISIONS, VISIONS_PERFECT_FIRST
from scoring.showdown.protean import PROTEAN

MILLION = 1_000_000


@dataclass(frozen=True)
class Chances:
    """How many of all hands of one size fall into each category of one order of hands, the best first."""

    key: str
    size: int
    hands: Mapping[str, int]
    total: int = field(init=False)
    worse: Mapping[str, int] = field(init=False, repr=False)

    def __post_init__(self) -> None:
        names = list(self.hands)
        worse = {name: sum(self.hands[each] for each in names[at + 1 :]) for at, name in enumerate(names)}
        object.__setattr__(self, "total", sum(self.hands.values()))
        object.__setattr__(self, "worse", worse)

    def one_in(self, category: str) -> int:
        """So many hands are dealt for one of this category."""
        return round(self.total / self.hands[category])

    def better(self, category: str) -> int:
        """How many of a million hands are of a better category."""
        return round(MILLION * (self.total - self.worse[category] - self.hands[category]) / self.total)


def _in_order(key: str, size: int, categories: Sequence[str], *hands: int) -> Chances:
    return Chances(key, size, dict(zip(categories, hands, strict=True)))


# A test counts each of them anew, hand by hand.
ALL = (
    _in_order(
        "by-level-6", 6, VISIONS.categories,
        3_780, 6_912, 6_912, 6_912, 5_407_911, 58_398, 58_398, 58_398, 5_499_072,
        1_528_785, 1_499_409, 1_470_033, 8_880_597, 4_504_158,
    ),
    _in_order(
        "by-level-8", 8, VISIONS.categories,
        3_235_680, 5_186_700, 5_186_700, 5_186_700, 672_736_698, 7_558_884, 7_558_884, 7_558_884, 175_588_506,
        44_624_394, 42_320_970, 40_764_042, 142_712_766, 57_346_542,
    ),
    _in_order(
        "perfect-first-6", 6, VISIONS_PERFECT_FIRST.categories,
        3_780, 6_912, 6_912, 6_912, 87_990, 87_990, 87_990,
        3_963_528, 3_644_172, 3_324_816, 2_341_062, 2_042_856, 8_880_597, 4_504_158,
    ),
    _in_order(
        "perfect-first-8", 8, VISIONS_PERFECT_FIRST.categories,
        3_235_680, 5_186_700, 5_186_700, 5_186_700, 19_887_210, 19_887_210, 19_887_210,
        308_848_905, 239_238_369, 186_759_333, 176_600_169, 27_602_856, 142_712_766, 57_346_542,
    ),
    _in_order(
        "protean-6", 6, PROTEAN.categories,
        108, 2_181_060, 540, 360, 6_939_540, 6_554_160, 30_870, 20_190, 25_605_270, 14_822_115,
        608_253, 9_436_758, 5_241_618, 37_991_301, 46_806_765,
    ),
)  # fmt: skip
CHANCES: Mapping[str, Chances] = {each.key: each for each in ALL}
BY_ORDER = {(tuple(each.hands), each.size): each for each in ALL}


def chances_of(categories: Sequence[str], size: int) -> Chances | None:
    """None where nobody has counted hands of that order and size."""
    return BY_ORDER.get((tuple(categories), size))
