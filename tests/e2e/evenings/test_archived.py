"""An archive is opened from a disk, without a server."""

from pathlib import Path

import pytest
from django.core.management import call_command
from playwright.sync_api import Browser
from pytest_django import Settings

from tests.factories import deal, make_night, seat_table
from tests.tournament_scenes import begun, play_round
from tournaments.audit import SYSTEM
from tournaments.services.night import finish_event
from tournaments.services.table.life import end_table

HANDS = {"0": ["P3", "O3", "G2", "G3", "O3", "P1"], "1": ["CAP", "G3", "P2", "O3", "G3", "O1"]}
LACKS = """() => [
    ...[...document.images].filter((image) => !image.naturalWidth).map((image) => image.src),
    ...[...document.querySelectorAll("use")].map((use) => use.getAttribute("href"))
        .filter((at) => at.startsWith("#drawn-") && !document.querySelector(at)),
]"""


@pytest.fixture
def archive(transactional_db: None, settings: Settings, tmp_path: Path) -> Path:
    """Of a club with a night of cards that is over, and a tournament that goes on."""
    static = {"BACKEND": "django.contrib.staticfiles.storage.StaticFilesStorage"}
    settings.STORAGES = settings.STORAGES | {"staticfiles": static}
    night = make_night(game="colonial-italian", names=("Ana", "Bruno"))
    table = seat_table(night, "Ana", "Bruno")
    deal(table, {"dealer": 0, "hands": HANDS, "paid": {"0": 5, "1": 5}})
    end_table(table_id=table.pk, actor=SYSTEM)
    finish_event(event_id=night.pk, actor=SYSTEM)
    play_round(begun(4, club=night.club))
    call_command("archive", tmp_path / "archive", club=night.club.slug)
    return tmp_path / "archive"


def test_every_page_of_an_archive_opens_from_a_disk(archive, chromium: Browser):
    page = chromium.new_context(offline=True).new_page()
    wrong: list[str] = []
    # What a page asked for when the next one was opened is given up, not missing.
    page.on("requestfailed", lambda request: wrong.extend([request.url] * (request.failure != "net::ERR_ABORTED")))
    page.on("request", lambda request: wrong.extend([request.url] * (not request.url.startswith(archive.as_uri()))))
    page.on("console", lambda message: wrong.append(message.text))
    waiting, known = [(archive / "index.html").as_uri()], set()
    while waiting:
        page.goto(waiting.pop())
        wrong += page.evaluate(LACKS)
        links = page.eval_on_selector_all("a[href]", "(links) => links.map((link) => link.href)")
        pages = {link.partition("#")[0] for link in links if link.partition("#")[0].endswith(".html")}
        waiting += pages - known
        known |= pages
    assert wrong == []
    assert known == {path.as_uri() for path in archive.rglob("*.html")}
