"""Who is to begin a stage, and why: by seed, or from the stage before. A proposal that the director may edit."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from django.db.models import F

from tournaments.formats.draw import Id
from tournaments.formats.plan import Qualify
from tournaments.formats.qualification import Finish, Qualified, qualify, reseeded, swiss_cut
from tournaments.formats.stages import StageRecord
from tournaments.formats.standings.ranking import Row
from tournaments.models import Entrant, Stage
from tournaments.selectors.stage.chain import stage_before
from tournaments.selectors.stage.records import StageState, stage_state

UNSEEDED_LAST = F("seed").asc(nulls_last=True)


@dataclass(frozen=True)
class StartLine:
    """``reason`` as in Qualified, or "seeded" in the first stage; ``place`` and ``group`` are of the stage before."""

    entrant: Entrant
    seed: int
    reason: str
    place: int
    group: int | None


@dataclass(frozen=True)
class StartList:
    stage: Stage
    before: StageState | None  # the stage before it
    lines: list[StartLine]
    out: list[Entrant]  # who could be put in by hand
    missing: list[Entrant]  # entered, but not checked in
    short: bool  # fewer came through than the plan says


def start_list(stage: Stage, *, edited: Sequence[int] | None = None) -> StartList:
    """``edited`` are the entrants (ids) in the order of their seeds as the director has left them."""
    entrants = list(stage.event.entrants.select_related("player", "substitute").order_by(UNSEEDED_LAST, "pk"))
    playing = {e.pk: e for e in entrants if e.status == Entrant.Status.ACTIVE}
    earlier = stage_before(stage)
    before = stage_state(earlier) if earlier else None
    if before is None:
        here = [who for who, entrant in playing.items() if entrant.present]
        lines = [Qualified(who, seed, "seeded", seed) for seed, who in enumerate(here, start=1)]
        short = False
    else:
        wanted = Qualify(**stage.options["qualify"]) if stage.options.get("qualify") else None
        lines, short = _from_before(before, wanted, playing)
    if edited is not None:
        lines = reseeded(lines, [pk for pk in edited if pk in playing])
    chosen = {line.id for line in lines}
    rest = [entrant for who, entrant in playing.items() if who not in chosen]
    return StartList(
        stage=stage,
        before=before,
        lines=[StartLine(playing[line.id], line.seed, line.reason, line.place, line.group) for line in lines],
        out=[entrant for entrant in rest if entrant.present],
        missing=[entrant for entrant in rest if not entrant.present],
        short=short,
    )


def _from_before(
    state: StageState, wanted: Qualify | None, playing: Mapping[Id, Entrant]
) -> tuple[list[Qualified], bool]:
    """The proposal, and whether it is shorter than planned."""
    orders = [[who for who in order if who in playing] for order in orders_of(state)]
    if len(orders) == 1:
        size = (wanted.size or wanted.per_group or 0) if wanted else len(orders[0])
        taken = min(size, len(orders[0]))
        return (swiss_cut(orders[0], size=taken) if taken > 1 else []), taken < size
    per_group, runners_up = _shares(wanted, orders)
    short = any(len(order) < per_group for order in orders)
    per_group = min(per_group, *(len(order) for order in orders))
    behind = sum(len(order) > per_group for order in orders)
    if per_group < 1:
        return [], True
    finishes = [_finishes(*each) for each in zip(state.groups, state.standings, orders, strict=True)]
    return qualify(finishes, per_group=per_group, best_runners_up=min(runners_up, behind)), short or runners_up > behind


def _shares(wanted: Qualify | None, orders: Sequence[Sequence[Id]]) -> tuple[int, int]:
    """How many of each group, and how many of those next behind them."""
    if wanted is None:
        return min(len(order) for order in orders), len(orders)
    if wanted.per_group is not None:
        return wanted.per_group, wanted.best_runners_up
    return divmod(wanted.size or 0, len(orders))


def orders_of(state: StageState) -> list[list[Id]]:
    """Each group's entrants as they stand, best first."""
    return [[who for _, who in places] for places in state.places]


def _finishes(group: StageRecord, standings: Sequence[Row], order: Sequence[Id]) -> list[Finish]:
    rows = {row.id: row for row in standings}
    scores = {
        who: sum(s.score for round_ in group.rounds for table in round_.tables for s in table.present if s.id == who)
        for who in order
    }
    played = {
        who: sum(s.id == who for round_ in group.rounds for table in round_.tables for s in table.seats)
        for who in order
    }
    return [Finish(who, (rows[who].points, scores[who]), played[who]) for who in order]
