"""A bracket played forward, corrected and ranked."""

from collections import Counter
from random import Random

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from tests.formats.records import moved_by
from tournaments.formats.bracket.progress import Bracket, Moved, Progress, places_to_take, play
from tournaments.formats.systems.elimination import double_elimination, single_elimination, table_knockout

FOUR = ("ana", "bruno", "cleo", "dario")
MAKERS = {
    "single": single_elimination,
    "third place": lambda entrants: single_elimination(entrants, third_place=True),
    "double": double_elimination,
    "double with reset": lambda entrants: double_elimination(entrants, grand_final="reset"),
    "tables of four": lambda entrants: table_knockout(entrants, seats=4, advance=2),
    "tables of three": lambda entrants: table_knockout(entrants, seats=3, advance=1),
}
brackets = st.builds(lambda name, entrants: MAKERS[name](entrants), st.sampled_from(sorted(MAKERS)), st.integers(2, 40))


def names(bracket: Bracket) -> list[str]:
    return [f"e{seed}" for seed in range(1, bracket.entrants + 1)]


def play_on(bracket: Bracket, entrants, results, lots: Random, *, most: int = 10_000) -> Progress:
    """Plays matches that are ready, one by one and in any order, until none is or ``most`` have been played."""
    for _ in range(most):
        ready = play(bracket, entrants, results).ready
        if not ready:
            break
        match = lots.choice(ready)
        sitting = play(bracket, entrants, results).seats[match]
        results[match] = lots.sample(sitting, len(sitting))
    return play(bracket, entrants, results)


def test_before_the_first_result_only_those_with_both_seats_taken_can_play():
    progress = play(single_elimination(3), FOUR[:3], {})
    assert progress.seats == {1: ("bruno", "cleo"), 2: ("ana", None)}
    assert progress.ready == (1,)
    assert progress.champion is None
    assert progress.places == ()


def test_a_final_and_a_match_for_the_third_place_give_four_places():
    results = {1: ("ana", "dario"), 2: ("cleo", "bruno"), 3: ("dario", "bruno"), 4: ("cleo", "ana")}
    progress = play(single_elimination(4, third_place=True), FOUR, results)
    assert progress.champion == "cleo"
    assert progress.places == ((1, "cleo"), (2, "ana"), (3, "dario"), (4, "bruno"))


def test_those_out_in_the_same_round_share_their_place():
    results = {1: ("ana", "dario"), 2: ("cleo", "bruno")}
    progress = play(single_elimination(4), FOUR, results)
    assert progress.places == ((3, "bruno"), (3, "dario"))
    assert progress.ready == (3,)


def test_the_reset_is_needless_when_the_winners_brackets_best_wins_the_final():
    progress = play(double_elimination(2, grand_final="reset"), FOUR[:2], {1: ("ana", "bruno"), 2: ("ana", "bruno")})
    assert progress.needless == (3,)
    assert progress.ready == ()
    assert progress.places == ((1, "ana"), (2, "bruno"))


def test_the_reset_decides_when_the_losers_brackets_best_wins_the_final():
    results = {1: ("ana", "bruno"), 2: ("bruno", "ana")}
    bracket = double_elimination(2, grand_final="reset")
    progress = play(bracket, FOUR[:2], results)
    assert progress.needless == ()
    assert progress.ready == (3,)
    assert progress.places == ()
    assert play(bracket, FOUR[:2], {**results, 3: ("ana", "bruno")}).champion == "ana"


def test_a_single_final_decides_at_once():
    progress = play(double_elimination(2), FOUR[:2], {1: ("ana", "bruno"), 2: ("bruno", "ana")})
    assert progress.places == ((1, "bruno"), (2, "ana"))


def test_a_final_table_gives_each_seat_its_place():
    bracket = table_knockout(5, seats=4, advance=2)
    progress = play(bracket, "abcde", {1: ("d", "b", "e", "c"), 2: ("b", "a", "d")})
    assert progress.places == ((1, "b"), (2, "a"), (3, "d"), (4, "c"), (4, "e"))


def test_a_result_of_others_than_sit_there_does_not_count_and_the_match_is_ready_again():
    progress = play(single_elimination(4), FOUR, {1: ("dario", "ana"), 2: ("bruno", "cleo"), 3: ("ana", "bruno")})
    assert progress.stale == (3,)
    assert progress.ready == (3,)
    assert progress.champion is None


def test_a_result_before_its_seats_are_taken_does_not_count():
    progress = play(single_elimination(4), FOUR, {3: ("ana", "bruno")})
    assert progress.stale == (3,)
    assert progress.ready == (1, 2)


def test_a_correction_tells_every_later_match_whose_seats_change():
    results = {1: ("ana", "dario"), 2: ("bruno", "cleo"), 3: ("ana", "bruno")}
    assert moved_by(single_elimination(4), FOUR, results, match=1, order=("dario", "ana")) == [
        Moved(3, ("ana", "bruno"), ("dario", "bruno"), played=True)
    ]


def test_what_follows_from_a_match_that_must_be_played_again_is_open():
    bracket = double_elimination(4)
    results = {1: ("ana", "dario"), 2: ("bruno", "cleo"), 3: ("ana", "bruno"), 4: ("dario", "cleo")}
    assert moved_by(bracket, FOUR, results, match=1, order=("dario", "ana")) == [
        Moved(3, ("ana", "bruno"), ("dario", "bruno"), played=True),
        Moved(4, ("dario", "cleo"), ("ana", "cleo"), played=True),
        Moved(5, ("dario", "bruno"), (None, None), played=False),
        Moved(6, ("ana", None), (None, None), played=False),
    ]


def test_a_correction_of_places_that_go_nowhere_moves_nothing():
    bracket = table_knockout(8, seats=4, advance=2)
    results = {1: ("a", "d", "e", "h")}
    assert moved_by(bracket, "abcdefgh", results, match=1, order=("a", "d", "h", "e")) == []


def test_a_correction_of_the_final_tells_that_the_reset_is_to_be_played():
    bracket = double_elimination(2, grand_final="reset")
    results = {1: ("ana", "bruno"), 2: ("ana", "bruno")}
    assert moved_by(bracket, FOUR[:2], results, match=2, order=("bruno", "ana")) == [
        Moved(3, ("ana", "bruno"), ("bruno", "ana"), played=False)
    ]


@pytest.mark.parametrize("entrants", [FOUR[:3], (*FOUR, "eva"), ("ana", "ana", "bruno", "cleo")])
def test_the_entrants_fit_the_bracket(entrants):
    with pytest.raises(ValueError):
        play(single_elimination(4), entrants, {})


def test_a_result_of_no_match_is_refused():
    with pytest.raises(ValueError, match="no such match: 4"):
        play(single_elimination(4), FOUR, {4: FOUR[:2]})


def test_double_elimination_of_eight_shares_the_places_5_and_7():
    places = Counter(places_to_take(double_elimination(8)).values())
    assert places == {1: 1, 2: 1, 3: 1, 4: 1, 5: 2, 7: 2}


@settings(max_examples=60)
@given(bracket=brackets, seed=st.integers(0, 1000))
def test_played_in_any_order_a_bracket_ends_with_one_champion_and_a_place_for_all(bracket, seed):
    progress = play_on(bracket, names(bracket), {}, Random(seed))
    places = [place for place, _ in progress.places]
    assert sorted(who for _, who in progress.places) == sorted(names(bracket))
    assert len(progress.decided) + len(progress.needless) == len(bracket.matches)
    assert places[0] == 1
    assert places.count(1) == 1
    for place, shared in Counter(places).items():
        assert place == 1 + sum(other < place for other in places)
        assert shared >= 1
    assert progress.stale == ()


@settings(max_examples=60)
@given(bracket=brackets, seed=st.integers(0, 1000), played=st.integers(1, 60))
def test_a_correction_moves_later_matches_only_and_exactly_those_that_then_differ(bracket, seed, played):
    lots = Random(seed)
    results: dict[int, list[str]] = {}
    before = play_on(bracket, names(bracket), results, lots, most=played)
    match = lots.choice(sorted(before.decided))
    order = lots.sample(before.decided[match], len(before.decided[match]))
    moved = moved_by(bracket, names(bracket), results, match=match, order=order)
    after = play(bracket, names(bracket), results | {match: order})
    assert all(line.match > match for line in moved)
    assert set(after.stale) == {line.match for line in moved if line.played}
    differing = {n for n in before.seats if before.seats[n] != after.seats[n]} | set(before.needless) ^ set(
        after.needless
    )
    assert {line.match for line in moved} == differing
