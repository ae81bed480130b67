"""Tables and odds on the command line, whatever is in the lines."""

import json
import os
import subprocess
import sys
from collections.abc import Iterator, Sequence
from contextlib import redirect_stderr, redirect_stdout
from io import BytesIO, TextIOWrapper
from pathlib import Path
from tempfile import TemporaryFile
from typing import Any

import pytest
from django.core.management import execute_from_command_line
from hypothesis import given
from hypothesis import strategies as st

from scoring.games import GAMES
from scoring.jsonl import answer_lines
from tests.scoring.sheets import announce, whole_game
from tournaments.management import answers as management_answers

ROOT = Path(__file__).resolve().parent.parent.parent
TABLE = {"seats": 2, "deals": [announce(1, 6, 4)]}
MALFORMED = {"error": {"code": "malformed", "field": "line"}}


def manage(*arguments: str, text: bytes = b"") -> subprocess.CompletedProcess[bytes]:
    """As from a shell, but in this process, where a test that has no database may open none."""
    out, err, status = BytesIO(), BytesIO(), 0
    with TemporaryFile() as standard_input, pytest.MonkeyPatch.context() as patch:
        standard_input.write(text)
        standard_input.seek(0)
        patch.setattr(management_answers, "STDIN", standard_input.fileno())
        with (
            redirect_stdout(TextIOWrapper(out, "utf-8")) as stdout,
            redirect_stderr(TextIOWrapper(err, "utf-8")) as stderr,
        ):
            try:
                execute_from_command_line(["manage.py", *arguments])
            except SystemExit as end:
                status = int(end.code or 0)
            stdout.flush()
            stderr.flush()
            return subprocess.CompletedProcess(arguments, status, out.getvalue(), err.getvalue())


def answers(*lines: bytes | str, game: str = "vilnius") -> list[Any]:
    return [json.loads(answer.text) for answer in answer_lines(GAMES[game], lines)]


def test_the_command_answers_every_line_in_order_and_reports_the_one_that_is_no_json() -> None:
    """A real call, with a database that cannot be opened: none is needed."""
    good = json.dumps(TABLE).encode()
    text = b"\n".join([good, b"{nonsense", b"[]", good]) + b"\n"
    command = [sys.executable, "manage.py", "score", "vilnius"]
    environment = os.environ | {"DATABASE_URL": "sqlite:////no/such/folder/capstone.sqlite3"}
    done = subprocess.run(command, cwd=ROOT, env=environment, input=text, capture_output=True, timeout=60, check=False)
    first, bad, no_table, last = (json.loads(line) for line in done.stdout.splitlines())
    assert first == last
    assert first["deals"] == [{"points": 6, "exact": False}]
    assert first["seats"][1]["sheet"]["left"]["6"] == 0
    assert bad == MALFORMED
    assert no_table["error"].items() >= {"code": "malformed", "field": "table", "problem": "wrong-kind"}.items()
    assert done.returncode == 1
    assert b"line 2 is not JSON" in done.stderr


def test_the_command_is_content_when_every_line_could_be_read() -> None:
    done = manage("score", "vilnius", text=b'{"seats": 2, "deals": [7]}\n')
    assert json.loads(done.stdout)["error"]["message"] == "Deal 1: “deals” is of the wrong kind: look what it holds."
    assert (done.returncode, done.stderr) == (0, b"")


def test_a_file_is_read_like_standard_input(tmp_path: Path) -> None:
    lines = b"\n".join([json.dumps(TABLE).encode()] * 2)
    (tmp_path / "tables.jsonl").write_bytes(lines)
    read = manage("score", "vilnius", str(tmp_path / "tables.jsonl"))
    assert read.stdout == manage("score", "vilnius", text=lines).stdout
    assert (read.returncode, read.stdout.count(b"\n")) == (0, 2)


@pytest.mark.parametrize("end", [b"\r\n", b"\r"])
def test_lines_end_as_any_system_ends_them(tmp_path: Path, end: bytes) -> None:
    lines = [json.dumps(TABLE).encode(), b"\xff", b"", json.dumps(TABLE).encode()]
    text, plain = end.join(lines), manage("score", "vilnius", text=b"\n".join(lines))
    (tmp_path / "tables.jsonl").write_bytes(text)
    for done in (manage("score", "vilnius", text=text), manage("score", "vilnius", str(tmp_path / "tables.jsonl"))):
        assert (done.stdout, done.stderr) == (plain.stdout, plain.stderr)
    assert plain.stdout.count(b"\n") == 3 and b"line 2 is not JSON" in plain.stderr


def test_a_line_is_answered_as_soon_as_it_is_there() -> None:
    command = [sys.executable, "manage.py", "score", "vilnius"]
    with subprocess.Popen(command, cwd=ROOT, stdin=subprocess.PIPE, stdout=subprocess.PIPE) as done:
        assert done.stdin and done.stdout
        for _ in range(2):
            done.stdin.write(json.dumps(TABLE).encode() + b"\n")
            done.stdin.flush()
            assert json.loads(done.stdout.readline())["finished"] is False


def test_a_file_that_is_not_there_is_named(tmp_path: Path) -> None:
    done = manage("score", "vilnius", str(tmp_path / "none.jsonl"))
    assert (done.returncode, done.stdout) == (1, b"")
    assert b"none.jsonl cannot be read: No such file" in done.stderr and b"Traceback" not in done.stderr


@pytest.mark.parametrize("order", [("--strict", "FILE"), ("FILE", "--strict")])
def test_strictly_a_table_that_is_refused_is_explained_and_ends_with_one(tmp_path: Path, order: Sequence[str]) -> None:
    tables = [TABLE, {"seats": 2, "deals": [announce(0, 6, 4)]}, {"seats": 2, "deals": [{"declarer": 1}]}, TABLE]
    file = tmp_path / "tables.jsonl"
    file.write_text("\n".join(map(json.dumps, tables)))
    done = manage("score", "vilnius", *(str(file) if each == "FILE" else each for each in order))
    assert done.returncode == 1
    assert done.stdout == manage("score", "vilnius", str(file)).stdout
    assert "line 2: Deal 1: It is seat 1’s turn, not seat 0’s." in done.stderr.decode()
    assert "line 3: Deal 1: “announced” is missing: add it." in done.stderr.decode()
    (strict := tmp_path / "right.jsonl").write_text(json.dumps(TABLE))
    assert manage("score", "--strict", "vilnius", str(strict)).returncode == 0


def test_whoever_reads_may_have_had_enough(tmp_path: Path) -> None:
    file = tmp_path / "tables.jsonl"
    file.write_text(json.dumps({"seats": 4, "deals": whole_game(seats=4, seed=1)}) + "\n")
    file.write_text(file.read_text() * 300)
    command = [sys.executable, "manage.py", "score", "vilnius", str(file)]
    with subprocess.Popen(command, cwd=ROOT, stdout=subprocess.PIPE, stderr=subprocess.PIPE) as done:
        assert done.stdout and done.stderr
        assert done.stdout.readline()
        done.stdout.close()
        assert done.stderr.read() == b""


def test_help_names_what_goes_in() -> None:
    words = manage("score", "--help").stdout
    assert all(each in words for each in (b"first_dealer", b"declarer", b"hands", b"quarry", b"docs/formats.md"))


@pytest.mark.parametrize(("game", "total"), [("colonial-italian", 28_989_675), ("protean", 156_238_908)])
def test_odds_as_json(game: str, total: int) -> None:
    answer = json.loads(manage("odds", game, "--json").stdout)
    assert list(answer) == ["total", "categories"]
    assert answer["total"] == sum(answer["categories"].values()) == total


def test_odds_as_a_table() -> None:
    rows = manage("odds", "colonial-visions").stdout.decode().splitlines()
    assert rows[1].split() == ["capstone", "3,780", "0.01304%", "7,669.23"]
    assert rows[-1].split() == ["all", "28,989,675"]


def test_odds_of_eight_cards() -> None:
    assert json.loads(manage("odds", "colonial-italian", "--hand-size", "8", "--json").stdout)["total"] == 1_217_566_350


@pytest.mark.parametrize(
    "arguments", [("protean", "--hand-size", "7"), ("vilnius",), ("colonial-italian", "--hand-size", "x")]
)
def test_odds_that_cannot_be_had_are_refused(arguments: tuple[str, ...]) -> None:
    done = manage("odds", *arguments)
    assert done.returncode != 0
    assert done.stdout == b""
    assert b"Traceback" not in done.stderr


@pytest.mark.parametrize(
    "line",
    [
        "{",
        b"\xff\xfe\xfa",
        b'{"seats": 2, "deals": [], "\xed\xa0\x80": 1}',
        json.dumps(TABLE).encode("utf-16-le"),
        '{"seats": NaN, "deals": []}',
        '{"seats": 2, "deals": [], "rules": {"deals": -Infinity}}',
        "[" * 100_000,
        '{"a":' * 100_000,
        "'" * 10_000_000,
    ],
    ids=[
        "half",
        "no text",
        "half a character",
        "another encoding",
        "NaN",
        "infinity",
        "deep lists",
        "deep objects",
        "ten megabytes",
    ],
)
def test_a_line_that_is_no_json_is_answered_and_explained(line: bytes | str) -> None:
    [answer] = answer_lines(GAMES["vilnius"], [line])
    assert json.loads(answer.text) == MALFORMED
    assert str(answer.problem).startswith("line 1 is not JSON")


def test_ten_megabytes_in_one_field_are_answered_in_a_few_words() -> None:
    huge = json.dumps({"seats": 2, "deals": [announce(1, 3, 3, trump="x" * 10_000_000)]})
    assert answers(huge) == [{"error": {"code": "trump-unknown", "deal": 1, "trump": "x" * 40}}]


@pytest.mark.parametrize(("text", "field"), [
    ('{"seats": 2, "seats": 3, "deals": []}', "seats"),
    ('{"seats": 2, "deals": [{"declarer": 1, "announced": 3, "taken": 3, "taken": 3}]}', "taken"),
])  # fmt: skip
def test_a_name_that_is_there_twice_is_refused(text: str, field: str) -> None:
    [answer] = answers(text)
    assert answer["error"].items() >= {"code": "malformed", "field": field, "problem": "doubled"}.items()


@pytest.mark.parametrize(("table", "field", "problem"), [
    ({"deals": []}, "seats", "missing"),
    ({"seats": 2}, "deals", "missing"),
    ({"seats": 2, "deals": 7}, "deals", "wrong-kind"),
    ({"seats": 2, "deals": [], "closed": "yes"}, "closed", "wrong-kind"),
    ({"seats": 2, "deals": [], "people": 2}, "people", "unknown"),
    ({"seats": 2, "deals": [{"announced": 3, "taken": 3}]}, "declarer", "missing"),
    ({"seats": 2, "deals": [announce(1, 3, 3, points=10)]}, "points", "unknown"),
    ({"seats": 2, "deals": [announce(1, 3, 3, out_of_turn=1)]}, "out_of_turn", "wrong-kind"),
    ({"seats": 2, "deals": [], "rules": {"no_trump": 7}}, "no_trump", "not-allowed"),
])  # fmt: skip
def test_what_is_malformed_says_in_which_way(table: object, field: str, problem: str) -> None:
    [answer] = answers(json.dumps(table))
    assert (answer["error"]["field"], answer["error"]["problem"]) == (field, problem)


def test_a_deal_that_was_voided_keeps_its_number_and_passes_the_turn() -> None:
    [answer] = answers(json.dumps({"seats": 2, "deals": [None, announce(0, 3, 3)]}))
    assert answer["deals"] == [None, {"points": 10, "exact": True}]
    assert answer["turn"] == 1


@pytest.mark.parametrize("voided", [1, 2])
def test_deals_that_were_voided_at_the_end_free_their_number_and_the_turn(voided: int) -> None:
    deals = [announce(1, 3, 3), *[None] * voided]
    [answer] = answers(json.dumps({"seats": 3, "deals": deals}))
    assert answer["deals"] == [{"points": 10, "exact": True}, *[None] * voided]
    assert answer["turn"] == 2
    [none] = answers(json.dumps({"seats": 3, "deals": [None]}))
    assert (none["turn"], none["deals"]) == (1, [None])


def test_a_table_closed_unfinished_is_ranked_by_points_an_announcement() -> None:
    deals = [announce(1, 3, 3), announce(0, 3, 3), announce(1, 3, 1)]
    [played], [closed] = (
        answers(json.dumps({"seats": 2, "deals": deals, "closed": closed})) for closed in (False, True)
    )
    assert [seat["place"] for seat in played["seats"]] == [2, 1]
    assert [seat["place"] for seat in closed["seats"]] == [1, 2]
    assert (played["turn"], closed["turn"]) == (0, None)


def test_a_showdown_tells_its_pot_its_gains_and_the_card_that_decided() -> None:
    hands = {"0": ["P3", "P3", "G2", "O1", "O2", "O2"], "1": ["G3", "G3", "O2", "P1", "O1", "P2"]}
    played = {"dealer": 0, "hands": hands, "paid": {"0": 5, "1": 7}}
    [answer] = answers(json.dumps({"seats": 2, "deals": [played]}), game="colonial-italian")
    [deal] = answer["deals"]
    assert (deal["pot"], deal["net"], deal["kicker"], deal["runner_up"]) == (12, {"0": -5, "1": 5}, ["P1", "O1"], 0)
    [tied] = answers(json.dumps({"seats": 2, "deals": [played]}), game="colonial-visions")
    assert (tied["playoff_of"], tied["playoff_seats"], tied["deals"][0]["net"]) == (1, [0, 1], None)


def test_a_number_of_ten_thousand_digits_is_out_of_range() -> None:
    line = json.dumps({"seats": 2, "deals": [announce(1, 3, 3)]}).replace('"taken": 3', '"taken": ' + "9" * 10_000)
    [answer] = answers(line)
    assert answer["error"]["code"] == "tricks-range"


@pytest.mark.parametrize("line_end", [b"", b"\n", b"\r\n"])
def test_a_byte_order_mark_is_no_part_of_the_table(line_end: bytes) -> None:
    assert answers(b"\xef\xbb\xbf" + json.dumps(TABLE).encode() + line_end) == answers(json.dumps(TABLE))


def test_blank_lines_hold_no_table() -> None:
    assert len(answers(json.dumps(TABLE), "", "  \n", json.dumps(TABLE))) == 2


def test_a_line_is_answered_before_the_next_is_read() -> None:
    read = []

    def lines() -> Iterator[str]:
        for number in (1, 2):
            read.append(number)
            yield json.dumps(TABLE)

    next(answer_lines(GAMES["vilnius"], lines()))
    assert read == [1]


def test_a_whole_game_goes_through_a_line() -> None:
    [answer] = answers(json.dumps({"seats": 4, "deals": whole_game(seats=4, seed=7)}))
    assert answer["finished"]
    assert len(answer["deals"]) == 64
    assert answer["turn"] is None


ODD_VALUES = st.recursive(
    st.none()
    | st.booleans()
    | st.integers()
    | st.floats()
    | st.text(max_size=3)
    | st.sampled_from(["P3", "CAP", "GOC"]),
    lambda inner: (
        st.lists(inner, max_size=6) | st.dictionaries(st.sampled_from(["0", "1", "2", "x"]), inner, max_size=3)
    ),
    max_leaves=8,
)
SANE_VALUES = {
    "dealer": st.integers(-1, 3),
    "declarer": st.integers(-1, 3),
    "announced": st.integers(-1, 7),
    "taken": st.integers(-1, 7),
    "trump": st.sampled_from(["S", "NT", None]),
    "hands": st.dictionaries(
        st.sampled_from("012"), st.lists(st.sampled_from(["P3", "g2", "CAP"]), min_size=6, max_size=6)
    ),
    "folded": st.lists(st.integers(0, 2), max_size=2),
    "claimed": st.lists(st.integers(0, 2), max_size=2),
    "paid": st.dictionaries(st.sampled_from("012"), st.integers(-1, 9)),
    "playoff_of": st.integers(0, 2) | st.none(),
    "override": st.sampled_from(["why", "", None]),
    "quarry": st.lists(st.sampled_from(["GOC", "RUF"]), max_size=3),
    "out_of_turn": st.booleans(),
}
DEALS = st.fixed_dictionaries({}, optional={name: value | ODD_VALUES for name, value in SANE_VALUES.items()})
TABLES = st.fixed_dictionaries(
    {"seats": st.integers(2, 3), "deals": st.lists(DEALS, max_size=3)},
    optional={"rules": st.sampled_from([{"cards": "optional"}, {"deals": 1}, {}]), "first_dealer": ODD_VALUES},
)


@pytest.mark.parametrize("game", GAMES)
@given(table=TABLES | ODD_VALUES)
def test_whatever_json_says_there_is_an_answer(game: str, table: object) -> None:
    [answer] = answer_lines(GAMES[game], [json.dumps(table)])
    answered = json.loads(answer.text)
    assert set(answered) == {"error"} or set(answered) >= {"seats", "finished", "deals"}
