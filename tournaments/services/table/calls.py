"""A table calls the director, and he answers; its phones say what they keep. The sheet is not concerned: no phone's
save goes stale by any of this.
"""

from datetime import datetime, timedelta
from uuid import UUID

from django.db import transaction
from django.db.models import F
from django.utils import timezone

from tournaments.audit import Actor, Details
from tournaments.models import Event, Table, UnsentDeals
from tournaments.services.change import commit_change
from tournaments.services.table.deals import lock_for

LONGEST_NOTE = 200
MOST_PHONES = 20  # of a table that are told of
LONGEST_KEPT = timedelta(days=2)


@transaction.atomic
def call_director(*, table_id: int, note: str, actor: Actor) -> None:
    """Who calls again keeps his turn; what he says more is added."""
    table = lock_for(actor, table_id)
    said = note.strip()
    if table.called_at is None:
        _keep(table, timezone.now(), said, actor, "director-called")
    elif said not in table.call_note:
        _keep(table, table.called_at, " · ".join(filter(None, [table.call_note, said])), actor, "director-called")


@transaction.atomic
def withdraw_call(*, table_id: int, actor: Actor) -> None:
    _end(table_id, actor, "call-withdrawn")


@transaction.atomic
def answer_call(*, table_id: int, actor: Actor) -> bool:
    """Whether the table was still calling."""
    return _end(table_id, actor, "call-answered")


@transaction.atomic
def note_unsent(*, table_id: int, phone: UUID, count: int, kept_for: timedelta, actor: Actor) -> None:
    """What the desk shows of a phone that cannot send, until it can: of nothing recorded, so without an entry."""
    table = lock_for(actor, table_id)
    said = {"count": count, "since": timezone.now() - min(kept_for, LONGEST_KEPT)}
    known = table.unsent.filter(phone=phone)
    if not count:
        changed = known.delete()[0] > 0
    elif not (changed := known.exclude(count=count).update(**said) > 0) and not known.exists():
        changed = table.unsent.count() < MOST_PHONES
        if changed:
            UnsentDeals.objects.create(table=table, phone=phone, **said)
    if changed:
        following = F("revision") + 1
        Event.objects.filter(pk=table.event_id).update(revision=following, outline=following)


def _end(table_id: int, actor: Actor, action: str) -> bool:
    """Where nobody calls any more there is nothing to end: two taps in the same moment are one."""
    table = lock_for(actor, table_id)
    if table.called_at is None:
        return False
    _keep(table, None, "", actor, action)
    return True


def _keep(table: Table, at: datetime | None, note: str, actor: Actor, action: str) -> None:
    before = _details(table)
    table.called_at, table.call_note = at, note[:LONGEST_NOTE]
    table.save(update_fields=["called_at", "call_note"])
    commit_change(table.event, actor, action, table=table, before=before, after=_details(table))


def _details(table: Table) -> Details | None:
    return {"called_at": table.called_at.isoformat(), "note": table.call_note} if table.called_at else None
