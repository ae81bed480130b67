"""Who gets which prize of a list, by the places of an event.

A prize is for all (``category`` None) or for those of one category. The prizes of one category are for its first, its
second and so on, in the order of the list. What is given first is what brings most to each who gets it, with equal
amounts what stands first in the list; then the others move up. Those who are level take together the prizes of as many
places as they cover: the values are added and divided in whole units, and what is left over is given to nobody.
"""

from collections import Counter, defaultdict
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from datetime import date, timedelta
from fractions import Fraction
from itertools import pairwise, takewhile
from typing import Literal, NamedTuple

from tournaments.formats.plan import StagePlan
from tournaments.formats.record import Id, StageRecord


@dataclass(frozen=True)
class Prize:
    """``value`` in whole units of whatever is given, 0 where it has none."""

    value: int = 0
    category: int | None = None


@dataclass(frozen=True)
class PrizeRules:
    """``one_each``: nobody has two, and who could keeps the more valuable one. ``shared``: those with equal points are
    level, else those alone who share a place. Who played at fewer than ``least_tables`` tables gets none.
    """

    one_each: bool = True
    shared: bool = True
    least_tables: int = 0


@dataclass(frozen=True)
class Contender:
    """``points``: what placed them, None where that was something else. ``categories``: on the day of the event."""

    id: Id
    place: int
    points: Fraction | None = None
    tables: int = 0
    categories: frozenset[int] = frozenset()


Why = Literal["won", "shared", "none-left", "too-few-tables", "nobody"]
"""The last three of a prize that nobody gets: all who could have another one; they played at too few tables; nobody
of its category has a place.
"""


@dataclass(frozen=True)
class Award:
    """``prizes`` by their place in the list, from 0, and the holders, best first: each gets ``amount``, and ``left``
    is given to nobody. ``rank``: of the holders among all of the category who played enough. ``passed``: who stands
    before them there and has another prize, with that prize; ``too_few``: who does, but for too few tables.
    """

    prizes: tuple[int, ...]
    holders: tuple[Id, ...]
    why: Why
    amount: int = 0
    left: int = 0
    rank: int | None = None
    passed: tuple[tuple[Id, int], ...] = ()
    too_few: tuple[Id, ...] = ()


def awards(contenders: Iterable[Contender], prizes: Sequence[Prize], rules: PrizeRules) -> list[Award]:
    """Each prize once, in the order of the list.

    ``contenders``: whoever has a place, best first; where points place them, equal points stand together. Takes for
    every prize as many steps as there are categories and people who are level. Raises ValueError where a value is
    negative, or rises from one prize of a category to the next.
    """
    _check(prizes)
    people = list(contenders)
    indices: dict[int | None, list[int]] = defaultdict(list)
    for index, prize in enumerate(prizes):
        indices[prize.category].append(index)
    lines = [_Queue(people, prizes, category, of, rules) for category, of in indices.items()]
    together: dict[Id, int] = {}
    held = {line.category: together if rules.one_each else {} for line in lines}
    given: list[Award] = []
    while offers := [offer for line in lines if (offer := line.offer(held[line.category]))]:
        best = min(offers, key=lambda offer: (-offer.amount, offer.prizes))
        line = next(line for line in lines if line.category == prizes[best.prizes[0]].category)
        held[line.category] |= dict.fromkeys(best.holders, best.prizes[0])
        line.left = line.left[len(best.prizes) :]
        given.append(best)
    given += [line.not_given(index) for line in lines for index in line.left]
    return sorted(given, key=lambda award: award.prizes)


def tables_played(groups: Iterable[StageRecord]) -> Counter[Id]:
    """At how many tables with a result each entrant of these groups has played."""
    ended = (table for group in groups for table in group.tables if table.kind != "open")
    return Counter(seat.id for table in ended for seat in table.present)


def counts_points(plan: StagePlan) -> bool:
    """Whether points come first in the places of a stage."""
    return bool(plan.form.standings) and plan.options.chain[0] == "score"


def rises_at(prizes: Sequence[Prize]) -> int | None:
    """The first prize (from 0) that is worth more than the one before it in its category."""
    before: dict[int | None, int] = {}
    for index, prize in enumerate(prizes):
        if prize.value > before.get(prize.category, prize.value):
            return index
        before[prize.category] = prize.value
    return None


def _check(prizes: Sequence[Prize]) -> None:
    if any(prize.value < 0 for prize in prizes):
        raise ValueError("a prize is worth less than nothing")
    if rises_at(prizes) is not None:
        raise ValueError("a prize is worth more than the one before it in its category")


class _Queue:
    """Who waits for the prizes of one category, those level together, and which prizes are ``left``."""

    def __init__(
        self,
        people: Sequence[Contender],
        prizes: Sequence[Prize],
        category: int | None,
        indices: Sequence[int],
        rules: PrizeRules,
    ) -> None:
        self.category = category
        self.left = tuple(indices)
        self.of = [person for person in people if category is None or category in person.categories]
        self.waiting = [person for person in self.of if person.tables >= rules.least_tables]
        self._too_few = [person for person in self.of if person.tables < rules.least_tables]
        self._prizes, self._rules = prizes, rules
        self._ranks = _ranks([self._level(person) for person in self.waiting])
        self._from = 0

    def offer(self, held: dict[Id, int]) -> Award | None:
        """What those who come next would get."""
        while self._from < len(self.waiting) and self.waiting[self._from].id in held:
            self._from += 1
        if not self.left or self._from == len(self.waiting):
            return None
        level = self._level(self.waiting[self._from])
        beside = takewhile(lambda at: self._level(self.waiting[at]) == level, range(self._from, len(self.waiting)))
        holders = tuple(self.waiting[at].id for at in beside if self.waiting[at].id not in held)
        prizes = self.left[: len(holders)]
        amount, left = divmod(sum(self._prizes[index].value for index in prizes), len(holders))
        ahead = [person.id for person in self.waiting[: self._from]]
        return Award(
            prizes,
            holders,
            "shared" if len(holders) > 1 else "won",
            amount,
            left,
            self._ranks[self._from],
            tuple((who, held[who]) for who in ahead if self._prizes[held[who]].category != self.category),
            tuple(person.id for person in self._too_few if person.place < self.waiting[self._from].place),
        )

    def not_given(self, index: int) -> Award:
        """That nobody gets this prize, and why."""
        why: Why = "none-left" if self.waiting else "too-few-tables" if self.of else "nobody"
        return Award((index,), (), why, too_few=tuple(person.id for person in self._too_few))

    def _level(self, person: Contender) -> tuple[bool, Fraction | int]:
        by_points = self._rules.shared and person.points is not None
        return by_points, (person.points or Fraction()) if by_points else person.place


def _ranks(levels: Sequence[object]) -> list[int]:
    ranks = [1] * len(levels)
    for at, (one, other) in enumerate(pairwise(levels), start=1):
        ranks[at] = ranks[at - 1] if one == other else at + 1
    return ranks


class Days(NamedTuple):
    """In a category, both included; None: open."""

    since: date | None = None
    until: date | None = None

    @property
    def in_order(self) -> bool:
        """Whether the last day is not before the first."""
        return not (self.since and self.until and self.until < self.since)

    def last_until(self, day: date) -> bool:
        """Whether they are not over before ``day``."""
        return self.until is None or day <= self.until

    def hold(self, former: "Days") -> bool:
        """Whether every day of ``former`` is one of these."""
        begin = self.since is None or (former.since is not None and self.since <= former.since)
        return begin and (self.until is None or (former.until is not None and former.until <= self.until))

    def following(self, former: "Days | None") -> "Days":
        """With the first day of ``former`` where these name none, or leave out no day between."""
        if former is None or former.until is None or (self.since and self.since > former.until + timedelta(days=1)):
            return self
        return self._replace(since=former.since and min(former.since, self.since or former.since))

    def ended(self, last_day: date | None) -> "Days | None":
        """None: as if there had been none, or they had not begun by then."""
        if last_day is None or (self.since and last_day < self.since):
            return None
        return self._replace(until=min(last_day, self.until or last_day))
