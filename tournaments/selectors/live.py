"""The revision a page follows."""

from tournaments.models import Event, Round, Table


def event_revision(pk: int) -> int | None:
    return Event.objects.filter(pk=pk).values_list("revision", flat=True).first()


def table_revision(pk: int) -> int | None:
    """That of the table's event: what else happens there may show on the table's page too."""
    return Table.objects.filter(pk=pk).values_list("event__revision", flat=True).first()


def round_revision(pk: int) -> int | None:
    return Round.objects.filter(pk=pk).values_list("stage__event__revision", flat=True).first()
