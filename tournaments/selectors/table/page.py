"""The page of one table: its sheets and deals, every version of each."""

from collections import defaultdict
from dataclasses import dataclass
from datetime import datetime
from typing import Any

from scoring.deals import Deal as PlayedDeal
from scoring.result import TableResult
from tournaments.models import Deal, Event, Seat, Table
from tournaments.selectors.table.cards import TableCard, table_card
from tournaments.selectors.table.deal_history import read_deal, score_table


@dataclass(frozen=True)
class DealVersion:
    version: int
    deal: PlayedDeal | None
    at: datetime
    by: str  # the signed-in person, or who sits at the seat whose own address was used; empty: from the table's pad
    reason: str
    seat: int | None = None


@dataclass(frozen=True)
class DealLine:
    number: int
    deal: PlayedDeal | None  # None: voided
    result: Any  # AnnouncementResult, ShowdownResult, or None where voided
    versions: list[DealVersion]

    @property
    def corrected(self) -> bool:
        return len(self.versions) > 1


@dataclass(frozen=True)
class TablePage:
    table: Table
    event: Event
    card: TableCard
    revision: int
    names: list[str]
    result: TableResult
    deals: list[DealLine]


def table_page(table_id: int) -> TablePage:
    """Raises Table.DoesNotExist. The revision is read before the deals, so it never promises too much."""
    table = Table.objects.select_related("event__club", "began_in", "round").get(pk=table_id)
    seats = list(Seat.objects.filter(table=table).select_related("entrant__player", "substitute"))
    names = [seat.player.short_name for seat in seats]
    versions = deal_versions(table, names)
    sheet = {number: rows[-1].deal for number, rows in versions.items()}
    result = score_table(table, sheet, seats=len(seats))
    return TablePage(
        table=table,
        event=table.event,
        card=table_card(table, seats, table.event),
        revision=table.event.revision,
        names=names,
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


def deal_versions(table: Table, names: list[str]) -> dict[int, list[DealVersion]]:
    versions: dict[int, list[DealVersion]] = defaultdict(list)
    for deal in Deal.objects.filter(table=table).select_related("user").order_by("number", "version"):
        by = (deal.user.get_full_name() or deal.user.get_username()) if deal.user else ""
        if deal.seat is not None and deal.seat < len(names):
            by = names[deal.seat]
        played = read_deal(table.event.game, deal.payload, seats=len(names))
        version = DealVersion(deal.version, played, deal.created_at, by, deal.reason, deal.seat)
        versions[deal.number].append(version)
    return dict(versions)


def seat_names(table: Table) -> list[str]:
    """What who sits there is called, by seat."""
    seats = table.seats.select_related("entrant__player", "substitute").order_by("index")
    return [seat.player.short_name for seat in seats]


def changed_since(table: Table, base_revision: int) -> list[Deal]:
    """The newest version of every deal that was recorded, corrected or voided after `base_revision`."""
    rows = Deal.objects.filter(table=table, revision__gt=base_revision).order_by("number", "version")
    return list({deal.number: deal for deal in rows}.values())
