"""Which stage takes whom from which: what it waits for, and who is busy elsewhere."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from tournaments.formats.graph import comers, others_from, settled_early, sources_at
from tournaments.formats.plan import StagePlan, read_plan
from tournaments.formats.record import Id
from tournaments.formats.repechage import beaten
from tournaments.formats.sources import StageSource
from tournaments.formats.stages import FORMATS, Places
from tournaments.models import Stage, StageEntry
from tournaments.selectors.stage.records import StageState, stage_state


@dataclass(frozen=True)
class Feeder:
    """An earlier stage as it stands, and who is to come from it."""

    source: StageSource
    state: StageState
    into: StagePlan  # of the stage that takes them
    others: Sequence[StageSource] = ()  # that take certain people from it

    @property
    def settled_early(self) -> bool:
        """Whether it is told who comes, though the stage may go on."""
        if self.source.lost_to is not None:
            return bool(self.comers)
        entrants, plan = len(self.state.entries), self.state.plan
        return settled_early(self.source, plan, entrants=entrants, places=self._places, others=self.others)

    @property
    def comers(self) -> frozenset[Id]:
        """From a bracket."""
        (group,) = self.state.groups
        if self.source.lost_to is not None:
            return frozenset(beaten(self.source, self.state.plan, group))
        return comers(self.source, self.state.plan, entrants=group.entrants, places=self._places, others=self.others)

    @property
    def _places(self) -> Places:
        return tuple(pair for places in self.state.places for pair in places)


def sources_of(stage: Stage) -> tuple[StageSource, ...]:
    """Where the stage's entrants come from, each with its stage named; nothing for the first stage."""
    return sources_at(read_plan(stage.format, stage.options), stage.number)


def feeders_of(stage: Stage, stages: Sequence[Stage], states: Mapping[int, StageState]) -> list[Feeder]:
    """By its sources; ``states`` are those of the stages (by number) that it takes from, at least."""
    every = [sources_of(other) for other in stages]
    into = read_plan(stage.format, stage.options)
    return [Feeder(source, states[source.stage or 0], into, others_from(source, every)) for source in sources_of(stage)]


def followed_by(stage: Stage, stages: Sequence[Stage]) -> list[Stage]:
    """Those of the event's ``stages`` that take people from this one."""
    return [other for other in stages if any(source.stage == stage.number for source in sources_of(other))]


def leading_stage(begun: Sequence[Stage], stages: Sequence[Stage]) -> Stage:
    """Of those that have ``begun``, the one that says who is first: it takes the best of the one before it."""
    leading = begun[0]
    for stage in begun[1:]:
        sources = [source for source in sources_of(stage) if source.stage == leading.number]
        others = [other for other in followed_by(leading, stages) if other.number != stage.number]
        if any(not source.by_defeat and not source.after and not (source.rest and others) for source in sources):
            leading = stage
    return leading


def begins_after(stage: Stage, stages: Sequence[Stage]) -> set[int]:
    """Numbers of the stages that begin before this one: those it takes from, and where it takes everybody else,
    whoever takes the others."""
    numbers = {source.stage or 0 for source in sources_of(stage)}
    rests = {source.stage for source in sources_of(stage) if source.rest}
    for other in stages:
        if other.number != stage.number and any(s.stage in rests and not s.rest for s in sources_of(other)):
            numbers.add(other.number)
    return numbers


def waits_for(stage: Stage, stages: Sequence[Stage]) -> list[int]:
    """Numbers of the stages that have to begin before this one can."""
    numbers, planned = begins_after(stage, stages), Stage.Status.PLANNED
    return [other.number for other in stages if other.number in numbers and other.status == planned]


def upstream(stage: Stage, stages: Sequence[Stage]) -> set[int]:
    """Numbers of the stages that this one follows, directly or through others."""
    numbers: set[int] = set()
    for other in sorted(stages, key=lambda other: -other.number):
        if other.number in {stage.number, *numbers}:
            numbers |= {source.stage or 0 for source in sources_of(other)}
    return numbers


def still_in(stage: Stage, stages: Sequence[Stage], states: Mapping[int, StageState]) -> set[Id]:
    """Who has no place yet in a bracket that the stage follows, and that goes on meanwhile. ``states`` as in
    ``start_list``."""
    numbers = upstream(stage, stages)
    still: set[Id] = set()
    for other in stages:
        running = other.number in numbers and other.status == Stage.Status.RUNNING
        if running and FORMATS[other.format].bracket:
            state = states[other.number] if other.number in states else stage_state(other)
            still |= state.entrants.keys() - {who for places in state.places for _, who in places}
    return still


@dataclass(frozen=True)
class Others:
    """The stages that have begun, and that a stage does not follow: their sources, and who plays there."""

    stages: Sequence[tuple[tuple[StageSource, ...], frozenset[Id]]] = ()

    @classmethod
    def of(cls, stage: Stage, stages: Sequence[Stage]) -> "Others":
        followed = {stage.number, *upstream(stage, stages)}
        begun = [other for other in stages if other.status != Stage.Status.PLANNED and other.number not in followed]
        if not begun:
            return cls()
        rows = StageEntry.objects.filter(stage__in=[other.pk for other in begun]).values_list("stage_id", "entrant_id")
        people: dict[int, set[Id]] = {other.pk: set() for other in begun}
        for pk, who in rows:
            people[pk].add(who)
        return cls([(sources_of(other), frozenset(people[other.pk])) for other in begun])

    @property
    def busy(self) -> frozenset[Id]:
        return frozenset[Id]().union(*(people for _, people in self.stages))

    def above(self, source: StageSource) -> frozenset[Id]:
        """Who plays in those that take the better places of the source's stage."""
        taking = [
            people
            for sources, people in self.stages
            if any(
                s.stage == source.stage and not s.rest and not s.by_defeat and s.after < source.after for s in sources
            )
        ]
        return frozenset[Id]().union(*taking)


def plays_elsewhere(stage: Stage) -> frozenset[Id]:
    """Who is not free for the stage: they play in one that it does not follow, or are not out of one that goes on."""
    stages = list(stage.event.stages.all())
    return Others.of(stage, stages).busy | still_in(stage, stages, {})
