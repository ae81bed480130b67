"""What the middleware adds to a request, for the type checker."""

from django.contrib.auth.models import User
from django.http import HttpRequest
from django_htmx.middleware import HtmxDetails

from tournaments.audit import Actor
from tournaments.codes import HeldCode
from tournaments.visibility import Seen


class Request(HttpRequest):
    htmx: HtmxDetails
    seen: Seen  # where a view is `visited`
    held: HeldCode | None  # where a code alone opens the page
    event: int | None  # in which a pad has saved, where that is known


class SignedInRequest(Request):
    """In a view that is not marked `login_not_required`."""

    user: User


def actor_of(request: SignedInRequest) -> Actor:
    return Actor(user=request.user)
