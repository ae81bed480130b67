import re

from django.db import transaction

from tournaments import audit
from tournaments.audit import Actor, Details
from tournaments.models import Club
from tournaments.services.refusals import Refused

ANYBODY = "*"
# What a policy for frames may hold, and nothing that would add to it.
ORIGIN = re.compile(r"https?://(\*\.)?[a-z0-9-]+(\.[a-z0-9-]+)*(:[0-9]{1,5})?")


@transaction.atomic
def set_frames(*, club: Club, framed_by: str, actor: Actor) -> None:
    """Which pages may show the club's standings and brackets in a frame."""
    origins = list(dict.fromkeys(each.lower().rstrip("/") for each in framed_by.split()))
    for each in origins:
        if each != ANYBODY and not ORIGIN.fullmatch(each):
            raise Refused("frames-unknown", origin=each)
    known = Club.objects.select_for_update(no_key=True).get(pk=club.pk)
    before: Details = {"framed_by": known.framed_by}
    known.framed_by = ANYBODY if ANYBODY in origins else " ".join(origins)
    if known.framed_by != before["framed_by"]:
        known.save(update_fields=["framed_by"])
        audit.record(actor, "frames-set", club=known, before=before, after={"framed_by": known.framed_by})
