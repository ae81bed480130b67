"""Several deals of a table in one step. Corrected: two players have sat in each other's place, a deal was forgotten.
Recorded: what was written on paper at the table.
"""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from copy import copy
from dataclasses import dataclass
from typing import Any
from uuid import UUID, uuid5

from django.db import transaction
from django.utils import timezone

from scoring import fields
from scoring.corrections import Corrected, exchange_seats, insert_deal, judge_as_played
from scoring.deals import Deal as PlayedDeal
from scoring.deals import same_deal
from scoring.errors import malformed
from scoring.games import GAMES
from scoring.result import TableResult
from tournaments.audit import Actor, Details, seated_at
from tournaments.limits import LONGEST_REASON, UNDO_DEAL
from tournaments.models import AuditEntry, Deal, Table
from tournaments.selectors.printing import id_of
from tournaments.selectors.table.deals import (
    History,
    Payload,
    Sheet,
    current_deals,
    deal_history,
    has_later_round,
    last_change,
    live_deals,
    read_deal,
    score_table,
    table_record,
)
from tournaments.services.change import commit_table_change
from tournaments.services.refusals import Refused, fitting
from tournaments.services.table.deals import (
    Recorded,
    Written,
    lock_for,
    payload_of,
    require_asked,
    require_by_the_cards,
    require_current,
    require_right,
    require_rulings_kept,
    seats_of,
    set_first_dealer,
    write_deals,
)
from tournaments.services.table.judging import OpenTable, settle

ACTIONS = {"exchange": "deals-exchanged", "insert": "deal-inserted"}


@dataclass(frozen=True)
class Exchange:
    """From deal `start` on these two have sat in each other's place."""

    seats: tuple[int, int]
    start: int

    @property
    def written(self) -> dict[str, Any]:
        return {"kind": "exchange", "seats": list(self.seats), "from": self.start}


@dataclass(frozen=True)
class Insertion:
    """What was played as deal `at` was forgotten; the deals from there on count one up."""

    at: int
    payload: Payload | None

    @property
    def written(self) -> dict[str, Any]:
        return {"kind": "insert", "at": self.at, "payload": self.payload}


Rearrangement = Exchange | Insertion
Row = tuple[int, PlayedDeal | None, str]
"""Number, what was played, and what its client_id is made from besides the request's."""


@dataclass(frozen=True)
class Impact:
    """What the correction would do: the sheets before and after, and whether the table ends or goes on by it."""

    change: Rearrangement
    before: Sheet
    after: Sheet
    was: TableResult
    judged: Corrected
    rows: Sequence[Row]
    ends: bool = False
    goes_on: bool = False

    @property
    def touched(self) -> list[int]:
        return sorted({number for number, _, _ in self.rows})


def read_change(raw: Mapping[str, Any]) -> Rearrangement:
    """A change of several deals, from the JSON of the pads and of what they propose; raises `malformed`."""
    if raw.get("kind") == "insert":
        payload = raw.get("payload")
        if not isinstance(payload, dict):
            raise malformed("payload")
        return Insertion(fields.integer(raw, "at"), payload)
    seats = raw.get("seats")
    if raw.get("kind") != "exchange":
        raise malformed("kind")
    if not isinstance(seats, list) or not all(map(fields.is_integer, seats)) or not len(set(seats)) == len(seats) == 2:
        raise malformed("seats")
    return Exchange((seats[0], seats[1]), fields.integer(raw, "from"))


def preview(*, table_id: int, change: Rearrangement, actor: Actor) -> Impact:
    """What would change; nothing is written. Raises what only the director, or nobody, could mend otherwise; what the
    game refuses stands in the answer.
    """
    table = Table.objects.select_related("event").get(pk=table_id)
    impact = _look(table, change, actor)
    if actor.pad_link:
        require_right(table, *impact.touched, consent=True)
    return impact


@transaction.atomic
def correct_many(
    *,
    table_id: int,
    change: Rearrangement,
    client_id: UUID,
    base_revision: int | None,
    actor: Actor,
    reason: str = "",
    consent: bool = False,
) -> Recorded:
    """Raises ScoringError (with the number that the deal would have afterwards), Stale or Refused; then nothing has
    changed. ``consent`` is that of another seat, where a deal has been confirmed; only proposed_corrections has it.
    """
    table = lock_for(actor, table_id)
    if answer := _answered_before(table, change, client_id):
        return answer
    require_current(table, base_revision)
    impact = _look(table, change, actor)
    if impact.judged.errors:
        raise impact.judged.errors[0]
    if actor.pad_link:
        require_right(table, *impact.touched, consent=consent)
    reason = fitting(reason, LONGEST_REASON)
    rows = [(number, deal, uuid5(client_id, name)) for number, deal, name in impact.rows]
    opened = OpenTable(table, seats_of(table), deal_history(table_id), actor)
    if isinstance(change, Insertion) and not consent:
        require_asked(opened, change.at, impact.after[change.at])
    deals, _ = write_deals(opened, impact.before, Written(rows, actor, reason))
    commit_table_change(
        table,
        actor,
        ACTIONS[change.written["kind"]],
        before={"deals": _listed(impact.before, impact.touched)},
        after=_details(table, change)
        | {"change": change.written, "deals": _listed(impact.after, impact.touched), "reason": reason},
    )
    first = next(deal for deal in deals if deal.client_id == uuid5(client_id, str(deal.number)))
    return Recorded(first.number, first.version, first.revision, repeated=False)


@transaction.atomic
def undo(*, table_id: int, revision: int, client_id: UUID, actor: Actor, late: bool = False) -> Recorded:
    """Undoes the change made at this revision, if it is the latest and a minute old at most: every deal says what it
    said before, in a further version. What is undone can be undone in turn. ``late`` as in ``correct_deal``.
    """
    table = lock_for(actor, table_id)
    history = deal_history(table_id)
    if answer := next((row for row in history if row.client_id in _ids(client_id, history)), None):
        return Recorded(answer.number, answer.version, answer.revision, repeated=True)
    last = last_change(history)
    if last is None or last.revision != revision:
        raise Refused("undo-overtaken")
    if timezone.now() - last.at > UNDO_DEAL:
        raise Refused("undo-late")
    if not late and has_later_round(table):
        raise Refused("later-round")
    if actor.pad_link:
        if any(row.by_director for row in history if row.revision == revision):
            raise Refused("directors-word")
        require_right(table, *last.numbers, consent=False)
    seats = seats_of(table)
    sheet, voided = _sheets(table, seats=len(seats))
    earlier, current = _sheets(table, seats=len(seats), until=revision)
    after: dict[int, PlayedDeal | None] = {**dict.fromkeys(last.numbers), **earlier}
    require_rulings_kept(actor, sheet.values(), after.values())
    written = [row for number in last.numbers for row in _rows(number, sheet, after, (voided, current))]
    written = written or [(number, after[number], str(number)) for number in last.numbers]  # it had changed nothing
    rows = [(number, deal, uuid5(client_id, name)) for number, deal, name in written]
    touched = sorted({number for number, _, _ in written})
    deals, _ = write_deals(OpenTable(table, seats, history, actor), sheet, Written(rows, actor))
    commit_table_change(
        table,
        actor,
        "change-undone",
        before={"deals": _listed(sheet, touched)},
        after={"deals": _listed(after, touched)},
    )
    return Recorded(deals[0].number, deals[0].version, deals[0].revision, repeated=False)


def _ids(client_id: UUID, history: History) -> set[UUID]:
    """The ids of the versions that a change with this id has written."""
    return {uuid5(client_id, str(row.number)) for row in history}


def _details(table: Table, change: Rearrangement) -> Details:
    if isinstance(change, Insertion):
        return {"deal": change.at}
    players = seated_at(table)
    return {"deal": change.start, "players": [players[seat] for seat in change.seats]}


def _answered_before(table: Table, change: Rearrangement, client_id: UUID) -> Recorded | None:
    """What a resend was answered the first time. The audit entry of its revision knows what had been asked for."""
    last = Deal.objects.filter(table=table).order_by("number").values_list("number", flat=True).last() or 0
    ids = [uuid5(client_id, str(number)) for number in range(1, last + 2)]
    first = Deal.objects.filter(client_id__in=[client_id, *ids]).order_by("number").first()
    if first is None:
        return None
    entries = AuditEntry.objects.filter(table=table, revision=first.revision, action__in=ACTIONS.values())
    if first.table_id != table.pk or change.written not in [entry.after["change"] for entry in entries]:
        raise Refused("client-id-taken")
    return Recorded(first.number, first.version, first.revision, repeated=True)


def _look(table: Table, change: Rearrangement, actor: Actor) -> Impact:
    if has_later_round(table):
        raise Refused("later-round")
    seats = seats_of(table)
    sheet, voided = _sheets(table, seats=len(seats))
    live = len(live_deals(sheet))
    _check(change, live=live, seats=len(seats))
    # A voided deal takes along what it said, so that it can be restored as what it was.
    length = live if isinstance(change, Insertion) else len(sheet)
    inserted = None if isinstance(change, Exchange) else read_deal(table.event.game, change.payload, seats=len(seats))
    require_by_the_cards(actor, inserted)
    changed = _changed(sheet, change, inserted, length=length)
    stated = _changed(voided, change, None, length=length)
    record = table_record(table, _numbered(changed), seats=len(seats))
    judged = judge_as_played(
        GAMES[table.event.game], record, unless=change.at if isinstance(change, Insertion) else None
    )
    after = _numbered(changed) | _numbered(judged.deals)
    rows = [row for number in after for row in _rows(number, sheet, after, (voided, _numbered(stated)))]
    if not rows:
        raise Refused("nothing-changes", deal=change.start if isinstance(change, Exchange) else change.at)
    require_rulings_kept(actor, sheet.values(), {**sheet, **after}.values())
    changed_table = copy(table)
    if not judged.errors:
        settle(OpenTable(changed_table, seats, deal_history(table.pk), actor), sheet, {**sheet, **after})
    return Impact(
        change=change,
        before=sheet,
        after={**sheet, **after},
        was=score_table(table, sheet, seats=len(seats)),
        judged=judged,
        rows=rows,
        ends=table.ended_at is None and changed_table.ended_at is not None,
        goes_on=table.ended_at is not None and changed_table.ended_at is None,
    )


def _sheets(table: Table, *, seats: int, until: int | None = None) -> tuple[Sheet, Sheet]:
    """The newest version of every deal (before revision `until`), and what those voided said while they stood."""
    newest: dict[int, PlayedDeal | None] = {}
    standing: dict[int, PlayedDeal | None] = {}
    recorded = Deal.objects.filter(table=table).order_by("number", "version")
    rows = recorded if until is None else recorded.filter(revision__lt=until)
    for number, payload in rows.values_list("number", "payload"):
        newest[number] = read_deal(table.event.game, payload, seats=seats)
        standing[number] = newest[number] or standing.get(number)
    return newest, {number: standing[number] for number, deal in newest.items() if deal is None}


def _check(change: Rearrangement, *, live: int, seats: int) -> None:
    number = change.at if isinstance(change, Insertion) else change.start
    if number not in range(1, live + 1):
        raise Refused("deal-unknown", deal=number)
    if isinstance(change, Exchange):
        for seat in change.seats:
            fields.known_seat(seat, seats)


def _changed(
    sheet: Sheet, change: Rearrangement, inserted: PlayedDeal | None, *, length: int
) -> list[PlayedDeal | None]:
    deals = [sheet.get(number) for number in range(1, length + 1)]
    if isinstance(change, Exchange):
        return exchange_seats(deals, *change.seats, start=change.start)
    return insert_deal(deals, change.at, inserted)


def _numbered(deals: Iterable[PlayedDeal | None]) -> dict[int, PlayedDeal | None]:
    return dict(enumerate(deals, start=1))


def _rows(number: int, before: Sheet, after: Sheet, sheets: tuple[Sheet, Sheet]) -> Iterator[Row]:
    """The versions that a deal gets, if it changes."""
    deal, (was, now) = after[number], (sheet.get(number) for sheet in sheets)
    if number in before and (deal, now) == (before[number], was):
        return
    if deal is None and now is not None:
        yield number, now, f"{number} as it was"
    yield number, deal, str(number)


def _listed(sheet: Sheet, numbers: Iterable[int]) -> list[dict[str, Any]]:
    return [{"deal": number, "payload": payload_of(sheet[number])} for number in numbers if number in sheet]


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
    if _typed_before(table, history, typed):
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
    _write_sheet(OpenTable(table, seats_of(table), history, actor), typed)


def _write_sheet(opened: OpenTable, typed: TypedIn) -> None:
    table, seats = opened.table, len(opened.seats)
    sheet = current_deals(table, seats=seats, history=opened.history)
    first = len(live_deals(sheet)) + 1
    deals = [read_deal(table.event.game, payload, seats=seats) for payload in typed.payloads]
    rows = [(first + place, deal, id_of(typed.client_id, place)) for place, deal in enumerate(deals)]
    write_deals(opened, sheet, Written(rows, opened.actor))
    listed = [{"deal": number, "payload": payload_of(deal)} for number, deal, _ in rows]
    commit_table_change(table, opened.actor, "sheet-typed", after={"deal": first, "deals": listed})


def _typed_before(table: Table, history: History, typed: TypedIn) -> bool:
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
