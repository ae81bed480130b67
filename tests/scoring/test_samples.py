"""The tables of docs/samples are scored as they say there, and the schemas beside them hold what the program takes."""

import json
from functools import cache
from pathlib import Path
from typing import Any

import pytest
from jsonschema import Draft202012Validator

from scoring.game import Choice
from scoring.games import GAMES
from scoring.jsonl import answer_lines
from tests.scoring.sheets import announce

SAMPLES = Path(__file__).parents[2] / "docs" / "samples"
HAND = ["P3", "P3", "P3", "P2", "P2", "CAP"]
GRAND = ["GOC", "GOR", "SIR", "SIF", "GOK", "SIK"]


@cache
def schema(name: str) -> dict[str, Any]:
    found: dict[str, Any] = json.loads((SAMPLES / f"{name}.schema.json").read_text())
    Draft202012Validator.check_schema(found)
    return found


@cache
def tables_of(game: str) -> Draft202012Validator:
    return Draft202012Validator(schema("table") | {"anyOf": [{"$ref": f"#/$defs/{game}"}]})


def lines(name: str) -> list[Any]:
    return [json.loads(line) for line in (SAMPLES / f"{name}.jsonl").read_text().splitlines()]


@pytest.mark.parametrize("game", GAMES)
def test_each_game_has_a_sample_that_is_scored_as_it_says(game: str) -> None:
    answers = list(answer_lines(GAMES[game], (SAMPLES / f"{game}.jsonl").read_bytes().splitlines()))
    assert [answer for answer in answers if answer.problem or answer.refused] == []
    assert [json.loads(answer.text) for answer in answers] == lines(f"{game}.answers")
    assert lines(f"{game}.answers")[0]["finished"]


@pytest.mark.parametrize("game", GAMES)
def test_samples_and_their_answers_keep_to_the_schemas(game: str) -> None:
    assert [error.message for table in lines(game) for error in tables_of(game).iter_errors(table)] == []
    answers = Draft202012Validator(schema("answer"))
    assert [error.message for answer in lines(f"{game}.answers") for error in answers.iter_errors(answer)] == []


@pytest.mark.parametrize("game", GAMES)
def test_the_schema_has_every_rule_with_every_value_and_every_table(game: str) -> None:
    properties = schema("table")["$defs"][game]["properties"]
    assert set(properties["rules"]["properties"]) == {option.name for option in GAMES[game].options}
    empty = {"seats": 2, "deals": []}
    for option in GAMES[game].options:
        for value in option.values if isinstance(option, Choice) else (1, 1000):
            assert tables_of(game).is_valid(empty | {"rules": {option.name: value}})
        assert not tables_of(game).is_valid(empty | {"rules": {option.name: "something else"}})
    sizes = [seats for seats in range(9) if tables_of(game).is_valid(empty | {"seats": seats})]
    assert sizes == list(range(GAMES[game].min_seats, GAMES[game].max_seats + 1))


@pytest.mark.parametrize("game", GAMES)
def test_the_schema_has_every_field_of_a_deal_and_every_spelling_of_a_card(game: str) -> None:
    items = schema("table")["$defs"][game]["properties"]["deals"]["items"]
    deal = items["anyOf"][0]["$ref"].rpartition("/")[2]
    assert set(schema("table")["$defs"][deal]["properties"]) == GAMES[game].fields
    for deck in GAMES[game].decks:
        size = schema("table")["$defs"][f"{deck.name}-card"]
        cards = Draft202012Validator(size)
        assert all(cards.is_valid(spelling) for spelling in deck.spellings)
        assert not any(cards.is_valid(wrong) for wrong in ("", "P4", "XX", "CAPS", "GOX", "AS ", " P1", "5H"))


@pytest.mark.parametrize("game", GAMES)
def test_a_table_may_be_named_as_an_export_names_it_and_scores_the_same(game: str) -> None:
    named = {"stage": 1, "round": 2, "table": 3, "table_id": 45, "game": game, "players": [7, 5]}
    tables = [named | table for table in lines(game)]
    assert [error.message for table in tables for error in tables_of(game).iter_errors(table)] == []
    answers = answer_lines(GAMES[game], map(json.dumps, tables))
    assert [json.loads(answer.text) for answer in answers] == lines(f"{game}.answers")


@pytest.mark.parametrize(
    ("game", "table"),
    [
        ("vilnius", {"deals": []}),
        ("vilnius", {"seats": 2}),
        ("vilnius", {"seats": 5, "deals": []}),
        ("vilnius", {"seats": 2, "deals": [], "people": ["Ana"]}),
        ("vilnius", {"seats": 2, "deals": [], "closed": 1}),
        ("vilnius", {"seats": 2, "deals": [7]}),
        ("vilnius", {"seats": 2, "deals": [announce(1, 7, 3)]}),
        ("vilnius", {"seats": 2, "deals": [announce(1, 3, 3, points=10)]}),
        ("colonial-italian", {"seats": 2, "deals": [{"hands": {"0": HAND, "1": HAND}}]}),
        ("colonial-italian", {"seats": 2, "deals": [{"dealer": 0, "hands": {"one": HAND}}]}),
        ("colonial-italian", {"seats": 2, "deals": [{"dealer": 0, "hands": {"0": GRAND}}]}),
        ("colonial-italian", {"seats": 2, "deals": [{"dealer": 0, "folded": [1, 1]}]}),
        ("colonial-italian", {"seats": 2, "deals": [{"dealer": 0, "folded": [1], "override": "because"}]}),
        ("colonial-italian", {"seats": 2, "deals": [{"dealer": 0, "folded": [1], "paid": {"0": -1}}]}),
        ("colonial-italian", {"seats": 2, "rules": {"deals": 3, "race_to": 5}, "deals": []}),
        ("protean", {"seats": 2, "deals": [{"dealer": 0, "hands": {"0": GRAND, "1": GRAND}, "quarry": "RUF"}]}),
    ],
)
def test_the_schema_refuses_what_the_program_refuses(game: str, table: Any) -> None:
    [answer] = answer_lines(GAMES[game], [json.dumps(table)])
    assert answer.refused is not None
    assert not tables_of(game).is_valid(table)
