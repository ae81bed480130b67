"""Why am I here? Everything known of one entrant's way through a tournament, in a number of queries that is fixed for
each stage."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from tournaments.formats.bracket.matches import Bracket
from tournaments.formats.draw import Id
from tournaments.formats.explain import Reason, explain_round
from tournaments.formats.plan import StagePlan
from tournaments.formats.record import StageRecord
from tournaments.formats.standings.ranking import Row
from tournaments.models import Entrant, Event, Round, Stage, StageEntry, Table
from tournaments.selectors.settled import Decision
from tournaments.selectors.stage.records import StageState, shown_state


@dataclass(frozen=True)
class RoundWhy:
    round: Round
    reason: Reason
    table: Table | None

    @property
    def is_edited(self) -> bool:
        """The director changed the draw by hand."""
        return bool(self.round.seating.edited)

    @property
    def is_provisional(self) -> bool:
        """Tables were still playing when it was drawn."""
        return bool(self.round.seating.provisional)


@dataclass(frozen=True)
class StageWhy:
    """``place`` is None while it is open, and for the expelled. ``row`` and its neighbours exist where places come from
    points; ``mates`` are who sat at the same table, by round from 1.
    """

    stage: Stage
    plan: StagePlan
    entry: StageEntry
    entrants: Mapping[Id, Entrant]
    size: int
    place: int | None
    row: Row | None
    above: Row | None
    below: Row | None
    rounds: list[RoundWhy]
    mates: Mapping[int, tuple[Id, ...]]
    bracket: Bracket | None
    lots_seed: int
    decisions: list[Decision]  # among those who were level with this entrant


@dataclass(frozen=True)
class WhyPage:
    event: Event
    entrant: Entrant
    revision: int
    stages: list[StageWhy]  # the newest first


def why_page(event_id: int, entrant_id: int) -> WhyPage:
    """Raises Event.DoesNotExist, also for a club night, and Entrant.DoesNotExist."""
    event = Event.objects.select_related("club").get(pk=event_id, kind=Event.Kind.TOURNAMENT)
    entrant = event.entrants.select_related("player", "substitute").get(pk=entrant_id)
    stages = list(event.stages.filter(entries__entrant=entrant).order_by("-number"))
    for stage in stages:
        stage.event = event
    return WhyPage(event, entrant, event.revision, [_stage(shown_state(stage), entrant.pk) for stage in stages])


def _stage(state: StageState, who: Id) -> StageWhy:
    group, plan = state.group_of(who), state.plan
    index = state.groups.index(group)
    rows: Sequence[Row] = ()
    if plan.form.standings:
        rows = state.standings[index]
    at = next((index for index, row in enumerate(rows) if row.id == who), None)
    places = {id_: place for place, id_ in state.places[index]} if group.rounds else {}
    return StageWhy(
        stage=state.stage,
        plan=plan,
        entry=next(entry for entry in state.entries if entry.entrant_id == who),
        entrants=state.entrants,
        size=len(group.entrants),
        place=places.get(who),
        row=None if at is None else rows[at],
        above=rows[at - 1] if at else None,
        below=rows[at + 1] if at is not None and at + 1 < len(rows) else None,
        rounds=_rounds(state, group, who),
        mates=_mates(group, who),
        lots_seed=group.seed,
        decisions=[each for each in state.decisions if who in each.places],
        bracket=plan.form.bracket(len(group.entrants), plan.options) if plan.form.bracket else None,
    )


def _rounds(state: StageState, group: StageRecord, who: Id) -> list[RoundWhy]:
    """A group may have been over some rounds before the others."""
    key, options = state.plan.form.key, state.plan.options
    return [
        RoundWhy(round_, explain_round(key, group, options, round=number, who=who), _table(state, round_, who))
        for number, round_ in enumerate(state.rounds[: len(group.rounds)], start=1)
    ]


def _table(state: StageState, round_: Round, who: Id) -> Table | None:
    return next((t for t in state.tables[round_.pk] if any(seat.entrant_id == who for seat in t.seats.all())), None)


def _mates(group: StageRecord, who: Id) -> dict[int, tuple[Id, ...]]:
    seated = (
        (number, [seat.id for seat in table.seats])
        for number, round_ in enumerate(group.rounds, start=1)
        for table in round_.tables
    )
    return {number: tuple(id_ for id_ in ids if id_ != who) for number, ids in seated if who in ids}
