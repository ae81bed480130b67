"""The deals of a table as the scoring core wants them: the newest version of each number, in order; and whether later
rounds rest on its result.
"""

import json
from collections.abc import Collection, Iterable, Mapping, Sequence
from datetime import datetime
from functools import lru_cache
from typing import Any, NamedTuple
from uuid import UUID

from django.db.models import F, Q, TextField
from django.db.models.functions import Cast

from scoring.deals import Deal as PlayedDeal
from scoring.games import GAMES
from scoring.result import RecordedTable, TableResult
from tournaments.formats.stages import FORMATS
from tournaments.models import Deal, Round, Stage, Table
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
    """`history`: where it has been read already."""
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
        .values_list("pk", "rounds__seating")
    ),
    lambda values: values,
)
"""Of a round (id): the stages that have begun after its own, and the rounds drawn after it, by their stage."""


def has_later_round(table: Table, *, people: Collection[int] | None = None) -> bool:
    """The table has ended, and a later round was drawn by its result or a later stage has begun. `people`: the entrants
    (ids) who sit there, where they are known already.
    """
    if table.round is None or table.status not in ENDED:
        return False
    stage, later = table.round.stage, later_seatings(table.round.pk)
    if not later or any(pk != stage.pk for pk, _ in later):
        return bool(later)
    # Its own seating is read only where nothing but play-offs came after it.
    played_off = all(seating.play_off for _, seating in later) and table.round.seating.play_off
    if not (FORMATS[stage.format].bracket or played_off):
        return True
    seated = table.seats.values_list("entrant_id", flat=True) if people is None else people
    return _any_seats((seating for _, seating in later), set(seated))


def any_seats(rounds: Iterable[Round], people: set[int]) -> bool:
    """Whether one of these entrants (ids) sits in one of the rounds."""
    return _any_seats((round_.seating for round_ in rounds), people)


def _any_seats(seatings: Iterable[RoundSeating], people: set[int]) -> bool:
    return any(not people.isdisjoint(seating.seated) for seating in seatings)
