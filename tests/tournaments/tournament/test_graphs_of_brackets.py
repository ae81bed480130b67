"""Where people go from a bracket: into a consolation after byes, and where it has not come to its end."""

from random import Random

import pytest

from tests.tournament_scenes import ids, make_tournament, start
from tests.tournaments.proofs.scenes import file_of
from tests.tournaments.tournament.test_graphs import beaten, places, play, play_out, stage_of, steps
from tournaments.audit import SYSTEM
from tournaments.proofs.verify import verify
from tournaments.services.night import finish_event

pytestmark = pytest.mark.django_db

CONSOLED = (("single-elimination", {}), ("swiss", {"rounds": 1, "sources": [{"stage": 1, "losers": 1}]}))


def test_a_consolation_waits_for_the_first_match_of_those_who_had_a_bye():
    event = make_tournament(9, stages=CONSOLED)
    start(event)
    play(event, 1)
    assert steps(event) == [("draw", 1)]
    play(event, 1)
    assert steps(event) == [("next-stage", 2), ("draw", 1)]
    start(event, 2)
    entered = {*stage_of(event, 2).entries.values_list("entrant_id", flat=True)}
    rested = {*ids(event)[:7]}
    assert entered == beaten(stage_of(event, 1), place=9) | (beaten(stage_of(event, 1), place=5) & rested)
    play_out(event, Random(1))
    assert sorted(who for _, who in places(event)) == ids(event)
    finish_event(event_id=event.pk, actor=SYSTEM)
    proof = verify(file_of(event))
    assert not proof.difference and "came-otherwise" not in proof.unchecked


@pytest.mark.parametrize("stages", [CONSOLED[:1], CONSOLED])
def test_who_is_not_out_of_a_bracket_stands_first_where_the_event_ends_before_it(stages):
    event = make_tournament(8, stages=stages)
    start(event)
    play(event, 1)
    if len(stages) > 1:
        start(event, 2)
    finish_event(event_id=event.pk, actor=SYSTEM)
    out = beaten(stage_of(event, 1), place=5)
    assert {who for place, who in places(event) if place == 1} == {*ids(event)} - out
    assert {who for place, who in places(event) if place == 5} == out
    assert not verify(file_of(event)).difference
