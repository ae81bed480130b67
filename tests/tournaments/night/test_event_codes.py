"""The codes of an event's pads in one list: seen, made new, revoked, and good again after its end."""

from datetime import timedelta
from typing import Any

import pytest
from django.test import Client
from django.urls import reverse
from django.utils import timezone

from tests.factories import make_night, make_table, pad_token, seat_table
from tournaments.audit import SYSTEM
from tournaments.models import AuditEntry, Event, PadLink, Table, UnsentDeals
from tournaments.permissions import pad_to_score
from tournaments.selectors.access import event_codes
from tournaments.services.night import finish_event
from tournaments.services.table.claims import call_director
from tournaments.services.table.life import end_table, revoke_pad_link

pytestmark = pytest.mark.django_db


def director(table: Table) -> Client:
    client = Client()
    owner = table.event.club.members.get().user
    client.force_login(owner, backend="django.contrib.auth.backends.ModelBackend")
    return client


def opens(token: str) -> bool:
    return Client().get(f"/pad/{token}/state/").status_code == 200


def text_of(answer: Any) -> str:
    return " ".join(answer.content.decode().split())


def the_list(table: Table) -> str:
    return text_of(director(table).get(reverse("event-codes", args=[table.event_id])))


def renew(table: Table, *tables: Table, newest: int) -> str:
    body = {"table": [each.pk for each in tables], "newest": newest}
    return text_of(director(table).post(reverse("event-codes-renew", args=[table.event_id]), body, follow=True))


def newest() -> int:
    return PadLink.objects.latest("pk").pk


def two_tables() -> tuple[Table, Table]:
    night = make_night()
    return seat_table(night, "Ana", "Bruno"), seat_table(night, "Chiara", "Dovas")


def test_the_list_tells_of_every_table_and_seat_and_when_its_code_was_last_used() -> None:
    first, second = two_tables()
    call_director(table_id=first.pk, note="", actor=pad_to_score(pad_token(first, 1)).actor)
    call_director(table_id=second.pk, note="", actor=pad_to_score(pad_token(second)).actor)
    one, two = event_codes(first.event).tables
    assert [seat.player.name for seat in one.seats] == ["Ana", "Bruno"]
    assert [bool(each.used_at) for each in (one, *one.seats, two, *two.seats)] == [
        *(False, False, True),
        *(True, False, False),
    ]
    page = the_list(first)
    assert "Table 1" in page and "Dovas" in page and "They are good as long as the event is open" in page
    assert pad_token(first) not in page


def test_a_code_is_made_new_by_one_tap_and_a_second_tap_makes_no_further_one() -> None:
    first, second = two_tables()
    old, seen = (pad_token(first), pad_token(first, 0)), newest()
    assert "The codes of 1 table are new" in renew(first, first, newest=seen)
    new = pad_token(first)
    assert "already been renewed" in renew(first, first, newest=seen)
    assert pad_token(first) == new and opens(new) and opens(pad_token(second))
    assert not any(map(opens, old))


def test_all_are_made_new_in_one_step_with_one_entry_in_the_log() -> None:
    first, second = two_tables()
    old = [pad_token(first), pad_token(second)]
    assert "The codes of 2 tables are new" in renew(first, first, second, newest=newest())
    assert not any(map(opens, old)) and opens(pad_token(first)) and opens(pad_token(second))
    assert AuditEntry.objects.filter(action="codes-renewed").count() == 1


def test_a_code_is_revoked_and_made_new_in_the_list() -> None:
    first, second = two_tables()
    token = pad_token(first)
    answer = director(first).post(reverse("table-codes-revoke", args=[first.pk]), follow=True)
    assert "revoked" in text_of(answer) and not opens(token)
    renew(first, first, newest=newest())
    assert opens(pad_token(first)) and not opens(token) and opens(pad_token(second))


def test_all_new_leaves_those_revoked_that_are() -> None:
    first, second = two_tables()
    revoke_pad_link(table_id=first.pk, actor=SYSTEM)
    page = director(first).get(reverse("event-codes", args=[first.event_id]))
    assert [each.table for each in page.context["codes"].good] == [second]


def test_what_is_no_table_makes_nothing_new() -> None:
    table = make_table()
    for body in ({}, {"table": "x", "newest": "1"}, {"table": "1"}, {"table": "9" * 40, "newest": "1"}):
        director(table).post(reverse("event-codes-renew", args=[table.event_id]), body)
    assert PadLink.objects.count() == 1


def test_a_table_of_another_event_is_not_touched() -> None:
    table = make_table()
    other = make_table(club=table.event.club)
    renew(table, other, newest=newest())
    assert PadLink.objects.count() == 2


def over(table: Table) -> Event:
    end_table(table_id=table.pk, actor=SYSTEM)
    finish_event(event_id=table.event_id, actor=SYSTEM)
    Event.objects.filter(pk=table.event_id).update(codes_end_at=timezone.now() - timedelta(days=30))
    return Event.objects.get(pk=table.event_id)


def test_for_a_late_correction_the_director_makes_the_codes_good_again_for_a_day() -> None:
    table = make_table()
    event = over(table)
    assert "nothing is saved by them any more" in the_list(table) and not opens(pad_token(table))
    again = reverse("event-codes-again", args=[event.pk])
    assert "good again for a day" in text_of(director(table).post(again, follow=True))
    event.refresh_from_db()
    assert opens(pad_token(table)) and event.codes_end_at
    assert timedelta(hours=23) < event.codes_end_at - timezone.now() <= timedelta(days=1)


def test_while_an_event_is_open_its_codes_are_good_and_stay_so() -> None:
    table = make_table()
    answer = director(table).post(reverse("event-codes-again", args=[table.event_id]), follow=True)
    assert "The event is open, so its codes are good." in text_of(answer)
    assert Event.objects.get().codes_end_at is None


def test_what_phones_keep_of_an_evening_that_is_over_stands_on_its_desk_and_in_the_list() -> None:
    table = make_table()
    event = over(table)
    UnsentDeals.objects.create(table=table, phone="0" * 32, count=2, since=timezone.now())
    assert "2 deals not sent" in the_list(table)
    assert "2 deals unsent since" in text_of(director(table).get(reverse("desk", args=[event.pk])))
