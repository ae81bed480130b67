"""Draws on the command line, whatever is in the lines."""

import json
import os
import subprocess
import sys
from collections import Counter
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from tournaments.formats.jsonl import answer_draw, answer_draws

ROOT = Path(__file__).resolve().parent.parent.parent
MALFORMED = {"error": {"code": "malformed", "field": "line"}}


def entrants(number: int) -> list[dict[str, Any]]:
    return [{"id": f"p{n}", "score": n % 4 / 2} for n in range(number)]


def swiss(number: int = 5, **more: object) -> dict[str, Any]:
    return {"format": "swiss", "seats": 2, "seed": 1, "entrants": entrants(number), **more}


def everybody(answer: dict[str, Any]) -> list[str]:
    return sorted([who for table in answer["tables"] for who in table] + answer["byes"])


def error(request: object) -> Any:
    answer = answer_draw(request)
    assert set(answer) == {"error"}
    return answer["error"]


def test_swiss_for_two() -> None:
    people = [{"id": "a", "score": 2.5}, {"id": "b", "score": 2}, {"id": "c", "score": 1}, {"id": "d", "score": 1}]
    history = [{"tables": [["a", "b"], ["c", "d"]], "byes": ["e"]}]
    answer = answer_draw({"format": "swiss", "seats": 2, "seed": 1, "entrants": people, "history": history})
    assert sorted(map(sorted, answer["tables"])) in ([["a", "c"], ["b", "d"]], [["a", "d"], ["b", "c"]])
    assert (answer["byes"], answer["cost"]) == ([], {"repeats": 0, "score_gap": 2.5})


def test_swiss_counts_each_earlier_meeting() -> None:
    history = [{"tables": [["p0", "p1"]]}, {"tables": [["p1", "p0"]], "byes": []}]
    answer = answer_draw(swiss(2, history=history))
    assert answer["cost"] == {"repeats": 2, "score_gap": 0.5}


@pytest.mark.parametrize("seats", [2, 3, 4])
@pytest.mark.parametrize("number", [2, 5, 9, 16])
@pytest.mark.parametrize("remainder", ["threes", "byes", "fives"])
def test_swiss_seats_everybody_once(seats: int, number: int, remainder: str) -> None:
    answer = answer_draw(swiss(number, seats=seats, remainder=remainder))
    assert list(answer) == ["tables", "byes", "cost"]
    assert everybody(answer) == sorted(each["id"] for each in entrants(number))


def test_swiss_knows_the_last_round() -> None:
    history = [
        {"tables": [["p0", "p4"], ["p1", "p5"], ["p2", "p3"]]},
        {"tables": [["p0", "p2"], ["p1", "p3"], ["p4", "p5"]]},
    ]
    level = [{"id": f"p{n}", "score": 2 if n < 2 else 1} for n in range(6)]
    on_the_way, last = (answer_draw(swiss(6, entrants=level, history=history, rounds=rounds)) for rounds in (4, 3))
    assert on_the_way["cost"] == {"repeats": 0, "score_gap": 2}
    assert last["cost"] == {"repeats": 0, "score_gap": 0}


@pytest.mark.parametrize("seats", [2, 3, 4])
def test_a_seed_gives_the_same_draw_again(seats: int) -> None:
    assert answer_draw(swiss(12, seats=seats)) == answer_draw(swiss(12, seats=seats))


@pytest.mark.parametrize("seats", [2, 4])
def test_no_legal_draw_says_which_rule_cannot_be_kept(seats: int) -> None:
    found = error(swiss(2, seats=seats, avoid=[["p1", "p0"]]))
    assert found == {"code": "no-valid-pairing", "clause": "avoid", "ids": ["p0", "p1"]}


@pytest.mark.parametrize(("seats", "number", "rounds"), [(2, 6, 5), (2, 7, 7), (3, 9, 4), (4, 16, 5)])
def test_round_robin_lets_all_meet_once(seats: int, number: int, rounds: int) -> None:
    ids = [f"p{n}" for n in range(number)]
    answer = answer_draw({"format": "round-robin", "seats": seats, "entrants": ids, "rounds": None})
    assert len(answer["rounds"]) == rounds
    assert all(everybody(each) == sorted(ids) for each in answer["rounds"])
    met = Counter(
        frozenset((one, two))
        for each in answer["rounds"]
        for table in each["tables"]
        for one in table
        for two in table
        if one < two
    )
    assert (len(met), set(met.values())) == (number * (number - 1) // 2, {1})


def test_round_robin_over_fewer_rounds() -> None:
    answer = answer_draw({"format": "round-robin", "seats": 4, "entrants": list("abcdefgh"), "rounds": 2})
    assert len(answer["rounds"]) == 2


def test_single_elimination() -> None:
    answer = answer_draw({"format": "single-elimination", "entrants": 4, "third_place": True, "grand_final": "single"})
    assert answer["matches"] == [
        {"match": 1, "bracket": "winners", "round": 1, "seats": [{"seed": 1}, {"seed": 4}]},
        {"match": 2, "bracket": "winners", "round": 1, "seats": [{"seed": 2}, {"seed": 3}]},
        {"match": 3, "bracket": "third-place", "round": 1, "seats": [{"loser_of": 1}, {"loser_of": 2}]},
        {"match": 4, "bracket": "winners", "round": 2, "seats": [{"winner_of": 1}, {"winner_of": 2}]},
    ]


def test_the_reset_final_is_the_last_match() -> None:
    answer = answer_draw({"format": "double-elimination", "entrants": 5, "grand_final": "reset"})
    assert [match["match"] for match in answer["matches"] if match.get("reset")] == [len(answer["matches"])] == [9]


def test_table_knockout_names_places() -> None:
    answer = answer_draw({"format": "table-knockout", "entrants": 8, "seats": 4, "advance": 2})
    assert len(answer["matches"]) == 3
    final = answer["matches"][-1]
    assert sorted((seat["match"], seat["place"]) for seat in final["seats"]) == [(1, 1), (1, 2), (2, 1), (2, 2)]


ROUND = {"tables": [["p0", "p1"]], "byes": ["p2"]}


@pytest.mark.parametrize(
    ("more", "field"),
    [
        ({"seats": 5}, "seats"),
        ({"seats": True}, "seats"),
        ({"seats": 2.0}, "seats"),
        ({"seed": "1"}, "seed"),
        ({"seed": None}, "seed"),
        ({"entrants": 12}, "entrants"),
        ({"entrants": []}, "entrants"),
        ({"entrants": ["a", "b"]}, "entrants"),
        ({"entrants": [{"id": "a"}, {"id": "a"}]}, "entrants"),
        ({"entrants": [{"id": "a", "rating": 1}]}, "entrants"),
        ({"entrants": [{"id": 7}]}, "id"),
        ({"entrants": [{"id": ""}]}, "id"),
        ({"entrants": [{"id": "a", "score": "2"}]}, "score"),
        ({"entrants": [{"id": "a", "score": True}]}, "score"),
        ({"entrants": [{"id": "a", "score": 10**39}]}, "score"),
        ({"entrants": [{"id": "a", "score": -1e300}]}, "score"),
        ({"history": {}}, "history"),
        ({"history": [[["p0", "p1"]]]}, "history"),
        ({"history": [ROUND | {"tables": [[]]}]}, "history"),
        ({"history": [ROUND | {"tables": [["p0", "p0"]]}]}, "history"),
        ({"history": [ROUND | {"byes": ["p0"]}]}, "history"),
        ({"history": [ROUND | {"number": 1}]}, "history"),
        ({"avoid": [["p0"]]}, "avoid"),
        ({"avoid": [["p0", "p0"]]}, "avoid"),
        ({"avoid": ["p0p1"]}, "avoid"),
        ({"avoid": [["p0", 1]]}, "avoid"),
        ({"remainder": "twos"}, "remainder"),
        ({"remainder": ["threes"]}, "remainder"),
        ({"rounds": 0}, "rounds"),
        ({"rounds": "6"}, "rounds"),
        ({"reminder": "threes"}, "reminder"),
        ({"format": "Swiss"}, "format"),
        ({"format": ["swiss"]}, "format"),
    ],
)
def test_a_swiss_request_that_makes_no_sense_names_the_field(more: dict[str, Any], field: str) -> None:
    assert error(swiss(**more)) == {"code": "malformed", "field": field}


@pytest.mark.parametrize(
    ("request_", "field"),
    [
        ([], "request"),
        ({}, "format"),
        ({"format": "round-robin", "seats": 2, "entrants": ["a"]}, "entrants"),
        ({"format": "round-robin", "seats": 2, "entrants": ["a", "a"]}, "entrants"),
        ({"format": "round-robin", "seats": 2, "entrants": ["a", {}]}, "entrants"),
        ({"format": "round-robin", "seats": 2, "entrants": ["a", "b"], "rounds": 0}, "rounds"),
        ({"format": "single-elimination", "entrants": 1}, "entrants"),
        ({"format": "single-elimination", "entrants": 4.0}, "entrants"),
        ({"format": "single-elimination", "entrants": 4, "third_place": 1}, "third_place"),
        ({"format": "double-elimination", "entrants": 4, "grand_final": "best-of-3"}, "grand_final"),
        ({"format": "double-elimination", "entrants": 4, "rounds": 3}, "rounds"),
        ({"format": "table-knockout", "entrants": 9, "seats": 3, "advance": 0}, "advance"),
    ],
)
def test_any_other_request_that_makes_no_sense_names_the_field(request_: object, field: str) -> None:
    assert error(request_) == {"code": "malformed", "field": field}


@pytest.mark.parametrize(
    ("request_", "field", "limit"),
    [
        (swiss(5001), "entrants", 5000),
        (swiss(5001, seats=4), "entrants", 5000),
        ({"format": "single-elimination", "entrants": 10**39}, "entrants", 4096),
        ({"format": "round-robin", "seats": 4, "entrants": [str(n) for n in range(999)]}, "entrants", 200),
        ({"format": "round-robin", "seats": 2, "entrants": ["a", "b"], "rounds": 10**9}, "rounds", 1000),
        ({"format": "table-knockout", "entrants": 9, "seats": 3, "advance": 3}, "advance", 2),
    ],
)
def test_a_request_that_would_take_minutes_names_the_limit(request_: object, field: str, limit: int) -> None:
    assert error(request_) == {"code": "malformed", "field": field, "limit": limit}


def manage(*arguments: str, text: bytes) -> subprocess.CompletedProcess[bytes]:
    """A real call, with a database that cannot be opened: none is needed."""
    environment = os.environ | {"DATABASE_URL": "sqlite:////no/such/folder/capstone.sqlite3"}
    command = [sys.executable, "manage.py", *arguments]
    return subprocess.run(command, cwd=ROOT, env=environment, input=text, capture_output=True, timeout=60, check=False)


def test_the_command_answers_every_line_in_order_and_reports_the_one_that_is_no_json() -> None:
    good = json.dumps(swiss()).encode()
    done = manage("draw", text=b"\n".join([good, b"{nonsense", b"[]", b"", good]) + b"\n")
    first, bad, no_request, last = (json.loads(line) for line in done.stdout.splitlines())
    assert first == last
    assert everybody(first) == ["p0", "p1", "p2", "p3", "p4"]
    assert bad == MALFORMED
    assert no_request == {"error": {"code": "malformed", "field": "request"}}
    assert done.returncode == 1
    assert b"line 2 is not JSON" in done.stderr


def test_the_command_is_content_when_every_line_could_be_read() -> None:
    done = manage("draw", text=b'{"format": "chess"}\n')
    assert (done.returncode, done.stderr) == (0, b"")


@pytest.mark.parametrize(
    "line", [b"{", b"\xff", b"[" * 100_000, b"NaN", b'{"seed": -Infinity}'], ids=["half", "bytes", "deep", "NaN", "inf"]
)
def test_a_line_that_is_no_json_is_answered_and_explained(line: bytes) -> None:
    [answer] = answer_draws([line])
    assert json.loads(answer.text) == MALFORMED
    assert str(answer.problem).startswith("line 1 is not JSON")


def test_a_number_of_ten_thousand_digits_is_a_seed_like_any_other() -> None:
    line = json.dumps(swiss()).replace('"seed": 1', '"seed": ' + "9" * 10_000)
    [answer] = answer_draws(["\ufeff".encode() + line.encode()])
    assert everybody(json.loads(answer.text)) == ["p0", "p1", "p2", "p3", "p4"]


def test_a_name_that_is_there_twice_is_refused() -> None:
    line = '{"format": "round-robin", "seats": 2, "entrants": ["a", "b"], "entrants": ["c", "d"]}'
    [answer] = answer_draws([line])
    assert json.loads(answer.text) == {"error": {"code": "malformed", "field": "entrants"}}
    assert answer.problem is None


def test_a_line_is_answered_before_the_next_is_read() -> None:
    read = []

    def lines() -> Iterator[str]:
        for number in (1, 2):
            read.append(number)
            yield json.dumps(swiss())

    next(answer_draws(lines()))
    assert read == [1]


ODD_VALUES = st.recursive(
    st.none() | st.booleans() | st.integers() | st.floats() | st.text(max_size=3) | st.sampled_from(["a", "b"]),
    lambda inner: st.lists(inner, max_size=4) | st.dictionaries(st.sampled_from(["id", "tables"]), inner, max_size=2),
    max_leaves=8,
)
IDS = st.sampled_from(["a", "b", "c", "d", "e", ""])
SANE_VALUES = {
    "seats": st.integers(1, 5),
    "seed": st.integers(),
    "entrants": st.integers(0, 40)
    | st.lists(IDS, max_size=5)
    | st.lists(st.fixed_dictionaries({"id": IDS}, optional={"score": st.integers() | st.floats()}), max_size=5),
    "history": st.lists(
        st.fixed_dictionaries(
            {"tables": st.lists(st.lists(IDS, max_size=5), max_size=3)}, optional={"byes": st.lists(IDS)}
        ),
        max_size=3,
    ),
    "avoid": st.lists(st.lists(IDS, max_size=3), max_size=4),
    "remainder": st.sampled_from(["threes", "byes", "fives"]),
    "rounds": st.none() | st.integers(-1, 9),
    "third_place": st.booleans(),
    "grand_final": st.sampled_from(["single", "reset"]),
    "advance": st.integers(0, 4),
}
FORMAT_NAMES = ["swiss", "round-robin", "single-elimination", "double-elimination", "table-knockout"]
REQUESTS = st.fixed_dictionaries(
    {"format": st.sampled_from(FORMAT_NAMES)},
    optional={name: value | ODD_VALUES for name, value in SANE_VALUES.items()},
)


@settings(max_examples=300)
@given(request=REQUESTS | ODD_VALUES)
def test_whatever_json_says_there_is_an_answer(request: object) -> None:
    [answer] = answer_draws([json.dumps(request)])
    assert set(json.loads(answer.text)) in ({"error"}, {"tables", "byes", "cost"}, {"rounds"}, {"matches"})
