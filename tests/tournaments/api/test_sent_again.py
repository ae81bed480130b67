"""Whatever a program writes and sends again with the same client_id: answered as before, and done once."""

from datetime import timedelta
from typing import Any
from uuid import uuid4

import pytest
from django.utils import timezone

from tests.factories import make_club, make_night, make_table
from tests.tournament_scenes import begun, make_tournament
from tests.tournaments.api.scenes import Program, stranger, token_for
from tests.tournaments.season.seasons import a_season
from tests.tournaments.summaries.test_two_at_once import at_once
from tournaments.audit import SYSTEM
from tournaments.models import ApiAnswer, AuditEntry, Club, Event, Player
from tournaments.services.club.people import anonymise
from tournaments.services.integrations.trusted import forget_answers

pytestmark = pytest.mark.django_db


def director(club: Club) -> Program:
    return Program(token_for(club, "direct"))


def twice(program: Program, path: str, **sent: object) -> tuple[Any, Any]:
    body = {"client_id": str(uuid4()), **sent}
    first, second = (program.post(path, body) for _ in range(2))
    return first, second


def test_each_step_of_an_evening_that_is_sent_again_is_answered_as_before_and_done_once():
    event = begun(4)
    program, path = director(event.club), f"/events/{event.pk}"
    steps: list[tuple[str, dict[str, object]]] = [
        (f"{path}/stages/1/rounds", {}),
        (f"{path}/stages/1/rounds/1/publish", {"minutes": 40}),
        ("/tables/{table}/end", {}),
        ("/tables/{table}/reopen", {}),
    ]
    for step, sent in steps:
        table = event.tables.values_list("pk", flat=True).first()
        first, second = twice(program, step.format(table=table), **sent)
        assert (first.status_code, second.status_code) == (200, 200), second.json()
        assert first.content == second.content
    counts = AuditEntry.objects.filter(event=event, program__name="Scoreboard").values_list("action", flat=True)
    assert len(counts) == len(set(counts)) == 4


def test_the_discarding_of_a_draft_that_is_sent_again_is_answered_as_before_and_others_find_nothing():
    club = make_club()
    path, sent = f"/seasons/{a_season(club, published=False).pk}/discard", {"client_id": str(uuid4())}
    answers = [director(club).post(path, sent) for _ in range(2)]
    assert [answer.status_code for answer in answers] == [200, 200] and answers[0].content == answers[1].content
    reader = Program(token_for(club, "read"))
    others = [reader.post(path, sent), director(make_club(name="Vilnia")).post(path, sent), stranger().post(path, sent)]
    assert [answer.status_code for answer in others] == [403, 404, 404]
    for changed in ({"client_id": str(uuid4())}, b"{"):
        assert director(club).post(path, changed).status_code == 404


def test_what_is_sent_with_the_id_of_something_else_is_refused_and_not_done():
    club = make_club()
    night, other = make_night(club=club, names=["Ana"]), make_night(club=club, names=["Bruno"])
    sent = {"client_id": str(uuid4()), "names": ["Zoe"]}
    assert director(club).post(f"/events/{night.pk}/entrants", sent).status_code == 200
    for path, body in (
        (f"/events/{night.pk}/entrants", {**sent, "names": ["Yan"]}),
        (f"/events/{other.pk}/entrants", sent),
        (f"/events/{night.pk}/finish", {"client_id": sent["client_id"]}),
    ):
        refused = director(club).post(path, body)
        assert (refused.status_code, refused.json()["code"]) == (409, "client-id-taken")
    assert not Player.objects.filter(name="Yan").exists() and not other.entrants.filter(player__name="Zoe").exists()
    elsewhere = make_night(club=make_club(name="Vilnia"), names=["Ana"])
    assert director(elsewhere.club).post(f"/events/{elsewhere.pk}/entrants", sent).status_code == 200


def test_what_was_refused_is_done_once_it_can_be():
    event = make_tournament(4)
    sent = {"client_id": str(uuid4())}
    early = director(event.club).post(f"/events/{event.pk}/stages/1/rounds", sent)
    assert (early.status_code, early.json()["code"]) == (422, "stage-not-running")
    director(event.club).post(f"/events/{event.pk}/stages/1/start")
    assert director(event.club).post(f"/events/{event.pk}/stages/1/rounds", sent).status_code == 200


@pytest.mark.django_db(transaction=True)
def test_of_one_write_sent_twice_at_once_both_are_answered_and_one_is_done():
    event = begun(4)
    token, sent = token_for(event.club, "direct"), {"client_id": str(uuid4())}
    answers: list[Any] = []
    at_once(*[lambda: answers.append(Program(token).post(f"/events/{event.pk}/stages/1/rounds", sent))] * 2)
    assert [answer.status_code for answer in answers] == [200, 200]
    assert answers[0].content == answers[1].content and event.stages.get().rounds.count() == 1


def test_answers_are_kept_for_a_week_and_go_with_the_name_of_whoever_is_forgotten():
    table = make_table()
    sent = {"client_id": str(uuid4())}
    assert "Ana" in director(table.event.club).post(f"/tables/{table.pk}/end", sent).content.decode()
    forget_answers(now=timezone.now() + timedelta(days=6))
    assert ApiAnswer.objects.count() == 1
    director(table.event.club).post(f"/events/{table.event_id}/finish")
    anonymise(player=Player.objects.get(name="Ana"), actor=SYSTEM, now=timezone.now())
    assert not ApiAnswer.objects.exists()
    twice(director(table.event.club), f"/events/{table.event_id}/reopen")
    forget_answers(now=timezone.now() + timedelta(days=8))
    assert not ApiAnswer.objects.exists()


def test_what_a_token_may_not_is_said_before_its_body_is_read():
    event = begun(4)
    reader = Program(token_for(event.club, "read"))
    for path in (f"/events/{event.pk}/entrants", f"/clubs/{event.club.slug}/events", "/tables/1/deals"):
        assert stranger().post(path, b"{").status_code in (401, 404)
    assert reader.post(f"/events/{event.pk}/entrants", b"{").status_code == 403
    assert reader.post(f"/clubs/{event.club.slug}/events").status_code == 403
    assert Event.objects.count() == 1
