"""Strengths from the places at finished tables, and how well they foretell the next."""

from random import Random

from hypothesis import given
from hypothesis import strategies as st
from openskill.models import BradleyTerryPart

from tournaments.formats.ratings import (
    BETA,
    BETAS,
    COIN,
    DRIFT,
    MEAN,
    NEW,
    SIGMA,
    Forecasts,
    Strength,
    chance,
    fitted,
    fitted_shrink,
    foretold,
    rated,
    replayed,
    steps,
)

PEOPLE = range(8)
A, B, C, D = range(4)


@st.composite
def tables(draw, least=2):
    sitting = draw(st.lists(st.sampled_from(PEOPLE), min_size=least, max_size=6, unique=True))
    ranks = [draw(st.integers(1, len(sitting))) for _ in sitting]
    return [(who, 1 + sum(other < rank for other in ranks)) for who, rank in zip(sitting, ranks, strict=True)]


evenings = st.lists(tables(), max_size=12)
strengths = st.builds(Strength, st.floats(1200, 1800), st.floats(10, 82), st.integers(1, 99))


def test_who_is_new_has_shown_nothing_yet():
    assert replayed([]) == {}
    assert Strength() == NEW == (MEAN, SIGMA, 0)


@given(tables(), st.lists(strengths, min_size=8, max_size=8), st.sampled_from(BETAS))
def test_a_table_moves_everybody_as_openskill_says(table, known, beta):
    peer = BradleyTerryPart(mu=MEAN, sigma=SIGMA, beta=beta, tau=DRIFT, limit_sigma=True, window_size=99)
    teams = [[peer.rating(mu=known[who].mu, sigma=known[who].sigma)] for who, _ in table]
    theirs = peer.rate(teams, ranks=[float(place) for _, place in table])
    ours = rated(table, dict(enumerate(known)), beta=beta)
    for (who, _), (their,) in zip(table, theirs, strict=True):
        assert abs(ours[who].mu - their.mu) < 1e-6 and abs(ours[who].sigma - their.sigma) < 1e-6
        assert ours[who].tables == known[who].tables + 1


def test_two_who_share_the_first_place_stand_above_the_third():
    found = replayed([[(A, 1), (B, 1), (C, 3), (D, 4)]])
    assert found[A] == found[B]
    assert found[A].mu > MEAN > found[C].mu > found[D].mu


def test_a_table_of_one_does_not_count():
    assert replayed([[(A, 1)], []]) == {}


def test_a_win_over_the_stronger_is_worth_more():
    strong = [[(B, 1), (C, 2)]] * 5
    assert replayed([*strong, [(A, 1), (B, 2)]])[A].mu > replayed([*strong, [(A, 1), (C, 2)]])[A].mu


@given(evenings, tables())
def test_the_winner_of_a_table_never_falls_and_the_lonely_last_never_rises(earlier, last):
    before, after = replayed(earlier), replayed([*earlier, last])
    places = [place for _, place in last]
    for who, place in last:
        moved = after[who].mu - before.get(who, NEW).mu
        assert moved > 0 or place > 1 or places.count(1) > 1
        assert moved < 0 or place < max(places) or places.count(place) > 1


@given(evenings, st.randoms(use_true_random=False))
def test_the_order_of_the_seats_does_not_matter(evening, random):
    assert replayed([random.sample(table, len(table)) for table in evening]) == replayed(evening)


@given(evenings, evenings)
def test_carrying_on_from_what_is_known_is_the_same_as_beginning_anew(earlier, later):
    assert replayed(later, before=replayed(earlier)) == replayed([*earlier, *later])


@given(evenings, tables())
def test_a_table_concerns_only_those_who_sat_at_it_and_makes_them_no_less_sure(earlier, last):
    before, after = replayed(earlier), replayed([*earlier, last])
    for who, found in after.items():
        if who in dict(last):
            old = before.get(who, NEW)
            assert found.tables == old.tables + 1 and 0 < found.sigma <= old.sigma
        else:
            assert found == before[who]


@given(evenings, tables(), st.sampled_from(BETAS))
def test_a_change_is_the_sum_of_what_each_other_at_the_table_was_worth(earlier, last, beta):
    before = replayed(earlier, beta=beta)
    after = rated(last, before, beta=beta)
    for who, _ in last:
        made_of = steps(who, last, before, beta=beta)
        assert {step.other for step in made_of} == dict(last).keys() - {who}
        assert abs(sum(step.moved for step in made_of) - (after[who].mu - before.get(who, NEW).mu)) < 1e-9


def played(seed, *, spread, count):
    """Tables of two to six of a club of thirty, whose real strengths lie so far apart beside one game's luck of 1."""
    chances = Random(seed)
    real = [chances.gauss(0, spread) for _ in range(30)]
    for _ in range(count):
        found = {
            who: real[who] + chances.gauss(0, 1) for who in chances.sample(range(30), chances.choice([2, 3, 4, 6]))
        }
        yield [(who, 1 + sum(other > shown for other in found.values())) for who, shown in found.items()]


def test_where_all_is_luck_nothing_is_said_and_where_there_is_strength_it_is_foretold():
    assert not foretold(list(played(1, spread=0, count=400)), beta=328).is_better_than_a_coin
    told = foretold(list(played(1, spread=0.7, count=400)))
    assert told.is_better_than_a_coin and told.mean_loss < COIN - 0.03


def test_what_is_said_with_seventy_per_cent_happens_about_so_often():
    told = foretold(list(played(2, spread=0.7, count=2000)))
    for found in told.bins[:4]:
        assert found.count > 100 and abs(found.said - found.happened) / found.count < 0.06


def test_shrunk_as_fitted_on_earlier_tables_forecasts_are_no_surer_than_what_happens():
    tables = [list(played(seed, spread=1.0, count=1600)) for seed in range(40, 44)]
    plain, shrunk = Forecasts(), Forecasts()
    for each in tables:
        beta = fitted(each[:1000])
        shrink, before = fitted_shrink(each[:1000], beta=beta), replayed(each[:1000], beta=beta)
        assert 0.7 <= shrink <= 1
        plain = plain.plus(foretold(each[1000:], beta=beta, before=before))
        shrunk = shrunk.plus(foretold(each[1000:], beta=beta, shrink=shrink, before=before))

    def too_sure(told: Forecasts) -> float:
        return sum(each.said - each.happened for each in told.bins[1:4]) / sum(each.count for each in told.bins[1:4])

    assert shrunk.loss < plain.loss
    assert abs(too_sure(shrunk)) < too_sure(plain) * 2 / 3


def test_nothing_is_shrunk_by_a_few_tables():
    assert fitted_shrink(list(played(5, spread=1.0, count=60)), beta=BETAS[0]) == 1.0


def test_the_more_luck_the_larger_the_beta_that_fits():
    assert fitted(list(played(3, spread=1.5, count=300))) < fitted(list(played(3, spread=0.2, count=300)))
    assert fitted(list(played(3, spread=1.5, count=10))) == BETA


def test_a_forecast_counts_for_the_favourite_and_a_shared_place_as_half():
    told = Forecasts()
    for expected, scored in [(0.72, 1.0), (0.28, 1.0), (0.25, 0.5)]:
        told.add(expected, scored)
    assert [found.count for found in told.bins] == [0, 0, 3, 0, 0]
    assert told.bins[2].happened == 1.5 and abs(told.bins[2].said - 2.19) < 1e-9


def test_chances_of_two_add_up_to_one():
    strong, weak = Strength(1600, 40, 9), Strength(1450, 80, 2)
    assert chance(strong, weak, beta=BETA) > 0.5
    assert abs(chance(strong, weak, beta=BETA) + chance(weak, strong, beta=BETA) - 1) < 1e-12
