"""Whoever keeps the score for the first time: the rules at hand, the deals a line each, the language."""

import pytest
from playwright.sync_api import expect

from tests.e2e.pad import Outage, Pad, complaints
from tests.factories import deal, make_table, pad_token, whole_vilnius_game


@pytest.mark.journey
def test_a_newcomer_finds_what_to_do_the_rules_and_another_language(phone):
    table = make_table(seats=2)
    pad = Pad(phone(), table)
    page = pad.page
    expect(page.locator(".pad-first")).to_contain_text("Tap the number announced, then the trump")
    outage = Outage(page)
    page.locator(".pad-first button").tap()
    expect(page.get_by_role("heading", name="What an announcement brings")).to_be_visible()
    assert complaints(page) == []
    pad.tap("help")
    pad.tap("language-lt")
    expect(page.locator(".pad-error")).to_contain_text("No connection")
    outage.end()
    pad.tap("language-lt")
    expect(page.locator("h1")).to_have_text("1 stalas")
    pad.enter(3, 3, trump="H")
    pad.saved("Įrašyta")
    pad.page.reload()
    expect(page.locator(".pad-first")).to_have_count(0)


def test_forty_deals_are_found_by_player_by_number_and_unfolded(phone):
    table = make_table(seats=4)
    for recorded in whole_vilnius_game(4)[:40]:
        deal(table, recorded)
    page = phone()
    page.goto(f"/pad/{pad_token(table, 2)}/")
    expect(page.locator(".bar-me")).to_have_text("You are Chiara")
    page.locator('[data-key="deals"]').tap()
    expect(page.locator(".deal-row")).to_have_count(40)
    assert all(box["height"] < 50 for box in (row.bounding_box() for row in page.locator(".deal-row").all()[:5]))
    page.locator('[data-key="go-to-deal"]').select_option("20")
    expect(page.locator('[data-key="deal-20"]')).to_be_in_viewport()
    page.locator('[data-key="deals-of"]').select_option(label="Chiara announced")
    expect(page.locator(".deal-row")).to_have_count(10)
    page.locator('[data-key="deal-2"]').tap()
    expect(page.locator(".deal-more")).to_contain_text("Chiara announced 0, took 1: 8 points.")
    assert complaints(page) == []
