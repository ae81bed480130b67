"""The director runs the rounds of a tournament from the desk, with htmx and without."""

import re

import pytest
from django.db import connection
from django.test import Client
from django.test.utils import CaptureQueriesContext
from django.urls import reverse
from django.utils import timezone

from tests.factories import deal, make_member, make_night, make_user
from tests.tournament_scenes import draw, finish_round, finish_table, make_tournament, next_round, start
from tournaments.audit import SYSTEM
from tournaments.models import Event, Member, Round, Table
from tournaments.selectors.tournament.desk import TournamentDesk, tournament_desk
from tournaments.services.stage.entrants import keep_apart
from tournaments.services.stage.rounds import publish_round
from tournaments.services.stage.rulings import decide_places
from tournaments.services.table.life import adjourn_table, end_table, reopen_table

pytestmark = pytest.mark.django_db

KNOCKOUT = (("single-elimination", {}),)
TWO_STAGES = (("swiss", {"rounds": 1}), ("single-elimination", {"qualify": {"size": 4}}))
BACKEND = "django.contrib.auth.backends.ModelBackend"


def director(client: Client, event: Event) -> Client:
    client.force_login(event.club.members.get(role=Member.Role.OWNER).user, backend=BACKEND)
    return client


def begun(client: Client, count: int = 8, **facts: object) -> Event:
    event = make_tournament(count, **facts)
    director(client, event)
    start(event)
    return event


def the_desk(client: Client, event: Event, *, opened: Table | None = None) -> str:
    answer = client.get(reverse("desk", args=[event.pk]), {"open": opened.pk} if opened else {})
    assert answer.status_code == 200
    return answer.content.decode()


def post(client: Client, name: str, pk: int, **data: object) -> str:
    """Post, and read the page that follows."""
    answer = client.post(reverse(name, args=[pk]), data, follow=True)
    assert answer.status_code == 200
    return answer.content.decode()


def seen(event: Event) -> TournamentDesk:
    return tournament_desk(event.pk, now=timezone.now())


def seated(round_: Round) -> list[list[int]]:
    return [list(each.entrants) for each in Round.objects.get(pk=round_.pk).seating.tables]


def test_before_the_first_stage_the_desk_leads_to_its_entrants_and_to_its_start(client):
    event = make_tournament(8)
    page = the_desk(director(client, event), event)
    assert "8 of 8 entrants are checked in" in page
    assert reverse("stage-start", args=[event.stages.get().pk]) in page
    assert reverse("entrants", args=[event.pk]) in page


def test_a_round_goes_from_the_desk_over_its_preview_to_tables_and_back_to_the_desk(client):
    event = begun(client)
    stage = event.stages.get()
    assert "Draw round 1" in the_desk(client, event)
    preview = client.post(reverse("round-draw", args=[stage.pk]))
    round_ = stage.rounds.get()
    assert preview.url == reverse("round", args=[round_.pk])
    assert "This round can be played as it is" in client.get(preview.url).content.decode()
    assert preview.url in the_desk(client, event)
    page = post(client, "round-publish", round_.pk, minutes=50)
    assert "0 of 4 tables have a result" in page
    assert (event.tables.count(), Round.objects.get().minutes) == (4, 50)
    finish_round(event)
    assert "Draw round 2" in the_desk(client, event)


def test_a_second_press_of_the_draw_button_leads_to_the_preview_that_waits(client):
    event = begun(client)
    draw(event)
    page = post(client, "round-draw", event.stages.get().pk)
    assert "not yet published" in page
    assert reverse("round", args=[Round.objects.get().pk]) in page


@pytest.mark.parametrize(("stages", "last"), [(TWO_STAGES, "next-stage"), (TWO_STAGES[:1], "finish")])
def test_the_next_step_follows_from_where_the_tournament_is(stages, last):
    event = make_tournament(8, stages=stages)
    steps = [seen(event).step]
    start(event)
    steps.append(seen(event).step)
    round_ = draw(event)
    steps.append(seen(event).step)
    publish_round(round_id=round_.pk, actor=SYSTEM)
    steps.append(seen(event).step)
    finish_round(event)
    assert [*steps, seen(event).step] == ["begin", "draw", "preview", "play", last]


def test_a_tournament_is_finished_from_the_desk_and_can_be_reopened(client):
    event = begun(client, 4, stages=TWO_STAGES[:1])
    first, _second = next_round(event)
    assert "Still playing" in post(client, "event-finish", event.pk)
    finish_round(event)
    reopen_table(table_id=first.pk, actor=SYSTEM)
    adjourn_table(table_id=first.pk, actor=SYSTEM)
    assert f"Adjourned without a result: table {first.number}." in post(client, "event-finish", event.pk)
    end_table(table_id=first.pk, actor=SYSTEM)
    assert "This tournament is over" in post(client, "event-finish", event.pk)
    assert seen(event).step == "over"
    assert "Everything has been played" in post(client, "event-reopen", event.pk)


def test_a_knockout_goes_on_where_it_can_and_asks_the_director_where_nobody_won(client):
    event = begun(client, 8, stages=[("single-elimination", {"level": "director"})])
    tables = next_round(event)
    tables = [tables[0], tables[2], tables[1], tables[3]]
    for table in tables[:2]:
        finish_table(table)
    assert seen(event).step == "play"
    decide_places(table_id=tables[2].pk, places=[1, 1], reason="level", actor=SYSTEM)
    end_table(table_id=tables[3].pk, actor=SYSTEM)
    page = the_desk(client, event)
    assert [table.id for table in seen(event).progress.tables if table.undecided] == [tables[2].pk, tables[3].pk]
    assert page.count("needs your decision") == 2
    decide_places(table_id=tables[2].pk, places=[1, 2], reason="cut", actor=SYSTEM)
    finish_table(tables[3])
    assert seen(event).step == "draw"
    first, second = next_round(event)
    finish_table(first)
    assert [table.id for table in seen(event).progress.waiting] == [second.pk]


def test_a_table_that_ended_without_a_deal_is_for_the_director_to_decide():
    event = make_tournament(4)
    start(event)
    table = next_round(event)[0]
    end_table(table_id=table.pk, actor=SYSTEM)
    assert [each.id for each in seen(event).progress.tables if each.undecided] == [table.pk]


@pytest.mark.parametrize("how", ["standing", "shared"])
def test_the_next_round_can_be_drawn_while_an_adjourned_table_counts_provisionally(client, how):
    event = begun(client)
    tables = next_round(event)
    for table in tables[1:]:
        finish_table(table)
    adjourn_table(table_id=tables[0].pk, actor=SYSTEM)
    page = the_desk(client, event)
    assert "Draw round 2 all the same" in page
    assert f'name="provisional-{tables[0].pk}"' in page
    assert "No result yet at table 1." in post(client, "round-draw", event.stages.get().pk)
    page = post(client, "round-draw", event.stages.get().pk, **{f"provisional-{tables[0].pk}": how})
    assert "provisional: table 1" in page
    assert Round.objects.get(number=2).seating.provisional == {tables[0].pk: how}


def test_two_players_are_tapped_one_after_the_other_and_what_that_breaks_is_said(client):
    event = begun(client)
    tables = next_round(event)
    (one, other), *_rest = [[seat.entrant_id for seat in table.seats.all()] for table in tables]
    finish_round(event)
    round_ = draw(event)
    here = reverse("round", args=[round_.pk])
    table = next(each for each in seated(round_) if one in each)
    partner = next(who for who in table if who != one)
    page = client.get(here, {"first": partner}).content.decode()
    assert "changes places with" in page
    assert f'name="second" value="{other}"' in page
    page = post(client, "round-exchange", round_.pk, first=partner, second=other)
    assert {one, other} in [set(each) for each in seated(round_)]
    assert "have met in round 1." in page
    assert "changed by hand" in page
    assert re.search(r'<h2 id="step-head">\s*\d things? to look at\s*</h2>', page)  # the other table may have met too


def test_an_exchange_under_htmx_answers_with_the_changed_part_alone(client):
    event = begun(client)
    round_ = draw(event)
    (one, _), (other, _), *_rest = seated(round_)
    answer = client.post(
        reverse("round-exchange", args=[round_.pk]), {"first": one, "second": other}, headers={"HX-Request": "true"}
    )
    assert answer.content.decode().lstrip().startswith('<div id="preview"')
    assert other in seated(round_)[0]


@pytest.mark.parametrize(("first", "second"), [(1, ""), ("x", 2), (7, 7), (0, 10**30)])
def test_an_exchange_that_is_none_changes_nothing(client, first, second):
    event = begun(client)
    round_ = draw(event)
    before = seated(round_)
    page = post(client, "round-exchange", round_.pk, first=first, second=second)
    assert "The list has changed in the meantime" in page
    assert seated(round_) == before


def test_in_a_bracket_only_those_at_one_table_are_offered(client):
    event = begun(client, 8, stages=KNOCKOUT)
    round_ = draw(event)
    (one, neighbour), (other, _), *_rest = seated(round_)
    page = client.get(reverse("round", args=[round_.pk]), {"first": one}).content.decode()
    assert f'name="second" value="{neighbour}"' in page
    assert f'name="second" value="{other}"' not in page
    assert "In a bracket the results say" in post(client, "round-exchange", round_.pk, first=one, second=other)


def test_the_preview_names_those_to_be_kept_apart_at_their_table_and_on_top(client):
    event = begun(client, 4)
    round_ = draw(event)
    keep_apart(event_id=event.pk, groups=[seated(round_)[0]], actor=SYSTEM)
    page = client.get(reverse("round", args=[round_.pk])).content.decode()
    assert "1 thing to look at" in page
    assert page.count("are to be kept apart.") == 2


def test_a_preview_is_discarded_or_drawn_again(client):
    event = begun(client)
    round_ = draw(event)
    (one, _), (other, _), *_rest = seated(round_)
    before = seated(round_)
    post(client, "round-exchange", round_.pk, first=one, second=other)
    post(client, "round-redraw", round_.pk)
    assert seated(round_) == before
    assert "Draw round 1" in post(client, "round-discard", round_.pk)
    assert not Round.objects.exclude(status=Round.Status.UNDONE).exists()


def test_a_preview_that_is_gone_leads_back_to_the_desk(client):
    event = begun(client)
    next_round(event)
    here, desk = reverse("round", args=[Round.objects.get().pk]), reverse("desk", args=[event.pk])
    assert client.get(here)["Location"] == desk
    assert client.get(here, headers={"HX-Request": "true"})["HX-Redirect"] == desk
    assert "not a preview any more" in post(client, "round-publish", Round.objects.get().pk)


@pytest.mark.parametrize("minutes", ["0", "many", "601"])
def test_a_round_is_not_published_with_an_odd_number_of_minutes(client, minutes):
    event = begun(client)
    round_ = draw(event)
    post(client, "round-publish", round_.pk, minutes=minutes)
    assert not Table.objects.exists()


def test_a_round_is_taken_back_until_its_first_deal(client):
    event = begun(client)
    tables = next_round(event)
    assert "Take round 1 back" in the_desk(client, event)
    deal(tables[2], {"dealer": 0, "claimed": [0]})
    assert "Take round 1 back" not in the_desk(client, event)
    assert "has begun: the round cannot be taken back" in post(client, "round-undo", Round.objects.get().pk)
    other = begun(client)
    next_round(other)
    assert "Draw round 1" in post(client, "round-undo", Round.objects.get(stage__event=other).pk)


def test_the_clock_is_set_started_paused_and_reset(client):
    event = begun(client)
    next_round(event)
    pk = Round.objects.get().pk

    def press(action: str, **more: object) -> Round:
        assert "alert-error" not in post(client, "round-clock", pk, action=action, **more)
        return Round.objects.get(pk=pk)

    assert "Say first how many minutes" in post(client, "round-clock", pk, action="start")
    assert press("set", minutes=40).minutes == 40
    started = press("start", minutes=45)
    assert (started.minutes, started.clock_started_at is None) == (45, False)
    assert 'data-ends-at="' in the_desk(client, event)
    assert press("pause").clock_paused_at is not None
    assert "Resume" in the_desk(client, event)
    assert press("start").clock_paused_at is None
    assert press("reset", minutes=45).clock_started_at is None


def test_a_table_gets_extra_time_and_its_actions_answer_with_the_tournaments_desk(client):
    event = begun(client)
    first, second, *_rest = next_round(event, minutes=30)
    assert "+5 min" in post(client, "table-extra", first.pk, minutes=5)
    asked = {"open": first.pk}
    answer = client.post(reverse("table-adjourn", args=[first.pk]), asked, headers={"HX-Request": "true"})
    assert "Play on" in answer.content.decode()
    assert "overview-adjourned" in answer.content.decode()
    post(client, "desk-resume", event.pk, table=first.pk)
    post(client, "table-end", second.pk)
    assert [Table.objects.get(pk=table.pk).status for table in (first, second)] == ["playing", "closed"]


def test_a_tile_says_whose_word_counts_where_no_deal_does(client):
    event = begun(client)
    table = next_round(event)[0]
    decide_places(table_id=table.pk, places=[2, 1], reason="on paper", actor=SYSTEM)
    tile = the_desk(client, event).partition(f'id="table-{table.pk}"')[2].partition("data-due")[0]
    assert "decided by the director" in tile and "closed unfinished" not in tile


def test_a_followed_table_is_corrected_the_others_are_ruled_on_too(client):
    event = begun(client)
    tables = next_round(event)
    finish_round(event)
    correct, rule = (reverse(name, args=[tables[0].pk]) for name in ("table-correct", "table-ruling"))
    page = the_desk(client, event, opened=tables[0])
    assert (correct in page, rule in page) == (True, True)
    draw(event)
    page = the_desk(client, event, opened=tables[0])
    assert (correct in page, rule in page) == (True, False)


def test_the_cards_of_a_round_leave_out_those_of_an_earlier_one(client):
    event = begun(client, 4)
    first, second = next_round(event)
    adjourn_table(table_id=first.pk, actor=SYSTEM)
    finish_table(second)
    told = {f"provisional-{first.pk}": "shared"}
    post(client, "round-draw", event.stages.get().pk, **told)
    round_ = Round.objects.get(number=2)
    post(client, "round-publish", round_.pk)
    assert "?round=" + str(round_.pk) in the_desk(client, event)
    numbers = [
        [each.card.table_id for each in client.get(reverse("event-cards", args=[event.pk]) + asked).context["cards"]]
        for asked in ("", f"?round={round_.pk}")
    ]
    assert first.pk in numbers[0]
    assert sorted(numbers[1]) == sorted(round_.tables.values_list("pk", flat=True))


def test_a_club_night_is_not_offered_a_tournaments_adjourned_table(client):
    event = begun(client, 4)
    adjourn_table(table_id=next_round(event)[0].pk, actor=SYSTEM)
    night = make_night(club=event.club, game=event.game, rules=event.rules, names=())
    assert "Play on" not in the_desk(client, night)


@pytest.mark.parametrize("stages", [KNOCKOUT, (("strikes", {"seats": 4}),), (("round-robin", {}),)])
def test_every_format_is_previewed(client, stages):
    event = begun(client, 8, stages=stages)
    assert client.get(reverse("round", args=[draw(event).pk])).status_code == 200


@pytest.mark.parametrize(("member", "status"), [(Member.Role.SCORER, 403), (None, 404)])
def test_only_directors_touch_a_round(client, member, status):
    event = make_tournament(4)
    start(event)
    round_ = draw(event)
    user = make_member(event.club, member) if member else make_user("stranger")
    client.force_login(user, backend=BACKEND)
    doors = [("round-draw", round_.stage_id)]
    doors += [(f"round-{action}", round_.pk) for action in ("exchange", "publish", "discard", "undo", "clock")]
    answers = {client.post(reverse(name, args=[pk])).status_code for name, pk in doors}
    assert answers | {client.get(reverse("round", args=[round_.pk])).status_code} == {status}
    assert Round.objects.get().status == Round.Status.PREVIEW


def test_the_desk_and_the_preview_cost_the_same_for_four_entrants_as_for_forty(client):
    counts = []
    for entrants in (4, 40):
        event = begun(client, entrants)
        next_round(event, minutes=40)
        desk = queries(client, reverse("desk", args=[event.pk]))
        finish_round(event)
        counts.append((desk, queries(client, reverse("round", args=[draw(event).pk]))))
    assert counts == [(27, 14), (27, 14)]


def queries(client: Client, address: str) -> int:
    with CaptureQueriesContext(connection) as asked:
        assert client.get(address).status_code == 200
    return len(asked)


def test_that_the_cards_may_run_out_is_said_in_the_preview(client):
    rules = {"hand_size": 8, "deals": 1}
    event = begun(client, 5, rules=rules, stages=[("swiss", {"seats": 4, "remainder": "fives"})])
    round_ = draw(event)
    assert "With 5 at a table the cards may run out" in client.get(reverse("round", args=[round_.pk])).content.decode()
