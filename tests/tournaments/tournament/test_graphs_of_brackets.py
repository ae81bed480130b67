"""Where people go from a bracket: into a consolation after byes, and where it has not come to its end."""

import re
from random import Random

import pytest
from django.urls import reverse

from tests.tournament_scenes import ids, make_tournament, start
from tests.tournaments.proofs.scenes import file_of
from tests.tournaments.tournament.test_graphs import beaten, places, play, play_out, stage_of, steps
from tournaments.audit import SYSTEM
from tournaments.models import Event
from tournaments.proofs.verify import verify
from tournaments.selectors.stage.qualification import start_list
from tournaments.selectors.stage.records import stage_state
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


@pytest.mark.parametrize("count", [5, 6, 8, 11, 16])
def test_losers_of_round_1_and_places_5_to_8_come_into_one_stage_each_once(count):
    sources = [{"stage": 1, "losers": 1}, {"stage": 1, "size": 4, "after": 4}]
    event = make_tournament(count, stages=(("single-elimination", {}), ("swiss", {"rounds": 1, "sources": sources})))
    start(event)
    play_out(event, Random(count))
    came = [*stage_of(event, 2).entries.values_list("entrant_id", flat=True)]
    assert len({*came}) == len(came) >= min(count - 4, 4)
    assert sorted(who for _, who in places(event)) == sorted(ids(event))
    finish_event(event_id=event.pk, actor=SYSTEM)
    proof = verify(file_of(event))
    assert not proof.difference and "came-otherwise" not in proof.unchecked


def beaten_in(event: Event) -> list[tuple[int, int]]:
    """Place and entrant of all who are out of the main bracket."""
    return [pair for places in stage_state(stage_of(event, 1)).places for pair in places]


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


@pytest.mark.parametrize(("last", "name", "rounds"), [(2, "a finalist", 3), (4, "a semi-finalist", 2)])
def test_who_lost_to_one_of_the_last_plays_on_for_the_places_behind_them(client, last, name, rounds):
    stages = (("single-elimination", {}), ("single-elimination", {"sources": [{"stage": 1, "lost_to": last}]}))
    event = make_tournament(13, stages=stages)
    start(event)
    for _ in range(rounds - 1):
        play(event, 1)
        assert steps(event) == [("draw", 1)]
    play(event, 1)
    assert steps(event) == [("next-stage", 2), ("draw", 1)], "the main bracket goes on beside it"
    proposed = start_list(stage_of(event, 2))
    assert [(place.place, who) for who, place in proposed.stood.items()] == beaten_in(event), (
        "as the bracket has given them"
    )
    start(event, 2)
    comers = [entry.entrant_id for entry in stage_of(event, 2).entries.all()]
    there = [{who: place for place, who in beaten_in(event)}[who] for who in comers]
    assert there == sorted(there), "whoever came further is seeded higher"
    first = {*ids(event)}.difference(who for _, who in beaten_in(event))
    assert len(first) == last
    why = client.get(reverse("why", args=[event.pk, comers[0]])).content.decode()
    assert re.search(rf"From stage 1, place {there[0]}: lost there to P\d+, {name}\.", why)
    play_out(event, Random(1))
    final = places(event)
    assert {who for place, who in final[:last]} == first
    assert {who for place, who in final[last : last + len(comers)]} == {*comers}
    assert sorted(who for _, who in final) == ids(event)
    finish_event(event_id=event.pk, actor=SYSTEM)
    proof = verify(file_of(event))
    assert not proof.difference and "came-otherwise" not in proof.unchecked


def test_drawings_of_several_stages_that_wait_are_not_thrown_away():
    event = make_tournament(16, stages=CONSOLED[:2])
    start(event)
    play(event, 1)
    start(event, 2)
    main, consolation = [draw_round(stage_id=stage_of(event, number).pk, actor=SYSTEM) for number in (1, 2)]
    assert not verify(file_of(event)).difference
    publish_round(round_id=consolation.pk, actor=SYSTEM)
    assert not verify(file_of(event)).difference
    publish_round(round_id=main.pk, actor=SYSTEM)
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
