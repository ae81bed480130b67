"""What is still possible by the other schemes of points, against all that can happen."""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import replace
from fractions import Fraction
from itertools import permutations, product
from random import Random

import pytest

from tests.formats.seasons.test_seasons import NEW, PLAIN, A, B, assert_bounds, earned, ranks
from tournaments.formats.seasons.possible_places import PossiblePlaces, averages_needed, places_needed, possible_places
from tournaments.formats.seasons.standing import (
    TIE_BREAKS,
    UNKNOWN,
    Bounds,
    Earned,
    EventResult,
    SeasonRules,
    points_of,
    standing,
)

LEAST, MOST = -2, 3
SPAN = Bounds(Fraction(LEAST), Fraction(MOST))
PEOPLE = (A, B, NEW)
History = dict[int, list[Earned]]
Averages = Mapping[int, int]
"""Of those who come, by player."""


def chance_rules(chances: Random, points: str) -> SeasonRules:
    return replace(
        PLAIN,
        points=points,
        best=chances.choice([None, 1, 2]),
        least=chances.choice([1, 1, 2]),
        chain=tuple(chances.sample(TIE_BREAKS, chances.randint(0, 3))),
    )


def evenings() -> Iterator[Averages]:
    """Everybody comes or does not, and makes the least, the most or something between, whatever the others do."""
    for averages in product([None, LEAST, 1, MOST], repeat=len(PEOPLE)):
        yield {who: own for who, own in zip(PEOPLE, averages, strict=True) if own is not None}


def after(history: History, averages: Averages, *, event: int) -> History:
    found = {player: list(own) for player, own in history.items()}
    for player, average in averages.items():
        place = 1 + sum(other > average for other in averages.values())
        found.setdefault(player, []).append(Earned(event, place, Fraction(average)))
    return found


def chance_averages(chances: Random) -> tuple[History, int]:
    history: History = {A: [], B: []}
    events = chances.randint(1, 3)
    for event in range(events):
        come = {player: chances.randint(LEAST, MOST) for player in (A, B) if chances.random() < 0.8}
        history = after(history, come, event=event)
    return {player: own for player, own in history.items() if own}, events


@pytest.mark.parametrize(("seed", "to_come"), [(0, 0), (1, 1), (2, 1), (3, 1), (4, 2)])
def test_with_averages_that_have_a_bound_the_places_still_possible_are_those_that_can_happen(seed, to_come):
    chances = Random(seed)
    for _ in range(1 if to_come == 2 else 6):
        rules, (history, first) = chance_rules(chances, "average"), chance_averages(chances)
        seen: dict[int, set[int | None]] = {player: set() for player in history}
        for events in product(evenings(), repeat=to_come):
            played = history
            for event, averages in enumerate(events, first):
                played = after(played, averages, event=event)
            places = ranks(standing(played, rules))
            for player in history:
                seen[player].add(places[player])
        for player, found in possible_places(history, rules, first=first, to_come=to_come, span=SPAN).items():
            assert_bounds(found, seen[player])


@pytest.mark.parametrize("seed", range(4))
def test_above_the_average_needed_somebody_is_champion_whatever_happens_and_below_it_not(seed):
    chances = Random(seed)
    for _ in range(4):
        rules, (history, first) = chance_rules(chances, "average"), chance_averages(chances)
        told = possible_places(history, rules, first=first, to_come=1, span=SPAN)
        needed = averages_needed(history, rules, first=first, to_come=1, span=SPAN, told=told)
        for player in (each for each in history if told[each].worst != 1):
            sure = {
                own: all(
                    ranks(standing(after(history, {**averages, player: own}, event=first), rules))[player] == 1
                    for averages in evenings()
                )
                for own in range(LEAST, MOST)
            }
            least = needed.get(player)
            claimed = {own: least is not None and own > least for own in sure}
            # Of who makes just as much a tie-break says more.
            level = {least: None}
            assert sure | level == claimed | level


def test_nobody_is_told_an_average_before_the_last_event_nor_where_it_has_no_bound():
    rules, history = replace(PLAIN, points="average"), {A: [Earned(0, 1, Fraction(3))], B: [Earned(0, 2, Fraction(-2))]}

    def needed(*, to_come: int, span: Bounds = SPAN) -> Mapping[int, Fraction]:
        told = possible_places(history, rules, first=1, to_come=to_come, span=span)
        return averages_needed(history, rules, first=1, to_come=to_come, span=span, told=told)

    assert needed(to_come=1) == {A: 0}
    assert needed(to_come=2) == needed(to_come=1, span=UNKNOWN) == {}


def crowds(people: Sequence[int]) -> Iterator[tuple[int, dict[int, int]]]:
    """How many come, and where those of whom we speak are placed; all others come this once."""
    for count in range(len(people) + 1):
        for size in range(max(count, 2), 9):
            for here in permutations(people, count):
                for places in permutations(range(1, size + 1), count):
                    if list(here) == sorted(here):
                        yield size, dict(zip(here, places, strict=True))


@pytest.mark.parametrize("seed", range(3))
def test_by_players_left_behind_the_place_needed_at_the_last_event_makes_a_champion_however_many_come(seed):
    chances = Random(seed)
    rules = chance_rules(chances, "places")
    history = earned(*({A: chances.randint(1, 3), B: 2} for _ in range(2)), rules=rules)
    told = possible_places(history, rules, first=2, to_come=1, span=rules.span())
    needed = places_needed(history, rules, first=2, to_come=1, told=told)
    sure: dict[tuple[int, int], bool] = {}
    for size, places in crowds(PEOPLE):
        crowd = [EventResult(-place, place) for place in range(1, size + 1) if place not in places.values()]
        points = points_of([*(EventResult(who, at) for who, at in places.items()), *crowd], rules)
        played = {who: list(own) for who, own in history.items()}
        for who, at in places.items():
            played.setdefault(who, []).append(Earned(2, at, points[who]))
        table = ranks(standing(played, rules))
        for who in history.keys() & places.keys():
            sure[who, places[who]] = sure.get((who, places[who]), True) and table[who] == 1
    for (who, place), is_champion in sure.items():
        assert is_champion == (place <= needed.get(who, 0))


def test_a_lead_is_enough_for_the_place_at_which_a_crowd_would_take_it_and_for_none_below():
    """Two count. Where forty come, A has 10 and what the place brings, B has 3 and 40 by winning: 7 places are less."""
    rules = replace(PLAIN, points="places", best=2, chain=())
    history = {A: [Earned(0, 1, 10), Earned(1, 1, 10)], B: [Earned(0, 2, 3)]}
    told = possible_places(history, rules, first=2, to_come=1, span=rules.span())
    assert places_needed(history, rules, first=2, to_come=1, told=told) == {A: 8}


def test_by_players_left_behind_and_by_scores_everybody_may_win_and_nobody_is_sure_while_an_event_is_to_come():
    for points in ("places", "score"):
        rules = replace(PLAIN, points=points, least=2)
        history = earned({A: 1, B: 2})
        every = {A: PossiblePlaces(1, None), B: PossiblePlaces(1, None)}
        assert possible_places(history, rules, first=1, to_come=1, span=rules.span()) == every
        never = possible_places(history, replace(rules, least=3), first=1, to_come=1, span=rules.span())
        assert never[A] == PossiblePlaces(None, None)
        assert places_needed(history, rules, first=1, to_come=2, told=every) == {}


def test_of_a_table_of_points_and_of_players_left_behind_the_bounds_are_known():
    assert PLAIN.span() == Bounds(Fraction(0), Fraction(5))
    assert replace(PLAIN, points="places").span() == Bounds(Fraction(1), None)
