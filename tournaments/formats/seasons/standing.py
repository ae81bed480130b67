"""The rules of a season, what each event brings its players, and how the season stands: the best events of each added
up, and tie-breaks.
"""

from collections import Counter, defaultdict
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import asdict, dataclass, replace
from fractions import Fraction
from math import lcm
from operator import attrgetter
from typing import Any, Literal, NamedTuple, get_args

Events = Literal["all", "nights", "tournaments", "chosen"]
PointsRule = Literal["table", "places", "score", "average"]
TieBreak = Literal["wins", "best", "every", "events", "newest"]

EVENTS: tuple[Events, ...] = get_args(Events)
POINTS_RULES: tuple[PointsRule, ...] = get_args(PointsRule)
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
    points: PointsRule = "table"
    table: tuple[Fraction, ...] = tuple(map(Fraction, (10, 8, 6, 5, 4, 3, 2)))
    coming: Fraction = Fraction(1)
    best: int | None = None
    least: int = 1
    planned: int | None = None
    chain: tuple[TieBreak, ...] = ("wins", "best", "every")

    def span(self, a_deal: Bounds = UNKNOWN) -> Bounds:
        """The least and the most that one event can bring. ``a_deal``: that of one deal, by the game's own score."""
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
        """Whether the events' own scores are added up, which only those of one contest can be."""
        return self.points in ("score", "average")

    def fits(self, contest: str) -> bool:
        """Whether events of this contest count."""
        return not self.contests or contest in self.contests

    def counts(self, *, contest: str, is_night: bool) -> bool:
        """Whether events of this contest and kind count by themselves."""
        if self.events == "chosen" or not self.fits(contest):
            return False
        return self.events == "all" or (self.events == "nights") == is_night


def read_rules(stored: Mapping[str, Any]) -> SeasonRules:
    """The rules from what `write_rules` made of them."""
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
    """The rules as JSON stores them; points as text, so that fractions stay exact."""
    return {
        **asdict(rules),
        "contests": list(rules.contests),
        "table": list(map(str, rules.table)),
        "coming": str(rules.coming),
        "chain": list(rules.chain),
    }


class EventResult(NamedTuple):
    """``place``: among all of the event, None where none was given; ``score``: by the game, of so many deals."""

    player: int
    place: int | None
    score: Fraction = Fraction(0)
    deals: int = 0


def points_of(results: Iterable[EventResult], rules: SeasonRules, *, players: int | None = None) -> dict[int, Fraction]:
    """What an event brings each player. Those who share a place get equal parts of what its places bring; a player with
    nothing that counts has no entry. ``players``: how many came, where that is more than have a place here.
    """
    if not rules.adds_scores:
        return _by_place(results, rules, players)
    played = [result for result in results if result.deals]
    if rules.points == "average":
        return {line.player: line.score / line.deals for line in played}
    return {line.player: line.score for line in played}


def _by_place(results: Iterable[EventResult], rules: SeasonRules, players: int | None) -> dict[int, Fraction]:
    shared: dict[int, list[int]] = defaultdict(list)
    for result in results:
        if result.place is not None:
            shared[result.place].append(result.player)
    came = max(players or 0, *shared, sum(map(len, shared.values())))
    points = {}
    for place, people in shared.items():
        worth = sum(_worths(place, len(people), rules, came=came))
        points.update(dict.fromkeys(people, Fraction(worth, len(people))))
    return points


def _worths(place: int, people: int, rules: SeasonRules, *, came: int) -> list[Fraction]:
    """What each of the places brings that so many share, from this one on."""
    return [rules.worth(place + below, players=came) for below in range(people)]


Points = Fraction | int


class Earned(NamedTuple):
    """What one event brought a player. ``event``: which of the season's, counted from the first."""

    event: int
    place: int | None
    points: Points


History = Mapping[int, Sequence[Earned]]
"""By player, the events in their order."""


class SharedPlace(NamedTuple):
    """A place that several share at an event, and what each of their places would have brought."""

    event: int
    place: int
    worths: Sequence[Fraction]


def shared_places(own: Sequence[Earned], earned: History, rules: SeasonRules) -> list[SharedPlace]:
    """The places that somebody shares with others, where these do not all bring the same."""
    if rules.adds_scores:
        return []
    by_event: dict[int, Counter[int]] = defaultdict(Counter)
    for event, place, _points in (result for results in earned.values() for result in results):
        if place is not None:
            by_event[event][place] += 1
    shared = []
    for event, place, _points in own:
        if place is not None:
            places = by_event[event]
            worths = _worths(place, places[place], rules, came=max(*places, places.total()))
            shared.append(SharedPlace(event, place, worths))
    return [one for one in shared if len(set(one.worths)) > 1]


def whole(earned: History) -> tuple[dict[int, list[Earned]], int]:
    """The points of a season in whole numbers, which are compared and added up many times faster, and what one point is
    in them.
    """
    one = lcm(*(event.points.denominator for own in earned.values() for event in own))
    return {who: [event._replace(points=int(event.points * one)) for event in own] for who, own in earned.items()}, one


def plain(points: Fraction) -> Points:
    """Points as a whole number where they are one."""
    return points.numerator if points.denominator == 1 else points


Figure = tuple[Points, ...]
"""The larger the better, compared from the left."""

Key = tuple[Figure, ...]
"""The points, then a figure for each tie-break of the chain."""


@dataclass(frozen=True)
class SeasonRow:
    """``rank``: None for who came too seldom. ``counted``: which of ``earned`` count, by event; ``decided_by``: the
    tie-break that put this row below the one above it.
    """

    player: int
    rank: int | None
    points: Points
    earned: tuple[Earned, ...]
    counted: frozenset[int]
    key: Key
    decided_by: TieBreak | None = None


by_points = attrgetter("points")


def best_of(earned: Sequence[Earned], best: int | None) -> list[Earned]:
    """The events that count: the best, of equal ones the earlier. ``earned``: in the order of the events."""
    return sorted(earned, key=by_points, reverse=True)[:best]


def wins(earned: Sequence[Earned]) -> Figure:
    """First places, then second, then third."""
    places = [result.place for result in earned]
    return tuple(map(places.count, (1, 2, 3)))


def best(earned: Sequence[Earned]) -> Figure:
    """The best event, then the next best."""
    return tuple(sorted(map(by_points, earned), reverse=True))


def every(earned: Sequence[Earned]) -> Figure:
    """The points of all events, with those that were dropped."""
    return (sum(map(by_points, earned)),)


def events(earned: Sequence[Earned]) -> Figure:
    """Tie-break: how many events somebody came to."""
    return (len(earned),)


def newest(earned: Sequence[Earned]) -> Figure:
    """The later event, then its points, then the one before."""
    return tuple(part for result in sorted(earned, reverse=True) for part in (result.event, result.points))


FIGURES: dict[TieBreak, Callable[[Sequence[Earned]], Figure]] = {
    "wins": wins,
    "best": best,
    "every": every,
    "events": events,
    "newest": newest,
}


def key_of(earned: Sequence[Earned], rules: SeasonRules) -> Key:
    """What orders a player by these events, the higher first: points of the best ones, then the tie-breaks."""
    return _key(earned, best_of(earned, rules.best), rules)


def _key(earned: Sequence[Earned], counted: Sequence[Earned], rules: SeasonRules) -> Key:
    return (sum(map(by_points, counted)),), *(FIGURES[name](earned) for name in rules.chain)


def standing(earned: History, rules: SeasonRules) -> list[SeasonRow]:
    """Best first; who came too seldom stands below all others. Those level in every figure share the rank."""
    return ranked([row_of(player, own, rules) for player, own in earned.items() if own], rules)


def row_of(player: int, earned: Sequence[Earned], rules: SeasonRules) -> SeasonRow:
    """Without a rank yet."""
    counted = best_of(earned, rules.best)
    key = _key(earned, counted, rules)
    numbers = frozenset(event.event for event in counted)
    return SeasonRow(player, None, key[0][0], tuple(earned), numbers, key)


def ranked(rows: Iterable[SeasonRow], rules: SeasonRules) -> list[SeasonRow]:
    """The rows with their ranks, in the order of these."""
    in_order = sorted(rows, key=attrgetter("key"), reverse=True)
    ranked_rows: list[SeasonRow] = []
    for row in in_order:
        if len(row.earned) >= rules.least:
            above = ranked_rows[-1] if ranked_rows else None
            rank = above.rank if above and above.key == row.key else len(ranked_rows) + 1
            by = decided_by(above.key, row.key, rules) if above else None
            ranked_rows.append(replace(row, rank=rank, decided_by=by))
    rest = [replace(row, rank=None, decided_by=None) for row in in_order if len(row.earned) < rules.least]
    return ranked_rows + rest


def decided_by(one: Key, other: Key, rules: SeasonRules) -> TieBreak | None:
    """The tie-break that tells apart who is level on points; None where nothing does, or the points do."""
    if one[0] != other[0]:
        return None
    apart = (name for name, mine, theirs in zip(rules.chain, one[1:], other[1:], strict=True) if mine != theirs)
    return next(apart, None)
