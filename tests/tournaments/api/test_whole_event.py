"""A whole event driven by a program alone, with two tables on phones: nobody opens a page of the club."""

import json
import re
from collections import Counter
from pathlib import Path
from typing import Any

import pytest
from django.test import Client

from tests.factories import NAMES, make_club, make_table, pad_token, recorded
from tests.tournaments.api.scenes import Program, sending, sending_as_it_is, stranger, token_for
from tournaments.api.seats import payload_from_0
from tournaments.models import Event, Table
from tournaments.services.rebuild import rebuild_scores

pytestmark = pytest.mark.django_db
DOCS = Path(__file__).parents[3] / "docs/api.md"
PEOPLE = sorted(NAMES)
DEALS, ROUNDS, ON_PHONES = 3, 3, 2


def winner(number: int, deal: int) -> int:
    """The first seat takes two of three at a table of an odd number, else the second does."""
    return (number + (deal == 2)) % 2


def send_by_program(program: Program, table: int, sent: dict[str, object]) -> Any:
    return program.post(f"/tables/{table}/deals", sent)


def send_by_phone(_program: Program, table: int, sent: dict[str, object]) -> Any:
    token = pad_token(Table.objects.get(pk=table))
    return Client().post(f"/pad/{token}/deals/", sent, content_type="application/json")


def play(program: Program, table: dict[str, Any]) -> None:
    by_phone = table["number"] <= ON_PHONES
    send, as_sent = (send_by_phone, sending_as_it_is) if by_phone else (send_by_program, sending)
    revision = program.get(f"/tables/{table['id']}").json()["revision"]
    for turn in range(DEALS):
        payload = {"dealer": turn % 2, "claimed": [winner(table["number"], turn)]}
        answers = [send(program, table["id"], sent) for sent in [as_sent(payload, base_revision=revision)] * 2]
        assert [answer.status_code for answer in answers] == [200, 200], answers[0].content
        assert answers[0].json()["deal"] == answers[1].json()["deal"]
        revision = answers[0].json()["deal"]["revision"]


def test_eight_people_play_three_rounds_by_a_program_and_two_phones():
    club = make_club()
    program = Program(token_for(club, "direct"))
    facts = {"name": "By program", "game": "colonial-italian", "rules": {"deals": DEALS, "cards": "optional"}}
    event = program.post(f"/clubs/{club.slug}/events", {**facts, "plan": f"swiss:seats=2:rounds={ROUNDS}"}).json()
    path = f"/events/{event['id']}"
    entrants = program.post(f"{path}/entrants", {"names": PEOPLE, "present": True}).json()["entrants"]
    program.post(f"{path}/stages/1/start", {"entrants": entrants})
    for number in range(1, ROUNDS + 1):
        assert program.post(f"{path}/stages/1/rounds").json()["number"] == number
        opened = program.post(f"{path}/stages/1/rounds/{number}/publish", {"minutes": 20}).json()["tables"]
        tables = [each for each in stranger().get(f"{path}/tables").json()["rows"] if each["id"] in opened]
        assert [table["number"] for table in tables] == [1, 2, 3, 4]
        early = program.post(f"{path}/stages/1/rounds")
        assert (early.status_code, early.json()["code"]) == (422, "results-missing")
        for table in tables:
            play(program, table)
    assert program.post(f"{path}/finish").json()["status"] == "finished"
    _the_standings_are_those_of_the_tables(path)
    assert not [*rebuild_scores(keep=False)]


def _the_standings_are_those_of_the_tables(path: str) -> None:
    tables = stranger().get(f"{path}/tables").json()["rows"]
    assert {table["status"] for table in tables} == {"finished"}
    won = Counter(
        seat["player"]["name"]
        for table in tables
        for seat in table["seats"]
        if seat["seat"] == winner(table["number"], 0) + 1
    )
    met = {frozenset(seat["player"]["id"] for seat in table["seats"]) for table in tables}
    assert len(met) == len(tables) == ROUNDS * len(PEOPLE) // 2
    rows = [row for row in stranger().get(f"{path}/standings").json()["rows"] if row["stage"] == 1]
    assert {row["player"]: row["points"] for row in rows} == {name: won[name] for name in PEOPLE}
    assert len(stranger().get(f"{path}/deals").json()["rows"]) == len(tables) * DEALS


def test_the_evening_of_the_docs_is_played_as_it_stands_there():
    program = Program(token_for(make_club(name="Neris"), "direct"))
    opened: list[int] = []
    (evening,) = re.findall(r"```http\n(.*?)```", DOCS.read_text(), re.S)
    for line in evening.splitlines():
        method, path, sent = f"{line} ".split(" ", 2)
        if event := Event.objects.first():
            path = path.replace("/12", f"/{event.pk}")
        for number, table in zip(("/40", "/41"), opened, strict=False):
            path = path.replace(number, f"/{table}")
        body = json.loads(sent) if sent.strip() else None
        if body and "base_revision" in body:
            assert body["base_revision"] == Event.objects.get().revision
        answer = program.get(path) if method == "GET" else program.post(path, body)
        assert answer.status_code == 200, (line, answer.json())
        opened = opened or answer.json().get("tables", [])
    assert Event.objects.get().status == Event.Status.FINISHED


def test_the_deal_of_the_docs_is_recorded_as_it_stands_there():
    table = make_table()
    said, _problem = re.findall(r"```json\n(.*?)```", DOCS.read_text(), re.S)
    sent = {**json.loads(said), "base_revision": table.event.revision}
    assert Program(token_for(table.event.club, "record")).post(f"/tables/{table.pk}/deals", sent).status_code == 200
    assert recorded(table) == {1: payload_from_0(sent["payload"])}
