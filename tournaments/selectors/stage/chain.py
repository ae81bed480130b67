"""The chain of stages of a tournament, and how far each has come."""

from django.db.models import Count, Q, QuerySet

from tournaments.formats.stages import FORMATS
from tournaments.models import Event, Round, Ruling, Stage, StageEntry
from tournaments.models.statements import Prepared, joined


def stages_of(event: Event) -> QuerySet[Stage]:
    """Each with ``drawn``, the number of its rounds that stand."""
    return event.stages.annotate(drawn=Count("rounds", filter=~Q(rounds__status=Round.Status.UNDONE))).order_by(
        "number"
    )


def every_stage(event: Event) -> list[Stage]:
    """For pages, which ask for them each time."""
    stages = _stages(event.pk)
    for stage in stages:
        stage.event = event
    return stages


def every_round(stage: Stage) -> list[Round]:
    """But those taken back."""
    rounds = _rounds(stage.pk)
    for round_ in rounds:
        round_.stage = stage
    return rounds


STAGE, _stage_of = joined(Stage)
ROUND, _round_of = joined(Round)
RULING, _ruling_of = joined(Ruling)
_stages = Prepared(lambda event: Stage.objects.filter(event=event).values_list(*STAGE), _stage_of)
_standing = Round.objects.exclude(status=Round.Status.UNDONE)
_rounds = Prepared(lambda stage: _standing.filter(stage=stage).values_list(*ROUND), _round_of)
later_rulings = Prepared(
    lambda stage, newest: Ruling.objects.filter(stage=stage, pk__gt=newest).values_list(*RULING), _ruling_of
)
"""On the places of a stage, after the `newest` that is known."""


def stage_before(stage: Stage) -> Stage | None:
    before = stage.event.stages.filter(number__lt=stage.number).order_by("number").last()
    if before is not None:
        before.event = stage.event
    return before


def entries_of(stage: Stage) -> QuerySet[StageEntry]:
    return stage.entries.select_related("entrant__player")


def has_rounds(stage: Stage) -> bool:
    """Whether any is drawn and not taken back."""
    return stage.rounds.exclude(status=Round.Status.UNDONE).exists()


def has_bracket(event: Event) -> bool:
    """Whether any of its stages is drawn as one. A club night has no stages."""
    if event.kind == Event.Kind.CLUB_NIGHT:
        return False
    return any(FORMATS[stage.format].bracket for stage in every_stage(event))
