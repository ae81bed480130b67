"""What makes the pad at home on a phone: Back, the home screen, a screen that stays awake."""

import pytest
from playwright.sync_api import Page, expect

from tests.e2e.pad import Pad, payloads
from tests.factories import announce, deal, make_night, make_table, seat_table


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


def test_back_goes_back_a_screen_and_leaves_the_pad_from_the_first_only(page):
    table = make_table()
    deal(table, announce(1, 3, 3))
    pad = Pad(page, table)
    for screen, heading in (("help", "Help"), ("deals", "Deals")):
        pad.tap(screen)
        expect(page.get_by_role("heading", name=heading)).to_be_visible()
        page.go_back()
        expect(page.locator("h2")).to_have_text("Ana declares")
    pad.tap("deals")
    pad.tap("deal-1")
    pad.tap("correct-1")
    page.go_back()
    expect(page.locator(".deal-open")).to_have_count(1)
    pad.tap("close-deals")
    expect(page.locator("h2")).to_have_text("Ana declares")
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
