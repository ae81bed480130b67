"""What rests on a stage that was passed over: files, first places, lots and pages."""

import pytest
from django.urls import reverse
from django.utils import timezone

from tests.tournament_scenes import ids, make_tournament, start
from tests.tournaments.proofs.scenes import file_of
from tests.tournaments.tournament.test_graphs import places, play, play_out, stage_of
from tournaments.audit import SYSTEM
from tournaments.proofs.verify import verify
from tournaments.selectors.stage.qualification import start_list
from tournaments.selectors.tournament.desk import tournament_desk
from tournaments.services.night import finish_event
from tournaments.services.refusals import Refused
from tournaments.services.stage.entrants import withdraw
from tournaments.services.stage.planning import start_stage
from tournaments.services.stage.rulings import decide_places, draw_lots, share_first

pytestmark = pytest.mark.django_db

FINAL = (
    ("swiss", {"rounds": 2}),
    ("swiss", {"rounds": 1, "sources": [{"stage": 1, "size": 4}]}),
    ("swiss", {"rounds": 1, "sources": [{"stage": 1}]}),
    ("single-elimination", {"sources": [{"stage": 2, "size": 3}, {"stage": 3, "size": 2}]}),
)


def test_an_event_file_proves_a_final_into_which_nobody_comes_from_a_stage_passed_over():
    event = make_tournament(5, stages=FINAL)
    start(event)
    play_out(event)
    assert not event.stages.get(number=3).entries.exists()
    finish_event(event_id=event.pk, actor=SYSTEM)
    proof = verify(file_of(event))
    assert not proof.difference and "came-otherwise" not in proof.unchecked


def test_an_event_file_proves_who_was_put_into_a_stage_that_follows_one_passed_over():
    """Whoever comes from there by the director's word may have played in whatever that one follows."""
    stages = (
        ("single-elimination", {}),
        ("single-elimination", {"sources": [{"stage": 1, "losers": 1}]}),
        ("swiss", {"rounds": 1, "sources": [{"stage": 2, "losers": 3}]}),
        ("swiss", {"rounds": 1, "sources": [{"stage": 3, "size": 2}]}),
    )
    event = make_tournament(8, stages=stages)
    start(event)
    play_out(event)
    assert [passed.stage.number for passed in tournament_desk(event.pk, now=timezone.now()).passed] == [3, 4]
    chosen = list(stage_of(event, 2).entries.values_list("entrant_id", flat=True))[:2]
    start_stage(stage_id=stage_of(event, 4).pk, entrants=chosen, actor=SYSTEM)
    play_out(event)
    finish_event(event_id=event.pk, actor=SYSTEM)
    proof = verify(file_of(event))
    assert not proof.difference and proof.unchecked["came-otherwise"] == 2


def test_the_desk_names_who_won_the_stage_that_takes_everybody_past_one_passed_over():
    stages = (
        ("single-elimination", {}),
        ("swiss", {"rounds": 1, "sources": [{"stage": 1, "losers": 7}]}),
        ("single-elimination", {"sources": [{"stage": 1}]}),
    )
    event = make_tournament(2, stages=stages)
    start(event)
    play(event, 1)
    start(event, 3)
    (table,) = play(event, 3)
    decide = [1 + (seat.entrant_id == ids(event)[0]) for seat in table.seats.all()]
    decide_places(table_id=table.pk, places=decide, reason="the other won", actor=SYSTEM)
    leader = tournament_desk(event.pk, now=timezone.now()).first_step.leader
    assert leader is not None and leader[0].id == places(event)[0][1] == ids(event)[1]


def test_first_place_is_settled_where_the_stage_that_would_have_decided_it_is_passed_over(client):
    """Two are level after a Swiss of one round, and then all but one of four go home."""
    event = make_tournament(4, stages=(("swiss", {"rounds": 1}), ("swiss", {"rounds": 1, "qualify": {"size": 4}})))
    start(event)
    play(event, 1)
    for who in ids(event)[1:]:
        withdraw(event_id=event.pk, entrant_id=who, actor=SYSTEM)
    (step,) = tournament_desk(event.pk, now=timezone.now()).steps
    assert step.asks_who_is_first
    share_first(stage_id=stage_of(event, 1).pk, level=step.first[0].ids, actor=SYSTEM)
    assert not tournament_desk(event.pk, now=timezone.now()).first_step.asks_who_is_first
    finish_event(event_id=event.pk, actor=SYSTEM)
    client.force_login(event.club.members.get(role="owner").user)
    assert "What comes next" not in client.get(reverse("event", args=[event.pk])).content.decode()


def test_lots_for_a_stage_wait_until_it_is_its_turn():
    """Two are level at the cut of stage 2, but stage 3, which comes into the final too, has yet to begin."""
    event = make_tournament(8, stages=FINAL)
    start(event)
    play(event, 1)
    play(event, 1)
    start(event, 2)
    play(event, 2)
    final = stage_of(event, 4)
    (tie,) = start_list(final).level
    with pytest.raises(Refused, match="stage-not-begun"):
        draw_lots(stage_id=final.pk, level=tie.ids, actor=SYSTEM)
