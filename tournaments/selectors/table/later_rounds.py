"""Whether later rounds already rest on a table's result."""

from collections.abc import Collection, Iterable

from django.db.models import F, Q

from tournaments.formats.stages import FORMATS
from tournaments.models import Round, Stage, Table
from tournaments.models.seating import RoundSeating
from tournaments.models.statements import Prepared
from tournaments.models.table import ENDED

BEGUN = (Stage.Status.RUNNING, Stage.Status.FINISHED)
DRAWN = (Round.Status.PREVIEW, Round.Status.PUBLISHED)

later_seatings = Prepared(
    lambda round_: (
        Stage.objects.filter(
            Q(number__gt=F("event__stages__number"), status__in=BEGUN)
            | Q(
                pk=F("event__stages__pk"),
                rounds__number__gt=F("event__stages__rounds__number"),
                rounds__status__in=DRAWN,
            ),
            event__stages__rounds=round_,
        )
        .order_by()
        .values_list("pk", "rounds__seating")
    ),
    lambda values: values,
)
"""Of a round (id): the stages that have begun after its own, and the rounds drawn after it, by their stage."""


def has_later_round(table: Table, *, people: Collection[int] | None = None) -> bool:
    """The table has ended, and a later round was drawn by its result or a later stage has begun. `people`: the entrants
    (ids) who sit there, where they are known already.
    """
    if table.round is None or table.status not in ENDED:
        return False
    stage, later = table.round.stage, later_seatings(table.round.pk)
    if not later or any(pk != stage.pk for pk, _ in later):
        return bool(later)
    # Its own seating is read only where nothing but play-offs came after it.
    played_off = all(seating.play_off for _, seating in later) and table.round.seating.play_off
    if not (FORMATS[stage.format].bracket or played_off):
        return True
    seated = table.seats.values_list("entrant_id", flat=True) if people is None else people
    return _any_seats((seating for _, seating in later), set(seated))


def any_seats(rounds: Iterable[Round], people: set[int]) -> bool:
    """Whether one of these entrants (ids) sits in one of the rounds."""
    return _any_seats((round_.seating for round_ in rounds), people)


def _any_seats(seatings: Iterable[RoundSeating], people: set[int]) -> bool:
    return any(not people.isdisjoint(seating.seated) for seating in seatings)
