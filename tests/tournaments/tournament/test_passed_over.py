"""A stage into which one alone comes, or nobody, is not played: the place is given without a game."""

from random import Random

import pytest
from django.urls import reverse
from django.utils import timezone

from tests.tournament_scenes import ids, make_tournament, start
from tests.tournaments.proofs.scenes import file_of
from tests.tournaments.tournament.test_graphs import places, play, play_out, steps
from tournaments.audit import SYSTEM
from tournaments.formats.plan import read_plan
from tournaments.proofs.verify import verify
from tournaments.selectors.stage.qualification import start_list
from tournaments.selectors.tournament.desk import tournament_desk
from tournaments.services.night import finish_event
from tournaments.services.stage.planning import start_stage, undo_start
from tournaments.words.stage.plans import PRESETS

pytestmark = pytest.mark.django_db


def test_who_would_play_alone_for_a_place_has_it_without_a_game(client):
    """The plan is for sixteen, and thirteen came: one is left behind the four who play for places 9 to 12."""
    event = make_tournament(13, stages=PRESETS["all-places"][1])
    start(event)
    play_out(event)
    desk = tournament_desk(event.pk, now=timezone.now())
    (passed,) = desk.passed
    assert passed.stage.number == 4 and passed.alone is not None
    assert [place for place, _ in places(event)] == [*range(1, 14)]
    assert places(event)[-1] == (13, passed.alone.pk)
    client.force_login(event.club.members.get(role="owner").user)
    page = client.get(reverse("desk", args=[event.pk])).content.decode()
    assert f"Stage 4 is not played: only {passed.alone.player.name} comes into it" in page
    finish_event(event_id=event.pk, actor=SYSTEM)
    assert not verify(file_of(event)).difference


@pytest.mark.parametrize("chain", [["score"], ["score", "lots"], ["score", "decided", "lots"]])
def test_nobody_is_asked_who_of_those_tied_would_play_alone(client, chain):
    """Five play: the fourth and the fifth are tied, and there is one place behind the first four."""
    lower = ("swiss", {"rounds": 1, "sources": [{"stage": 1, "size": 4, "after": 4}]})
    event = make_tournament(5, stages=(("swiss", {"rounds": 1, "chain": chain}), lower))
    start(event)
    play(event, 1)
    (level,) = start_list(event.stages.get(number=2)).level
    assert steps(event) == [("finish", 1)]
    before = places(event)
    client.force_login(event.club.members.get(role="owner").user)
    page = client.get(reverse("desk", args=[event.pk])).content.decode()
    assert "Stage 2 is not played: only one would come into it, of several who are tied." in page
    start_stage(stage_id=event.stages.get(number=2).pk, entrants=level.ids, actor=SYSTEM)
    assert steps(event) == [("draw", 2)], "the director lets both play for it all the same"
    undo_start(stage_id=event.stages.get(number=2).pk, actor=SYSTEM)
    finish_event(event_id=event.pk, actor=SYSTEM)
    assert places(event) == before
    assert not verify(file_of(event)).difference


def test_a_stage_that_is_passed_over_begins_with_whom_the_director_puts_there():
    event = make_tournament(8, stages=PRESETS["two-finals"][1])
    start(event)
    play(event, 1)
    assert [passed.stage.number for passed in tournament_desk(event.pk, now=timezone.now()).passed] == [3]
    third = event.stages.get(number=3)
    start_stage(stage_id=third.pk, entrants=ids(event)[:2], actor=SYSTEM)
    assert not tournament_desk(event.pk, now=timezone.now()).passed
    undo_start(stage_id=third.pk, actor=SYSTEM)
    assert steps(event) == [("next-stage", 2)]


@pytest.mark.flood(8)
@pytest.mark.parametrize("entrants", range(2, 17))
@pytest.mark.parametrize("key", [key for key, (_name, stages) in PRESETS.items() if len(stages) > 1])
def test_by_a_proposed_plan_no_number_of_players_leaves_the_director_stuck(key, entrants):
    stages = PRESETS[key][1]
    if entrants < 2 * read_plan(*stages[0]).groups:
        return  # the first stage is refused, with nothing played
    event = make_tournament(entrants, stages=stages, game="colonial-italian")
    start(event)
    play_out(event, Random(entrants))
    finish_event(event_id=event.pk, actor=SYSTEM)
    final = places(event)
    assert sorted(who for _, who in final) == sorted(ids(event))
    numbers = [place for place, _ in final]
    assert numbers == [1 + sum(other < place for other in numbers) for place in numbers]


def test_a_stage_goes_on_without_one_that_is_passed_over():
    """Of five, four play for the first places: nobody is left for the others, but the final waits for nobody."""
    stages = (
        ("swiss", {"rounds": 2}),
        ("swiss", {"rounds": 1, "sources": [{"stage": 1, "size": 4}]}),
        ("swiss", {"rounds": 1, "sources": [{"stage": 1}]}),
        ("single-elimination", {"sources": [{"stage": 2, "size": 2}, {"stage": 3, "size": 2}]}),
    )
    event = make_tournament(5, stages=stages)
    start(event)
    for number in (1, 1, 2):
        if number == 2:
            start(event, 2)
        play(event, number)
    assert steps(event) == [("next-stage", 4)]
    start(event, 4)
    play_out(event)
    assert [place for place, _ in places(event)] == [1, 2, 3, 4, 5]
