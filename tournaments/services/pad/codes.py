"""The codes of an event's pads are made new together, and made good again after its end."""

from collections.abc import Collection

from django.db import transaction
from django.utils import timezone

from tournaments.audit import Actor, Details
from tournaments.models import PadLink, Table
from tournaments.models.event import GRACE
from tournaments.services.change import commit_change, lock_event
from tournaments.services.refusals import Refused


@transaction.atomic
def renew_codes(*, event_id: int, tables: Collection[int], newest: int, actor: Actor) -> int:
    """Of these tables (ids), but for those renewed since: `newest` is the latest link (id) that was seen, so that a
    second tap does nothing. Tells of how many.
    """
    event = lock_event(event_id)
    seen = event.tables.filter(pk__in=tables).exclude(status=Table.Status.UNDONE)
    renewed = list(seen.exclude(pad_links__pk__gt=newest).order_by("number"))
    valid = PadLink.objects.filter(table__in=renewed, revoked_at=None)
    had = set(valid.values_list("table", flat=True))
    before: Details = {"tables": [table.number for table in renewed if table.pk in had]}
    valid.update(revoked_at=timezone.now())
    PadLink.objects.bulk_create(PadLink(table=table) for table in renewed)
    after: Details = {"tables": [table.number for table in renewed]}
    if renewed:
        commit_change(event, actor, "codes-renewed", before=before, after=after)
    return len(renewed)


@transaction.atomic
def make_codes_good_again(*, event_id: int, actor: Actor) -> None:
    """For a day, so that a table can put right what is wrong, or a phone send what it has kept."""
    event = lock_event(event_id)
    if event.codes_end_at is None:
        raise Refused("codes-good")
    before, event.codes_end_at = event.codes_end_at, timezone.now() + GRACE
    event.save(update_fields=["codes_end_at"])
    until: Details = {"until": event.codes_end_at.isoformat()}
    commit_change(event, actor, "codes-good-again", before={"until": before.isoformat()}, after=until)
