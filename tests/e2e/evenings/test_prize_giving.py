"""From a category to a certificate: the prizes of an evening, as a director gives them away."""

import pytest
from playwright.sync_api import expect

from tests.e2e.conftest import SCREENSHOTS
from tests.tournaments.prizes.scenes import played_night


@pytest.mark.journey
def test_prizes_are_listed_and_given_away(desk, sign_in):
    night = played_night()
    page = desk()
    sign_in(page, night.club.members.get().user)
    page.goto(f"/clubs/{night.club.slug}/categories/")
    page.get_by_label("Name").fill("Junior")
    page.get_by_role("button", name="Add").click()
    for name in ("Chiara", "Ana"):
        page.goto(f"/players/{night.club.players.get(name=name).pk}/edit/")
        page.get_by_role("link", name="Categories").last.click()
        page.get_by_label("Junior").check()
        page.get_by_role("button", name="Save").click()
        expect(page.get_by_text("Saved.")).to_be_visible()

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
    silver.get_by_text("Why this prize?").click()
    expect(silver.get_by_text("Chiara stands higher and has another prize: Best junior.")).to_be_visible()
    page.screenshot(path=SCREENSHOTS / "prizes-given.png", full_page=True)
    page.get_by_role("navigation", name="Category").get_by_role("link", name="Junior").click()
    expect(page.locator("#results table tbody tr")).to_have_count(2)
    page.goto(f"/events/{night.pk}/print/certificates/")
    expect(page.locator(".certificate", has_text="Chiara").get_by_text("Best junior: 30 €")).to_be_visible()
