"""What of a finished Vilnius table people tell on."""

from collections.abc import Sequence
from typing import cast

from scoring.deals import VilniusDeal
from scoring.games import GAMES
from scoring.statistics import Feat
from scoring.vilnius.game import QUOTAS
from scoring.vilnius.statistics import STORY_KINDS
from tests.scoring.hands import record
from tests.scoring.sheets import Deal, announce, whole_game

ROW = [announced for announced, times in enumerate(QUOTAS) for _ in range(times)]


def told(deals: Sequence[Deal | None], *, seats: int = 2, closed: bool = False) -> dict[tuple[str, int], Feat]:
    table = record("vilnius", deals, seats=seats, closed=closed)
    found = GAMES["vilnius"].counted(table, GAMES["vilnius"].score(table)).feats
    return {(each.kind, each.seat): each for each in found if each.kind in STORY_KINDS}


def both(ones: Sequence[tuple[int, int]], others: Sequence[tuple[int, int]]) -> list[Deal]:
    """What seat 1, who begins, and seat 0 announce and take."""
    pairs = zip(ones, others, strict=True)
    return [announce(1 - at, *each) for pair in pairs for at, each in enumerate(pair)]


def off(by: int = 1) -> list[tuple[int, int]]:
    return [(each, each + by if each + by <= 6 else each - by) for each in ROW]


def exact(but: Sequence[int] = ()) -> list[tuple[int, int]]:
    """All but those at these places of the sheet."""
    return [off()[place] if place in but else (each, each) for place, each in enumerate(ROW)]


def test_twelve_exact_announcements_are_told_and_eleven_are_not() -> None:
    found = told(both(exact(but=(0, 1, 3, 6)), exact(but=(0, 1, 3, 6, 7))))
    assert found["twelve-exact", 1].value == 12
    assert ("twelve-exact", 0) not in found


def test_rows_of_the_sheet_that_are_exact_from_end_to_end_are_told_with_their_last_deal() -> None:
    found = told(both(exact(but=(1,)), exact(but=(0, 6))))
    assert (found["all-of-a-row", 1].value, found["all-of-a-row", 1].deal) == (4, 19)
    assert (found["top-and-bottom", 1].value, found["top-and-bottom", 1].deal) == (2, 31)
    assert not {("all-of-a-row", 0), ("top-and-bottom", 0)} & found.keys()


def test_a_table_won_without_one_exact_announcement() -> None:
    assert told(both(off(), off(by=2)))["none-exact", 1].value == 16 * 8
    assert ("none-exact", 1) not in told(both(off(), off()))  # they share it


def test_a_table_won_on_exact_announcements_alone() -> None:
    one = [(0, 0), (1, 3), *off()[2:]]
    found = told(both(one, off()))
    assert found["by-exact", 1].value == 1


def test_a_comeback_is_told_as_somebody_slow_would_find_it() -> None:
    seen = 0
    for seed in range(120):
        deals = whole_game(seats=3, seed=seed)
        table = record("vilnius", deals, seats=3)
        result = GAMES["vilnius"].score(table)
        winners = [seat for seat in range(3) if result.seats[seat].place == 1]
        found = told(deals, seats=3)
        before = totals(table.deals[:-4])
        last = len(winners) == 1 and before[winners[0]] == min(before) < max(before)
        assert {seat for kind, seat in found if kind == "comeback"} == (set(winners) if last else set())
        ahead = [totals(table.deals[:end]) for end in range(3, 49)]
        led = len(winners) == 1 and all(sorted(each)[-2] < each[winners[0]] for each in ahead)
        assert {seat for kind, seat in found if kind == "led-throughout"} == (set(winners) if led else set())
        seen += last + led
    assert seen > 3


def totals(deals: Sequence[object]) -> list[int]:
    sums = [0, 0, 0]
    for each in cast("Sequence[VilniusDeal]", deals):
        sums[each.declarer] += 10 - 2 * abs(each.announced - each.taken)
    return sums


def test_nothing_is_told_of_a_table_that_was_closed_before_its_end() -> None:
    assert told(both(exact(), off())[:-1], closed=True) == {}
