"""A table calls the director, and he answers; its phones say what they keep. The sheet is not concerned: no phone's
save goes stale by any of this.
"""

from datetime import datetime, timedelta
from uuid import UUID

from django.db import transaction
from django.db.models import F, Max
from django.utils import timezone

from tournaments.audit import Actor, Details, read_details
from tournaments.models import AuditEntry, Event, Table, UnsentDeals
from tournaments.services.change import commit_change, tell_table
from tournaments.services.table.deals import lock_for

LONGEST_NOTE = 200
MOST_PHONES = 20  # of a table that are told of
LONGEST_KEPT = timedelta(days=2)
ONE_CALL = timedelta(minutes=5)  # within which a table that calls and takes it back, again and again, has called once


@transaction.atomic
def call_director(*, table_id: int, note: str, actor: Actor) -> None:
    """Who calls again keeps his turn; what he says more is added."""
    table = lock_for(actor, table_id)
    said = note.strip()
    if table.called_at is None:
        told = any(said in note for note in _notes_of_late(table))
        _keep(table, timezone.now(), said, actor, "director-called", is_new=not told)
    elif said not in table.call_note:
        _keep(table, table.called_at, " · ".join(filter(None, [table.call_note, said])), actor, "director-called")


@transaction.atomic
def withdraw_call(*, table_id: int, actor: Actor) -> None:
    """What is taken back soon is no entry of its own: that of the call stands."""
    table = lock_for(actor, table_id)
    if table.called_at is not None:
        _keep(table, None, "", actor, "call-withdrawn", is_new=not _notes_of_late(table))


@transaction.atomic
def answer_call(*, table_id: int, actor: Actor) -> bool:
    """Whether the table was still calling: two taps in the same moment are one."""
    table = lock_for(actor, table_id)
    if table.called_at is None:
        return False
    _keep(table, None, "", actor, "call-answered")
    return True


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


def _notes_of_late(table: Table) -> list[str]:
    """Of the table's calls in the log, since the director came to it: each holds what was said before too."""
    entries = AuditEntry.objects.filter(table=table, at__gt=timezone.now() - ONE_CALL)
    answered = entries.filter(action="call-answered").aggregate(last=Max("pk"))["last"] or 0
    calls = entries.filter(action="director-called", pk__gt=answered)
    return [read_details(after).get("note", "") for after in calls.values_list("after", flat=True)]


def _keep(table: Table, at: datetime | None, note: str, actor: Actor, action: str, *, is_new: bool = True) -> None:
    before = _details(table)
    table.called_at, table.call_note = at, note[:LONGEST_NOTE]
    table.save(update_fields=["called_at", "call_note"])
    if is_new:
        commit_change(table.event, actor, action, table=table, before=before, after=_details(table))
    else:
        tell_table(table)


def _details(table: Table) -> Details | None:
    return {"called_at": table.called_at.isoformat(), "note": table.call_note} if table.called_at else None
