"""Matches of several games: when they are over, and the one record they come to."""

from fractions import Fraction
from itertools import product

import pytest

from tests.formats.records import table
from tournaments.formats.matches import (
    MatchRule,
    games_won,
    is_undecided,
    match_record,
    match_rule,
    next_seats,
    rounds_from_end,
)
from tournaments.formats.options import Options
from tournaments.formats.plan import PlanError, chain_from, chain_text, read_plan
from tournaments.formats.record import SeatRecord, TableRecord
from tournaments.formats.systems.elimination import double_elimination, single_elimination, table_knockout


def scored(**scores: int) -> TableRecord:
    """A game that ended so."""
    places = {who: 1 + sum(other > score for other in scores.values()) for who, score in scores.items()}
    return TableRecord(tuple(SeatRecord(who, places[who], score) for who, score in scores.items()))  # type: ignore[arg-type]


def places(match: TableRecord) -> dict[object, int | None]:
    return {seat.id: seat.place for seat in match.seats}


def played_out(winners: str, rule: MatchRule) -> TableRecord:
    """The match of A and B with these winners of its games, as many of them as are played."""
    games: list[TableRecord] = []
    for winner in winners:
        games.append(table(*sorted("AB", key=lambda who: who != winner)))
        match = match_record(games, rule)
        if not is_undecided(match, len(games), rule):
            break
    return match


@pytest.mark.parametrize("games", range(1, 8))
def test_best_of_n_goes_to_whoever_wins_more_of_all_n(games: int) -> None:
    rule = MatchRule(games)
    for winners in product("AB", repeat=games):
        match = played_out("".join(winners), rule)
        won = {who: winners.count(who) for who in "AB"}
        expected = {who: 1 if won[who] >= won[other] else 2 for who, other in ("AB", "BA")}
        assert places(match) == expected, winners


@pytest.mark.parametrize("games", range(1, 8))
def test_best_of_n_ends_once_nobody_can_catch_up_and_not_before(games: int) -> None:
    rule = MatchRule(games)
    for winners in product("AB", repeat=games):
        for played in range(1, games + 1):
            so_far = winners[:played]
            ahead = abs(so_far.count("A") - so_far.count("B"))
            match = match_record([table(*sorted("AB", key=lambda who: who != w)) for w in so_far], rule)
            over = ahead > games - played or played == games
            earlier = any(abs(so_far[:n].count("A") - so_far[:n].count("B")) > games - n for n in range(1, played))
            assert (match.kind == "played") is (over or earlier), so_far


@pytest.mark.parametrize("rule", [MatchRule(3), MatchRule(4), MatchRule(3, "total"), MatchRule(2, "total")])
def test_a_match_treats_both_sides_alike(rule: MatchRule) -> None:
    for results in product([(3, 1), (2, 2), (0, 5)], repeat=rule.games):
        match = match_record([scored(A=a, B=b) for a, b in results], rule)
        mirrored = match_record([scored(B=a, A=b) for a, b in results], rule)
        exchanged = {"A": "B", "B": "A"}
        assert places(match) == {exchanged[who]: place for who, place in places(mirrored).items()}  # type: ignore[index]


def test_a_match_by_total_is_played_to_the_end_and_goes_to_the_higher_sum() -> None:
    rule = MatchRule(3, "total")
    games = [scored(A=1, B=0), scored(A=1, B=0), scored(A=0, B=9)]
    assert match_record(games[:2], rule).kind == "open"
    match = match_record(games, rule)
    assert places(match) == {"A": 2, "B": 1}
    assert [(seat.score, seat.wins) for seat in match.seats] == [(2, 2), (9, 1)]


def test_level_in_games_is_told_apart_by_the_sum_and_the_other_way_round() -> None:
    assert places(match_record([scored(A=5, B=0), scored(A=1, B=2)], MatchRule(2))) == {"A": 1, "B": 2}
    by_total = [scored(A=3, B=0), scored(A=0, B=1), scored(A=0, B=2)]
    assert places(match_record(by_total, MatchRule(3, "total"))) == {"A": 2, "B": 1}
    assert places(match_record([scored(A=3, B=1), scored(A=1, B=3)], MatchRule(2))) == {"A": 1, "B": 1}


def test_a_tied_game_is_half_a_game_for_each() -> None:
    games = [table("A", "B", places=[1, 1]), table("A", "B")]
    assert games_won(games) == {"A": Fraction(3, 2), "B": Fraction(1, 2)}
    assert match_record(games, MatchRule(3)).kind == "open"  # the third game can still make it level


def test_at_a_table_of_four_games_are_played_until_no_place_can_change() -> None:
    rule = MatchRule(3)
    games = [table("A", "B", "C", "D"), table("A", "B", "C", "D")]
    assert match_record(games, rule).kind == "open"  # B, C and D have won none
    match = match_record([*games, table("B", "C", "A", "D")], rule)
    assert places(match)["A"] == 1


@pytest.mark.parametrize("decided", ["wins", "total"])
def test_whoever_forfeits_a_game_has_forfeited_the_match_whatever_was_played_before(decided: str) -> None:
    games = [table("A", "B"), table("A", "B", forfeited=["A"])]
    match = match_record(games, MatchRule(5, decided))
    assert (match.kind, match.forfeited, places(match)["B"]) == ("forfeit", {"A"}, 1)


def test_where_more_than_one_stays_they_play_on_without_who_has_left() -> None:
    left = table("A", "B", "C", places=[1, 2, None], forfeited=["C"])
    assert match_record([table("C", "A", "B"), left], MatchRule(3)).kind == "open"
    match = match_record([table("C", "A", "B"), left, table("A", "B")], MatchRule(3))
    assert (match.kind, places(match)["A"], places(match)["B"]) == ("forfeit", 1, 2)


def test_a_match_at_which_nobody_came_is_a_double_forfeit() -> None:
    assert match_record([table("A", "B", forfeited=["A", "B"])], MatchRule(3)).kind == "double-forfeit"


def test_a_game_that_is_open_leaves_the_match_open_with_the_games_won_so_far() -> None:
    match = match_record([table("A", "B"), table("A", "B", places=[None, None])], MatchRule(3))
    assert (match.kind, [seat.wins for seat in match.seats]) == ("open", [1, 0])


def test_a_match_can_count_as_it_stands_or_as_the_director_says() -> None:
    games = [table("A", "B"), table("A", "B", places=[None, None])]
    assert places(match_record(games, MatchRule(3), as_it_stands=True)) == {"A": 1, "B": 2}
    assert places(match_record(games, MatchRule(3), ruled={"A": 2, "B": 1})) == {"A": 2, "B": 1}  # type: ignore[dict-item]


def test_a_game_begun_after_the_match_was_decided_does_not_count() -> None:
    games = [table("A", "B"), table("A", "B"), table("B", "A")]
    match = match_record(games, MatchRule(3))
    assert [seat.wins for seat in match.seats] == [2, 0]


def test_the_first_deal_passes_on_in_the_order_of_the_table() -> None:
    assert next_seats([7, 8], first_dealer=0) == [8, 7]
    assert next_seats([1, 2, 3, 4], first_dealer=1) == [3, 4, 1, 2]
    assert next_seats([1, 2, 3], first_dealer=0, without=frozenset({3})) == [2, 1]


def test_rounds_of_a_bracket_are_counted_from_its_end() -> None:
    single = single_elimination(8, third_place=True)
    assert [rounds_from_end(single)[match.number] for match in single.matches] == [
        {"final": 1, "third-place": 1}.get(match.bracket, 4 - match.round) for match in single.matches
    ]
    for grand_final in ("single", "reset"):
        double = double_elimination(8, grand_final=grand_final)
        finals = {match.number for match in double.matches if match.bracket == "final"}
        from_end = rounds_from_end(double)
        assert {number for number, number_from_end in from_end.items() if number_from_end == 1} == finals
    assert set(rounds_from_end(table_knockout(16, seats=4, advance=2)).values()) == {1, 2, 3}


def test_the_last_rounds_of_a_bracket_may_have_a_number_of_games_of_their_own() -> None:
    bracket = single_elimination(8)
    options = Options(games=1, last_games=(5, 3))
    numbers = [match_rule(options, bracket=bracket, match=match.number).games for match in bracket.matches]
    assert numbers == [1, 1, 1, 1, 3, 3, 5]


def test_an_even_number_of_games_decides_no_bracket_unless_the_total_does() -> None:
    with pytest.raises(PlanError) as raised:
        read_plan("single-elimination", {"games": 2})
    assert (raised.value.code, raised.value.field) == ("even", "games")
    assert read_plan("single-elimination", {"games": 2, "decided": "total"}).options.games == 2
    assert read_plan("swiss", {"games": 2}).options.games == 2
    with pytest.raises(PlanError) as raised:
        read_plan("single-elimination", {"last_games": [5, 4]})
    assert (raised.value.code, raised.value.field) == ("even", "last_games")
    with pytest.raises(PlanError):
        read_plan("swiss", {"last_games": [5]})


def test_a_plan_in_one_line_says_of_how_many_games_a_match_is() -> None:
    text = "swiss:games=2:decided=total,single-elimination:games=3:last_games=5/3:size=8"
    stages = chain_from(text)
    assert stages[1][1]["last_games"] == [5, 3]
    assert chain_from(chain_text(stages)) == stages
