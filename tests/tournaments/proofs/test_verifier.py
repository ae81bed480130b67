"""The verifier as somebody with a file meets it, and the file as its readers do."""

import json
import re
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path

import pytest
from django.core.management import CommandError, call_command
from django.test import Client
from django.urls import reverse
from django.utils import timezone
from pytest_django import DjangoDbBlocker

from tests.databases import standing
from tests.tournament_scenes import begun, draw, play_round
from tests.tournaments.proofs.scenes import file_of, played
from tournaments.audit import SYSTEM
from tournaments.formats.jsonl import answer_draw
from tournaments.proofs.canonical import canonical
from tournaments.proofs.printed import UNCHECKED, answer
from tournaments.proofs.verify import verify
from tournaments.services.club.people import anonymise

pytestmark = pytest.mark.django_db
ROOT = Path(__file__).parents[3]
ALONE = [sys.executable, "-I", "-S"]
"""Python without anything that was installed beside it."""


@pytest.fixture(scope="module")
def verifier(tmp_path_factory: pytest.TempPathFactory) -> Path:
    file = tmp_path_factory.mktemp("verifier") / "capstone-verify.pyz"
    subprocess.run([ROOT / "scripts/verifier", file], check=True)
    return file


@pytest.fixture(scope="module")
def whole_event(django_db_setup: None, django_db_blocker: DjangoDbBlocker) -> bytes:
    with standing(django_db_blocker):
        return file_of(played("cut"))


@pytest.fixture
def event_file(whole_event: bytes, tmp_path: Path) -> Path:
    file = tmp_path / "event.json"
    file.write_bytes(whole_event)
    return file


def alone(verifier: Path, *arguments: object) -> "subprocess.CompletedProcess[str]":
    command = [*ALONE, str(verifier), *map(str, arguments)]
    return subprocess.run(command, env={}, cwd=verifier.parent, capture_output=True, text=True, check=False)


def test_with_python_alone_it_says_what_it_could_not_draw(verifier: Path, event_file: Path) -> None:
    answer = alone(verifier, event_file)
    assert (answer.returncode, answer.stderr) == (0, "")
    assert "not checked: 2 draws need the library rustworkx" in answer.stdout
    assert answer.stdout.endswith("everything agrees\n")
    assert verify(event_file.read_bytes()).checked["draws"] == 4


def test_it_tells_what_was_shown_before_the_draw_and_at_the_end(event_file: Path) -> None:
    facts = json.loads(event_file.read_bytes())
    (text, _), (line, _) = (next(answer([event_file], as_json=as_json)) for as_json in (False, True))
    fingerprints = [facts["event"]["log_head"], *(stage["commitment"] for stage in facts["stages"])]
    assert [json.loads(line)["log_head"], *json.loads(line)["seeds"]] == fingerprints
    told = re.findall(r"fingerprint of the (?:log|draw seed, stage [12]): (.*)", text)
    assert [digits.replace(" ", "") for digits in told] == fingerprints


def test_whatever_a_proof_counts_as_not_checked_has_its_sentence() -> None:
    sources = "".join(path.read_text() for path in (ROOT / "tournaments/proofs").glob("*.py"))
    codes = re.findall(r'unchecked\["([a-z-]+)"\]|unchecked\)\[.* else "([a-z-]+)"\]', sources)
    assert {one or other for one, other in codes} == UNCHECKED.keys()


def test_the_same_sources_give_the_same_verifier(verifier: Path, tmp_path: Path) -> None:
    subprocess.run([ROOT / "scripts/verifier", tmp_path / "again.pyz"], check=True)
    assert (tmp_path / "again.pyz").read_bytes() == verifier.read_bytes()


def test_several_files_end_with_the_worst_that_was_met(verifier: Path, event_file: Path) -> None:
    other = event_file.with_name("other.json")
    other.write_bytes(event_file.read_bytes().replace(b'"name":"Open"', b'"name":"Shut"'))
    assert alone(verifier, event_file, other).returncode == 1
    answer = alone(verifier, "--json", event_file, other, event_file.with_name("none.json"))
    lines = [json.loads(line) for line in answer.stdout.splitlines()]
    assert (answer.returncode, answer.stderr) == (2, "")
    assert [line.get("difference", line.get("unreadable")) for line in lines] == [
        None,
        {"where": "signature", "claims": None, "follows": None},
        "No such file or directory",
    ]


def cut(text: bytes) -> bytes:
    return text[:-100]


def indented(text: bytes) -> bytes:
    return json.dumps(json.loads(text), indent=1).encode()


def without_its_log(text: bytes) -> bytes:
    return canonical({name: part for name, part in json.loads(text).items() if name != "log"})


def with_another_key(text: bytes) -> bytes:
    return canonical({**json.loads(text), "key": "A" * 43 + "="})


def signed_by_hand(text: bytes) -> bytes:
    return canonical({**json.loads(text), "signature": "by me"})


@pytest.mark.parametrize(
    ("change", "status", "said"),
    [
        (bytes, 0, "everything agrees"),
        (cut, 2, "it is not JSON"),
        (indented, 2, "its bytes are not the canonical form"),
        (without_its_log, 2, "it is not a whole capstone-event/1"),
        (signed_by_hand, 2, "key or signature are not base64"),
        (with_another_key, 1, "DIFFERS: signature"),
        (lambda text: b"", 2, "it is not JSON"),
        (lambda text: b"\xff\xfe", 2, "it is not JSON"),
        (lambda text: b"[]", 2, "it is not a whole capstone-event/1"),
        (lambda text: b"[" * 100_000, 2, "it is not JSON"),
        (lambda text: b'{"a":1e400}', 2, "a number in it is too great"),
    ],
)
def test_the_command_ends_with_a_sentence_whatever_it_is_given(
    event_file: Path, capsys: pytest.CaptureFixture[str], change: Callable[[bytes], bytes], status: int, said: str
) -> None:
    event_file.write_bytes(change(event_file.read_bytes()))
    try:
        call_command("verify", str(event_file))
        code: object = 0
    except SystemExit as end:
        code = end.code
    text = capsys.readouterr().out
    assert (code, said in text) == (status, True), text


def test_what_a_file_calls_itself_is_no_command_to_the_terminal(
    event_file: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    facts = json.loads(event_file.read_bytes())
    facts["event"]["name"] = "\x1b[2J\nOpen"
    event_file.write_bytes(canonical(facts))
    with pytest.raises(SystemExit):
        call_command("verify", str(event_file))
    assert capsys.readouterr().out.splitlines()[0].endswith(": \ufffd[2J\ufffdOpen")


def test_numbers_that_would_be_computed_for_ever_are_refused(event_file: Path) -> None:
    facts = json.loads(event_file.read_bytes())
    facts["stages"][0]["options"]["bye"] = "1e999999999"
    facts["stages"][0]["places"][0][0]["points"] = "1e999999999"
    facts["stages"][0]["entrants"][0]["late_points"] = "1e999999999"
    event_file.write_bytes(canonical(facts))
    assert verify(event_file.read_bytes()).difference is not None


def test_the_command_draw_answers_each_request_as_it_was_answered_then(event_file: Path) -> None:
    facts = json.loads(event_file.read_bytes())
    draws = [round_["draw"] for stage in facts["stages"] for round_ in stage["rounds"]]
    assert len(draws) == 4
    assert [answer_draw(draw["request"]) for draw in draws] == [draw["answer"] for draw in draws]


def test_there_is_no_file_of_an_event_that_is_not_there() -> None:
    with pytest.raises(CommandError, match=r"There is no event 999\."):
        call_command("export", "event", event=999)


def test_the_page_files_leads_to_it_and_whoever_may_not_see_the_event_has_none(client: Client) -> None:
    event = begun(4)
    play_round(event)
    address = reverse("event-proved", args=[event.pk])
    assert address in client.get(reverse("event-files", args=[event.pk])).content.decode()
    answer = client.get(address)
    assert answer["Cache-Control"] == "private, no-store"
    assert answer["Content-Disposition"] == f'attachment; filename="event-{event.pk}.json"'
    assert verify(answer.content).difference is None
    event.visibility = "private"
    event.save(update_fields=["visibility"])
    assert client.get(address).status_code == 404


@pytest.mark.parametrize("language", ["en", "lt"])
def test_whoever_is_anonymous_is_so_in_the_file_whatever_its_reader_speaks(client: Client, language: str) -> None:
    event = played("twice")
    anonymise(player=event.club.players.get(name="P1"), actor=SYSTEM, now=timezone.now())
    text = client.get(reverse("event-proved", args=[event.pk]), headers={"Accept-Language": language}).content
    assert verify(text).difference is None
    names = [person["name"] for person in json.loads(text)["people"]]
    assert [name.rstrip("0123456789") for name in names] == ["Anonymous ", "P", "P", "P"]


def test_a_round_that_nobody_has_seen_yet_is_not_in_the_file() -> None:
    event = begun(6)
    play_round(event)
    before = json.loads(file_of(event))
    draw(event)
    after = json.loads(file_of(event))
    assert after["stages"][0]["rounds"] == before["stages"][0]["rounds"]
