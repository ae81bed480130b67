"""A race: how far each player was ahead of the others' average, announcement by announcement or deal by deal."""

from collections.abc import Sequence
from dataclasses import dataclass
from itertools import accumulate, chain
from statistics import fmean

from scoring.moments.course import Gain, gains
from tournaments.selectors.table.cards import PlayerTag
from tournaments.selectors.table.page import TablePage

NAMED = 5
LINES = 30  # more could not be told apart
SHORTEST = 3  # a race of less is none


@dataclass(frozen=True)
class Runner:
    player: PlayerTag
    latest: tuple[Gain, ...]  # at the last table alone
    totals: tuple[float, ...]  # after each step
    ahead: tuple[float, ...]  # of the room's average, from the start on


@dataclass(frozen=True)
class Race:
    """``runners``: best first. ``lead_since``: the step at which the leader took the lead, where that can be told."""

    runners: list[Runner]
    average: tuple[float, ...]
    counts_deals: bool  # else announcements
    lead_since: int | None

    @property
    def named(self) -> list[Runner]:
        return self.runners[:NAMED]

    @property
    def others(self) -> list[Runner]:
        return self.runners[NAMED:LINES]


def table_race(page: TablePage) -> Race | None:
    """From what the page has read."""
    deals = [line.deal for line in page.deals][: len(page.result.deals)]
    counts_cubits = page.event.unit == "cubits"
    found = gains(page.result, deals, seats=len(page.card.seats), counts_cubits=counts_cubits)
    seats = sorted(zip(page.card.seats, found, strict=True), key=lambda pair: pair[0].place)
    return race_of([(seat.player, [own]) for seat, own in seats])


def race_of(everybody: Sequence[tuple[PlayerTag, Sequence[Sequence[Gain]]]]) -> Race | None:
    """Of everybody's gains, table by table, best first; who has none is left out."""
    running = [(player, [own for own in tables if own]) for player, tables in everybody]
    chains = [(player, tables[-1], list(chain(*tables))) for player, tables in running if tables]
    if max((len(own) for *_, own in chains), default=0) < SHORTEST:
        return None
    average = _average([own for *_, own in chains])
    runners = [_runner(player, latest, own, average) for player, latest, own in chains]
    counts_deals = all(gain.announced is None for *_, own in chains for gain in own)
    return Race(runners, average, counts_deals, _lead_since(runners))


def _average(gains: Sequence[Sequence[Gain]]) -> tuple[float, ...]:
    """Of those who have come so far, step by step, so that nobody jumps where others stop."""
    longest = max(map(len, gains), default=0)
    steps = [fmean(float(own[step].points) for own in gains if len(own) > step) for step in range(longest)]
    return tuple(accumulate(steps))


def _runner(player: PlayerTag, latest: Sequence[Gain], gains: Sequence[Gain], average: tuple[float, ...]) -> Runner:
    totals = tuple(accumulate(float(gain.points) for gain in gains))
    ahead = (0.0, *(own - room for own, room in zip(totals, average, strict=False)))
    return Runner(player, tuple(latest), totals, ahead)


def _lead_since(runners: list[Runner]) -> int | None:
    """The first step from which on nobody was ahead of who leads now; none while others have been further by then."""
    first, others = runners[0], runners[1:]
    best = _best(others, steps=len(first.totals))
    if not others or max(other.totals[-1] for other in others) >= first.totals[-1]:
        return None
    since = len(first.totals)
    while since and first.totals[since - 1] >= best[since - 1]:
        since -= 1
    return since + 1 if since < len(first.totals) else None


def _best(runners: list[Runner], *, steps: int) -> list[float]:
    """The most that anybody had after each step."""
    best = [float("-inf")] * steps
    for runner in runners:
        for step, total in enumerate(runner.totals[:steps]):
            best[step] = max(best[step], total)
    return best
