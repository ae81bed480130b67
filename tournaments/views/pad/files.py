"""What a pad's page is made of: one style and one script, or the sources of both while they are being worked on."""

import json
from collections.abc import Iterable
from functools import lru_cache
from typing import NamedTuple

from django.conf import settings
from django.template.loader import render_to_string
from django.utils.translation import get_language

from scoring.options import Rules
from tournaments.words.pad.guide import pad_guide


class PadFiles(NamedTuple):
    style: str
    script: str
    over: str
    worker: str  # "" where none is to stand between the page and a source that has just been changed


BUNDLE = PadFiles("bundle/pad.css", "bundle/pad.js", "bundle/pad-over.js", "bundle/pad-worker.js")
SOURCES = PadFiles("css/pad/all.css", "js/pad/main.js", "js/pad/over.js", "")
FONT = "vendor/{name}/{name}-{letters}-wght-normal.woff2"
FONTS = ("hanken-grotesk", "source-serif-4")


def pad_files() -> PadFiles:
    return SOURCES if settings.DEBUG else BUNDLE


def fonts_to_load_first(words: Iterable[str]) -> list[str]:
    """The typefaces a page in these words shows, so that a phone that has them need not lay it out twice."""
    beyond_latin_1 = any(letter > "\xff" and letter.isalpha() for letter in "".join(words))
    letters = ["latin", "latin-ext"] if beyond_latin_1 else ["latin"]
    return [FONT.format(name=name, letters=each) for each in letters for name in FONTS]


def rules_text(game: str, rules: Rules) -> str:
    """The rules that a phone has at hand, drawn once for all tables that play by them."""
    return _drawn(game, json.dumps(rules, sort_keys=True), get_language() or "")


@lru_cache(maxsize=64)
def _drawn(game: str, rules: str, _language: str) -> str:
    return render_to_string("pad/_rules.html", {"guide": pad_guide(game, json.loads(rules))})
