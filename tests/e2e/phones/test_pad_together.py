"""Several phones at one table: whose word makes a deal count, who agrees to a correction, who calls the director."""

from typing import Any

import pytest
from playwright.sync_api import Page, expect

from tests.e2e.pad import Pad, complaints, payloads
from tests.factories import announce, deal, make_table, pad_token
from tournaments.audit import SYSTEM
from tournaments.models import Event, Table
from tournaments.services.night import send_message
from tournaments.services.table.confirmations import set_confirmation


class SeatPhone(Pad):
    """The phone of one player, opened by the code of their own seat."""

    def __init__(self, page: Page, table: Table, seat: int) -> None:
        self.page = page
        self.taps = 0
        page.goto(f"/pad/{pad_token(table, seat)}/")

    def write(self, key: str, text: str) -> None:
        self.page.locator(f'[data-key="{key}"]').fill(text)

    def hears(self, text: str) -> None:
        expect(self.page.locator(".pad-banner").filter(has_text=text)).to_be_visible()

    def hears_nothing(self, text: str) -> None:
        expect(self.page.locator(".pad-banner").filter(has_text=text)).to_have_count(0)


def ask(table: Table, mode: Event.ConfirmationMode) -> Table:
    set_confirmation(event_id=table.event_id, mode=mode, accept_minutes=10, correction_minutes=30, actor=SYSTEM)
    table.refresh_from_db()
    return table


@pytest.mark.journey
def test_another_seat_confirms_every_deal_or_disputes_it(phone):
    table = ask(make_table(seats=3, rules={"record_trump": False}), Event.ConfirmationMode.DEAL)
    ana, bruno = SeatPhone(phone(), table, 0), SeatPhone(phone(), table, 1)
    ana.enter(3, 3)
    ana.saved("Bruno announced 3")
    bruno.hears("Deal 1")
    ana.hears_nothing("Deal 1")
    bruno.tap("agree")
    bruno.hears_nothing("Deal 1")
    assert confirmations(table) == [("confirmed", 1)]
    bruno.enter(2, 5)
    ana.hears("Deal 2")
    ana.tap("look-opinions")
    ana.write("dispute-reason", "it was four")
    assert complaints(ana.page) == []
    ana.tap("dispute-2")
    bruno.hears("Ana disputes deal 2")
    table.refresh_from_db()
    assert table.confirmation == Table.ConfirmationState.DISPUTED
    ana.tap("take-back")
    bruno.hears_nothing("disputes")
    assert confirmations(table)[-1] == ("withdrawn", 0)


def test_another_seat_confirms_the_finished_table_and_then_agrees_to_its_correction(phone):
    table = make_table(seats=2, game="colonial-italian", rules={"deals": 1, "cards": "optional"})
    ask(table, Event.ConfirmationMode.TABLE)
    deal(table, {"dealer": 0, "folded": [], "claimed": [0]})
    ana, bruno = SeatPhone(phone(), table, 0), SeatPhone(phone(), table, 1)
    expect(ana.page.locator("#pad-body")).to_contain_text("To be confirmed by another seat")
    ana.tap("confirm-table")
    expect(bruno.page.locator("#pad-body")).to_contain_text("The result is confirmed")
    bruno.tap("deals")
    bruno.tap("deal-1")
    bruno.tap("void-1")
    expect(bruno.page.locator("#pad-say")).to_contain_text("Another seat")
    assert payloads(table) == [{"dealer": 0, "folded": [], "claimed": [0]}]
    ana.hears("Bruno wants to correct")
    expect(ana.page.locator('[data-key^="agree"]')).to_have_count(0)
    ana.page.locator('[data-key^="look-proposal-"]').tap()
    expect(ana.page.locator(".collision thead")).to_contain_text("(voided)")
    expect(ana.page.locator(".collision tbody")).to_contain_text("Winner named by the table")
    assert complaints(ana.page) == []
    ana.tap("agree-proposal")
    expect(ana.page.locator(".collision")).to_have_count(0)
    ana.hears_nothing("wants to correct")
    assert payloads(table)[-1] is None


def test_the_table_calls_the_director_and_hears_him(phone):
    table = make_table()
    ana = SeatPhone(phone(), table, 0)
    ana.tap("help")
    ana.write("call-note", "a card is missing")
    assert complaints(ana.page) == []
    ana.tap("call")
    expect(ana.page.locator("#pad-body")).to_contain_text("a card is missing")
    table.refresh_from_db()
    assert table.call_note == "a card is missing"
    ana.tap("uncall")
    expect(ana.page.locator('[data-key="call"]')).to_be_visible()
    send_message(event_id=table.event_id, table_id=None, text="Break at nine", actor=SYSTEM)
    ana.hears("Break at nine")
    ana.tap("read")
    ana.hears_nothing("Break at nine")
    ana.page.reload()
    ana.tap("help")
    expect(ana.page.locator("#pad-body")).to_contain_text("Break at nine")
    ana.hears_nothing("Break at nine")


def test_nothing_under_a_finger_moves_when_news_comes_and_what_is_put_aside_is_found_under_help(phone):
    table = ask(make_table(seats=3, rules={"record_trump": False}), Event.ConfirmationMode.DEAL)
    ana, bruno = SeatPhone(phone(), table, 0), SeatPhone(phone(), table, 1)
    bruno.enter(3, 3)
    ana.hears("Deal 1")
    before = places(ana.page)
    send_message(event_id=table.event_id, table_id=None, text="Break at nine", actor=SYSTEM)
    expect(ana.page.locator(".bar-news")).to_contain_text("Break at nine")
    ana.hears("Deal 1")
    ana.tap("aside")
    ana.hears_nothing("Deal 1")
    assert places(ana.page) == before
    expect(ana.page.locator('[data-key="help"]')).to_have_text("Help1")
    ana.tap("announce-3")
    before = places(ana.page)
    send_message(event_id=table.event_id, table_id=None, text="On we go", actor=SYSTEM)
    expect(ana.page.locator(".bar-news")).to_contain_text("On we go")
    assert places(ana.page) == before
    ana.tap("news")
    ana.hears("On we go")


def test_a_tap_just_after_another_phone_saved_a_deal_does_nothing(phone):
    table = make_table(rules={"record_trump": False})
    pad = Pad(phone(), table)
    pad.page.evaluate(HASTY)
    deal(table, announce(1, 3, 3))
    expect(pad.page.locator("h2")).to_have_text("What does Ana announce?")
    assert pad.page.evaluate("() => window.hit") == "no key"
    pad.tap("announce-2")
    expect(pad.page.locator("h2")).to_have_text("Ana announces 2")


def places(page: Page) -> Any:
    """Where everything lies that can be tapped in the form."""
    return page.evaluate(
        """() => Array.from(document.querySelectorAll('#pad-body button, #pad-dock button'), (key) => {
            const { x, y, width, height } = key.getBoundingClientRect();
            return [key.dataset.key, x, y, width, height];
        })"""
    )


# What a finger would hit that comes down as soon as the form has been drawn anew.
HASTY = """() => new MutationObserver((_, seen) => {
    seen.disconnect();
    const { x, y } = document.querySelector('[data-key=announce-2]').getBoundingClientRect();
    setTimeout(() => {
        const key = document.elementFromPoint(x + 30, y + 24)?.closest('[data-key]');
        window.hit = key?.dataset.key || 'no key';
    });
}).observe(document.getElementById('pad-dock'), { childList: true })"""


def test_two_who_sat_wrongly_are_exchanged_in_one_step(phone):
    table = make_table(seats=3, rules={"record_trump": False})
    for number, declarer in enumerate((1, 2, 0, 1), 1):
        deal(table, {"declarer": declarer, "announced": number, "taken": 3})
    ana = SeatPhone(phone(), table, 0)
    ana.tap("help")
    ana.tap("correct-exchange")
    ana.tap("correct-seat-1")
    ana.tap("correct-seat-2")
    ana.page.locator('[data-key="correct-at"]').select_option("2")
    ana.tap("correct-preview")
    expect(ana.page.locator("#pad-body")).to_contain_text("This would change")
    assert len(payloads(table)) == 4
    ana.write("correct-why", "after the break")
    ana.tap("correct-send")
    ana.saved("Done")
    newest = {each.number: each for each in table.deals.order_by("version")}
    assert [newest[number].payload["declarer"] for number in (1, 2, 3, 4)] == [1, 1, 0, 2]
    assert newest[4].reason == "after the break"


def test_a_forgotten_deal_is_inserted_in_one_step(phone):
    table = make_table(seats=2, rules={"record_trump": False})
    deal(table, announce(1, 1, 1))
    deal(table, announce(1, 2, 2, out_of_turn=True))
    ana = SeatPhone(phone(), table, 0)
    ana.tap("help")
    ana.tap("correct-insert")
    ana.page.locator('[data-key="correct-at"]').select_option("2")
    ana.tap("correct-enter")
    ana.tap("declarer-0")
    ana.enter(4, 5)
    ana.tap("save")
    expect(ana.page.locator("#pad-body")).to_contain_text("This would change")
    ana.tap("correct-send")
    ana.saved("Done")
    newest = {each.number: each.payload for each in table.deals.order_by("version")}
    assert [newest[number]["announced"] for number in (1, 2, 3)] == [1, 4, 2]


def test_a_forgotten_deal_is_found_again_after_a_reload_and_another_that_was_begun_is_laid_aside(phone):
    table = make_table(seats=2, rules={"record_trump": False})
    deal(table, announce(1, 1, 1))
    ana = SeatPhone(phone(), table, 0)
    ana.tap("announce-5")
    for key in ("help", "correct-exchange", "correct-back"):
        ana.tap(key)
    expect(ana.page.locator('[data-key="announce-5"]')).to_have_attribute("aria-pressed", "true")
    for key in ("help", "correct-insert", "correct-enter", "leave"):
        ana.tap(key)
    expect(ana.page.locator('[data-key="announce-5"]')).to_have_attribute("aria-pressed", "true")
    for key in ("help", "correct-insert", "correct-enter", "declarer-1", "announce-4", "taken-4"):
        ana.tap(key)
    ana.stored('"taken":4')
    ana.page.reload()
    expect(ana.page.locator(".pad-editing")).to_contain_text("forgotten before deal 1")
    ana.tap("save")
    expect(ana.page.locator("#pad-body")).to_contain_text("This would change")
    ana.tap("correct-send")
    ana.saved("Done")
    newest = {each.number: each.payload for each in table.deals.order_by("version")}
    assert [newest[number]["announced"] for number in (1, 2)] == [4, 1]


def confirmations(table: Table) -> list[tuple[str, int]]:
    return [(each.verdict, each.seat) for each in table.confirmations.all()]
