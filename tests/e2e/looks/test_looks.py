"""Fourteen pages look as they did: on a phone and on a laptop, by day and by night. They and others are light.

LOOKS=renew stores how they look now. What looks otherwise is left in var/looks, to be laid beside the stored picture.
"""

import base64
import os
import re
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import pytest
from django.conf import settings
from django.core.management import call_command
from django.utils import timezone
from playwright.sync_api import Page

from scoring.games import GAMES
from tests.e2e.conftest import DESK, LOG_NAME, PHONE, Browsers
from tests.e2e.everything.world import World, another_database, environment_of, session_of
from tests.e2e.looks import evening
from tests.e2e.servers import ROOT, Server
from tests.factories import pad_token
from tournaments.models import Club, Event, Season, Table
from tournaments.services.summaries.events import make_bends, make_missing_reports

pytestmark = [pytest.mark.django_db(transaction=True)]

STORED = Path(__file__).parent / "pictures"
DIFFERENT = ROOT / "var" / "looks"
RENEWED = os.environ.get("LOOKS") == "renew"
TOLERANCE = 0.01  # of a picture's points
COMPARE = (Path(__file__).parent / "compare.js").read_text()
# Codes hold secrets, "live" comes when it comes, and a backup is made at an hour of its own.
STILL = """
    *, *::before, *::after { animation: none !important; transition: none !important }
    * { content-visibility: visible !important }
    .live-sign, .qr, svg.segno, .draw-seed code { visibility: hidden !important }
    .last-backup { display: none !important }
"""
SCREENS = {"phone": PHONE | {"device_scale_factor": 1}, "desk": DESK}
PAGES = (
    *("club", "night", "night-over", "tournament", "bracket", "report", "player", "statistics", "season"),
    *("desk", "entrants", "members", "pad-vilnius", "pad-showdown"),
)
MORE_PAGES = ("home", "find", "wall", "table", "sign-in")
MOST_REQUESTS, MOST_BYTES = 12, 170_000
ALL_HERE = """() => (!document.body.dataset.liveUrl || document.body.dataset.liveState)
    && document.fonts.status === "loaded" && !document.querySelector(".htmx-request")"""


# Of a laptop's points, where a window is 800 high.
HIGHEST = {"club": 1100, "night": 1100, "night-over": 1100, "tournament": 1300, "player": 1300, "statistics": 1300}
HIGHEST |= {"report": 1000, "night-announced": 1100, "season": 1180}


@dataclass
class Looks:
    browsers: Browsers
    session: str
    addresses: dict[str, str]
    events: dict[int, bool]  # whether it is a night


@pytest.fixture(scope="module")
def looks(django_db_setup, migrated, django_db_blocker, tmp_path_factory, server_environment, chromium):
    world = World(tmp_path_factory.mktemp("looks") / "lives.sqlite3")
    with pytest.MonkeyPatch.context() as patch, django_db_blocker.unblock():
        patch.setattr(timezone, "now", evening.now)
        with another_database(world.database, migrated):
            call_command("load_demo", verbosity=0)
            make_missing_reports(most=100)
            while make_bends():
                pass  # what the server would work out by and by
            session, addresses = session_of(Club.objects.get().members.get().user), addresses_of(Club.objects.get())
            events = {event.pk: not event.has_rounds for event in Event.objects.filter(status="finished")}
    log = world.database.with_name(LOG_NAME)
    served = Server(
        environment_of(world, server_environment), log=log, application="tests.e2e.looks.application:application"
    )
    served.start()
    yield Looks(Browsers(chromium, served.address, log), session, addresses, events)
    served.stop()


def addresses_of(club: Club) -> dict[str, str]:
    night, cup = (Event.objects.get(kind=kind, status="open") for kind in ("club-night", "tournament"))
    finished = Event.objects.filter(kind="club-night", status="finished")
    over, announced = finished.latest("date", "pk"), finished.filter(game="vilnius").latest("date", "pk")
    season = Season.objects.latest("starts")
    vilnius, showdown = (Table.objects.filter(event=event, status="playing").earliest("pk") for event in (night, cup))
    home = f"/clubs/{club.slug}/"
    return {
        "club": home,
        "night": f"/events/{night.pk}/",
        "night-over": f"/events/{over.pk}/",
        "night-announced": f"/events/{announced.pk}/",
        "tournament": f"/events/{cup.pk}/",
        "bracket": f"/events/{Event.objects.get(kind='tournament', status='finished').pk}/bracket/",
        "report": f"/events/{over.pk}/report/",
        "player": f"/players/{club.players.earliest('pk').pk}/",
        "statistics": f"{home}statistics/",
        "season": f"/seasons/{season.pk}/",
        "desk": f"/events/{night.pk}/desk/",
        "entrants": f"/events/{cup.pk}/entrants/",
        "members": f"{home}members/",
        "pad-vilnius": f"/pad/{pad_token(vilnius)}/",
        "pad-showdown": f"/pad/{pad_token(showdown)}/",
        "home": "/",
        "find": f"/find/?club={club.slug}",
        "wall": f"/events/{cup.pk}/wall/",
        "table": f"/tables/{vilnius.pk}/",
        "sign-in": "/sign-in/",
    }


def opened_still(looks: Looks, address: str, screen: str, **options: Any) -> Page:
    page = opened(looks, screen, reduced_motion="reduce", **options)
    page.clock.set_fixed_time(evening.EVENING)
    page.route("**/stream/**", lambda route: route.abort())
    page.goto(address)
    page.wait_for_load_state("networkidle")
    page.evaluate("document.fonts.ready")
    return page


@pytest.mark.parametrize("name", HIGHEST)
def test_a_page_is_as_high_as_reading_needs(looks, name):
    address = looks.addresses[name]
    for each in [address, *(f"{address}{game}/" for game in GAMES if name == "statistics")]:
        page = opened_still(looks, each, "desk")
        assert page.evaluate("document.documentElement.scrollHeight") <= HIGHEST[name], each
        close(looks)


def test_every_event_and_every_tab_of_a_player_is_as_high_as_reading_needs(looks):
    page = opened_still(looks, "/", "desk")

    def too_high(address: str, most: int) -> str:
        page.goto(address)
        page.wait_for_load_state("networkidle")
        height = page.evaluate("document.documentElement.scrollHeight")
        return f"{address}: {height}" if height > most else ""

    pages = [(f"/events/{pk}/statistics/", HIGHEST["statistics"]) for pk in looks.events]
    pages += [
        (f"/events/{pk}/", HIGHEST["night-over" if is_night else "tournament"]) for pk, is_night in looks.events.items()
    ]
    pages += [(f"/events/{pk}/report/", HIGHEST["report"]) for pk in looks.events]
    tabs = ("", "?tab=tables", "rivals/", "statistics/")
    pages += [(f"{looks.addresses['player']}{tab}", HIGHEST["player"]) for tab in tabs]
    pages += [(f"{looks.addresses['player']}statistics/?game={game}", HIGHEST["player"]) for game in GAMES]
    found = [text for address, most in pages if (text := too_high(address, most))]
    close(looks)
    assert found == []


def test_no_table_of_a_club_or_a_player_scrolls_sideways_on_a_phone(looks):
    page = opened_still(looks, "/", "phone")
    scrolling = """() => [...document.querySelectorAll(".table-scroll")]
        .filter((box) => box.scrollWidth > box.clientWidth + 1).map((box) => [box.scrollWidth, box.clientWidth])"""
    club, player = looks.addresses["club"], looks.addresses["player"]
    addresses = [f"{club}all-time/", f"{player}?tab=tables", f"{player}statistics/?game=vilnius&table=announcement"]
    addresses += [f"{club}ratings/{game}/" for game in GAMES]
    addresses += [f"/events/{pk}/statistics/?table=players" for pk in looks.events]
    found = {}
    for address in addresses:
        assert page.goto(address).ok, address
        found[address] = page.evaluate(scrolling)
    close(looks)
    assert {address: boxes for address, boxes in found.items() if boxes} == {}


@pytest.mark.parametrize(
    ("screen", "explained"), [("phone", {"Average"}), ("desk", {"Average", "1–2–3", "Beaten", "Exact"})]
)
def test_below_a_club_s_standings_only_the_columns_in_sight_are_explained(looks, screen, explained):
    page = opened_still(looks, f"{looks.addresses['club']}all-time/", screen)
    legend = page.locator("details[open] .table-scroll + p").first.inner_text()
    close(looks)
    assert {text.strip() for text in re.findall(r"([^.]+):", legend)} == explained


@pytest.mark.parametrize("scheme", ["light", "dark"])
@pytest.mark.parametrize("screen", SCREENS)
@pytest.mark.parametrize("name", PAGES)
def test_a_page_looks_as_it_did(looks, name, screen, scheme):
    page = opened_still(looks, looks.addresses[name], screen, color_scheme=scheme, bypass_csp=True)
    taken = page.screenshot(full_page=not name.startswith("pad"), style=STILL)
    page.close()
    blank = looks.browsers.open(DESK)
    path = STORED / f"{name}-{screen}-{scheme}.webp"
    stored = url_of(path.read_bytes(), "webp") if path.exists() and not RENEWED else ""
    found = blank.evaluate(COMPARE, [stored, url_of(taken, "png")])
    close(looks)
    small = base64.b64decode(found["small"].partition(",")[2])
    if RENEWED:
        path.write_bytes(small)
    elif found["part"] > TOLERANCE:
        DIFFERENT.mkdir(parents=True, exist_ok=True)
        (DIFFERENT / path.name).write_bytes(small)
        pytest.fail(f"{found['part']:.1%} differ: lay {DIFFERENT / path.name} beside {path}")


@pytest.mark.parametrize("name", [*PAGES, *MORE_PAGES])
def test_a_page_that_is_opened_for_the_first_time_is_light(looks, name):
    page = opened(looks, "desk")
    if name == "sign-in":
        page.context.clear_cookies()
    network = page.context.new_cdp_session(page)
    network.send("Network.enable")
    requests, sizes = {}, {}
    network.on("Network.requestWillBeSent", lambda told: requests.update({told["requestId"]: told["request"]["url"]}))
    network.on("Network.loadingFinished", lambda told: sizes.update({told["requestId"]: told["encodedDataLength"]}))
    page.goto(looks.addresses[name])
    page.wait_for_load_state("load")
    page.wait_for_function(ALL_HERE)
    close(looks)
    sent = {address for address in requests.values() if not address.startswith("data:")}
    assert len(sent) <= MOST_REQUESTS, sent
    assert sum(sizes.values()) <= MOST_BYTES, {address: sizes.get(key) for key, address in requests.items()}


def opened(looks: Looks, screen: str, **options: Any) -> Page:
    """A page of the director's that has kept nothing."""
    page = looks.browsers.open(SCREENS[screen], **options)
    page.context.add_cookies(
        [{"name": settings.SESSION_COOKIE_NAME, "value": looks.session, "url": looks.browsers.address}]
    )
    return page


def close(looks: Looks) -> None:
    for context in looks.browsers.contexts:
        context.close()
    looks.browsers.contexts.clear()


def url_of(picture: bytes, kind: str) -> str:
    return f"data:image/{kind};base64,{base64.b64encode(picture).decode()}"
