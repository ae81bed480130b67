"""A sheet while it is typed in: which deals come next at the table, and what is wrong with each. Nothing is written."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Any
from uuid import UUID, uuid5

from scoring.deals import Deal
from scoring.errors import ScoringError
from scoring.games import GAMES
from scoring.result import TableResult
from tournaments.selectors.table.deal_history import Payload, live_deals, read_deal, table_record
from tournaments.selectors.table.page import TablePage

Facts = Mapping[str, Any]
"""A deal without who declared or dealt it, which is told by whose turn it was."""

USUAL = 12  # lines that are offered where the game has no length of its own
MORE = 3  # lines below the last that is filled


@dataclass(frozen=True)
class TypedTurn:
    """Deal ``number`` of the table: the announcement on so many a line of the seat's own column."""

    number: int
    seat: int
    line: int


@dataclass(frozen=True)
class JudgedDeal:
    """``payload`` is None where nothing stands, or nothing that can be read."""

    number: int
    seat: int | None  # who declares or deals; None where the game is over
    tied: tuple[int, ...]  # who alone plays, where it is a play-off
    payload: Payload | None
    error: ScoringError | None
    deal: Deal | None  # where it fits
    brought: Any


@dataclass(frozen=True)
class JudgedSheet:
    deals: list[JudgedDeal]
    result: TableResult


def id_of(client_id: UUID, place: int) -> UUID:
    """Of one of the deals that are recorded with one sheet, the first at place 0."""
    return uuid5(client_id, str(place))


def is_recorded(page: TablePage, client_id: UUID) -> bool:
    return any(row.client_id == id_of(client_id, 0) for row in page.history)


def next_number(page: TablePage) -> int:
    return len(live_deals(_current(page))) + 1


def turns_left(page: TablePage) -> list[TypedTurn]:
    """Of a game of announcements: until every sheet is full."""
    result = _as_it_stands(page)
    sheets = [seat.sheet for seat in result.seats]
    made, left = [sheet.made if sheet else 0 for sheet in sheets], [sum(sheet.left) if sheet else 0 for sheet in sheets]
    turns: list[TypedTurn] = []
    seats, seat = len(sheets), result.turn
    while seat is not None and any(left):
        left[seat], made[seat] = left[seat] - 1, made[seat] + 1
        turns.append(TypedTurn(next_number(page) + len(turns), seat, made[seat]))
        after = [(seat + step) % seats for step in range(1, seats + 1)]
        seat = next((other for other in after if left[other]), None)
    return turns


def lines_of_hands(page: TablePage, filled: Sequence[int]) -> range:
    """The deals that are offered; some more below the last of those ``filled``."""
    first = next_number(page)
    return range(first, max(first + USUAL, max(filled, default=0) + 1 + MORE))


def judge(page: TablePage, facts: Mapping[int, Facts], *, seats: Mapping[int, int]) -> JudgedSheet:
    """``facts`` by deal; ``seats`` says who declares, where that is known before. What does not fit those before it is
    left out, as what is missing.
    """
    played: list[Deal | None] = list(live_deals(_current(page)))
    result, judged = _as_it_stands(page), []
    for number in range(len(played) + 1, max([len(played), *facts]) + 1):
        seat, tied = seats.get(number, result.turn), result.playoff_seats
        payload = _payload(page, facts[number], result, seat or 0) if number in facts else None
        deal, error = read_deal(page.event.game, payload, seats=len(page.names)), None
        try:
            result = _scored(page, (*played, deal))
        except ScoringError as refused:
            deal, error = None, refused
            result = _scored(page, (*played, None))
        played.append(deal)
        judged.append(JudgedDeal(number, seat, tied, payload, error, deal, result.deals[number - 1]))
    return JudgedSheet(judged, result)


def _payload(page: TablePage, facts: Facts, result: TableResult, seat: int) -> Payload:
    if GAMES[page.event.game].sheet == "announcements":
        return {"declarer": seat, **facts}
    tie = {} if result.playoff_of is None else {"playoff_of": result.playoff_of}
    return {"dealer": seat, **facts, **tie}


def _current(page: TablePage) -> dict[int, Deal | None]:
    return {line.number: line.deal for line in page.deals}


def _as_it_stands(page: TablePage) -> TableResult:
    """Also of a table that has been ended meanwhile: what was typed is not lost from the screen."""
    return _scored(page, live_deals(_current(page)))


def _scored(page: TablePage, deals: tuple[Deal | None, ...]) -> TableResult:
    record = table_record(page.table, {}, seats=len(page.names))
    return GAMES[page.event.game].score(replace(record, deals=deals, closed=False))
