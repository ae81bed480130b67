"""The revision a page follows, and what tells whether it shows what counts by now."""

from collections.abc import Iterable
from datetime import datetime
from typing import Any, NamedTuple

from django.db.models import Count, Q, QuerySet
from django.utils import timezone

from tournaments.models import Event, Round, Table, Visibility
from tournaments.models.statements import Prepared, PreparedForAll


def event_revision(pk: int) -> int | None:
    return Event.objects.filter(pk=pk).values_list("revision", flat=True).first()


class Newest(NamedTuple):
    revision: int
    visibility: Visibility


def event_revisions(event_ids: Iterable[int]) -> dict[int, Newest]:
    return dict(_newest_of_events(list(event_ids)))


_newest_of_events = PreparedForAll(
    lambda events: (
        Event.objects.filter(pk__in=events).order_by().values_list("pk", "revision", "club__visibility", "visibility")
    ),
    lambda row: (row[0], Newest(row[1], Visibility.stricter(*row[2:]))),
)


def table_revisions(table_ids: Iterable[int]) -> dict[int, Newest]:
    """At the latest change of anything that the tables' pads show (Table.shown_revision), by table."""
    return dict(_newest_of_tables(list(table_ids)))


_newest_of_tables = PreparedForAll(
    lambda tables: (
        Table.objects.filter(pk__in=tables)
        .order_by()
        .values_list("pk", "pad_revision", "event__pads_revision", "event__club__visibility", "event__visibility")
    ),
    lambda row: (row[0], Newest(max(row[1:3]), Visibility.stricter(*row[3:]))),
)


def is_table_of(table_id: int, event_id: int) -> bool:
    return Table.objects.filter(pk=table_id, event=event_id).exists()


def accepted_by_themselves(event_id: int) -> int:
    """How many results count without anybody's word, which no revision tells."""
    now = timezone.now()
    return sum(at <= now for at in _waiting_until(event_id))


_waiting_until: Prepared[datetime] = Prepared(
    lambda event: (
        Table.objects.filter(event=event, confirmation=Table.ConfirmationState.WAITING, accepted_at__isnull=False)
        .order_by()
        .values_list("accepted_at")
    ),
    lambda row: row[0],
)


def event_version(pk: int) -> str | None:
    return _version(Event.objects.filter(pk=pk), "")


def table_version(pk: int) -> str | None:
    """That of the table's event: what else happens there may show on the table's page too."""
    return _version(Table.objects.filter(pk=pk), "event__")


def picture_version(pk: int) -> str | None:
    """Pictures are drawn anew twice a minute at most, however fast a room plays."""
    return f"{pk}.{int(timezone.now().timestamp() // 30)}"


def opened_version(pk: int) -> str | None:
    """What phones have opened together is told for a minute, in which it is drawn again only where there is news."""
    return f"{event_version(pk)}.{int(timezone.now().timestamp() // 60)}"


def round_version(pk: int) -> str | None:
    return _version(Round.objects.filter(pk=pk), "stage__event__")


def _version(rows: QuerySet[Any], event: str) -> str | None:
    """With the revision, how many results have been accepted by themselves: nobody writes when that happens. And when
    the event was made: after a restore another may have its key. None of one that is over, whose people's names change
    without a revision.
    """
    tables = f"{event}tables"
    by_itself = Q(
        **{f"{tables}__confirmation": Table.ConfirmationState.WAITING, f"{tables}__accepted_at__lte": timezone.now()}
    )
    played = rows.filter(**{f"{event}status": Event.Status.OPEN})
    counted = played.annotate(by_themselves=Count(tables, filter=by_itself))
    found = counted.values_list(f"{event}revision", "by_themselves", f"{event}created_at").first()
    return None if found is None else f"{found[0]}.{found[1]}.{found[2]:%y%m%d%H%M%S%f}"
