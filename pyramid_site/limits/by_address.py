"""Whoever goes on although his address is shut out is told so before Django is asked."""

from dataclasses import dataclass
from functools import lru_cache
from io import BytesIO
from math import ceil
from typing import Any

from django.conf import settings
from django.core.handlers.asgi import ASGIRequest
from django.template.loader import render_to_string
from django.utils.translation import get_language_from_request, override

from pyramid_site.limits.attempts import Attempts
from pyramid_site.limits.devices import COOKIE
from pyramid_site.limits.visitors import visitor
from tournaments.words.limits import MINUTE, too_often


def attempts_from(address: str, asked: str) -> Attempts | None:
    """What is counted by the address, of those who ask this."""
    limit = settings.FAILED_SIGN_INS["address"] if asked in settings.SIGN_INS else settings.TRIES.get(asked)
    return Attempts(limit, visitor(address)) if limit and limit.by == "address" else None


@dataclass(frozen=True)
class KnownRefusal:
    wait: int  # seconds
    sentence: str
    page: str


def known_refusal(asked: str, scope: dict[str, Any]) -> KnownRefusal | None:
    """For whom this process knows to be shut out. A browser that may be known to us is let by."""
    client = scope.get("client")
    attempts = attempts_from(client[0], asked) if client else None
    if attempts is None or not (wait := attempts.known_wait()):
        return None
    request = ASGIRequest(scope, BytesIO())
    if asked in settings.SIGN_INS and COOKIE in request.COOKIES:
        return None
    return KnownRefusal(
        wait, *_said(attempts.limit.of, ceil(wait / MINUTE) * MINUTE, get_language_from_request(request))
    )


@lru_cache(maxsize=256)
def _said(of: str, seconds: int, language: str) -> tuple[str, str]:
    """In a sentence, and as a page."""
    with override(language):
        return too_often(of, seconds), refusal_page(of, seconds)


def refusal_page(of: str, seconds: int) -> str:
    context = {"advice": too_often(of, seconds), "signs_in": of == settings.FAILED_SIGN_INS["address"].of}
    return render_to_string("server/too_often.html", context)
