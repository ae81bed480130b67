"""Tables of three and four, who waits, and whom it takes of those who come if they are needed."""

from collections import Counter
from datetime import UTC, datetime, timedelta

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tournaments.formats.calendar import attendance, called, sizes_of, tables_of

LONG_AGO = datetime(2026, 1, 1, tzinfo=UTC)
COUNTS = st.integers(0, 60)
ROOMS = st.none() | st.integers(0, 60)


@pytest.mark.parametrize(
    ("people", "sizes", "more", "then"),
    [
        (0, [], 0, []),
        (1, [], 2, [3]),
        (2, [], 1, [3]),
        (3, [3], 1, [4]),
        (5, [], 1, [3, 3]),
        (13, [4, 3, 3, 3], 3, [4, 4, 4, 4]),
        (16, [4, 4, 4, 4], 0, []),
    ],
)
def test_so_many_people_make_these_tables_and_so_many_more_better_ones(people, sizes, more, then):
    found = tables_of(people)
    assert (found.sizes, found.more, found.then) == (sizes, more, then)


def test_nobody_is_looked_for_who_would_have_no_place():
    assert tables_of(13, most=15).more == 0
    assert tables_of(13, most=16).more == 3


@given(COUNTS, COUNTS, ROOMS, st.booleans())
def test_everybody_who_comes_is_in_or_waits_in_the_order_in_which_they_said_so(yes, offers, most, is_decided):
    said, offered = list(range(yes)), list(range(yes, yes + offers))
    found = attendance(said, offered, most=most, is_decided=is_decided)
    assert [*found.coming, *found.waiting] == said
    assert len(found.coming) == (yes if most is None else min(yes, most))
    assert (found.offered, found.released) == ((), offered) if is_decided else (offered, ())


def faults(people: int) -> tuple[bool, int]:
    return people > 0 and not sizes_of(people), sizes_of(people).count(3)


@given(COUNTS, st.integers(0, 8), ROOMS)
def test_as_few_are_called_as_make_the_best_tables_that_can_be_had(yes, offers, most):
    found = attendance(list(range(yes)), list(range(yes, yes + offers)), most=most)
    here, more = len(found.coming), len(called(found, {}))
    possible = [each for each in range(offers + 1) if each == 0 or most is None or here + each <= most]
    assert more in possible
    assert all(faults(here + more) <= faults(here + each) for each in possible)
    assert all(faults(here + more) < faults(here + each) for each in range(more))


def test_whoever_waits_for_a_place_is_never_passed_over():
    assert called(attendance([1, 2, 3, 4, 5], [6, 7], most=4), {}) == []


@given(st.integers(1, 40), st.permutations(range(100, 106)), st.dictionaries(st.integers(100, 105), st.integers(0, 5)))
def test_whoever_was_called_longest_ago_is_called_first(yes, offered, weeks):
    last = {player: LONG_AGO + timedelta(weeks=week) for player, week in weeks.items()}
    found = attendance(list(range(yes)), offered)
    chosen = called(found, last)
    left = [player for player in offered if player not in chosen]
    never = LONG_AGO - timedelta(weeks=1)
    assert all(last.get(one, never) <= last.get(other, never) for one in chosen for other in left)


def test_over_a_season_those_who_always_offer_it_are_called_equally_often():
    last: dict[int, datetime] = {}
    times: Counter[int] = Counter()
    for week in range(24):
        chosen = called(attendance(list(range(7)), [100, 101, 102]), last)
        last |= dict.fromkeys(chosen, LONG_AGO + timedelta(weeks=week))
        times.update(chosen)
    assert times == {100: 8, 101: 8, 102: 8}
