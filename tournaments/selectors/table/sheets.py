"""The pyramid sheet of each player, as drawn on paper (V8)."""

from dataclasses import dataclass

from scoring.deals import VilniusDeal
from scoring.result import AnnouncementResult, SheetState
from tournaments.selectors.numbers import number_text
from tournaments.selectors.table.cards import SeatLine
from tournaments.selectors.table.page import TablePage


@dataclass(frozen=True)
class Cell:
    taken: int
    points: int
    points_text: str
    exact: bool


@dataclass(frozen=True)
class Level:
    announced: int
    cells: tuple[Cell, ...]
    free: range  # announcements of this kind still to be made

    @property
    def used(self) -> bool:
        return not self.free


@dataclass(frozen=True)
class PaperSheet:
    seat: SeatLine
    levels: tuple[Level, ...]
    state: SheetState
    turn: bool  # declares next

    @property
    def reach(self) -> tuple[str, str]:
        return number_text(self.state.lowest), number_text(self.state.highest)


def paper_sheets(page: TablePage) -> list[PaperSheet]:
    """Empty for the games that keep no sheets."""
    cells: dict[tuple[int, int], list[Cell]] = {}
    for line in page.deals:
        if not isinstance(line.deal, VilniusDeal) or not isinstance(line.result, AnnouncementResult):
            continue
        points = line.result.points
        cell = Cell(line.deal.taken, points, number_text(points), line.result.exact)
        cells.setdefault((line.result.declarer, line.deal.announced), []).append(cell)
    return [
        PaperSheet(
            seat=seat,
            levels=tuple(
                Level(announced, tuple(cells.get((seat.index, announced), ())), range(left))
                for announced, left in enumerate(scored.sheet.left)
            ),
            state=scored.sheet,
            turn=page.result.turn == seat.index and page.card.playing,
        )
        for seat, scored in zip(page.card.seats, page.result.seats, strict=True)
        if scored.sheet is not None
    ]
