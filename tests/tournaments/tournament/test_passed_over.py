"""A stage into which one alone comes, or nobody, is not played: the place is given without a game."""

from random import Random

import pytest
from django.urls import reverse
from django.utils import timezone

from tests.tournament_scenes import ids, make_tournament, start
from tests.tournaments.tournament.test_graphs import places, play, play_out, steps
from tournaments.audit import SYSTEM
from tournaments.formats.plan import read_plan
from tournaments.selectors.tournament.desk import tournament_desk
from tournaments.services.night import finish_event
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
