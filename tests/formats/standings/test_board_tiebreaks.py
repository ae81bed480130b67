"""The tie-breaks of teams against published figures: IA Mario Held, "Exercises in Tie-Breaking" (FIDE Arbiters'
Commission, rev. 2403220900, for C.07), section 2.3 and exercises 34 to 41 and 46.
"""

from collections.abc import Sequence
from fractions import Fraction

import pytest

from tournaments.formats.boards import team_match
from tournaments.formats.record import ByeRecord, EventRecord, RoundRecord, SeatRecord, TableRecord
from tournaments.formats.standings.ledger import Ledger
from tournaments.formats.standings.points import SCHEMES, PointRule
from tournaments.formats.standings.ranking import standings
from tournaments.formats.standings.tiebreaks import TIEBREAKS

RULE = PointRule(scheme=SCHEMES["210"])
HALF = Fraction(1, 2)

# Fourteen teams of four, seven rounds: two teams, and twice the points of the first one's boards.
ROUNDS = [
    [(1, 8, 5), (9, 2, 2), (3, 10, 5), (11, 4, 2), (5, 12, 8), (6, 13, 4), (7, 14, 4)],
    [(4, 1, 5), (2, 3, 8), (6, 5, 2), (8, 7, 4), (12, 9, 0), (10, 11, 3), (14, 13, 3)],
    [(1, 7, 6), (5, 2, 8), (3, 9, 6), (13, 4, 2), (8, 6, 2), (12, 10, 3), (11, 14, 4)],
    [(2, 1, 3), (6, 3, 3), (4, 5, 7), (7, 10, 5), (12, 8, 1), (9, 14, 6), (13, 11, 5)],
    [(1, 5, 3), (2, 13, 6), (3, 4, 6), (11, 6, 3), (9, 7, 4), (10, 8, 4)],
    [(4, 2, 3), (5, 3, 1), (13, 7, 4), (8, 9, 4), (14, 10, 2), (11, 12, 4)],
    [(3, 1, 3), (10, 2, 2), (9, 4, 3), (13, 5, 1), (6, 12, 5), (8, 11, 6)],
]


def match(first: int, second: int, doubled: int) -> TableRecord:
    points = {first: Fraction(doubled, 2), second: 4 - Fraction(doubled, 2)}
    return TableRecord(
        tuple(SeatRecord(who, 1 if mine * 2 >= 4 else 2, mine) for who, mine in points.items()), frozenset()
    )


def published() -> EventRecord:
    rounds = [RoundRecord(tuple(match(*row) for row in rows)) for rows in ROUNDS]
    byes = {5: (ByeRecord(12, 1), ByeRecord(14, 1, requested=True)), 7: (ByeRecord(14, 1), ByeRecord(7, 0, True))}
    for number, given in byes.items():
        rounds[number - 1] = RoundRecord(rounds[number - 1].tables, given)
    walkover = TableRecord((SeatRecord(6), SeatRecord(1, 1, 4)), frozenset({6}))
    rounds[5] = RoundRecord((*rounds[5].tables, walkover))
    return EventRecord(tuple(range(1, 15)), tuple(rounds), boards=4)


def figures(key: str, teams: Sequence[int]) -> list[Fraction | None]:
    computed = TIEBREAKS[key].compute(Ledger(published(), RULE), range(1, 15))
    return [computed[team].value for team in teams]


def test_match_points_and_board_points_are_those_of_the_cross_table():
    """Exercise 34."""
    assert figures("score", range(1, 15)) == [10, 10, 10, 10, 10, 7, 6, 7, 6, 5, 4, 2, 6, 4]
    board_points = "17.5 17 16 17 18 12.5 11.5 15 14.5 13 11.5 7.5 11.5 11.5"
    assert figures("board-points", range(1, 15)) == [Fraction(text) for text in board_points.split()]


@pytest.mark.parametrize(
    ("key", "teams", "expected"),
    [
        ("buchholz", range(1, 15), "64 57 58 56 55 46 44 41 50 44 41 41 52 36"),  # exercise 35
        ("buchholz-cut-1", range(1, 15), "57 52 53 52 53 39 38 39 48 42 39 39 48 32"),  # exercise 36
        ("sonneborn-berger", range(1, 6), "44 37 38 36 35"),  # exercise 38, by 2 and 1 in place of 1 and ½
        ("sonneborn-berger-boards", [7, 9, 13], "68.5 83 73"),  # exercise 40
    ],
)
def test_tie_breaks_of_teams_are_the_published_ones(key, teams, expected):
    assert figures(key, teams) == [Fraction(text) for text in expected.split()]


def test_teams_with_equal_match_points_stand_by_board_points():
    """Exercise 34: the order by match points, then board points."""
    rows = standings(published(), rule=RULE, chain=["score", "board-points"])
    ranks = {row.id: row.rank for row in rows}
    assert [ranks[team] for team in range(1, 15)] == [2, 3, 5, 3, 1, 7, 9, 6, 8, 11, 12, 14, 9, 12]


def test_the_board_count_is_the_published_one():
    """Exercise 46: 3½ and 6½, the lower first. Ours counts from the last board: 5 for each point less that."""
    results = {1: (1, 2), 2: (1, 1), 3: (1, 1), 4: (2, 1)}
    boards = {
        number: TableRecord((SeatRecord(f"K{number}", mine), SeatRecord(f"N{number}", theirs)))
        for number, (mine, theirs) in results.items()
    }
    side_of = {f"{letter}{number}": team for letter, team in (("K", 11), ("N", 14)) for number in results}
    played = team_match((11, 14), boards, side_of, number=4)
    record = EventRecord((11, 14), (RoundRecord((played,)),), boards=4)
    rows = standings(record, rule=RULE, chain=["score", "board-points", "board-count"])
    assert [(row.id, row.points, row.figures["board-points"].value) for row in rows] == [(11, 1, 2), (14, 1, 2)]
    assert [5 * 2 - (row.figures["board-count"].value or 0) for row in rows] == [Fraction(7, 2), Fraction(13, 2)]
    assert rows[1].decided_by == "board-count"


def test_a_bye_brings_the_boards_what_it_brings_the_match():
    byes = (ByeRecord("a", 2), ByeRecord("b", 1, requested=True), ByeRecord("c", 0, requested=True))
    played = team_match(
        "de", {1: TableRecord((SeatRecord("x", 1), SeatRecord("y", 2)))}, {"x": "d", "y": "e"}, number=1
    )
    record = EventRecord(tuple("abcde"), (RoundRecord((played,), byes),), boards=4)
    rows = {row.id: row for row in standings(record, rule=RULE, chain=["score", "board-points", "board-count"])}
    assert [rows[who].figures["board-points"].value for who in "abc"] == [4, 2, 0]
    assert [rows[who].figures["board-count"].value for who in "abc"] == [10, 5, 0]


def test_before_any_match_has_ended_a_bye_brings_the_boards_no_more_than_after():
    byes = (ByeRecord("a", 1), ByeRecord("b", 0, requested=True))
    still_open = TableRecord((SeatRecord("c"), SeatRecord("d")))
    record = EventRecord(tuple("abcd"), (RoundRecord((still_open,), byes),), boards=4)
    rows = {row.id: row for row in standings(record, rule=RULE, chain=["score", "board-points"])}
    assert [rows[who].figures["board-points"].value for who in "ab"] == [2, 0]
