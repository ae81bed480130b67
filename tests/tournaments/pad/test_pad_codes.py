"""The secret addresses of pads: signed and not kept, good as long as their event and a day longer."""

import json
import logging
import uuid
from datetime import timedelta
from itertools import product
from typing import Any

import pytest
from django.db import connection
from django.test import Client
from django.test.utils import CaptureQueriesContext
from django.urls import reverse
from django.utils import timezone
from pytest_django import Settings

from tests.factories import announce, make_table, pad_token
from tournaments.admin import PadLinkAdmin
from tournaments.audit import SYSTEM
from tournaments.models import AuditEntry, Deal, Event, Table, UnsentDeals
from tournaments.permissions import seat_token
from tournaments.services.club.clubs import add_players
from tournaments.services.night import finish_event, reopen_event
from tournaments.services.table.life import adjourn_table, renew_pad_link, resume_table
from tournaments.signing import signature
from tournaments.urls import urlpatterns

pytestmark = pytest.mark.django_db


def send(table: Table, token: str, path: str = "deals/", **data: Any) -> Any:
    body = {"client_id": str(uuid.uuid4()), "base_revision": 10**6, **data}
    return Client().post(f"/pad/{token}/{path}", json.dumps(body), content_type="application/json")


def save(table: Table, token: str) -> Any:
    return send(table, token, payload=announce(1, 3, 3))


def opens(token: str) -> bool:
    return Client().get(f"/pad/{token}/").status_code == 200


def finished(table: Table, *, ago: timedelta = timedelta()) -> Table:
    """Its event is over; the table was adjourned."""
    adjourn_table(table_id=table.pk, actor=SYSTEM)
    finish_event(event_id=table.event_id, actor=SYSTEM)
    if ago:
        Event.objects.filter(pk=table.event_id).update(codes_end_at=timezone.now() + timedelta(days=1) - ago)
    return Table.objects.get(pk=table.pk)


def everything_stored() -> str:
    """As somebody finds it who has the database, without its key."""
    with connection.cursor() as cursor:
        rows: list[object] = []
        for name in connection.introspection.table_names(cursor):
            cursor.execute(f"SELECT * FROM {connection.ops.quote_name(name)}")
            rows += cursor.fetchall()
    return str(rows)


def test_whoever_has_the_database_has_no_address_of_a_pad() -> None:
    table = make_table()
    stored = everything_stored()
    for token in (pad_token(table), pad_token(table, 0)):
        assert opens(token)
        assert token not in stored
        assert token.rpartition(".")[2] not in stored


def test_an_address_is_the_same_whenever_it_is_shown() -> None:
    table = make_table()
    assert pad_token(table) == pad_token(Table.objects.get(pk=table.pk))
    assert len(pad_token(table)) < 40


def test_no_address_is_made_from_another() -> None:
    table = make_table()
    other = make_table(club=table.event.club)
    for seat, part in product((None, 0), range(4)):
        parts = pad_token(table, seat).split(".")
        parts[part] = pad_token(other, 1).split(".")[part]
        assert not opens(".".join(parts))
        assert save(table, ".".join(parts)).status_code == 404
    assert not Deal.objects.exists()


def test_what_nobody_has_signed_opens_nothing() -> None:
    table = make_table()
    for token in ("1.0.0.", "1...", "0.0.0.0", "9" * 90, "1.a.b.c", "1.2.3", "1.2", "é", "1.0.0.é"):
        assert not opens(token)
        assert save(table, token).status_code == 404


def test_the_address_of_a_seat_whose_player_does_not_sit_there_saves_nothing() -> None:
    table = make_table()
    (stranger,) = add_players(club=table.event.club, names=["Zoe"], actor=SYSTEM)
    assert save(table, seat_token(table.pad_links.get(), stranger.pk)).status_code == 404
    assert not table.deals.exists()


def test_a_forged_address_asks_nothing_of_the_database() -> None:
    table = make_table()
    *rest, last = pad_token(table)
    with CaptureQueriesContext(connection) as asked:
        save(table, "".join([*rest, "B" if last == "A" else "A"]))
    assert [each["sql"] for each in asked if "padlink" in each["sql"]] == []


def test_a_code_made_new_opens_and_the_one_before_does_not() -> None:
    table = make_table()
    old = pad_token(table)
    renew_pad_link(table_id=table.pk, actor=SYSTEM)
    assert opens(pad_token(table)) and not opens(old)
    assert save(table, old).status_code == 404


def test_whoever_once_had_the_key_cannot_tell_the_codes_of_later_tables() -> None:
    """As from a backup: the id of the next link can be guessed, its edition cannot."""
    table = make_table()
    known = table.pad_links.get()
    renew_pad_link(table_id=table.pk, actor=SYSTEM)
    guessed = f"{table.pad_links.get(revoked_at=None).pk}.{known.edition}.0"
    assert not opens(f"{guessed}.{signature('pad', guessed)}")


# ---- After the event


def test_for_a_day_after_its_event_an_address_still_saves() -> None:
    """What a phone kept comes late: the server answers it as long as the event was open."""
    table = finished(make_table())
    assert opens(pad_token(table))
    assert save(table, pad_token(table)).json()["error"]["code"] == "table-adjourned"


def test_then_it_opens_a_page_that_says_so_and_leads_to_the_results() -> None:
    table = finished(make_table(), ago=timedelta(days=1))
    for token in (pad_token(table), pad_token(table, 1)):
        answer = Client().get(f"/pad/{token}/")
        text = answer.content.decode()
        assert (answer.status_code, "This evening is over" in text) == (404, True)
        assert reverse("event", args=[table.event_id]) in text
        assert answer.headers["Cache-Control"].count("no-store") == 1


WRITES = {
    "deals/": {"payload": announce(1, 3, 3)},
    "deals/1/": {"payload": announce(1, 3, 2)},
    "deals/1/void/": {},
    "confirmation/": {"verdict": "confirmed", "deals": [], "revision": 1},
    "call/": {"note": "Come"},
    "claim/": {"payload": {"dealer": 0, "claimed": [0]}, "reason": "they said"},
    "dealer/": {"seat": 1},
    "own/": {"number": 1, "said": {}},
    "own/phone/": {"act": "here"},
    "undo/": {"revision": 1},
    "correct-many/": {"change": {}},
    "proposed-corrections/1/": {"answer": "agreed"},
    "hand/": {"hand": ["P1"]},
    "preview/": {"payload": announce(1, 3, 3)},
}


def test_then_nothing_is_saved_or_called_by_it() -> None:
    table = make_table()
    save(table, pad_token(table))
    table = finished(table, ago=timedelta(days=1))
    entries = AuditEntry.objects.count()
    answers = {path: send(table, pad_token(table, 1), path, **body) for path, body in WRITES.items()}
    said = {path: (answer.status_code, answer.json()["error"]["code"]) for path, answer in answers.items()}
    assert said == dict.fromkeys(WRITES, (404, "event-over"))
    assert Client().get(f"/pad/{pad_token(table)}/state/").status_code == 404
    assert Client().get(f"/pad/{pad_token(table)}/app.webmanifest").status_code == 404
    assert (AuditEntry.objects.count(), Deal.objects.count()) == (entries, 1)


def test_every_way_in_for_a_pad_is_among_those_tried() -> None:
    names = {str(each.pattern) for each in urlpatterns if str(each.pattern).startswith("pad/<")}
    tried = {f"pad/<pad:token>/{path}".replace("/1/", "/<int:number>/") for path in WRITES}
    tried = {path.replace("proposed-corrections/<int:number>", "proposed-corrections/<int:pk>") for path in tried}
    read = {f"pad/<pad:token>/{path}" for path in ("", "state/", "app.webmanifest")}
    assert names == tried | read | {"pad/<pad:token>/unsent/"}


def test_what_a_phone_keeps_of_an_evening_that_is_over_is_told_to_the_director() -> None:
    table = finished(make_table(), ago=timedelta(days=3))
    answer = send(table, pad_token(table, 0), "unsent/", phone=str(uuid.uuid4()), count=2, seconds=9000)
    assert answer.status_code == 200
    assert UnsentDeals.objects.get(table=table).count == 2


def test_an_event_that_is_reopened_makes_its_codes_good_again() -> None:
    table = finished(make_table(), ago=timedelta(days=9))
    assert not opens(pad_token(table))
    reopen_event(event_id=table.event_id, actor=SYSTEM)
    resume_table(table_id=table.pk, event_id=table.event_id, actor=SYSTEM)
    assert save(table, pad_token(table)).status_code == 200


def test_a_table_that_is_carried_on_takes_its_code_along() -> None:
    table = finished(make_table(), ago=timedelta(days=9))
    night = Event.objects.create(club=table.event.club, name="Next", date=timezone.now(), game="vilnius", rules={})
    Event.objects.filter(pk=night.pk).update(rules=table.event.rules)
    resume_table(table_id=table.pk, event_id=night.pk, actor=SYSTEM)
    assert save(table, pad_token(table)).status_code == 200


# ---- With another key


def test_with_another_key_what_is_printed_opens_as_long_as_the_old_one_is_named(settings: Settings) -> None:
    table = make_table()
    today = pad_token(table)
    settings.SECRET_KEY, settings.SECRET_KEY_FALLBACKS = "another", [settings.SECRET_KEY]
    assert opens(today) and opens(pad_token(table)) and pad_token(table) != today
    settings.SECRET_KEY_FALLBACKS = []
    assert opens(pad_token(table)) and not opens(today)


# ---- Told to nobody


def test_a_secret_address_is_told_to_no_page_that_is_opened_from_it() -> None:
    table = make_table()
    for address in (f"/pad/{pad_token(table)}/", f"/pad/{pad_token(table)}/state/", "/codes/t-1-1-0-x/", "/pad/x/"):
        assert Client().get(address).headers["Referrer-Policy"] == "strict-origin"
    assert Client().get(f"/events/{table.event_id}/").headers["Referrer-Policy"] == "same-origin"


def test_no_log_at_its_most_talkative_holds_a_secret(caplog: pytest.LogCaptureFixture, settings: Settings) -> None:
    settings.DEBUG = True  # so that statements are logged, with what was asked
    table = make_table()
    caplog.set_level(logging.DEBUG)
    for logger in ("django", "django.db.backends", "django.request"):
        caplog.set_level(logging.DEBUG, logger=logger)  # which is put back
    tokens = [pad_token(table), pad_token(table, 0)]
    for token in tokens:
        assert opens(token)
        save(table, token)
    said = "\n".join(record.getMessage() for record in caplog.records if record.name == "django.db.backends")
    assert "padlink" in said
    assert [token for token in tokens if token in said] == []


def test_the_admin_shows_no_address() -> None:
    assert {*PadLinkAdmin.fields} == {"table", "created_at", "revoked_at"}
