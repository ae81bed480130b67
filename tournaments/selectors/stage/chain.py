"""The chain of stages of a tournament, and how far each has come."""

from django.db.models import Count, Q, QuerySet

from tournaments.formats.stages import FORMATS
from tournaments.models import Event, Round, Stage, StageEntry


def stages_of(event: Event) -> QuerySet[Stage]:
    """Each with ``drawn``, the number of its rounds that stand."""
    return event.stages.annotate(drawn=Count("rounds", filter=~Q(rounds__status=Round.Status.UNDONE))).order_by(
        "number"
    )


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
    return any(FORMATS[kind].bracket for kind in event.stages.values_list("format", flat=True))
