"""Who loses their first match has a second one in the consolation, whether or not they had a bye before it."""

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
