"""By which programs ask, and whose they are."""

import re
from datetime import datetime

from django.db.models import Exists, OuterRef, Q, QuerySet
from django.utils.crypto import constant_time_compare

from tournaments.models import ApiToken, Club, Member
from tournaments.signing import hex_signature, keys

KIND = "api-token"
TEXT = re.compile("capstone_([1-9][0-9]{0,17})_([A-Za-z0-9]{20,64})")


def token_of(text: str, *, now: datetime) -> ApiToken | None:
    """With its club and who made it; None for one that is over, or whose maker owns the club no more."""
    said = TEXT.fullmatch(text)
    found = _good(now).select_related("club", "made_by").filter(pk=said[1]).first() if said else None
    if said is None or found is None:
        return None
    hashes = (hex_signature(KIND, said[2], key=key) for key in keys())
    return found if any(constant_time_compare(found.secret_hash, each) for each in hashes) else None


def open_tokens(club: Club, *, now: datetime) -> list[ApiToken]:
    """Newest first."""
    return list(_good(now).filter(club=club).select_related("made_by"))


def _good(now: datetime) -> QuerySet[ApiToken]:
    owned = Member.objects.filter(club=OuterRef("club"), user=OuterRef("made_by"), role=Member.Role.OWNER)
    return ApiToken.objects.filter(
        Q(Exists(owned)) | Q(made_by__is_superuser=True), made_by__is_active=True, revoked_at=None, good_until__gt=now
    )
