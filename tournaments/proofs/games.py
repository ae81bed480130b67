"""The games of the matches of an event file, and the boards of its teams: which tables belong together, and whether
they could follow each other.
"""

from collections import defaultdict
from dataclasses import replace
from itertools import pairwise

from tournaments.formats.boards import BOARDS, by_seat
from tournaments.formats.matches import is_level, next_seats
from tournaments.formats.options import DECIDED, LEVEL
from tournaments.formats.plan import NUMBERS, StagePlan
from tournaments.proofs.tables import Difference, Games, Json, earlier_records, is_board, is_game


def first_games(raw: Json) -> Json:
    """The stage with the first game of each match alone, as it was drawn."""
    rounds = [
        {**round_, "tables": [table for table in round_["tables"] if table.get("game", 1) == 1]}
        for round_ in raw["rounds"]
    ]
    return {**raw, "rounds": rounds}


def with_line_ups(raw: Json, plan: StagePlan) -> Json:
    """The stage with how many each side had at its boards told at these. Raises Difference where they do not fit."""
    boards = plan.options.boards
    if not boards:
        return raw
    rounds = []
    for round_ in raw["rounds"]:
        named = {line["entrant"]: len(line["people"]) for line in round_.get("line_ups", ())}
        if not all(0 < count <= boards for count in named.values()):
            raise Difference(f"stage {raw['number']}, round {round_['number']}: line-ups", named)
        tables = []
        for table in round_["tables"]:
            sides = [seat["entrant"] for seat in table["seats"]]
            terms = table.get("games"), table.get("decided"), table["absent"]
            if terms != (boards, BOARDS, []) or len(sides) != 2 or not named.keys() >= set(sides):
                raise Difference(f"table {table['table']}: board of two teams", sides)
            tables.append({**table, "named": {side: named[side] for side in sides}})
        rounds.append({**round_, "tables": tables})
    return {**raw, "rounds": rounds}


def further_games(raw: Json) -> dict[int, list[int]]:
    """By the first game of each match (the table's number in the file) the games in their order, itself too. Raises
    Difference where they are none of one match.
    """
    matches: dict[int, list[int]] = {}
    for round_ in raw["rounds"]:
        games: dict[int, list[Json]] = defaultdict(list)
        for table in round_["tables"]:
            first = table["number"] + 1 - table["game"] if is_board(table) else table["number"]
            games[first if is_game(table) else -table["table"]].append(table)
        for tables in games.values():
            _check_games(tables)
            matches[tables[0]["table"]] = [table["table"] for table in tables]
    return matches


def _check_games(tables: list[Json]) -> None:
    first, where = tables[0], f"table {tables[0]['table']}"
    numbers, most = [table.get("game", 1) for table in tables], NUMBERS["games"][1]
    games, extra = first.get("games", 1), first.get("extra_games", 0)
    if is_board(first):
        if extra or numbers != list(range(1, min(first["named"].values()) + 1)):
            raise Difference(f"{where}: boards of the match", numbers)
    else:
        fits = len(tables) == games if extra else len(tables) <= games
        if numbers != list(range(1, len(tables) + 1)) or not fits or extra < 0 or not 1 <= games - extra <= most:
            raise Difference(f"{where}: games of the match", numbers)
    terms = {
        (table.get("games", 1), table.get("extra_games", 0), table.get("decided", DECIDED[0]), table["match"])
        for table in tables
    }
    deciders = (*DECIDED, "games", *([BOARDS] if "named" in first else []))
    if len(terms) > 1 or first.get("decided", DECIDED[0]) not in deciders:
        raise Difference(f"{where}: what decides the match", first.get("decided"))


def check_seats(games: Games) -> None:
    """From game to game the first deal passes on; who has left the match may be missing. From board to board the sides
    deal first in turn. Raises Difference.
    """
    if is_board(games[0][0].raw):
        sides = [seat["entrant"] for seat in games[0][0].raw["seats"]]
        for table, _ in games:
            sitting = [seat["entrant"] for seat in table.raw["seats"]]
            if sitting != [*by_seat(table.raw["game"], sides)]:
                raise Difference(f"table {table.raw['table']}: seats of the board", sitting)
        return
    for (earlier, _), (table, _) in pairwise(games):
        before = [seat["entrant"] for seat in earlier.raw["seats"]]
        seats = [seat["entrant"] for seat in table.raw["seats"]]
        follows = next_seats(before, first_dealer=earlier.raw["first_dealer"])
        if seats != [who for who in follows if who in seats]:
            raise Difference(f"table {table.raw['table']}: seats of the next game", seats, follows)


def check_terms(games: Games, plan: StagePlan, *, game: str, rules: Json) -> None:
    """Each game brings its points where the plan says so. An extra one follows in a bracket alone, where the match was
    level after the games before it were played, whatever was played of these once it had begun. Raises Difference.
    """
    raw = games[0][0].raw
    extra, where = raw.get("extra_games", 0), f"table {raw['table']}: extra games"
    if is_game(raw) and (raw["decided"] == "games") is not plan.options.points.scheme.by_game:
        raise Difference(f"table {raw['table']}: what decides the match", raw["decided"])
    if extra and (plan.form.bracket is None or raw["match"] is None or plan.options.level != LEVEL[0]):
        raise Difference(where, extra, 0)
    for extra_before, played in enumerate(range(len(games) - extra, len(games))):
        before = [
            (replace(table, raw={**table.raw, "games": played, "extra_games": extra_before}), rulings)
            for table, rulings in games[:played]
        ]
        extra_game, words = games[played]
        begun = min([*extra_game.times, *(word["at"] for word in words)], default="~")
        deals = (deal for table, _ in before for deal in table.raw["deals"])
        recorded = [at for deal in deals if (at := deal["versions"][0]["at"]) < begun]
        then = earlier_records(before, game=game, rules=rules, bracket=True, since=max(recorded, default=""))
        if not any(is_level(record) for record in then):
            raise Difference(where, extra)
