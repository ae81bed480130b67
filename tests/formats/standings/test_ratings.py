"""Ratings from the places at finished tables."""

from hypothesis import given
from hypothesis import strategies as st

from tournaments.formats.standings.ratings import Rating, ratings

PEOPLE = "abcdefgh"


@st.composite
def tables(draw, least=2):
    sitting = draw(st.lists(st.sampled_from(PEOPLE), min_size=least, max_size=6, unique=True))
    ranks = [draw(st.integers(1, len(sitting))) for _ in sitting]
    return [(who, 1 + sum(other < rank for other in ranks)) for who, rank in zip(sitting, ranks, strict=True)]


evenings = st.lists(tables(), max_size=12)


def test_who_is_new_has_shown_nothing_yet():
    assert ratings([]) == {}
    assert Rating() == Rating(mu=25, sigma=25 / 3, games=0)
    assert Rating().ordinal == 0


def test_the_published_update_of_two_new_players():
    """By hand, from the paper: sigma² / c · ½ with c² = 2 sigma² + 2 beta², sigma² first grown by tau²."""
    variance = (25 / 3) ** 2 + (25 / 300) ** 2
    c = (2 * variance + 2 * (25 / 6) ** 2) ** 0.5
    step = variance / c / 2
    shrunk = (variance * (1 - variance**0.5 / c * variance / c**2 / 4)) ** 0.5
    found = ratings([[("a", 1), ("b", 2)]])
    assert abs(found["a"].mu - (25 + step)) < 1e-9
    assert abs(found["b"].mu - (25 - step)) < 1e-9
    assert abs(found["a"].sigma - shrunk) < 1e-9


def test_four_new_players_stand_in_the_order_of_their_places():
    found = ratings([[("a", 4), ("b", 2), ("c", 1), ("d", 3)]])
    assert sorted(found, key=lambda who: -found[who].ordinal) == ["c", "b", "d", "a"]
    assert {each.games for each in found.values()} == {1}


def test_two_who_share_the_first_place_stand_above_the_third():
    found = ratings([[("a", 1), ("b", 1), ("c", 3), ("d", 4)]])
    assert found["a"] == found["b"]
    assert found["a"].ordinal > found["c"].ordinal > found["d"].ordinal
    assert found["a"].mu > 25


def test_a_table_of_one_does_not_count():
    assert ratings([[("a", 1)], []]) == {}


def test_a_win_over_the_stronger_is_worth_more():
    strong = [[("b", 1), ("c", 2)]] * 5
    over_strong, over_weak = ratings([*strong, [("a", 1), ("b", 2)]]), ratings([*strong, [("a", 1), ("c", 2)]])
    assert over_strong["a"].mu > over_weak["a"].mu


@given(evenings, tables())
def test_the_winner_of_a_table_never_falls(earlier, last):
    winners = [who for who, place in last if place == 1]
    before, after = ratings(earlier), ratings([*earlier, last])
    if len(winners) == 1:
        (winner,) = winners
        old = before.get(winner, Rating())
        assert after[winner].mu > old.mu
        assert after[winner].ordinal > old.ordinal


@given(evenings, tables())
def test_the_lonely_last_of_a_table_never_rises(earlier, last):
    worst = max(place for _, place in last)
    losers = [who for who, place in last if place == worst]
    before, after = ratings(earlier), ratings([*earlier, last])
    if len(losers) == 1 and worst > 1:
        assert after[losers[0]].mu < before.get(losers[0], Rating()).mu


@given(st.integers(2, 6), st.integers(1, 10))
def test_equals_who_always_tie_stay_equal(seats, times):
    found = ratings([[(who, 1) for who in PEOPLE[:seats]]] * times)
    assert len({each.mu for each in found.values()}) == 1
    assert abs(found["a"].mu - 25) < 1e-9
    assert len({each.sigma for each in found.values()}) == 1
    assert found["a"].sigma < Rating().sigma


@given(tables())
def test_a_better_place_among_new_players_is_a_better_rating_and_a_shared_one_the_same(table):
    found = ratings([table])
    for one, place in table:
        for other, worse in table:
            if place < worse:
                assert found[one].ordinal > found[other].ordinal
            elif place == worse:
                assert abs(found[one].mu - found[other].mu) < 1e-9


@given(evenings, st.randoms(use_true_random=False))
def test_the_order_of_the_seats_does_not_matter(evening, random):
    turned = [random.sample(table, len(table)) for table in evening]
    assert ratings(turned) == ratings(evening)


@given(evenings, tables())
def test_a_table_concerns_only_those_who_sat_at_it_and_makes_them_surer(earlier, last):
    before, after = ratings(earlier), ratings([*earlier, last])
    sitting = dict(last)
    for who, rating in after.items():
        if who not in sitting:
            assert rating == before[who]
        else:
            old = before.get(who, Rating())
            assert rating.games == old.games + 1
            assert 0 < rating.sigma <= old.sigma
