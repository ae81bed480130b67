"""The chain of stages of a tournament, and how far each has come."""

from django.db.models import Count, Q, QuerySet

from tournaments.models import Event, Round, Stage


def stages_of(event: Event) -> QuerySet[Stage]:
    """Each with ``drawn``, the number of its rounds that stand."""
    return event.stages.annotate(drawn=Count("rounds", filter=~Q(rounds__status=Round.Status.UNDONE))).order_by(
        "number"
    )
