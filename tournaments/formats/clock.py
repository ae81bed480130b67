"""A round's clock, and what a table still plays when it has run out.

It has no time of its own: ``now`` comes from outside. Datetimes are aware, here and in what is answered.
"""

from dataclasses import dataclass
from datetime import datetime, timedelta
from typing import Literal

WARNINGS = (10, 5, 1)  # minutes before the end, the earliest first

State = Literal["waiting", "running", "warning", "paused", "over"]


@dataclass(frozen=True, slots=True)
class Clock:
    """``minutes`` from ``started_at`` (None: not started) on, and as much later as it stood still: ``paused_seconds``
    in the pauses that are over, and all the time since ``paused_at`` (None: it is not paused now).

    A table's ``extra_minutes`` are added for that table alone. Raises ValueError unless there is a minute to play.
    """

    minutes: int
    started_at: datetime | None = None
    paused_at: datetime | None = None
    paused_seconds: int = 0

    def __post_init__(self) -> None:
        if self.minutes < 1 or self.paused_seconds < 0:
            raise ValueError("a round takes a minute at least, and no pause gives time back")

    @property
    def warnings(self) -> tuple[int, ...]:
        """Minutes before the end, the earliest first; a short round is not warned of what is longer than itself."""
        return tuple(warning for warning in WARNINGS if warning < self.minutes)

    def remaining(self, now: datetime, *, extra_minutes: int = 0) -> timedelta:
        """What is left to play; negative when the time has been up for so long."""
        whole = timedelta(minutes=self.minutes + extra_minutes)
        if self.started_at is None:
            return whole
        stopped = self.paused_at or now
        return whole - (stopped - self.started_at - timedelta(seconds=self.paused_seconds))

    def ends_at(self, now: datetime, *, extra_minutes: int = 0) -> datetime | None:
        """When the time is up, or was; None before the start. Of a paused clock: if it went on now."""
        if self.started_at is None:
            return None
        return now + self.remaining(now, extra_minutes=extra_minutes)

    def state(self, now: datetime, *, extra_minutes: int = 0) -> State:
        """Time that is up stays up: pausing the clock does not begin the round again."""
        left = self.remaining(now, extra_minutes=extra_minutes)
        if self.started_at is None:
            return "waiting"
        if left <= timedelta(0):
            return "over"
        if self.paused_at is not None:
            return "paused"
        warned = any(left <= timedelta(minutes=warning) for warning in self.warnings)
        return "warning" if warned else "running"


def deals_allowed(*, time_up: str, done_at_time_up: int, seats: int, total: int | None) -> int:
    """How many deals a table may have in the end, when ``done_at_time_up`` were recorded as its time ran out.

    ``time_up`` "deal": the deal in play is finished. "lap": the lap is, so that all have declared equally often (the
    declarer moves one seat a deal, V2); a lap just completed is the end, but nobody goes home before the first one.
    Never more than the game's ``total`` (None: open). Raises ValueError for another ``time_up``.
    """
    if time_up == "deal":
        allowed = done_at_time_up + 1
    elif time_up == "lap":
        allowed = max(1, -(-done_at_time_up // seats)) * seats
    else:
        raise ValueError(f"when time is up, finish the deal or the lap, not the {time_up}")
    return allowed if total is None else min(allowed, total)
