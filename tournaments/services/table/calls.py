"""A table calls the director, and he answers. The sheet is not concerned: no phone's save goes stale by a call."""

from datetime import datetime

from django.db import transaction
from django.utils import timezone

from tournaments.audit import Actor, Details
from tournaments.models import Table
from tournaments.services.change import commit_change
from tournaments.services.table.deals import lock_for

LONGEST_NOTE = 200


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
