"""A stage begins as the director leaves the proposal; tables and ties go by the director's word."""

import re

import pytest
from django.db import connection
from django.db.models import F
from django.test import Client
from django.test.utils import CaptureQueriesContext
from django.urls import reverse

from tests.tournament_scenes import (
    finish_round,
    finish_table,
    ids,
    make_tournament,
    next_round,
    play_stage,
    running,
    start,
)
from tournaments.audit import SYSTEM
from tournaments.codes import player_code
from tournaments.models import Event, Ruling, Stage, Table
from tournaments.selectors.club.players import player_page
from tournaments.selectors.stage.qualification import start_list
from tournaments.selectors.stage.records import stage_state
from tournaments.services.stage.rulings import decide_places, draw_lots, forfeit

pytestmark = pytest.mark.django_db

SWISS_THEN_CUT = (("swiss", {"rounds": 2}), ("single-elimination", {"qualify": {"size": 4}}))


def directed(client: Client, event: Event) -> Client:
    owner = event.club.members.get().user
    client.force_login(owner, backend="django.contrib.auth.backends.ModelBackend")
    return client


def posted(lines: list[int], **more: object) -> dict[str, object]:
    """The form of the proposal with these entrants ticked, in this order."""
    return {f"in-{who}": "on" for who in lines} | {f"seed-{who}": str(n) for n, who in enumerate(lines, 1)} | more


def stage_of(event: Event, number: int = 1) -> Stage:
    return event.stages.get(number=number)


def seeded(stage: Stage) -> list[int]:
    return list(stage.entries.order_by("seed").values_list("entrant_id", flat=True))


def text_of(answer: object) -> str:
    return answer.content.decode()  # type: ignore[attr-defined]


def test_the_desk_names_who_has_a_bye(client):
    event = make_tournament(3)
    start(event)
    (table,) = next_round(event)
    seated = {seat.player.name for seat in table.seats.all()}
    (free,) = {"P1", "P2", "P3"} - seated
    page = text_of(directed(client, event).get(reverse("desk", args=[event.pk])))
    assert re.search(rf"Bye:\s+{free}\b", page)


def test_the_first_stage_begins_by_seed(client):
    event = make_tournament(4)
    address = reverse("stage-start", args=[stage_of(event).pk])
    page = directed(client, event).get(address)
    assert [line.entrant.pk for line, _ in page.context["lines"]] == ids(event)
    assert {reason for _, reason in page.context["lines"]} == {"by seed"}
    event.entrants.update(seed=None)
    assert {reason for _, reason in client.get(address).context["lines"]} == {"in the order of entry"}
    event.entrants.update(seed=F("id"))
    answer = client.post(address, posted(ids(event), action="start"))
    assert answer.url == reverse("desk", args=[event.pk])
    assert seeded(stage_of(event)) == ids(event)


def test_what_was_edited_is_shown_again_before_it_counts(client):
    event = make_tournament(4)
    first, second, third, fourth = ids(event)
    address = reverse("stage-start", args=[stage_of(event).pk])
    page = directed(client, event).post(address, posted([third, first, second], action="again"))
    assert [line.entrant.pk for line, _ in page.context["lines"]] == [third, first, second]
    assert [entrant.pk for entrant in page.context["start"].out] == [fourth]
    assert stage_of(event).status == Stage.Status.PLANNED
    client.post(address, posted([third, first, second], action="start"))
    assert seeded(stage_of(event)) == [third, first, second]


def test_two_with_one_number_do_not_start(client):
    event = make_tournament(4)
    first, second, *_ = ids(event)
    address = reverse("stage-start", args=[stage_of(event).pk])
    data = {f"in-{first}": "on", f"in-{second}": "on", f"seed-{first}": "1", f"seed-{second}": "1", "action": "start"}
    assert "Two have the same number" in text_of(directed(client, event).post(address, data))
    assert stage_of(event).status == Stage.Status.PLANNED


def test_the_cut_says_where_everybody_comes_from_and_who_is_out(client):
    event = make_tournament(6, stages=[("swiss", {"rounds": 1, "chain": ["score"]}), SWISS_THEN_CUT[1]])
    start(event)
    play_stage(event)
    (level,) = start_list(stage_of(event, 2)).level
    draw_lots(stage_id=stage_of(event, 2).pk, level=level.ids, actor=SYSTEM)
    page = directed(client, event).get(reverse("stage-start", args=[stage_of(event, 2).pk]))
    first, fourth = "place 1 in the stage before", "place 4 in the stage before, in by lot"
    assert [reason for _, reason in page.context["lines"]] == [first, first, first, fourth]
    assert len(page.context["start"].out) == 2
    outsider = page.context["start"].out[0]
    lines = [*(line.entrant.pk for line, _ in page.context["lines"][:3]), outsider.pk]
    shown = client.post(reverse("stage-start", args=[stage_of(event, 2).pk]), posted(lines, action="again"))
    assert shown.context["lines"][3][1] == "put in by the director"


def test_what_the_stage_before_still_needs_is_said(client):
    event = make_tournament(6, stages=SWISS_THEN_CUT)
    start(event)
    next_round(event)
    address = reverse("stage-start", args=[stage_of(event, 2).pk])
    assert "No result yet at table 1, 2, 3." in text_of(directed(client, event).get(address))
    assert "No result yet" in text_of(client.post(address, posted(ids(event)[:4], action="start")))


def test_the_proposal_for_a_later_stage_reads_the_one_before_it_once(client):
    event = make_tournament(6, stages=SWISS_THEN_CUT)
    start(event)
    play_stage(event)
    directed(client, event)
    with CaptureQueriesContext(connection) as queries:
        client.get(reverse("stage-start", args=[stage_of(event, 2).pk]))
    assert sum('FROM "tournaments_stageentry"' in query["sql"] for query in queries) == 1


def test_a_stage_cannot_begin_before_its_turn_or_twice(client):
    event = make_tournament(6, stages=SWISS_THEN_CUT)
    directed(client, event)
    early = client.get(reverse("stage-start", args=[stage_of(event, 2).pk]), follow=True)
    assert "Stage 1 has not begun yet." in text_of(early)
    start(event)
    again = client.post(reverse("stage-start", args=[stage_of(event).pk]), {"action": "start"}, follow=True)
    assert "This stage has begun already." in text_of(again)


def test_a_start_is_taken_back_until_a_round_is_drawn(client):
    event = make_tournament(4)
    start(event)
    page = reverse("stage-start", args=[stage_of(event).pk])
    undo = reverse("stage-undo-start", args=[stage_of(event).pk])
    assert undo in text_of(directed(client, event).get(page))
    client.post(undo)
    assert stage_of(event).status == Stage.Status.PLANNED
    start(event)
    next_round(event)
    assert undo not in text_of(client.get(page))
    assert "take them back first" in text_of(client.post(undo, follow=True))
    assert stage_of(event).status == Stage.Status.RUNNING


def ruling_address(table: Table) -> str:
    return reverse("table-ruling", args=[table.pk])


def opened(client: Client, **facts: object) -> tuple[Event, Table]:
    event = make_tournament(4, **facts)  # type: ignore[arg-type]
    start(event)
    table = next_round(event)[0]
    directed(client, event)
    return event, table


def test_a_forfeit_is_ruled_by_seat(client):
    event, table = opened(client)
    answer = client.post(ruling_address(table), {"kind": "forfeit", "forfeit-seats": ["1"], "forfeit-reason": "ill"})
    assert answer.url == reverse("desk", args=[event.pk])
    ruling = Ruling.objects.get()
    assert (ruling.kind, ruling.value, ruling.reason) == (Ruling.Kind.FORFEIT, [1], "ill")
    assert "Did not play: " in text_of(client.get(ruling_address(table)))


def test_a_double_forfeit_and_its_lifting(client):
    _, table = opened(client)
    client.post(ruling_address(table), {"kind": "forfeit", "forfeit-seats": ["0", "1"]})
    table.refresh_from_db()
    assert table.status == Table.Status.CLOSED
    client.post(ruling_address(table), {"kind": "lift", "lift-reason": "both were late"})
    table.refresh_from_db()
    assert table.status == Table.Status.PLAYING
    assert "Ruling taken back" in text_of(client.get(ruling_address(table)))


def test_nobody_chosen_is_said_at_the_form(client):
    _, table = opened(client)
    assert "Choose who did not play." in text_of(client.post(ruling_address(table), {"kind": "forfeit"}))
    assert not Ruling.objects.exists()


def test_places_may_be_shared_in_a_swiss(client):
    _, table = opened(client)
    client.post(ruling_address(table), {"kind": "places", "places-seat-0": "1", "places-seat-1": "1"})
    assert Ruling.objects.get().value == [1, 1]


def test_places_without_a_first_are_refused(client):
    _, table = opened(client)
    page = client.post(ruling_address(table), {"kind": "places", "places-seat-0": "2", "places-seat-1": "2"})
    assert "after two who share it comes 3" in text_of(page)


def test_a_knockout_needs_one_winner(client):
    _, table = opened(client, stages=[("single-elimination", {})])
    page = client.post(ruling_address(table), {"kind": "places", "places-seat-0": "1", "places-seat-1": "1"})
    assert "A knockout needs one winner" in text_of(page)
    client.post(ruling_address(table), {"kind": "places", "places-seat-0": "2", "places-seat-1": "1"})
    assert Ruling.objects.get().value == [2, 1]


def test_a_result_that_later_rounds_rest_on_is_corrected_elsewhere(client):
    event, table = opened(client)
    finish_round(event)
    next_round(event)
    page = client.get(ruling_address(table))
    assert reverse("table-correct", args=[table.pk]) in text_of(page)
    assert "Rule a forfeit" not in text_of(page)
    refused = client.post(ruling_address(table), {"kind": "places", "places-seat-0": "2", "places-seat-1": "1"})
    assert refused.status_code == 200
    assert Ruling.objects.filter(table=table).count() == 1


def tied(client: Client) -> tuple[Event, list[int]]:
    """Everybody has shared first places at every table; the tie goes by what is decided at the table."""
    event, _ = opened(client, stages=[("swiss", {"rounds": 3, "chain": ["score", "decided"]})])
    for table in running(event).rounds.get().tables.all():
        decide_places(table_id=table.pk, places=[1, 1], reason="", actor=SYSTEM)
    return event, ids(event)


def test_a_tie_is_settled_in_the_order_given(client):
    event, (first, second, third, fourth) = tied(client)
    address = reverse("tie", args=[running(event).pk])
    assert {line.level for line, _ in client.get(address).context["lines"]} == {True}
    order = {f"order-{fourth}": "1", f"order-{first}": "4", f"order-{third}": "2", f"order-{second}": "3"}
    answer = client.post(address, order | {"reason": "cut the deck"})
    assert answer.url == reverse("desk", args=[event.pk])
    state = stage_state(running(event))
    places = state.plan.form.places(state.groups[0], state.plan.options)
    assert [int(who) for _, who in places] == [fourth, third, second, first]


def test_a_tie_needs_two_with_numbers_of_their_own(client):
    event, (first, second, *_) = tied(client)
    address = reverse("tie", args=[running(event).pk])
    assert "at least two players" in text_of(client.post(address, {f"order-{first}": "1"}))
    both = {f"order-{first}": "1", f"order-{second}": "1"}
    assert "Two have the same number" in text_of(client.post(address, both))
    assert not Ruling.objects.filter(kind=Ruling.Kind.ORDER).exists()


def test_who_was_parted_by_lot_alone_is_level(client):
    event, _ = opened(client, stages=[("swiss", {"rounds": 1, "chain": ["score", "decided", "lots"]})])
    finish_round(event)
    lines = client.get(reverse("tie", args=[running(event).pk])).context["lines"]
    assert [(line.place, line.level) for line, _ in lines] == [(1, True), (2, True), (3, True), (4, True)]


@pytest.mark.parametrize("places", [[1, 1], [1, 2]])
def test_where_nobody_is_tied_the_page_says_so(client, places):
    event = make_tournament(2, stages=[("swiss", {"rounds": 1, "chain": ["score", "decided"]})])
    start(event)
    (table,) = next_round(event)
    decide_places(table_id=table.pk, places=places, reason="", actor=SYSTEM)
    page = text_of(directed(client, event).get(reverse("tie", args=[running(event).pk])))
    assert ("Nobody is tied." in page) == (places == [1, 2])


def test_a_stage_whose_tie_breaks_do_not_ask_says_so(client):
    event, table = opened(client, stages=[("swiss", {"rounds": 3, "chain": ["score", "lots"]})])
    finish_table(table)
    page = client.get(reverse("tie", args=[running(event).pk]))
    assert "is not among the tie-breaks of this stage" in text_of(page)


def test_these_pages_cost_the_same_for_few_and_for_many(client):
    counts = []
    for size in (4, 40):
        event = make_tournament(size, stages=SWISS_THEN_CUT)
        directed(client, event)
        counts.append([queries(client, "stage-start", stage_of(event).pk)])
        start(event)
        table = next_round(event)[0]
        finish_round(event)
        following = stage_of(event, 2).pk
        counts[-1] += [queries(client, "stage-start", following), queries(client, "tie", stage_of(event).pk)]
        counts[-1] += [queries(client, "tie-breaks", stage_of(event).pk)]
        counts[-1] += [queries(client, "table-ruling", table.pk), queries(client, "table-correct", table.pk)]
    assert counts[0] == counts[1]


def queries(client: Client, name: str, pk: int) -> int:
    with CaptureQueriesContext(connection) as captured:
        assert client.get(reverse(name, args=[pk])).status_code == 200
    return len(captured)


def test_a_players_own_page_counts_what_the_director_decided(client):
    event = make_tournament(4)
    start(event)
    table, *_others = next_round(event)
    decide_places(table_id=table.pk, places=[2, 1], reason="", actor=SYSTEM)
    second, first = (seat.player for seat in table.seats.order_by("index"))
    code = client.get(f"/codes/{player_code(first.pk, first.code_edition)}/")
    for shown in (text_of(code), text_of(client.get(reverse("player", args=[second.pk])))):
        assert "closed unfinished" not in shown
    assert "1 of 2" in text_of(code) and event.name in text_of(code).split("My results")[1]


def test_the_newest_ruling_on_a_table_counts_on_a_players_page(client):
    event = make_tournament(4)
    start(event)
    table, *_others = next_round(event)
    forfeit(table_id=table.pk, seats=[0], reason="", actor=SYSTEM)
    player = table.seats.get(index=0).player
    assert player_page(player.pk).tables[0].status_text == "forfeit"
    decide_places(table_id=table.pk, places=[1, 1], reason="", actor=SYSTEM)
    (played,) = player_page(player.pk).tables
    assert (played.place, played.shared) == (1, True)


def test_a_players_page_has_the_directors_word_where_the_deals_say_otherwise():
    event = make_tournament(6)
    start(event)
    ruled, left, lost = next_round(event)
    for table in (ruled, left, lost):
        finish_table(table, winner=1)
    decide_places(table_id=ruled.pk, places=[1, 2], reason="", actor=SYSTEM)
    forfeit(table_id=left.pk, seats=[1], reason="", actor=SYSTEM)

    def places(table: Table) -> list[int | None]:
        return [player_page(seat.player.pk).tables[0].place for seat in table.seats.order_by("index")]

    assert places(ruled) == [1, 2]
    assert places(left) == [None, None]
    assert places(lost) == [2, 1]
