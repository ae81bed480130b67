"""Where somebody is signed in."""

from dataclasses import dataclass
from datetime import datetime

from allauth.usersessions.models import UserSession
from django.contrib.auth.models import User


@dataclass(frozen=True)
class SignedIn:
    pk: int
    since: datetime
    address: str
    agent: str
    is_here: bool


def sessions_of(user: User, *, here: str | None) -> list[SignedIn]:
    """This one first, then the newest."""
    found = [
        SignedIn(each.pk, each.created_at, each.ip, each.user_agent, is_here=each.session_key == here)
        for each in UserSession.objects.purge_and_list(user)
    ]
    return sorted(found, key=lambda each: (not each.is_here, -each.since.timestamp()))
