"""A table with all that is recorded at it, locked and read for the next deal from one of its phones."""

from collections.abc import Sequence
from dataclasses import dataclass, replace

from django.db import DEFAULT_DB_ALIAS
from django.utils import timezone

from tournaments.audit import Actor
from tournaments.models import Event, PadLink, Round, Seat, Stage, Table
from tournaments.models.statements import Prepared, Values, columns
from tournaments.permissions import PadKey, PadOver
from tournaments.selectors.table.deal_history import History, deal_history
from tournaments.services.refusals import Missing

EVENT, TABLE, SEAT = columns(Event), columns(Table), columns(Seat)
ROUND, STAGE = columns(Round, without="seating"), columns(Stage, without="options")
# As Player.short_name has it, a substitute first.
NAMES = ["substitute__nickname", "substitute__name", "entrant__player__nickname", "entrant__player__name"]
NAMED = 3 + len(SEAT)  # where in a row they begin


@dataclass(frozen=True)
class OpenTable:
    """A table and all that is recorded at it, as `actor` finds it."""

    table: Table
    seats: list[Seat]
    history: History
    actor: Actor
    names: Sequence[str] = ()  # by seat, where they have been read


def open_pad(key: PadKey, by: Actor) -> OpenTable:
    """Raises Missing where the address opens nothing, or nothing any more; PadOver where its event is."""
    events, rows = _events_locked(key.link), _seats_by_link(key.link)
    if not events or not rows or rows[0][1] != key.edition:
        raise Missing
    (event,), (link, edition, *_) = events, rows[0]
    if event.codes_ended(now=timezone.now()):
        raise PadOver(event)
    table = _table(rows[0])
    if table.event_id != event.pk:  # carried on to another night between the two reads
        raise Missing
    table.event = event
    return OpenTable(
        table=table,
        seats=[Seat.from_db(DEFAULT_DB_ALIAS, SEAT, row[3:NAMED]) for row in rows],
        history=deal_history(table.pk),
        actor=replace(by, pad_link=PadLink(pk=link, edition=edition, table=table), seat=_own_seat(key, rows)),
        names=[next(filter(None, row[NAMED : NAMED + len(NAMES)])) for row in rows],
    )


# The event alone is locked, as everywhere; the rest is read by later statements, which see what was done meanwhile.
_events_locked = Prepared(
    lambda link: (
        Event.objects.filter(pk__in=PadLink.objects.filter(pk=link).values("table__event"))
        .order_by()
        .select_for_update()
        .values_list(*EVENT)
    ),
    lambda values: Event.from_db(DEFAULT_DB_ALIAS, EVENT, values),
)
_seats_by_link: Prepared[Values] = Prepared(
    lambda link: (
        Seat.objects.filter(table__pad_links__pk=link, table__pad_links__revoked_at=None)
        .order_by("index")
        .values_list(
            "table__pad_links__pk",
            "table__pad_links__edition",
            "entrant__player_id",
            *SEAT,
            *NAMES,
            *(f"table__{name}" for name in TABLE),
            *(f"table__round__{name}" for name in ROUND),
            *(f"table__round__stage__{name}" for name in STAGE),
        )
    ),
    lambda values: values,
)


def _table(row: Values) -> Table:
    start = NAMED + len(NAMES)
    rounds = start + len(TABLE)
    stages = rounds + len(ROUND)
    table = Table.from_db(DEFAULT_DB_ALIAS, TABLE, row[start:rounds])
    if table.round_id is not None:
        table.round = Round.from_db(DEFAULT_DB_ALIAS, ROUND, row[rounds:stages])
        table.round.stage = Stage.from_db(DEFAULT_DB_ALIAS, STAGE, row[stages:])
    return table


def _own_seat(key: PadKey, rows: list[Values]) -> int | None:
    if key.player is None:
        return None
    index = 3 + SEAT.index("index")
    found = [row[index] for row in rows if row[2] == key.player]
    if not found:
        raise Missing
    return int(found[0])
