"""How long a table of a tournament may still play."""

from datetime import datetime

from tournaments.formats.clock import Clock, deals_allowed
from tournaments.models import Deal, Event, Round, Table
from tournaments.selectors.fold import Sheet, live_deals
from tournaments.selectors.rows import deals_total


def clock_of(round_: Round) -> Clock | None:
    if round_.minutes is None:
        return None
    return Clock(round_.minutes, round_.clock_started_at, round_.clock_paused_at, round_.clock_paused_seconds)


def most_deals(table: Table, event: Event, sheet: Sheet, *, seats: int, now: datetime) -> int | None:
    """How many deals the table may have in the end; None before its time is up."""
    clock = clock_of(table.round) if table.round else None
    if clock is None or clock.state(now, extra_minutes=table.extra_minutes) != "over":
        return None
    standing = {number for number, payload in sheet.items() if payload is not None}
    in_time = Deal.objects.filter(
        table=table,
        version=1,
        number__in=standing,
        created_at__lt=clock.ends_at(now, extra_minutes=table.extra_minutes),
    ).count()
    total = deals_total(event, seats)
    return deals_allowed(time_up=event.time_up, done_at_time_up=in_time, seats=seats, total=total)


def deals_done(sheet: Sheet) -> int:
    return sum(payload is not None for payload in live_deals(sheet))
