"""The deals of a table as the scoring core wants them: the newest version of each number, in order; whether later
rounds rest on its result; and how long the clock of its round lets it play.
"""

import json
from collections import defaultdict
from collections.abc import Collection, Iterable, Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime, timedelta
from functools import lru_cache
from math import ceil
from typing import Any, NamedTuple
from uuid import UUID

from django.db.models import F, Q, TextField
from django.db.models.functions import Cast

from scoring.deals import Deal as PlayedDeal
from scoring.games import GAMES
from scoring.result import RecordedTable, TableResult
from tournaments.formats.clock import Clock, State, deals_allowed
from tournaments.formats.graph import sources_at
from tournaments.formats.plan import read_plan
from tournaments.formats.stages import FORMATS
from tournaments.models import Deal, Event, Round, Stage, StageEntry, Table
from tournaments.models.seating import RoundSeating
from tournaments.models.statements import Prepared, PreparedOnce
from tournaments.models.table import ENDED

Payload = Mapping[str, Any]
Sheet = Mapping[int, PlayedDeal | None]
"""Number of the deal -> what was played, None where it was voided."""


class DealRow(NamedTuple):
    """A version of a deal as it is stored."""

    pk: int
    number: int
    version: int
    text: str | None  # of the payload, None where it was voided
    client_id: UUID
    revision: int
    created_at: datetime
    user_id: int | None
    pad_link_id: int | None
    seat: int | None
    phone: str
    reason: str

    @property
    def by_director(self) -> bool:
        """At a desk; a program comes by the table's own address."""
        return self.user_id is not None and self.pad_link_id is None

    @property
    def payload(self) -> Payload | None:
        return None if self.text is None else json.loads(self.text)


def row_of(deal: Deal) -> DealRow:
    text = None if deal.payload is None else json.dumps(deal.payload)
    fields = {name: getattr(deal, name) for name in DealRow._fields if name != "text"}
    return DealRow(text=text, **fields)


History = Sequence[DealRow]
"""Every version of every deal of a table, by number and version."""

MOST_TABLES = 400  # whose histories are kept for the next deal

deal_history = PreparedOnce(
    lambda table: (
        Deal.objects.filter(table=table)
        .order_by("number", "version")
        .annotate(text=Cast("payload", TextField()))
        .values_list(*DealRow._fields)
    ),
    DealRow._make,
    lists=MOST_TABLES,
)


class LastChange(NamedTuple):
    """What was written last at a table, in one step."""

    revision: int
    at: datetime
    numbers: list[int]


def last_change(history: History) -> LastChange | None:
    if not history:
        return None
    revision = max(row.revision for row in history)
    rows = [row for row in history if row.revision == revision]
    return LastChange(revision, rows[-1].created_at, sorted({row.number for row in rows}))


def newest_versions(history: History) -> list[DealRow]:
    return list({row.number: row for row in history}.values())


def read_deal(game: str, payload: Payload | None, *, seats: int) -> PlayedDeal | None:
    """A deal from what is stored, or was sent; what is wrong with it is raised when it is scored."""
    if payload is None:
        return None
    (deal,) = GAMES[game].read_deals([payload], seats=seats)
    return deal


def current_deals(table: Table, *, seats: int, history: History | None = None) -> Sheet:
    """The deals of a table as they count now, by number. `history`: where it has been read already."""
    newest = newest_versions(deal_history(table.pk) if history is None else history)
    return {row.number: deal_in(row, table.event.game, seats=seats) for row in newest}


def deal_in(row: DealRow, game: str, *, seats: int) -> PlayedDeal | None:
    """What was played, None where it was voided."""
    return None if row.text is None else read_text(game, row.text, seats)


@lru_cache(maxsize=4096)
def read_text(game: str, text: str, seats: int) -> PlayedDeal | None:
    """A deal is read at every deal that follows it, and most announcements are made at many tables."""
    return read_deal(game, json.loads(text), seats=seats)


def live_deals(sheet: Sheet) -> tuple[PlayedDeal | None, ...]:
    """Deals 1 to the last that stands: a voided one in between keeps its number, one at the end does not."""
    last = max((number for number, deal in sheet.items() if deal is not None), default=0)
    return tuple(sheet.get(number) for number in range(1, last + 1))


def score_table(table: Table, sheet: Sheet, *, seats: int) -> TableResult:
    """What the whole table is worth; raises ScoringError where any deal does not fit the others."""
    return GAMES[table.event.game].score(table_record(table, sheet, seats=seats))


def status_if_ended(table: Table, result: TableResult) -> Table.Status:
    """Finished where the game has no length of its own and no tie is left to play off, else closed unfinished (V10)."""
    open_length = GAMES[table.event.game].is_open(table.event.game_rules) and result.playoff_of is None
    return Table.Status.FINISHED if open_length else Table.Status.CLOSED


def table_record(table: Table, sheet: Sheet, *, seats: int) -> RecordedTable:
    return RecordedTable(
        seats=seats,
        first_dealer=table.first_dealer,
        rules=table.event.game_rules,
        deals=live_deals(sheet),
        closed=table.status == Table.Status.CLOSED,
    )


BEGUN = (Stage.Status.RUNNING, Stage.Status.FINISHED)
DRAWN = (Round.Status.PREVIEW, Round.Status.PUBLISHED)

later_seatings = Prepared(
    lambda round_: (
        Stage.objects.filter(
            Q(number__gt=F("event__stages__number"), status__in=BEGUN)
            | Q(
                pk=F("event__stages__pk"),
                rounds__number__gt=F("event__stages__rounds__number"),
                rounds__status__in=DRAWN,
            ),
            event__stages__rounds=round_,
        )
        .order_by()
        .values_list("pk", "number", "format", "options", "rounds__seating")
    ),
    lambda values: values,
)
"""Of a round (id): the stages that have begun after its own, and the rounds drawn after it, by their stage."""


def has_later_round(table: Table, *, people: Collection[int] | None = None) -> bool:
    """Whether the table has ended, and a later round was drawn by its result or a later stage has begun by it.
    `people`: the entrants (ids) who sit there, where they are known already.
    """
    if table.round is None or table.status not in ENDED:
        return False
    stage, later = table.round.stage, later_seatings(table.round.pk)
    following = {pk for pk, number, *plan, _ in later if pk != stage.pk and _takes_from(stage, number, *plan)}
    # A bracket may go on while those who are out play elsewhere: on these alone another stage rests.
    if following and not FORMATS[stage.format].bracket:
        return True
    met = table.round.seating.sides(table.match_number) if table.is_board else people
    entrants = table.seats.values_list("entrant_id", flat=True) if met is None else met
    if following and StageEntry.objects.filter(stage__in=following, entrant__in=entrants).exists():
        return True
    later = [row for row in later if row[0] == stage.pk]
    if not later:
        return False
    # Its own seating is read only where nothing but play-offs came after it.
    played_off = all(seating.play_off for *_, seating in later) and table.round.seating.play_off
    if not (FORMATS[stage.format].bracket or played_off):
        return True
    return _any_seats((seating for *_, seating in later), set(entrants))


def _takes_from(stage: Stage, number: int, key: str, options: Mapping[str, Any]) -> bool:
    """Whether the later stage of this number and plan takes people from the ``stage``."""
    sources = sources_at(read_plan(key, options), number)
    return any(source.stage == stage.number for source in sources)


def any_seats(rounds: Iterable[Round], people: set[int]) -> bool:
    """Whether one of these entrants (ids) sits in one of the rounds."""
    return _any_seats((round_.seating for round_ in rounds), people)


def _any_seats(seatings: Iterable[RoundSeating], people: set[int]) -> bool:
    return any(not people.isdisjoint(seating.seated) for seating in seatings)


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
    for number, (revision, recorded_at) in first.items():
        if recorded_at < end or early & again[revision]:
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
