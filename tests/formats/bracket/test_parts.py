"""What the wall shows of a bracket while it is being played."""

from collections.abc import Callable
from functools import partial
from random import Random

import pytest

from tournaments.formats.bracket.layout import bracket_layout, current_parts
from tournaments.formats.bracket.progress import Bracket, Progress, play
from tournaments.formats.systems.elimination import double_elimination, single_elimination, table_knockout

ROWS, COLUMNS = 20, 3  # a table of four with the four tables before it
BRACKETS: dict[str, Callable[[int], Bracket]] = {
    "single": partial(single_elimination, third_place=True),
    "double": partial(double_elimination, grand_final="reset"),
    "tables, two go on": partial(table_knockout, seats=4, advance=2),
    "tables, one goes on": partial(table_knockout, seats=4, advance=1),
}


def played(bracket: Bracket, matches: int) -> Progress:
    """After so many matches, taken as they come, by lot."""
    lots = Random(matches)
    ids = [str(number) for number in range(bracket.entrants)]
    results: dict[int, list[str]] = {}
    for _ in range(matches):
        progress = play(bracket, ids, results)
        if progress.ready:
            number = progress.ready[0]
            results[number] = lots.sample([who for who in progress.seats[number] if who], len(progress.seats[number]))
    return play(bracket, ids, results)


def test_a_round_that_is_over_stays_until_the_next_is_drawn() -> None:
    bracket = single_elimination(32)
    over = played(bracket, 16)
    shown = {
        number
        for part in current_parts(bracket, over, rows=ROWS, columns=COLUMNS, drawn=range(1, 17))
        for number in part
    }
    assert shown == set(range(1, 25))
    next_one = current_parts(bracket, over, rows=ROWS, columns=COLUMNS, drawn=range(1, 25))
    assert {number for part in next_one for number in part} == set(range(17, 29))


def parts(bracket: Bracket, progress: Progress) -> list[tuple[int, ...]]:
    return current_parts(bracket, progress, rows=ROWS, columns=COLUMNS)


def test_a_small_bracket_is_shown_whole_and_without_what_is_over():
    bracket = single_elimination(8)
    assert parts(bracket, played(bracket, 0)) == [(1, 2, 3, 4, 5, 6, 7)]
    assert parts(bracket, played(bracket, 3)) == [(1, 2, 3, 4, 5, 6, 7)]
    assert parts(bracket, played(bracket, 4)) == [(5, 6, 7)]
    assert parts(bracket, played(bracket, 7)) == [(7,)]


def test_of_a_large_one_matches_are_shown_with_the_one_they_lead_to():
    bracket = single_elimination(32)
    assert parts(bracket, played(bracket, 0)) == [
        (1, 2, 17, 3, 4, 18, 5, 6, 19),
        (7, 8, 20, 9, 10, 21, 11, 12, 22),
        (13, 14, 23, 15, 16, 24),
    ]


def test_both_brackets_of_a_double_elimination_are_shown_as_soon_as_people_play_there():
    bracket = double_elimination(8)
    assert parts(bracket, played(bracket, 0)) == [(1, 2, 3, 4, 5, 6)]
    assert parts(bracket, played(bracket, 4)) == [(5, 6, 7, 8, 9, 10, 11)]


def test_rounds_between_which_everybody_mixes_are_shown_apart():
    bracket = table_knockout(29, seats=4, advance=2)
    assert parts(bracket, played(bracket, 0)) == [(1, 2, 3, 4), (5, 6, 7, 8), (9, 10, 11, 12)]


@pytest.mark.flood
@pytest.mark.parametrize("kind", BRACKETS)
@pytest.mark.parametrize("size", [2, 3, 5, 9, 16, 33, 64])
def test_whatever_can_be_played_is_shown_once_and_no_part_is_too_large(kind, size):
    bracket = BRACKETS[kind](size)
    for matches in range(0, len(bracket.matches) + 1, max(1, size // 8)):
        progress = played(bracket, matches)
        shown = parts(bracket, progress)
        numbers = [number for part in shown for number in part]
        assert len(numbers) == len(set(numbers)) > 0
        assert set(numbers) >= {min(progress.ready, default=numbers[0])}
        for part in shown:
            drawing = bracket_layout(bracket, only=part)
            assert drawing.rows <= ROWS
            assert drawing.columns <= COLUMNS
