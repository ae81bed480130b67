"""A phone keeps the sheets of a Vilnius table."""

import re
from typing import Any

import pytest
from playwright.sync_api import expect

from tests.e2e.pad import Pad, Wall, complaints, fits_without_scrolling, payloads, small_targets
from tests.factories import announce, deal, make_night, make_table, seat_table, whole_vilnius_game
from tournaments.audit import SYSTEM
from tournaments.services.table.life import adjourn_table, resume_table, revoke_pad_link


def test_a_phone_records_a_whole_game_of_32_deals_in_three_taps_each(phone, wall):
    table = make_table(seats=2)
    pad, watching = Pad(phone(), table), Wall(wall(), table)
    totals = [0, 0]
    game: list[Any] = whole_vilnius_game(2)
    trumps = ["S", "H", "D", "C"]
    for number, recorded in enumerate(game):
        announced, taken = recorded["announced"], recorded["taken"]
        name = ("Ana", "Bruno")[recorded["declarer"]]
        if announced < 6:
            assert pad.enter(announced, taken, trump=trumps[number % 4]) == 3
        else:  # the last one is forced, and chosen already
            for key in (f"trump-{trumps[number % 4]}", f"taken-{taken}"):
                pad.tap(key)
        pad.saved(f"{name} announced {announced}")
        totals[recorded["declarer"]] += 10 - 2 * abs(announced - taken)
        watching.shows("finished" if number == 31 else f"{number + 1}/32", [str(total) for total in totals])
        if number == 1:
            used = pad.page.locator('[data-key="announce-0"]')
            expect(used).to_be_disabled()
            expect(used).to_have_attribute("aria-label", "0 is used up. Took 1: 8 points.")
    expect(pad.page.locator("h2")).to_have_text("Ana wins the table")
    expect(pad.page.locator(".result-row")).to_have_text(["1. Ana 160", "2. Bruno 158"], use_inner_text=True)
    expect(pad.page.get_by_role("img", name="16 of 16 announcements, 15 exact")).to_be_visible()
    expect(pad.page.locator(".story dd")).to_have_text(["2", "16", "0"])
    assert len(payloads(table)) == 32
    assert complaints(pad.page) == []
    pad.tap("standings")
    expect(pad.page).to_have_url(re.compile(f"/events/{table.event_id}/$"))


def test_where_trumps_are_not_recorded_a_deal_takes_two_taps(phone):
    table = make_table(seats=3, rules={"record_trump": False})
    pad = Pad(phone(), table)
    assert pad.enter(2, 2) == 2
    pad.saved("Bruno announced 2, took 2: 10 points.")
    assert payloads(table) == [announce(1, 2, 2)]


@pytest.mark.journey
def test_nothing_has_to_be_scrolled_and_every_target_is_large_enough(phone):
    names = ["Bartholomäus Featherstonehaugh-Wojciechowski", "Žydrūnė Kazlauskaitė", "<b>Bob</b>", "Ana"]
    night = make_night(names=names, rules={"no_trump": True})
    table = seat_table(night, *names)
    for recorded in whole_vilnius_game(4)[:40]:
        deal(table, recorded)
    pad = Pad(phone(), table)
    for key in ("announce-4", "trump-NT", "taken-4"):
        for width, height in ((360, 740), (360, 600), (640, 340)):
            pad.page.set_viewport_size({"width": width, "height": height})
            assert fits_without_scrolling(pad.page)
        pad.page.set_viewport_size({"width": 360, "height": 600})
        assert small_targets(pad.page) == []
        assert complaints(pad.page) == []
        pad.tap(key)
    pad.saved("took 4")
    assert fits_without_scrolling(pad.page)
    assert small_targets(pad.page) == []


@pytest.mark.parametrize(("width", "height", "letters"), [(360, 740, 200), (180, 370, 100), (320, 256, 100)])
def test_with_large_letters_all_is_there_one_under_the_other(phone, width, height, letters):
    table = make_table(seats=4)
    for recorded in whole_vilnius_game(4)[:40]:
        deal(table, recorded)
    pad = Pad(phone(viewport={"width": width, "height": height}), table)
    pad.page.evaluate("(letters) => { document.documentElement.style.fontSize = `${letters}%`; }", letters)
    for key in ("announce-4", "trump-S", "taken-4", "deals", "help"):
        assert pad.page.evaluate("() => document.documentElement.scrollWidth") <= width
        pad.tap(key)
    assert pad.page.evaluate("() => document.documentElement.scrollWidth") <= width
    assert len(payloads(table)) == 41


def test_the_pad_is_readable_by_night(phone):
    table = make_table(seats=4)
    for recorded in whole_vilnius_game(4)[:30]:
        deal(table, recorded)
    pad = Pad(phone(color_scheme="dark"), table)
    expect(pad.page.locator(".pad-tab")).to_have_count(4)
    assert complaints(pad.page) == []
    pad.tap("tab-0")
    expect(pad.page.locator("h2")).to_have_text("Ana’s sheet")
    assert complaints(pad.page) == []
    pad.tap("deals")
    assert complaints(pad.page) == []


def test_the_last_deal_is_undone_with_one_tap_and_can_be_restored(phone):
    table = make_table()
    pad = Pad(phone(), table)
    pad.enter(3, 1, trump="S")
    pad.tap("undo")
    pad.saved("Deal 1 voided")
    expect(pad.page.locator("h2")).to_have_text("What does Bruno announce?")
    pad.tap("deals")
    expect(pad.page.locator(".deal-voided .deal-line-voided")).to_have_text("Bruno 3 ♠ → 1")
    pad.tap("deal-1")
    pad.tap("restore-1")
    pad.saved("Deal 1 restored")
    assert payloads(table) == [announce(1, 3, 1, trump="S"), None, announce(1, 3, 1, trump="S")]


def test_a_deal_is_corrected_in_its_own_form_which_offers_what_the_others_left(phone):
    table = make_table()
    for recorded in (announce(1, 3, 3), announce(0, 3, 3), announce(1, 6, 5)):
        deal(table, recorded)
    pad = Pad(phone(), table)
    pad.tap("deals")
    pad.tap("deal-1")
    pad.tap("correct-1")
    expect(pad.page.locator(".pad-editing")).to_contain_text("Correcting deal 1")
    expect(pad.page.locator('[data-key="announce-6"]')).to_be_disabled()
    assert fits_without_scrolling(pad.page)
    pad.tap("announce-5")
    pad.tap("trump-H")
    pad.tap("taken-4")
    pad.tap("save")
    pad.saved("Deal 1 corrected. Bruno announced 5 (hearts), took 4: 8 points.")
    assert payloads(table)[1] == announce(1, 5, 4, trump="H")


def test_somebody_may_declare_out_of_turn_on_purpose(phone):
    table = make_table(seats=3)
    deal(table, announce(1, 3, 3))
    pad = Pad(phone(), table)
    pad.tap("other")
    pad.tap("declarer-0")
    expect(pad.page.locator(".pad-warning")).to_contain_text("it is Chiara’s turn")
    expect(pad.page.locator('[data-key="tab-1"] .tab-role')).to_have_text("next")
    pad.enter(2, 2, trump="C")
    pad.saved("Ana announced 2")
    assert payloads(table)[1] == announce(0, 2, 2, trump="C", out_of_turn=True)
    pad.tap("deals")
    pad.tap("deal-2")
    expect(pad.page.locator(".deal-marks")).to_have_text("out of turn")


def test_the_table_cuts_for_the_first_deal(phone):
    table = make_table(seats=3)
    pad = Pad(phone(), table)
    expect(pad.page.locator("h2")).to_have_text("What does Bruno announce?")
    pad.tap("other")
    pad.tap("dealer-1")
    expect(pad.page.locator("h2")).to_have_text("What does Chiara announce?")


@pytest.mark.journey
def test_a_second_phone_follows_and_keeps_what_is_being_entered_on_it(phone):
    table = make_table()
    first, second, watching = (Pad(phone(), table) for _ in range(3))
    second.tap("announce-5")
    first.enter(3, 3, trump="S")
    first.saved("Bruno announced 3")
    expect(watching.page.locator("h2")).to_have_text("What does Ana announce?")
    expect(second.page.locator(".changes")).to_contain_text("Deal 1 was recorded. Bruno announced 3")
    expect(second.page.locator(".pad-message")).to_contain_text("Bruno announced 5")
    assert complaints(second.page) == []
    second.tap("drop-mine")
    expect(second.page.locator("h2")).to_have_text("What does Ana announce?")


def test_a_deal_that_crossed_another_is_shown_and_sent_again_with_one_tap(phone):
    table = make_table()
    page = phone()
    page.route(re.compile("/stream/"), lambda route: route.abort())
    page.route(re.compile("/revision/"), lambda route: route.abort())
    pad = Pad(page, table)
    pad.tap("announce-4")
    deal(table, announce(1, 3, 3))
    pad.tap("trump-S")
    pad.tap("taken-4")
    expect(page.locator("h2")).to_have_text("Two phones differ about deal 1")
    assert len(payloads(table)) == 1
    pad.tap("go-on")
    pad.saved("Bruno announced 4 (spades), took 4")
    assert payloads(table)[1] == announce(1, 4, 4, trump="S", out_of_turn=True)


def test_a_deal_that_found_no_network_is_kept_counted_and_sent_once(phone):
    table = make_table()
    page = phone()
    pad = Pad(page, table)
    lost: list[Any] = []

    def lose_the_first_answer(route):
        if lost:
            route.continue_()
        else:
            lost.append(route.fetch())
            route.abort()

    page.route("**/deals/", lose_the_first_answer)
    expect(page.locator("#pad-link")).to_have_text("Saved")
    pad.enter(3, 3, trump="S")
    pad.unsent(1)
    pad.saved("Bruno announced 3")
    pad.unsent(0)
    assert payloads(table) == [announce(1, 3, 3, trump="S")]


def test_an_adjourned_table_says_so_and_a_revoked_link_too(phone):
    table = make_table()
    pad = Pad(phone(), table)
    adjourn_table(table_id=table.pk, actor=SYSTEM)
    expect(pad.page.locator("h2")).to_have_text("This table is adjourned")
    assert complaints(pad.page) == []
    revoke_pad_link(table_id=table.pk, actor=SYSTEM)
    expect(pad.page.locator("h2")).to_have_text("This link is no longer valid")


def test_the_same_link_goes_on_when_the_table_is_carried_on_to_another_night(phone):
    table = make_table()
    pad = Pad(phone(), table)
    pad.enter(3, 3, trump="S")
    pad.saved("Bruno announced 3")
    adjourn_table(table_id=table.pk, actor=SYSTEM)
    expect(pad.page.locator("h2")).to_have_text("This table is adjourned")
    later = make_night(club=table.event.club, names=[])
    resume_table(table_id=table.pk, event_id=later.pk, actor=SYSTEM)
    stream = re.compile(rf"^/events/{later.pk}/stream/\?table={table.pk}&key=[\w~-]+$")
    expect(pad.page.locator("body")).to_have_attribute("data-live-url", stream)
    expect(pad.page.locator("h2")).to_have_text("What does Ana announce?")
    pad.enter(2, 2, trump="H")
    pad.saved("Ana announced 2")


def test_a_swipe_turns_to_the_next_players_sheet(phone):
    pad = Pad(phone(), make_table(seats=3))
    expect(pad.page.locator("h2")).to_have_text("What does Bruno announce?")
    pad.page.evaluate(
        """() => {
            const node = document.querySelector('.sheet');
            const touch = (clientX) => new Touch({ identifier: 1, target: node, clientX, clientY: 300 });
            const send = (type, x) => node.dispatchEvent(new TouchEvent(type, {
                bubbles: true, touches: type === 'touchend' ? [] : [touch(x)], changedTouches: [touch(x)],
            }));
            send('touchstart', 300);
            send('touchend', 120);
        }"""
    )
    expect(pad.page.locator("h2")).to_have_text("Chiara’s sheet")
    pad.tap("back")
    expect(pad.page.locator("h2")).to_have_text("What does Bruno announce?")
