"""The interface as a whole: what it says of itself, and that it keeps to it.

WRITE_API=1 pytest tests/tournaments/api/test_interface.py -k docs_say    writes the addresses in docs/api.md anew.
"""

import ast
import json
import os
import re
from collections.abc import Iterator
from functools import cache
from io import StringIO
from pathlib import Path
from typing import Any

import pytest
from django.test import Client
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st
from jsonschema import Draft202012Validator

from examples.follow_table import follow
from scoring.games import GAMES
from tests.factories import announce, make_table
from tests.tournament_scenes import begun, play_round
from tests.tournaments.api.scenes import Program, sending, stranger, token_for
from tests.tournaments.calendar.scenes import planned
from tests.tournaments.season.seasons import a_season
from tournaments.api.interface import api
from tournaments.api.seats import payload_from_0, payload_from_1
from tournaments.models import Table
from tournaments.words.errors import MEANINGS

ROOT = Path(__file__).parents[3]
DOCS = ROOT / "docs/api.md"
SCOPES = ["Read", "Record", "Direct"]


@cache
def described() -> dict[str, Any]:
    return json.loads(json.dumps(api.get_openapi_schema(path_prefix="/api/1")))


def operations() -> Iterator[tuple[str, str, dict[str, Any]]]:
    for path, methods in described()["paths"].items():
        for method, operation in methods.items():
            yield method.upper(), path.removeprefix("/api/1"), operation


def written(part: str, *lines: str) -> str:
    """The page, with these lines as the part of it that is made."""
    head, _, rest = DOCS.read_text().partition(f"<!-- {part} -->\n")
    _, _, tail = rest.partition(f"<!-- end of {part} -->\n")
    wanted = "\n".join([f"{head}<!-- {part} -->", *lines, f"<!-- end of {part} -->", tail])
    if os.environ.get("WRITE_API"):
        DOCS.write_text(wanted)
    return wanted


def test_the_docs_say_every_address_as_the_server_does():
    lines = [
        f"|{method} `{path}`|{each['tags'][0].lower()}|{each['summary']}|"
        for method, path, each in sorted(operations(), key=lambda known: SCOPES.index(known[2]["tags"][0]))
    ]
    wanted = written("addresses", "|address|scope||", "|---|---|---|", *lines)
    assert DOCS.read_text() == wanted


def test_the_docs_say_every_code_with_its_meaning():
    lines = [f"|`{code}`|{meaning}|" for code, meaning in sorted(MEANINGS.items())]
    wanted = written("codes", "|code||", "|---|---|", *lines)
    assert DOCS.read_text() == wanted


REACHED = (
    "calendar", "change", "night", "opening", "prizes", "season", "teams", "handicaps", "refusals",
    "desk/actions", "stage/*", "table/*",
)  # fmt: skip
OF_PADS = {"call-long", "claim-agrees", "claim-answered", "claim-waits", "code-wrong", "codes-spent"}
OF_THE_DESK = {"registration-played", "codes-good", "sheet-typed", "nothing-typed"}
OF_LEAGUES = {
    "division-too-small", "fixture-archived", "fixture-other-day", "fixture-other-game", "fixture-places",
    "league-drawn", "league-of-draft", "league-played", "season-over",
}  # fmt: skip
OF_CATEGORIES = {
    "categories-many", "category-again", "category-begun", "category-days", "category-of-prizes", "category-taken",
    "player-gone",
}  # fmt: skip


def test_whatever_programs_may_be_refused_has_a_meaning():
    paths = [path for each in REACHED for path in (ROOT / "tournaments/services").glob(f"{each}.py")]
    refusals = [
        call for path in [*paths, *(ROOT / "scoring").rglob("*.py")] for call in ast.walk(ast.parse(path.read_text()))
    ]
    codes = {
        str(call.args[0].value)
        for call in refusals
        if isinstance(call, ast.Call)
        and isinstance(call.func, ast.Name)
        and call.func.id in ("Refused", "ScoringError")
        if call.args and isinstance(call.args[0], ast.Constant)
    }
    assert codes - OF_PADS - OF_THE_DESK - OF_LEAGUES - OF_CATEGORIES <= MEANINGS.keys()


def test_every_operation_describes_what_it_may_answer_besides_what_was_asked_for():
    for method, path, operation in operations():
        answers = {int(status): said for status, said in operation["responses"].items()}
        assert {401, 404, 405, 422, 429, 503} <= answers.keys() and "Allow" in answers[405]["headers"], path
        assert "Retry-After" in answers[429]["headers"] and "RateLimit" in answers[200]["headers"], path
        assert {*answers[422]["content"]} == {"application/problem+json"}, path
        if method == "GET":
            assert "ETag" in answers[200]["headers"] and "content" not in answers[304], path
        else:
            assert {403, 409, 413, 415} <= answers.keys(), path
            body = operation["requestBody"]["content"]["application/json"]["schema"]
            assert "client_id" in json.dumps(_followed(body)), path


def test_every_row_has_columns_with_types():
    for _method, path, operation in operations():
        content = operation["responses"]["200"]["content"]["application/json"]["schema"]
        rows = _followed(content).get("properties", {}).get("rows")
        if rows:
            row = _followed(rows["items"])
            columns = row["properties"].values()
            assert columns and all(_followed(each).keys() & TYPED for each in columns), path


TYPED = {"type", "anyOf", "oneOf", "allOf"}


def test_generators_of_clients_find_every_body_by_its_name():
    """One makes nothing of an operation whose body has an object as its default."""
    for method, path, operation in operations():
        if method == "POST":
            assert operation["requestBody"]["content"]["application/json"]["schema"].keys() == {"$ref"}, path


def _followed(schema: dict[str, Any]) -> dict[str, Any]:
    for part in (schema, *schema.get("allOf", ())):
        if "$ref" in part:
            return dict(described()["components"]["schemas"][part["$ref"].rpartition("/")[2]])
    return schema


@pytest.mark.parametrize("game", GAMES)
def test_every_deal_of_a_game_is_described_and_no_other_field(game: str) -> None:
    schema = {**_sent_as("record_deal")["properties"]["payload"], "components": described()["components"]}
    lines = (ROOT / f"docs/samples/{game}.jsonl").read_text().splitlines()
    deals = [payload_from_1(deal) for line in lines for deal in json.loads(line)["deals"] if deal]
    held = Draft202012Validator(schema)
    assert [deal for deal in deals if not held.is_valid(deal)] == []
    assert not held.is_valid({**deals[0], "bets": 1})
    assert not all(held.is_valid(payload_from_0(deal)) for deal in deals), "seats count from 1"


def _sent_as(operation: str) -> Any:
    (body,) = (each["requestBody"] for *_, each in operations() if each["operationId"] == operation)
    return _followed(body["content"]["application/json"]["schema"])


@pytest.mark.django_db
def test_the_pages_of_the_interface_are_open_and_load_nothing_from_elsewhere():
    page = Client().get("/api/1/docs")
    assert page.status_code == 200
    assert not re.search(r"(src|href)=[\"'](https?:)?//", page.content.decode())
    assert Client().get("/api/1/openapi.json").json()["info"]["title"] == "Capstone"


@pytest.mark.django_db
def test_an_address_that_there_is_not_is_answered_like_everything_else():
    for program in (stranger(), Program("wrong")):
        for answer in (
            program.get("/nothing"),
            program.get("/"),
            program.get("/clubs/"),
            program.get("/clubs/%00"),
            program.post("/nothing", {}),
        ):
            assert (answer.status_code, answer.json()["code"]) == (404, "not-found")
    for number in (2**64, -(2**64)):  # beyond what a database knows
        assert stranger().get(f"/tables/{number}").status_code == 404


@pytest.mark.django_db
@pytest.mark.parametrize(
    ("method", "path", "allowed"),
    [
        ("PUT", "/clubs", "GET, HEAD"),
        ("DELETE", "/tables/1/deals", "GET, HEAD, POST"),
        ("GET", "/tables/1/end", "POST"),
        ("HEAD", "/tables/1/end", "POST"),
        ("OPTIONS", "/clubs", "GET, HEAD"),
    ],
)
def test_an_address_that_is_asked_in_another_way_says_in_which(method: str, path: str, allowed: str) -> None:
    answer = Client().generic(method, f"/api/1{path}")
    assert (answer.status_code, answer["Allow"]) == (405, allowed)
    assert method == "HEAD" or answer.json()["code"] == "method-not-allowed"


@pytest.mark.django_db
def test_the_head_of_an_answer_alone_can_be_asked_for() -> None:
    whole, head = Client().get("/api/1/clubs"), Client().head("/api/1/clubs")
    assert (head.status_code, head.content) == (200, b"")
    assert [head[name] for name in ("ETag", "Content-Length")] == [whole[name] for name in ("ETag", "Content-Length")]
    assert Client().head("/api/1/clubs", headers={"If-None-Match": whole["ETag"]}).status_code == 304


@pytest.mark.django_db
@pytest.mark.parametrize(
    "kind",
    ["text/plain", "application/x-www-form-urlencoded", "multipart/form-data; boundary=x", "multipart/form-data"],
)
def test_what_is_no_json_is_told_so_before_it_is_read(kind: str) -> None:
    table = make_table()
    sent = json.dumps(sending(announce(1, 3, 3), base_revision=table.event.revision))
    headers = {"Authorization": f"Bearer {token_for(table.event.club, 'record')}"}
    answer = Client().generic("POST", f"/api/1/tables/{table.pk}/deals", sent, kind, headers=headers)
    assert (answer.status_code, answer.json()["code"]) == (415, "no-json")
    assert not table.deals.exists()


class Scene:
    def __init__(self) -> None:
        self.event = begun(4)
        play_round(self.event)
        self.table: Table = self.event.tables.first()
        club = self.event.club
        self.programs = [stranger(), Program(token_for(club)), Program(token_for(club, "direct"))]
        self.known = {"club": club.slug, "event": self.event.pk, "table": self.table.pk, "stage": 1, "round": 1}
        self.known |= {"number": 1, "player": club.players.first().pk, "entrant": self.event.entrants.first().pk}
        self.known |= {"season": a_season(club, published=False).pk, "coming": planned(club=club).pk}


WORDS = st.one_of(st.integers(-1, 2**64), st.text(max_size=8), st.none(), st.booleans(), st.just([]), st.just({}))


def values(schema: dict[str, Any], components: dict[str, Any]) -> st.SearchStrategy[Any]:
    """Mostly what the schema allows, and sometimes not."""
    if "$ref" in schema:
        return values(components[schema["$ref"].rpartition("/")[2]], components)
    if "anyOf" in schema:
        return st.one_of(*(values(each, components) for each in schema["anyOf"]))
    match schema.get("type"):
        case "object" if "properties" in schema:
            asked = set(schema.get("required", ()))
            parts = {name: values(each, components) | WORDS for name, each in schema["properties"].items()}
            return st.fixed_dictionaries(
                {name: each for name, each in parts.items() if name in asked},
                optional={name: each for name, each in parts.items() if name not in asked},
            )
        case "array":
            return st.lists(values(schema["items"], components), max_size=3)
        case "integer":
            return st.integers(schema.get("minimum", -3), schema.get("maximum", 40))
        case "string":
            return st.uuids().map(str) if schema.get("format") == "uuid" else st.text(max_size=12)
        case "object":
            return st.dictionaries(
                st.sampled_from(["declarer", "announced", "taken", "claimed", "dealer"]), WORDS | st.integers(0, 6)
            )
    return WORDS


@pytest.mark.flood
@pytest.mark.django_db
@pytest.mark.parametrize(
    ("method", "path", "operation"), [*operations()], ids=[f"{method} {path}" for method, path, _each in operations()]
)
def test_whatever_is_asked_is_answered_as_described(method: str, path: str, operation: dict[str, Any]) -> None:
    """By a stranger, a reader and a director; nothing fails, and every answer is one of those that are described."""
    scene, components = Scene(), described()["components"]
    known_answers = {
        int(status): Draft202012Validator({**content["schema"], "components": components})
        for status, said in operation["responses"].items()
        for content in said.get("content", {}).values()
    }

    @settings(max_examples=12, deadline=None, derandomize=True, database=None, suppress_health_check=list(HealthCheck))
    @given(st.data())
    def ask(data: st.DataObject) -> None:
        asked = path
        for parameter in operation.get("parameters", ()):
            name, known = parameter["name"], scene.known.get(parameter["name"])
            value = data.draw(st.one_of(st.just(known), values(parameter["schema"], components["schemas"])), label=name)
            if parameter["in"] == "path":
                asked = asked.replace(f"{{{name}}}", re.sub(r"[^a-z0-9-]", "", str(value)) or "0")
            else:
                asked += f"{'&' if '?' in asked else '?'}{name}={re.sub(r'[^a-z0-9-]', '', str(value))}"
        body = operation.get("requestBody")
        shape = body and body["content"]["application/json"]["schema"]
        sent = body and data.draw(values(shape, components["schemas"]), label="body")
        for program in scene.programs:
            answer = program.get(asked) if method == "GET" else program.post(asked, sent)
            assert answer.status_code in known_answers, (asked, sent, answer.status_code, answer.content)
            known_answers[answer.status_code].validate(answer.json())

    ask()


@pytest.mark.django_db
def test_whatever_writes_wants_a_token_and_one_of_the_club_before_it_is_read() -> None:
    scene = Scene()
    for method, path, _operation in operations():
        if method == "GET":
            continue
        asked = re.sub(r"{(\w+)}", lambda name: str(scene.known[name[1]]), path)
        assert stranger().post(asked).status_code == 401, asked
        assert scene.programs[1].post(asked).status_code == 403, asked


@pytest.mark.django_db(transaction=True)
def test_the_example_records_a_table_and_follows_the_standings(live_server: Any) -> None:
    table = make_table(game="colonial-italian", rules={"deals": 2, "cards": "optional"})
    token, out = token_for(table.event.club, "record"), StringIO()
    deals = StringIO("".join(json.dumps({"dealer": turn, "claimed": [2]}) + "\n" for turn in (1, 2)))
    follow(live_server.url, token, str(table.pk), deals, out, pause=0)
    assert out.getvalue().splitlines() == ["recorded deal 1", "recorded deal 2", "1 Bruno 2", "2 Ana 0"]
    table.refresh_from_db()
    assert table.status == Table.Status.FINISHED


def test_the_example_is_short_and_wants_nothing_but_python() -> None:
    source = (ROOT / "examples/follow_table.py").read_text()
    assert len(source.splitlines()) <= 50
    assert set(re.findall(r"^(?:from|import) (\w+)", source, re.M)) <= {
        "json",
        "sys",
        "time",
        "uuid",
        "collections",
        "typing",
        "urllib",
    }
