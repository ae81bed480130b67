"""The tie-breaks of teams are those of an oracle written from FIDE's text, over random events of every kind."""

from collections.abc import Sequence
from fractions import Fraction
from itertools import groupby
from random import Random

import pytest

from tests.formats.standings.team_oracle import (
    WIN,
    Teams,
    board_count,
    buchholz,
    buchholz_cut_1,
    direct_encounter,
    extended_sonneborn_berger,
    game_points,
    match_points,
    of_match_points,
    random_round_robin,
    random_teams,
)
from tournaments.formats.boards import team_match
from tournaments.formats.record import ByeRecord, EventRecord, RoundRecord, SeatRecord, TableRecord
from tournaments.formats.standings.ledger import EDITIONS
from tournaments.formats.standings.points import SCHEMES, PointRule
from tournaments.formats.standings.ranking import standings

RULE = PointRule(scheme=SCHEMES["210"])
SCHEDULED = ["score", "board-points", "board-count", "sonneborn-berger-boards", "sonneborn-berger"]
SWISS = [*SCHEDULED, "buchholz", "buchholz-cut-1"]
USUAL = ["score", "board-points", "direct-encounter", "board-count", "sonneborn-berger-boards"]
Key = tuple[int, str]


def recorded(teams: Teams, lots: Random, *, boards: int, scheduled: bool) -> EventRecord:
    """The same event as standings read it, each match from boards of its own."""
    rounds = []
    for number in range(len(next(iter(teams.values())))):
        tables, byes = [], []
        for who, turns in teams.items():
            turn = turns[number]
            if turn.opponent is not None and who < turn.opponent:
                tables.append(_match(who, turn.opponent, teams, number, lots))
            elif turn.kind in ("allocated", "full", "requested") and (turn.match_points or lots.random() < 0.5):
                byes.append(ByeRecord(who, turn.match_points, requested=turn.kind != "allocated"))
        rounds.append(RoundRecord(tuple(tables), tuple(byes)))
    return EventRecord(tuple(teams), tuple(rounds), boards=boards, scheduled=scheduled)


def _match(one: int, other: int, teams: Teams, number: int, lots: Random) -> TableRecord:
    """Boards won by who sat alone there among them, as long as both sides have somebody."""
    pairs = list(zip(teams[one][number].boards, teams[other][number].boards, strict=True))
    absent = {who for who in (one, other) if teams[who][number].kind == "forfeit-loss"}
    fought = lots.choice([at for at, points in enumerate(pairs) if sum(points)] or [0])
    records = {}
    for at, (mine, theirs) in enumerate(pairs):
        sides, board = {one: 2 * at, other: 2 * at + 1}, at + 1
        nobody = frozenset(sides[who] for who in sides if who in absent or not mine + theirs)
        loser = frozenset({sides[other if mine else one]})
        if not nobody and {mine, theirs} == {0, 1} and at != fought and lots.random() < 0.2:
            nobody = loser
        places = {one: 1 if mine >= theirs else 2, other: 1 if theirs >= mine else 2}
        seats = (SeatRecord(seat, None if nobody else places[who]) for who, seat in sides.items())
        records[board] = TableRecord(tuple(seats), nobody)
    side_of = {seat: who for at in range(len(pairs)) for who, seat in ((one, 2 * at), (other, 2 * at + 1))}
    return team_match((one, other), records, side_of, number=len(pairs))


def by_the_text(teams: Teams, *, boards: int, edition: str, scheduled: bool, bye: int = WIN) -> dict[Key, Fraction]:
    """Ours deviates in one thing, the board count of a bye worth less than a win: it is what the bye brought."""
    figures: dict[Key, Fraction] = {}
    for who, turns in teams.items():
        figures[who, "score"] = Fraction(match_points(turns))
        figures[who, "board-points"] = game_points(turns)
        # Ours counts from the last board, so that more is better.
        count = board_count(turns, bye=Fraction(bye, WIN))
        figures[who, "board-count"] = (boards + 1) * game_points(turns) - count
        esb = extended_sonneborn_berger(teams, who, edition=edition, scheduled=scheduled)
        figures[who, "sonneborn-berger-boards"] = esb
        # Ours gives a win one whole score, FIDE's product two match points.
        figures[who, "sonneborn-berger"] = of_match_points(teams, who, edition=edition, scheduled=scheduled) / WIN
        if not scheduled:
            figures[who, "buchholz"] = Fraction(buchholz(teams, who, edition=edition))
            figures[who, "buchholz-cut-1"] = Fraction(buchholz_cut_1(teams, who, edition=edition))
    return figures


def ours(record: EventRecord, chain: Sequence[str], edition: str) -> dict[Key, Fraction | None]:
    alone = [standings(record, rule=RULE, chain=[key], edition=edition) for key in chain]
    return {(row.id, key): row.figures[key].value for key, rows in zip(chain, alone, strict=True) for row in rows}


def order_by_the_text(teams: Teams, figures: dict[Key, Fraction], *, scheduled: bool) -> list[list[int]]:
    """The usual order of teams, those who share a place together."""
    lines = [sorted(teams)]
    for key in USUAL:
        if key == "direct-encounter":
            lines = [part for line in lines for part in direct_encounter(teams, line, scheduled=scheduled)]
        else:
            by_figure = [sorted(line, key=lambda who: (-figures[who, key], who)) for line in lines]
            lines = [list(part) for line in by_figure for _, part in groupby(line, key=lambda who: figures[who, key])]
    return lines


@pytest.mark.flood(40)
@pytest.mark.parametrize("seed", range(300))
def test_the_figures_and_the_usual_order_of_a_swiss_are_those_of_the_text(seed: int):
    lots = Random(seed)
    boards, bye = lots.randint(1, 4), lots.randint(1, WIN)
    record = EventRecord(())
    while not any(round_.tables for round_ in record.rounds):  # else nothing says what a draw is worth
        teams = random_teams(lots, boards=boards, people=lots.randint(2, 9), rounds=lots.randint(2, 7), bye=bye)
        record = recorded(teams, lots, boards=boards, scheduled=False)
    for edition in EDITIONS:
        expected = by_the_text(teams, boards=boards, edition=edition, scheduled=False, bye=bye)
        assert ours(record, SWISS, edition) == expected
        assert order(record, edition) == order_by_the_text(teams, expected, scheduled=False)


@pytest.mark.flood(20)
@pytest.mark.parametrize("seed", range(100))
def test_the_figures_and_the_usual_order_of_a_round_robin_are_those_of_the_text(seed: int):
    lots = Random(seed)
    boards = lots.randint(1, 4)
    teams = random_round_robin(lots, boards=boards, people=lots.randint(2, 9))
    record = recorded(teams, lots, boards=boards, scheduled=True)
    for edition in EDITIONS:
        expected = by_the_text(teams, boards=boards, edition=edition, scheduled=True)
        assert ours(record, SCHEDULED, edition) == expected
        assert order(record, edition) == order_by_the_text(teams, expected, scheduled=True)


def order(record: EventRecord, edition: str) -> list[list[int]]:
    rows = standings(record, rule=RULE, chain=USUAL, edition=edition)
    return [[row.id for row in part] for _, part in groupby(rows, key=lambda row: row.rank)]
