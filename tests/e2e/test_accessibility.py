"""axe finds nothing on any page, by day and by night, on the desk and on a phone."""

from datetime import date

import pytest

from tests.e2e.pad import complaints
from tests.factories import announce, correct, deal, make_night, make_user, seat_table
from tournaments.audit import SYSTEM
from tournaments.models import Event
from tournaments.services.table_life import adjourn_table, end_table

LONG = "Ieva Aleksandra Stankevičiūtė-Bartkienė von und zu Neringa"
HANDS = {"0": ["P3", "P3", "P3", "P2", "P2", "P1"], "1": ["G3", "G3", "O2", "O1", "G1", "CAP"]}


@pytest.fixture
def night(transactional_db) -> Event:
    """One with a bit of everything in it."""
    people = ["Ana", "Bruno", "Chiara", "Dovas", LONG, "Faust", "Giulia", "Henris"]
    night = make_night(names=[*people, "Jonas", "Karolina"])
    running = seat_table(night, "Ana", "Bruno", LONG)
    for payload in (announce(1, 3, 3), announce(2, 6, 4), announce(0, 2, 2)):
        deal(running, payload)
    correct(running, 2, announce(2, 6, 5), reason="miscounted")
    adjourn_table(table_id=seat_table(night, "Chiara", "Dovas").pk, actor=SYSTEM)
    deal(ended := seat_table(night, "Faust", "Giulia"), announce(1, 3, 3))
    end_table(table_id=ended.pk, actor=SYSTEM)
    showdowns = make_night(club=night.club, game="colonial-italian", names=people[:2], on=date(2026, 11, 13))
    deal(
        seat_table(showdowns, "Ana", "Bruno"), {"dealer": 0, "hands": HANDS, "claimed": [1], "override": "seen by all"}
    )
    return night


def addresses(night: Event) -> list[str]:
    table, showdown = night.tables.get(number=1), night.club.events.get(game="colonial-italian").tables.get()
    return [
        "/clubs/",
        f"/clubs/{night.club.slug}/",
        f"/clubs/{night.club.slug}/players/",
        f"/clubs/{night.club.slug}/events/new/",
        f"/players/{table.seats.get(index=2).entrant.player_id}/",
        f"/players/{table.seats.get(index=2).entrant.player_id}/edit/",
        f"/events/{night.pk}/",
        f"/events/{night.pk}/desk/",
        f"/events/{night.pk}/desk/seating/?how=random&size=4",
        f"/events/{night.pk}/cards/",
        f"/events/{night.pk}/wall/",
        f"/tables/{table.pk}/",
        f"/tables/{showdown.pk}/",
        f"/pad/{table.pad_links.get().token}/",
        f"/pad/{showdown.pad_links.get().token}/",
        "/rules/",
        "/rules/vilnius/",
        "/rules/colonial-italian/",
        "/rules/protean/",
        "/nowhere/",
    ]


@pytest.mark.parametrize(("screen", "scheme"), [("desk", "light"), ("phone", "dark")])
def test_axe_finds_nothing(request, sign_in, night, screen, scheme):
    page = request.getfixturevalue(screen)(color_scheme=scheme)
    sign_in(page, make_user("root", is_superuser=True))
    found = {}
    for address in addresses(night):
        page.goto(address)
        if wrong := complaints(page):
            found[address] = wrong
    assert found == {}


def test_axe_finds_nothing_where_nothing_is_yet(desk):
    page = desk()
    found = {address: complaints(page) for address in ("/clubs/", "/sign-in/") if page.goto(address)}
    assert not any(found.values()), found


def test_no_page_scrolls_sideways_on_a_phone(phone, sign_in, night):
    page = phone()
    sign_in(page, make_user("root", is_superuser=True))
    too_wide = []
    for address in addresses(night):
        page.goto(address)
        if page.evaluate("document.documentElement.scrollWidth > document.documentElement.clientWidth"):
            too_wide.append(address)
    assert too_wide == []
