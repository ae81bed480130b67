"""The whole log as a file: every entry once, oldest first, for people's spreadsheets and for programs."""

import csv
import io
import json
import uuid

import pytest
from django.conf import settings
from django.db import connection
from django.test import Client
from django.test.utils import CaptureQueriesContext
from django.urls import reverse

from pyramid_site.entry.application import Application
from tests.entry.asking import Asked, hub, run, scope
from tests.factories import announce, correct, deal, make_club, make_night, make_table, make_user, seat_table
from tests.tournament_scenes import finish_table, make_tournament, next_round, start
from tournaments import audit
from tournaments.audit import SYSTEM, Actor
from tournaments.exports.log import COLUMNS
from tournaments.models import AuditEntry, Club, Event, PadLink
from tournaments.selectors import log
from tournaments.services.club.clubs import add_players
from tournaments.services.table.deals import record_deal

BACKEND = "django.contrib.auth.backends.ModelBackend"


@pytest.fixture
def director(client: Client, db: None) -> Client:
    """Signed in as the owner of the club Neris."""
    user = make_user("director", first_name="Daiva", last_name="Rimkutė")
    make_club(owner=user)
    client.force_login(user, backend=BACKEND)
    return client


def neris() -> dict[str, object]:
    return {"club": Club.objects.get(name="Neris")}


def text_of(client: Client, event: Event, kind: str) -> str:
    return client.get(reverse(f"event-log-{kind}", args=[event.pk])).getvalue().decode()


def json_rows(client: Client, event: Event) -> list[dict[str, object]]:
    return [json.loads(line) for line in text_of(client, event, "jsonl").splitlines()]


def csv_rows(client: Client, event: Event) -> list[dict[str, str]]:
    return list(csv.DictReader(io.StringIO(text_of(client, event, "csv").removeprefix("\ufeff"), newline="")))


def test_every_entry_is_in_both_files_once_oldest_first(director):
    event = make_tournament(4, **neris())
    start(event)
    for table in next_round(event):
        finish_table(table)
    wanted = list(AuditEntry.objects.filter(event=event).order_by("pk").values_list("pk", flat=True))
    assert [row["id"] for row in json_rows(director, event)] == wanted
    assert [int(row["id"]) for row in csv_rows(director, event)] == wanted


def test_an_entry_tells_when_who_where_and_what_was_before(director):
    table = make_table(**neris())
    link = table.pad_links.get()
    given = {"table_id": table.pk, "client_id": uuid.uuid4(), "base_revision": None}
    record_deal(**given, payload=announce(1, 3, 3), actor=Actor(pad_link=link, seat=1))
    user = Club.objects.get().members.get().user
    correct(table, 1, announce(1, 3, 2), actor=Actor(user=user), reason="miscounted")
    *_, recorded, corrected = json_rows(director, table.event)
    assert list(recorded) == list(COLUMNS)
    entry = AuditEntry.objects.get(pk=recorded["id"])
    assert recorded == {
        "id": entry.pk,
        "at": entry.at.isoformat().replace("+00:00", "Z"),
        "revision": entry.revision,
        "action": "deal",
        "stage": None,
        "round": None,
        "table": 1,
        "table_id": table.pk,
        "user": None,
        "pad_table": 1,
        "seat": 1,
        "seat_player": "Bruno",
        "pad_link": link.pk,
        "seats": ["Ana", "Bruno"],
        "before": None,
        "after": entry.after,
    }
    assert (corrected["user"], corrected["before"]["payload"]["taken"]) == ("Daiva Rimkutė", 3)
    of_the_sheet = csv_rows(director, table.event)[-1]
    assert json.loads(of_the_sheet["after"]) == corrected["after"]
    assert of_the_sheet["table"] == "1"


def test_no_secret_address_of_a_pad_is_in_the_files(director):
    event = make_tournament(4, **neris())
    start(event)
    for table in next_round(event):
        record_deal(
            table_id=table.pk,
            payload={"dealer": 0, "claimed": [0]},
            client_id=uuid.uuid4(),
            base_revision=None,
            actor=Actor(pad_link=table.pad_links.get()),
        )
    tokens = [link.token for link in PadLink.objects.all()]
    assert len(tokens) == 2
    for kind in ("csv", "jsonl"):
        assert [token for token in tokens if token in text_of(director, event, kind)] == []


@pytest.mark.parametrize("name", ["=1+1", "+39 Ana", "-2", "@SUM(A1)", "\t=1+1", "\r=1+1", "＝1"])
def test_no_cell_is_a_formula(client, db, name):
    user = make_user("odd", first_name=name)
    client.force_login(user, backend=BACKEND)
    night = make_night(club=make_club(owner=user), names=[])
    audit.record(Actor(user=user), "players-here", club=night.club, event=night, after={"players": [name]})
    rows = list(csv.reader(io.StringIO(text_of(client, night, "csv"), newline="")))
    cells = [cell for row in rows[1:] for cell in row]
    assert [cell for cell in cells if cell.startswith(("=", "+", "-", "@", "\t", "\r", "＝"))] == []
    assert f"'{name.strip()}" in cells or f"'{name}" in cells


def test_a_spreadsheet_reads_every_letter_and_a_program_finds_no_mark(director):
    night = make_night(**neris(), names=["Žygimantas Šliūpas"])
    assert text_of(director, night, "csv").startswith("\ufeffid,at,")
    assert "Žygimantas Šliūpas" in text_of(director, night, "csv")
    assert text_of(director, night, "jsonl").startswith('{"id"')


def test_the_files_are_for_keeping_and_stay_out_of_caches(director):
    night = make_night(**neris())
    for kind, media in (("csv", "text/csv"), ("jsonl", "application/x-ndjson")):
        answer = director.get(reverse(f"event-log-{kind}", args=[night.pk]))
        assert answer["Content-Type"].startswith(media)
        assert answer["Content-Disposition"] == f'attachment; filename="log-{night.pk}-2026-11-20.{kind}"'
        assert answer["Cache-Control"] == "private, no-store"
        assert answer.streaming


def test_the_clubs_file_holds_what_belongs_to_no_event(director):
    club = Club.objects.get()
    add_players(club=club, names=["Ana"], actor=SYSTEM)
    make_night(club=club, names=["Ana"])
    add_players(club=make_club(name="Other", owner=make_user("other")), names=["Zita"], actor=SYSTEM)
    lines = director.get(reverse("club-log-jsonl", args=[club.slug])).getvalue().decode().splitlines()
    assert [json.loads(line)["action"] for line in lines] == ["club-created", "players-added"]
    answer = director.get(reverse("club-log-csv", args=[club.slug]))
    assert answer["Content-Disposition"] == 'attachment; filename="log-neris.csv"'
    assert len(answer.getvalue().decode().splitlines()) == 3


def test_a_long_log_is_read_in_chunks_with_the_same_queries_for_each(director, monkeypatch):
    monkeypatch.setattr(log, "CHUNK", 10)
    night = make_night(**neris(), names=["Ana", "Bruno"])
    deal(seat_table(night, "Ana", "Bruno"), announce(1, 3, 3))
    for _ in range(100):
        audit.record(SYSTEM, "players-here", club=night.club, event=night, after={})
    with CaptureQueriesContext(connection) as queries:
        rows = json_rows(director, night)
    assert len(rows) == len({row["id"] for row in rows}) == night.audit_entries.count()
    assert len(queries) <= 6 + 2 * (len(rows) // 10 + 2)


@pytest.mark.django_db(transaction=True)
def test_the_server_sends_the_file_part_by_part():
    user = make_user("director")
    night = make_night(club=make_club(owner=user))
    for number in range(450):
        audit.record(SYSTEM, "players-here", club=night.club, event=night, after={"players": [f"N{number}"]})

    client = Client()
    client.force_login(user, backend=BACKEND)
    cookie = f"{settings.SESSION_COOKIE_NAME}={client.cookies[settings.SESSION_COOKIE_NAME].value}"
    parts: list[bytes] = []

    async def read() -> None:
        request = Asked(
            Application(hub), scope("GET", reverse("event-log-jsonl", args=[night.pk]), headers={"cookie": cookie})
        )
        await request.send()
        assert await request.start() == 200
        while (part := await request.part()).get("more_body"):
            parts.append(part["body"])

    run(read())
    assert len(parts) == 3
    assert len(b"".join(parts).splitlines()) == night.audit_entries.count()
