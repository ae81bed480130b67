"""For whom everybody plays at the boards of a stage, and what they have brought their team."""

from collections import defaultdict
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from fractions import Fraction

from tournaments.formats.boards import board_result
from tournaments.formats.record import Id
from tournaments.models import Table
from tournaments.selectors.stage.records import StageState
from tournaments.selectors.stage.results import ResultReader


@dataclass
class BoardScore:
    """``boards``: at how many with a result somebody was named, also where nobody came to meet them."""

    points: Fraction = Fraction(0)
    boards: int = 0


def board_scores(states: Iterable[StageState]) -> dict[Id, BoardScore]:
    """By entrant; who was named for no board is not there."""
    scores: dict[Id, BoardScore] = defaultdict(BoardScore)
    for state in states:
        reader = ResultReader(state.plan.form.bracket is not None)
        for boards in state.games.values():
            for board in boards:
                record = reader.record(board, (), state.rulings.get(board.pk, ()))
                if record.kind != "open":
                    results = board_result(record, {who: who for who in record.ids})
                    for who in record.ids:
                        scores[who].boards += 1
                        scores[who].points += results.get(who, 0)
        for round_ in state.rounds:
            for table in round_.seating.tables:
                first, second = (round_.seating.line_ups.get(side, ()) for side in table.complete.entrants)
                for who in (*first[len(second) :], *second[len(first) :]):
                    scores[who].boards += 1
                    scores[who].points += 1
    return scores


def seeds_at(table: Table, state: StageState, seeds: Mapping[Id, int]) -> Mapping[Id, int]:
    """Entrants by their ``seeds``; at a board each side, by whoever plays there for it."""
    if not table.is_board:
        return seeds
    people = [seat.entrant_id for seat in table.seats.all()]
    return {who: seeds[side] for who, side in zip(people, state.sides(table), strict=True)}
