from typing import Any

from django.conf import settings

from pyramid_site.limits.attempts import Attempts
from pyramid_site.limits.devices import COOKIE
from pyramid_site.limits.visitors import visitor


def is_quickly_refused(asked: str, scope: dict[str, Any]) -> bool:
    """A sign-in for which no password is hashed any more: it takes no place from those for which one is."""
    if asked not in settings.SIGN_INS or not scope.get("client"):
        return False
    if COOKIE.encode() in dict(scope["headers"]).get(b"cookie", b""):
        return False  # the browser may be known
    return Attempts(settings.FAILED_SIGN_INS["address"], visitor(scope["client"][0])).is_known_shut
