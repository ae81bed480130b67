"""What somebody needs at the next event to be champion whatever else happens."""

from bisect import bisect_left
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction
from functools import cached_property
from itertools import accumulate, takewhile

from tournaments.formats.seasons.counting import Bounds, SeasonRules
from tournaments.formats.seasons.outlook import PLACES_THAT_TELL, Outlook
from tournaments.formats.seasons.standing import Earned, History, Key, Points, best_of, key_of, plain, whole


def places_needed(
    earned: History, rules: SeasonRules, *, first: int, to_come: int, told: Mapping[int, Outlook]
) -> dict[int, int]:
    """By player, the lowest place at the next event (which is one ``to_come``) that makes a champion of him whatever
    else happens; 0 where he needs none. Whom no place is enough for is not in it. ``told``: the outlooks now.

    A point for each player left behind has no bound, so before the last event no place is enough.
    """
    if not to_come or rules.adds_scores or (rules.points == "places" and to_come > 1):
        return {}
    title = Title(*whole(earned), rules, first, to_come)
    sure = {player: 0 for player, each in told.items() if each.worst == 1}
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
        others = (each for each in rivals if each[1] != player)
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
        most = max((each.points for own in self.earned.values() for each in own), default=0)
        return range(2, int(most) // self.one + self.last_place + 3)

    @cached_property
    def last_place(self) -> int:
        """None below it is enough: where very many come, the event counts for everybody, and each place is a point."""
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
        """By place at the event and by size, what the rivals reach."""
        later = [self.worth(1, 1)] * (self.to_come - 1)
        return {
            at: {
                size: sorted(
                    ((self.points(who, [self.worth(at, size), *later]), who) for who in self.rivals), reverse=True
                )
                for size in self.sizes
            }
            for at in (1, 2)
        }

    @cached_property
    def rivals(self) -> Sequence[int]:
        """Those whom nobody can pass whom the others cannot: who has most, by however many of his events will count,
        and the next ones, as nobody is his own rival.
        """
        sums = {who: list(accumulate(self.counted.get(who, ()), initial=0)) for who in self.often}
        found: set[int] = set()
        most = max(map(len, sums.values()), default=1) - 1
        least = most if self.season_rules.best is None else max(0, self.season_rules.best - self.to_come)
        for count in range(least, most + 1):
            points = {who: each[min(count, len(each) - 1)] for who, each in sums.items()}
            highest = sorted(set(points.values()))[-2:]
            found |= {who for who, each in points.items() if each in highest}
        return sorted(found)

    @cached_property
    def counted(self) -> Mapping[int, list[Points]]:
        """The best first."""
        return {who: [each.points for each in best_of(own, self.season_rules.best)] for who, own in self.earned.items()}

    def points(self, player: int, more: Iterable[Points]) -> Points:
        total: Points = sum(sorted([*self.counted.get(player, ()), *more], reverse=True)[: self.season_rules.best])
        return total

    def key(self, player: int, place: int, size: int, later: Iterable[int] = ()) -> Key:
        won = [Earned(event, 1, self.worth(1, 1)) for event in later]
        here = Earned(self.first, place, self.worth(place, size))
        return key_of([*self.earned.get(player, ()), here, *won], self.season_rules)

    def worth(self, place: int, size: int) -> Points:
        return plain(self.season_rules.worth(place, players=size) * self.one)


def averages_needed(
    earned: History, rules: SeasonRules, *, first: int, to_come: int, span: Bounds, told: Mapping[int, Outlook]
) -> dict[int, Fraction]:
    """By player who is not champion anyway, the average at the last event above which he is, whatever the others make
    of it.
    """
    if to_come != 1 or rules.points != "average" or span.most is None or span.least is None:
        return {}
    best = {
        who: sum((each.points for each in best_of([*own, Earned(first, 1, span.most)], rules.best)), Fraction(0))
        for who, own in {**earned, max(earned, default=0) + 1: ()}.items()
        if len(own) + 1 >= rules.least
    }
    found = {}
    for player in (who for who in earned if who in best and told[who].worst != 1):
        rivals = [points for who, points in best.items() if who != player]
        needed = _average(earned[player], max(rivals), rules, least=span.least) if rivals else span.least
        if needed < span.most:
            found[player] = needed
    return found


def _average(own: Sequence[Earned], beaten: Points, rules: SeasonRules, *, least: Fraction) -> Fraction:
    """What brings as much as this; any does, where the event that would be dropped is enough."""
    counted = [each.points for each in best_of(own, rules.best)]
    dropped = counted.pop() if len(counted) == rules.best else None
    missing = Fraction(beaten - sum(counted))
    return least if dropped is not None and dropped > missing else max(missing, least)
