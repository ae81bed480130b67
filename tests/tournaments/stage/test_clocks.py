"""The round's clock as it is put into pages and into a pad's state."""

import re
from datetime import UTC, datetime, timedelta

import pytest
from django.template.loader import render_to_string
from django.utils import translation

from tournaments.formats.clock import WARNINGS, Clock
from tournaments.selectors.table.deals import clock_facts, clock_view
from tournaments.words.pad.sentences import pad_words
from tournaments.words.table.corrections import clock_labels

START = datetime(2026, 11, 21, 19, 0, tzinfo=UTC)


def after(seconds: float) -> datetime:
    return START + timedelta(seconds=seconds)


@pytest.mark.parametrize(
    ("clock", "now", "extra", "text", "seconds_left", "state", "label"),
    [
        (Clock(45), after(0), 0, "45:00", 2700, "waiting", "Not started"),
        (Clock(45, START), after(0.4), 0, "45:00", 2700, "running", "Time left"),
        (Clock(90, START), after(0), 0, "1:30:00", 5400, "running", "Time left"),
        (Clock(60, START), after(0.5), 0, "1:00:00", 3600, "running", "Time left"),
        (Clock(45, START), after(2695), 0, "00:05", 5, "warning", "Time left"),
        (Clock(45, START), after(2695), 5, "05:05", 305, "warning", "Time left"),
        (Clock(45, START, after(600)), after(9999), 0, "35:00", 2100, "paused", "Paused"),
        (Clock(45, START), after(2700), 0, "+00:00", 0, "over", "Time!"),
        (Clock(45, START), after(2761.5), 0, "+01:01", -61, "over", "Time!"),
        (Clock(45, START), after(2700 + 3661), 0, "+1:01:01", -3661, "over", "Time!"),
    ],
)
def test_a_page_shows_what_is_left(clock, now, extra, text, seconds_left, state, label):
    view = clock_view(clock, now=now, extra_minutes=extra)
    assert (view.text, view.seconds_left, view.state) == (text, seconds_left, state)
    assert f'<span class="clock-label">{label}</span>' in markup(clock, now=now, extra=extra)
    assert (view.ends_at is None) == (state in ("waiting", "paused"))


def attributes(clock: Clock, *, now: datetime) -> dict[str, str]:
    return dict(re.findall(r'(data-[\w-]+)="([^"]*)"', markup(clock, now=now)))


def markup(clock: Clock, *, now: datetime, variant: str = "wall", extra: int = 0) -> str:
    view = clock_view(clock, now=now, extra_minutes=extra)
    return render_to_string("stage/_clock.html", {"clock": view, "variant": variant})


def test_a_running_clock_carries_what_the_browser_needs_to_go_on():
    told = attributes(Clock(45, START), now=after(60))
    assert datetime.fromisoformat(told["data-ends-at"]) == after(45 * 60)
    assert datetime.fromisoformat(told["data-server-now"]) == after(60)
    assert "data-paused-seconds-left" not in told
    assert told["data-warnings"] == "600,300,60"
    assert [told[f"data-say-{seconds}"] for seconds in (600, 300, 60)] == [
        "10 minutes left",
        "5 minutes left",
        "1 minute left",
    ]
    assert told["data-over-text"] == "Time!"


def test_a_clock_that_stands_still_carries_no_end():
    told = attributes(Clock(5, START, after(30)), now=after(500))
    assert told["data-paused-seconds-left"] == "270"
    assert told["data-warnings"] == "60"
    assert "data-ends-at" not in told


def test_its_state_and_place_are_classes_and_it_is_a_timer():
    page = markup(Clock(45, START), now=after(3000), variant="desk")
    assert 'class="clock clock-desk clock-over"' in page
    assert 'role="timer"' in page
    assert ">+05:00</time>" in page


def test_a_pads_state_has_the_clock_as_plain_values():
    assert clock_facts(clock_view(Clock(45, START), now=after(2760)), time_up="lap", allowed=8) == {
        "ends_at": "2026-11-21T19:45:00+00:00",
        "server_now": "2026-11-21T19:46:00+00:00",
        "seconds_left": -60,
        "state": "over",
        "warnings": [600, 300, 60],
        "time_up": "lap",
        "allowed": 8,
    }
    waiting = clock_facts(clock_view(Clock(45), now=START), time_up="deal", allowed=None)
    assert (waiting["ends_at"], waiting["seconds_left"], waiting["state"]) == (None, 2700, "waiting")


def test_the_pad_has_words_for_every_state_and_every_warning():
    with translation.override("en"):
        words = pad_words("announcements")
        assert [words[f"clock_{state}"] for state in clock_labels()] == list(clock_labels().values())
        assert [words[f"clock_say_{minutes * 60}"] for minutes in WARNINGS] == [
            "10 minutes left",
            "5 minutes left",
            "1 minute left",
        ]
        assert words["lap_left_1"] == "Time is up: 1 deal to go, then the lap is complete."
        assert words["lap_left_6"] == "Time is up: 6 deals to go, then the lap is complete."
