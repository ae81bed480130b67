"""A round's clock as pages and pads show it, and how long a table may still play."""

from collections import defaultdict
from dataclasses import dataclass
from datetime import datetime, timedelta
from math import ceil
from typing import Any

from scoring.games import GAMES
from tournaments.formats.clock import Clock, State, deals_allowed
from tournaments.models import Event, Round, Table
from tournaments.selectors.table.deals import History, Sheet, deal_history, live_deals


def clock_of(round_: Round) -> Clock | None:
    if round_.minutes is None:
        return None
    return Clock(round_.minutes, round_.clock_started_at, round_.clock_paused_at, round_.clock_paused_seconds)


def most_deals(
    table: Table,
    event: Event,
    sheet: Sheet,
    *,
    seats: int,
    now: datetime,
    inserted: int | None = None,
    history: History | None = None,
) -> int | None:
    """How many deals the table may have in the end; None before its time is up. `inserted`: the number under which a
    forgotten deal is about to come in. `history`: where it has been read already.
    """
    clock = clock_of(table.round) if table.round else None
    if clock is None or clock.state(now, extra_minutes=table.extra_minutes) != "over":
        return None
    end = clock.ends_at(now, extra_minutes=table.extra_minutes) or now
    numbers = _recorded_before(end, deal_history(table.pk) if history is None else history)
    done = sum(sheet.get(number) is not None for number in numbers) + (inserted in numbers)
    total = GAMES[event.game].deals_in_all(event.game_rules, seats=seats)
    return deals_allowed(time_up=event.time_up, done_at_time_up=done, seats=seats, total=total)


def _recorded_before(end: datetime, history: History) -> set[int]:
    """Numbers of the deals. Where a forgotten one came in, the last of those it moved has a new number since: it is as
    early as they are.
    """
    first: dict[int, tuple[int, datetime]] = {}
    again: dict[int, set[int]] = defaultdict(set)
    for row in sorted(history, key=lambda row: row.pk):
        if row.version == 1:
            first[row.number] = (row.revision, row.created_at)
        else:
            again[row.revision].add(row.number)
    early: set[int] = set()
    for number, (revision, at) in first.items():
        if at < end or early & again[revision]:
            early.add(number)
    return early


def deals_done(sheet: Sheet) -> int:
    return sum(deal is not None for deal in live_deals(sheet))


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
