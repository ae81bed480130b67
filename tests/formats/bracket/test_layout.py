"""Drawings small enough to check by eye, and laws for every size of every bracket."""

from collections.abc import Callable
from functools import cache, partial
from itertools import pairwise

import pytest

from tournaments.formats.bracket.layout import GAP, HEAD, Box, Layout, bracket_layout
from tournaments.formats.bracket.progress import Bracket, PlaceOf
from tournaments.formats.systems.elimination import double_elimination, single_elimination, table_knockout

SIZES = [*range(2, 131), 256]
BRACKETS: dict[str, Callable[[int], Bracket]] = {
    "single": single_elimination,
    "third place": partial(single_elimination, third_place=True),
    "double": double_elimination,
    "reset": partial(double_elimination, grand_final="reset"),
    "tables of 3, best": partial(table_knockout, seats=3, advance=1),
    "tables of 3, two": partial(table_knockout, seats=3, advance=2),
    "tables of 4, best": partial(table_knockout, seats=4, advance=1),
    "tables of 4, two": partial(table_knockout, seats=4, advance=2),
    "tables of 4, three": partial(table_knockout, seats=4, advance=3),
}


def every(law):
    return pytest.mark.parametrize("kind", BRACKETS)(law)


@cache
def of_every_size(kind: str) -> list[tuple[Bracket, Layout]]:
    brackets = [BRACKETS[kind](size) for size in SIZES]
    return [(bracket, bracket_layout(bracket)) for bracket in brackets]


def boxes(drawing: Layout) -> dict[int, Box]:
    return {box.match: box for box in drawing.boxes}


def edges(drawing: Layout) -> list[tuple[int, int, float]]:
    return [(box.match, box.column, box.y) for box in drawing.boxes]


def touching(drawing: Layout) -> list[tuple[int, int]]:
    """Boxes of one column with less than the gap between them, or a heading that a box would cover."""
    columns: dict[int, list[tuple[float, float, int]]] = {}
    for box in drawing.boxes:
        columns.setdefault(box.column, []).append((box.y, box.y + box.height, box.match))
    for head in drawing.heads:
        columns.setdefault(head.column, []).append((head.y, head.y + HEAD - GAP, 0))
    return [
        (one[2], other[2])
        for column in columns.values()
        for one, other in pairwise(sorted(column))
        if other[0] < one[1] + GAP - 1e-9
    ]


def test_four_entrants_stand_as_they_are_drawn_everywhere():
    drawing = bracket_layout(single_elimination(4, third_place=True))
    assert edges(drawing) == [(1, 0, 1.75), (2, 0, 4.5), (3, 1, 7.875), (4, 1, 3.125)]
    assert [(head.section, head.column, head.y) for head in drawing.heads] == [
        ("winners", 0, 0),
        ("winners", 1, 0),
        ("third-place", 1, 6.125),
    ]
    assert [(line.match, line.to, line.start, line.end) for line in drawing.lines] == [
        (1, 4, 2.75, 4.125),
        (2, 4, 5.5, 4.125),
    ]
    assert (drawing.columns, drawing.rows, drawing.fans) == (2, 9.875, False)


def test_a_bye_costs_no_room_and_its_line_runs_straight():
    drawing = bracket_layout(single_elimination(5))
    where = boxes(drawing)
    assert where[1].column == 0
    assert where[1].middle == where[2].middle  # seed 1 waits for the only match of the first round
    assert drawing.rows == HEAD + 2 * 2 + GAP


def test_the_final_of_a_double_elimination_stands_between_both_brackets_and_after_them():
    drawing = bracket_layout(double_elimination(8, grand_final="reset"))
    where = boxes(drawing)
    final, reset = where[14], where[15]
    winners, losers = (
        max((b for b in drawing.boxes if b.section == s), key=lambda b: b.column) for s in ("winners", "losers")
    )
    assert final.middle == (winners.middle + losers.middle) / 2
    assert (winners.column, losers.column, final.column, reset.column) == (2, 3, 4, 5)
    assert reset.y == final.y
    assert [(line.match, line.to) for line in drawing.lines if line.to > 13] == [(11, 14), (13, 14), (14, 15)]


def test_a_second_final_may_stand_below_the_first():
    for size in (2, 3, 8, 16):
        drawing = bracket_layout(double_elimination(size, grand_final="reset"), stacked=True)
        first, second = drawing.boxes[-2:]
        assert (second.column, second.middle > first.middle) == (first.column, True)
        assert drawing.columns == bracket_layout(double_elimination(size)).columns
        assert touching(drawing) == []
        assert second.match not in [line.to for line in drawing.lines]


def test_lines_from_tables_of_which_two_go_on_end_at_their_seats():
    bracket = table_knockout(16, seats=4, advance=2)
    drawing = bracket_layout(bracket)
    where = boxes(drawing)
    assert drawing.fans
    assert {head.section for head in drawing.heads} == {"tables"}
    ends = {line.seat: line.end for line in drawing.lines if line.to == 7}
    assert ends == {seat: where[7].y + seat + 0.5 for seat in range(4)}


def test_a_part_is_drawn_as_if_nothing_had_been_before():
    bracket = single_elimination(16)
    assert edges(bracket_layout(bracket, only=range(13, 16))) == [(13, 0, 1.75), (14, 0, 4.5), (15, 1, 3.125)]
    assert edges(bracket_layout(double_elimination(8), only=[14])) == [(14, 0, 1.75)]


@every
def test_nothing_overlaps_and_everything_is_inside(kind):
    for bracket, drawing in of_every_size(kind):
        assert [box.match for box in drawing.boxes] == [match.number for match in bracket.matches]
        assert [box.height for box in drawing.boxes] == [len(match.seats) for match in bracket.matches]
        assert touching(drawing) == []
        assert min(head.y for head in drawing.heads) == 0
        assert sorted(number for head in drawing.heads for number in head.matches) == sorted(boxes(drawing))
        assert {box.column for box in drawing.boxes} == set(range(drawing.columns))


@every
def test_a_line_leads_wherever_somebody_goes_on_and_always_to_the_right(kind):
    for bracket, drawing in of_every_size(kind):
        where = boxes(drawing)
        advance = {match.number: match.advance for match in bracket.matches}
        expected = {
            (source.match, source.place, match.number, seat)
            for match in bracket.matches
            for seat, source in enumerate(match.seats)
            if isinstance(source, PlaceOf) and source.place <= advance[source.match]
        }
        assert {(line.match, line.place, line.to, line.seat) for line in drawing.lines} == expected
        assert len(drawing.lines) == len(expected)
        for line in drawing.lines:
            assert where[line.match].column < where[line.to].column
            assert line.start == where[line.match].middle
            assert where[line.to].y <= line.end <= where[line.to].y + where[line.to].height


@pytest.mark.parametrize("kind", [kind for kind in BRACKETS if "two" not in kind and "three" not in kind])
def test_in_a_tree_everybody_stands_amid_those_they_come_from_and_no_line_crosses_a_box(kind):
    for _, drawing in of_every_size(kind):
        where = boxes(drawing)
        assert not drawing.fans
        sources: dict[int, list[float]] = {}
        for line in drawing.lines:
            sources.setdefault(line.to, []).append(line.start)
            between = [box for box in drawing.boxes if where[line.match].column < box.column < where[line.to].column]
            assert [box for box in between if box.y <= line.start <= box.y + box.height] == []
        for number, middles in sources.items():
            assert where[number].middle == pytest.approx((min(middles) + max(middles)) / 2)
