"""Which plans fit into an evening, and what each of them does: the question before somebody plans anything."""

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, field, replace
from functools import cache

from tournaments.formats.graph import check_graph
from tournaments.formats.plan import chain_from, read_chain, read_plan
from tournaments.formats.record import NoValidPairing
from tournaments.formats.simulation.evenings import Pace, Report, Simulation
from tournaments.formats.simulation.playing import Played, play_event

MOST_ROUNDS = 12
FINAL_TABLE = "table-knockout:seats=4:advance=2:size=4"
KINDS = (
    "swiss:seats=4:rounds={rounds}",
    "swiss:seats=3:rounds={rounds}",
    "swiss:seats=2:rounds={rounds}",
    "swiss:seats=4:rounds={rounds}," + FINAL_TABLE,
    "swiss:seats=3:rounds={rounds}," + FINAL_TABLE,
    "swiss:seats=4:rounds={rounds},table-knockout:seats=4:advance=2:size=16",
    "swiss:seats=2:rounds={rounds},single-elimination:size=4",
    "swiss:seats=2:rounds={rounds},single-elimination:size=8",
    "swiss:seats=2:rounds={rounds},single-elimination:from=1.size.4,swiss:seats=2:rounds=2:from=1",
    "round-robin:seats=2",
    "round-robin:seats=2:groups={groups},single-elimination:per_group=1",
    "round-robin:seats=2:groups={groups},single-elimination:per_group=2",
    (
        "round-robin:seats=2:groups={groups},single-elimination:from=1.per_group.2,"
        "single-elimination:from=1.per_group.2.after.2"
    ),
    "table-knockout:seats=4:advance=2",
    "table-knockout:seats=3:advance=1",
    "single-elimination",
    "single-elimination,single-elimination:losers=1",
    "single-elimination,single-elimination:from=1.size.4.after.4",
    "single-elimination,single-elimination:lost_to=2",
    "double-elimination",
    "strikes:seats=4:lives=2",
)
"""Chains as ``chain_from`` reads them; ``rounds`` are as many as fit, ``groups`` are of four or five."""

PROPOSED = (
    ("swiss:seats=4:rounds={rounds}", "swiss:seats=3:rounds={rounds}", "swiss:seats=2:rounds={rounds}"),
    (
        "swiss:seats=4:rounds={rounds}," + FINAL_TABLE,
        "swiss:seats=3:rounds={rounds}," + FINAL_TABLE,
        "swiss:seats=2:rounds={rounds},single-elimination:size=4",
    ),
    (
        "table-knockout:seats=4:advance=2",
        "table-knockout:seats=3:advance=1",
        "single-elimination",
        "round-robin:seats=2",
    ),
    ("swiss:seats=3:rounds={rounds}", "swiss:seats=2:rounds={rounds}"),
    ("swiss:seats=4:rounds={rounds}",),
)
"""All play to the end, the best go on to a final, who loses is out; where there is no time for these, other tables."""

LATER = tuple(dict.fromkeys(kind.partition(",")[2] for kind in KINDS if "," in kind))
"""What of these chains comes after the first stage."""

LapProgress = Callable[[Sequence[Sequence[Played]], int], None]


@dataclass(frozen=True, slots=True, kw_only=True)
class Comparison:
    """Plans for so many ``players`` that are over within ``limit`` minutes on nine evenings in ten, each played
    ``events`` times with draws made in haste. Of each of the ``families`` of kinds the first that fits,
    ``most`` in all."""

    players: int
    limit: float
    events: int = 1
    seed: int = 0
    pace: Pace = field(default_factory=Pace)
    families: tuple[tuple[str, ...], ...] = tuple((kind,) for kind in KINDS)
    most: int = len(KINDS)

    def play(self, progress: LapProgress) -> tuple[Report, ...]:
        """A report for each plan that fits, the one that finds the strongest player most often first."""
        plans = fitting(self)
        laps: list[list[Played]] = []
        for n in range(self.events if plans else 0):
            lap = []
            for plan in plans:
                lap.append(played_once(plan, n))
                progress(laps, len(lap))
            laps.append(lap)
        return self.report(laps)

    def report(self, laps: Sequence[Sequence[Played]]) -> tuple[Report, ...]:
        """What comes of the laps that are over; every lap plays every plan once."""
        reports = [plan.report(events) for plan, events in zip(fitting(self), zip(*laps, strict=True), strict=False)]
        return tuple(sorted(reports, key=lambda report: (-report.best_wins, report.length["median"])))


@cache
def fitting(comparison: Comparison) -> tuple[Simulation, ...]:
    """The plans that fit, with as many rounds as fit."""
    simulations: dict[str, Simulation] = {}
    for family in comparison.families:
        if len(simulations) < comparison.most and (plan := first_of(family, comparison)) is not None:
            simulations[plan.plan] = plan
    return tuple(simulations.values())


def first_of(family: Sequence[str], comparison: Comparison) -> Simulation | None:
    """The first plan of a family that fits the evening, one of more than one round if there is any; None where none
    fits.
    """
    only = None
    for kind in family:
        plan = longest(kind, comparison)
        if plan is not None and plan.options.rounds != 1:
            return plan
        only = only or plan
    return only


def longest(kind: str, comparison: Comparison) -> Simulation | None:
    """The longest plan of a kind that fits into the evening; None where not even the shortest does."""
    best = None
    for plan in plans_of(kind, comparison):
        try:
            report = plan.report([played_once(plan, 0)])
        except (NoValidPairing, ValueError):
            break
        if report.length["late"] > comparison.limit:
            break
        best = plan
    return best


def plans_of(kind: str, comparison: Comparison) -> Iterator[Simulation]:
    """The plans of a kind with one round, two, ... where it has rounds, as long as everybody can still meet somebody
    new.
    """
    players = comparison.players
    shortest = kind.format(rounds=1, groups=max(1, players // 4))
    (_, first), *later = chain_from(shortest)
    sizes = [options.get("qualify", {}).get("size", 0) for _, options in later]
    if players < first.get("seats", 2) or max(sizes, default=0) >= players or first.get("groups", 2) < 2:
        return
    if check_graph(read_chain(shortest), entrants=players):
        return
    most = min(MOST_ROUNDS, (players - 1) // (first["seats"] - 1)) if "rounds" in first else 1
    for rounds in range(1, most + 1):
        yield planned(kind.format(rounds=rounds, groups=players // 4), comparison)


def planned(chain: str, comparison: Comparison) -> Simulation:
    """The simulation of a chain of stages, as `chain_from` reads it, with the comparison's players and pace."""
    first, _, then = chain.partition(",")
    ((key, options),) = chain_from(first)
    plan = read_plan(key, options)
    return Simulation(
        format=key,
        players=comparison.players,
        options=replace(plan.options, rule=None, hasty=True),
        groups=plan.groups,
        then=then,
        events=comparison.events,
        seed=comparison.seed,
        pace=comparison.pace,
    )


def played_once(plan: Simulation, number: int) -> Played:
    """One event played by a plan, the ``number``-th from 0."""
    return play_event(plan.stages, plan.ids, plan.random(number), lambda rounds: None)
