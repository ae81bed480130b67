"""One phone is told from another by a random name in a signed cookie, which says nothing of who holds it."""

from django.http import HttpRequest, HttpResponse
from django.utils.crypto import get_random_string

COOKIE = SALT = "pad-phone"
LETTERS = 16
YEAR = 60 * 60 * 24 * 365


def phone_of(request: HttpRequest) -> str:
    """The phone's name; a new one where it has none, or one that we have not given."""
    return _kept(request) or get_random_string(LETTERS)


def has_been_here(request: HttpRequest) -> bool:
    return bool(_kept(request))


def knowing_phone(request: HttpRequest, response: HttpResponse, phone: str) -> HttpResponse:
    """The answer by which a phone learns its name. Where its cookie bears `phone`, `phone_of` has verified it."""
    if request.COOKIES.get(COOKIE, "").partition(":")[0] != phone:
        response.set_signed_cookie(
            COOKIE,
            phone,
            salt=SALT,
            max_age=YEAR,
            path="/pad/",
            httponly=True,
            samesite="Lax",
            secure=request.is_secure(),
        )
    return response


def _kept(request: HttpRequest) -> str:
    return str(request.get_signed_cookie(COOKIE, default="", salt=SALT))
