"""Correcting several deals of a table in one step: seats that were mixed up, a deal that was forgotten."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace

from scoring.deals import Deal
from scoring.errors import ScoringError
from scoring.game import Game
from scoring.result import RecordedTable, TableResult

SHEET_CODES = ("quota-used", "sheet-full")
"""What is wrong with one deal of a sheet by itself, so that those after it can still be judged."""


def exchange_seats(deals: Sequence[Deal | None], a: int, b: int, *, start: int) -> list[Deal | None]:
    """The deals of a table in order, None where one is voided. From deal ``start`` on, what seat ``a`` did was done by
    ``b``, and the other way round.
    """
    return [
        deal if deal is None or number < start else deal.exchanged(a, b) for number, deal in enumerate(deals, start=1)
    ]


def insert_deal(deals: Sequence[Deal | None], at: int, deal: Deal | None) -> list[Deal | None]:
    """``deal`` becomes deal ``at``; those from there on count one up, and so does what a play-off names (C14)."""
    moved = [None if deal is None else deal.renumbered(at) for deal in deals]
    return [*moved[: at - 1], deal, *moved[at - 1 :]]


@dataclass(frozen=True, slots=True)
class Corrected:
    """A table after its correction. ``result`` is None where it cannot be judged; with ``errors``, in the order of
    their deals, it leaves out those that do not fit. ``out_of_turn`` are the deals that got that mark.
    """

    deals: tuple[Deal | None, ...]
    result: TableResult | None
    out_of_turn: tuple[int, ...]
    errors: tuple[ScoringError, ...]


def judge_as_played(game: Game, table: RecordedTable, *, unless: int | None = None) -> Corrected:
    """Judge a table in which deals have changed places: whatever is out of turn by it was really played so, and is
    marked where the game checks turns. Only deal ``unless`` is judged like one that is being entered.
    """
    deals, fitting = list(table.deals), list(table.deals)
    marked: list[int] = []
    errors: list[ScoringError] = []
    result = None
    while result is None:
        try:
            result = game.score(replace(table, deals=tuple(fitting)))
        except ScoringError as error:
            number = error.params.get("deal")
            wrong = fitting[number - 1] if isinstance(number, int) else None
            if error.code == "out-of-turn" and isinstance(number, int) and number != unless and wrong is not None:
                deals[number - 1] = fitting[number - 1] = replace(wrong, out_of_turn=True)
                marked.append(number)
                continue
            errors.append(error)
            if error.code not in SHEET_CODES or not isinstance(number, int):
                break
            fitting[number - 1] = None
    return Corrected(tuple(deals), result, tuple(marked), tuple(errors))
