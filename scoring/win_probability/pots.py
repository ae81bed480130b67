"""Chances to win at a table of hands, after each of its deals.

The rest of the table is simulated: every deal to come is one that the evening has seen, dealt to the seats anew, so
that nobody is stronger or sits better.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from fractions import Fraction
from math import lcm
from operator import add
from random import Random

from scoring.game import Rules
from scoring.result import Points, RecordedTable, ShowdownResult, TableResult
from scoring.showdown.game import ShowdownGame
from scoring.win_probability.sheets import Chances, ChancesAfter, Course

CONTINUATIONS = 2040  # as many for each of two to six seats
LONGEST = 400  # deals that a race is played on

Gains = tuple[Points, ...]
"""What a deal brought, by seat."""


@dataclass(frozen=True, slots=True)
class Decided:
    """A deal with a verdict. After a tie that is played off nobody has gained yet, and ``waiting`` are the seats that
    are tied (C14).
    """

    number: int
    gains: Gains
    waiting: tuple[int, ...] = ()


def decided_deals(game: ShowdownGame, table: RecordedTable, result: TableResult) -> list[Decided]:
    """The deals that have a verdict, in the order of play, with what each brought every seat: cubits, or a share of the
    deal. Raises ScoringError where the table's rules cannot be.
    """
    showdown = game.showdown(game.check_rules(table.rules))
    decided: list[Decided] = []
    for number, deal in enumerate(result.deals, start=1):
        if not isinstance(deal, ShowdownResult):
            continue
        if len(deal.winners) > 1 and not showdown.splits_ties:
            decided.append(Decided(number, (0,) * table.seats, deal.winners))
        else:
            decided.append(Decided(number, deal.gains(table.seats, counts_cubits=showdown.counts_cubits)))
    return decided


def gains_without_seats(deals: Iterable[Decided]) -> list[Gains]:
    """What each decided deal brought, without its seats: the largest gain first."""
    return [tuple(sorted(deal.gains, reverse=True)) for deal in deals if not deal.waiting]


def pot_course(
    game: ShowdownGame, table: RecordedTable, result: TableResult, *, like: Sequence[Gains], seed: str
) -> Course:
    """Everybody's chances to win, before the first deal and after each one.

    ``like``: what the evening's deals at tables of this size brought, from ``gains_without_seats``; ``seed`` makes the
    simulation repeatable. A table without a length is simulated as if its players had known how many deals there would
    be. Raises ScoringError where the table's rules cannot be.
    """
    deals = decided_deals(game, table, result)
    unit = lcm(*(Fraction(gain).denominator for gains in like for gain in gains))
    draw = DealsToCome([tuple(int(gain * unit) for gain in gains) for gains in like], table.seats, Random(seed))
    race_to = _race_to(game.check_rules(table.rules), result)
    standings = list(_standings(deals, unit, table.seats))
    chances = _chances_in_race(standings, draw, goal=race_to * unit) if race_to else _chances_to_length(standings, draw)
    steps = tuple(map(ChancesAfter, (scores.number for scores in standings), chances))
    return Course(steps, CONTINUATIONS)


def _race_to(rules: Rules, result: TableResult) -> int:
    goal = rules.get("race_to")
    return goal if isinstance(goal, int) and result.finished else 0


@dataclass(frozen=True, slots=True)
class ScoresAfter:
    """What every seat has after deal ``number``, in whole units."""

    number: int
    have: tuple[int, ...]
    waiting: tuple[int, ...] = ()


def _standings(deals: Sequence[Decided], unit: int, seats: int) -> Iterator[ScoresAfter]:
    have = (0,) * seats
    yield ScoresAfter(0, have)
    for deal in deals:
        have = tuple(own + int(gain * unit) for own, gain in zip(have, deal.gains, strict=True))
        yield ScoresAfter(deal.number, have, deal.waiting)


class DealsToCome:
    """Draws a deal as it might come: gains from ``like``, dealt to the seats anew."""

    def __init__(self, like: Sequence[tuple[int, ...]], seats: int, random: Random) -> None:
        self._like = like
        self._seats = range(seats)
        self._random = random

    def __call__(self, among: Sequence[int] = ()) -> tuple[int, ...]:
        """What a deal brings each seat. It is won by one ``among`` those who play it off, else by anybody."""
        gains = self._random.choice(self._like)
        order = self._random.sample(self._seats, len(self._seats))
        if among and order[0] not in among:
            at = order.index(self._random.choice(among))
            order[0], order[at] = order[at], order[0]
        totals = [0] * len(order)
        for seat, gain in zip(order, gains, strict=True):
            totals[seat] = gain
        return tuple(totals)

    def turned(self) -> list[tuple[int, ...]]:
        """One deal drawn, and the same deal with its gains moved on by a seat, until each seat has had all of them: so
        nobody is ahead by chance.
        """
        gains = self()
        return [gains[seat:] + gains[:seat] for seat in self._seats]


Totals = tuple[int, ...]


def _chances_to_length(standings: Sequence[ScoresAfter], draw: DealsToCome) -> list[Chances]:
    """At a table of so many deals: goes backwards, and each continuation gets a deal more from step to step."""
    seats = len(standings[0].have)
    shorter: list[Totals] | None = None
    ahead = [(0,) * seats] * CONTINUATIONS
    course: list[Chances] = []
    for scores in reversed(standings):
        if scores.waiting and shorter:
            course.append(_shares([_sum(scores.have, _sum(end, draw(scores.waiting))) for end in shorter]))
        else:
            course.append(_shares([_sum(scores.have, end) for end in ahead]))
        if not scores.waiting:
            next_deals = [gains for _ in range(len(ahead) // seats) for gains in draw.turned()]
            shorter, ahead = ahead, [*map(_sum, ahead, next_deals)]
    return course[::-1]


def _chances_in_race(standings: Sequence[ScoresAfter], draw: DealsToCome, *, goal: int) -> list[Chances]:
    """In a race to ``goal``: every step is continued by the same deals, from the one that comes next on."""
    seats = len(standings[0].have)
    runs = [Continuation([[] for _ in range(seats)], draw) for _ in range(CONTINUATIONS // seats)]
    return [
        _shares([run.end(turn, scores, step, goal=goal) for run in runs for turn in range(seats)])
        for step, scores in enumerate(standings)
    ]


@dataclass(frozen=True, slots=True)
class Continuation:
    """The deals of one simulated race, drawn as they are asked for: a list for each seat by which they are turned."""

    turns: list[list[Totals]]
    draw: DealsToCome

    def end(self, turn: int, scores: ScoresAfter, step: int, *, goal: int) -> Totals:
        """What everybody has when somebody has reached the goal."""
        deals, have = self.turns[turn], scores.have
        if scores.waiting:
            have = _sum(have, self.draw(scores.waiting))
        while max(have) < goal and step < LONGEST:
            while step >= len(deals):
                for end, gains in zip(self.turns, self.draw.turned(), strict=True):
                    end.append(gains)
            have = _sum(have, deals[step])
            step += 1
        return have


def _sum(one: Totals, other: Totals) -> Totals:
    return tuple(map(add, one, other))


def _shares(ends: Sequence[Totals]) -> Chances:
    """How often each seat is first, from 0 to 1; a first place shared by k counts 1/k."""
    sums = [0.0] * len(ends[0])
    for totals in ends:
        best = max(totals)
        firsts = totals.count(best)
        if firsts == 1:
            sums[totals.index(best)] += 1
            continue
        for seat, total in enumerate(totals):
            if total == best:
                sums[seat] += 1 / firsts
    return tuple(tally / len(ends) for tally in sums)
