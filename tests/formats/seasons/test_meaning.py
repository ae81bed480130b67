"""What one event has meant for its season."""

from dataclasses import replace
from fractions import Fraction
from itertools import product

from tests.formats.seasons.test_seasons import NEW, PLAIN, A, B, C, History, continued, earned, orders
from tournaments.formats.seasons.possible_places import Meaning, meaning
from tournaments.formats.seasons.standing import standing

SPAN = PLAIN.span()
HISTORY = ({A: 1, B: 2}, {B: 1, C: 2}, {B: 1, A: 2})


def test_it_says_who_led_before_and_leads_now_and_by_how_much():
    first, second, third = (
        meaning(earned(*HISTORY), PLAIN, span=SPAN, event=event, to_come=None) for event in range(3)
    )
    assert first == Meaning((), (A,), Fraction(2))
    assert second == Meaning((A,), (B,), Fraction(3))
    assert third == Meaning((B,), (B,), Fraction(5))


def test_what_later_events_brought_is_not_known_yet():
    assert meaning(earned(*HISTORY), PLAIN, span=SPAN, event=1, to_come=None) == meaning(
        earned(*HISTORY[:2]), PLAIN, span=SPAN, event=1, to_come=None
    )


def test_who_leads_when_nothing_is_to_come_is_champion():
    found = meaning(earned(*HISTORY), PLAIN, span=SPAN, event=2, to_come=0)
    assert found and found.is_over and found.is_sure and found.leaders == (B,)


def test_where_nobody_came_often_enough_nobody_leads():
    assert meaning(earned(*HISTORY), replace(PLAIN, least=4), span=SPAN, event=2, to_come=1) is None


def may_be_champion(history: History, *, first: int, to_come: int) -> set[int]:
    """By everything that can happen."""
    every = product(orders([A, B, NEW]), repeat=to_come)
    tables = [standing(continued(history, PLAIN, *events, first=first), PLAIN) for events in every]
    return {row.player for rows in tables for row in rows if row.rank == 1} & history.keys()


def test_out_of_reach_is_who_could_be_champion_before_it_and_cannot_after_it():
    ahead, alone, behind = {A: 1, B: 2}, {A: 1}, {B: 1, A: 2}
    for played in ((ahead, ahead, alone), (ahead, behind, alone), (alone, alone, ahead), (alone, behind, behind)):
        found = meaning(earned(*played), PLAIN, span=SPAN, event=2, to_come=1)
        before = may_be_champion(earned(*played[:2]), first=2, to_come=2)
        assert found
        assert {*found.out} == before - may_be_champion(earned(*played), first=3, to_come=1)
