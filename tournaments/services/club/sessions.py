from allauth.usersessions.models import UserSession
from django.contrib.auth.models import User
from django.db import transaction


@transaction.atomic
def end_other_sessions(*, user: User, here: str | None, only: int | None = None) -> int:
    """All but this one, or only one of them. Says how many."""
    others = UserSession.objects.filter(user=user).exclude(session_key=here)
    ended = list(others.filter(pk=only) if only else others)
    for session in ended:
        session.end()
    return len(ended)
