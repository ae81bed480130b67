"""The games of the matches of an event file: which tables belong together, and whether they could follow each other."""

from collections import defaultdict
from itertools import pairwise

from tournaments.formats.matches import next_seats
from tournaments.formats.options import DECIDED
from tournaments.formats.plan import NUMBERS
from tournaments.proofs.tables import Difference, Games, Json, is_game


def first_games(raw: Json) -> Json:
    """The stage with the first game of each match alone, as it was drawn."""
    rounds = [
        {**round_, "tables": [table for table in round_["tables"] if table.get("game", 1) == 1]}
        for round_ in raw["rounds"]
    ]
    return {**raw, "rounds": rounds}


def further_games(raw: Json) -> dict[int, list[int]]:
    """By the first game of each match (the table's number in the file) the games in their order, itself too. Raises
    Difference where they are none of one match.
    """
    matches: dict[int, list[int]] = {}
    for round_ in raw["rounds"]:
        games: dict[int, list[Json]] = defaultdict(list)
        for table in round_["tables"]:
            games[table["number"] if is_game(table) else -table["table"]].append(table)
        for tables in games.values():
            _check_games(tables)
            matches[tables[0]["table"]] = [table["table"] for table in tables]
    return matches


def _check_games(tables: list[Json]) -> None:
    first, where = tables[0], f"table {tables[0]['table']}"
    numbers, most = [table.get("game", 1) for table in tables], NUMBERS["games"][1]
    if numbers != list(range(1, len(tables) + 1)) or not len(tables) <= first.get("games", 1) <= most:
        raise Difference(f"{where}: games of the match", numbers)
    terms = {(table.get("games", 1), table.get("decided", DECIDED[0]), table["match"]) for table in tables}
    if len(terms) > 1 or first.get("decided", DECIDED[0]) not in DECIDED:
        raise Difference(f"{where}: what decides the match", first.get("decided"))


def check_seats(games: Games) -> None:
    """From game to game the first deal passes on; who has left the match may be missing. Raises Difference."""
    for (earlier, _), (table, _) in pairwise(games):
        before = [seat["entrant"] for seat in earlier.raw["seats"]]
        seats = [seat["entrant"] for seat in table.raw["seats"]]
        follows = next_seats(before, first_dealer=earlier.raw["first_dealer"])
        if seats != [who for who in follows if who in seats]:
            raise Difference(f"table {table.raw['table']}: seats of the next game", seats, follows)
