"""What the director says to a table, or to all of them. Their pads follow the event and show it."""

from django.db import transaction

from tournaments.audit import Actor
from tournaments.models import Message, Table
from tournaments.services.change import commit_change, load, lock_event
from tournaments.services.table.calls import answer_call


@transaction.atomic
def send_message(*, event_id: int, table_id: int | None, text: str, actor: Actor) -> Message:
    """To one table of the event, or to all."""
    event = lock_event(event_id)
    table = None if table_id is None else load(event.tables.all(), pk=table_id)
    message = Message.objects.create(event=event, table=table, text=text, user=actor.user)
    commit_change(event, actor, "message", table=table, after={"text": text})
    return message


@transaction.atomic
def answer_call_with(*, table_id: int, text: str, actor: Actor) -> None:
    """The call is over. If the table was still waiting, it is told this ``text``, where there is any."""
    if answer_call(table_id=table_id, actor=actor) and text:
        event_id = Table.objects.values_list("event_id", flat=True).get(pk=table_id)
        send_message(event_id=event_id, table_id=table_id, text=text, actor=actor)
