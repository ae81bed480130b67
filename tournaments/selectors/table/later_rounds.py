"""Whether later rounds already rest on a table's result."""

from collections.abc import Iterable

from tournaments.formats.stages import FORMATS
from tournaments.models import Round, Stage, Table
from tournaments.models.table import ENDED


def has_later_round(table: Table) -> bool:
    """The table has ended, and a later round was drawn by its result or a later stage has begun."""
    if table.round is None or table.status not in ENDED:
        return False
    stage = table.round.stage
    later_stages = Stage.objects.filter(event=stage.event_id, number__gt=stage.number)
    if later_stages.exclude(status=Stage.Status.PLANNED).exists():
        return True
    later = stage.rounds.exclude(status=Round.Status.UNDONE).filter(number__gt=table.round.number)
    if not FORMATS[stage.format].bracket:
        return later.exists()
    return any_seats(later, set(table.seats.values_list("entrant_id", flat=True)))


def any_seats(rounds: Iterable[Round], people: set[int]) -> bool:
    """Whether one of these entrants (ids) sits in one of the rounds."""
    return any(not people.isdisjoint(round_.seating.seated) for round_ in rounds)
