"""Matches of two teams over boards: who deals first, and the one record they come to."""

from fractions import Fraction
from itertools import product

import pytest

from tournaments.formats.boards import by_seat, keeps_order, line_up, team_match
from tournaments.formats.plan import PlanError, chain_from, chain_text, read_plan
from tournaments.formats.record import SeatRecord, TableRecord
from tournaments.formats.standings.points import table_points

HALF = Fraction(1, 2)
# How a board ends for the first side: won, drawn, lost, by forfeit for either or both, open.
ENDS = {"+": (1, 2), "=": (1, 1), "-": (2, 1), "F+": "away", "F-": "home", "F": "both", "?": (None, None)}
WORTH = {"+": 1, "F+": 1, "=": HALF, "-": 0, "F-": 0, "F": 0}


def board(number: int, end: str) -> TableRecord:
    sides = {"home": f"h{number}", "away": f"a{number}"}
    how = ENDS[end]
    if isinstance(how, str):
        missing = frozenset(sides.values()) if how == "both" else frozenset({sides[how]})
        return TableRecord(tuple(SeatRecord(who) for who in sides.values()), missing)
    return TableRecord(tuple(SeatRecord(who, place) for who, place in zip(sides.values(), how, strict=True)))


def played(*ends: str, bracket: bool = False, ruled: dict[str, int] | None = None) -> TableRecord:
    side_of = {f"{side[0]}{number}": side for side in ("home", "away") for number in range(1, len(ends) + 1)}
    boards = {number: board(number, end) for number, end in enumerate(ends, start=1)}
    return team_match(("home", "away"), boards, side_of, number=len(ends), bracket=bracket, ruled=ruled)


def test_the_side_with_more_points_of_all_boards_wins_whatever_the_results():
    for ends in product([end for end in ENDS if end != "?"], repeat=3):
        match = played(*ends)
        home = sum(WORTH[end] for end in ends)
        away = sum(1 - WORTH[end] for end in ends if end != "F") if "F" in ends else 3 - home
        scores = {seat.id: seat.score for seat in match.seats}
        assert scores == {"home": home, "away": away}, ends
        if match.kind == "played":
            places = {seat.id: seat.place for seat in match.seats}
            assert places == {"home": 1 if home >= away else 2, "away": 1 if away >= home else 2}, ends


def test_a_match_is_open_until_all_its_boards_have_a_result():
    for ends in product("+=-?", repeat=3):
        assert (played(*ends).kind == "open") is ("?" in ends), ends


def test_both_sides_are_treated_alike():
    mirrored = {"+": "-", "-": "+", "=": "=", "F+": "F-", "F-": "F+"}
    for ends in product(mirrored, repeat=3):
        match, other = played(*ends), played(*(mirrored[end] for end in ends))
        assert [(seat.place, seat.score, seat.weighted) for seat in match.seats] == [
            (seat.place, seat.score, seat.weighted) for seat in reversed(other.seats)
        ]


def test_who_sends_nobody_has_forfeited_the_match():
    assert played("F+", "F+").forfeited == {"away"}
    assert played("F", "F+").forfeited == {"away"}
    assert played("F", "F").kind == "double-forfeit"
    assert played("F+", "-").forfeited == frozenset()


def test_in_a_bracket_equal_points_are_told_apart_by_the_first_boards():
    assert [seat.place for seat in played("+", "-", bracket=True).seats] == [1, 2]
    assert [seat.place for seat in played("=", "=", bracket=True).seats] == [1, 1]  # the director decides
    assert [seat.place for seat in played("+", "-").seats] == [1, 1]
    # On boards 1 and 4 as on 2 and 3: five each.
    assert [seat.place for seat in played("+", "-", "-", "+", bracket=True).seats] == [1, 1]


def test_the_word_of_the_director_places_a_match():
    match = played("?", "-", ruled={"home": 1, "away": 2})
    assert match.kind == "played"
    assert [seat.place for seat in match.seats] == [1, 2]


def test_match_points_are_two_one_and_nothing():
    rule = read_plan("swiss", {"boards": 3}).options.points
    assert table_points(rule, played("+", "+", "-")) == {"home": 2, "away": 0}
    assert table_points(rule, played("+", "=", "-")) == {"home": 1, "away": 1}
    assert table_points(rule, played("F+", "F+", "F+")) == {"home": 2, "away": 0}


def test_the_sides_deal_first_in_turn():
    assert [by_seat(number, "ab") for number in (1, 2, 3, 4)] == [("a", "b"), ("b", "a"), ("a", "b"), ("b", "a")]


def test_a_line_up_is_the_first_who_are_here_in_the_order_of_the_team():
    assert line_up("abcdef", boards=4) == list("abcd")
    assert line_up("ab", boards=4) == list("ab")
    assert keeps_order("acf", "abcdef")
    assert not keeps_order("cab", "abcdef")


@pytest.mark.parametrize(
    ("key", "options"),
    [
        ("swiss", {"boards": 2, "seats": 4}),
        ("table-knockout", {"boards": 2, "seats": 3}),
        ("strikes", {"boards": 2}),
        ("swiss", {"boards": 2, "games": 3}),
        ("single-elimination", {"boards": 2, "last_games": [3]}),
        ("swiss", {"boards": 2, "acceleration": "handicap"}),
    ],
)
def test_teams_meet_only_where_two_sit_at_a_table_and_meet_once(key, options):
    with pytest.raises(PlanError) as error:
        read_plan(key, options)
    assert (error.value.code, error.value.field) == ("no-boards", "boards")


@pytest.mark.parametrize("key", ["swiss", "round-robin", "single-elimination", "double-elimination"])
def test_a_plan_over_boards_is_written_in_a_line(key):
    line = f"{key}:boards=4"
    assert chain_text(chain_from(line)) == line
    assert read_plan(*chain_from(line)[0]).options.boards == 4
