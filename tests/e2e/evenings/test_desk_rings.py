"""A table calls from its pad; the desk rings, the director answers, and the table hears it."""

import re
from datetime import timedelta

import pytest
from axe_playwright_python.sync_playwright import Axe
from django.utils import timezone
from playwright.sync_api import Page, Route, expect

from tests.factories import announce, deal, make_night, seat_table
from tournaments.audit import SYSTEM
from tournaments.models import Event, Member, Table
from tournaments.services.table.claims import call_director
from tournaments.services.table.confirmations import set_confirmation
from tournaments.services.table.life import end_table

# Counts the notes played, instead of what is heard in the room.
LISTEN = """
    window.notes = 0;
    const start = OscillatorNode.prototype.start;
    OscillatorNode.prototype.start = function (...given) { window.notes += 1; return start.apply(this, given); };
"""


class PadOf:
    """A table's pad as its endpoints have it, asked from a browser of its own."""

    def __init__(self, page: Page, table: Table) -> None:
        self.page = page
        self.base = f"/pad/{table.pad_links.get().token}/"
        page.goto("/rules/")

    def state(self) -> dict:
        return self.page.request.get(self.base + "state/").json()

    def call(self, note: str) -> None:
        page = self.page.goto(self.base)
        assert page is not None
        answer = self.page.evaluate(
            """async ([address, note]) => {
                const { csrf } = JSON.parse(document.querySelector("script[type='application/json']").textContent);
                const headers = { "Content-Type": "application/json", "X-CSRFToken": csrf };
                return (await fetch(address, { method: "POST", headers, body: JSON.stringify({ note }) })).status;
            }""",
            [self.base + "call/", note],
        )
        assert answer == 200


@pytest.fixture
def night() -> Event:
    night = make_night(names=["Ana", "Bruno", "Chiara", "Dovas"])
    seat_table(night, "Ana", "Bruno")
    deal(seat_table(night, "Chiara", "Dovas"), announce(1, 3, 3))
    return night


@pytest.fixture
def at_the_desk(desk, sign_in, night) -> Page:
    page = desk(reduced_motion="reduce")
    page.add_init_script(LISTEN)
    sign_in(page, Member.objects.get(club=night.club).user)
    page.goto(f"/events/{night.pk}/desk/")
    return page


@pytest.mark.journey
def test_a_call_rings_at_the_desk_and_the_table_hears_the_answer(at_the_desk, phone, night):
    pad = PadOf(phone(), night.tables.get(number=2))
    expect(at_the_desk).to_have_title(re.compile("^Desk"))
    at_the_desk.get_by_role("button", name="Turn the sound on").click()
    expect(at_the_desk.get_by_role("button", name="Turn the sound off")).to_be_visible()
    tried = at_the_desk.evaluate("window.notes")

    pad.call("two say the card was theirs")
    urgent = at_the_desk.locator(".urgent")
    expect(urgent).to_contain_text("two say the card was theirs")
    expect(urgent).to_have_class(re.compile("rings"))
    expect(at_the_desk).to_have_title(re.compile(r"^\(1\) Desk"))
    assert at_the_desk.evaluate("window.notes") > tried > 0
    assert pad.state()["call"]["note"] == "two say the card was theirs"

    at_the_desk.get_by_role("button", name="I am coming").click()
    expect(urgent).to_have_count(0)
    expect(at_the_desk).to_have_title(re.compile("^Desk"))
    state = pad.state()
    assert (state["call"], state["messages"][0]["text"]) == (None, "The director is coming.")


def test_what_has_rung_does_not_ring_again_and_silence_is_kept_until_sound_is_wanted(at_the_desk, night):
    for table in night.tables.all():
        call_director(table_id=table.pk, note="", actor=SYSTEM)
    expect(at_the_desk.locator(".urgent")).to_have_count(2)
    assert at_the_desk.evaluate("window.notes") == 0
    at_the_desk.get_by_role("button", name="Turn the sound on").click()
    expect(at_the_desk.get_by_role("button", name="Turn the sound off")).to_be_visible()
    tried = at_the_desk.evaluate("window.notes")
    deal(night.tables.get(number=1), announce(1, 3, 3))
    expect(at_the_desk.locator(".urgent").first).to_contain_text("deal 1 of 32")
    assert at_the_desk.evaluate("window.notes") == tried
    at_the_desk.reload()
    expect(at_the_desk).to_have_title(re.compile(r"^\(2\) Desk"))
    assert (at_the_desk.evaluate("window.notes"), tried > 0) == (0, True)


def test_a_message_arrives_and_what_is_half_written_stays(at_the_desk, phone, night):
    table = night.tables.get(number=2)
    pad = PadOf(phone(), table)
    at_the_desk.get_by_role("heading", name="Table 2").click()
    at_the_desk.locator(f"#message-{table.pk}").fill("Please sort")
    deal(night.tables.get(number=1), announce(1, 3, 3))
    expect(at_the_desk.locator("#desk")).to_contain_text("1/32")
    expect(at_the_desk.locator(f"#message-{table.pk}")).to_have_value("Please sort")
    at_the_desk.locator(f"#message-{table.pk}").press("Enter")
    expect(at_the_desk.locator(".messages-sent")).to_contain_text("Please sort")
    expect(at_the_desk.locator(f"#message-{table.pk}")).to_be_visible()
    expect(at_the_desk.locator(f"#message-{table.pk}")).to_have_value("")
    assert [message["text"] for message in pad.state()["messages"]] == ["Please sort"]


def test_a_result_accepted_by_itself_leaves_the_desk_without_anybody_writing(at_the_desk, night):
    table = night.tables.get(number=2)
    set_confirmation(event_id=night.pk, mode="table", accept_minutes=10, correction_minutes=30, actor=SYSTEM)
    end_table(table_id=table.pk, actor=SYSTEM)
    Table.objects.filter(pk=table.pk).update(accepted_at=timezone.now() + timedelta(seconds=3))
    at_the_desk.reload()
    waiting = at_the_desk.locator(".overview-waiting")
    expect(waiting).to_contain_text("counts at")
    expect(waiting).to_have_count(0)
    expect(at_the_desk.locator(f"#table-{table.pk}")).to_contain_text("closed unfinished")


def test_minutes_go_on_and_a_table_silent_for_long_stands_out(at_the_desk, night):
    at_the_desk.clock.install()
    at_the_desk.reload()
    cell = at_the_desk.locator(".overview-table").first
    expect(cell.locator(".overview-minutes")).to_contain_text("0 min")
    at_the_desk.clock.run_for("08:00")
    expect(cell.locator(".overview-minutes")).to_contain_text("8 min")
    expect(cell).not_to_have_class(re.compile("overview-silent"))
    at_the_desk.clock.run_for("04:00")
    expect(cell).to_have_class(re.compile("overview-silent"))


def test_the_desk_with_calls_and_an_open_table_is_in_order(at_the_desk, night):
    call_director(table_id=night.tables.get(number=1).pk, note="cards", actor=SYSTEM)
    expect(at_the_desk.locator(".urgent")).to_be_visible()
    at_the_desk.get_by_role("heading", name="Table 2").click()
    assert [each["id"] for each in Axe().run(at_the_desk).response["violations"]] == []


def test_news_that_comes_while_an_action_is_answered_takes_nothing_back(at_the_desk, night):
    table = night.tables.get(number=2)
    at_the_desk.get_by_role("heading", name="Table 2").click()
    at_the_desk.locator(f"#message-{table.pk}").fill("Please sort")

    def slowly(route: Route) -> None:
        answer = route.fetch()
        deal(night.tables.get(number=1), announce(1, 3, 3))
        night.refresh_from_db()
        expect(at_the_desk.locator(f"body[data-revision='{night.revision}']")).to_be_attached()
        route.fulfill(response=answer)

    at_the_desk.route("**/desk/message/", slowly)
    expect(at_the_desk.locator(".htmx-settling")).to_have_count(0)  # before that the form is sent by the browser itself
    at_the_desk.locator(f"#message-{table.pk}").press("Enter")
    expect(at_the_desk.locator("#desk")).to_contain_text("1/32")
    expect(at_the_desk.locator(".messages-sent")).to_contain_text("Please sort")
    expect(at_the_desk.locator(f"#message-{table.pk}")).to_have_value("")


def test_a_table_is_opened_and_closed_and_nothing_moves(at_the_desk, night):
    places = """() => [...document.querySelectorAll("#desk .overview-table, #desk .panel")]
        .map((part) => part.getBoundingClientRect().toJSON())"""
    before = at_the_desk.evaluate(places)
    tile = at_the_desk.locator(".overview h3 a").first
    tile.press("Enter")
    opened = at_the_desk.get_by_label("The table that is open")
    expect(opened).to_contain_text("Message to this table")
    expect(opened).to_be_focused()
    expect(tile).to_have_attribute("aria-current", "true")
    assert at_the_desk.evaluate(places) == before
    deal(night.tables.get(number=1), announce(1, 3, 3))
    expect(at_the_desk.locator("#desk")).to_contain_text("1/32")
    expect(opened).to_contain_text("Message to this table")
    at_the_desk.keyboard.press("Escape")
    expect(opened).to_be_empty()
    expect(tile).to_be_focused()
    assert at_the_desk.evaluate(places) == before


# What has the focus, where the open table lies over the middle of it.
HIDDEN = """() => {
    const focused = document.activeElement, { left, top, width, height } = focused.getBoundingClientRect();
    const above = document.elementFromPoint(left + width / 2, top + height / 2);
    return above?.closest("#sheet") && !focused.closest("#sheet") ? focused.outerHTML : "";
}"""


def test_what_has_the_focus_comes_out_from_behind_the_open_table(at_the_desk, night):
    at_the_desk.goto(f"/events/{night.pk}/desk/?open={night.tables.get(number=1).pk}")
    at_the_desk.get_by_role("link", name="Capstone").focus()
    foot = at_the_desk.get_by_role("link", name="What is kept about you")
    while foot.evaluate("foot => document.activeElement !== foot"):
        at_the_desk.keyboard.press("Tab")
        assert at_the_desk.evaluate(HIDDEN) == ""


def test_a_menu_that_is_closed_by_its_key_gives_the_focus_back(at_the_desk):
    menu = at_the_desk.locator(".site-group summary").first
    menu.press("Enter")
    at_the_desk.keyboard.press("Tab")
    expect(at_the_desk.locator(".site-group[open] a").first).to_be_focused()
    at_the_desk.keyboard.press("Escape")
    expect(menu).to_be_focused()
    expect(at_the_desk.locator(".site-group[open]")).to_have_count(0)


def test_the_time_that_is_left_goes_by(at_the_desk, night):
    ago = timezone.now() - timedelta(minutes=12)
    table = night.tables.get(number=1)
    for _ in range(3):
        deal(table, announce(1, 3, 3) | {"out_of_turn": True})
    Table.objects.filter(pk=table.pk).update(opened_at=ago, last_deal_at=timezone.now())
    Table.objects.filter(number=2).update(opened_at=timezone.now())
    at_the_desk.clock.install()
    at_the_desk.reload()
    left = at_the_desk.locator("#forecast")
    expect(left).to_have_text("about 116 min left at table 1")
    at_the_desk.clock.run_for("02:00")
    expect(left).to_have_text("about 114 min left at table 1")
