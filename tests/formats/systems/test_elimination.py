"""Structures against what is published of them, and laws for every number of entrants."""

from collections import Counter
from itertools import permutations, product
from random import Random

import pytest

from tournaments.formats.bracket.progress import Bracket, PlaceOf, Seed
from tournaments.formats.systems.elimination import double_elimination, seed_order, single_elimination

SIZES = [*range(2, 131), 255, 256, 257, 1000, 4096]


def rounds(bracket: Bracket, name: str) -> list[int]:
    """The number of matches in each round."""
    count = Counter(match.round for match in bracket.matches if match.bracket == name)
    return [count[number] for number in range(1, max(count, default=0) + 1)]


def play_out(bracket: Bracket, *, best_wins: bool, seed: int = 0) -> tuple[int, Counter[int]]:
    """The winner and everybody's defeats; a reset is played only when the first final calls for it."""
    lots = Random(seed)
    order: dict[int, list[int]] = {}
    lost: Counter[int] = Counter()
    for match in bracket.matches:
        people = [s.seed if isinstance(s, Seed) else order[s.match][s.place - 1] for s in match.seats]
        if match.reset and lost[people[0]] == 0:
            order[match.number] = people
            continue
        order[match.number] = sorted(people) if best_wins else lots.sample(people, 2)
        lost[order[match.number][1]] += match.bracket != "third-place"
    return order[bracket.matches[-1].number][0], lost


def soonest_rematch(size: int, crossings: list[list[int]]) -> int:
    """The earliest round of the losers' bracket in which a match of the winners' bracket can be played again.

    ``crossings[d]`` tells for each slot which match of the winners' round d + 2 sends its loser there.
    """
    levels = size.bit_length() - 1
    slot_of = [{match: slot for slot, match in enumerate(crossing)} for crossing in crossings]
    soonest = 2 * levels
    for drop, earlier in ((d, e) for d in range(1, levels) for e in range(d)):
        for beaten in range(size >> (earlier + 1)):
            shift = drop - max(earlier, 1)
            slot = slot_of[earlier - 1][beaten] if earlier else beaten >> 1
            apart = ((slot >> shift) ^ slot_of[drop - 1][beaten >> (drop - earlier)]).bit_length()
            soonest = min(soonest, 2 * (drop + apart) - (1 if apart else 0))
    return soonest


def crossings_of(bracket: Bracket) -> list[list[int]]:
    """How the losers of each winners' round but the first come into the losers' bracket, from the bracket itself."""
    first = {}
    for match in bracket.matches:
        first.setdefault((match.bracket, match.round), match.number)
    found = []
    for number in range(1, len(rounds(bracket, "losers")) // 2 + 1):
        arrivals = [m.seats[1] for m in bracket.matches if (m.bracket, m.round) == ("losers", 2 * number)]
        found.append([source.match - first["winners", number + 1] for source in arrivals])
    return found


def test_the_usual_places_of_eight_seeds():
    assert seed_order(8) == [1, 8, 4, 5, 2, 7, 3, 6]


def test_sixteen_open_with_one_against_sixteen_and_eight_against_nine():
    pairs = [tuple(source.seed for source in match.seats) for match in single_elimination(16).matches[:8]]
    assert pairs == [(1, 16), (8, 9), (4, 13), (5, 12), (2, 15), (7, 10), (3, 14), (6, 11)]


def test_five_entrants_give_byes_to_the_three_best():
    four_five, one_waits, two_three, final = single_elimination(5).matches
    assert four_five.seats == (Seed(4), Seed(5))
    assert one_waits.seats == (Seed(1), PlaceOf(1, 1))
    assert two_three.seats == (Seed(2), Seed(3))
    assert final.seats == (PlaceOf(2, 1), PlaceOf(3, 1))


def test_the_third_place_is_between_those_beaten_in_the_semi_finals_before_the_final():
    third, final = single_elimination(4, third_place=True).matches[-2:]
    assert (third.bracket, third.seats) == ("third-place", (PlaceOf(1, 2), PlaceOf(2, 2)))
    assert (final.bracket, final.number) == ("winners", 4)


@pytest.mark.parametrize("entrants", [2, 3])
def test_two_or_three_entrants_need_no_match_for_the_third_place(entrants):
    assert single_elimination(entrants, third_place=True) == single_elimination(entrants)


@pytest.mark.parametrize(
    ("entrants", "winners", "losers"),
    [
        (8, [4, 2, 1], [2, 2, 1, 1]),
        (16, [8, 4, 2, 1], [4, 4, 2, 2, 1, 1]),
        (32, [16, 8, 4, 2, 1], [8, 8, 4, 4, 2, 2, 1, 1]),
    ],
)
def test_double_elimination_has_the_published_structure(entrants, winners, losers):
    bracket = double_elimination(entrants, grand_final="reset")
    assert rounds(bracket, "winners") == winners
    assert rounds(bracket, "losers") == losers
    assert rounds(bracket, "final") == [1, 1]
    assert len(bracket.matches) == 2 * entrants - 1


def test_eight_in_double_elimination_match_by_match():
    written = [
        [next(iter(seat.items())) for seat in match["seats"]] for match in double_elimination(8).as_dict()["matches"]
    ]
    assert written[4:] == [
        [("winner_of", 1), ("winner_of", 2)],
        [("winner_of", 3), ("winner_of", 4)],
        [("loser_of", 1), ("loser_of", 2)],
        [("loser_of", 3), ("loser_of", 4)],
        [("winner_of", 7), ("loser_of", 6)],
        [("winner_of", 8), ("loser_of", 5)],
        [("winner_of", 5), ("winner_of", 6)],
        [("winner_of", 9), ("winner_of", 10)],
        [("winner_of", 12), ("loser_of", 11)],
        [("winner_of", 11), ("winner_of", 13)],
    ]


def test_the_reset_is_marked_and_is_the_last_match():
    matches = double_elimination(2, grand_final="reset").as_dict()["matches"]
    assert [match.get("reset") for match in matches] == [None, None, True]
    assert matches[-1]["seats"] == [{"winner_of": 2}, {"loser_of": 2}]


@pytest.mark.parametrize(("size", "soonest"), [(8, 3), (16, 4), (32, 5), (64, 7), (128, 8), (256, 9)])
def test_nobody_meets_again_before_this_round_of_the_losers_bracket(size, soonest):
    assert soonest_rematch(size, crossings_of(double_elimination(size))) == soonest


@pytest.mark.parametrize(("size", "soonest"), [(8, 3), (16, 4)])
def test_no_crossing_puts_rematches_off_longer(size, soonest):
    every = product(*(map(list, permutations(range(size >> drop + 1))) for drop in range(1, size.bit_length() - 1)))
    assert max(soonest_rematch(size, list(crossings)) for crossings in every) == soonest


@pytest.mark.parametrize("size", [32, 64])
def test_always_turning_the_order_round_would_bring_rematches_sooner(size):
    reversing = [list(range(size >> drop + 1))[::-1] for drop in range(1, size.bit_length() - 1)]
    assert soonest_rematch(size, reversing) < soonest_rematch(size, crossings_of(double_elimination(size)))


def test_everybody_but_the_winner_of_single_elimination_loses_once():
    for entrants in SIZES:
        winner, lost = play_out(single_elimination(entrants, third_place=True), best_wins=False, seed=entrants)
        assert lost == {seed: 1 for seed in range(1, entrants + 1) if seed != winner}, entrants


def test_everybody_but_the_winner_of_double_elimination_loses_twice():
    for entrants in SIZES:
        winner, lost = play_out(double_elimination(entrants, grand_final="reset"), best_wins=False, seed=entrants)
        assert lost.pop(winner, 0) <= 1, entrants
        assert lost == {seed: 2 for seed in range(1, entrants + 1) if seed != winner}, entrants


def test_with_a_single_final_only_its_loser_may_have_lost_but_once():
    for entrants in SIZES:
        bracket = double_elimination(entrants)
        winner, lost = play_out(bracket, best_wins=False, seed=entrants)
        assert len(bracket.matches) == 2 * entrants - 2, entrants
        once = [seed for seed in range(1, entrants + 1) if seed != winner and lost[seed] != 2]
        assert all(lost[seed] == 1 for seed in once), entrants
        assert len(once) == lost[winner] <= 1, entrants


@pytest.mark.parametrize("make", [single_elimination, double_elimination])
def test_each_seat_comes_from_an_earlier_match_or_a_seed_and_is_used_once(make):
    for entrants in SIZES:
        matches = make(entrants).matches
        sources = [source for match in matches for source in match.seats]
        seeds = {source.seed for source in sources if isinstance(source, Seed)}
        assert [match.number for match in matches] == list(range(1, len(matches) + 1)), entrants
        assert len(set(sources)) == len(sources), entrants
        assert seeds == set(range(1, entrants + 1)), entrants
        for match in matches:
            places = [source for source in match.seats if isinstance(source, PlaceOf)]
            assert all(source.match < match.number for source in places), entrants


def test_byes_go_to_the_top_seeds():
    for entrants in SIZES:
        byes = 2 ** (entrants - 1).bit_length() - entrants
        later = [match.seats for match in single_elimination(entrants).matches if match.round > 1]
        waiting = {source.seed for seats in later for source in seats if isinstance(source, Seed)}
        assert waiting == set(range(1, byes + 1)), entrants


def test_the_best_are_left_after_every_round_if_the_better_seed_always_wins():
    for entrants in SIZES:
        left: dict[int, int] = {}
        order: dict[int, list[int]] = {}
        for match in single_elimination(entrants).matches:
            people = sorted(s.seed if isinstance(s, Seed) else order[s.match][0] for s in match.seats)
            order[match.number] = people
            left[match.round] = max(left.get(match.round, 0), people[1])
        last = max(left)
        assert all(most <= 2 ** (last - number + 1) for number, most in left.items()), entrants


@pytest.mark.parametrize("entrants", [-1, 0, 1, 4097])
@pytest.mark.parametrize("make", [single_elimination, double_elimination])
def test_no_bracket_for_fewer_than_two_or_more_than_4096(make, entrants):
    with pytest.raises(ValueError, match="2 to 4096"):
        make(entrants)


def test_an_unknown_grand_final_is_refused():
    with pytest.raises(ValueError, match="grand_final"):
        double_elimination(8, grand_final="best-of-three")
