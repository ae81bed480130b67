from base64 import b64encode

from django.db import transaction

from tournaments import audit
from tournaments.audit import Actor, Details
from tournaments.models import Club, ClubCrest

OWN, DRAWN = "own", "drawn"


@transaction.atomic
def set_crest(*, club: Club, png: bytes | None, actor: Actor) -> None:
    """None: the one that is drawn from the club's name again."""
    known = Club.objects.select_for_update(no_key=True).get(pk=club.pk)
    before: Details = {"crest": OWN if ClubCrest.objects.filter(club=known).exists() else DRAWN}
    after: Details = {"crest": DRAWN if png is None else OWN}
    if png is None and before == after:
        return
    if png is None:
        ClubCrest.objects.filter(club=known).delete()
    else:
        ClubCrest.objects.update_or_create(club=known, defaults={"picture": b64encode(png).decode()})
    audit.record(actor, "crest-set", club=known, before=before, after=after)
