"""Seasons: what a place brings, best n of m, tie-breaks, and what is still possible against all that can happen."""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import replace
from fractions import Fraction
from itertools import combinations, product
from random import Random

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tournaments.formats.seasons.possible_places import PossiblePlaces, places_needed, possible_places
from tournaments.formats.seasons.standing import (
    EVENTS,
    POINTS_RULES,
    TIE_BREAKS,
    Earned,
    EventResult,
    SeasonRow,
    SeasonRules,
    points_of,
    read_rules,
    shared_places,
    standing,
    write_rules,
)

A, B, C, NEW = range(4)
History = Mapping[int, Sequence[Earned]]


def table(*points: int) -> tuple[Fraction, ...]:
    return tuple(map(Fraction, points))


PLAIN = SeasonRules(table=table(5, 3, 1), coming=Fraction(0))


def placed(*places: int) -> list[EventResult]:
    return [EventResult(player, place) for player, place in enumerate(places)]


def earned(*by_event: Mapping[int, int], rules: SeasonRules = PLAIN) -> dict[int, list[Earned]]:
    """By the places of each event."""
    found: dict[int, list[Earned]] = {}
    for event, places in enumerate(by_event):
        results = [EventResult(player, place) for player, place in places.items()]
        for player, points in points_of(results, rules).items():
            found.setdefault(player, []).append(Earned(event, places[player], points))
    return found


def ranks(rows: Sequence[SeasonRow]) -> dict[int, int | None]:
    return {row.player: row.rank for row in rows}


def test_a_place_brings_its_points_of_the_table_and_below_it_those_for_coming():
    rules = replace(PLAIN, coming=Fraction(1, 2))
    assert points_of(placed(1, 2, 3, 4, 5), rules) == {0: 5, 1: 3, 2: 1, 3: Fraction(1, 2), 4: Fraction(1, 2)}


def test_who_shares_a_place_shares_the_points_of_the_places_they_fill():
    assert points_of(placed(1, 1, 3), PLAIN) == {0: 4, 1: 4, 2: 1}


def test_a_place_that_is_shared_says_what_its_places_bring_unless_they_all_bring_the_same():
    rules = replace(PLAIN, table=table(5, 3))
    history = earned({A: 1, B: 2, C: 2}, {A: 3, B: 1, C: 3, NEW: 2}, rules=rules)
    assert [tuple(shared) for shared in shared_places(history[C], history, rules)] == [(0, 2, [3, 0])]
    assert shared_places(history[A], history, rules) == []


def test_by_places_each_player_behind_is_a_point_and_coming_is_one():
    rules = replace(PLAIN, points="places")
    assert points_of(placed(1, 2, 2, 4), rules) == {0: 4, 1: Fraction(5, 2), 2: Fraction(5, 2), 3: 1}


def test_who_has_no_place_has_no_points_by_place_but_the_games_own_score():
    results = [EventResult(A, None, Fraction(40), 16), EventResult(B, 1), EventResult(C, 2, Fraction(-3), 2)]
    assert points_of(results, PLAIN) == {B: 5, C: 3}
    assert points_of(results, replace(PLAIN, points="score")) == {A: 40, C: -3}
    assert points_of(results, replace(PLAIN, points="average")) == {A: Fraction(5, 2), C: Fraction(-3, 2)}


@given(st.lists(st.integers(1, 6), min_size=1, max_size=8), st.sampled_from(["table", "places"]))
def test_an_event_gives_away_what_its_places_bring_however_they_are_shared(scores, points):
    rules = replace(PLAIN, points=points, coming=Fraction(1))
    results = [EventResult(player, 1 + sum(other > own for other in scores)) for player, own in enumerate(scores)]
    given_away = sum(rules.worth(place, players=len(scores)) for place in range(1, len(scores) + 1))
    assert sum(points_of(results, rules).values()) == given_away


@given(st.lists(st.integers(1, 6), min_size=1, max_size=8), st.sampled_from(["table", "places"]))
def test_shared_places_bring_together_what_those_who_share_them_have(scores, points):
    rules = replace(PLAIN, points=points, coming=Fraction(1))
    history = earned(
        {player: 1 + sum(other > own for other in scores) for player, own in enumerate(scores)}, rules=rules
    )
    for player, own in history.items():
        for shared in shared_places(own, history, rules):
            assert sum(shared.worths) == own[0].points * scores.count(scores[player])


def test_the_best_events_count_and_the_others_are_dropped():
    rules = replace(PLAIN, best=2)
    (row, *_) = standing(earned({A: 3, B: 1}, {A: 1}, {A: 1}, {A: 2, B: 1}, rules=rules), rules)
    assert (row.player, row.points, row.counted, len(row.earned)) == (A, 10, {1, 2}, 4)


def test_who_came_too_seldom_stands_below_all_others_without_a_place():
    rules = replace(PLAIN, least=2)
    rows = standing(earned({A: 1, B: 2}, {B: 3}, rules=rules), rules)
    assert [(row.player, row.rank, row.points) for row in rows] == [(B, 1, 4), (A, None, 5)]


@pytest.mark.parametrize(
    ("tie_break", "history", "first"),
    [
        ("wins", ({A: 1}, {A: 4, B: 2}, {B: 2}), None),  # 5 and 6: points decide
        ("wins", ({A: 1, C: 2}, {A: 3, B: 2}, {B: 2}), A),
        ("best", ({A: 1, C: 2}, {A: 3, B: 2}, {B: 2}), A),
        ("every", ({A: 2}, {B: 2}, {B: 2}), B),
        ("events", ({A: 1}, {A: 3, B: 2}, {B: 2, A: 4}), A),
        ("newest", ({A: 1}, {A: 3, B: 2}, {B: 2}), B),
    ],
)
def test_those_level_on_points_are_told_apart_by_the_chain_which_says_so(tie_break, history, first):
    rules = replace(PLAIN, chain=(tie_break,), best=1 if tie_break == "every" else None)
    rows = [row for row in standing(earned(*history, rules=rules), rules) if row.player != C]
    if first is None:
        assert (rows[0].player, rows[1].decided_by) == (B, None)
    else:
        assert (rows[0].player, rows[0].points == rows[1].points, rows[1].decided_by) == (first, True, tie_break)


def test_who_is_level_in_everything_shares_the_place():
    assert ranks(standing(earned({A: 1, B: 1, C: 3}), PLAIN)) == {A: 1, B: 1, C: 3}


@given(st.lists(st.permutations([A, B, C]), min_size=1, max_size=5), st.sampled_from([None, 1, 2, 3]))
def test_one_more_event_never_costs_anybody_points(events, best):
    rules = replace(PLAIN, best=best)
    history = [{player: place for place, player in enumerate(order, 1)} for order in events]
    before = {row.player: row.points for row in standing(earned(*history[:-1], rules=rules), rules)}
    after = {row.player: row.points for row in standing(earned(*history, rules=rules), rules)}
    assert all(after[player] >= points for player, points in before.items())


def test_rules_are_read_as_they_were_written():
    for points, events in product(POINTS_RULES, EVENTS):
        rules = SeasonRules(("vilnius",), events, points, table(7, 2), Fraction(1, 3), 4, 2, 9, TIE_BREAKS)
        assert read_rules(write_rules(rules)) == rules


# ---- What is still possible


def orders(people: Sequence[int]) -> Iterator[dict[int, int]]:
    """Every way in which some of them may be placed."""
    for count in range(len(people) + 1):
        for here in combinations(people, count):
            for scores in product(range(count), repeat=count):
                if set(scores) == set(range(len(set(scores)))):
                    yield {who: 1 + sum(other < own for other in scores) for who, own in zip(here, scores, strict=True)}


def continued(history: History, rules: SeasonRules, *events: Mapping[int, int], first: int) -> dict[int, list[Earned]]:
    found = {player: list(own) for player, own in history.items()}
    for event, places in enumerate(events, first):
        results = [EventResult(player, place) for player, place in places.items()]
        for player, points in points_of(results, rules).items():
            found.setdefault(player, []).append(Earned(event, places[player], points))
    return found


def chance_rules(chances: Random) -> SeasonRules:
    points = chances.choice([table(5, 3, 1), table(2, 1), table(1), table(4, 4, 2, 0)])
    return SeasonRules(
        table=points,
        coming=min(points[-1], Fraction(chances.randint(0, 1))),
        best=chances.choice([None, 1, 2, 3]),
        least=chances.choice([1, 1, 2, 3]),
        chain=tuple(chances.sample(TIE_BREAKS, chances.randint(0, 3))),
    )


def chance_history(chances: Random, rules: SeasonRules, *, events: int, people: Sequence[int]) -> History:
    ways = list(orders(people))
    history = earned(*(chances.choice(ways) for _ in range(events)), rules=rules)
    return {player: history.get(player, []) for player in people if player in history}


@pytest.mark.parametrize(("seed", "to_come"), [(0, 0), (1, 1), (2, 1), (4, 2), (3, 2)])
def test_the_places_still_possible_are_those_that_can_happen(seed, to_come):
    chances = Random(seed)
    for _ in range(2 if to_come == 2 else 6):
        rules = chance_rules(chances)
        people = [A, B] if to_come == 2 else [A, B, C]
        first = chances.randint(1, 4)
        history = chance_history(chances, rules, events=first, people=people)
        ways = list(orders([*people, NEW]))
        seen: dict[int, set[int | None]] = {player: set() for player in history}
        for events in product(ways, repeat=to_come):
            places = ranks(standing(continued(history, rules, *events, first=first), rules))
            for player in history:
                seen[player].add(places[player])
        for player, found in possible_places(history, rules, first=first, to_come=to_come, span=rules.span()).items():
            assert_bounds(found, seen[player])


def assert_bounds(found: PossiblePlaces, seen: set[int | None]) -> None:
    places = {place for place in seen if place}
    assert found.best == min(places, default=None)
    assert (found.worst == 1) == (seen == {1})
    if found.worst is not None:
        assert None not in seen and max(places) <= found.worst


@pytest.mark.parametrize(("seed", "to_come"), [(2, 1), (5, 1), (0, 2), (3, 2)])
def test_the_place_needed_makes_a_champion_whatever_happens_and_the_one_below_does_not(seed, to_come):
    chances = Random(seed)
    for _ in range(2 if to_come == 2 else 6):
        rules = chance_rules(chances)
        people = [A, B] if to_come == 2 else [A, B, C]
        first = chances.randint(1, 4)
        history = chance_history(chances, rules, events=first, people=people)
        ways = list(orders([*people, NEW]))
        told = possible_places(history, rules, first=first, to_come=to_come, span=rules.span())
        every = places_needed(history, rules, first=first, to_come=to_come, told=told)
        for player in history:
            needed = every.get(player)
            by_place: dict[int, set[bool]] = {}
            for events in product(ways, repeat=to_come):
                tonight = events[0]
                alone = player in tonight and list(tonight.values()).count(tonight[player]) == 1
                at = tonight[player] if alone else 0
                places = ranks(standing(continued(history, rules, *events, first=first), rules))
                by_place.setdefault(at, set()).add(places[player] == 1)
            if needed == 0:
                assert set().union(*by_place.values()) == {True}
            else:
                sure = {at for at, is_champion in by_place.items() if at and is_champion == {True}}
                # Of the table's last place all below are alike, though fewer people than that may be here.
                assert sure == {at for at in by_place if at and needed and at <= needed}
