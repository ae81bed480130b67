"""Who gets which prize: examples, laws, and a search over everything that could have been given."""

from collections.abc import Iterator, Sequence
from fractions import Fraction
from itertools import product
from random import Random

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tournaments.formats.prizes import Award, Contender, Prize, PrizeRules, awards, rises_at

JUNIOR, NEWCOMER = 1, 2
ALL = (None, JUNIOR, NEWCOMER)
BY_PLACE = PrizeRules(shared=False)


def person(who: str, place: int, *categories: int, points: int | None = None, tables: int = 4) -> Contender:
    return Contender(who, place, None if points is None else Fraction(points), tables, frozenset(categories))


def given_to(found: Sequence[Award]) -> list[tuple[tuple[int, ...], str, int]]:
    return [(award.prizes, "".join(map(str, award.holders)), award.amount) for award in found]


def test_the_prizes_of_a_category_go_to_its_first_and_second():
    people = [person("a", 1), person("b", 2, JUNIOR), person("c", 3, JUNIOR)]
    prizes = [Prize(50), Prize(30), Prize(20, JUNIOR), Prize(10, JUNIOR)]
    assert given_to(awards(people, prizes, PrizeRules(one_each=False))) == [
        ((0,), "a", 50), ((1,), "b", 30), ((2,), "b", 20), ((3,), "c", 10),
    ]  # fmt: skip


def test_who_could_have_two_keeps_the_more_valuable_one_and_the_next_move_up():
    people = [person("a", 1, JUNIOR), person("b", 2, JUNIOR), person("c", 3)]
    best_junior, second = awards(people, [Prize(40, JUNIOR), Prize(30)], PrizeRules())
    assert (best_junior.holders, second.holders) == (("a",), ("b",))
    assert (second.why, second.rank, second.passed) == ("won", 2, (("a", 0),))


def test_those_level_on_points_share_what_their_places_bring_and_nobody_gets_the_rest():
    people = [person("a", 1, points=9), person("b", 2, points=9), person("c", 3, points=7)]
    (shared,) = awards(people, [Prize(50), Prize(25)], PrizeRules())
    assert (shared.prizes, shared.holders, shared.why, shared.amount, shared.left) == (
        (0, 1),
        ("a", "b"),
        "shared",
        37,
        1,
    )
    first, second = awards(people, [Prize(50), Prize(25)], BY_PLACE)
    assert (first.holders, second.holders) == (("a",), ("b",))


def test_where_places_decide_those_who_share_a_place_still_share_the_prize():
    (shared,) = awards([person("a", 1, points=9), person("b", 1, points=9)], [Prize(9)], BY_PLACE)
    assert (shared.holders, shared.amount, shared.left) == (("a", "b"), 4, 1)


def test_a_share_that_is_worth_less_is_left_for_a_whole_prize():
    people = [person("a", 1, JUNIOR, points=9), person("b", 2, points=9)]
    assert given_to(awards(people, [Prize(100), Prize(80, JUNIOR)], PrizeRules())) == [
        ((0,), "b", 100),
        ((1,), "a", 80),
    ]


def test_who_played_at_too_few_tables_gets_none_and_is_named():
    people = [person("a", 1, tables=1), person("b", 2, tables=2), person("c", 3)]
    first, second = awards(people, [Prize(5), Prize(3)], PrizeRules(least_tables=2))
    assert (first.holders, first.rank, first.too_few) == (("b",), 1, ("a",))
    assert (second.holders, second.rank, second.too_few) == (("c",), 2, ("a",))


def test_a_prize_that_nobody_gets_says_why():
    people = [person("a", 1, JUNIOR), person("b", 2, NEWCOMER, tables=1)]
    prizes = [Prize(5), Prize(0, JUNIOR), Prize(0, NEWCOMER), Prize(0, 3)]
    found = awards(people, prizes, PrizeRules(least_tables=2))
    assert [award.why for award in found] == ["won", "none-left", "too-few-tables", "nobody"]
    assert found[2].too_few == ("b",)


@pytest.mark.parametrize("prizes", [[Prize(-1)], [Prize(5), Prize(9, JUNIOR), Prize(6)]])
def test_a_list_that_contradicts_itself_is_an_error(prizes: list[Prize]):
    with pytest.raises(ValueError, match="is worth"):
        awards([], prizes, PrizeRules())


def test_it_is_told_which_prize_is_worth_more_than_the_one_before_it():
    assert rises_at([Prize(5), Prize(9, JUNIOR), Prize(6)]) == 2
    assert rises_at([Prize(5), Prize(9, JUNIOR), Prize(5)]) is None


def random_list(chance: Random) -> tuple[list[Contender], list[Prize], PrizeRules]:
    points = sorted((chance.randrange(6) for _ in range(chance.randrange(7))), reverse=True)
    pointed, place, people = chance.random() < 0.7, 0, []
    for at, own in enumerate(points):
        shares = at and own == points[at - 1] and chance.random() < 0.4
        place = place if shares else at + 1
        categories = [category for category in ALL[1:] if chance.random() < 0.4]
        people.append(person(f"{at}", place, *categories, points=own if pointed else None, tables=chance.randrange(4)))
    prizes: list[Prize] = []
    for _ in range(chance.randrange(6)):
        category = chance.choice(ALL)
        before = [prize.value for prize in prizes if prize.category == category]
        prizes.append(Prize(chance.randrange(before[-1] + 1 if before else 40), category))
    rules = PrizeRules(chance.random() < 0.7, chance.random() < 0.5, chance.randrange(3))
    return people, prizes, rules


Step = tuple[int, int, tuple[int, ...], frozenset[str]]
"""What each gets, the prize that stands first (negative, so that more is better), the prizes, and to whom."""


def every_giving(
    people: list[Contender], prizes: list[Prize], rules: PrizeRules, given: tuple[Step, ...] = ()
) -> Iterator[tuple[Step, ...]]:
    """All ways to give the prizes away one after another, in whichever order of categories."""
    gone = {index for step in given for index in step[2]}
    ended = True
    for category in {prize.category for prize in prizes}:
        open_prizes = [at for at, prize in enumerate(prizes) if prize.category == category and at not in gone]
        has_one = {
            who for step in given for who in step[3] if rules.one_each or prizes[step[2][0]].category == category
        }
        line = [
            one for one in people
            if one.id not in has_one and one.tables >= rules.least_tables
            and (category is None or category in one.categories)
        ]  # fmt: skip
        if not open_prizes or not line:
            continue
        ended = False
        on_points = rules.shared and line[0].points is not None
        key = "points" if on_points else "place"
        level = [one for one in line if getattr(one, key) == getattr(line[0], key)]
        covered = tuple(open_prizes[: len(level)])
        each = sum(prizes[at].value for at in covered) // len(level)
        step = (each, -covered[0], covered, frozenset(str(one.id) for one in level))
        yield from every_giving(people, prizes, rules, (*given, step))
    if ended:
        yield given


def only_stable(people: list[Contender], prizes: list[Prize], rules: PrizeRules) -> list[tuple[int | None, ...]]:
    """Of all ways to give each prize to somebody or nobody those that nobody has a claim against: being ahead of
    whoever has the prize, and having no other one, or one that comes later in value and list.
    """

    def claims(at: int, who: int) -> bool:
        category = prizes[at].category
        return people[who].tables >= rules.least_tables and (category is None or category in people[who].categories)

    ways = product(*([None, *(who for who in range(len(people)) if claims(at, who))] for at in range(len(prizes))))
    stable = []
    for way in ways:
        holders = [who for who in way if who is not None]
        if len(set(holders)) < len(holders):
            continue
        worth = {who: (-prizes[at].value, at) for at, who in enumerate(way) if who is not None}
        envied = any(
            claims(at, who)
            and (holder is None or who < holder)
            and (who not in worth or worth[who] > (-prizes[at].value, at))
            for (at, holder), who in product(enumerate(way), range(len(people)))
        )
        if not envied:
            stable.append(way)
    return stable


@pytest.mark.flood
@pytest.mark.parametrize("hundred", range(50))
def test_of_all_ways_to_give_them_away_it_is_the_one_that_gives_most_first(hundred: int):
    for number in range(100):
        chance = Random(100 * hundred + number)
        people, prizes, rules = random_list(chance)
        found = awards(people, prizes, rules)
        best = max(every_giving(people, prizes, rules), key=lambda way: [step[:2] for step in way])
        told = {
            (award.amount, -award.prizes[0], award.prizes, frozenset(award.holders)) for award in found if award.holders
        }
        assert told == set(best), (people, prizes, rules)


@pytest.mark.flood
@pytest.mark.parametrize("hundred", range(50))
def test_where_nobody_is_level_it_is_the_only_way_that_nobody_has_a_claim_against(hundred: int):
    for number in range(100):
        chance = Random(100 * hundred + number)
        people, prizes, rules = random_list(chance)
        people = [Contender(one.id, at, None, one.tables, one.categories) for at, one in enumerate(people[:4], start=1)]
        rules, prizes = PrizeRules(least_tables=rules.least_tables), prizes[:4]
        at = {one.id: index for index, one in enumerate(people)}
        found = awards(people, prizes, rules)
        holders = tuple(at[award.holders[0]] if award.holders else None for award in found)
        assert only_stable(people, prizes, rules) == [holders], (people, prizes, rules)


@given(st.integers(0, 10**9))
def test_every_prize_is_told_once_and_nothing_is_lost_or_made_up(seed: int):
    people, prizes, rules = random_list(Random(seed))
    found = awards(people, prizes, rules)
    assert sorted(index for award in found for index in award.prizes) == list(range(len(prizes)))
    for award in found:
        pool = sum(prizes[index].value for index in award.prizes)
        assert award.amount * len(award.holders) + award.left == (pool if award.holders else 0)
        assert 0 <= award.left < max(1, len(award.holders))
    if rules.one_each:
        holders = [who for award in found for who in award.holders]
        assert len(holders) == len(set(holders))


@given(st.integers(0, 10**9))
def test_who_is_in_no_category_gets_nothing_more_by_a_prize_of_one(seed: int):
    people, prizes, rules = random_list(Random(seed))
    for award in awards(people, prizes, rules):
        category = prizes[award.prizes[0]].category
        of = [one for one in people if one.id in award.holders]
        assert all(category is None or category in one.categories for one in of)
        assert all(one.tables >= rules.least_tables for one in of)
