"""The pyramid sheet of each player, as drawn on paper (V8)."""

from collections.abc import Iterable
from dataclasses import dataclass
from typing import Any, NamedTuple

from scoring.deals import Deal, VilniusDeal
from scoring.result import AnnouncementResult, SheetState, TableResult
from tournaments.selectors.numbers import number_text
from tournaments.selectors.table.cards import SeatLine, TableCard
from tournaments.selectors.table.page import TablePage


class Cell(NamedTuple):
    taken: int
    points: int
    points_text: str
    exact: bool


class Level(NamedTuple):
    announced: int
    cells: tuple[Cell, ...]
    free: range  # announcements of this kind still to be made

    @property
    def used(self) -> bool:
        return not self.free


class SheetShape(NamedTuple):
    """What of a sheet is more than figures and who has it: of the same shape are many."""

    place: int | None  # once the table is over
    won: bool
    lost: bool
    turn: bool  # declares next
    full: bool


@dataclass(frozen=True)
class PaperSheet:
    seat: SeatLine
    levels: tuple[Level, ...]
    state: SheetState
    shape: SheetShape

    @property
    def reach(self) -> tuple[str, str]:
        return number_text(self.state.lowest), number_text(self.state.highest)


def paper_sheets(page: TablePage) -> list[PaperSheet]:
    """Empty for the games that keep no sheets."""
    return sheets_of(page.card, [(line.deal, line.result) for line in page.deals], page.result)


def sheets_of(card: TableCard, played: Iterable[tuple[Deal | None, Any]], result: TableResult) -> list[PaperSheet]:
    """``played``: every deal with what it brought."""
    cells: dict[tuple[int, int], list[Cell]] = {}
    for deal, brought in played:
        if not isinstance(deal, VilniusDeal) or not isinstance(brought, AnnouncementResult):
            continue
        cell = Cell(deal.taken, brought.points, number_text(brought.points), brought.exact)
        cells.setdefault((brought.declarer, deal.announced), []).append(cell)
    return [
        PaperSheet(
            seat=seat,
            levels=tuple(
                Level(announced, tuple(cells.get((seat.index, announced), ())), range(left))
                for announced, left in enumerate(scored.sheet.left)
            ),
            state=scored.sheet,
            shape=_shape(card, seat, scored.sheet, turn=result.turn == seat.index),
        )
        for seat, scored in zip(card.seats, result.seats, strict=True)
        if scored.sheet is not None
    ]


def _shape(card: TableCard, seat: SeatLine, state: SheetState, *, turn: bool) -> SheetShape:
    return SheetShape(
        place=None if card.playing or not card.begun else seat.place,
        won=card.playing and state.has_won,
        lost=card.playing and not state.can_win,
        turn=card.playing and turn,
        full=not any(state.left),
    )
