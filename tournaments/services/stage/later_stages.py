"""Later stages that have begun, where a result of an earlier one changes: whom each would take now, and which begin
again.
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import NamedTuple

from django.db import transaction

from tournaments.audit import Actor
from tournaments.formats.record import Id
from tournaments.models import Entrant, Round, Stage, StageEntry, Table
from tournaments.selectors.stage.beginning import begins_after, sources_of, upstream
from tournaments.selectors.stage.qualification import StartList, start_list
from tournaments.services.change import lock_event
from tournaments.services.refusals import Refused
from tournaments.services.stage.planning import undo_start
from tournaments.services.stage.preview import discard_preview
from tournaments.services.stage.rounds import tables_begun, take_back


class Intake(NamedTuple):
    """Who would begin a stage, by seed, and who is tied at the cut."""

    entrants: tuple[Id, ...]
    level: frozenset[Id]


Intakes = Mapping[int, Intake | None]
"""By the number of the stage; None where that is told only once an earlier one has been played again."""


@dataclass(frozen=True)
class StageMoved:
    """A stage that has begun and would begin otherwise. ``waits``: an earlier one has to be played again first, so that
    nobody knows yet who comes and who leaves. ``rounds``: numbers of those that a replay takes back; ``begun``: of the
    tables that forbid it.
    """

    stage: Stage
    comes: tuple[Entrant, ...]
    leaves: tuple[Entrant, ...]
    level: tuple[Entrant, ...]
    waits: bool
    rounds: tuple[int, ...]
    begun: tuple[int, ...]

    @property
    def obstacle(self) -> Refused | None:
        if not self.begun:
            return None
        return Refused("later-stage", stage=self.stage.number, tables=[*self.begun])

    @property
    def facts(self) -> tuple[object, ...]:
        """What a director agrees to."""
        people = [tuple(entrant.pk for entrant in group) for group in (self.comes, self.leaves, self.level)]
        return self.stage.number, *people, self.waits, self.rounds, self.begun


def begun_after(stage: Stage) -> list[Stage]:
    """Those that have begun and take people from this one, directly or through others, as they could begin."""
    stages = list(Stage.objects.filter(event=stage.event_id).select_related("event").order_by("number"))
    begun = [other for other in stages if other.status != Stage.Status.PLANNED]
    left = [other for other in begun if stage.number in upstream(other, stages)]
    ordered: list[Stage] = []
    while left:
        numbers = {other.number for other in left}
        first = next((other for other in left if numbers.isdisjoint(begins_after(other, begun))), left[0])
        ordered.append(first)
        left.remove(first)
    return ordered


def intakes(stage: Stage, *, before: Intakes | None = None) -> dict[int, Intake | None]:
    """Whom each of the later stages would take if it began now; nothing is kept. A stage that would begin as it would
    have ``before``, or as it did, has the entrants that it has, whom the director may have chosen otherwise.
    """
    following, intakes = begun_after(stage), dict[int, Intake | None]()
    if not following:
        return {}
    entries = {other.pk: list(other.entries.all()) for other in following}
    with transaction.atomic():
        StageEntry.objects.filter(stage__in=following).delete()
        Stage.objects.filter(pk__in=entries).update(status=Stage.Status.PLANNED)
        for other in following:
            intakes[other.number] = intake = _intake(other, entries[other.pk], intakes, before)
            if intake is None:  # nobody is told of, so nobody is held back from other stages
                continue
            same = before is None or intake == before[other.number]
            _begin(other, entries[other.pk] if same else _entries(other, intake))
        transaction.set_rollback(True)
    return intakes


def _intake(stage: Stage, entries: Sequence[StageEntry], intakes: Intakes, before: Intakes | None) -> Intake | None:
    """Who has left since the stage began counts as they did then, unless it begins otherwise."""
    there = tuple(entry.entrant_id for entry in entries)
    if before is None:
        return _proposed(start_list(stage, gone=there))
    sources = {source.stage for source in sources_of(stage)}
    moved = {number for number, intake in intakes.items() if intake != before[number]}
    untold = {number for number in moved if (intake := intakes[number]) is None or intake.level}
    if not moved.isdisjoint(sources) or not untold.isdisjoint(begins_after(stage, list(stage.event.stages.all()))):
        return None
    intake = _proposed(start_list(stage, gone=there))
    if intake in (before[stage.number], Intake(there, frozenset())):
        return before[stage.number]
    return _proposed(start_list(stage))


def _proposed(start: StartList) -> Intake:
    level = frozenset(who for tie in start.level for who in tie.ids)
    return Intake(tuple(line.entrant.pk for line in start.lines), level)


def _entries(stage: Stage, intake: Intake) -> list[StageEntry]:
    return [StageEntry(stage=stage, entrant_id=who, seed=seed) for seed, who in enumerate(intake.entrants, start=1)]


def _begin(stage: Stage, entries: Sequence[StageEntry]) -> None:
    StageEntry.objects.bulk_create(entries)
    Stage.objects.filter(pk=stage.pk).update(status=stage.status)


def stages_moved(stage: Stage, before: Intakes) -> list[StageMoved]:
    """The later stages that would begin otherwise than ``before``."""
    now = intakes(stage, before=before)
    entrants = {entrant.pk: entrant for entrant in stage.event.entrants.select_related("player")} if now else {}
    return [
        _moved(other, now[other.number], entrants)
        for other in begun_after(stage)
        if now[other.number] is None or now[other.number] != before[other.number]
    ]


def _moved(stage: Stage, intake: Intake | None, entrants: Mapping[Id, Entrant]) -> StageMoved:
    there = list(stage.entries.values_list("entrant_id", flat=True))
    coming = there if intake is None else intake.entrants
    level = frozenset[Id]() if intake is None else intake.level
    tables = Table.objects.filter(round__stage=stage).exclude(status=Table.Status.UNDONE)
    return StageMoved(
        stage,
        comes=tuple(entrants[who] for who in coming if who not in there),
        leaves=tuple(entrants[who] for who in there if who not in {*coming, *level}),
        level=tuple(entrants[who] for who in sorted(level)),
        waits=intake is None,
        rounds=tuple(round_.number for round_ in _rounds(stage)),
        begun=tuple(tables_begun(list(tables))),
    )


def _rounds(stage: Stage) -> list[Round]:
    """A preview among them."""
    return list(stage.rounds.exclude(status=Round.Status.UNDONE).order_by("number"))


def begin_again(moved: Sequence[StageMoved], actor: Actor) -> None:
    """These stages are as if they had not begun: who comes is proposed anew. Refused where one has been played."""
    for later in moved:
        if later.obstacle:
            raise later.obstacle
    for later in reversed(moved):
        for round_ in reversed(_rounds(later.stage)):
            if round_.status == Round.Status.PREVIEW:
                discard_preview(round_id=round_.pk, actor=actor)
            else:
                round_.stage.event = lock_event(later.stage.event_id)
                take_back(round_, actor)
        undo_start(stage_id=later.stage.pk, actor=actor)
