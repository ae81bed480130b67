"""What somebody makes of announcements beside the others: by hand, and against dice."""

from random import Random

import pytest

from scoring.game import read_table
from scoring.statistics import Counts, added
from scoring.vilnius.game import VILNIUS
from scoring.win_probability.skill import LEAST, WIDE, SkillAccount, accounts, telling
from tests.scoring.sheets import whole_game


def found(own: Counts, others: Counts) -> dict[tuple[str, str], SkillAccount]:
    return {(each.about, each.part): each for each in accounts(VILNIUS, own, added(own, others))}


def test_an_account_is_reckoned_by_hand() -> None:
    """The others always make 5 exactly; one's own are two exact and two by two tricks less."""
    own, others = {"tricks:4.4.5.5": 2, "tricks:4.4.5.3": 2}, {"tricks:4.4.5.5": 10**9}
    account = found(own, others)["announced", "5"]
    assert (account.count, account.others) == (4, 10**9)
    assert account.mean == pytest.approx((2 * 10 + 2 * 6) / 4 - 10)
    spread = 4 * 2**2 / 3  # 0, 0, −4, −4 about their mean
    assert account.band == pytest.approx(WIDE * (spread / 4) ** 0.5)


def test_what_others_make_in_a_wider_group_counts_where_the_narrow_one_has_little() -> None:
    own = {"tricks:4.1.5.5": 30}
    near = found(own, {"tricks:4.4.5.5": 1000})["all", ""].mean
    far = found(own, {"tricks:4.4.5.1": 1000})["all", ""].mean
    assert near < 0.5 < 5 < far


def test_a_forced_choice_and_each_trump_have_accounts_of_their_own_once_the_others_have_played() -> None:
    own = {"tricks:4.1.6.2": 1, "tricks:4.4.3.3": 1, "trump-tricks:S.3.3": 1, "trump-tricks:NT.6.2": 1}
    assert found(own, {"tricks:4.4.3.3": 399}) == {}
    assert set(found(own, {"tricks:4.4.3.3": 400})) == {
        ("all", ""),
        ("announced", "3"),
        ("announced", "6"),
        ("choice", "1"),
        ("trump", "NT"),
        ("trump", "S"),
    }


def test_who_plays_as_all_others_is_told_nothing_nineteen_times_of_twenty() -> None:
    random, told = Random(5), 0
    others = added(*[{f"tricks:4.4.{n}.{n}": 600, f"tricks:4.4.{n}.{n - 1}": 400} for n in range(1, 6)])
    for _ in range(200):
        own: Counts = added(
            *[{f"tricks:4.4.{n}.{n - (random.random() < 0.4)}": 1} for n in range(1, 6) for _ in range(40)]
        )
        told += bool(telling(accounts(VILNIUS, own, added(own, others)), most=3))
    assert told <= 20


def test_at_most_so_many_are_told_and_the_dearest_first() -> None:
    bad = {f"tricks:4.4.{n}.0": 3 * n for n in (3, 4, 5, 6)} | {"tricks:4.4.6.0": 40}
    others = {f"tricks:4.4.{n}.{n}": 1000 for n in range(7)}
    told = telling(list(found({**bad, "tricks:4.4.5.0": LEAST}, others).values()), most=3)
    assert [(each.about, each.part) for each in told] == [("all", ""), ("announced", "6"), ("announced", "5")]
    assert told[0].mean < 0


def test_counts_by_choice_follow_the_sheet() -> None:
    deals = whole_game(seats=2, seed=1)
    table = read_table(VILNIUS, {"seats": 2, "deals": deals})
    (_, own) = VILNIUS.counted(table, VILNIUS.score(table)).seats
    assert sum(count for key, count in own.items() if key.startswith("tricks:2.")) == 16
    assert any(key.startswith("tricks:2.1.") for key in own)
    assert sum(count for key, count in own.items() if key.startswith("trump-tricks:H.")) == 16
