"""A browser in which somebody has signed in is known by a signed cookie: whoever tries his name elsewhere does not shut
him out.
"""

from typing import Any

from django.contrib.auth.models import AbstractUser
from django.contrib.auth.signals import user_logged_in, user_login_failed
from django.dispatch import receiver
from django.http import HttpRequest
from django.http.response import HttpResponseBase
from django.utils.crypto import get_random_string

from pyramid_site.limits.attempts import hidden

COOKIE = SALT = "known-device"
YEAR = 60 * 60 * 24 * 365
MOST_NAMES = 12  # of the people who share a browser


@receiver(user_logged_in)
def note_success(sender: object, request: HttpRequest | None, user: AbstractUser, **more: Any) -> None:
    if request is not None:
        request.signed_in = user  # type: ignore[attr-defined]  # for the middleware, whose answer can tell the browser


@receiver(user_login_failed)
def note_failure(sender: object, request: HttpRequest | None = None, **more: Any) -> None:
    if request is not None:
        request.failed_to_sign_in = True  # type: ignore[attr-defined]


def plain_name(typed: str) -> str:
    return typed.strip().casefold()


def device_of(request: HttpRequest, typed: str) -> str | None:
    """Where this name has been signed in with before."""
    device, *names = _said(request)
    return device if hidden(plain_name(typed)) in names else None


def _said(request: HttpRequest) -> list[str]:
    return str(request.get_signed_cookie(COOKIE, default="", salt=SALT, max_age=YEAR)).split(":")


def know_device(request: HttpRequest, response: HttpResponseBase) -> None:
    user: AbstractUser | None = getattr(request, "signed_in", None)
    if user is None:
        return
    names = [hidden(plain_name(name)) for name in (user.get_username(), user.email) if name]
    _device, *others = _said(request)
    response.set_signed_cookie(
        COOKIE,
        ":".join([get_random_string(16), *dict.fromkeys([*names, *others][:MOST_NAMES])]),
        salt=SALT,
        max_age=YEAR,
        httponly=True,
        samesite="Lax",
        secure=request.is_secure(),
    )
