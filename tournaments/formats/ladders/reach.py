"""By what rules a ladder is climbed: a typed value with one reader and one writer."""

from collections.abc import Mapping
from dataclasses import asdict, dataclass
from typing import Any, Literal, get_args

Takes = Literal["place", "exchange"]
TAKES: tuple[Takes, ...] = get_args(Takes)


@dataclass(frozen=True)
class LadderRules:
    """``reach``: so many places above oneself somebody may be challenged; ``days``: within which the two have to sit
    at one table; ``takes``: whoever wins takes the place and all between move down by one, or the two exchange places.
    """

    reach: int = 3
    days: int = 14
    takes: Takes = "place"

    def may_challenge(self, place: int, other: int) -> bool:
        """By places, the highest of which is 1."""
        return 0 < place - other <= self.reach


def read_rules(stored: Mapping[str, Any]) -> LadderRules:
    return LadderRules(**stored)


def write_rules(rules: LadderRules) -> dict[str, Any]:
    return asdict(rules)
