from itertools import count

from scripts.failover.counting import Stored, Written, doubled, followers_back, late_writes, longest_gap, missing
from scripts.load.visitors.journal import Save, Seen


def save(revision: int, *, answered: float, table: int = 1) -> Save:
    return Save(table=table, revision=revision, due=0.0, answered=answered)


def seen(*arrivals: tuple[int, float], table: int | None = None) -> Seen:
    return Seen(table, 0, list(arrivals))


def written(*facts: tuple[str, int, float]) -> list[Written]:
    """By node, on its timeline, at a moment; answered at once."""
    numbers = count()
    return [Written(node, next(numbers), at, at + 0.1, timeline) for node, timeline, at in facts]


def test_a_gap_lies_between_two_answers():
    gap = longest_gap([1.0, 2.0, 9.0, 9.5], begin=0.0, end=10.0)
    assert (gap.began, gap.ended, gap.seconds) == (2.0, 9.0, 7.0)


def test_a_gap_begins_with_the_fault_and_lasts_to_the_end_if_nobody_is_answered_any_more():
    assert longest_gap([0.9, 4.0], begin=1.0, end=5.0).seconds == 3.0
    assert longest_gap([], begin=1.0, end=5.0).seconds == 4.0


def test_what_was_answered_and_is_not_there_is_missing():
    stored = [Stored(1, 1, 10), Stored(2, 1, 11)]
    assert missing([(1, 10), (2, 11)], stored) == 0
    assert missing([(1, 10), (1, 12), (2, 10)], stored) == 2


def test_a_deal_that_stands_there_twice_is_doubled_under_whatever_number():
    once = [Stored(1, 1, 10), Stored(1, 2, 11)]
    assert doubled(once, {1: 2}) == 0
    assert doubled([*once, Stored(1, 3, 12)], {1: 2}) == 1
    assert doubled([*once, Stored(1, 2, 12)], {1: 2}) == 1


def test_followers_are_back_when_the_last_has_the_first_save_after_the_gap():
    saves = [save(10, answered=1.0), save(11, answered=20.0), save(12, answered=21.0, table=2)]
    spectators = [seen((10, 1.5), (11, 20.5)), seen((12, 23.0)), seen((12, 21.5), table=2)]
    assert followers_back(saves, spectators, after=20.0) == 3.0


def test_who_follows_a_table_that_saved_nothing_afterwards_is_not_awaited():
    assert followers_back([save(11, answered=20.0)], [seen(table=2)], after=20.0) == 0.0


def test_followers_of_whom_one_never_hears_again_are_not_back():
    assert followers_back([save(11, answered=20.0)], [seen((10, 1.0))], after=20.0) is None


def test_primaries_one_after_the_other_are_no_fault_not_even_if_the_first_leads_again():
    assert late_writes(written(("n1", 1, 1.0), ("n2", 2, 5.0), ("n1", 3, 9.0))) == 0


def test_a_write_that_the_former_primary_takes_beside_the_new_one_is_late():
    assert late_writes(written(("n1", 1, 1.0), ("n2", 2, 5.0), ("n1", 1, 6.0), ("n2", 2, 7.0))) == 1


def test_a_write_that_was_begun_before_the_new_primary_answered_is_not_late():
    old = Written("n1", 1, began=4.0, answered=9.0, timeline=1)
    assert late_writes([old, *written(("n2", 2, 5.0))]) == 0
