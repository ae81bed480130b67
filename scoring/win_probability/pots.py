"""Chances at a table of hands, and what somebody wins beside others with hands as strong.

A table is played on: every deal to come is one of those the evening has seen, dealt to the seats anew, so that nobody
is stronger or sits better.
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
from scoring.showdown.odds import MILLION
from scoring.statistics import SURENESS, Counts, less
from scoring.win_probability.sheets import Chances, ChancesAfter, Course

CONTINUATIONS = 2040  # as many for each of two to six seats
LONGEST = 400  # deals that a race is played on

Gains = tuple[Points, ...]
"""What a deal brought, by seat."""


@dataclass(frozen=True, slots=True)
class Decided:
    """A deal, or a tie that waits: then nobody has gained yet, and ``waiting`` play it off (C14)."""

    number: int
    gains: Gains
    waiting: tuple[int, ...] = ()


def decided_deals(game: ShowdownGame, table: RecordedTable, result: TableResult) -> list[Decided]:
    """The deals that have a verdict, with what each brought every seat, in the order of play; the winners of a tie wait
    for a play-off (C14). Raises ScoringError where the table's rules cannot be.
    """
    showdown = game.showdown(game.check_rules(table.rules))
    decided: list[Decided] = []
    for number, deal in enumerate(result.deals, start=1):
        if not isinstance(deal, ShowdownResult):
            continue
        if len(deal.winners) > 1 and not showdown.splits_ties:
            decided.append(Decided(number, (0,) * table.seats, deal.winners))
        else:
            decided.append(Decided(number, _gains(deal, table.seats, counts_cubits=showdown.counts_cubits)))
    return decided


def _gains(deal: ShowdownResult, seats: int, *, counts_cubits: bool) -> Gains:
    if counts_cubits:
        return tuple((deal.net or {}).get(seat, 0) for seat in range(seats))
    share = Fraction(1, len(deal.winners))
    return tuple(share * (seat in deal.winners) for seat in range(seats))


def seen(deals: Iterable[Decided]) -> list[Gains]:
    """What deals like these bring, the most first."""
    return [tuple(sorted(deal.gains, reverse=True)) for deal in deals if not deal.waiting]


def pot_course(
    game: ShowdownGame, table: RecordedTable, result: TableResult, *, like: Sequence[Gains], seed: str
) -> Course:
    """``like``: what the evening's deals at tables of this size brought. Who play without a length are taken to
    have known how many deals there would be.
    """
    deals = decided_deals(game, table, result)
    unit = lcm(*(Fraction(gain).denominator for gains in like for gain in gains))
    draw = DealsToCome([tuple(int(gain * unit) for gain in gains) for gains in like], table.seats, Random(seed))
    race_to = _race_to(game.check_rules(table.rules), result)
    standings = list(_standings(deals, unit, table.seats))
    chances = _race(standings, draw, goal=race_to * unit) if race_to else _counted(standings, draw)
    steps = tuple(ChancesAfter(at.number, chances_then) for at, chances_then in zip(standings, chances, strict=True))
    return Course(steps, CONTINUATIONS)


def _race_to(rules: Rules, result: TableResult) -> int:
    goal = rules.get("race_to")
    return goal if isinstance(goal, int) and result.finished else 0


@dataclass(frozen=True, slots=True)
class ScoresAfter:
    """After a deal: what everybody has."""

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
    """A deal as one might come."""

    def __init__(self, like: Sequence[tuple[int, ...]], seats: int, random: Random) -> None:
        self._like = like
        self._seats = range(seats)
        self._random = random

    def __call__(self, among: Sequence[int] = ()) -> tuple[int, ...]:
        """Won by one ``among`` those who play it off, else by anybody."""
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
        """A deal drawn once and won by each seat in turn, so that nobody is ahead by chance."""
        gains = self()
        return [gains[seat:] + gains[:seat] for seat in self._seats]


Totals = tuple[int, ...]


def _counted(standings: Sequence[ScoresAfter], draw: DealsToCome) -> list[Chances]:
    """Backwards: the same continuations, each longer by one deal from step to step."""
    seats = len(standings[0].have)
    shorter: list[Totals] | None = None
    ahead = [(0,) * seats] * CONTINUATIONS
    course: list[Chances] = []
    for at in reversed(standings):
        if at.waiting and shorter:
            course.append(_shares([_sum(at.have, _sum(end, draw(at.waiting))) for end in shorter]))
        else:
            course.append(_shares([_sum(at.have, end) for end in ahead]))
        if not at.waiting:
            more = [gains for _ in range(len(ahead) // seats) for gains in draw.turned()]
            shorter, ahead = ahead, [*map(_sum, ahead, more)]
    return course[::-1]


def _race(standings: Sequence[ScoresAfter], draw: DealsToCome, *, goal: int) -> list[Chances]:
    """From each step on the same deals come, as far as they are still to come."""
    seats = len(standings[0].have)
    runs = [Continuation([[] for _ in range(seats)], draw) for _ in range(CONTINUATIONS // seats)]
    return [
        _shares([run.end(turn, at, step, goal=goal) for run in runs for turn in range(seats)])
        for step, at in enumerate(standings)
    ]


@dataclass(frozen=True, slots=True)
class Continuation:
    """Deals that may come, by whose turn it is to win them, as many as have been asked for."""

    turns: list[list[Totals]]
    draw: DealsToCome

    def end(self, turn: int, at: ScoresAfter, step: int, *, goal: int) -> Totals:
        """What everybody has when somebody has reached the goal."""
        deals, have = self.turns[turn], at.have
        if at.waiting:
            have = _sum(have, self.draw(at.waiting))
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
    """How often each is first; a first place shared by k counts 1/k."""
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


LEAST = 30  # hands of one's own
LEAST_OTHERS = 200


@dataclass(frozen=True, slots=True)
class ShowdownAccount:
    """Of so many hands shown against others: how many won, how many the others win with such hands, and how far chance
    alone may take that. ``gift``: how many of those due the cards gave above those of others.
    """

    count: int
    others: int
    won: float
    due: float
    band: float
    gift: float

    @property
    def a_deal(self) -> float:
        """By hand shown, how many deals were won above what was due."""
        return (self.won - self.due) / self.count

    @property
    def tells(self) -> bool:
        """Chance does not explain it."""
        return abs(self.won - self.due) > self.band


def account(own: Counts, everybody: Counts) -> ShowdownAccount | None:
    """None where there is too little to say anything. ``everybody``: the club's counts, with the player's.

    A hand that beats the share s of all hands beats m others with the chance s ** m, where these were dealt at random.
    Who stays in shows better ones: so the others win only a part of that, and one's own is due no more.
    """
    others = less(everybody, own)
    if own.get("met", 0) < LEAST or others.get("met", 0) < LEAST_OTHERS or not others.get("due"):
        return None
    part = others.get("taken", 0) / others["due"]
    due = part * own.get("due", 0) / MILLION
    variance = _variance(own, part) + (due / (part * others["due"] / MILLION)) ** 2 * _variance(others, part)
    usual = others["due"] / others["met"]
    gift = part * (own.get("due", 0) - usual * own["met"]) / MILLION
    band = SURENESS * max(0.0, variance) ** 0.5
    return ShowdownAccount(own["met"], others["met"], own.get("taken", 0) / MILLION, due, band, gift)


def _variance(counts: Counts, part: float) -> float:
    """Of the number won, each hand with its own chance."""
    return part * counts.get("due", 0) / MILLION - part**2 * counts.get("due-squared", 0) / MILLION
