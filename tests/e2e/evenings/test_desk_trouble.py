"""What the director asks for at the desk happens or is said not to; and it shows which phones are stuck."""

import pytest
from playwright.sync_api import Page, expect

from tests.e2e.pad import Outage, Pad, run_on
from tests.factories import announce, deal, make_club, make_night, make_table

NOT_DONE = "That did not get through."


@pytest.fixture
def at_the_desk(desk, sign_in) -> Page:
    night = make_night(club=make_club())
    page = desk()
    sign_in(page, night.club.members.get().user)
    page.goto(f"/events/{night.pk}/desk/")
    return page


def add(page: Page, name: str) -> None:
    page.get_by_label("New names").fill(name)
    page.get_by_role("button", name="They are here").click()


def test_a_click_that_gets_lost_is_told_and_may_be_repeated(at_the_desk):
    lost = [lambda route: route.abort(), lambda route: route.fulfill(status=403, body="")]
    for answer in lost:
        at_the_desk.route("**/desk/here/", answer, times=1)
        add(at_the_desk, "Zita")
        expect(at_the_desk.get_by_role("alert")).to_contain_text(NOT_DONE)
    add(at_the_desk, "Zita")
    expect(at_the_desk.get_by_role("button", name="leaves Zita")).to_be_visible()
    expect(at_the_desk.get_by_role("alert")).to_be_hidden()


def test_a_click_on_a_page_that_is_out_of_date_is_told_to_reload_it(at_the_desk):
    at_the_desk.context.clear_cookies(name="csrftoken")
    add(at_the_desk, "Zita")
    told = at_the_desk.get_by_role("alert")
    expect(told).to_contain_text("This page is out of date")
    expect(told).to_contain_text("Reload this page, and try once more.")
    expect(told).not_to_contain_text("connection")
    at_the_desk.route("**/desk/here/", lambda route: route.abort(), times=1)
    add(at_the_desk, "Zita")
    expect(told).to_contain_text(NOT_DONE)


def test_somebody_signed_out_meanwhile_signs_in_and_is_back_at_the_desk(at_the_desk):
    address = at_the_desk.url
    at_the_desk.context.clear_cookies(name="sessionid")
    add(at_the_desk, "Zita")
    at_the_desk.wait_for_url("**/sign-in/**")
    expect(at_the_desk.locator("h1")).to_have_count(1)
    at_the_desk.get_by_label("Username").fill("owner of Neris")
    at_the_desk.get_by_label("Password").fill("winter-is-long")
    at_the_desk.get_by_role("main").get_by_role("button", name="Sign in").click()
    at_the_desk.wait_for_url(address)


@pytest.mark.journey
def test_a_phone_that_cannot_send_is_on_the_desk_until_it_has(desk, phone, sign_in):
    table = make_table(rules={"record_trump": False})
    page = desk()
    sign_in(page, table.event.club.members.get().user)
    page.goto(f"/events/{table.event_id}/desk/")
    ana = phone()
    ana.clock.install()
    pad = Pad(ana, table)
    outage = Outage(ana)
    pad.enter(3, 3)
    pad.enter(2, 2)
    deal(table, announce(1, 4, 4))
    outage.end()
    run_on(ana, ana.locator("h2"), "Two phones differ about deal 1")
    cell = page.locator(f"#table-{table.pk}")
    run_on(ana, cell, "2 deals unsent since")
    ana.clock.resume()
    with ana.expect_response("**/unsent/", timeout=30_000):
        pad.tap("drop-mine")
    pad.unsent(0)
    expect(cell).not_to_contain_text("unsent since")
