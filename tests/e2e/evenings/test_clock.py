"""The round's clock counts down in a browser, on the wall and on a phone, whatever the device believes the time is."""

import json
import re
from datetime import UTC, datetime, timedelta
from typing import Any

import pytest
from axe_playwright_python.sync_playwright import Axe
from django.template.loader import render_to_string
from playwright.sync_api import Page, expect

from tests.e2e.pad import Pad, complaints, fits_without_scrolling
from tests.factories import announce, deal, make_table
from tournaments.formats.clock import Clock
from tournaments.selectors.table.deals import ClockView, clock_facts, clock_view

AAA = {"runOnly": {"type": "rule", "values": ["color-contrast-enhanced"]}}
NOW = datetime(2026, 11, 21, 19, 0, tzinfo=UTC)


def view_of(*, left: int, minutes: int = 45, paused: bool = False, now: datetime = NOW) -> ClockView:
    """That of a round of which so many seconds are left."""
    started_at = now - timedelta(minutes=minutes, seconds=-left)
    return clock_view(Clock(minutes, started_at, paused_at=now if paused else None), now=now)


def rendered(view: ClockView, *, variant: str = "desk") -> str:
    return render_to_string("stage/_clock.html", {"clock": view, "variant": variant})


def put(page: Page, markup: str, *, into: str = "main") -> None:
    page.evaluate(
        """([into, markup]) => {
            document.querySelector(into).innerHTML = markup;
            document.dispatchEvent(new Event("htmx:afterSwap"));
        }""",
        [into, markup],
    )


@pytest.fixture
def page(desk) -> Page:
    """A page whose device is three hours slow and stands still until it is told to run."""
    page = desk()
    page.clock.install(time=NOW - timedelta(hours=3))
    page.goto("/rules/")
    page.clock.pause_at(NOW - timedelta(hours=3) + timedelta(minutes=1))
    return page


def test_it_counts_down_by_the_servers_time_and_up_when_it_is_over(page):
    put(page, rendered(view_of(left=3602, minutes=90)))
    clock, box = page.get_by_role("timer"), page.locator(".clock")
    said: list[str] = []
    for seconds in (0, 2, 1, 3599, 1, 65):
        page.clock.run_for(seconds * 1000)
        said.append(clock.inner_text())
    assert said == ["1:00:02", "1:00:00", "59:59", "+00:00", "+00:01", "+01:06"]
    expect(box).to_have_class(re.compile("clock-over"))
    expect(box).not_to_have_class(re.compile("clock-running|clock-warning"))
    expect(page.locator(".clock-label")).to_have_text("Time!")


def test_only_warnings_are_announced_and_glow_also_across_a_swap(page):
    view = view_of(left=302)
    put(page, rendered(view))
    voice = page.locator("body > [role=status]")
    expect(page.locator(".clock-warning")).to_be_visible()
    page.clock.run_for(1000)
    expect(voice).to_have_text("")
    put(page, rendered(view))
    page.clock.run_for(1000)
    expect(page.get_by_role("timer")).to_have_text("05:00")
    expect(voice).to_have_text("5 minutes left")
    expect(page.locator(".clock-glow")).to_be_visible()
    page.clock.run_for(240_000)
    expect(voice).to_have_text("1 minute left")
    page.clock.run_for(60_000)
    expect(voice).to_have_text("Time!")


def test_a_paused_clock_and_one_with_extra_time_stand_beside_one_that_is_over(page):
    markup = rendered(view_of(left=754, paused=True)) + rendered(view_of(left=-5)) + rendered(view_of(left=115))
    put(page, markup)
    page.clock.run_for(2000)
    expect(page.get_by_role("timer")).to_have_text(["12:34", "+00:07", "01:53"])
    expect(page.locator(".clock-label")).to_have_text(["Paused", "Time!", "Time left"])


def test_an_answer_the_browser_had_kept_does_not_give_time_back(page):
    put(page, rendered(view_of(left=600)))
    kept = rendered(clock_view(Clock(45, NOW - timedelta(minutes=35)), now=NOW - timedelta(minutes=20)))
    page.clock.run_for(1000)
    put(page, kept)
    expect(page.get_by_role("timer")).to_have_text("09:59")


@pytest.mark.parametrize(("left", "paused"), [(2700, False), (2000, True), (299, False), (-3700, False)])
def test_on_the_wall_it_is_huge_and_readable_and_the_sheets_still_fit(wall, left, paused):
    table = make_table(seats=4)
    deal(table, announce(1, 3, 2))
    page = wall(reduced_motion="reduce")
    page.goto(f"/events/{table.event_id}/wall/")
    put(page, rendered(view_of(left=left, paused=paused), variant="wall"), into="#wall-round-clock")
    clock = page.get_by_role("timer")
    expect(clock).to_be_visible()
    assert clock.evaluate("each => parseFloat(getComputedStyle(each).fontSize)") > 120
    assert page.evaluate("document.documentElement.scrollHeight <= innerHeight")
    for found in (Axe().run(page), Axe().run(page, context=".wall-head", options=AAA)):
        assert found.violations_count == 0, found.generate_report()
    page.keyboard.press("ArrowRight")
    expect(clock).to_be_visible()


def tell(page: Page, **facts: Any) -> None:
    """From now on the table's state has this clock."""

    def add_clock(route: Any) -> None:
        state = route.fetch().json()
        route.fulfill(body=json.dumps(state | {"clock": facts}), content_type="application/json")

    page.unroute("**/state/")
    page.route("**/state/", add_clock)
    expect(page.locator("#pad-dock button").first).to_be_visible()
    expect(page.locator("body[data-looking]")).to_have_count(0)  # then it listens
    page.evaluate("document.body.dispatchEvent(new CustomEvent('revision', {detail: {}}))")


@pytest.mark.journey
def test_on_the_pad_it_is_a_line_and_tells_what_is_still_played(phone):
    table = make_table(seats=4)
    deal(table, announce(1, 3, 2))
    pad = Pad(phone(), table)
    line = pad.page.locator(".clock-pad")
    expect(line).to_have_count(0)

    now = datetime.now(UTC)
    tell(pad.page, **clock_facts(view_of(left=3, now=now), time_up="lap", allowed=None))
    expect(line).to_contain_text("Time left")
    tell(pad.page, **clock_facts(view_of(left=-1, now=now), time_up="lap", allowed=4))
    expect(line).to_contain_text("Time is up: 3 deals to go, then the lap is complete.")
    expect(line.get_by_role("timer")).to_have_text(re.compile(r"^\+00:\d\d$"))
    assert fits_without_scrolling(pad.page)
    assert complaints(pad.page) == []
    pad.tap("announce-2")
    assert fits_without_scrolling(pad.page)


@pytest.mark.parametrize(
    ("time_up", "allowed", "words"),
    [
        ("lap", 4, "Time is up: 3 deals to go, then the lap is complete."),
        ("lap", 2, "Time is up: 1 deal to go, then the lap is complete."),
        ("lap", 1, "Time is up, and the lap is complete: the table is done."),
        ("deal", 2, "Time is up: this deal is the last."),
        ("deal", 1, "Time is up, and the last deal is played: the table is done."),
        ("deal", None, "Time is up."),
    ],
)
def test_every_end_of_a_round_has_its_sentence(phone, time_up, allowed, words):
    table = make_table(seats=4)
    deal(table, announce(1, 3, 2))
    pad = Pad(phone(), table)
    tell(pad.page, **clock_facts(view_of(left=-61, now=datetime.now(UTC)), time_up=time_up, allowed=allowed))
    expect(pad.page.locator(".clock-pad .clock-label")).to_have_text(words)


def test_the_pad_asks_the_server_when_the_time_runs_out(phone):
    table = make_table(seats=2)
    pad = Pad(phone(), table)
    now = datetime.now(UTC)
    tell(pad.page, **clock_facts(view_of(left=2, now=now), time_up="deal", allowed=None))
    expect(pad.page.locator(".clock-pad")).to_contain_text("Time left")
    asked: list[str] = []
    pad.page.on("request", lambda request: asked.append(request.url) if request.url.endswith("/state/") else None)
    expect(pad.page.locator(".clock-pad")).to_contain_text("Time is up.")
    expect(pad.page.locator("body > [role=status]")).to_have_text("Time is up.")
    assert len(asked) == 1
