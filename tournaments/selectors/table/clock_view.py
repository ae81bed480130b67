"""A round's clock as pages and pads show it."""

from dataclasses import dataclass
from datetime import datetime, timedelta
from math import ceil
from typing import Any

from tournaments.formats.clock import Clock, State

MINUTE = 60


@dataclass(frozen=True)
class ClockView:
    ends_at: datetime | None  # None while the clock stands still, not started or paused
    server_now: datetime
    seconds_left: int  # negative when the time has been up for so long
    state: State
    warnings: list[int]  # seconds before the end, the earliest first

    @property
    def text(self) -> str:
        """As static/js/clock.js goes on writing it."""
        minutes, seconds = divmod(abs(self.seconds_left), MINUTE)
        hours, minutes = divmod(minutes, 60)
        sign = "+" if self.state == "over" else ""
        return f"{sign}{hours}:{minutes:02}:{seconds:02}" if hours else f"{sign}{minutes:02}:{seconds:02}"


def clock_view(clock: Clock, *, now: datetime, extra_minutes: int = 0) -> ClockView:
    state = clock.state(now, extra_minutes=extra_minutes)
    stands = state in ("waiting", "paused")
    return ClockView(
        ends_at=None if stands else clock.ends_at(now, extra_minutes=extra_minutes),
        server_now=now,
        seconds_left=ceil(clock.remaining(now, extra_minutes=extra_minutes) / timedelta(seconds=1)),
        state=state,
        warnings=[minutes * MINUTE for minutes in clock.warnings],
    )


def clock_facts(view: ClockView, *, time_up: str, allowed: int | None) -> dict[str, Any]:
    """The "clock" of a pad's state; `allowed` is None until the time is up."""
    return {
        "ends_at": view.ends_at.isoformat() if view.ends_at else None,
        "server_now": view.server_now.isoformat(),
        "seconds_left": view.seconds_left,
        "state": view.state,
        "warnings": view.warnings,
        "time_up": time_up,
        "allowed": allowed,
    }
