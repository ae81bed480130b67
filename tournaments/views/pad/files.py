"""What a pad's page is made of: one style and one script, or the sources of both while they are being worked on."""

from typing import NamedTuple

from django.conf import settings


class PadFiles(NamedTuple):
    style: str
    script: str
    over: str
    worker: str  # "" where none is to stand between the page and a source that has just been changed


BUNDLE = PadFiles("bundle/pad.css", "bundle/pad.js", "bundle/pad-over.js", "bundle/pad-worker.js")
SOURCES = PadFiles("css/pad/all.css", "js/pad/main.js", "js/pad/over.js", "")


def pad_files() -> PadFiles:
    return SOURCES if settings.DEBUG else BUNDLE
