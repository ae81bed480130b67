from base64 import b64encode
from datetime import datetime

from django.db import transaction

from tournaments import audit
from tournaments.audit import Actor
from tournaments.models import Club, ClubCrest

OWN, DRAWN = "own", "drawn"


@transaction.atomic
def set_crest(*, club: Club, png: bytes | None, now: datetime, actor: Actor) -> None:
    """None: the one that is drawn from the club's name again."""
    known = Club.objects.select_for_update(no_key=True).get(pk=club.pk)
    before = OWN if ClubCrest.objects.filter(club=known).exists() else DRAWN
    if png is None:
        ClubCrest.objects.filter(club=known).delete()
        if before == DRAWN:
            return
    else:
        picture = b64encode(png).decode()
        ClubCrest.objects.update_or_create(club=known, defaults={"picture": picture, "changed_at": now})
    after = DRAWN if png is None else OWN
    audit.record(actor, "crest-set", club=known, before={"crest": before}, after={"crest": after})
