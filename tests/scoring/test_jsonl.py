"""Tables and odds on the command line, whatever is in the lines."""

import json
import os
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from scoring.games import GAMES
from scoring.jsonl import answer_lines
from tests.scoring.sheets import announce, whole_game

ROOT = Path(__file__).resolve().parent.parent.parent
TABLE = {"seats": 2, "deals": [announce(1, 6, 4)]}
MALFORMED = {"error": {"code": "malformed", "field": "line"}}


def manage(*arguments: str, text: bytes = b"") -> subprocess.CompletedProcess[bytes]:
    """A real call, with a database that cannot be opened: none is needed."""
    environment = os.environ | {"DATABASE_URL": "sqlite:////no/such/folder/capstone.sqlite3"}
    command = [sys.executable, "manage.py", *arguments]
    return subprocess.run(command, cwd=ROOT, env=environment, input=text, capture_output=True, timeout=60, check=False)


def answers(*lines: bytes | str, game: str = "vilnius") -> list[Any]:
    return [json.loads(answer.text) for answer in answer_lines(GAMES[game], lines)]


def test_the_command_answers_every_line_in_order_and_reports_the_one_that_is_no_json() -> None:
    good = json.dumps(TABLE).encode()
    done = manage("score", "vilnius", text=b"\n".join([good, b"{nonsense", b"[]", good]) + b"\n")
    first, bad, no_table, last = (json.loads(line) for line in done.stdout.splitlines())
    assert first == last
    assert first["deals"] == [{"points": 6, "exact": False}]
    assert first["seats"][1]["sheet"]["left"]["6"] == 0
    assert bad == MALFORMED
    assert no_table == {"error": {"code": "malformed", "field": "table"}}
    assert done.returncode == 1
    assert b"line 2 is not JSON" in done.stderr


def test_the_command_is_content_when_every_line_could_be_read() -> None:
    done = manage("score", "vilnius", text=b'{"seats": 2, "deals": [7]}\n')
    assert json.loads(done.stdout) == {"error": {"code": "malformed", "deal": 1, "field": "deals"}}
    assert (done.returncode, done.stderr) == (0, b"")


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
    assert sorted(answer) == ["deals", "finished", "seats"]


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
    assert set(json.loads(answer.text)) in ({"error"}, {"seats", "finished", "deals"})
