"""What programs record, by the rules of a pad."""

import json

import pytest
from django.test import Client

from tests.factories import announce, correct, deal, make_night, make_table, pad_token, recorded, seat_table
from tests.tournament_scenes import begun, next_round
from tests.tournaments.api.scenes import (
    Program,
    of_another_club,
    sending,
    sending_as_it_is,
    stranger,
    token_for,
)
from tournaments.api.seats import payload_from_1
from tournaments.audit import SYSTEM
from tournaments.models import AuditEntry, Event, Member, Table
from tournaments.selectors.log import Wanted, event_log
from tournaments.services.night import finish_event
from tournaments.services.table.life import end_table
from tournaments.words.log.lines import log_line

pytestmark = pytest.mark.django_db
WINDOW = b'{"client_id": "5d5b3c0c-9d5f-4f0e-8a52-6a3c6f1d2b11", "base_revision": '


@pytest.fixture
def table() -> Table:
    return make_table()


@pytest.fixture
def program(table) -> Program:
    return Program(token_for(table.event.club, "record"))


def revision(table: Table) -> int:
    return Event.objects.get(pk=table.event_id).revision


def test_a_program_records_corrects_and_strikes_out(table, program):
    path = f"/tables/{table.pk}/deals"
    first = program.post(path, sending(announce(1, 3, 3), base_revision=revision(table)))
    assert (first.status_code, first.json()["deal"]["number"], first.json()["repeated"]) == (200, 1, False)
    seen = first.json()["deal"]["revision"]
    second = program.post(f"{path}/1", sending(announce(1, 3, 2), base_revision=seen, version=1, reason="misheard"))
    assert (second.json()["deal"]["version"], recorded(table)) == (2, {1: announce(1, 3, 2)})
    third = program.post(f"{path}/1/void", sending(base_revision=second.json()["deal"]["revision"]))
    assert (third.status_code, recorded(table)) == (200, {1: None})


def test_what_is_sent_again_is_answered_as_the_first_time(table, program):
    sent = sending(announce(1, 3, 3), base_revision=revision(table))
    answers = [program.post(f"/tables/{table.pk}/deals", sent).json() for _ in range(3)]
    assert [each["repeated"] for each in answers] == [False, True, True]
    assert len({json.dumps(each["deal"]) for each in answers}) == 1
    assert table.deals.count() == 1


def test_who_has_not_seen_a_deal_is_told_it_and_nothing_is_recorded(table, program):
    before = revision(table)
    deal(table, announce(1, 3, 3))
    answer = program.post(f"/tables/{table.pk}/deals", sending(announce(0, 2, 2), base_revision=before, number=1))
    assert answer.status_code == 409
    said = answer.json()
    assert (said["code"], said["number"]) == ("stale", 1)
    payload = payload_from_1(announce(1, 3, 3))
    assert said["changes"] == [{"number": 1, "version": 1, "voided": False, "payload": payload}]
    assert table.deals.count() == 1


@pytest.mark.parametrize(
    "body",
    [
        b"",
        b"[]",
        b"{",
        b'{"payload": ' * 5000,
        WINDOW + b'NaN, "payload": {}}',
        WINDOW + b'true, "payload": {}}',
        WINDOW + b'1, "payload": []}',
        WINDOW + b'1, "payload": {"a": "\\u0000"}}',
        WINDOW + b'1, "payload": {"a": "\\ud800"}}',
        WINDOW + b'"1", "payload": {}}',
        b'{"client_id": "me", "base_revision": 1, "payload": {}}',
        WINDOW + b'1e400, "payload": {}}',
        WINDOW + b"1" + b"0" * 5000 + b', "payload": {}}',
        b"x" * 300_000,
    ],
    ids=range(14),
)
def test_bad_input_is_answered_as_on_a_pad(table, program, body):
    """By the same code and its facts, and nothing is recorded."""
    on_pad = Client().generic("POST", f"/pad/{pad_token(table)}/deals/", body, "application/json")
    answer = program.post(f"/tables/{table.pk}/deals", body)
    assert (answer.status_code, answer.json()["code"]) == (on_pad.status_code, on_pad.json()["error"]["code"])
    assert answer.status_code in (413, 422) and not table.deals.exists()


@pytest.mark.parametrize(
    "payload",
    [announce(0, 3, 3), announce(1, 9, 3), announce(5, 3, 3), {}, {"trick": 1}, announce(1, 3, 99), announce(1, 3, -1)],
    ids=range(7),
)
def test_the_rules_are_those_of_the_pad(table, program, payload):
    seen = revision(table)
    on_pad = Client().post(
        f"/pad/{pad_token(table)}/deals/",
        sending_as_it_is(payload, base_revision=seen),
        content_type="application/json",
    )
    answer = program.post(f"/tables/{table.pk}/deals", sending(payload, base_revision=seen))
    assert answer.status_code == 422
    assert answer.json()["code"] == on_pad.json()["error"]["code"]


@pytest.mark.parametrize(
    ("payload", "code", "field"),
    [
        ({"declarer": 3, "announced": 3, "taken": 3}, "seat-unknown", None),
        ({"declarer": 2, "announced": 9, "taken": 3}, "announcement-range", "/payload/announced"),
        ({"declarer": 1, "announced": 3, "taken": 3}, "out-of-turn", "/payload/declarer"),
        ({"declarer": 2, "announced": 3, "taken": "3"}, "malformed", "/payload/taken"),
        ({"declarer": 2, "announced": 3, "taken": 3, "a/b": 1}, "malformed", "/payload/a~1b"),
    ],
)
def test_a_problem_says_which_field_of_the_deal_is_at_fault(table, program, payload, code, field):
    sent = sending_as_it_is(payload, base_revision=revision(table))
    said = program.post(f"/tables/{table.pk}/deals", sent).json()
    assert (said["code"], said.get("field"), said["status"]) == (code, field, 422)
    if code == "out-of-turn":
        assert (said["params"]["expected"], said["params"]["got"]) == (2, 1)


def test_a_problem_says_whose_hand_is_at_fault_by_seats_from_1():
    table = make_table(game="colonial-italian")
    program = Program(token_for(table.event.club, "record"))
    hands = {"1": ["P1"] * 2, "2": ["P1", "P2", "P3", "G1", "G2", "G3"]}
    sent = sending_as_it_is({"dealer": 1, "hands": hands}, base_revision=table.event.revision)
    said = program.post(f"/tables/{table.pk}/deals", sent).json()
    assert (said["code"], said["field"], said["params"]["seat"]) == ("hand-size", "/payload/hands/1", 1)


def test_a_fact_that_the_interface_does_not_know_is_named(table, program):
    answer = program.post(
        f"/tables/{table.pk}/deals", sending(announce(1, 3, 3), base_revision=revision(table), declarer=0)
    )
    assert (answer.status_code, answer.json()["field"]) == (422, "/declarer")


def test_a_correction_of_what_is_confirmed_waits_for_another_seat():
    night = make_night(names=["Ana", "Bruno"])
    Event.objects.filter(pk=night.pk).update(confirmation="deal", accept_minutes=0)
    table = seat_table(night, "Ana", "Bruno")
    deal(table, announce(1, 3, 3))
    program = Program(token_for(night.club, "record"))
    answer = program.post(f"/tables/{table.pk}/deals/1", sending(announce(1, 3, 2), base_revision=revision(table)))
    assert answer.status_code == 202, answer.json()
    assert recorded(table) == {1: announce(1, 3, 3)}
    assert table.proposed_corrections.get().pk == answer.json()["proposal"]


def test_only_a_token_of_the_club_that_records_is_let_in(table):
    path, sent = f"/tables/{table.pk}/deals", sending(announce(1, 3, 3), base_revision=revision(table))
    reader = Program(token_for(table.event.club, "read"))
    said = [
        (each.status_code, each.json()["code"])
        for each in (stranger().post(path, sent), of_another_club().post(path, sent), reader.post(path, sent))
    ]
    assert said == [(401, "token-needed"), (404, "not-found"), (403, "scope-too-small")]
    assert not table.deals.exists()


def test_who_is_signed_in_is_a_stranger_without_a_token(table):
    client = Client()
    owner = table.event.club.members.get(role=Member.Role.OWNER).user
    client.force_login(owner, backend="django.contrib.auth.backends.ModelBackend")
    sent = sending(announce(1, 3, 3), base_revision=revision(table))
    answer = client.post(f"/api/1/tables/{table.pk}/deals", sent, content_type="application/json")
    assert answer.status_code == 401


def test_the_log_says_whose_program_it_was(table, program):
    program.post(f"/tables/{table.pk}/deals", sending(announce(1, 3, 3), base_revision=revision(table)))
    (entry, *_) = event_log(table.event, Wanted()).entries
    assert log_line(entry).who == "owner of Neris (by the program “Scoreboard”)"
    assert AuditEntry.objects.get(action="deal").user == table.event.club.members.get().user
    assert table.deals.get().user == table.event.club.members.get().user


def test_nothing_is_recorded_at_a_table_that_has_ended_or_whose_pad_is_revoked(table, program):
    path = f"/tables/{table.pk}/deals"
    deal(table, announce(1, 3, 3))
    end_table(table_id=table.pk, actor=SYSTEM)
    late = program.post(path, sending(announce(0, 1, 1), base_revision=revision(table)))
    assert (late.status_code, late.json()["code"]) == (422, "table-finished")
    finish_event(event_id=table.event_id, actor=SYSTEM)
    Event.objects.update(codes_end_at="2026-01-01T00:00Z")
    over = program.post(path, sending(announce(0, 1, 1), base_revision=revision(table)))
    assert (over.status_code, over.json()["code"]) == (404, "event-over")
    table.pad_links.update(revoked_at="2026-01-01T00:00Z")
    gone = program.post(path, sending(announce(0, 1, 1), base_revision=revision(table)))
    assert (gone.status_code, gone.json()["code"]) == (404, "not-found")


def test_a_correction_that_another_deal_does_not_survive_names_that_deal(table, program):
    deal(table, announce(1, 3, 3))
    deal(table, announce(0, 2, 2))
    answer = program.post(f"/tables/{table.pk}/deals/1", sending(announce(0, 2, 2), base_revision=revision(table)))
    on_pad = Client().post(
        f"/pad/{pad_token(table)}/deals/1/",
        sending_as_it_is(announce(0, 2, 2), base_revision=revision(table)),
        content_type="application/json",
    )
    said, on_pad_said = answer.json(), on_pad.json()["error"]
    assert (answer.status_code, said["code"], said["params"]["deal"]) == (422, on_pad_said["code"], on_pad_said["deal"])
    assert said["field"] == f"/payload/{on_pad.json()['field']}"
    correct(table, 1, None)


def test_a_correction_after_which_a_play_off_has_no_tie_concerns_no_field_of_what_was_sent():
    table = make_table(game="colonial-italian", rules={"cards": "optional"})
    deal(table, {"dealer": 0, "claimed": [0, 1]})
    deal(table, {"dealer": 1, "claimed": [1], "playoff_of": 1})
    program = Program(token_for(table.event.club, "record"))
    sent = sending_as_it_is({"dealer": 1, "claimed": [1]}, base_revision=revision(table))
    said = program.post(f"/tables/{table.pk}/deals/1", sent).json()
    assert (said["code"], said["params"]) == ("malformed", {"deal": 2, "problem": "not-allowed"})
    assert "field" not in said


@pytest.mark.parametrize(
    ("sent", "problem", "field"),
    [
        ({"deal": 1, "payload": {"dealer": 1, "claimed": [1], "x": 1}}, "unknown", "/payload/x"),
        ({"deal": 1, "payload": {"dealer": 1, "claimed": [1]}}, "not-allowed", None),  # of the play-off
        ({"places": [1, 2], "forfeit": [1]}, "not-allowed", "/forfeit"),
        ({}, "missing", "/deal"),
    ],
)
def test_a_late_correction_that_cannot_be_says_which_field_is_at_fault(sent, problem, field):
    (table,) = next_round(begun(2, rules={"cards": "optional"}))
    deal(table, {"dealer": 0, "claimed": [0, 1]})
    deal(table, {"dealer": 1, "claimed": [1], "playoff_of": 1})
    said = Program(token_for(table.event.club, "direct")).post(f"/tables/{table.pk}/corrections/preview", sent).json()
    assert (said["code"], said["params"]["problem"], said.get("field")) == ("malformed", problem, field)
