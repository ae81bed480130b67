"""Chances at a table of announcements: against every way it can come out, and against what then happens."""

from collections.abc import Sequence
from itertools import product
from math import prod
from random import Random

import pytest

from scoring.deals import VilniusDeal
from scoring.games import GAMES
from scoring.result import RecordedTable
from scoring.vilnius.game import VILNIUS, AnnouncementGame
from scoring.win_probability.sheets import Odds, before_all, sheet_course
from tests.scoring.sheets import whole_game

TINY = AnnouncementGame(
    key="tiny", max_seats=4, quotas=(1, 2, 1), exact_points=10, off_points=2, trumps=(), records_trump=False
)
ODDS: Odds = ((0.6, 0.3, 0.1), (0.25, 0.5, 0.25), (0.05, 0.25, 0.7))

BEFORE: Odds = [before_all(announced, 6) for announced in range(7)]


def played(seats: int, seed: int, odds: Odds = ODDS) -> RecordedTable:
    """A whole tiny game whose tricks come as the odds say."""
    random = Random(seed)
    orders = [random.sample([0, 1, 1, 2], 4) for _ in range(seats)]
    deals = []
    for lap, seat in product(range(4), range(seats)):
        announced = orders[seat][lap]
        deals.append(VilniusDeal(seat, announced, None, random.choices(range(3), odds[announced])[0]))
    return RecordedTable(seats, 0, {}, tuple(deals))


def shares(ends: Sequence[tuple[int, int]]) -> list[float]:
    return [(end == max(ends)) / ends.count(max(ends)) for end in ends]


def ends_of(seats: int, deals: Sequence[VilniusDeal]) -> list[tuple[int, int]]:
    own = [[deal for deal in deals if deal.declarer == seat] for seat in range(seats)]
    return [
        (sum(TINY.points(each.announced, each.taken) for each in mine), sum(d.announced == d.taken for d in mine))
        for mine in own
    ]


def by_brute_force(table: RecordedTable, deals: Sequence[VilniusDeal], *, made: int) -> list[float]:
    """Every way in which the deals after the first ``made`` can come out."""
    found = [0.0] * table.seats
    for tricks in product(range(3), repeat=len(deals) - made):
        ahead = [VilniusDeal(d.declarer, d.announced, None, t) for d, t in zip(deals[made:], tricks, strict=True)]
        weight = prod(ODDS[deal.announced][deal.taken] for deal in ahead)
        for seat, share in enumerate(shares(ends_of(table.seats, [*deals[:made], *ahead]))):
            found[seat] += weight * share
    return found


@pytest.mark.parametrize(("seats", "made"), [(2, 2), (2, 7), (3, 6), (3, 9), (4, 10), (4, 13)])
def test_a_chance_is_the_share_of_all_ways_it_can_come_out(seats: int, made: int) -> None:
    table = played(seats, seed=seats)
    deals = [deal for deal in table.deals if isinstance(deal, VilniusDeal)]
    chances = sheet_course(TINY, table, ODDS).steps[made].chances
    assert chances == pytest.approx(by_brute_force(table, deals, made=made))


@pytest.mark.parametrize("seats", [2, 4])
def test_chances_add_up_to_one_after_every_deal_and_are_even_before_the_first(seats: int) -> None:
    table = RecordedTable(seats, 0, {}, VILNIUS.read_deals(whole_game(seats=seats, seed=3), seats=seats))
    steps = sheet_course(VILNIUS, table, BEFORE).steps
    assert [step.deal for step in steps] == list(range(16 * seats + 1))
    assert all(sum(step.chances) == pytest.approx(1) for step in steps)
    assert steps[0].chances == pytest.approx([1 / seats] * seats)


def test_once_nobody_can_catch_up_the_winner_is_certain_and_the_others_have_no_chance() -> None:
    table = RecordedTable(3, 0, {}, VILNIUS.read_deals(whole_game(seats=3, seed=8), seats=3))
    steps = sheet_course(VILNIUS, table, BEFORE).steps
    decided = 0
    for step in steps[1:]:
        result = GAMES["vilnius"].score(RecordedTable(3, 0, {}, table.deals[: step.deal]))
        for seat, each in zip(range(3), result.seats, strict=True):
            assert each.sheet
            if each.sheet.has_won:
                decided += 1
                assert step.chances[seat] == pytest.approx(1)
            if not each.sheet.can_win:
                assert step.chances[seat] == pytest.approx(0)
    assert decided


def test_the_chance_of_two_last_announcements_is_worked_out_by_hand() -> None:
    """Seat 0 has 30 points, seat 1 has 28; each has one announcement of 1 left, exact half of the time, else worth 8.
    Seat 1 draws level, at 38 and three exact ones, where it alone is exact: in a quarter, of which each has half.
    """
    kinds = [(0, 0), (1, 1), (2, 2)]
    made = [
        VilniusDeal(seat, kind, None, 1 if (seat, kind) == (1, 2) else taken)
        for kind, taken in kinds
        for seat in (0, 1)
    ]
    rest = [VilniusDeal(seat, 1, None, 1) for seat in (0, 1)]
    steps = sheet_course(TINY, RecordedTable(2, 0, {}, (*made, *rest)), ODDS).steps
    assert steps[6].chances == pytest.approx([1 - 0.25 / 2, 0.25 / 2])


def test_a_first_place_is_shared() -> None:
    deals = tuple(VilniusDeal(seat, kind, None, kind) for kind in (0, 1, 1, 2) for seat in (0, 1, 2))
    assert sheet_course(TINY, RecordedTable(3, 0, {}, deals), ODDS).steps[-1].chances == pytest.approx([1 / 3] * 3)


def test_a_voided_deal_is_no_step() -> None:
    table = played(2, seed=1)
    with_void = RecordedTable(2, 0, {}, (table.deals[0], None, *table.deals[1:]))
    steps = sheet_course(TINY, with_void, ODDS).steps
    assert [step.deal for step in steps] == [0, 1, 3, 4, 5, 6, 7, 8, 9]
    assert [step.chances for step in steps] == [step.chances for step in sheet_course(TINY, table, ODDS).steps]


def test_what_is_said_with_so_many_per_cent_happens_that_often() -> None:
    said: dict[int, list[float]] = {}
    for seed in range(1500):
        steps = sheet_course(TINY, played(3, seed), ODDS).steps
        for seat, chance in enumerate(steps[5].chances):
            said.setdefault(int(chance * 5), []).append(steps[-1].chances[seat] - chance)
    assert all(abs(sum(off) / len(off)) < 0.03 for off in said.values() if len(off) > 200)
    assert sum(len(off) > 200 for off in said.values()) >= 3


def test_the_stake_is_how_far_the_chance_hangs_on_the_tricks() -> None:
    """One announcement each is left: 1 exact ends level, and so does the other's."""
    rest = [VilniusDeal(seat, kind, None, kind) for kind in (0, 1) for seat in (0, 1)]
    deals = (*rest, *(VilniusDeal(seat, kind, None, kind) for seat in (0, 1) for kind in (1, 2)))
    steps = sheet_course(TINY, RecordedTable(2, 0, {}, deals), ODDS).steps
    table = RecordedTable(2, 0, {}, deals)
    chances = []
    for taken in range(3):
        other = (*deals[:4], VilniusDeal(0, 1, None, taken), *deals[5:])
        chances.append(by_brute_force(table, other, made=5)[0])
    mean = sum(chance * share for chance, share in zip(chances, ODDS[1], strict=True))
    spread = sum(share * (chance - mean) ** 2 for chance, share in zip(chances, ODDS[1], strict=True)) ** 0.5
    assert steps[5].stake == pytest.approx(spread)
    assert steps[6].stake is None  # nothing else was left to announce
