"""What a tournament's stages hold of draws and rulings, beside what its log says was done: whoever leaves one out, or
puts one in, has to write another log, and that has another head.
"""

from collections import Counter, defaultdict
from collections.abc import Mapping, Sequence
from typing import Any

from tournaments.proofs.tables import Difference, Json

DRAWN = ("round-drawn", "play-off-drawn", "preview-redrawn")
TURNS = ("round-drawn", "round-published", "preview-discarded")
BY_HAND = ("preview-edited", "preview-seated", "preview-redrawn")
BROUGHT = "event-brought"
"""Rounds that were played elsewhere are logged as tables, and not as draws."""
RULED = "ruling"
AT_TABLES = (RULED, "late-correction", "seat-taken")
SETTLED = {
    "order": "tie-settled",
    "lots": "lots-drawn",
    "first-lots": "first-lots-drawn",
    "shared": "first-shared",
    "lifted": "tie-opened",
}
Ruled = list[Any]
"""The kind of a ruling on a table, and its value."""


def check_logged(whole: Json, unchecked: Counter[str]) -> None:
    """Raises Difference. Of what a version logged that chained nothing, only as much as it says."""
    log: Sequence[Json] = whole["log"]
    actions = Counter(entry["action"] for entry in log)
    if whole["stages"] and all(entry["previous"] is not None for entry in log):
        if BROUGHT not in actions:
            turns = [entry["action"] for entry in log if entry["action"] in TURNS]
            waiting = sum(stage.get("waiting", 0) for stage in whole["stages"])
            _check_draws(whole, actions, waiting=waiting or int(turns[-1:] == ["round-drawn"]))
        _check_ties(whole, actions)
    entries: dict[int, list[Json]] = defaultdict(list)
    for entry in log:
        if entry["action"] in AT_TABLES and entry["table"] is not None:
            entries[entry["table"]].append(entry)
    for stage in whole["stages"]:
        rulings: dict[int, list[Json]] = defaultdict(list)
        for ruling in stage["rulings"]:
            if ruling["table"] is not None:
                rulings[ruling["table"]].append(ruling)
        for round_ in stage["rounds"]:
            sizes = {_game(table): len(table["seats"]) for table in round_["tables"]}
            for table in round_["tables"]:
                number, (place, game) = table["table"], _game(table)
                has_left = len(table["seats"]) < sizes.get((place, game - 1), 0)
                _check_table(table, rulings.get(number, ()), entries.get(number, ()), unchecked, has_left=has_left)


def _game(table: Json) -> tuple[int, int]:
    """The number in the room, and which game of a match it is."""
    return table["number"], table.get("game", 1)


def _in_vain(whole: Json) -> Json:
    """What happened in stages that had begun and are planned again."""
    begun: Json = whole["event"].get("begun_in_vain", {})
    return begun


def _check_draws(whole: Json, actions: Mapping[str, int], *, waiting: int) -> None:
    """None is left out, but for those ``waiting``, as yet unseen; and what was changed by hand is logged."""
    rounds = [round_ for stage in whole["stages"] for round_ in stage["rounds"]]
    logged = sum(actions[action] for action in DRAWN) - len(rounds) - waiting
    claims = sum(stage["thrown_away"] for stage in whole["stages"]) + _in_vain(whole).get("draws", 0)
    if claims != logged:
        raise Difference("draws that were thrown away", claims, logged)
    if any(round_["draw"] is None and not round_["play_off"] for round_ in rounds):
        raise Difference("a draw that is not kept")
    edited, by_hand = sum(round_["edited"] for round_ in rounds), sum(actions[action] for action in BY_HAND)
    if edited > by_hand:
        raise Difference("rounds that were seated otherwise", edited, by_hand)


def _check_ties(whole: Json, actions: Mapping[str, int]) -> None:
    rulings = [ruling for stage in whole["stages"] for ruling in stage["rulings"]]
    kinds = Counter(ruling["kind"] for ruling in rulings if ruling["table"] is None)
    kinds.update(_in_vain(whole).get("rulings", {}))
    logged = {kind: actions[action] for kind, action in SETTLED.items() if actions[action]}
    if kinds != logged:
        raise Difference("rulings on ties", dict(kinds), logged)


def _check_table(
    table: Json, rulings: Sequence[Json], entries: Sequence[Json], unchecked: Counter[str], *, has_left: bool
) -> None:
    """Each ruling is logged, and each that is logged is there. Whoever had left before the round was published has
    forfeited without a word. ``has_left``: somebody who sat at the game before does not sit at this one.
    """
    where = f"rulings on table {table['table']}"
    actions = Counter(entry["action"] for entry in entries)
    moved_on = sum(ruling["kind"] == "advanced" and ruling["value"] != [] for ruling in rulings)
    if moved_on > actions["late-correction"]:
        raise Difference(where, moved_on, actions["late-correction"])
    if any(entry["previous"] is None for entry in entries):
        unchecked["ruling-not-chained"] += len(rulings)
        return
    claims = [[ruling["kind"], ruling["value"]] for ruling in rulings if ruling["kind"] != "advanced"]
    follows = [entry["ruling"] for entry in entries if entry["action"] == RULED]
    play_on = bool(table["absent"] or actions["seat-taken"] or has_left)
    unsaid = claims[:1] if follows or not table["deals"] else []
    begun_without = [kind for kind, _ in unsaid] == ["forfeit"]
    readings = (claims[1:], claims) if begun_without else (claims,)
    if not any(_are_logged(ruled, follows, play_on=play_on) for ruled in readings):
        raise Difference(where, claims, follows)


def _are_logged(claims: Sequence[Ruled], follows: Sequence[Ruled], *, play_on: bool) -> bool:
    """Where the others ``play_on`` without whoever forfeits, that is logged alone, and takes back what was ruled."""
    reached = {0}  # how many of the claims may have been met by then
    for logged in follows:
        met = {at + 1 for at in reached if claims[at : at + 1] == [logged]}
        if play_on and logged[0] == "forfeit":
            met |= reached | {at + 1 for at in reached if claims[at : at + 1] == [["lifted", []]]}
        reached = met
    return len(claims) in reached
