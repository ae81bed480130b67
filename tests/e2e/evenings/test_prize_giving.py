"""From a category to a certificate: the prizes of an evening, as a director gives them away."""

from typing import Literal

import pytest
from playwright.sync_api import expect

from tests.e2e.conftest import SCREENSHOTS
from tests.factories import make_club
from tests.tournament_scenes import make_tournament, play_stage, start
from tests.tournaments.prizes.scenes import category, played_night
from tournaments.audit import SYSTEM
from tournaments.services.club.clubs import add_players

LONG = "Konstantinopolitanska Żółć-Wiśniewska Anastasija"


@pytest.mark.journey
def test_prizes_are_listed_and_given_away(desk, sign_in):
    night = played_night()
    page = desk()
    sign_in(page, night.club.members.get().user)
    page.goto(f"/clubs/{night.club.slug}/categories/")
    page.get_by_label("Name").fill("Junior")
    page.get_by_role("button", name="Add").click()
    page.get_by_role("link", name="Who is in it (0) Junior").click()
    for name in ("chia", "ana"):
        page.get_by_label("Find a name").fill(name)
        page.keyboard.press("Enter")
    expect(page.get_by_label("Ana")).to_be_checked()
    page.get_by_role("button", name="Save (2)").click()
    expect(page.get_by_text("Saved.")).to_be_visible()
    page.screenshot(path=SCREENSHOTS / "category-players.png", full_page=True)

    page.goto(f"/events/{night.pk}/desk/settings/")
    page.get_by_role("link", name="Prizes").click()
    for line, (prize, value, whom) in enumerate(
        [("Gold", "50", ""), ("Silver", "20", ""), ("Best junior", "30", "Junior")]
    ):
        if line == page.get_by_label("Prize", exact=True).count():
            page.get_by_role("link", name="Another line").click()
        page.get_by_label("Prize", exact=True).nth(line).fill(prize)
        page.get_by_label("Value", exact=True).nth(line).fill(value)
        if whom:
            page.get_by_label("For whom", exact=True).nth(line).select_option(whom)
    page.get_by_label("Unit of the values").fill("€")
    page.get_by_role("button", name="Save").click()
    expect(page.get_by_text("If the event ended now:")).to_be_visible()
    page.screenshot(path=SCREENSHOTS / "prizes-listed.png", full_page=True)

    page.goto(f"/events/{night.pk}/desk/")
    page.get_by_role("button", name="End the night").click()
    expect(page.get_by_text("This night is over")).to_be_visible()
    page.goto(f"/events/{night.pk}/")
    silver = page.locator("#prizes li", has_text="Silver")
    expect(silver.get_by_role("link", name="Ana")).to_be_visible()
    page.get_by_text("Why these prizes?").click()
    expect(
        page.locator("#prizes p", has_text="Silver").get_by_text(
            "Chiara stands higher and has another prize: Best junior."
        )
    ).to_be_visible()
    page.screenshot(path=SCREENSHOTS / "prizes-given.png", full_page=True)
    page.get_by_role("navigation", name="Category").get_by_role("link", name="Junior").click()
    expect(page.locator("#results table tbody tr")).to_have_count(2)
    page.goto(f"/events/{night.pk}/print/certificates/")
    expect(page.locator(".certificate", has_text="Chiara").get_by_text("Best junior (Junior): 30 €")).to_be_visible()


@pytest.mark.parametrize("scripts", [True, False])
def test_a_category_of_many_is_ticked_on_a_phone_by_keyboard_and_without_scripts(phone, sign_in, scripts):
    club = make_club()
    add_players(club=club, names=[f"Junior {number}" for number in range(40)] + ["Ana", LONG], actor=SYSTEM)
    junior = category(club, "Junior", "Ana")
    page = phone(viewport={"width": 360, "height": 740}, java_script_enabled=scripts)
    sign_in(page, club.members.get().user)
    page.goto(f"/clubs/{club.slug}/categories/{junior.pk}/")
    if scripts:
        assert page.evaluate("document.documentElement.scrollWidth") == 360
        cut = (
            "[...document.querySelectorAll('#roster > .form-check')].filter(row => row.scrollHeight > row.offsetHeight)"
        )
        assert page.evaluate(f"{cut}.length") == 0
    ana = page.get_by_role("checkbox", name="Ana", exact=True)
    expect(ana).to_be_checked()
    ana.press("Space")
    if scripts:
        page.get_by_label("Find a name").fill("junior")
        page.get_by_role("button", name="Tick all").press("Enter")
        page.screenshot(path=SCREENSHOTS / "category-on-a-phone.png", full_page=True)
    else:
        expect(page.get_by_label("Find a name")).to_be_hidden()
        page.get_by_role("checkbox", name="Junior 7", exact=True).check()
    page.get_by_role("button", name="Save").press("Enter")
    expect(page.get_by_text("Saved.")).to_be_visible()
    assert junior.stays.filter(until=None).count() == (40 if scripts else 1)
    assert junior.stays.exclude(until=None).get().player.name == "Ana"


def test_an_error_under_one_of_two_days_leaves_the_other_where_it_is(desk, sign_in):
    club = make_club()
    add_players(club=club, names=["Ana"], actor=SYSTEM)
    junior = category(club, "Junior", "Ana")
    page = desk()
    sign_in(page, club.members.get().user)
    page.goto(f"/players/{club.players.get().pk}/categories/")
    first, last = page.get_by_label("First day"), page.get_by_label("Last day")
    first.fill("2026-02-02")
    last.fill("2026-02-01")
    page.get_by_role("button", name="Save").click()
    expect(page.get_by_text("cannot be before the first")).to_be_visible()
    assert first.bounding_box()["y"] == last.bounding_box()["y"]
    assert junior.stays.get().since is None


def test_the_wall_the_report_and_the_certificates_tell_who_has_won_what_in_a_tournament(desk, wall, sign_in):
    event = make_tournament(names=["Ana", "Bruno", "Chiara", "Dovas"], stages=[("swiss", {"seats": 2, "rounds": 2})])
    page = desk()
    sign_in(page, event.club.members.get().user)
    page.goto(f"/events/{event.pk}/desk/")
    clicks = 0

    def click(role: Literal["button", "link"], name: str) -> None:
        nonlocal clicks
        page.get_by_role(role, name=name).first.click()
        clicks += 1

    click("link", "Settings")
    click("link", "Prizes")
    for line, (prize, value) in enumerate([("Gold", "50"), ("Silver", "20")]):
        page.get_by_label("Prize", exact=True).nth(line).fill(prize)
        page.get_by_label("Value", exact=True).nth(line).fill(value)
    page.get_by_label("Unit of the values").fill("€")
    page.get_by_text("Who gets them").click()
    page.get_by_label("are told apart by tie-breaks").check()
    clicks += 2
    click("button", "Save")
    expect(page.get_by_text("Saved.")).to_be_visible()

    start(event)
    play_stage(event)
    page.goto(f"/events/{event.pk}/desk/")
    room = wall()
    room.goto(f"/events/{event.pk}/wall/")
    click("button", "End the tournament")
    expect(page.get_by_text("This tournament is over")).to_be_visible()
    room.goto(f"/events/{event.pk}/wall/")
    room.get_by_role("button", name="Pause").click()
    for _ in range(8):
        if room.get_by_text("Silver").is_visible():
            break
        room.get_by_role("button", name="Next sheet").click()
    expect(room.get_by_text("20 €")).to_be_visible()
    room.screenshot(path=SCREENSHOTS / "prizes-wall.png")

    click("link", "See the results")
    winner = page.locator("#prizes li", has_text="Gold").get_by_role("link").inner_text().split()[-1]
    page.screenshot(path=SCREENSHOTS / "prizes-of-a-tournament.png", full_page=True)
    page.goto(f"/events/{event.pk}/report/")
    expect(page.locator("#prizes li", has_text="Gold").get_by_role("link", name=winner)).to_be_visible()
    page.screenshot(path=SCREENSHOTS / "prizes-report.png", full_page=True)
    page.goto(f"/events/{event.pk}/print/certificates/")
    expect(page.locator(".certificate", has_text=winner).get_by_text("Gold: 50 €")).to_be_visible()
    page.screenshot(path=SCREENSHOTS / "prizes-certificates.png", full_page=True)
    assert clicks == 7
