"""What tables those who come make, and what a few more would change, in sentences; no database."""

import pytest

from scoring.games import GAMES
from tournaments.formats.calendar import Attendance, tables_of
from tournaments.models import ComingNight
from tournaments.selectors.coming import Planned
from tournaments.words.calendar import tables_text

TABLES = {
    0: "",
    1: "2 more make a table.",
    2: "1 more makes a table.",
    3: "That makes 1 table of three. One more makes it a table of four.",
    4: "That makes 1 table of four.",
    5: "One more makes two tables of three.",
    6: "That makes 2 tables of three. With 2 more, every table has four.",
    7: "That makes 1 table of four and 1 table of three. With 1 more, every table has four.",
    8: "That makes 2 tables of four.",
    9: "That makes 3 tables of three. With 3 more, every table has four.",
    10: "That makes 1 table of four and 2 tables of three. With 2 more, every table has four.",
    11: "That makes 2 tables of four and 1 table of three. With 1 more, every table has four.",
    12: "That makes 3 tables of four.",
    13: "That makes 1 table of four and 3 tables of three. With 3 more, every table has four.",
}


def tables_with(people: int, *, game: str = "vilnius", most: int | None = None) -> str:
    night = ComingNight(game=game)
    tables = tables_of(people, most=most)
    return tables_text(Planned(night, {}, Attendance(range(people)), tables))


@pytest.mark.parametrize("people", TABLES)
def test_the_tables_of_so_many_are_a_sentence(people):
    assert tables_with(people) == TABLES[people]


@pytest.mark.parametrize("game", GAMES)
def test_five_fit_at_one_table_where_the_game_seats_them(game):
    one_table = "That makes one table of five. " if GAMES[game].max_seats >= 5 else ""
    assert tables_with(5, game=game) == f"{one_table}One more makes two tables of three."


@pytest.mark.parametrize(
    ("people", "sentence"),
    [
        (2, "That is too few for a table."),
        (3, "That makes 1 table of three."),
        (5, "They do not divide into tables of three and four."),
        (13, "That makes 1 table of four and 3 tables of three."),
    ],
)
def test_in_a_full_room_nobody_reads_of_more(people, sentence):
    assert tables_with(people, most=people) == sentence
