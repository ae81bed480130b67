"""How long a table of a tournament may still play."""

from collections import defaultdict
from datetime import datetime

from scoring.games import GAMES
from tournaments.formats.clock import Clock, deals_allowed
from tournaments.models import Event, Round, Table
from tournaments.selectors.table.deal_history import History, Sheet, deal_history, live_deals


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
