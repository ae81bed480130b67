"""Whatever the director does to a tournament says so, and the button beside it makes everything as it was."""

import re
from collections.abc import Callable
from datetime import timedelta
from functools import partial

import pytest
from django.test import Client
from django.urls import reverse

from tests.factories import deal, make_club, make_user
from tests.tournament_scenes import draw, finish_round, finish_table, make_tournament, next_round, start
from tournaments.audit import SYSTEM
from tournaments.models import Entrant, Event, Member, Round, Ruling, Stage, Table
from tournaments.selectors.stage.entrants import entrants_in_order
from tournaments.services.club.members import set_member
from tournaments.services.stage.entrants import expel, reinstate, seed_by_hand, withdraw
from tournaments.services.stage.preview import exchange_in_preview
from tournaments.services.stage.rounds import clock_marks, pause_clock, set_clock, start_clock
from tournaments.services.stage.rulings import decide_places

pytestmark = pytest.mark.django_db

STEPS = re.compile(r'name="steps" value="([^"]+)"')
SAID = re.compile(r"<span>([^<]+)</span>")
Posts = dict[str, object]


def directed(client: Client, event: Event) -> Client:
    client.force_login(event.club.members.get().user, backend="django.contrib.auth.backends.ModelBackend")
    return client


def ruled(table: Table) -> object:
    """The director's word that counts."""
    word = table.rulings.exclude(kind=Ruling.Kind.ADVANCED).order_by("pk").last()
    return (word.kind, word.value) if word and word.kind != Ruling.Kind.LIFTED else None


def clock(round_: Round) -> object:
    return clock_marks(round_) if round_.published_at else None


def scene(event: Event) -> object:
    """All that the director's actions move; whatever was taken back is not there."""
    event.refresh_from_db()
    facts = ("pk", "seed", "status", "present", "fixed_table", "substitute")
    rounds = Round.objects.filter(stage__event=event).exclude(status=Round.Status.UNDONE)
    tables = event.tables.exclude(status=Table.Status.UNDONE).order_by("number")
    seats = {table.number: list(table.seats.order_by("index").values_list("entrant", "index")) for table in tables}
    return (
        list(event.entrants.order_by("pk").values_list(*facts)),
        (event.keep_apart, event.registration_open),
        list(event.stages.values_list("status", "options")),
        list(event.stages.order_by("number", "entries__seed").values_list("entries__entrant", "entries__group")),
        [(each.number, each.status, each.seating.tables, each.seating.byes, clock(each)) for each in rounds],
        [(table.number, table.status, table.extra_minutes, ruled(table)) for table in tables],
        seats,
    )


def undone(client: Client, event: Event, action: str, of: int, posted: Posts) -> bool:
    """Whether the action moves something and says so, and its button moves everything back."""
    before = scene(event)
    answer = directed(client, event).post(reverse(action, args=[of]), posted, follow=True)
    found = STEPS.search(answer.text)
    if scene(event) == before or not found or not SAID.search(answer.text[found.end() :]):
        return False
    back = client.post(reverse("desk-undo", args=[event.pk]), {"steps": found[1]}, follow=True)
    return "Undone." in back.text and scene(event) == before


def test_what_is_done_to_the_list_of_entrants_is_undone_in_one(client):
    event = make_tournament(5)
    first, second, *_ = entrants_in_order(event)
    actions: list[tuple[str, Posts]] = [
        ("entrants-add", {"names": "Zita\nYvo", "checked_in": "on"}),
        ("entrants-substitute", {"entrant": first.pk, "name": "Xenia"}),
        ("entrants-table", {"entrant": first.pk, "table": 3}),
        ("entrants-seed", {"how": "random", "seed": 7}),
        ("entrants-order", {f"seed-{first.pk}": 2, f"seed-{second.pk}": 1}),
        ("entrants-apart", {"entrants": [first.pk, second.pk]}),
        ("entrants-status", {"entrant": first.pk, "status": "withdrawn"}),
        ("entrants-status", {"entrant": first.pk, "status": "expelled", "reason": "shouts"}),
        ("entrants-check-in", {"entrant": first.pk, "present": ""}),
        ("registration-switch", {"is_open": "true"}),
    ]
    for name, posted in actions:
        assert undone(client, event, name, event.pk, posted), name
    client.post(reverse("entrants-apart", args=[event.pk]), {"entrants": [first.pk, second.pk]}, follow=True)
    assert undone(client, event, "entrants-together", event.pk, {"group": f"{first.pk}-{second.pk}"})


def test_who_had_been_expelled_is_expelled_again(client):
    event = make_tournament(4)
    entrant = event.entrants.first()
    withdraw(event_id=event.pk, entrant_id=entrant.pk, actor=SYSTEM)
    assert undone(
        client, event, "entrants-status", event.pk, {"entrant": entrant.pk, "status": "expelled", "reason": "shouts"}
    )
    Entrant.objects.filter(pk=entrant.pk).update(status=Entrant.Status.EXPELLED)
    assert undone(client, event, "entrants-status", event.pk, {"entrant": entrant.pk, "status": "active"})


def test_who_was_entered_before_anybody_had_a_seed_leaves_none_behind(client):
    event = make_tournament(4)
    event.entrants.update(seed=None)
    assert undone(client, event, "entrants-seed", event.pk, {"how": "random", "seed": 3})
    seed_by_hand(event_id=event.pk, entrants=[event.entrants.first().pk], actor=SYSTEM)
    assert undone(client, event, "entrants-seed", event.pk, {"how": "random", "seed": 4})


def test_who_was_entered_late_and_drawn_by_now_stays(client):
    event = make_tournament(4)
    start(event)
    next_round(event)
    assert undone(client, event, "entrants-late", event.pk, {"name": "Zita", "points": "0"})
    answer = client.post(reverse("entrants-late", args=[event.pk]), {"name": "Zita", "points": "0"}, follow=True)
    finish_round(event)
    next_round(event)
    posted = {"steps": STEPS.search(answer.text)[1], "page": "entrants"}
    answer = client.post(reverse("desk-undo", args=[event.pk]), posted, follow=True)
    assert "Zita" in answer.text
    assert "Drawn or seated already" in answer.text
    assert event.entrants.filter(player__name="Zita").exists()


def test_a_stage_that_began_and_one_that_did_not_after_all_are_undone_in_one(client):
    event = make_tournament(6)
    stage, ids = event.stages.get(), [each.pk for each in entrants_in_order(event)]
    assert undone(client, event, "stage-start", stage.pk, {"action": "start"} | {f"in-{pk}": "on" for pk in ids})
    start(event)
    assert undone(client, event, "stage-undo-start", stage.pk, {})


def test_a_round_that_was_published_is_looked_at_again_as_it_was_changed_by_hand(client):
    event = make_tournament(8)
    start(event)
    round_ = draw(event)
    first, second = (table.entrants[0] for table in round_.seating.tables[:2])
    exchange_in_preview(round_id=round_.pk, first=first, second=second, actor=SYSTEM, seen=None)
    assert undone(client, event, "round-publish", round_.pk, {"minutes": 40})
    (again,) = Round.objects.filter(status=Round.Status.PREVIEW)
    assert again.steps.count() == 1
    client.post(reverse("round-publish", args=[again.pk]))
    tables = event.tables.filter(status=Table.Status.PLAYING)
    assert sorted(sorted(table.seats.values_list("entrant", flat=True)) for table in tables) == sorted(
        sorted(table.entrants) for table in Round.objects.get(pk=again.pk).seating.tables
    )
    finish_round(event)
    assert len(next_round(event)) == 4


def test_who_did_not_come_to_a_published_round_is_in_the_preview_again_and_plays_if_back(client):
    event = make_tournament(8, stages=[("swiss", {"seats": 4, "rounds": 2})])
    start(event)
    round_ = draw(event)
    answer = directed(client, event).post(reverse("round-publish", args=[round_.pk]), follow=True)
    seat = event.tables.first().seats.get(index=3)
    client.post(reverse("seat-no-show", args=[seat.pk]))
    client.post(reverse("desk-undo", args=[event.pk]), {"steps": STEPS.search(answer.text)[1]})
    again = Round.objects.get(status=Round.Status.PREVIEW)
    assert again.seating.tables == round_.seating.tables
    refused = client.post(reverse("round-publish", args=[again.pk]), follow=True)
    assert seat.entrant.player.name in refused.text and not event.tables.filter(status=Table.Status.PLAYING).exists()
    reinstate(event_id=event.pk, entrant_id=seat.entrant_id, actor=SYSTEM)
    client.post(reverse("round-publish", args=[again.pk]))
    assert [table.seats.count() for table in event.tables.filter(status=Table.Status.PLAYING)] == [4, 4]


def test_who_had_gone_before_a_round_was_drawn_forfeits_in_its_preview_again(client):
    event = make_tournament(8, stages=[("table-knockout", {"seats": 4})])
    start(event)
    withdraw(event_id=event.pk, entrant_id=event.entrants.first().pk, actor=SYSTEM)
    round_ = draw(event)
    assert any(table.forfeited for table in round_.seating.tables)
    assert undone(client, event, "round-publish", round_.pk, {})


def test_a_round_that_is_played_is_not_unpublished(client):
    event = make_tournament(4)
    start(event)
    round_ = draw(event)
    answer = directed(client, event).post(reverse("round-publish", args=[round_.pk]), follow=True)
    deal(event.tables.first(), {"dealer": 0, "claimed": [0]})
    before = scene(event)
    posted = {"steps": STEPS.search(answer.text)[1]}
    assert "begun" in client.post(reverse("desk-undo", args=[event.pk]), posted, follow=True).text
    assert scene(event) == before


def test_the_clock_goes_back_to_where_it_stood_and_extra_time_too(client):
    event = make_tournament(4)
    start(event)
    table, *_ = next_round(event)
    of = table.round_id
    assert undone(client, event, "round-clock", of, {"action": "set", "minutes": 30})
    set_clock(round_id=of, minutes=30, actor=SYSTEM)
    assert undone(client, event, "round-clock", of, {"action": "start"})
    start_clock(round_id=of, actor=SYSTEM)
    assert undone(client, event, "round-clock", of, {"action": "pause"})
    before = Round.objects.get(pk=of).clock_started_at
    assert undone(client, event, "round-clock", of, {"action": "reset"})
    assert before - Round.objects.get(pk=of).clock_started_at < timedelta(seconds=1)
    pause_clock(round_id=of, actor=SYSTEM)
    assert undone(client, event, "round-clock", of, {"action": "start", "minutes": 45})
    assert undone(client, event, "table-extra", table.pk, {"minutes": 5})


def closed(event: Event) -> Table:
    table = next_round(event)[0]
    finish_table(table)
    return table


def begun(event: Event) -> Table:
    table = next_round(event)[0]
    deal(table, {"dealer": 0, "claimed": [0]})
    return table


FORFEIT: Posts = {"kind": "forfeit", "forfeit-seats": [1]}
PLACES: Posts = {"kind": "places", "places-seat-0": 2, "places-seat-1": 1}


@pytest.mark.parametrize("scene_", [lambda event: next_round(event)[0], closed, begun])
@pytest.mark.parametrize("posted", [FORFEIT, PLACES, {"kind": "lift"}])
def test_a_ruling_is_undone_and_what_was_ruled_before_counts(client, scene_: Callable[[Event], Table], posted: Posts):
    event = make_tournament(4, rules={"deals": 3, "cards": "optional"})
    start(event)
    table = scene_(event)
    if posted["kind"] == "lift":
        decide_places(table_id=table.pk, places=[2, 1], reason="so", actor=SYSTEM)
    assert undone(client, event, "table-ruling", table.pk, posted)


def test_lots_at_a_cut_are_undone_on_the_page_that_asks_for_them(client):
    event = make_tournament(6, stages=(("swiss", {"rounds": 1}), ("single-elimination", {"qualify": {"size": 2}})))
    start(event)
    next_round(event)
    finish_round(event)
    stage = event.stages.get(status=Stage.Status.PLANNED)
    page = directed(client, event).get(reverse("stage-start", args=[stage.pk]))
    ((level, _words),) = page.context["level"]
    posted = {"level": " ".join(map(str, level.ids))}
    answer = client.post(reverse("stage-lots", args=[stage.pk]), posted, follow=True)
    assert not answer.context["level"]
    steps = {"steps": STEPS.search(answer.text)[1], "page": re.search(r'name="page"\s+value="(\w+)"', answer.text)[1]}
    assert client.post(reverse("desk-undo", args=[event.pk]), steps).url == reverse("desk", args=[event.pk])
    again = client.get(reverse("stage-start", args=[stage.pk]))
    assert again.context["level"]
    before = scene(event)
    answer = client.post(reverse("stage-play-off", args=[stage.pk]), posted, follow=True)
    assert scene(event) != before
    client.post(reverse("desk-undo", args=[event.pk]), {"steps": STEPS.search(answer.text)[1]})
    assert scene(event) == before


def test_what_cannot_be_taken_back_says_that_it_was_done(client):
    event = make_tournament(4, club=make_club())
    start(event)
    table, *_ = next_round(event)
    answer = directed(client, event).post(reverse("desk-message", args=[event.pk]), {"text": "Tea"}, follow=True)
    assert "The message is on the pads." in answer.text
    answer = client.post(reverse("round-undo", args=[table.round_id]), follow=True)
    assert "Round 1 is taken back." in answer.text
    round_ = draw(event)
    answer = client.post(reverse("round-discard", args=[round_.pk]), follow=True)
    assert "The draw is discarded." in answer.text
    assert not STEPS.search(answer.text)


def test_a_ruling_that_another_director_has_overtaken_or_that_was_undone_is_not_undone_again(client):
    event = make_tournament(4, rules={"deals": 3, "cards": "optional"})
    start(event)
    table = begun(event)
    answer = directed(client, event).post(reverse("table-ruling", args=[table.pk]), PLACES, follow=True)
    posted = {"steps": STEPS.search(answer.text)[1]}
    decide_places(table_id=table.pk, places=[1, 2], reason="looked again", actor=SYSTEM)
    assert "Undone." not in client.post(reverse("desk-undo", args=[event.pk]), posted, follow=True).text
    assert ruled(table) == ("decision", [1, 2])
    answer = client.post(reverse("table-ruling", args=[table.pk]), PLACES, follow=True)
    posted = {"steps": STEPS.search(answer.text)[1]}
    said = [client.post(reverse("desk-undo", args=[event.pk]), posted, follow=True).text for _ in range(2)]
    assert ["Undone." in each for each in said] == [True, False]
    assert ruled(table) == ("decision", [1, 2])


def test_who_had_left_a_round_robin_is_out_of_it_again_with_the_results_as_they_were(client):
    event = make_tournament(4, stages=[("round-robin", {"seats": 2})])
    start(event)
    next_round(event)
    entrant = event.entrants.first()
    for leave, results in ((withdraw, "kept"), (partial(expel, reason="so"), "annulled")):
        leave(event_id=event.pk, entrant_id=entrant.pk, actor=SYSTEM, results=results)
        assert undone(client, event, "entrants-status", event.pk, {"entrant": entrant.pk, "status": "active"})
        assert entrant.stage_entries.get().results == results
        posted = {"status": "withdrawn", "results": "kept" if results == "annulled" else "annulled"}
        answer = client.post(reverse("entrant-leave", args=[event.pk, entrant.pk]), posted, follow=True)
        assert entrant.stage_entries.get().results == posted["results"]
        client.post(reverse("desk-undo", args=[event.pk]), {"steps": STEPS.search(answer.text)[1]}, follow=True)
        assert entrant.stage_entries.get().results == results


def test_a_clock_that_was_moved_since_stays_and_so_does_extra_time(client):
    event = make_tournament(4)
    start(event)
    table, *_ = next_round(event, minutes=40)
    acts: list[tuple[str, int, Posts, Posts]] = [
        ("round-clock", table.round_id, {"action": "start"}, {"action": "pause"}),
        ("table-extra", table.pk, {"minutes": 5}, {"minutes": 9}),
    ]
    for name, of, first, then in acts:
        answer = directed(client, event).post(reverse(name, args=[of]), first, follow=True)
        client.post(reverse(name, args=[of]), then, follow=True)
        before = scene(event)
        posted = {"steps": STEPS.search(answer.text)[1]}
        assert "Undone." not in client.post(reverse("desk-undo", args=[event.pk]), posted, follow=True).text
        assert scene(event) == before, name


def test_an_arbiter_who_rules_is_offered_no_undo_that_is_closed_to_arbiters(client):
    event = make_tournament(4)
    start(event)
    table, *_ = next_round(event)
    arbiter = make_user("arbiter")
    set_member(club=event.club, user=arbiter, role=Member.Role.ARBITER, event=event, actor=SYSTEM)
    client.force_login(arbiter, backend="django.contrib.auth.backends.ModelBackend")
    for action, posted in (("table-extra", {"minutes": 5}), ("table-ruling", PLACES)):
        answer = client.post(reverse(action, args=[table.pk]), posted, follow=True)
        assert re.search("extra minutes|The ruling on table", answer.text), action
        assert not STEPS.search(answer.text), action
