"""The page of one table: its sheets and deals, every version of each."""

from collections import defaultdict
from dataclasses import dataclass
from datetime import datetime
from typing import Any

from django.db.models import F, Q

from scoring.deals import Deal as PlayedDeal
from scoring.result import TableResult
from tournaments.models import Deal, Event, Member, Table
from tournaments.models.statements import Prepared, joined
from tournaments.selectors.table.cards import TableCard, card_of, rows_at_table
from tournaments.selectors.table.deal_history import (
    UNDO_FOR,
    History,
    LastChange,
    deal_history,
    deal_in,
    last_change,
    score_table,
)

Role = Member.Role


@dataclass(frozen=True)
class DealVersion:
    version: int
    deal: PlayedDeal | None
    at: datetime
    by: str  # who sits at the seat whose own address was used, or the player who was signed in; else empty
    reason: str
    seat: int | None = None
    role: str = ""  # of who was signed in; empty: from a pad


@dataclass(frozen=True)
class DealLine:
    number: int
    deal: PlayedDeal | None  # None: voided
    result: Any  # AnnouncementResult, ShowdownResult, or None where voided
    versions: list[DealVersion]

    @property
    def corrected(self) -> bool:
        return len(self.versions) > 1

    @property
    def standing(self) -> PlayedDeal:
        """What was played; of one that is voided, what it said before."""
        return next(version.deal for version in reversed(self.versions) if version.deal is not None)


@dataclass(frozen=True)
class TablePage:
    table: Table
    event: Event
    card: TableCard
    revision: int
    names: list[str]
    history: History
    result: TableResult
    deals: list[DealLine]


def table_page(table_id: int) -> TablePage:
    """Raises Table.DoesNotExist. The revision is read before the deals, so it never promises too much."""
    table = _read_table(table_id)
    seats = rows_at_table(table_id)
    names = [seat.player.short_name for seat in seats]
    history = deal_history(table_id)
    versions = deal_versions(table, names, history)
    sheet = {number: rows[-1].deal for number, rows in versions.items()}
    result = score_table(table, sheet, seats=len(seats))
    return TablePage(
        table=table,
        event=table.event,
        card=card_of(seats, table.event),
        revision=table.event.revision,
        names=names,
        history=history,
        result=result,
        deals=[
            DealLine(
                number=number,
                deal=sheet[number],
                result=result.deals[number - 1] if number <= len(result.deals) else None,
                versions=rows,
            )
            for number, rows in versions.items()
        ],
    )


TABLE, _table_of = joined(Table, "event", "event__club", "began_in", "round")
_tables = Prepared(lambda table: Table.objects.filter(pk=table).order_by().values_list(*TABLE), _table_of)


def _read_table(table_id: int) -> Table:
    for table in _tables(table_id):
        return table
    raise Table.DoesNotExist


def undoable(page: TablePage, *, now: datetime) -> LastChange | None:
    """What the director may still undo: a correction, or what he entered."""
    last = last_change(page.history)
    if last is None or now - last.at > UNDO_FOR:
        return None
    rows = [row for row in page.history if row.revision == last.revision]
    changed = any(row.version > 1 or row.user_id for row in rows)
    return last if changed else None


def deal_versions(table: Table, names: list[str], history: History) -> dict[int, list[DealVersion]]:
    people = _who_entered(table.event, history)
    versions: dict[int, list[DealVersion]] = defaultdict(list)
    for row in history:
        by, role = people.get(row.user_id, ("", Role.DIRECTOR)) if row.user_id else ("", "")
        if row.seat is not None and row.seat < len(names):
            by = names[row.seat]
        played = deal_in(row, table.event.game, seats=len(names))
        versions[row.number].append(DealVersion(row.version, played, row.created_at, by, row.reason, row.seat, role))
    return dict(versions)


def _who_entered(event: Event, history: History) -> dict[int, tuple[str, str]]:
    """By the account: what its player is called, and its role here. An account's name is for members, in the log."""
    keys = {row.user_id for row in history if row.user_id}
    if not keys:
        return {}
    members = Member.objects.filter(club=event.club_id, user__in=keys).filter(Q(event=None) | Q(event=event))
    found = members.select_related("player").order_by(F("event").desc(nulls_first=True))
    return {each.user_id: (each.player.short_name if each.player else "", each.role) for each in found}


def seat_names(table: Table) -> list[str]:
    """What who sits there is called, by seat."""
    seats = table.seats.select_related("entrant__player", "substitute").order_by("index")
    return [seat.player.short_name for seat in seats]


def changed_since(table: Table, base_revision: int) -> list[Deal]:
    """The newest version of every deal that was recorded, corrected or voided after `base_revision`."""
    rows = Deal.objects.filter(table=table, revision__gt=base_revision).order_by("number", "version")
    return list({deal.number: deal for deal in rows}.values())
