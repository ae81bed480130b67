"""The sheets of several tables as they stand, to go on upon paper."""

from collections import defaultdict
from collections.abc import Sequence
from dataclasses import dataclass

from scoring.deals import Deal as PlayedDeal
from scoring.games import GAMES
from tournaments.models import Deal, Event, Table
from tournaments.selectors.table.cards import TableCard
from tournaments.selectors.table.deal_history import Sheet, read_deal, score_table
from tournaments.selectors.table.sheets import Level, PaperSheet, sheets_of


@dataclass(frozen=True)
class TableSheets:
    card: TableCard
    sheets: list[PaperSheet]


def sheets_as_they_stand(event: Event, cards: Sequence[TableCard]) -> list[TableSheets]:
    """Two queries for however many tables."""
    tables = Table.objects.in_bulk([card.id for card in cards])
    deals = _newest_deals(event, cards)
    return [_of_table(event, tables[card.id], card, deals[card.id]) for card in cards]


def _of_table(event: Event, table: Table, card: TableCard, sheet: Sheet) -> TableSheets:
    table.event = event
    result = score_table(table, sheet, seats=len(card.seats))
    played = [(sheet.get(number), brought) for number, brought in enumerate(result.deals, start=1)]
    return TableSheets(card, sheets_of(card, played, result))


def _newest_deals(event: Event, cards: Sequence[TableCard]) -> dict[int, Sheet]:
    seats = {card.id: len(card.seats) for card in cards}
    rows = Deal.objects.filter(table__in=seats).order_by("table_id", "number", "version")
    newest: dict[int, dict[int, PlayedDeal | None]] = defaultdict(dict)
    for table, number, payload in rows.values_list("table_id", "number", "payload"):
        newest[table][number] = read_deal(event.game, payload, seats=seats[table])
    return {table: newest[table] for table in seats}


def blank_levels(event: Event) -> list[Level]:
    """Of a sheet on which nothing has been announced."""
    quotas = GAMES[event.game].descriptor(event.game_rules)["quotas"]
    return [Level(announced, (), range(quota)) for announced, quota in enumerate(quotas)]
