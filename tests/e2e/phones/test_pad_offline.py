"""A phone that loses its network, its page or its power loses no deal."""

from datetime import timedelta

import pytest
from django.utils import timezone
from playwright.sync_api import expect

from tests.e2e.pad import Outage, Pad, complaints, payloads
from tests.factories import announce, correct, deal, make_night, make_table, seat_table
from tournaments.audit import SYSTEM
from tournaments.models import Event
from tournaments.services.table.life import renew_pad_link

LAPS = [(0, 1), (1, 1), (1, 2), (2, 2), (2, 2)]


def enter_ten(pad, *, reload_after):
    """Bruno and Ana in turn, the same announcements each."""
    for number in range(10):
        announced, taken = LAPS[number // 2]
        pad.enter(announced, taken)
        pad.unsent(number + 1)
        if number == reload_after:
            pad.page.reload()
            pad.unsent(number + 1)


@pytest.mark.journey
def test_ten_deals_without_a_network_and_a_reload_among_them_arrive_once_and_in_order(phone):
    table = make_table(rules={"record_trump": False})
    pad = Pad(phone(), table)
    outage = Outage(pad.page)
    enter_ten(pad, reload_after=4)
    expect(pad.page.locator("h2")).to_have_text("What does Bruno announce?")
    expect(pad.page.locator(".tab-score")).to_have_text(["46", "46"])
    expect(pad.page.locator('[data-key="announce-0"]')).to_be_disabled()
    pad.tap("unsent")
    pad.tap("retry")
    expect(pad.page.locator(".unsent-row")).to_have_count(10)
    assert payloads(table) == []
    outage.end()
    expect(pad.page.locator(".unsent-arrived").first).to_contain_text("✓ arrived")
    pad.unsent(0)
    expected = [announce((number + 1) % 2, *LAPS[number // 2]) for number in range(10)]
    assert payloads(table) == expected


def test_deals_that_wait_are_scored_marked_and_told_in_the_servers_words(phone):
    table = make_table()
    pad = Pad(phone(), table)
    Outage(pad.page)
    pad.enter(3, 1, trump="H")
    pad.saved("Kept on this phone until it can be sent. Deal 1: Bruno announced 3 (hearts), took 1: 6 points.")
    pad.tap("deals")
    expect(pad.page.locator(".deal-line")).to_have_text("Bruno 3 ♥ → 1")
    expect(pad.page.locator(".deal-brought")).to_have_text("+6")
    pad.tap("deal-1")
    expect(pad.page.locator(".deal-more p").first).to_have_text("Bruno announced 3 (hearts), took 1: 6 points.")
    expect(pad.page.locator(".deal-marks")).to_have_text("not sent yet")
    assert complaints(pad.page) == []
    pad.tap("unsent")
    expect(pad.page.locator(".unsent-row")).to_contain_text("Deal 1: Bruno announced 3")
    assert complaints(pad.page) == []


def test_a_deal_that_waits_is_undone_and_entered_again_under_its_number(phone):
    table = make_table(rules={"record_trump": False})
    pad = Pad(phone(), table)
    outage = Outage(pad.page)
    pad.enter(3, 1)
    pad.tap("undo")
    pad.saved("Deal 1 is voided as soon as this can be sent.")
    expect(pad.page.locator("h2")).to_have_text("What does Bruno announce?")
    pad.enter(3, 3)
    pad.unsent(3)
    outage.end()
    pad.unsent(0)
    assert payloads(table) == [announce(1, 3, 1), None, announce(1, 3, 3)]


def test_what_the_rules_refuse_is_said_without_a_network(phone):
    table = make_table(rules={"record_trump": False})
    for recorded in (announce(1, 6, 6), announce(0, 3, 3), announce(1, 5, 5)):
        deal(table, recorded)
    pad = Pad(phone(), table)
    Outage(pad.page)
    pad.tap("deals")
    pad.tap("deal-3")
    pad.tap("correct-3")
    pad.page.evaluate("() => document.querySelector('[data-key=announce-6]').disabled = false")
    pad.tap("announce-6")
    pad.tap("taken-5")
    pad.tap("save")
    assert pad.said == "Bruno has no announcement of 6 left: choose another."
    pad.unsent(0)


def test_a_reload_in_the_middle_of_a_deal_finds_what_was_entered(phone):
    table = make_table()
    page = phone()
    pad = Pad(page, table)
    pad.tap("announce-4")
    pad.tap("trump-D")
    pad.stored('"trump":"D"')
    page.reload()
    expect(page.locator('[data-key="un-trump"]')).to_be_visible()
    again = page.context.new_page()
    page.close()
    pad = Pad(again, table)
    pad.tap("taken-4")
    pad.saved("Bruno announced 4 (diamonds), took 4")
    again.reload()
    expect(again.locator("h2")).to_have_text("What does Ana announce?")
    assert payloads(table) == [announce(1, 4, 4, trump="D")]


def test_a_deal_that_was_being_entered_while_another_phone_recorded_it_is_shown_after_a_reload(phone):
    table = make_table(rules={"record_trump": False})
    pad = Pad(phone(), table)
    pad.tap("announce-4")
    pad.stored('"announced":4')
    pad.page.goto("about:blank")
    deal(table, announce(1, 5, 5))
    pad.open(table)
    expect(pad.page.locator(".changes")).to_contain_text("Deal 1 was recorded. Bruno announced 5")
    expect(pad.page.locator(".pad-message")).to_contain_text("Bruno announced 4")


def test_a_phone_that_was_closed_with_three_unsent_deals_sends_them_when_it_is_opened_again(phone):
    table = make_table(rules={"record_trump": False})
    page = phone()
    pad = Pad(page, table)
    Outage(page)
    for announced in (1, 1, 2):
        pad.enter(announced, announced)
    pad.unsent(3)
    again = page.context.new_page()
    page.close()
    pad = Pad(again, table)
    pad.unsent(0)
    expect(again.locator("h2")).to_have_text("What does Ana announce?")
    assert payloads(table) == [announce(1, 1, 1), announce(0, 1, 1), announce(1, 2, 2)]


def collided(phone, table):
    """Deals 1 and 2 were kept on this phone; another has recorded a different deal 1."""
    pad = Pad(phone(), table)
    outage = Outage(pad.page)
    pad.enter(3, 1)
    pad.enter(2, 2)
    pad.unsent(2)
    deal(table, announce(1, 3, 2))
    outage.end()
    expect(pad.page.locator("h2")).to_have_text("Two phones differ about deal 1")
    expect(pad.page.locator(".collision tbody tr")).to_have_text(
        ["Who announced Bruno Bruno", "Announced 3 3", "Tricks ≠ differs 1 2"], use_inner_text=True
    )
    assert complaints(pad.page) == []
    return pad


@pytest.mark.parametrize(
    ("tap", "expected"),
    [
        ("drop-mine", [announce(1, 3, 2), announce(0, 2, 2)]),
        pytest.param(
            "mine-right",
            [announce(1, 3, 2), announce(1, 3, 1), announce(0, 2, 2)],
            marks=pytest.mark.journey,
        ),
        ("go-on", [announce(1, 3, 2), announce(1, 3, 1, out_of_turn=True), announce(0, 2, 2)]),
    ],
)
def test_two_phones_that_differ_are_settled_by_one_tap(phone, tap, expected):
    table = make_table(rules={"record_trump": False})
    pad = collided(phone, table)
    pad.tap(tap)
    pad.unsent(0)
    expect(pad.page.locator("h2")).to_contain_text("announce")
    assert payloads(table) == expected


def test_the_same_deal_from_two_phones_is_one(phone):
    table = make_table(rules={"record_trump": False})
    pad = Pad(phone(), table)
    outage = Outage(pad.page)
    pad.enter(3, 1)
    deal(table, announce(1, 3, 1))
    outage.end()
    pad.unsent(0)
    expect(pad.page.locator("h2")).to_have_text("What does Ana announce?")
    assert payloads(table) == [announce(1, 3, 1)]


def test_a_deal_entered_on_two_phones_at_once_is_compared(phone):
    table = make_table(rules={"record_trump": False})
    pad = Pad(phone(), table)
    outage = Outage(pad.page)
    pad.enter(3, 1)
    deal(table, announce(1, 3, 2))
    outage.end()
    expect(pad.page.locator("h2")).to_have_text("Two phones differ about deal 1")
    pad.tap("mine-right")
    pad.saved("Deal 1 corrected. Bruno announced 3, took 1")
    assert payloads(table) == [announce(1, 3, 2), announce(1, 3, 1)]


def test_a_correction_elsewhere_is_shown_before_what_waited_is_sent(phone):
    table = make_table(rules={"record_trump": False})
    deal(table, announce(1, 3, 3))
    pad = Pad(phone(), table)
    outage = Outage(pad.page)
    pad.enter(2, 2)
    correct(table, 1, announce(1, 4, 4))
    outage.end()
    expect(pad.page.locator(".changes")).to_contain_text("Deal 1 was changed. Bruno announced 4")
    pad.tap("go-on")
    pad.saved("Saved. Ana announced 2")
    assert payloads(table)[-1] == announce(0, 2, 2)


def refused(phone, table):
    """The other phone used up Bruno's 6, which this one has announced two deals later."""
    pad = Pad(phone(), table)
    outage = Outage(pad.page)
    for announced in (3, 3, 6):
        pad.enter(announced, announced)
    pad.unsent(3)
    deal(table, announce(1, 6, 5))
    outage.end()
    pad.tap("drop-mine")
    pad.unsent(1)
    pad.tap("look")
    expect(pad.page.locator(".unsent-stopped")).to_contain_text("refused: Bruno has no announcement of 6 left")
    assert complaints(pad.page) == []
    return pad


def test_a_refused_deal_is_mended_in_its_own_form(phone):
    table = make_table(rules={"record_trump": False})
    pad = refused(phone, table)
    pad.tap("mend")
    expect(pad.page.locator(".pad-error")).to_contain_text("Bruno has no announcement of 6 left")
    pad.tap("announce-5")
    pad.tap("taken-6")
    pad.tap("save")
    pad.saved("Saved. Bruno announced 5, took 6: 8 points.")
    pad.unsent(0)
    assert payloads(table) == [announce(1, 6, 5), announce(0, 3, 3), announce(1, 5, 6)]


def test_a_refused_deal_is_dropped_by_two_taps_and_told(phone):
    table = make_table(rules={"record_trump": False})
    pad = refused(phone, table)
    pad.tap("drop-entry")
    pad.unsent(1)
    pad.tap("drop-entry")
    pad.saved("Thrown away. Deal 3: Bruno announced 6, took 6")
    pad.unsent(0)
    assert len(payloads(table)) == 2


def test_two_windows_of_one_phone_send_what_waits_once(phone):
    table = make_table(rules={"record_trump": False})
    first = Pad(phone(), table)
    second = Pad(first.page.context.new_page(), table)
    outages = [Outage(first.page), Outage(second.page)]
    first.enter(3, 3)
    second.unsent(1)
    expect(second.page.locator("h2")).to_have_text("What does Ana announce?")
    second.enter(2, 2)
    first.unsent(2)
    for outage in outages:
        outage.end()
    for pad in (first, second):
        pad.unsent(0)
        expect(pad.page.locator("h2")).to_have_text("What does Bruno announce?")
    assert payloads(table) == [announce(1, 3, 3), announce(0, 2, 2)]


def test_a_browser_that_keeps_nothing_says_so_once_and_keeps_deals_while_the_page_is_open(phone):
    table = make_table(rules={"record_trump": False})
    page = phone()
    page.add_init_script("Object.defineProperty(window, 'indexedDB', { value: undefined })")
    pad = Pad(page, table)
    expect(page.locator(".pad-banner")).to_contain_text("This browser keeps nothing")
    pad.tap("aside")
    expect(page.locator(".pad-banner")).to_have_count(0)
    outage = Outage(page)
    pad.enter(3, 3)
    pad.enter(2, 2)
    pad.unsent(2)
    outage.end()
    pad.unsent(0)
    assert payloads(table) == [announce(1, 3, 3), announce(0, 2, 2)]


def test_a_storage_that_opens_and_then_fails_does_not_keep_a_deal_from_being_sent(phone):
    table = make_table(rules={"record_trump": False})
    page = phone()
    page.add_init_script("IDBDatabase.prototype.transaction = () => { throw new DOMException('lost', 'UnknownError') }")
    pad = Pad(page, table)
    expect(page.locator(".pad-banner")).to_contain_text("still looking for what it has not sent")
    pad.tap("aside")
    pad.enter(3, 3)
    pad.saved("Bruno announced 3")
    assert payloads(table) == [announce(1, 3, 3)]


def test_what_waited_under_a_link_that_was_renewed_goes_to_the_same_table(phone):
    table = make_table(rules={"record_trump": False})
    pad = Pad(phone(), table)
    outage = Outage(pad.page)
    pad.enter(3, 3)
    renew_pad_link(table_id=table.pk, actor=SYSTEM)
    outage.end()
    expect(pad.page.locator("h2")).to_have_text("This link is no longer valid")
    pad.stored('"announced":3', store="queue")
    pad.open(table)
    expect(pad.page.locator("h2")).to_have_text("What does Ana announce?")
    pad.unsent(0)
    assert payloads(table) == [announce(1, 3, 3)]


def test_what_a_phone_keeps_of_an_evening_that_is_over_is_sent_once_its_codes_are_good_again(phone):
    table = make_table(rules={"record_trump": False})
    pad = Pad(phone(), table)
    outage = Outage(pad.page)
    pad.enter(3, 3)
    pad.unsent(1)
    Event.objects.update(codes_end_at=timezone.now())
    outage.end()
    expect(pad.page.locator("h2")).to_have_text("This evening is over")
    expect(pad.page.locator("#pad-body")).to_contain_text("1 deal not sent. Kept on this phone")
    assert complaints(pad.page) == []
    pad.page.reload()
    expect(pad.page.get_by_role("status")).to_contain_text("1 deal not sent. Kept on this phone")
    expect(pad.page.get_by_role("link", name="The results of the evening")).to_be_visible()
    assert payloads(table) == []
    Event.objects.update(codes_end_at=timezone.now() + timedelta(days=1))
    pad.open(table)
    pad.unsent(0)
    assert payloads(table) == [announce(1, 3, 3)]


def test_what_waited_for_one_table_is_sent_from_the_pad_of_the_next(phone):
    night = make_night(rules={"record_trump": False})
    before, after = seat_table(night, "Ana", "Bruno"), seat_table(night, "Chiara", "Dovas")
    pad = Pad(phone(), before)
    outage = Outage(pad.page)
    pad.enter(3, 3)
    pad.unsent(1)
    pad.open(after)
    expect(pad.page.locator(".pad-banner")).to_contain_text("Table 1: 1 deal not sent")
    assert complaints(pad.page) == []
    outage.end()
    expect(pad.page.locator(".pad-banner")).to_have_count(0)
    assert payloads(before) == [announce(1, 3, 3)]
    assert payloads(after) == []


def test_a_page_whose_token_counts_no_more_gets_a_new_one_and_saves(phone):
    table = make_table(rules={"record_trump": False})
    pad = Pad(phone(), table)
    pad.page.context.clear_cookies()
    pad.enter(3, 3)
    pad.saved("Saved. Bruno announced 3")
    assert payloads(table) == [announce(1, 3, 3)]
