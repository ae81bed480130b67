"""What a pad's page is made of, and how one phone is told from another: by a random name in a signed cookie, which says
nothing of who holds it.
"""

import json
from collections.abc import Iterable
from functools import lru_cache
from typing import NamedTuple

from django.conf import settings
from django.http import HttpRequest, HttpResponse
from django.template.loader import render_to_string
from django.utils.crypto import get_random_string
from django.utils.translation import get_language

from scoring.game import Rules
from tournaments.words.pad.guide import pad_guide

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


class PadFiles(NamedTuple):
    style: str
    script: str
    over: str
    worker: str  # "" where none is to stand between the page and a source that has just been changed


BUNDLE = PadFiles("bundle/pad.css", "bundle/pad.js", "bundle/pad-over.js", "bundle/pad-worker.js")
SOURCES = PadFiles("css/pad/all.css", "js/pad/main.js", "js/pad/over.js", "")
FONT = "vendor/{name}/{name}-{letters}.woff2"
FONTS = ("hanken-grotesk", "source-serif-4")


def pad_files() -> PadFiles:
    return SOURCES if settings.DEBUG else BUNDLE


def fonts_to_load_first(words: Iterable[str]) -> list[str]:
    """The typefaces a page in these words shows, so that a phone that has them need not lay it out twice."""
    beyond_latin_1 = any(letter > "\xff" and letter.isalpha() for letter in "".join(words))
    letters = ["latin", "european"] if beyond_latin_1 else ["latin"]
    return [FONT.format(name=name, letters=letter) for letter in letters for name in FONTS]


def rules_text(game: str, rules: Rules) -> str:
    """The rules that a phone has at hand, drawn once for all tables that play by them."""
    return _drawn(game, json.dumps(rules, sort_keys=True), get_language() or "")


@lru_cache(maxsize=64)
def _drawn(game: str, rules: str, _language: str) -> str:
    return render_to_string("pad/_rules.html", {"guide": pad_guide(game, json.loads(rules))})
