"""Which places of a season are still possible, what somebody needs at the next event to be champion, and what one event
has meant for its season.

Everything that tells players apart (points, each tie-break) is the most for one who is first alone at all that is to
come, and the least for one who stays away, or who comes where that brings less than nothing. So the best a player can
do is to win everything while the others do worst, and another may pass them if that one wins everything while they do
worst. ``tests/formats/seasons`` compares this with all that can happen.
"""

from bisect import bisect_left, bisect_right
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction
from functools import cached_property
from itertools import accumulate, takewhile

from tournaments.formats.seasons.standing import (
    Bounds,
    Earned,
    History,
    Key,
    Points,
    SeasonRow,
    SeasonRules,
    best_of,
    key_of,
    plain,
    standing,
    whole,
)

PLACES_THAT_TELL = 3  # in the tie-break by places


@dataclass(frozen=True)
class PossiblePlaces:
    """``best`` is never too bad, and exact where coming brings no less than nothing; None for who comes too seldom by
    now. ``worst`` is never too good, and exact where it is 1; None where nothing is sure.
    """

    best: int | None
    worst: int | None


def possible_places(
    earned: History, rules: SeasonRules, *, first: int, to_come: int, span: Bounds
) -> dict[int, PossiblePlaces]:
    """``to_come``: how many events there still are, the ``first`` of which has this number."""
    future = range(first, first + to_come)
    if to_come and span.most is None:
        came = {player: len(own) + to_come >= rules.least for player, own in earned.items()}
        return {player: PossiblePlaces(1 if often else None, None) for player, often in came.items()}
    earned, one = whole(earned)
    least, won = plain((span.least or Fraction(0)) * one), _won(future, plain((span.most or Fraction(0)) * one))
    lowest = {player: _least(own, future, rules, least) for player, own in earned.items()}
    highest = {player: _key([*own, *won], rules) for player, own in earned.items()}
    newcomer = _key(won, rules)
    standing, reachable = sorted(lowest.values()), sorted(highest.values())
    possible = {}
    for player in earned:
        top, low = highest[player], lowest[player]
        best = 1 + _above(standing, top) if top else None
        worst = 1 + _above(reachable, low) - (top > low) if low and newcomer <= low else None
        possible[player] = PossiblePlaces(best, worst)
    return possible


def _least(own: Sequence[Earned], future: range, rules: SeasonRules, least: Points) -> Key:
    """What a player has in the end who does worst. Coming may bring less than nothing, and staying away a gap."""
    away = _key(own, rules)
    if least >= 0:
        return away
    keys, history = [away], list(own)
    for event in future:
        history.append(Earned(event, None, least))
        keys.append(_key(history, rules))
    return min(keys)


def _key(earned: Sequence[Earned], rules: SeasonRules) -> Key:
    """Empty, which is less than any other, for who has no place."""
    return key_of(earned, rules) if earned and len(earned) >= rules.least else ()


def _won(events: Iterable[int], most: Points) -> list[Earned]:
    """First alone at all of them."""
    return [Earned(event, 1, most) for event in events]


def _above(keys: Sequence[Key], key: Key) -> int:
    return len(keys) - bisect_right(keys, key)


def places_needed(
    earned: History, rules: SeasonRules, *, first: int, to_come: int, told: Mapping[int, PossiblePlaces]
) -> dict[int, int]:
    """The lowest place at the next event that makes each player champion whatever else happens; 0 where they need none,
    and no entry where no place is enough. ``to_come`` counts the events left, the next among them; ``told``: the
    possible_places now.

    A point for each player left behind has no bound, so before the last event no place is enough.
    """
    if not to_come or rules.adds_scores or (rules.points == "places" and to_come > 1):
        return {}
    title = Title(*whole(earned), rules, first, to_come)
    sure = {player: 0 for player, possible in told.items() if possible.worst == 1}
    others = (player for player in earned if player not in sure)
    return sure | {player: place for player in others if (place := title.lowest(player))}


@dataclass(frozen=True)
class Title:
    """What everybody can reach who comes in at some place of the next event among so many (``size``), and wins all that
    is later, compared with one who stays away from then on. Points come first: the rest of a key is for who is level.
    """

    earned: History
    one: int  # a point, in these
    season_rules: SeasonRules
    first: int
    to_come: int

    def lowest(self, player: int) -> int:
        """0 where no place is enough."""
        return bisect_left(range(1, self.last_place + 1), 1, key=lambda place: 1 - self.is_enough(player, place))

    def is_enough(self, player: int, place: int) -> bool:
        """Another can be first at the event unless this one is."""
        if len(self.earned[player]) + 1 < self.season_rules.least:
            return False
        highest = self.highest[2 if place == 1 else 1]
        return all(
            self.is_first(player, place, size, highest[size])
            for size in self.sizes
            if self.season_rules.points == "table" or size >= place
        )

    def is_first(self, player: int, place: int, size: int, rivals: Sequence[tuple[Points, int]]) -> bool:
        """``rivals``: who reaches most first."""
        mine = self.points(player, [self.worth(place, size)])
        others = (rival for rival in rivals if rival[1] != player)
        first = next(others, None)
        if first is None or first[0] != mine:
            return first is None or first[0] < mine
        level = [first, *takewhile(lambda each: each[0] == mine, others)]
        at, later = 2 if place == 1 else 1, range(self.first + 1, self.first + self.to_come)
        own = self.key(player, place, size)
        return all(own >= self.key(who, at, size, later) for _points, who in level)

    @cached_property
    def sizes(self) -> range:
        """How many may come, as far as that changes who is ahead: where the event brings more than any other did, one
        player more is a point more for everybody.
        """
        if self.season_rules.points == "table":
            return range(1, 2)
        most = max((event_points.points for own in self.earned.values() for event_points in own), default=0)
        return range(2, int(most) // self.one + self.last_place + 3)

    @cached_property
    def last_place(self) -> int:
        """The lowest place that may be enough: where very many come, the event counts for everybody, and each place is
        a point.
        """
        if self.season_rules.points == "table":
            return max(len(self.season_rules.table), PLACES_THAT_TELL) + 1
        others = None if self.season_rules.best is None else self.season_rules.best - 1
        sums = sorted((sum(self.counted.get(who, [])[:others]) for who in self.often), reverse=True)
        return int(sums[0] - sums[1]) // self.one + 2 if len(sums) > 1 else len(self.earned) + 1

    @cached_property
    def often(self) -> list[int]:
        """Who can still come often enough, with one who has not come yet."""
        everybody = {**self.earned, max(self.earned, default=0) + 1: ()}
        return [who for who, own in everybody.items() if len(own) + self.to_come >= self.season_rules.least]

    @cached_property
    def highest(self) -> Mapping[int, Mapping[int, list[tuple[Points, int]]]]:
        """The points that the rivals reach, with their ids and the highest first, by a place at the event and by how
        many come.
        """
        later = [self.worth(1, 1)] * (self.to_come - 1)

        def reached(at: int, size: int) -> list[tuple[Points, int]]:
            events = [self.worth(at, size), *later]
            return sorted(((self.points(who, events), who) for who in self.rivals), reverse=True)

        return {at: {size: reached(at, size) for size in self.sizes} for at in (1, 2)}

    @cached_property
    def rivals(self) -> Sequence[int]:
        """The players with whom it is enough to compare: for every number of their events that may count, whoever has
        most, and the next ones, as nobody is their own rival.
        """
        sums = {who: list(accumulate(self.counted.get(who, ()), initial=0)) for who in self.often}
        rivals: set[int] = set()
        most = max(map(len, sums.values()), default=1) - 1
        least = most if self.season_rules.best is None else max(0, self.season_rules.best - self.to_come)
        for count in range(least, most + 1):
            points = {who: sums_so_far[min(count, len(sums_so_far) - 1)] for who, sums_so_far in sums.items()}
            highest = sorted(set(points.values()))[-2:]
            rivals |= {who for who, total in points.items() if total in highest}
        return sorted(rivals)

    @cached_property
    def counted(self) -> Mapping[int, list[Points]]:
        """The points of everybody's events that count, the best first."""
        return {
            who: [event.points for event in best_of(own, self.season_rules.best)] for who, own in self.earned.items()
        }

    def points(self, player: int, more: Iterable[Points]) -> Points:
        """A player's points with those of ``more`` events, of which only the best count."""
        total: Points = sum(sorted([*self.counted.get(player, ()), *more], reverse=True)[: self.season_rules.best])
        return total

    def key(self, player: int, place: int, size: int, later: Iterable[int] = ()) -> Key:
        """What orders a player who takes this place at the next event and wins the ``later`` ones."""
        won = [Earned(event, 1, self.worth(1, 1)) for event in later]
        here = Earned(self.first, place, self.worth(place, size))
        return key_of([*self.earned.get(player, ()), here, *won], self.season_rules)

    def worth(self, place: int, size: int) -> Points:
        """The points of a place among so many (``size``), whole numbers where they can be."""
        return plain(self.season_rules.worth(place, players=size) * self.one)


def averages_needed(
    earned: History, rules: SeasonRules, *, first: int, to_come: int, span: Bounds, told: Mapping[int, PossiblePlaces]
) -> dict[int, Fraction]:
    """The average above which each player who may still win has to be at the last event, whatever the others make of
    it.
    """
    if to_come != 1 or rules.points != "average" or span.most is None or span.least is None:
        return {}
    best = {}
    for who, own in {**earned, max(earned, default=0) + 1: ()}.items():
        if len(own) + 1 >= rules.least:
            counted = best_of([*own, Earned(first, 1, span.most)], rules.best)
            best[who] = sum((event.points for event in counted), Fraction(0))
    averages = {}
    for player in (who for who in earned if who in best and told[who].worst != 1):
        rivals = [points for who, points in best.items() if who != player]
        needed = _average(earned[player], max(rivals), rules, least=span.least) if rivals else span.least
        if needed < span.most:
            averages[player] = needed
    return averages


def _average(own: Sequence[Earned], beaten: Points, rules: SeasonRules, *, least: Fraction) -> Fraction:
    """What brings as much as this; any does, where the event that would be dropped is enough."""
    counted = [event.points for event in best_of(own, rules.best)]
    dropped = counted.pop() if len(counted) == rules.best else None
    missing = Fraction(beaten - sum(counted))
    return least if dropped is not None and dropped > missing else max(missing, least)


@dataclass(frozen=True)
class Meaning:
    """``apart``: how far the leaders are ahead. ``is_over``: nothing is to come, so they are champions; ``is_sure``:
    they are, whatever is to come. ``out``: who could still be champion before it and cannot any more, the best first.
    """

    before: tuple[int, ...]
    leaders: tuple[int, ...]
    apart: Points
    is_over: bool = False
    is_sure: bool = False
    out: tuple[int, ...] = ()


def meaning(earned: History, rules: SeasonRules, *, event: int, to_come: int | None, span: Bounds) -> Meaning | None:
    """``to_come``: how many events there were after it, None where nobody knew. None where nobody leads."""
    was, now = _until(earned, event), _until(earned, event + 1)
    rows = standing(now, rules)
    leaders = _leaders(rows)
    if not leaders:
        return None
    before = _leaders(standing(was, rules))
    others = [row.points for row in rows if row.rank and row.rank > 1]
    apart = rows[0].points - others[0] if others else 0
    if to_come is None:
        return Meaning(before, leaders, apart)
    reachable = possible_places(now, rules, first=event + 1, to_come=to_come, span=span)
    could = possible_places(was, rules, first=event, to_come=to_come + 1, span=span)
    out = tuple(row.player for row in rows if _may_lead(could.get(row.player)) and not _may_lead(reachable[row.player]))
    return Meaning(
        before,
        leaders,
        apart,
        is_over=to_come == 0,
        is_sure=all(reachable[player].worst == 1 for player in leaders),
        out=out,
    )


def _until(earned: History, event: int) -> dict[int, list[Earned]]:
    """Before this event."""
    earlier = {}
    for player, own in earned.items():
        if results := [result for result in own if result.event < event]:
            earlier[player] = results
    return earlier


def _leaders(rows: Sequence[SeasonRow]) -> tuple[int, ...]:
    return tuple(row.player for row in rows if row.rank == 1)


def _may_lead(possible: PossiblePlaces | None) -> bool:
    """Whoever had not come yet might have, and is not told out of reach for having come."""
    return possible is not None and possible.best == 1
