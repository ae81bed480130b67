"""A table calls the director from its pad, and the director answers."""

import json

import pytest
from django.http import HttpResponse
from django.test import Client
from django.utils import timezone

from tests.factories import announce, deal, make_table, pad_token
from tournaments.audit import SYSTEM, Actor
from tournaments.limits import LONGEST_NOTE
from tournaments.models import AuditEntry, Table
from tournaments.services.refusals import Refused
from tournaments.services.table.claims import ONE_CALL, answer_call, call_director, withdraw_call

pytestmark = pytest.mark.django_db


def post(client: Client, table: Table, body: dict[str, object], *, seat: int | None = None) -> HttpResponse:
    address = f"/pad/{pad_token(table, seat)}/call/"
    return client.post(address, json.dumps(body), content_type="application/json")


def test_a_call_is_kept_with_its_note_and_told_to_every_pad_of_the_table(client):
    table = make_table()
    call = post(client, table, {"note": " Two people say the card was theirs "}).json()["state"]["call"]
    table.refresh_from_db()
    assert call == {"at": table.called_at.isoformat(), "note": "Two people say the card was theirs"}
    other = client.get(f"/pad/{table.pad_links.get().token}/state/").json()
    assert other["call"] == call


@pytest.mark.parametrize("body", [{}, {"note": ""}, {"note": None}])
def test_a_call_needs_no_note(client, body):
    table = make_table()
    assert post(client, table, body).json()["state"]["call"]["note"] == ""


def test_who_calls_again_keeps_the_turn_and_adds_what_there_is_to_add():
    table = make_table()
    call_director(table_id=table.pk, note="cards", actor=SYSTEM)
    table.refresh_from_db()
    first = table.called_at
    call_director(table_id=table.pk, note="somebody left", actor=SYSTEM)
    table.refresh_from_db()
    assert (table.called_at, table.call_note) == (first, "cards · somebody left")


def test_a_call_sent_again_changes_nothing():
    table = make_table()
    for note in ("cards", "cards", ""):
        call_director(table_id=table.pk, note=note, actor=SYSTEM)
    table.refresh_from_db()
    assert table.call_note == "cards"
    assert AuditEntry.objects.filter(action="director-called").count() == 1


def test_a_call_has_room_for_so_much_and_tells_how_much_is_left():
    table = make_table()
    call_director(table_id=table.pk, note="a" * 150, actor=SYSTEM)
    with pytest.raises(Refused) as caught:
        call_director(table_id=table.pk, note="b" * 48, actor=SYSTEM)
    assert (caught.value.code, caught.value.params) == ("call-long", {"left": 47})
    call_director(table_id=table.pk, note="b" * 47, actor=SYSTEM)
    table.refresh_from_db()
    assert table.call_note == f"{'a' * 150} · {'b' * 47}" and len(table.call_note) == LONGEST_NOTE


def test_the_table_takes_its_call_back(client):
    table = make_table()
    post(client, table, {"note": "cards"})
    assert post(client, table, {"withdraw": True}).json()["state"]["call"] is None


def test_answering_ends_the_call_once_and_tells_whether_there_was_one():
    table = make_table()
    call_director(table_id=table.pk, note="", actor=SYSTEM)
    assert [answer_call(table_id=table.pk, actor=SYSTEM) for _ in range(2)] == [True, False]
    withdraw_call(table_id=table.pk, actor=SYSTEM)
    assert list(AuditEntry.objects.filter(action__startswith="call-").values_list("action", flat=True)) == [
        "call-answered"
    ]


def entries(table: Table) -> list[str]:
    return list(AuditEntry.objects.filter(table=table).order_by("pk").values_list("action", flat=True))


def test_a_table_that_calls_and_takes_it_back_again_and_again_leaves_one_entry(client):
    table = make_table()
    base = table.event.revision
    for note in ("cards", "", "cards"):
        post(client, table, {"note": note})
        post(client, table, {"withdraw": True})
    assert entries(table) == ["director-called"]
    table.refresh_from_db()
    table.event.refresh_from_db()
    assert (table.event.revision, table.event.outline, table.pad_revision) == (base + 6,) * 3, "desk and pads look"
    assert table.called_at is None


def test_what_is_said_anew_a_call_after_the_answer_and_one_much_later_have_their_entries(monkeypatch):
    table = make_table()
    for note in ("cards", "somebody left"):
        call_director(table_id=table.pk, note=note, actor=SYSTEM)
        withdraw_call(table_id=table.pk, actor=SYSTEM)
    assert entries(table) == ["director-called"] * 2
    call_director(table_id=table.pk, note="cards", actor=SYSTEM)
    answer_call(table_id=table.pk, actor=SYSTEM)
    call_director(table_id=table.pk, note="cards", actor=SYSTEM)
    assert entries(table)[2:] == ["call-answered", "director-called"]
    later = timezone.now() + ONE_CALL
    monkeypatch.setattr(timezone, "now", lambda: later)
    withdraw_call(table_id=table.pk, actor=SYSTEM)
    call_director(table_id=table.pk, note="cards", actor=SYSTEM)
    assert entries(table)[4:] == ["call-withdrawn", "director-called"]


def test_the_log_says_who_called_and_what_was_before(client):
    table = make_table()
    post(client, table, {"note": "cards"}, seat=1)
    called = AuditEntry.objects.get(action="director-called")
    assert (called.table, called.seat, called.before) == (table, 1, None)
    assert called.after["note"] == "cards"
    answer_call(table_id=table.pk, actor=Actor(user=table.event.club.members.get().user))
    answered = AuditEntry.objects.get(action="call-answered")
    assert (answered.before, answered.after) == (called.after, None)
    assert answered.user == table.event.club.members.get().user


def test_a_call_makes_the_pads_look_and_no_deal_stale():
    table = make_table()
    base = table.event.revision
    call_director(table_id=table.pk, note="", actor=SYSTEM)
    table.event.refresh_from_db()
    assert table.event.revision == base + 1
    assert deal(table, announce(1, 3, 3), base_revision=base).number == 1


@pytest.mark.parametrize("body", [{"note": 3}, {"note": "   "}, {"withdraw": "yes"}])
def test_what_is_no_call_is_refused_in_words(client, body):
    answer = post(client, make_table(), body)
    assert answer.status_code == 422
    assert answer.json()["message"]
    assert not Table.objects.filter(called_at__isnull=False).exists()
