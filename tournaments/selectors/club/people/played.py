"""Every table of a player with what they did there, deal by deal."""

from collections import defaultdict
from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any

from scoring.deals import Deal as PlayedDeal
from scoring.deals import ShowdownDeal, VilniusDeal
from scoring.result import AnnouncementResult, DealResult, plain_number
from tournaments.models import Deal, Player, Seat
from tournaments.selectors.club.players import own_seats
from tournaments.selectors.table.deal_history import read_deal, score_table

Fact = dict[str, Any]
CHUNK = 200  # tables read at once


@dataclass(frozen=True)
class OwnTable:
    seat: Seat
    seats: int
    deals: list[Fact]


def own_tables(player: Player) -> Iterator[OwnTable]:
    """Oldest first."""
    own = own_seats(player).select_related("table__event", "table__round__stage", "entrant__player", "substitute")
    seats = list(own.order_by("table__event__date", "table_id"))
    for start in range(0, len(seats), CHUNK):
        yield from _with_deals(seats[start : start + CHUNK])


def _with_deals(seats: list[Seat]) -> Iterator[OwnTable]:
    tables = [seat.table_id for seat in seats]
    payloads: dict[int, dict[int, Any]] = defaultdict(dict)
    rows = Deal.objects.filter(table__in=tables).order_by("table", "number", "version")
    for table, number, payload in rows.values_list("table", "number", "payload"):
        payloads[table][number] = payload
    sizes: dict[int, int] = defaultdict(int)
    for table in Seat.objects.filter(table__in=tables).values_list("table", flat=True):
        sizes[table] += 1
    for seat in seats:
        size = sizes[seat.table_id]
        yield OwnTable(seat, size, _own_deals(seat, payloads[seat.table_id], size))


def _own_deals(seat: Seat, payloads: dict[int, Any], seats: int) -> list[Fact]:
    game = seat.table.event.game
    sheet = {number: read_deal(game, payload, seats=seats) for number, payload in payloads.items()}
    scored = score_table(seat.table, sheet, seats=seats).deals
    found = [
        {"deal": number, **_own(seat.index, sheet.get(number), result)}
        for number, result in enumerate(scored, start=1)
        if result
    ]
    return [deal for deal in found if len(deal) > 1]


def _own(seat: int, deal: PlayedDeal | None, result: DealResult) -> Fact:
    """What this seat did in it; nothing where another one declared."""
    if isinstance(deal, VilniusDeal) and isinstance(result, AnnouncementResult):
        if result.declarer != seat:
            return {}
        told = {"announced": deal.announced, "trump": deal.trump, "tricks taken": deal.taken}
        return {**told, "points": plain_number(result.points)}
    if isinstance(deal, ShowdownDeal) and not isinstance(result, AnnouncementResult):
        hand = {"hand": list(deal.hands[seat])} if seat in deal.hands else {}
        net = {"cubits": result.net.get(seat, 0)} if result.net else {}
        return {**hand, "won": seat in result.winners, **net}
    return {}
