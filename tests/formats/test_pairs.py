"""Who has met whom, who was ahead, who sat at whose side."""

from hypothesis import given
from hypothesis import strategies as st

from tournaments.formats.head_to_head import ENOUGH, Met, between, meetings, nemesis, rival

ANA, BRUNO, CHIARA, DOVAS = 1, 2, 3, 4
PEOPLE = range(8)


@st.composite
def tables(draw):
    sitting = draw(st.lists(st.sampled_from(PEOPLE), min_size=1, max_size=6, unique=True))
    return [(who, draw(st.integers(1, len(sitting)))) for who in sitting]


def test_a_table_of_three_is_three_meetings_and_each_has_one_at_either_side():
    found = meetings([[(CHIARA, 1), (ANA, 2), (BRUNO, 2)]])
    assert found[ANA, BRUNO] == Met(1, level=1, sat_right=1)  # Bruno, after Ana clockwise, sits at her left
    assert found[ANA, CHIARA] == Met(1, behind=1, sat_left=1)
    assert found[BRUNO, CHIARA] == Met(1, behind=1, sat_right=1)


def test_at_a_table_of_two_nobody_sits_at_a_side_and_across_neither():
    assert meetings([[(ANA, 1), (BRUNO, 2)]])[ANA, BRUNO] == Met(1, ahead=1)
    assert meetings([[(ANA, 1), (BRUNO, 2), (CHIARA, 3), (DOVAS, 4)]])[ANA, CHIARA] == Met(1, ahead=1)


@given(st.lists(tables(), max_size=12))
def test_every_table_of_n_counts_once_for_each_two_and_once_for_each_side(evening):
    found = meetings(evening)
    assert sum(each.tables for each in found.values()) == sum(len(table) * (len(table) - 1) // 2 for table in evening)
    sides = sum(each.sat_left + each.sat_right for each in found.values())
    assert sides == sum(len(table) for table in evening if len(table) > 2)
    for (one, other), each in found.items():
        assert one < other and each.tables == each.ahead + each.level + each.behind
        assert between(found, other, one) == each.turned and each.turned.turned == each


@given(st.lists(tables(), max_size=8), st.lists(tables(), max_size=8))
def test_what_evenings_bring_adds_up_and_can_be_taken_away(first, second):
    sums, added, whole = meetings(first), meetings(second), meetings(first + second)
    for pair, each in added.items():
        sums[pair] = sums.get(pair, Met()).plus(each)
    assert sums == whole
    assert {pair: whole[pair].plus(each, times=-1) for pair, each in added.items()} == {
        pair: meetings(first).get(pair, Met()) for pair in added
    }


def test_a_rival_is_met_often_and_close():
    others = {
        ANA: Met(30, ahead=20, behind=10),
        BRUNO: Met(20, ahead=11, behind=9),
        CHIARA: Met(9, 4, 1, 4),
    }
    assert rival(others) == BRUNO
    assert rival({ANA: Met(ENOUGH - 1, 3, 1, 3)}) is None and rival({}) is None


def test_a_nemesis_wants_enough_tables_and_more_than_chance():
    assert nemesis({ANA: Met(20, ahead=6, behind=14)}) is None  # 8 behind: two standard errors are 8.9
    assert nemesis({ANA: Met(20, ahead=5, behind=15), BRUNO: Met(9, behind=9)}) == ANA
    assert nemesis({ANA: Met(ENOUGH - 1, behind=ENOUGH - 1)}) is None
