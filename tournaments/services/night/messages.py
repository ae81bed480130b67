"""What the director says to a table, or to all of them. Their pads follow the event and show it."""

from django.db import transaction
from django.shortcuts import get_object_or_404

from tournaments.audit import Actor
from tournaments.models import Message
from tournaments.services.change import commit_change, lock_event


@transaction.atomic
def send_message(*, event_id: int, table_id: int | None, text: str, actor: Actor) -> Message:
    """To one table of the event, or to all."""
    event = lock_event(event_id)
    table = None if table_id is None else get_object_or_404(event.tables, pk=table_id)
    message = Message.objects.create(event=event, table=table, text=text, user=actor.user)
    commit_change(event, actor, "message", table=table, after={"text": text})
    return message
