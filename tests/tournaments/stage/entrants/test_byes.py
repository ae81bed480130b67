"""Byes on request: told in advance, kept in the draw, counted in the standings."""

from fractions import Fraction

import pytest
from django.urls import reverse

from scoring.games import GAMES
from tests.tournament_scenes import (
    begun,
    draw,
    finish_round,
    ids,
    make_tournament,
    next_round,
    play_round,
    running,
    start,
)
from tournaments.audit import SYSTEM
from tournaments.formats.plan import PlanError, read_plan
from tournaments.formats.stages import history_of
from tournaments.forms.stage.stages import StageForm
from tournaments.models import AuditEntry, ByeRequest, Event
from tournaments.selectors.stage.entrants import entrants_page
from tournaments.selectors.stage.records import stage_state
from tournaments.selectors.stage.rounds import round_preview
from tournaments.services.refusals import Missing, Refused
from tournaments.services.stage.entrants import withdraw
from tournaments.services.stage.planning import plan_stages, request_byes
from tournaments.services.stage.preview import (
    discard_preview,
    pin_in_preview,
    redraw_preview,
    seat_in_preview,
    undo_in_preview,
)
from tournaments.services.stage.rounds import publish_round, undo_round
from tournaments.words.stage.plans import preset_stages

pytestmark = pytest.mark.django_db

HALF = Fraction(1, 2)
FULL = (("swiss", {"rounds": 3, "requested": "full"}),)


def ask(event: Event, who: int, **byes: str) -> None:
    wanted = {int(name.removeprefix("round")): worth for name, worth in byes.items()}
    request_byes(event_id=event.pk, entrant_id=who, byes=wanted, actor=SYSTEM)


def scores(event: Event) -> dict[int, Fraction]:
    return {row.id: row.points for rows in stage_state(running(event)).standings for row in rows}


@pytest.mark.parametrize(("worth", "points"), [("zero", 0), ("half", HALF), ("full", 1)])
def test_who_asked_for_a_bye_is_not_drawn_and_gets_its_points(worth: str, points: Fraction):
    event = begun(5, stages=FULL)
    who = ids(event)[0]
    ask(event, who, round1=worth)
    round_ = draw(event)
    assert round_.seating.requested == {who: worth}
    assert who not in [*round_.seating.seated, *round_.seating.byes]
    assert len(round_.seating.tables) == 2
    publish_round(round_id=round_.pk, actor=SYSTEM)
    finish_round(event)
    assert scores(event)[who] == points


def test_who_rests_on_request_stays_so_when_the_preview_is_drawn_again_and_lacks_no_place():
    event = begun(9)
    event.stages.update(seed=2)  # by which the rest is drawn otherwise
    who, pinned = ids(event)[0], 1
    ask(event, who, round1="half")
    round_ = draw(event)
    pin_in_preview(round_id=round_.pk, what=pinned, pinned=True, actor=SYSTEM)
    redraw_preview(round_id=round_.pk, actor=SYSTEM)
    round_.refresh_from_db()
    page = round_preview(round_)
    assert [seat.entrant_id for seat, _points in page.requested] == [who]
    assert (page.unseated, page.faults) == ([], [])


def test_who_rests_on_request_can_be_seated_by_hand_after_all():
    event = begun(6)
    who = ids(event)[0]
    ask(event, who, round1="half")
    round_ = draw(event)
    (free,) = round_.seating.byes
    assert who in round_preview(round_).people
    seat_in_preview(round_id=round_.pk, entrants=[who, free], to="new", actor=SYSTEM)
    round_.refresh_from_db()
    assert (round_.seating.requested, round_.seating.byes) == ({}, ())
    assert round_preview(round_).faults == []
    undo_in_preview(round_id=round_.pk, actor=SYSTEM)
    round_.refresh_from_db()
    assert round_.seating.requested == {who: "half"}


def test_a_bye_of_less_than_a_win_does_not_bar_the_allocated_one():
    event = begun(5)
    ask(event, ids(event)[2], round1="half")
    play_round(event)
    state = stage_state(running(event))
    (record,) = state.groups
    assert [(bye.id, bye.requested) for bye in record.rounds[0].byes] == [(ids(event)[2], True)]
    assert history_of(record, state.plan.options)[0].byes == ()


def test_a_request_told_before_the_first_round_waits_for_its_round():
    event = make_tournament(5)
    who = ids(event)[4]
    ask(event, who, round2="half")
    assert [line.byes for line in entrants_page(event).lines] == [(), (), (), (), (2,)]
    start(event)
    play_round(event)
    round_ = draw(event)
    assert round_.seating.requested == {who: "half"}


def test_a_request_can_be_taken_back_until_the_draw_and_again_once_that_is_discarded():
    event = begun(5)
    who = ids(event)[0]
    ask(event, who, round1="half")
    round_ = draw(event)
    with pytest.raises(Refused) as refusal:
        ask(event, who, round1="zero")
    assert (refusal.value.code, refusal.value.params) == ("bye-drawn", {"rounds": [1]})
    ask(event, who)  # a later page without it changes nothing that is drawn
    assert ByeRequest.objects.get().worth == "half"
    discard_preview(round_id=round_.pk, actor=SYSTEM)
    ask(event, who)
    assert draw(event).seating.requested == {}


def test_a_round_taken_back_leaves_the_request_standing():
    event = begun(5)
    who = ids(event)[0]
    ask(event, who, round1="half")
    next_round(event)
    undo_round(round_id=running(event).rounds.get().pk, actor=SYSTEM)
    assert draw(event).seating.requested == {who: "half"}


def test_who_left_rests_no_more_and_gets_nothing_for_it():
    event = begun(6)
    who = ids(event)[0]
    ask(event, who, round2="half")
    play_round(event)
    before = scores(event)[who]
    withdraw(event_id=event.pk, entrant_id=who, actor=SYSTEM)
    play_round(event)
    assert scores(event)[who] == before


def test_who_leaves_between_draw_and_publication_is_named():
    event = begun(5)
    who = ids(event)[0]
    ask(event, who, round1="half")
    round_ = draw(event)
    withdraw(event_id=event.pk, entrant_id=who, actor=SYSTEM)
    with pytest.raises(Refused) as refusal:
        publish_round(round_id=round_.pk, actor=SYSTEM)
    assert (refusal.value.code, refusal.value.params["names"]) == ("gone-since-draw", ["P1"])


@pytest.mark.parametrize(
    ("stages", "byes", "code"),
    [
        ((("round-robin", {}),), {"round1": "zero"}, "no-byes-here"),
        ((("swiss", {"requested": "none"}),), {"round1": "zero"}, "no-byes-here"),
        ((("swiss", {}),), {"round1": "full"}, "bye-too-much"),
        ((("swiss", {"points": "score"}),), {"round1": "half"}, "bye-too-much"),
        ((("swiss", {}),), {"round0": "half"}, "bye-drawn"),
    ],
)
def test_what_the_plan_does_not_allow_is_refused_and_changes_nothing(stages, byes, code):
    event = begun(4, stages=stages)
    with pytest.raises(Refused) as refusal:
        ask(event, ids(event)[0], **byes)
    assert refusal.value.code == code
    assert not ByeRequest.objects.exists()


LIMITED = (("swiss", {"rounds": 5, "requested": "full", "scored_byes": 2, "zero_byes": 1, "byes_end": 1}),)


@pytest.mark.parametrize(
    ("byes", "code"),
    [
        ({"round1": "half", "round2": "full", "round3": "half"}, "byes-scored"),
        ({"round1": "zero", "round2": "zero"}, "byes-zero"),
        ({"round5": "zero"}, "bye-last"),
        ({"round1": "half", "round2": "full", "round3": "zero"}, None),
    ],
)
def test_a_person_has_as_many_byes_as_the_plan_says_and_none_in_the_last_rounds(byes, code):
    event = begun(6, stages=LIMITED)
    if code is None:
        ask(event, ids(event)[0], **byes)
        assert ByeRequest.objects.count() == 3
        return
    with pytest.raises(Refused) as refusal:
        ask(event, ids(event)[0], **byes)
    assert refusal.value.code == code
    assert not ByeRequest.objects.exists()


def test_byes_of_rounds_that_are_drawn_count_and_what_was_granted_stays():
    event = begun(6, stages=LIMITED)
    who = ids(event)[0]
    ask(event, who, round1="half")
    play_round(event)
    ask(event, who, round2="full", round3="zero")
    with pytest.raises(Refused, match="byes-scored"):
        ask(event, who, round2="full", round3="half")
    event.stages.update(options={**LIMITED[0][1], "rounds": 3, "scored_byes": 0})
    ask(event, who, round3="zero")
    assert list(ByeRequest.objects.values_list("round", flat=True)) == [1, 3]


def test_a_new_swiss_is_offered_the_usual_limits_and_one_of_before_has_none():
    (_key, options) = preset_stages("swiss")[0]
    assert (options["scored_byes"], options["byes_end"]) == (2, 1)
    plan = read_plan("swiss", {"rounds": 5}).options
    assert (plan.scored_byes, plan.zero_byes, plan.byes_end) == (None, None, 0)
    form = StageForm(number=1, game=GAMES["vilnius"], given={"format": "swiss"})
    assert (form["scored_byes"].value(), form["zero_byes"].value(), form["byes_end"].value()) == (2, None, 1)
    stored = StageForm.given_by("swiss", {"rounds": 5}, game=GAMES["vilnius"])
    assert StageForm(number=1, game=GAMES["vilnius"], given=stored)["scored_byes"].value() is None


def test_the_page_of_an_entrant_says_the_limits_and_offers_no_round_of_the_last(client):
    event = begun(6, stages=LIMITED)
    client.force_login(event.club.members.get().user, backend="django.contrib.auth.backends.ModelBackend")
    address = reverse("entrant-byes", args=[event.pk, ids(event)[0]])
    page = client.get(address).content.decode()
    assert "2 byes with points at most" in page and "No byes on request in the last round" in page
    assert 'name="round-4"' in page and 'name="round-5"' not in page
    answer = client.post(address, {"round-1": "half", "round-2": "half", "round-3": "half"}).content.decode()
    assert "P1 may have 2 byes with points here, and this would make it 3." in answer


def test_who_has_left_or_plays_elsewhere_cannot_ask():
    event, other = begun(4), begun(4)
    withdraw(event_id=event.pk, entrant_id=ids(event)[0], actor=SYSTEM)
    with pytest.raises(Refused) as refusal:
        ask(event, ids(event)[0], round1="half")
    assert refusal.value.code == "plays-no-more"
    with pytest.raises(Missing):
        ask(event, ids(other)[0], round1="half")


def test_another_plan_keeps_what_was_asked_for():
    event = make_tournament(4)
    ask(event, ids(event)[0], round1="half")
    plan_stages(event_id=event.pk, stages=[("swiss", {"rounds": 5})], actor=SYSTEM)
    assert ByeRequest.objects.get().stage.options["rounds"] == 5


@pytest.mark.parametrize(
    "plan", [("swiss", {"requested": "none"}), ("swiss", {"requested": "half"}), ("round-robin", {})]
)
def test_another_plan_neither_gives_more_than_it_says_nor_passes_over_who_asked(plan):
    event = make_tournament(4, stages=FULL)
    who, gone, *_rest = ids(event)
    ask(event, who, round1="full")
    ask(event, gone, round2="full")
    withdraw(event_id=event.pk, entrant_id=gone, actor=SYSTEM)
    with pytest.raises(Refused, match="byes-asked") as refusal:
        plan_stages(event_id=event.pk, stages=[plan], actor=SYSTEM)
    assert refusal.value.params["names"] == ["P1"]
    assert event.stages.get().options["requested"] == "full"
    ask(event, who)
    plan_stages(event_id=event.pk, stages=[plan], actor=SYSTEM)
    assert event.stages.get().format == plan[0]


def test_larger_tables_give_the_average_for_half_and_the_first_place_for_a_full_bye():
    points = read_plan("swiss", {"seats": 4}).options.points
    assert [points.requested_points(worth, 4) for worth in ("zero", "half", "full")] == [0, Fraction(5, 2), 4]
    with pytest.raises(PlanError):
        read_plan("swiss", {"requested": "double"})


def test_the_log_tells_what_was_asked_for_and_what_before(director):
    client, event = director
    ask(event, ids(event)[0], round2="half")
    ask(event, ids(event)[0], round3="zero")
    entry = AuditEntry.objects.filter(action="byes-requested").latest("id")
    assert entry.before["requests"] == [{"round": 2, "worth": "half"}]
    assert entry.after["requests"] == [{"round": 3, "worth": "zero"}]
    said = client.get(reverse("event-log", args=[event.pk])).content.decode()
    assert "Byes on request of P1: round 3, no points" in said
    assert "round 2, the points of a draw" in said


@pytest.fixture
def director(client):
    event = begun(5)
    client.force_login(event.club.members.get().user, backend="django.contrib.auth.backends.ModelBackend")
    return client, event


def test_the_entrants_page_leads_to_the_byes_and_shows_them(director):
    client, event = director
    who = ids(event)[1]
    address = reverse("entrant-byes", args=[event.pk, who])
    listed = reverse("entrants", args=[event.pk])
    assert address in client.get(listed, {"open": who}).content.decode()
    page = client.get(address).content.decode()
    assert "Byes on request: P2" in page
    assert "the points of a win" not in page
    assert client.post(address, {"round-2": "half"}).url == listed
    assert "bye in round 2" in client.get(listed).content.decode()


def test_a_page_of_yesterday_is_told_that_the_round_is_drawn(director):
    client, event = director
    draw(event)
    address = reverse("entrant-byes", args=[event.pk, ids(event)[1]])
    answer = client.post(address, {"round-1": "half", "round-2": "half"})
    assert "Round 1 is drawn already." in answer.content.decode()
    assert not ByeRequest.objects.exists()


def test_preview_and_pairings_name_who_rests_on_request(director):
    client, event = director
    ask(event, ids(event)[4], round1="half")
    round_ = draw(event)
    preview = client.get(reverse("round", args=[round_.pk])).content.decode()
    assert "Bye on request" in preview
    resting = preview[preview.index("Bye on request") :]
    assert "P5" in resting and "(½)" in resting
    publish_round(round_id=round_.pk, actor=SYSTEM)
    pairings = client.get(reverse("pairings", args=[round_.pk])).content.decode()
    assert "Bye on request:" in pairings
    why = client.get(reverse("why", args=[event.pk, ids(event)[4]])).content.decode()
    assert "A bye on request." in why


def test_the_cross_table_of_larger_tables_tells_a_bye_on_request_from_the_others(client):
    event = begun(9, stages=(("swiss", {"seats": 4}),))
    ask(event, ids(event)[8], round1="half")
    play_round(event)
    crossed = client.get(reverse("cross-table", args=[event.pk])).content.decode()
    assert crossed.count("<span>bye on request</span>") == 1
    assert "<strong>2½</strong>" in crossed
