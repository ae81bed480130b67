"""What makes the pad at home on a phone: Back, the home screen, a screen that stays awake; where things stand."""

import pytest
from playwright.sync_api import Page, expect

from tests.e2e.pad import Outage, Pad, complaints, payloads
from tests.factories import announce, deal, make_night, make_table, seat_table
from tournaments.audit import SYSTEM
from tournaments.services.night import send_message
from tournaments.services.table.claims import call_director


@pytest.fixture
def page(phone) -> Page:
    """A phone that came to the pad from somewhere else."""
    page = phone()
    page.goto("/rules/")
    return page


def comes_to_the_first_screen(page: Page) -> None:
    """By the pad's own way; the steps that the history held away from it are taken back a moment later."""
    page.wait_for_function("() => !history.state?.depth")


def goes_back_to_the_rules(page: Page) -> bool:
    comes_to_the_first_screen(page)
    page.go_back()
    return page.url.endswith("/rules/")


@pytest.mark.journey
def test_back_goes_back_a_screen_and_leaves_the_pad_from_the_first_only(page):
    table = make_table()
    deal(table, announce(1, 3, 3))
    pad = Pad(page, table)
    for screen, heading in (("help", "Help"), ("deals", "Deals")):
        pad.tap(screen)
        expect(page.get_by_role("heading", name=heading)).to_be_visible()
        page.go_back()
        expect(page.locator("h2")).to_have_text("What does Ana announce?")
    pad.tap("deals")
    pad.tap("deal-1")
    pad.tap("correct-1")
    page.go_back()
    expect(page.locator(".deal-open")).to_have_count(1)
    pad.tap("close-deals")
    expect(page.locator("h2")).to_have_text("What does Ana announce?")
    assert goes_back_to_the_rules(page)


def test_back_leaves_the_choice_of_a_declarer_and_the_sheet_of_another(page):
    table = make_table()
    pad = Pad(page, table)
    for leave in (["other"], ["tab-0"]):
        for key in leave:
            pad.tap(key)
        page.go_back()
        expect(page.locator("h2")).to_have_text("What does Bruno announce?")
        expect(page.locator(".dock-prompt")).to_contain_text("Tap a number of the pyramid")
    deal(table, announce(1, 3, 3))
    expect(page.locator("h2")).to_have_text("What does Ana announce?")
    pad.tap("announce-4")
    pad.tap("other")
    page.go_back()
    expect(page.locator("h2")).to_have_text("Ana announces 4")
    page.go_back()
    expect(page.locator("h2")).to_have_text("What does Ana announce?")
    assert goes_back_to_the_rules(page)


def test_back_takes_back_the_last_choice_and_loses_no_correction(page):
    table = make_table()
    deal(table, announce(1, 3, 3, trump="H"))
    pad = Pad(page, table)
    pad.tap("announce-4")
    pad.tap("trump-D")
    page.go_back()
    pad.tap("trump-S")
    pad.tap("taken-4")
    pad.saved("announced 4 (spades)")
    comes_to_the_first_screen(page)
    pad.tap("deals")
    pad.tap("deal-1")
    pad.tap("correct-1")
    pad.tap("announce-5")
    page.go_back()
    pad.tap("correct-1")
    pad.tap("taken-5")
    pad.tap("save")
    pad.saved("announced 5")
    assert payloads(table)[1:] == [announce(1, 5, 5, trump="H"), announce(0, 4, 4, trump="S")]
    assert goes_back_to_the_rules(page)


def test_back_on_the_verdict_goes_back_to_the_hands(page):
    night = make_night(game="colonial-italian", names=("Ana", "Bruno"))
    pad = Pad(page, seat_table(night, "Ana", "Bruno"))
    for _ in range(2):
        for card in ("P3", "P3", "O3", "G2", "G3", "O3"):
            pad.tap(f"kind-{card}")
    pad.tap("next")
    expect(page.locator(".verdict")).to_be_visible()
    page.go_back()
    expect(page.locator(".picker")).to_be_visible()
    assert goes_back_to_the_rules(page)


DRAWN = """() => {
    window.drawn = 0;
    const seen = new MutationObserver((changes) => {
        const body = document.getElementById("pad-body");
        if (body?.querySelector("[data-key]") && changes.some(({ target }) => target === body)) window.drawn += 1;
    });
    seen.observe(document, { childList: true, subtree: true });
}"""


def test_a_pad_that_is_opened_is_drawn_once(phone):
    page, table = phone(), make_table()
    page.add_init_script(f"({DRAWN})()")
    Pad(page, table)
    expect(page.locator("body")).to_have_attribute("data-live-state", "live")
    assert page.evaluate("drawn") == 1


FELT = """() => {
    window.felt = [];
    window.flown = 0;
    navigator.vibrate = (pattern) => window.felt.push(pattern);
    navigator.wakeLock.request = async () => {
        window.felt.push("awake");
        return Object.assign(new EventTarget(), { release: async () => window.felt.push("asleep") });
    };
    const animate = Element.prototype.animate;
    Element.prototype.animate = function (...given) { window.flown += 1; return animate.apply(this, given); };
}"""


def opened(page: Page) -> Pad:
    page.add_init_script(f"({FELT})()")
    return Pad(page, make_table(rules={"record_trump": False}))


def test_the_screen_stays_on_and_a_saved_deal_is_felt_until_somebody_wants_neither(phone):
    pad = opened(phone())
    pad.enter(3, 3)
    pad.saved("10 points")
    assert pad.page.evaluate("[felt, flown]") == [["awake", 15], 1]
    pad.tap("help")
    pad.tap("set-awake")
    pad.tap("set-moments")
    pad.tap("close-help")
    pad.enter(2, 2)
    pad.saved("10 points")
    assert pad.page.evaluate("[felt, flown]") == [["awake", 15, "asleep"], 1]
    pad.page.reload()
    expect(pad.page.locator("#pad-link")).to_be_visible()
    assert pad.page.evaluate("felt") == []


def test_nothing_moves_for_who_wants_less_motion(phone):
    pad = opened(phone(reduced_motion="reduce"))
    pad.enter(3, 3)
    pad.saved("10 points")
    assert pad.page.evaluate("[felt, flown]") == [["awake"], 0]


UNDER = """([x, y]) => document.elementFromPoint(x, y)?.closest('[data-key]')?.dataset.key || 'text'"""


def covered(page: Page, selector: str) -> bool:
    """Whether something else would be hit in its middle. While a new screen takes no taps yet, what holds it is hit."""
    return page.evaluate(
        """(selector) => {
            const shown = document.querySelector(selector);
            const { x, y, width, height } = shown.getBoundingClientRect();
            const hit = document.elementFromPoint(x + width / 2, y + height / 2);
            return !shown.contains(hit) && !hit.contains(shown);
        }""",
        selector,
    )


def tap_again(page: Page, at: list[float]) -> None:
    for _ in range(5):
        page.touchscreen.tap(*at)


@pytest.fixture(params=[600, 740])
def small(phone, request) -> Page:
    return phone(viewport={"width": 360, "height": request.param})


def test_a_finger_that_taps_the_tricks_again_and_again_hits_plain_text_and_undoes_nothing(small):
    table = make_table(rules={"record_trump": False})
    pad = Pad(small, table)
    pad.tap("announce-3")
    box = small.locator('[data-key="taken-6"]').bounding_box()
    at = [box["x"] + box["width"] / 2, box["y"] + box["height"] / 2]
    tap_again(small, at)
    pad.saved("took 6")
    expect(small.locator("body.pad-still")).to_have_count(0)
    tap_again(small, at)
    pad.saved("took 6")
    assert small.evaluate(UNDER, at) == "text"
    assert payloads(table) == [announce(1, 3, 6)]
    expect(small.locator(".pad-bar [data-key='undo']")).to_be_in_viewport(ratio=1)
    assert complaints(small) == []
    pad.tap("undo")
    pad.saved("voided")


def test_news_covers_nothing_that_two_phones_differ_about(phone):
    table = make_table(rules={"record_trump": False})
    pad = Pad(phone(), table)
    outage = Outage(pad.page)
    pad.enter(3, 1)
    deal(table, announce(1, 3, 2))
    outage.end()
    expect(pad.page.locator("h2")).to_have_text("Two phones differ about deal 1")
    send_message(event_id=table.event_id, table_id=None, text="Break at nine, then the second round", actor=SYSTEM)
    expect(pad.page.locator(".bar-news")).to_contain_text("Break at nine")
    assert not covered(pad.page, "h2") and complaints(pad.page) == []
    pad.tap("news")
    expect(pad.page.locator("#pad-body .pad-banner").filter(has_text="Break at nine")).to_be_visible()


def test_a_message_covers_no_total_and_is_read_by_one_key(small):
    table = make_table(rules={"record_trump": False})
    send_message(event_id=table.event_id, table_id=None, text="Break at nine", actor=SYSTEM)
    pad = Pad(small, table)
    expect(small.locator(".bar-news")).to_contain_text("Break at nine")
    assert not covered(small, ".tab-score") and complaints(small) == []
    pad.tap("news")
    expect(small.locator(".from-director button")).to_have_text(["Read"])
    pad.tap("read")
    pad.tap("close-help")
    expect(small.locator(".bar-news")).to_have_count(0)


def test_no_total_is_covered_while_the_director_is_called_or_a_deal_is_entered(small):
    table = make_table(rules={"record_trump": False})
    call_director(table_id=table.pk, note="a card", actor=SYSTEM)
    pad = Pad(small, table)
    expect(small.locator(".bar-title")).to_contain_text("called")
    assert not covered(small, ".tab-score")
    pad.tap("announce-3")
    send_message(event_id=table.event_id, table_id=None, text="Break at nine", actor=SYSTEM)
    expect(small.locator(".bar-news")).to_contain_text("Break at nine")
    assert not covered(small, ".tab-score") and complaints(small) == []


def test_the_keyboard_goes_on_to_what_is_asked_next(phone):
    page = phone()
    pad = Pad(page, make_table())
    focused = "() => document.activeElement.dataset.key"
    page.locator('[data-key="announce-4"]').focus()
    for key in ("trump-S", "taken-0"):
        page.keyboard.press("Enter")
        page.wait_for_function(f"() => document.activeElement.dataset.key === '{key}'")
    page.keyboard.press("Enter")
    pad.saved("took 0")
    page.wait_for_function("() => document.activeElement.dataset.key === 'announce-0'")
    assert page.evaluate(focused) == "announce-0"


def test_deals_in_a_storage_that_opens_late_are_taken_up_and_none_is_called_saved_before(phone):
    table = make_table(rules={"record_trump": False})
    page = phone()
    pad = Pad(page, table)
    outage = Outage(page)
    pad.enter(3, 3)
    pad.enter(2, 2)
    pad.unsent(2)
    page.add_init_script("""(() => {
      window.opened = new Promise((open) => { window.openNow = open; });
      const { addEventListener } = IDBRequest.prototype;
      IDBRequest.prototype.addEventListener = function (name, then, ...rest) {
        const late = name === 'success' && this instanceof IDBOpenDBRequest;
        const later = (event) => window.opened.then(() => then.call(this, event));
        return addEventListener.call(this, name, late ? later : then, ...rest);
      };
    })();""")
    page.reload()
    expect(page.locator(".bar-looking")).to_have_text("Still looking…")
    expect(page.locator(".bar-safe, .bar-saved")).to_have_count(0)
    expect(page.locator(".pad-banner")).to_contain_text("still looking for what it has not sent")
    pad.enter(3, 3)
    pad.unsent(1)
    page.evaluate("() => window.openNow()")
    pad.unsent(3)
    expect(page.locator(".bar-looking")).to_have_count(0)
    expect(page.locator(".pad-banner")).to_have_count(0)
    outage.end()
    pad.unsent(0)
    expect(page.locator(".bar-safe, .bar-saved")).to_have_count(1)
    assert payloads(table) == [announce(1, 3, 3), announce(0, 2, 2)]
