"""Whoever goes on although his address is shut out is told so before Django is asked."""

from functools import lru_cache
from io import BytesIO
from math import ceil
from typing import Any

from django.conf import settings
from django.core.handlers.asgi import ASGIRequest
from django.template.loader import render_to_string
from django.utils.translation import get_language_from_request, override

from pyramid_site.entry.refusals import TurnedAway
from pyramid_site.limits.attempts import Attempts
from pyramid_site.limits.devices import COOKIE
from pyramid_site.limits.visitors import visitor
from tournaments.words.limits import MINUTE, too_often


def attempts_from(address: str, asked: str) -> Attempts | None:
    """What is counted by the address, of those who ask this."""
    limit = settings.FAILED_SIGN_INS["address"] if asked in settings.SIGN_INS else settings.TRIES.get(asked)
    return Attempts(limit, visitor(address)) if limit and limit.by == "address" else None


def turn_away(asked: str, scope: dict[str, Any]) -> None:
    """Raises TurnedAway for whom this process knows to be shut out. A browser that may be known to us is let by."""
    client = scope.get("client")
    attempts = attempts_from(client[0], asked) if client else None
    if attempts is None or not (wait := attempts.known_wait()):
        return
    request = ASGIRequest(scope, BytesIO())
    if asked in settings.SIGN_INS and COOKIE in request.COOKIES:
        return
    of, language = attempts.limit.of, get_language_from_request(request)
    sentence, page = _said(of, ceil(wait / MINUTE) * MINUTE, language)
    raise TurnedAway(429, "too-often", sentence, retry_after=wait, page=page)


@lru_cache(maxsize=256)
def _said(of: str, seconds: int, language: str) -> tuple[str, str]:
    """In a sentence, and as a page."""
    with override(language):
        return too_often(of, seconds), refusal_page(of, seconds)


def refusal_page(of: str, seconds: int) -> str:
    context = {"advice": too_often(of, seconds), "signs_in": of == settings.FAILED_SIGN_INS["address"].of}
    return render_to_string("server/too_often.html", context)
