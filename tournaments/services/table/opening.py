"""A table with all that is recorded at it, locked and read for the next deal from one of its phones."""

from collections.abc import Sequence
from dataclasses import dataclass

from django.db import DEFAULT_DB_ALIAS

from tournaments.audit import Actor
from tournaments.models import Event, PadLink, Round, Seat, Stage, Table
from tournaments.models.statements import Prepared, Values, columns
from tournaments.permissions import PadKey
from tournaments.selectors.table.deal_history import History, deal_history
from tournaments.services.refusals import Missing

EVENT, TABLE, SEAT = columns(Event), columns(Table), columns(Seat)
ROUND, STAGE = columns(Round, without="seating"), columns(Stage, without="options")
# As Player.short_name has it, a substitute first.
NAMES = ["substitute__nickname", "substitute__name", "entrant__player__nickname", "entrant__player__name"]


@dataclass(frozen=True)
class OpenTable:
    """A table and all that is recorded at it, as `actor` finds it."""

    table: Table
    seats: list[Seat]
    history: History
    actor: Actor
    names: Sequence[str] = ()  # by seat, where they have been read


def open_pad(key: PadKey) -> OpenTable:
    """Raises Missing where the address opens nothing, or nothing any more."""
    events, rows = _event_locked(key.token), _seats_by_link(key.token)
    if not events or not rows:
        raise Missing
    (event,), (link, *_) = events, rows[0]
    table = _table(rows[0])
    if table.event_id != event.pk:  # carried on to another night between the two reads
        raise Missing
    table.event = event
    return OpenTable(
        table=table,
        seats=[Seat.from_db(DEFAULT_DB_ALIAS, SEAT, row[2 : 2 + len(SEAT)]) for row in rows],
        history=deal_history(table.pk),
        actor=Actor(pad_link=PadLink(pk=link, token=key.token, table=table), seat=_own_seat(key, rows)),
        names=[next(filter(None, row[2 + len(SEAT) : 2 + len(SEAT) + len(NAMES)])) for row in rows],
    )


# The event alone is locked, as everywhere; the rest is read by later statements, which see what was done meanwhile.
_event_locked = Prepared(
    lambda token: (
        Event.objects.filter(pk__in=PadLink.objects.filter(token=token).values("table__event"))
        .order_by()
        .select_for_update()
        .values_list(*EVENT)
    ),
    lambda values: Event.from_db(DEFAULT_DB_ALIAS, EVENT, values),
)
_seats_by_link = Prepared(
    lambda token: (
        Seat.objects.filter(table__pad_links__token=token, table__pad_links__revoked_at=None)
        .order_by("index")
        .values_list(
            "table__pad_links__pk",
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
    start = 2 + len(SEAT) + len(NAMES)
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
    index = 2 + SEAT.index("index")
    found = [row[index] for row in rows if row[1] == key.player]
    if not found:
        raise Missing
    return int(found[0])
