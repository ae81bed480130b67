"""A button pressed after the situation has moved on: nothing half done, nobody counted twice, no page broken."""

import json
import uuid

import pytest
from django.test import Client
from django.urls import reverse

from scoring.games import GAMES
from tests.factories import deal
from tests.tournament_scenes import (
    begun,
    draw,
    finish_round,
    finish_table,
    ids,
    make_tournament,
    next_round,
    play_round,
    running,
    start,
)
from tournaments.audit import SYSTEM
from tournaments.models import Event, Member, Round, Stage, Table
from tournaments.services.desk.actions import set_rounds
from tournaments.services.night import finish_event
from tournaments.services.refusals import Refused
from tournaments.services.stage.entrants import keep_apart, reinstate, substitute, withdraw
from tournaments.services.stage.late_corrections import PlacesChange, correct_late
from tournaments.services.stage.planning import plan_stages, start_stage, undo_start
from tournaments.services.stage.preview import discard_preview, exchange_in_preview
from tournaments.services.stage.rounds import give_extra_time, publish_round, undo_round
from tournaments.services.stage.rulings import decide_places, forfeit, lift_ruling, settle_tie
from tournaments.services.table.life import end_table, reopen_table
from tournaments.words.games import rules_in_words

pytestmark = pytest.mark.django_db

KNOCKOUT = (("single-elimination", {}),)
TABLES_OF_FOUR = (("table-knockout", {"seats": 4, "advance": 2}),)
TWO_GROUPS = (("round-robin", {"groups": 2}),)
SWISS_THEN_FINAL = (("swiss", {"rounds": 1}), ("single-elimination", {"qualify": {"size": 2}}))


def director(client: Client, event: Event) -> Client:
    owner = event.club.members.get(role=Member.Role.OWNER).user
    client.force_login(owner, backend="django.contrib.auth.backends.ModelBackend")
    return client


def one_of_each_group(stage: Stage) -> list[int]:
    return [stage.entries.filter(group=group).first().entrant_id for group in (1, 2)]


def test_a_bye_is_not_given_to_who_withdrew_after_the_draw():
    event = begun(5)
    round_ = draw(event)
    withdraw(event_id=event.pk, entrant_id=round_.seating.byes[0], actor=SYSTEM)
    with pytest.raises(Refused, match="gone-since-draw"):
        publish_round(round_id=round_.pk, actor=SYSTEM)
    discard_preview(round_id=round_.pk, actor=SYSTEM)
    assert draw(event).seating.byes == ()


def test_at_a_table_of_a_knockout_the_others_play_on_without_who_withdrew_after_the_draw():
    event = begun(8, stages=TABLES_OF_FOUR)
    round_ = draw(event)
    gone = round_.seating.tables[0].entrants[0]
    withdraw(event_id=event.pk, entrant_id=gone, actor=SYSTEM)
    tables = publish_round(round_id=round_.pk, actor=SYSTEM)
    assert [(table.status, table.seats.count()) for table in tables] == [("playing", 3), ("playing", 4)]
    finish_round(event)
    assert gone not in [who for table in next_round(event) for who in table.seats.values_list("entrant_id", flat=True)]


def test_who_goes_on_in_a_bracket_is_never_assumed_from_a_table_that_plays(client):
    event = begun(4, stages=KNOCKOUT, rules={"deals": 3, "cards": "optional"})
    tables = next_round(event)
    for table in tables:
        deal(table, {"dealer": 0, "claimed": [0]})
    told = {f"provisional-{table.pk}": "standing" for table in tables}
    page = director(client, event).post(reverse("round-draw", args=[running(event).pk]), told, follow=True)
    assert "No result yet at table 1, 2." in page.content.decode()
    assert running(event).rounds.count() == 1


def test_nobody_is_exchanged_into_another_group(client):
    event = begun(8, stages=TWO_GROUPS)
    round_ = draw(event)
    first, second = one_of_each_group(running(event))
    with pytest.raises(Refused, match="other-group"):
        exchange_in_preview(round_id=round_.pk, first=first, second=second, actor=SYSTEM)
    asked = {"first": first, "second": second}
    page = director(client, event).post(reverse("round-exchange", args=[round_.pk]), asked, follow=True)
    assert "They are of different groups" in page.content.decode()


def test_a_tie_is_settled_within_one_group():
    stage = running(begun(8, stages=TWO_GROUPS))
    with pytest.raises(Refused, match="other-group"):
        settle_tie(stage_id=stage.pk, order=one_of_each_group(stage), reason="", actor=SYSTEM)


def test_a_round_of_a_stage_that_is_over_stays_even_if_nobody_played_it():
    event = begun(4, stages=SWISS_THEN_FINAL)
    for table in next_round(event):
        forfeit(table_id=table.pk, seats=[1], reason="", actor=SYSTEM)
    start(event)
    round_ = Round.objects.get(stage__event=event)
    with pytest.raises(Refused, match="stage-not-running"):
        undo_round(round_id=round_.pk, actor=SYSTEM)


def test_only_a_running_stage_gets_more_rounds():
    event = begun(4, stages=SWISS_THEN_FINAL)
    play_round(event)
    start(event)
    first = event.stages.get(number=1)
    with pytest.raises(Refused, match="stage-not-running"):
        set_rounds(stage_id=first.pk, rounds=5, actor=SYSTEM)


def test_a_round_drawn_after_an_earlier_one_was_taken_back_has_a_number_of_its_own():
    event = begun(8, stages=KNOCKOUT)
    first = next_round(event)
    for half in (first[:2], first[2:]):
        for table in half:
            finish_table(table)
        next_round(event)
    turned = PlacesChange((2, 1))
    drawn = correct_late(table_id=first[0].pk, change=turned, replay=True, reason="", actor=SYSTEM)
    standing = event.stages.get().rounds.exclude(status=Round.Status.UNDONE)
    assert list(standing.values_list("number", flat=True)) == [1, 3, 4]
    assert (drawn.number, len(publish_round(round_id=drawn.pk, actor=SYSTEM))) == (4, 1)


def test_a_stage_that_cannot_be_drawn_as_things_are_is_not_over(client):
    event = begun(4, stages=[("swiss", {"rounds": 2}), SWISS_THEN_FINAL[1]])
    play_round(event)
    for who in ids(event)[2:]:
        withdraw(event_id=event.pk, entrant_id=who, actor=SYSTEM)
    keep_apart(event_id=event.pk, groups=[ids(event)[:2]], actor=SYSTEM)
    final = event.stages.get(number=2)
    page = director(client, event).get(reverse("stage-start", args=[final.pk]))
    assert "Stage 1 has rounds to play yet" in page.content.decode()
    with pytest.raises(Refused, match="rounds-left"):
        start_stage(stage_id=final.pk, entrants=ids(event), actor=SYSTEM)


def test_a_table_gets_no_more_minutes_once_the_tournament_is_over():
    event = begun(4)
    table = play_round(event)[0]
    finish_event(event_id=event.pk, actor=SYSTEM)
    with pytest.raises(Refused, match="tournament-over"):
        give_extra_time(table_id=table.pk, minutes=5, actor=SYSTEM)


def stage_taken_back() -> tuple[Event, Stage]:
    event = begun(4)
    discard_preview(round_id=draw(event).pk, actor=SYSTEM)
    stage = running(event)
    undo_start(stage_id=stage.pk, actor=SYSTEM)
    return event, stage


def test_a_stage_that_had_begun_is_planned_otherwise_and_keeps_what_happened_in_it():
    event, stage = stage_taken_back()
    plan_stages(event_id=event.pk, stages=[("round-robin", {}), *KNOCKOUT], actor=SYSTEM)
    plan_stages(event_id=event.pk, stages=[("round-robin", {"double": True})], actor=SYSTEM)
    kept = event.stages.get()
    assert (kept.pk, kept.format, kept.options["double"]) == (stage.pk, "round-robin", True)
    assert kept.rounds.count() == 1
    start_stage(stage_id=kept.pk, entrants=ids(event), actor=SYSTEM)
    assert draw(event).number == 1


def test_a_stage_that_had_begun_is_not_dropped_from_the_plan():
    event = begun(4, stages=SWISS_THEN_FINAL)
    play_round(event)
    start(event)
    final = running(event)
    discard_preview(round_id=draw(event).pk, actor=SYSTEM)
    undo_start(stage_id=final.pk, actor=SYSTEM)
    with pytest.raises(Refused, match="stage-kept"):
        plan_stages(event_id=event.pk, stages=[], actor=SYSTEM)
    assert event.stages.count() == 2


def four_at_a_table() -> tuple[Event, Table]:
    event = begun(4, stages=[("swiss", {"seats": 4, "rounds": 2})])
    return event, next_round(event)[0]


def test_rulings_from_before_the_others_closed_ranks_are_still_shown(client):
    event, table = four_at_a_table()
    decide_places(table_id=table.pk, places=[1, 2, 3, 4], reason="", actor=SYSTEM)
    lift_ruling(table_id=table.pk, reason="", actor=SYSTEM)
    forfeit(table_id=table.pk, seats=[0], reason="", actor=SYSTEM)
    page = director(client, event).get(reverse("table-ruling", args=[table.pk]))
    assert [words for _ruling, words in page.context["said"]] == ["Decided by the director", "Ruling taken back"]


def test_an_earlier_forfeit_does_not_move_to_another_seat_when_the_others_close_ranks():
    event, table = four_at_a_table()
    forfeit(table_id=table.pk, seats=[1, 2, 3], reason="", actor=SYSTEM)
    reopen_table(table_id=table.pk, actor=SYSTEM)
    stayed = list(table.seats.exclude(index=0).values_list("entrant_id", flat=True))
    forfeit(table_id=table.pk, seats=[0], reason="", actor=SYSTEM)
    finish_table(table, order=[2, 1, 0])
    assert [each.kind for each in event.stages.get().rulings.filter(table=table)][-2:] == ["lifted", "decision"]
    assert list(table.seats.values_list("entrant_id", flat=True)) == stayed


@pytest.mark.parametrize("end", [end_table, lambda **who: decide_places(**who, places=[1, 2, 3, 4], reason="")])
def test_at_a_table_that_ended_without_a_deal_nobody_is_left_to_play_on(end):
    event, table = four_at_a_table()
    end(table_id=table.pk, actor=SYSTEM)
    with pytest.raises(Refused, match="ended-without-deals"):
        forfeit(table_id=table.pk, seats=[0], reason="", actor=SYSTEM)
    forfeit(table_id=table.pk, seats=[0, 1, 2], reason="", actor=SYSTEM)
    assert draw(event).number == 2


def test_who_plays_for_another_does_not_play_again_himself_beside():
    event = make_tournament(4)
    first, second, *_ = ids(event)
    withdraw(event_id=event.pk, entrant_id=first, actor=SYSTEM)
    substitute(event_id=event.pk, entrant_id=second, name="P1", actor=SYSTEM)
    with pytest.raises(Refused, match="stands-in"):
        reinstate(event_id=event.pk, entrant_id=first, actor=SYSTEM)
    substitute(event_id=event.pk, entrant_id=second, name="", actor=SYSTEM)
    reinstate(event_id=event.pk, entrant_id=first, actor=SYSTEM)


NONSENSE = [
    {"deal": 1, "payload": None, "client_id": 5},
    {"deal": 1, "payload": {}, "client_id": None},
    {"deal": 10**40, "payload": {}, "client_id": str(uuid.UUID(int=7))},
    {"deal": 1},
    {"places": [10**40, 1]},
    {"places": [1, 2, 3]},
    {"places": None},
    {"forfeit": [10**40]},
    {"forfeit": []},
    [],
]


@pytest.mark.parametrize("change", NONSENSE, ids=json.dumps)
def test_a_correction_that_nobody_wrote_is_answered_in_words(client, change):
    event = begun(4)
    table = play_round(event)[0]
    draw(event)
    asked = {"step": "apply", "change": json.dumps(change), "seen": "x", "replay": "no", "reason": "r"}
    answer = director(client, event).post(reverse("table-correct", args=[table.pk]), asked, follow=True)
    assert answer.status_code == 200
    assert list(answer.context["messages"])


@pytest.mark.parametrize("number", ["9" * 5000, "9" * 30, "-1", "", "٣"])
def test_numbers_beyond_all_measure_are_no_numbers(client, number):
    event = begun(4)
    director(client, event)
    assert client.get(reverse("entrants", args=[event.pk]), {"open": number}).status_code == 200
    asked = {"do": "rounds", "stage": number, "rounds": "2"}
    assert client.post(reverse("stages", args=[event.pk]), asked).status_code == 404


@pytest.mark.parametrize(("deals", "words"), [(1, "1 deal a table"), (2, "2 deals a table")])
def test_one_deal_a_table_is_said_as_one(deals, words):
    game = GAMES["colonial-italian"]
    assert rules_in_words(game, game.check_rules({"deals": deals}))[-1] == words
