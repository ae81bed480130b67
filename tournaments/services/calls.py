"""A table calls the director, and he answers. The sheet is not concerned: no phone's save goes stale by a call."""

from datetime import datetime

from django.db import transaction
from django.utils import timezone

from tournaments.audit import Actor, Told
from tournaments.models import Table
from tournaments.services.change import commit_change, lock_table

LONGEST_NOTE = 200


@transaction.atomic
def call_director(*, table_id: int, note: str, actor: Actor) -> None:
    """Who calls again keeps his turn; what he says more is added."""
    table = lock_table(table_id)
    said = [each for each in (table.call_note, note.strip()) if each]
    notes = " · ".join(dict.fromkeys(said))[:LONGEST_NOTE]
    if table.called_at is None or (note.strip() not in table.call_note and notes != table.call_note):
        _keep(table, table.called_at or timezone.now(), notes, actor, "director-called")


@transaction.atomic
def withdraw_call(*, table_id: int, actor: Actor) -> None:
    _end(table_id, actor, "call-withdrawn")


@transaction.atomic
def answer_call(*, table_id: int, actor: Actor) -> None:
    _end(table_id, actor, "call-answered")


def _end(table_id: int, actor: Actor, action: str) -> None:
    """Where nobody calls any more there is nothing to end: two taps in the same moment are one."""
    table = lock_table(table_id)
    if table.called_at is not None:
        _keep(table, None, "", actor, action)


def _keep(table: Table, at: datetime | None, note: str, actor: Actor, action: str) -> None:
    before = _told(table)
    table.called_at, table.call_note = at, note
    table.save(update_fields=["called_at", "call_note"])
    commit_change(table.event, actor, action, table=table, before=before, after=_told(table))


def _told(table: Table) -> Told | None:
    return {"called_at": table.called_at.isoformat(), "note": table.call_note} if table.called_at else None
