"""What two programs ask in the same instant: real threads."""

from typing import Any

import pytest

from tests.factories import announce, make_club, make_table
from tests.tournament_scenes import begun
from tests.tournaments.api.scenes import Program, sending, token_for
from tests.tournaments.summaries.test_two_at_once import at_once
from tournaments.api.seats import payload_from_1

pytestmark = pytest.mark.django_db(transaction=True)


def asked_at_once(token: str, path: str, *bodies: object) -> list[Any]:
    answers: list[Any] = []
    at_once(*(lambda sent=sent: answers.append(Program(token).post(path, sent)) for sent in bodies))
    return sorted(answers, key=lambda answer: int(answer.status_code))


def test_of_two_deals_recorded_at_once_one_is_recorded_and_the_other_is_told_it():
    table = make_table()
    seen = table.event.revision
    bodies = [sending(announce(1, 3, taken), base_revision=seen, number=1) for taken in (3, 2)]
    first, second = asked_at_once(token_for(table.event.club, "record"), f"/tables/{table.pk}/deals", *bodies)
    assert (first.status_code, second.status_code) == (200, 409)
    assert [each["payload"] for each in second.json()["changes"]] == [payload_from_1(table.deals.get().payload)]


def test_one_deal_sent_twice_at_once_is_recorded_once():
    table = make_table()
    sent = sending(announce(1, 3, 3), base_revision=table.event.revision)
    answers = asked_at_once(token_for(table.event.club, "record"), f"/tables/{table.pk}/deals", sent, sent)
    assert [each.status_code for each in answers] == [200, 200]
    assert sorted(each.json()["repeated"] for each in answers) == [False, True] and table.deals.count() == 1


def test_of_two_draws_at_once_there_is_one_preview():
    event = begun(4)
    path = f"/events/{event.pk}/stages/1/rounds"
    drawn, refused = asked_at_once(token_for(event.club, "direct"), path, None, None)
    assert (drawn.status_code, refused.json()["code"]) == (200, "preview-waiting")
    assert event.stages.get().rounds.count() == 1


def test_of_one_event_sent_twice_at_once_there_is_one():
    club = make_club()
    sent = {"client_id": "8a6c0c7e-3f1b-4c57-9b0e-2d7f5f0c9a44", "name": "Autumn Open", "game": "vilnius"}
    answers = asked_at_once(token_for(club, "direct"), f"/clubs/{club.slug}/events", sent, sent)
    assert [answer.json()["id"] for answer in answers] == [club.events.get().pk] * 2
