"""Where people go, where stages form a graph: several run at once, and places are given over all of them."""

import json
from fractions import Fraction
from random import Random

import pytest
from django.urls import reverse
from django.utils import timezone

from scoring.games import GAMES
from tests.tournament_scenes import finish_table, ids, make_tournament, start
from tests.tournaments.proofs.scenes import file_of
from tournaments.audit import SYSTEM
from tournaments.formats.plan import PlanError, read_plan
from tournaments.forms.stage.stages import PlanForms
from tournaments.models import Event, Round, Stage, Table
from tournaments.proofs.tables import Difference
from tournaments.proofs.verify import Proof, check_facts, verify
from tournaments.selectors.stage.entrants import entrants_page
from tournaments.selectors.stage.places import final_places
from tournaments.selectors.stage.qualification import start_list
from tournaments.selectors.stage.records import stage_state
from tournaments.selectors.table.deals import has_later_round
from tournaments.selectors.tournament.desk import tournament_desk
from tournaments.services.night import finish_event
from tournaments.services.refusals import Refused
from tournaments.services.stage.entrants import enter_late
from tournaments.services.stage.late_corrections import PlacesChange, correct_late, preview
from tournaments.services.stage.planning import request_byes, start_stage, undo_start
from tournaments.services.stage.rounds import draw_round, publish_round
from tournaments.services.stage.rulings import decide_places, draw_lots
from tournaments.words.stage.plans import PRESETS

pytestmark = pytest.mark.django_db

CONSOLATION = (
    ("single-elimination", {}),
    ("single-elimination", {"sources": [{"stage": 1, "losers": 1}]}),
    ("single-elimination", {"sources": [{"stage": 1, "size": 4, "after": 4}]}),
)
TWO_FINALS = (
    ("round-robin", {"groups": 2}),
    ("single-elimination", {"sources": [{"stage": 1, "per_group": 2}]}),
    ("single-elimination", {"sources": [{"stage": 1, "per_group": 2, "after": 2}]}),
)


def steps(event: Event) -> list[tuple[str, int]]:
    """The desk's steps, each with the number of the stage that it is about."""
    desk = tournament_desk(event.pk, now=timezone.now())
    return [
        (each.step, (each.next_stage if each.step == "next-stage" else each.progress.stage).number)
        for each in desk.steps
    ]


def stage_of(event: Event, number: int) -> Stage:
    return event.stages.get(number=number)


def play(event: Event, number: int, random: Random | None = None) -> list[Table]:
    """A round of the stage of this number, from its draw to its last result."""
    drawn = draw_round(stage_id=stage_of(event, number).pk, actor=SYSTEM)
    tables = publish_round(round_id=drawn.pk, actor=SYSTEM)
    for table in tables:
        seats = list(range(table.seats.count()))
        if random:
            random.shuffle(seats)
        finish_table(table, order=seats)
    return tables


def play_out(event: Event, random: Random | None = None) -> None:
    """Whatever the desk has next, by chance where several stages have something, until nothing is left."""
    while (open_steps := steps(event)) != [("finish", open_steps[0][1])]:
        step, number = random.choice(open_steps) if random else open_steps[0]
        if step == "next-stage":
            start(event, number)
        else:
            play(event, number, random)


def beaten(stage: Stage, *, place: int) -> set[int]:
    return {who for places in stage_state(stage).places for at, who in places if at == place}


def places(event: Event) -> list[tuple[int | None, int]]:
    begun = event.stages.exclude(status=Stage.Status.PLANNED)
    return [(row.place, row.person.id) for row in final_places([stage_state(stage) for stage in begun])]


def test_a_consolation_and_places_5_to_8_run_beside_the_main_draw():
    event = make_tournament(16, stages=CONSOLATION)
    start(event)
    assert steps(event) == [("draw", 1)]
    play(event, 1)
    assert steps(event) == [("next-stage", 2), ("draw", 1)]
    consolation = start(event, 2)
    assert [entry.entrant_id for entry in consolation.entries.all()] == [
        who for who in ids(event) if who in beaten(stage_of(event, 1), place=9)
    ]
    assert [stage.status for stage in event.stages.all()] == ["running", "running", "planned"]
    play(event, 1)
    assert steps(event) == [("next-stage", 3), ("draw", 1), ("draw", 2)]
    assert {line.entrant.pk for line in start_list(stage_of(event, 3)).lines} == beaten(stage_of(event, 1), place=5)
    play_out(event)
    assert [place for place, _ in places(event)] == [1, 2, 3, 3, 5, 6, 7, 7, 9, 10, 11, 11, 13, 13, 13, 13]


def test_lower_places_of_groups_play_a_final_of_their_own():
    event = make_tournament(8, stages=TWO_FINALS)
    start(event)
    for _ in range(3):
        play(event, 1)
    assert steps(event) == [("next-stage", 2), ("next-stage", 3)]
    above = {line.entrant.pk for line in start_list(stage_of(event, 2)).lines}
    below = {line.entrant.pk for line in start_list(stage_of(event, 3)).lines}
    assert above | below == {*ids(event)} and len(above) == len(below) == 4
    start(event, 3)
    assert [stage.status for stage in event.stages.all()] == ["finished", "planned", "running"]
    undo_start(stage_id=stage_of(event, 3).pk, actor=SYSTEM)
    assert [stage.status for stage in event.stages.all()] == ["running", "planned", "planned"]
    play_out(event)
    assert {who for place, who in places(event) if place <= 4} == above
    assert [place for place, _ in places(event)] == [1, 2, 3, 3, 5, 6, 7, 7]


def test_nobody_comes_into_two_stages():
    event = make_tournament(16, stages=CONSOLATION)
    start(event)
    play(event, 1)
    start(event, 2)
    play(event, 1)
    busy = sorted(beaten(stage_of(event, 1), place=9))
    proposed = start_list(stage_of(event, 3))
    assert {*busy}.isdisjoint(entrant.pk for entrant in proposed.out)
    with pytest.raises(Refused, match="list-changed"):
        start_stage(stage_id=stage_of(event, 3).pk, entrants=busy[:2], actor=SYSTEM)


def test_a_result_is_corrected_freely_where_nobody_of_the_table_plays_elsewhere():
    event = make_tournament(8, stages=CONSOLATION[:2])
    start(event)
    first = play(event, 1)
    second = play(event, 1)
    start(event, 2)
    final = play(event, 1)
    assert all(has_later_round(Table.objects.get(pk=table.pk)) for table in (*first, *second))
    assert not any(has_later_round(Table.objects.get(pk=table.pk)) for table in final)


def turned(table: Table) -> PlacesChange:
    """The other has won."""
    seats = list(table.seats.order_by("index").values_list("entrant_id", flat=True))
    (record,) = [each for each in stage_state(table.round.stage).groups[0].tables if {*each.ids} == {*seats}]
    places = {seat.id: seat.place for seat in record.seats}
    return PlacesChange(tuple(3 - places[who] for who in seats))


@pytest.mark.flood(4)
@pytest.mark.parametrize("seed", range(24))
def test_a_correction_leads_on_as_if_it_had_been_so_from_the_beginning(seed):
    """Through a bracket, the consolation of those out in its first round, and places 5 to 8."""
    ends = []
    for late in (True, False):
        event, random = make_tournament(16, stages=CONSOLATION), Random(seed)
        start(event)
        table = Table.objects.get(pk=random.choice(play(event, 1, random)).pk)
        if not late:
            decide_places(table_id=table.pk, places=turned(table).places, reason="so it was", actor=SYSTEM)
        following = draw_round(stage_id=stage_of(event, 1).pk, actor=SYSTEM)
        publish_round(round_id=following.pk, actor=SYSTEM)
        if late:
            correct_late(table_id=table.pk, change=turned(table), replay=True, reason="so it was", actor=SYSTEM)
        for drawn in Round.objects.filter(status=Round.Status.PREVIEW):
            publish_round(round_id=drawn.pk, actor=SYSTEM)
        for open_table in event.tables.filter(status=Table.Status.PLAYING):
            finish_table(open_table)
        play_out(event)
        seeds = {who: number for number, who in enumerate(ids(event), start=1)}
        ends.append(sorted((place, seeds[who]) for place, who in places(event)))
    assert ends[0] == ends[1]


def test_a_correction_tells_which_stage_rests_on_it():
    event = make_tournament(16, stages=CONSOLATION)
    start(event)
    first = Table.objects.get(pk=play(event, 1)[0].pk)
    start(event, 2)
    second = Table.objects.get(pk=play(event, 1)[0].pk)
    (moved,) = preview(table_id=first.pk, change=turned(first), actor=SYSTEM).stages
    assert moved.stage.number == 2
    assert not preview(table_id=second.pk, change=turned(second), actor=SYSTEM).stages


@pytest.mark.parametrize(
    ("code", "sources"),
    [
        ("no-stage", [{"stage": 2, "size": 4}]),
        ("no-bracket", [{"stage": 1, "losers": 1}]),
        ("two-stages", [{"stage": 1, "size": 4}, {"stage": 1, "size": 4, "after": 2}]),
    ],
)
def test_a_graph_that_cannot_be_played_is_refused(code, sources):
    with pytest.raises(PlanError) as error:
        make_tournament(8, stages=(("swiss", {"rounds": 2}), ("single-elimination", {"sources": sources})))
    assert error.value.code == code


@pytest.mark.parametrize("stages", [CONSOLATION, TWO_FINALS])
def test_an_event_file_proves_who_went_where(stages):
    event = make_tournament(16, stages=stages)
    start(event)
    play_out(event, Random(1))
    finish_event(event_id=event.pk, actor=SYSTEM)
    proof = verify(file_of(event))
    assert not proof.difference and "came-otherwise" not in proof.unchecked
    assert proof.checked["sources"] == sum(stage.entries.count() for stage in event.stages.exclude(number=1))


def test_an_event_file_tells_who_came_otherwise_than_planned():
    event = make_tournament(8, stages=CONSOLATION[:2])
    start(event)
    play(event, 1)
    start(event, 2)
    facts = json.loads(file_of(event))
    facts["stages"][1]["options"]["sources"] = [{"stage": 1, "losers": 2}]
    proof = Proof()
    check_facts(facts, proof)
    assert proof.unchecked["came-otherwise"] == 4
    facts["stages"][1]["options"]["sources"] = [{"stage": 2, "size": 2}]
    with pytest.raises(Difference, match="stage 2: sources"):
        check_facts(facts, Proof())


def test_an_event_file_in_which_somebody_is_in_two_stages_at_once_is_forged():
    event = make_tournament(8, stages=TWO_FINALS)
    start(event)
    play_out(event)
    facts = json.loads(file_of(event))
    _groups, upper, lower = facts["stages"]
    upper["entrants"][0] |= {name: lower["entrants"][0][name] for name in ("person", "lot")}
    with pytest.raises(Difference, match="stage 3: in stage 2 too"):
        check_facts(facts, Proof())


def test_the_pages_show_every_stage_that_is_played(client):
    event = make_tournament(16, stages=CONSOLATION)
    start(event)
    play(event, 1)
    client.force_login(event.club.members.get(role="owner").user)
    assert "Stage 2 can begin meanwhile" in client.get(reverse("desk", args=[event.pk])).content.decode()
    consolation = start(event, 2)
    for number in (1, 2):
        drawn = draw_round(stage_id=stage_of(event, number).pk, actor=SYSTEM)
        publish_round(round_id=drawn.pk, actor=SYSTEM)
    desk = client.get(reverse("desk", args=[event.pk])).content.decode()
    assert desk.count("0 of 4 tables have a result") == 2
    results = client.get(reverse("event", args=[event.pk])).content.decode()
    assert "stage 1, single elimination" in results and "stage 2, single elimination" in results
    assert (
        "Where people go: 1. Single elimination. 2. Single elimination for those out in round 1 or by their first match"
        in results
    )
    wall = client.get(reverse("wall", args=[event.pk])).content.decode()
    playing = event.tables.filter(status=Table.Status.PLAYING)
    assert len(playing) == 8 and all(f'"t{table.pk}"' in wall for table in playing)
    who = consolation.entries.first().entrant_id
    why = client.get(reverse("why", args=[event.pk, who])).content.decode()
    assert "From stage 1, knocked out there with place 9." in why


def test_the_form_shows_a_stored_graph_and_reads_it_back():
    game = GAMES["colonial-italian"]
    for key, (_name, stages) in PRESETS.items():
        shown = PlanForms.of(stages, first=1, game=game)
        posted = {"stages": str(len(shown))}
        for form in shown:
            posted |= {field.html_name: field.value() for field in form if field.value() not in (None, False)}
            posted[f"{form.prefix}-shown"] = form.shape
        read = PlanForms.read(posted, first=1, game=game)
        assert read.are_valid(), (key, [form.errors for form in read])
        sources = [[source.as_dict() for source in read_plan(*stage).sources] for stage in read.planned]
        assert sources == [[source.as_dict() for source in read_plan(*stage).sources] for stage in stages]


def test_the_form_refuses_a_graph_that_cannot_be_played():
    posted = {"stages": "2", "1-format": "swiss", "2-format": "single-elimination", "2-entry": "losers"}
    posted |= {"2-from_stage": "1", "2-losers": "1"}
    for form in PlanForms.read(posted, first=1, game=GAMES["colonial-italian"]):
        posted[f"{form.prefix}-shown"] = form.shape
    posted |= {"1-seats": "2"}
    read = PlanForms.read(posted, first=1, game=GAMES["colonial-italian"])
    assert not read.are_valid()
    assert read.forms[1].errors == {"entry": ["Nobody is knocked out in that stage."]}


@pytest.mark.parametrize("seed", range(2))
@pytest.mark.parametrize("stages", [CONSOLATION, TWO_FINALS])
def test_everybody_has_one_place_however_the_evening_goes(stages, seed):
    event = make_tournament(13, stages=stages)
    start(event)
    play_out(event, Random(seed))
    final = places(event)
    assert sorted(who for _, who in final) == sorted(ids(event))
    numbers = [place for place, _ in final]
    assert numbers == [1 + sum(other < place for other in numbers) for place in numbers]


def test_sixteen_play_for_every_place():
    event = make_tournament(16, stages=PRESETS["all-places"][1])
    start(event)
    play_out(event, Random(3))
    assert [place for place, _ in places(event)] == [*range(1, 17)]


def test_nobody_comes_into_a_consolation_who_is_not_out_of_the_brackets_before_it():
    event = make_tournament(16, stages=(*CONSOLATION[:2], ("swiss", {"sources": [{"stage": 2, "losers": 1}]})))
    start(event)
    play(event, 1)
    still_in = sorted({*ids(event)} - beaten(stage_of(event, 1), place=9))
    start(event, 2)
    play(event, 2)
    proposed = start_list(stage_of(event, 3))
    assert {*still_in}.isdisjoint(entrant.pk for entrant in proposed.out)
    with pytest.raises(Refused, match="list-changed"):
        start_stage(stage_id=stage_of(event, 3).pk, entrants=still_in[:2], actor=SYSTEM)


def test_nobody_enters_a_stage_late_who_plays_in_another():
    event = two_swisses()
    player = stage_of(event, 2).entries.first().entrant.player
    with pytest.raises(Refused, match="entered-already"):
        enter_late(event_id=event.pk, name=player.name, late_points=Fraction(0), actor=SYSTEM)


def test_byes_are_asked_for_in_the_swiss_in_which_somebody_plays():
    event = two_swisses()
    for number in (2, 3):
        who = stage_of(event, number).entries.first().entrant_id
        request_byes(event_id=event.pk, entrant_id=who, byes={2: "half"}, actor=SYSTEM)
        assert stage_of(event, number).bye_requests.get().entrant_id == who
    assert sorted(line.byes for line in entrants_page(event).lines if line.byes) == [(2,), (2,)]


def test_a_start_that_is_undone_leaves_a_bracket_as_it_was():
    best = ("swiss", {"sources": [{"stage": 1, "size": 2}]})
    event = make_tournament(8, stages=(*CONSOLATION[:2], best))
    start(event)
    play(event, 1)
    start(event, 2)
    play(event, 1)
    play(event, 1)
    start(event, 3)
    undo_start(stage_id=stage_of(event, 3).pk, actor=SYSTEM)
    assert [stage.status for stage in event.stages.all()] == ["running", "running", "planned"]


def test_tables_that_two_stages_have_drawn_have_numbers_of_their_own():
    event = make_tournament(16, stages=CONSOLATION)
    start(event)
    play(event, 1)
    start(event, 2)
    drawn = [draw_round(stage_id=stage_of(event, number).pk, actor=SYSTEM) for number in (1, 2)]
    tables = [table for round_ in drawn for table in publish_round(round_id=round_.pk, actor=SYSTEM)]
    assert sorted(table.number for table in tables) == list(range(1, 9))


def test_the_last_of_those_who_share_a_place_come_where_the_plan_says_so():
    lower = ("swiss", {"sources": [{"stage": 1, "size": 2, "after": 6}]})
    event = make_tournament(8, stages=(CONSOLATION[0], lower))
    start(event)
    play(event, 1)
    (tie,) = start_list(stage_of(event, 2)).level
    ruling = draw_lots(stage_id=stage_of(event, 2).pk, level=tie.ids, actor=SYSTEM)
    assert [line.entrant.pk for line in start_list(stage_of(event, 2)).lines] == ruling.value[2:]


def two_swisses() -> Event:
    """The upper four of ten in one, all others in another."""
    shape = {"rounds": 3, "requested": "half"}
    upper, others = {"sources": [{"stage": 1, "size": 4}]}, {"sources": [{"stage": 1}]}
    event = make_tournament(10, stages=(("swiss", {"rounds": 1}), ("swiss", shape | upper), ("swiss", shape | others)))
    start(event)
    play(event, 1)
    start(event, 2)
    start(event, 3)
    return event
