"""Who will not sit down in the rounds to come, and what the rounds behind say of that."""

from collections.abc import Iterable
from dataclasses import dataclass

from django.db.models import Exists, OuterRef

from tournaments.formats.consequences import Leaving, Standing, leaving
from tournaments.formats.plan import has_next_round, read_plan
from tournaments.formats.record import StageRecord
from tournaments.formats.stages import FORMATS, Options, swiss_length
from tournaments.models import ByeRequest, Entrant, Event, Round, Stage, StageEntry
from tournaments.selectors.stage.people import Person, person
from tournaments.selectors.stage.records import stage_state


@dataclass(frozen=True)
class ByesPage:
    """The rounds of a stage for one entrant; its options say what is allowed, ``worths`` none where it has no byes."""

    entrant: Entrant
    stage: Stage | None
    options: Options
    asked: dict[int, str]  # by the rounds that are not drawn yet: what was asked for, or empty
    past: list[tuple[int, str]]  # rounds drawn, in which the entrant rested on request


def byes_page(event: Event, entrant_id: int) -> ByesPage:
    """Raises Entrant.DoesNotExist."""
    entrant = event.entrants.select_related("player").get(pk=entrant_id)
    stage = stage_with_byes(event.stages.all())
    if stage is None:
        return ByesPage(entrant, None, Options(requested="none"), {}, [])
    options = read_plan(stage.format, stage.options).options
    entry = stage.entries.filter(entrant=entrant).first()
    first = max(first_open_round(stage), entry.from_round if entry else 1)
    requests = dict(stage.bye_requests.filter(entrant=entrant).values_list("round", "worth"))
    rounds = range(first, stage_length(stage, entry) + 1)
    offered = {*rounds[: max(0, len(rounds) - options.byes_end)], *requests}
    return ByesPage(
        entrant,
        stage,
        options,
        {number: requests.get(number, "") for number in rounds if number in offered},
        rested(stage, entrant),
    )


def rested(stage: Stage, entrant: Entrant) -> list[tuple[int, str]]:
    """The rounds drawn in which the entrant rests on request, and for what."""
    drawn = stage.rounds.exclude(status=Round.Status.UNDONE)
    return [(each.number, each.seating.requested[entrant.pk]) for each in drawn if entrant.pk in each.seating.requested]


@dataclass(frozen=True)
class LeavingLine:
    """How somebody stands, and would by either choice."""

    person: Person
    now: Standing
    annulled: Standing
    kept: Standing


@dataclass(frozen=True)
class LeavingPage:
    """``leaving`` is None, and there are no lines, where nothing is to be said of results."""

    entrant: Entrant
    results: str  # what was said of them before
    leaving: Leaving | None
    lines: list[LeavingLine]


def leaving_page(event: Event, entrant_id: int) -> LeavingPage:
    """Raises Entrant.DoesNotExist."""
    entrant = event.entrants.select_related("player").get(pk=entrant_id)
    entry = round_robin_entry(event, entrant)
    if entry is None:
        return LeavingPage(entrant, "", None, [])
    state = stage_state(entry.stage)
    found = leaving(state.group_of(entrant.pk), state.plan.options, entrant.pk)
    lines = [
        LeavingLine(person(state.entrants[who]), now, found.annulled[who], found.kept[who])
        for who, now in found.now.items()
    ]
    return LeavingPage(entrant, entry.results, found, lines)


def round_robin_entry(event: Event, entrant: Entrant) -> StageEntry | None:
    """Where the entrant plays in a round robin of which rounds are to come."""
    running = event.stages.filter(status=Stage.Status.RUNNING).last()
    if running is None or not FORMATS[running.format].scheduled:
        return None
    running.event = event
    entry = running.entries.filter(entrant=entrant).first()
    if entry is None:
        return None
    entry.stage = running
    state = stage_state(running)
    return entry if has_next_round(state.plan, [state.group_of(entrant.pk)]) else None


def stage_with_byes(stages: Iterable[Stage]) -> Stage | None:
    """The one that is running, or the first where none has begun, if it is a Swiss that allows byes on request."""
    stage = next((each for each in stages if each.status != Stage.Status.FINISHED), None)
    if stage is None or (stage.status == Stage.Status.PLANNED and stage.number > 1):
        return None
    if stage is None or stage.format != Stage.Format.SWISS:
        return None
    return stage if read_plan(stage.format, stage.options).options.worths else None


def first_open_round(stage: Stage) -> int:
    """The number of the first round that is not drawn."""
    drawn = stage.rounds.exclude(status=Round.Status.UNDONE).values_list("number", flat=True)
    return max(drawn, default=0) + 1


def asked_for(stage: Stage, number: int) -> dict[int, str]:
    """Who (ids) asked for a bye in the round of this number, and what it is worth."""
    asked = stage.bye_requests.filter(round=number)
    return dict(asked.values_list("entrant_id", "worth")) if stage.format == Stage.Format.SWISS else {}


def upcoming_byes(stage: Stage | None) -> dict[int, list[int]]:
    """By entrant (id) the rounds to come in which they rest on request."""
    found: dict[int, list[int]] = {}
    drawn = Round.objects.filter(stage=stage, number__gte=OuterRef("round")).exclude(status=Round.Status.UNDONE)
    asked = ByeRequest.objects.filter(stage=stage).exclude(Exists(drawn)) if stage else ByeRequest.objects.none()
    for entrant, number in asked.values_list("entrant_id", "round"):
        found.setdefault(entrant, []).append(number)
    return found


def stage_length(stage: Stage, entry: StageEntry | None) -> int:
    """How many rounds the entrant's group plays; before the stage begins, those who would begin it as things are."""
    here = stage.event.entrants.filter(status=Entrant.Status.ACTIVE)
    group = stage.entries.filter(group=entry.group) if entry else here
    people = tuple(group.values_list("pk", flat=True))
    return swiss_length(StageRecord(entrants=people), read_plan(stage.format, stage.options).options)
