"""What was written on paper at a table is recorded in one step."""

from collections.abc import Sequence
from dataclasses import dataclass
from uuid import UUID

from django.db import transaction

from scoring.deals import same_deal
from tournaments.audit import Actor
from tournaments.models import Table
from tournaments.selectors.printing import id_of
from tournaments.selectors.table.deals import History, Payload, current_deals, deal_history, live_deals, read_deal
from tournaments.services.change import commit_table_change
from tournaments.services.refusals import Refused
from tournaments.services.table.deals import (
    Written,
    lock_for,
    payload_of,
    require_current,
    seats_of,
    set_first_dealer,
    write_deals,
)
from tournaments.services.table.judging import OpenTable


@dataclass(frozen=True)
class TypedIn:
    """The next deals of a table as they were typed in, in order; ``first_dealer`` where it has none yet."""

    payloads: Sequence[Payload]
    client_id: UUID
    base_revision: int
    first_dealer: int | None = None


@transaction.atomic
def record_sheet(*, table_id: int, typed: TypedIn, actor: Actor) -> None:
    """All of it or nothing: raises ScoringError, Stale or Refused. The same sheet sent again changes nothing."""
    table = lock_for(actor, table_id)
    history = deal_history(table.pk)
    if _recorded_before(table, history, typed):
        return
    require_current(table, typed.base_revision)
    if table.status == Table.Status.ADJOURNED:
        raise Refused("table-adjourned")
    if table.status != Table.Status.PLAYING:
        raise Refused("table-over")
    if not typed.payloads:
        raise Refused("nothing-typed")
    if typed.first_dealer is not None and typed.first_dealer != table.first_dealer:
        set_first_dealer(table_id=table.pk, seat=typed.first_dealer, base_revision=None, actor=actor)
        table = lock_for(actor, table_id)
    _write(OpenTable(table, seats_of(table), history, actor), typed)


def _write(opened: OpenTable, typed: TypedIn) -> None:
    table, seats = opened.table, len(opened.seats)
    sheet = current_deals(table, seats=seats, history=opened.history)
    first = len(live_deals(sheet)) + 1
    deals = [read_deal(table.event.game, payload, seats=seats) for payload in typed.payloads]
    rows = [(first + place, deal, id_of(typed.client_id, place)) for place, deal in enumerate(deals)]
    write_deals(opened, sheet, Written(rows, opened.actor))
    listed = [{"deal": number, "payload": payload_of(deal)} for number, deal, _ in rows]
    commit_table_change(table, opened.actor, "sheet-typed", after={"deal": first, "deals": listed})


def _recorded_before(table: Table, history: History, typed: TypedIn) -> bool:
    """What was recorded under these ids must be what is sent again, or it would be lost without a word."""
    rows_by_id = {row.client_id: row for row in history}
    sent = [rows_by_id.get(id_of(typed.client_id, place)) for place in range(len(typed.payloads))]
    if not any(sent):
        return False
    seats = table.seats.count()
    for row, payload in zip(sent, typed.payloads, strict=True):
        recorded = row and read_deal(table.event.game, row.payload, seats=seats)
        if not row or not same_deal(recorded or None, read_deal(table.event.game, payload, seats=seats)):
            raise Refused("sheet-typed")
    return True
