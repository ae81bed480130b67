from collections.abc import Callable
from uuid import UUID

from django.db import transaction

from tournaments.models import Club, Event


@transaction.atomic
def made_once(*, club: Club, client_id: UUID | None, make: Callable[[], Event]) -> Event:
    """What a program makes under this id, however often it sends it, even at once."""
    if client_id is None:
        return make()
    Club.objects.select_for_update(no_key=True).get(pk=club.pk)
    if known := club.events.filter(client_id=client_id).first():
        return known
    made = make()
    club.events.filter(pk=made.pk).update(client_id=client_id)
    return made
