"""A guest comes in by the code at the door, another by the public page, and a third one by their own card."""

import re

import pytest
from playwright.sync_api import expect

from tests.factories import make_club, make_night
from tournaments.audit import SYSTEM
from tournaments.codes import player_code
from tournaments.services.club.clubs import add_players


@pytest.mark.parametrize("language", [pytest.param("en-GB", marks=pytest.mark.journey), "lt"])
def test_guests_come_in_by_the_code_by_a_nod_and_by_their_own_card(phone, desk, sign_in, language):
    night = make_night(club=make_club(), names=["Ana"])
    (bruno,) = add_players(club=night.club, names=["Bruno"], actor=SYSTEM)
    director = desk()
    director.goto("/sign-in/")
    sign_in(director, night.club.members.get().user)
    director.goto(f"/events/{night.pk}/desk/")
    director.locator(".as-set").get_by_role("link", name="Open").click()
    director.get_by_role("button", name="Open registration").click()
    code = director.locator(".pad-card-address a")
    path = re.sub("^https?://[^/]+", "", code.get_attribute("href") or "")
    director.goto(f"/events/{night.pk}/desk/")
    strip = director.locator("#registration-waits")
    strip.locator("summary").click()

    first = phone(locale=language)
    first.goto(path)
    first.locator("#id_name").fill("Chiara")
    first.locator("form.panel button").click()
    expect(first.locator("#own")).to_contain_text("Chiara")
    expect(director.locator(".desk-rail")).to_contain_text("Chiara")

    second = phone(locale=language)
    second.goto(f"/events/{night.pk}/register/")
    second.locator("#id_name").fill("\u0410na")  # А is Cyrillic
    second.locator("form.panel button").click()
    expect(second.locator(".own-waiting")).to_contain_text("\u0410na")
    strip.get_by_role("button", name="Somebody new").click()
    expect(second.locator(".own-let-in")).to_contain_text("\u0410na")
    director.get_by_role("button", name="Undo").click()
    expect(second.locator(".own-waiting")).to_contain_text("\u0410na")

    third = phone(locale=language)
    third.goto(f"/codes/{player_code(bruno.pk, 0)}/")
    third.locator("form.panel button").click()
    expect(director.locator(".desk-rail")).to_contain_text("Bruno")
    here = night.entrants.filter(present=True).values_list("player__name", flat=True)
    assert sorted(here) == ["Ana", "Bruno", "Chiara"]
