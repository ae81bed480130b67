"""Every code of the interface, with what helps to word it, and nothing recorded that the clauses do not allow."""

import json
import re
from pathlib import Path
from typing import Any

import pytest

from scoring.errors import ScoringError
from scoring.game import read_table
from scoring.games import GAMES
from tests.scoring.hands import error_in
from tests.scoring.sheets import announce, whole_game

GREEN = ["G3", "G3", "G3", "G2", "G2", "G1"]
FULL = ["P3", "G3", "O3", "P2", "O2", "O1"]
NOTHING = ["G3", "P1", "G1", "P2", "P2", "G2"]
GRAND = ["GOC", "GOR", "SIR", "SIF", "GOK", "SIK"]
SAME_GRAND = ["BRC", "BRR", "SAR", "SAF", "BRK", "SAK"]
V, C, P = "vilnius", "colonial-italian", "protean"
VISIONS = "colonial-visions"


ERROR_ROWS = re.findall(
    r"^\| (`.*`) \| .* \| (.*)\|$",
    (Path(__file__).parents[2] / "docs" / "formats.md").read_text().partition("## Errors")[2],
    flags=re.MULTILINE,
)
DOCUMENTED = {
    code: {"deal", *re.findall("`(.+?)`", fields)}
    for codes, fields in ERROR_ROWS
    for code in re.findall("`(.+?)`", codes)
}


def shown(**more: Any) -> dict[str, Any]:
    return {"dealer": 0, "hands": {"0": GREEN, "1": FULL}} | more


def grand(**more: Any) -> dict[str, Any]:
    return {"dealer": 0, "hands": {"0": GRAND, "1": SAME_GRAND}, "quarry": ["RUF", "RUF"]} | more


SAME_FULL = ["P3", "G3", "O3", "P2", "O2", "G1"]
PAIR_TIES: dict[str, Any] = {"dealer": 0, "hands": {"0": FULL, "1": SAME_FULL, "2": NOTHING}}
FULL_SHEET = [
    announce(1, kind, 0, out_of_turn=True) for kind, times in enumerate([1, 2, 3, 4, 3, 2, 1]) for _ in range(times)
]


@pytest.mark.parametrize(
    ("game", "table", "code", "params"),
    [
        (C, {"deals": [shown(hands={"0": ["P4", *GREEN[1:]]})]}, "unknown-card", {"deal": 1, "seat": 0, "card": "P4"}),
        (C, {"deals": [shown(hands={"0": ["AH", *GREEN[1:]]})]}, "unknown-card", {"deal": 1, "seat": 0, "card": "AH"}),
        (
            C,
            {"deals": [shown()], "rules": {"earth_deck": True}},
            "unknown-card",
            {"deal": 1, "seat": 0, "card": "G3"},
        ),
        (P, {"deals": [grand(quarry=["RUF", "RUX"])]}, "unknown-card", {"deal": 1, "card": "RUX"}),
        (
            C,
            {"deals": [shown(hands={"0": GREEN, "1": FULL[:5]})]},
            "hand-size",
            {"deal": 1, "seat": 1, "expected": 6, "got": 5},
        ),
        (
            C,
            {"deals": [shown()], "rules": {"hand_size": 8}},
            "hand-size",
            {"deal": 1, "seat": 0, "expected": 8, "got": 6},
        ),
        (
            C,
            {"deals": [shown(hands={"0": ["G1", "G1", *GREEN[:4]], "1": ["G1", "G1", *FULL[:4]]})]},
            "too-many-copies",
            {"deal": 1, "card": "G1", "limit": 3, "got": 4},
        ),
        (
            C,
            {
                "deals": [shown(hands={"0": ["QS"] * 3 + ["2H"] * 3, "1": ["qs"] + ["AD"] * 3 + ["2D"] * 2})],
                "rules": {"earth_deck": True},
            },
            "too-many-copies",
            {"deal": 1, "card": "QS", "limit": 3, "got": 4},
        ),
        (
            P,
            {"deals": [grand(quarry=["RUF", "GOC"])]},
            "too-many-copies",
            {"deal": 1, "card": "GOC", "limit": 1, "got": 2},
        ),
        (V, {"deals": [announce(2, 3, 3)]}, "seat-unknown", {"deal": 1, "seat": 2}),
        (V, {"deals": [announce(-1, 3, 3)]}, "seat-unknown", {"deal": 1, "seat": -1}),
        (V, {"deals": [], "first_dealer": 2}, "seat-unknown", {"seat": 2}),
        (C, {"deals": [shown(dealer=2)]}, "seat-unknown", {"deal": 1, "seat": 2}),
        (C, {"deals": [shown(folded=[5])]}, "seat-unknown", {"deal": 1, "seat": 5}),
        (C, {"deals": [shown(claimed=[5])]}, "seat-unknown", {"deal": 1, "seat": 5}),
        (C, {"deals": [shown(hands={"0": GREEN, "7": FULL})]}, "seat-unknown", {"deal": 1, "seat": 7}),
        (V, {"deals": [], "seats": 5}, "seats-range", {"expected": [2, 4], "got": 5}),
        (V, {"deals": [], "seats": 1}, "seats-range", {"expected": [2, 4], "got": 1}),
        (C, {"deals": [], "seats": 7}, "seats-range", {"expected": [2, 6], "got": 7}),
        (VISIONS, {"deals": [], "seats": 5}, "seats-range", {"expected": [2, 4], "got": 5}),
        (P, {"deals": [], "seats": 0}, "seats-range", {"expected": [2, 6], "got": 0}),
        (V, {"deals": [announce(1, 7, 3)]}, "announcement-range", {"deal": 1, "lowest": 0, "highest": 6, "got": 7}),
        (V, {"deals": [announce(1, 3, -1)]}, "tricks-range", {"deal": 1, "lowest": 0, "highest": 6, "got": -1}),
        (V, {"deals": [announce(1, 3, 3, trump="X")]}, "trump-unknown", {"deal": 1, "trump": "X"}),
        (V, {"deals": [announce(1, 3, 3, trump="NT")]}, "trump-unknown", {"deal": 1, "trump": "NT"}),
        (
            V,
            {"deals": [announce(1, 6, 3), announce(0, 6, 3), announce(1, 6, 3)]},
            "quota-used",
            {"deal": 3, "seat": 1, "announced": 6},
        ),
        (V, {"deals": [announce(0, 3, 3)]}, "out-of-turn", {"deal": 1, "seat": 0, "expected": 1, "got": 0}),
        (V, {"deals": [*FULL_SHEET, announce(1, 3, 3, out_of_turn=True)]}, "sheet-full", {"deal": 17, "seat": 1}),
        (V, {"deals": [*whole_game(seats=2, seed=1), announce(1, 3, 3)]}, "table-finished", {"deal": 33}),
        (C, {"deals": [shown(), shown()], "rules": {"deals": 1}}, "table-finished", {"deal": 2}),
        (C, {"deals": [shown(hands={"0": GREEN})]}, "hands-missing", {"deal": 1, "seats": [1]}),
        (C, {"deals": [{"dealer": 0}]}, "hands-missing", {"deal": 1, "seats": [0, 1]}),
        (C, {"deals": [{"dealer": 0, "claimed": [0]}]}, "hands-missing", {"deal": 1, "seats": [0, 1]}),
        (C, {"deals": [{"dealer": 0}], "rules": {"cards": "optional"}}, "hands-missing", {"deal": 1, "seats": [0, 1]}),
        (C, {"deals": [shown(folded=[1])]}, "folded-shows", {"deal": 1, "seat": 1}),
        (C, {"deals": [{"dealer": 0, "folded": [0, 1]}]}, "all-folded", {"deal": 1}),
        (C, {"deals": [shown(paid={"0": -1})]}, "paid-invalid", {"deal": 1, "seat": 0}),
        (C, {"deals": [shown(paid={"1": 2.5})]}, "paid-invalid", {"deal": 1, "seat": 1}),
        (C, {"deals": [shown(paid={"1": True})]}, "paid-invalid", {"deal": 1, "seat": 1}),
        (C, {"deals": [shown(paid={"1": 10**30})]}, "paid-invalid", {"deal": 1, "seat": 1}),
        (C, {"deals": [shown(paid={"2": 1})]}, "seat-unknown", {"deal": 1, "seat": 2}),
        (P, {"deals": [grand(quarry=["RUF"])]}, "quarry-size", {"deal": 1, "expected": [2, 2], "got": 1}),
        (P, {"deals": [grand(quarry=["RUF"] * 3)]}, "quarry-size", {"deal": 1, "expected": [2, 2], "got": 3}),
        (P, {"deals": [grand(quarry=None)]}, "quarry-size", {"deal": 1, "expected": [2, 2], "got": 0}),
        (
            P,
            {"deals": [grand(quarry=["RUF"] * 4, folded=[2])], "seats": 3},
            "quarry-size",
            {"deal": 1, "expected": [2, 3], "got": 4},
        ),
        (C, {"deals": [shown(claimed=[1])]}, "claim-differs", {"deal": 1, "claimed": [1], "winners": [0]}),
        (C, {"deals": [shown(claimed=[0, 1])]}, "claim-differs", {"deal": 1, "claimed": [0, 1], "winners": [0]}),
        (
            C,
            {"deals": [{"dealer": 0, "folded": [1], "claimed": [1]}]},
            "claim-differs",
            {"deal": 1, "claimed": [1], "winners": [0]},
        ),
        (
            C,
            {"deals": [{"dealer": 0, "folded": [1], "claimed": [1]}], "seats": 3, "rules": {"cards": "optional"}},
            "claim-differs",
            {"deal": 1, "claimed": [1], "winners": [0, 2]},
        ),
        (VISIONS, {"deals": [PAIR_TIES, shown()], "seats": 3}, "playoff-missing", {"deal": 1}),
        (
            VISIONS,
            {"deals": [PAIR_TIES, PAIR_TIES | {"playoff_of": 1}], "seats": 3},
            "playoff-seats",
            {"deal": 2, "expected": [0, 1], "got": [0, 1, 2]},
        ),
        (
            VISIONS,
            {"deals": [PAIR_TIES, {"dealer": 0, "hands": {"0": GREEN}, "playoff_of": 1}], "seats": 3},
            "hands-missing",
            {"deal": 2, "seats": [1]},
        ),
    ],
)
def test_code(game: str, table: dict[str, Any], code: str, params: dict[str, object]) -> None:
    assert error_in({"seats": 2} | table, game) == {"code": code} | params
    assert params.keys() <= DOCUMENTED[code]


@pytest.mark.parametrize(
    ("game", "deal", "field"),
    [
        *((V, announce(1, 3, 3) | {name: value}, name) for name in ("declarer", "announced", "taken")
          for value in ("3", 3.0, True, None, [3])),
        (V, announce(1, 3, 3, trump=7), "trump"),
        (V, announce(1, 3, 3, out_of_turn=1), "out_of_turn"),
        (V, announce(1, 3, 3, points=10), "points"),
        (V, {"announced": 3, "taken": 3}, "declarer"),
        (V, {"declarer": 1, "taken": 3}, "announced"),
        (V, {"declarer": 1, "announced": 3}, "taken"),
        (C, {"hands": {"0": GREEN, "1": FULL}}, "dealer"),
        (C, shown(dealer="0"), "dealer"),
        (C, shown(dealer=False), "dealer"),
        (C, shown(hands=[GREEN, FULL]), "hands"),
        (C, shown(hands={"0": GREEN, "one": FULL}), "hands"),
        (C, shown(hands={"0": GREEN, "01": FULL}), "hands"),
        (C, shown(hands={"0": GREEN, "1": "P3P3"}), "hands"),
        (C, shown(hands={"0": GREEN, "1": [1, 2, 3, 4, 5, 6]}), "hands"),
        (C, shown(folded=1), "folded"),
        (C, shown(folded=["1"]), "folded"),
        (C, shown(folded=[1, 1]), "folded"),
        (C, shown(folded=[[1]]), "folded"),
        (C, shown(claimed={"0": 1}), "claimed"),
        (C, shown(claimed=[True]), "claimed"),
        (C, shown(paid=[10, 10]), "paid"),
        (C, shown(paid={"Ana": 1}), "paid"),
        (C, shown(playoff_of=1), "playoff_of"),
        (C, shown(override="because"), "override"),
        (C, shown(claimed=[1], override=""), "override"),
        (C, shown(claimed=[1], override=True), "override"),
        (C, shown(quarry=[]), "quarry"),
        (C, shown(out_of_turn="yes"), "out_of_turn"),
        (P, grand(quarry="RUF"), "quarry"),
        (P, grand(quarry=[1, 2]), "quarry"),
        (V, 7, "deals"),
    ],
)  # fmt: skip
def test_malformed_deal(game: str, deal: Any, field: str) -> None:
    assert error_in({"seats": 2, "deals": [deal]}, game) == {"code": "malformed", "deal": 1, "field": field}


@pytest.mark.parametrize("named", [0, 2, 3, "1", True, 1.0])
def test_a_play_off_of_anything_but_the_open_tie_is_malformed(named: object) -> None:
    replay = {"dealer": 0, "hands": {"0": GREEN, "1": FULL}, "playoff_of": named}
    error = error_in({"seats": 3, "deals": [PAIR_TIES, replay]}, VISIONS)
    assert error == {"code": "malformed", "deal": 2, "field": "playoff_of"}


def test_a_decided_tie_cannot_be_played_off_again() -> None:
    replay = {"dealer": 0, "hands": {"0": GREEN, "1": FULL}, "playoff_of": 1}
    error = error_in({"seats": 3, "deals": [PAIR_TIES, replay, replay]}, VISIONS)
    assert error == {"code": "malformed", "deal": 3, "field": "playoff_of"}


@pytest.mark.parametrize(
    ("table", "field"),
    [
        ([], "table"),
        ("seats", "table"),
        ({"deals": []}, "seats"),
        ({"seats": 2}, "deals"),
        ({"seats": True, "deals": []}, "seats"),
        ({"seats": "2", "deals": []}, "seats"),
        ({"seats": 2, "deals": {}}, "deals"),
        ({"seats": 2, "deals": [], "first_dealer": None}, "first_dealer"),
        ({"seats": 2, "deals": [], "rules": []}, "rules"),
        ({"seats": 2, "deals": [], "people": ["Ana"]}, "people"),
    ],
)
def test_malformed_table(table: object, field: str) -> None:
    assert error_in(table, V) == {"code": "malformed", "field": field}


@pytest.mark.parametrize(
    ("game", "rules", "field"),
    [
        (V, {"no_trump": 1}, "no_trump"),
        (V, {"trumps": True}, "trumps"),
        (V, {"deals": 3}, "deals"),
        (C, {"hand_size": 7}, "hand_size"),
        (C, {"hand_size": 6.0}, "hand_size"),
        (C, {"hand_size": [6]}, "hand_size"),
        (C, {"earth_deck": 0}, "earth_deck"),
        (C, {"perfect_outranks_all": True}, "perfect_outranks_all"),
        (C, {"tie": "split"}, "tie"),
        (C, {"score": "points"}, "score"),
        (C, {"deals": 0}, "deals"),
        (C, {"deals": True}, "deals"),
        (C, {"race_to": "5"}, "race_to"),
        (C, {"deals": 3, "race_to": 5}, "race_to"),
        (P, {"hand_size": 6}, "hand_size"),
        (P, {"tie": None}, "tie"),
        (P, {"cards": {}}, "cards"),
    ],
)
def test_malformed_rule(game: str, rules: dict[str, object], field: str) -> None:
    assert error_in({"seats": 2, "rules": rules, "deals": []}, game) == {"code": "malformed", "field": field}


@pytest.mark.parametrize("game", GAMES)
def test_rules_are_filled_in_with_the_first_value_of_each_option(game: str) -> None:
    choices = GAMES[game].choices
    assert GAMES[game].check_rules({}) == {choice.name: choice.values[0] for choice in choices}
    for choice in choices:
        for value in choice.values:
            assert GAMES[game].check_rules({choice.name: value})[choice.name] == value


def test_lengths_are_kept_as_they_are_and_absent_where_they_are_null() -> None:
    assert GAMES[C].check_rules({"deals": 7})["deals"] == 7
    assert "race_to" not in GAMES[C].check_rules({"race_to": None})


@pytest.mark.parametrize("game", GAMES)
def test_a_new_table_has_everyone_first(game: str) -> None:
    result = GAMES[game].score(read_table(GAMES[game], {"seats": 2, "deals": []}))
    assert [(seat.score, seat.place) for seat in result.seats] == [(0, 1), (0, 1)]
    assert not result.finished


def test_what_somebody_typed_is_cut_before_it_is_shown_back() -> None:
    error = error_in({"seats": 2, "deals": [shown(hands={"0": ["x" * 10_000_000, *GREEN[1:]]})]}, C)
    assert len(json.dumps(error)) < 200


def test_an_error_reads_well_in_a_log() -> None:
    assert str(ScoringError("quota-used", seat=1)) == "quota-used (seat=1)"
    assert str(ScoringError("all-folded")) == "all-folded"
