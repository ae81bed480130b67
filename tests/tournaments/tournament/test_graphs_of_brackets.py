"""Where people go from a bracket: into a consolation after byes, and where it has not come to its end."""

import re
from random import Random

import pytest
from django.urls import reverse

from tests.tournament_scenes import ids, make_tournament, start
from tests.tournaments.proofs.scenes import file_of
from tests.tournaments.tournament.test_graphs import beaten, places, play, play_out, stage_of, steps
from tournaments.audit import SYSTEM
from tournaments.proofs.verify import verify
from tournaments.services.night import finish_event
from tournaments.services.stage.rounds import draw_round, publish_round

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


def test_the_wall_has_a_sheet_and_a_clock_of_each_bracket_that_is_played(client):
    """Two sheets of one name would keep it from ever turning on."""
    event = make_tournament(16, stages=(CONSOLED[0], ("single-elimination", CONSOLED[1][1])))
    start(event)
    play(event, 1)
    start(event, 2)
    for number, minutes in ((1, 40), (2, 20)):
        drawn = draw_round(stage_id=stage_of(event, number).pk, actor=SYSTEM)
        publish_round(round_id=drawn.pk, actor=SYSTEM, minutes=minutes)
    wall = client.get(reverse("wall", args=[event.pk])).content.decode()
    sheets = re.findall(r'data-sheet="([\w-]+)"', wall)
    assert len(set(sheets)) == len(sheets)
    assert re.findall(r"Bracket\s+· (stage \d)", wall) == ["stage 2", "stage 1"]
    assert re.findall(r">(\d\d:00)</time>\s*<span class=\"clock-label\">(stage \d)<", wall) == [
        ("40:00", "stage 1"),
        ("20:00", "stage 2"),
    ]
