"""By what rules the events of a season are added up: a typed value with one reader and one writer."""

from collections.abc import Mapping
from dataclasses import asdict, dataclass
from fractions import Fraction
from typing import Any, Literal, NamedTuple, get_args

Events = Literal["all", "nights", "tournaments", "chosen"]
Points = Literal["table", "places", "score", "average"]
TieBreak = Literal["wins", "best", "every", "events", "newest"]

EVENTS: tuple[Events, ...] = get_args(Events)
POINTS: tuple[Points, ...] = get_args(Points)
TIE_BREAKS: tuple[TieBreak, ...] = get_args(TieBreak)


class Bounds(NamedTuple):
    """The least and the most that whoever comes can be brought; None where there is no bound."""

    least: Fraction | None
    most: Fraction | None


UNKNOWN = Bounds(None, None)


@dataclass(frozen=True)
class SeasonRules:
    """Which events count (of these contests, or of any), what a place in one brings, and how that is added up.

    ``table``: points by place, from the first on, and ``coming`` for whoever is placed below; ``best``: how many
    events count for each player, the rest is dropped; ``least``: who came more seldom has no place; ``planned``: how
    many events the season has, where that is known.
    """

    contests: tuple[str, ...] = ()
    events: Events = "nights"
    points: Points = "table"
    table: tuple[Fraction, ...] = tuple(map(Fraction, (10, 8, 6, 5, 4, 3, 2)))
    coming: Fraction = Fraction(1)
    best: int | None = None
    least: int = 1
    planned: int | None = None
    chain: tuple[TieBreak, ...] = ("wins", "best", "every")

    def span(self, a_deal: Bounds = UNKNOWN) -> Bounds:
        """Of one event. ``a_deal``: of one deal, by the game's own score."""
        if self.points == "table":
            return Bounds(min(self.coming, *self.table), self.worth(1, players=1))
        if self.points == "places":
            return Bounds(Fraction(1), None)
        return a_deal if self.points == "average" else UNKNOWN

    def worth(self, place: int, *, players: int) -> Fraction:
        """What a place brings that nobody shares, where places do."""
        if self.points == "places":
            return Fraction(players - place + 1)
        return self.table[place - 1] if place <= len(self.table) else self.coming

    @property
    def adds_scores(self) -> bool:
        """Those of one contest alone can be added up."""
        return self.points in ("score", "average")

    def fits(self, contest: str) -> bool:
        return not self.contests or contest in self.contests

    def counts(self, *, contest: str, is_night: bool) -> bool:
        """Whether events of this contest and kind count by themselves."""
        if self.events == "chosen" or not self.fits(contest):
            return False
        return self.events == "all" or (self.events == "nights") == is_night


def read_rules(stored: Mapping[str, Any]) -> SeasonRules:
    return SeasonRules(
        **{
            **stored,
            "contests": tuple(stored["contests"]),
            "table": tuple(map(Fraction, stored["table"])),
            "coming": Fraction(stored["coming"]),
            "chain": tuple(stored["chain"]),
        }
    )


def write_rules(rules: SeasonRules) -> dict[str, Any]:
    return {
        **asdict(rules),
        "contests": list(rules.contests),
        "table": list(map(str, rules.table)),
        "coming": str(rules.coming),
        "chain": list(rules.chain),
    }
