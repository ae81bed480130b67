"""Correcting a table from the desk: at once, or late after a preview of what moves."""

import json
import re

import pytest
from django.test import Client
from django.urls import reverse

from tests.factories import announce, correct, deal, make_club, make_table
from tests.tournament_scenes import draw, finish_round, finish_table, make_tournament, next_round, running, start
from tournaments.audit import SYSTEM
from tournaments.models import Deal, Event, Round, Ruling, Table
from tournaments.selectors.stage.records import stage_state
from tournaments.services.table.life import end_table

pytestmark = pytest.mark.django_db

HAND = ["P3", "P3", "P3", "P2", "P2", "P1"]
OTHER = ["G3", "G3", "O3", "O3", "O2", "O1"]


def directed(client: Client, event: Event) -> Client:
    owner = event.club.members.get().user
    client.force_login(owner, backend="django.contrib.auth.backends.ModelBackend")
    return client


def address(table: Table) -> str:
    return reverse("table-correct", args=[table.pk])


def text_of(answer: object) -> str:
    return answer.content.decode()  # type: ignore[attr-defined]


def newest(table: Table, number: int = 1) -> Deal:
    return Deal.objects.filter(table=table, number=number).order_by("version").last()


def vilnius_table(client: Client) -> Table:
    table = make_table(seats=2)
    directed(client, table.event)
    deal(table, announce(1, 3, 2))
    table.refresh_from_db()
    return table


def vilnius(table: Table, **facts: object) -> dict[str, object]:
    table.refresh_from_db()
    first = {"step": "deal", "deal": 1, "revision": table.revision, "declarer": 1, "announced": 3, "taken": 3}
    return first | {"trump": ""} | facts


def test_the_deals_are_listed_in_words(client):
    table = vilnius_table(client)
    text = text_of(client.get(address(table)))
    assert "Bruno announced 3, took 2" in text
    assert "a correction counts at once" in text
    assert client.get(address(table), {"deal": 7}).status_code == 404


def test_only_the_director_is_led_to_it_from_the_table(client):
    table = vilnius_table(client)
    page = reverse("table", args=[table.pk])
    assert address(table) in text_of(client.get(page))
    assert address(table) not in text_of(Client().get(page))


def test_a_deal_that_nothing_rests_on_is_corrected_at_once(client):
    table = vilnius_table(client)
    form = client.get(address(table), {"deal": 1}).context["form"]
    assert [form[name].value() for name in ("declarer", "announced", "taken")] == [1, 3, 2]
    answer = client.post(address(table), vilnius(table, trump="H", reason="misread"))
    assert answer.url == reverse("table", args=[table.pk])
    assert "Deal 1 is corrected." in text_of(client.get(answer.url))
    corrected = newest(table)
    assert corrected.payload == {"declarer": 1, "announced": 3, "trump": "H", "taken": 3}
    assert (corrected.version, corrected.reason, corrected.user) == (2, "misread", table.event.club.members.get().user)


def test_what_the_rules_refuse_stands_at_its_field(client):
    table = vilnius_table(client)
    form = client.post(address(table), vilnius(table, declarer=0)).context["form"]
    assert form.errors == {
        "declarer": ["It is Bruno’s turn, not Ana’s. If it was played like that, choose the declarer."],
    }
    client.post(address(table), vilnius(table, declarer=0, out_of_turn="on"))
    assert newest(table).payload["out_of_turn"] is True


def test_a_correction_that_breaks_another_deal_names_it(client):
    table = vilnius_table(client)
    deal(table, announce(0, 6, 6))
    deal(table, announce(1, 0, 0))
    form = client.post(address(table), vilnius(table, announced=0)).context["form"]
    assert "Deal 3 would no longer fit" in form.non_field_errors()[0]
    assert newest(table).version == 1


def test_a_table_that_changed_meanwhile_is_looked_at_again(client):
    table = vilnius_table(client)
    seen = vilnius(table)
    correct(table, 1, announce(1, 3, 6))
    assert "Something changed at this table" in text_of(client.post(address(table), seen))
    assert newest(table).version == 2


def test_a_deal_is_voided_and_restored(client):
    table = vilnius_table(client)
    answer = client.post(address(table), {"step": "void", "deal": 1, "revision": table.revision})
    assert newest(table).payload is None
    assert "Deal 1 is voided." in text_of(client.get(answer.url))
    assert client.get(address(table), {"deal": 1}).context["form"]["taken"].value() == 2
    client.post(address(table), vilnius(table))
    assert newest(table).payload == announce(1, 3, 3)


def paid_table(client: Client) -> tuple[Table, dict[str, object]]:
    """A deal that stands with equal bets, and what the form of its correction sends."""
    table = showdown_table(client, score="cubits")
    hands = {"0": HAND, "1": OTHER}
    deal(table, {"dealer": 0, "hands": hands, "folded": [2], "paid": {"0": 5, "1": 5, "2": 1}})
    table.refresh_from_db()
    sent = {"step": "deal", "deal": 1, "revision": table.revision, "dealer": 0, "folded-2": "on"}
    return table, sent | {"hand-0": " ".join(HAND), "hand-1": " ".join(OTHER), "paid-0": 50, "paid-1": 5, "paid-2": 1}


def test_unequal_bets_are_asked_about_and_nothing_is_saved_before_the_answer(client):
    table, sent = paid_table(client)
    text = text_of(client.post(address(table), sent))
    assert "Less than the highest bet, 50: Bruno." in text
    assert re.findall(r'name="bets" value="([^"]+)"', text) == ["alike", "all-in"]
    assert newest(table).version == 1


@pytest.mark.parametrize(("answer", "paid"), [
    ("alike", {"0": 50, "1": 50, "2": 1}), ("all-in", {"0": 50, "1": 5, "2": 1}),
])  # fmt: skip
def test_unequal_bets_are_mended_or_taken_as_they_are(client, answer, paid):
    table, sent = paid_table(client)
    client.post(address(table), sent | {"bets": answer})
    assert newest(table).payload["paid"] == paid
    client.post(address(table), sent | {"bets": answer, "revision": Table.objects.get(pk=table.pk).revision})
    again = sent | {"revision": Table.objects.get(pk=table.pk).revision, "reason": "the same bets"}
    again |= {f"paid-{seat}": amount for seat, amount in paid.items()}
    assert client.post(address(table), again).status_code == 302


def test_a_forgotten_deal_with_unequal_bets_is_asked_about_too(client):
    table, sent = paid_table(client)
    many = reverse("table-correct-many", args=[table.pk])
    facts = {name: value for name, value in sent.items() if name not in ("step", "deal")} | {"step": "insert", "at": 1}
    assert "Less than the highest bet, 50: Bruno." in text_of(client.post(many, facts))
    assert "What changes" in text_of(client.post(many, facts | {"bets": "all-in"}))


def showdown_table(client: Client, game: str = "colonial-italian", **rules: object) -> Table:
    table = make_table(seats=3, game=game, rules=rules)
    directed(client, table.event)
    return table


def test_the_form_of_a_showdown_keeps_the_deal_as_it_is(client):
    table = showdown_table(client, score="cubits")
    payload = {
        "dealer": 0,
        "hands": {"0": HAND, "2": OTHER},
        "folded": [1],
        "paid": {"0": 10, "1": 0, "2": 10},
        "claimed": [0],
    }
    deal(table, payload)
    table.refresh_from_db()
    form = client.get(address(table), {"deal": 1}).context["form"]
    standing = {name: form[name].value() for name in form.fields}
    data = {name: value for name, value in standing.items() if value is not None and value is not False}
    client.post(address(table), data | {"step": "deal", "deal": 1, "revision": table.revision})
    assert (newest(table).version, newest(table).payload) == (2, payload)


def test_cards_are_written_as_text_and_errors_stand_at_the_hand(client):
    table = showdown_table(client)
    deal(table, {"dealer": 0, "hands": {"0": HAND, "2": OTHER}, "folded": [1]})
    table.refresh_from_db()
    data = {"step": "deal", "deal": 1, "revision": table.revision, "dealer": 0, "folded-1": "on"}
    data |= {"hand-0": ", ".join(HAND), "hand-2": "x9 g3 o3 o3 o2 o1"}
    assert list(client.post(address(table), data).context["form"].errors) == ["hand-2"]
    client.post(address(table), data | {"hand-2": " ".join(OTHER).lower()})
    assert newest(table).payload == {"dealer": 0, "hands": {"0": HAND, "2": OTHER}, "folded": [1]}


def test_only_protean_asks_for_the_quarry(client):
    payload = {"dealer": 0, "folded": [1, 2]}
    for game in ("protean", "colonial-visions"):
        table = make_table(seats=3, game=game, club=make_club(name=game))
        deal(table, payload)
        form = directed(client, table.event).get(address(table), {"deal": 1}).context["form"]
        assert ("quarry" in form.fields) == (game == "protean")


def corrected_late(client: Client, *, count: int = 4, **facts: object) -> tuple[Event, Table]:
    """The first round was played by real deals, seat 0 winning everywhere; the second one is published."""
    event = make_tournament(count, **facts)  # type: ignore[arg-type]
    start(event)
    tables = next_round(event)
    for table in tables:
        finish_table(table, winner=0)
    next_round(event)
    directed(client, event)
    return event, tables[0]


def other_winner(number: int = 1) -> dict[str, object]:
    return {"step": "deal", "deal": number, "dealer": 0, "claimed-1": "on"}


def hidden(page: object) -> dict[str, str]:
    form = page.context["form"]  # type: ignore[attr-defined]
    return {name: form[name].value() for name in ("change", "seen")} | {"step": "apply", "reason": "wrong winner"}


def places(event: Event) -> dict[str, int]:
    state = stage_state(running(event))
    return {who: place for place, who in state.plan.form.places(state.groups[0], state.plan.options)}


def test_what_moves_is_shown_and_nothing_is_saved(client):
    event, table = corrected_late(client)
    before = places(event)
    page = client.post(address(table), other_winner())
    moved = page.context["moves"]
    loser, winner = table.seats.all()[1], table.seats.all()[0]
    assert {line.player.name for line in moved.places} >= {loser.player.name, winner.player.name}
    assert [line.round for line in moved.seatings] == [2]
    text = text_of(page)
    assert all(said in text for said in ("Nothing is saved yet", "Round 1 · Table 1", "Place before", "Place after"))
    assert re.search(rf"{winner.player.short_name} wins.*</td>\s*<td>{loser.player.short_name} wins", text)
    assert (places(event), newest(table).version) == (before, 1)


def test_standings_only_leaves_the_later_rounds(client):
    event, table = corrected_late(client)
    before = places(event)
    page = client.post(address(table), other_winner())
    answer = client.post(address(table), hidden(page) | {"replay": "no"})
    assert answer.url == reverse("desk", args=[event.pk])
    assert (newest(table).payload["claimed"], newest(table).reason) == ([1], "wrong winner")
    assert places(event) != before
    assert running(event).rounds.filter(status=Round.Status.PUBLISHED).count() == 2


@pytest.mark.parametrize(("final", "crossing"), [(True, {"in", "out"}), (False, {""})])
def test_who_crosses_the_cut_by_a_correction_is_marked(client, final, crossing):
    after = [("single-elimination", {"qualify": {"size": 2}})] if final else []
    _, table = corrected_late(client, stages=[("swiss", {}), *after])
    page = client.post(address(table), other_winner())
    assert crossing <= {line.crosses for line in page.context["moves"].places} <= {"", *crossing}
    assert ("the cut" in text_of(page), "no longer goes on" in text_of(page)) == (final, final)


def test_a_replay_draws_the_next_round_anew(client):
    event, table = corrected_late(client)
    page = client.post(address(table), other_winner())
    assert page.context["impact"].replayed == (2,)
    client.post(address(table), hidden(page) | {"replay": "yes"})
    statuses = list(running(event).rounds.order_by("pk").values_list("number", "status"))
    assert statuses == [(1, "published"), (2, "undone"), (2, "preview")]


def test_a_replay_is_not_offered_once_a_later_table_has_begun(client):
    event, table = corrected_late(client)
    later = running(event).rounds.get(number=2).tables.first()
    finish_table(later, winner=0)
    page = client.post(address(table), other_winner())
    assert "Later rounds have been played (table " in text_of(page)
    assert [key for key, _ in page.context["form"].fields["replay"].choices] == ["no"]
    client.post(address(table), hidden(page) | {"replay": "yes"})
    assert newest(table).version == 1


def test_a_reason_is_asked_for_and_the_choice_kept(client):
    _, table = corrected_late(client)
    page = client.post(address(table), other_winner())
    again = client.post(address(table), hidden(page) | {"replay": "yes", "reason": ""})
    assert list(again.context["form"].errors) == ["reason"]
    assert again.context["form"]["replay"].value() == "yes"
    assert newest(table).version == 1


def test_where_other_things_move_by_now_the_director_looks_again(client):
    event, table = corrected_late(client)
    page = client.post(address(table), other_winner())
    finish_table(running(event).rounds.get(number=2).tables.first(), winner=0)
    again = client.post(address(table), hidden(page) | {"replay": "no"})
    assert "Something changed" in text_of(again)
    assert newest(table).version == 1
    client.post(address(table), hidden(again) | {"replay": "no"})
    assert newest(table).version == 2


def test_voiding_is_looked_at_first_as_well(client):
    event = make_tournament(4, rules={"cards": "optional"})
    start(event)
    first, second = next_round(event)
    for table in (first, second):
        deal(table, {"dealer": 0, "claimed": [0]})
        deal(table, {"dealer": 1, "claimed": [0]})
        end_table(table_id=table.pk, actor=SYSTEM)
    next_round(event)
    page = directed(client, event).post(address(first), {"step": "void", "deal": 2})
    assert "Nothing is saved yet" in text_of(page)
    assert newest(first, 2).payload is not None
    client.post(address(first), hidden(page) | {"replay": "no"})
    assert newest(first, 2).payload is None


def test_a_game_does_not_go_on_while_its_players_sit_elsewhere(client):
    _, table = corrected_late(client)
    answer = client.post(address(table), {"step": "void", "deal": 1}, follow=True)
    assert "Take that round back first" in text_of(answer)
    assert newest(table).payload is not None


def test_places_and_forfeits_are_ruled_late(client):
    _, table = corrected_late(client)
    data = {"step": "places", "places-seat-0": "2", "places-seat-1": "1"}
    page = client.post(address(table), data)
    assert "Decided by the director: 1. " in text_of(page)
    client.post(address(table), hidden(page) | {"replay": "no"})
    assert Ruling.objects.get(table=table).value == [2, 1]
    page = client.post(address(table), {"step": "forfeit", "forfeit-seats": ["0"]})
    assert "Did not play: " in text_of(page)
    client.post(address(table), hidden(page) | {"replay": "no"})
    assert Ruling.objects.filter(table=table).last().kind == Ruling.Kind.FORFEIT
    assert "Choose who did not play." in text_of(client.post(address(table), {"step": "forfeit"}))


def test_a_bracket_shows_who_would_meet_whom(client):
    _, table = corrected_late(client, stages=[("single-elimination", {})])
    winner, loser = (seat.player.short_name for seat in table.seats.order_by("index"))
    page = client.post(address(table), other_winner())
    (line,) = page.context["moves"].matches
    assert (winner in line.before, loser in line.after) == (True, True)
    assert "whoever has moved on in the bracket stays there" in text_of(page)
    shared = {"step": "places", "places-seat-0": "1", "places-seat-1": "1"}
    assert "A knockout needs one winner" in text_of(client.post(address(table), shared))


def test_a_preview_alone_can_be_drawn_anew(client):
    event = make_tournament(4)
    start(event)
    tables = next_round(event)
    finish_round(event)
    draw(event)
    directed(client, event)
    page = client.post(address(tables[0]), {"step": "places", "places-seat-0": "2", "places-seat-1": "1"})
    assert "A replay discards the preview" in text_of(page)
    client.post(address(tables[0]), hidden(page) | {"replay": "yes"})
    statuses = sorted(running(event).rounds.filter(number=2).values_list("status", flat=True))
    assert statuses == ["preview", "undone"]


@pytest.mark.parametrize(
    "change",
    [
        "",
        "no json",
        "[]",
        "[" * 9000,
        '{"deal": 1}',
        '{"deal": true, "payload": null, "client_id": "x"}',
        '{"deal": 1, "payload": null, "client_id": "x"}',
        '{"places": "12"}',
        '{"forfeit": [null]}',
        json.dumps({"deal": 1, "payload": {"override": "\0"}, "client_id": "0" * 32}),
        json.dumps({"deal": 1, "payload": {"dealer": 0, "claimed": [1], "override": "\ud800"}, "client_id": "0" * 32}),
        json.dumps({"deal": 1, "payload": {"dealer": 0, "claimed": [9]}, "client_id": "0" * 32}),
        json.dumps({"deal": 10**30, "payload": None, "client_id": "0" * 32}),
        json.dumps({"places": [1, 10**30]}),
    ],
)
def test_a_tampered_correction_saves_nothing(client, change):
    _, table = corrected_late(client)
    data = {"step": "apply", "change": change, "seen": "x", "replay": "no", "reason": "r"}
    assert client.post(address(table), data, follow=True).status_code == 200
    assert newest(table).version == 1
    assert not Ruling.objects.exists()


def test_rulings_go_to_their_own_page_where_nothing_rests_on_the_table(client):
    event = make_tournament(4)
    start(event)
    table = next_round(event)[0]
    answer = directed(client, event).post(address(table), {"step": "forfeit", "forfeit-seats": ["0"]})
    assert answer.url == reverse("table-ruling", args=[table.pk])
    assert "Rule on the table" in text_of(client.get(address(table)))
