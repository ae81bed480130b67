"""The bracket as it is printed: a list by rounds, a drawing with the same words, and the wall's part of it."""

import re
from collections.abc import Mapping, Sequence
from xml.etree import ElementTree

import pytest
from django.template.loader import render_to_string
from django.utils import translation

from tournaments.formats.bracket.layout import bracket_layout
from tournaments.formats.bracket.progress import Bracket, play
from tournaments.formats.systems.elimination import double_elimination, single_elimination, table_knockout
from tournaments.selectors.bracket import SeatName, TableLink
from tournaments.words.bracket.drawing import (
    BETWEEN,
    LEFT,
    PAGE_WIDTH,
    ROW,
    WIDTH,
    Drawing,
    MatchBox,
)
from tournaments.words.bracket.view import BracketView, bracket_view, round_title
from tournaments.words.charts.lines import SQUEEZE, fitted, text_width

SVG = "{http://www.w3.org/2000/svg}"
PEOPLE = ("Ana", "Bruno", "Chiara", "Domantas", "Elena", "Fabio", "Giedrė", "Hugo")
LONG = "Maximiliana Konstantinopolskytė-Wolframė"

Results = Mapping[int, Sequence[str]]


def view(bracket: Bracket, results: Results, *, tables: Mapping[int, TableLink] | None = None, **names: str):
    ids = [str(number) for number in range(1, bracket.entrants + 1)]
    people = {who: names.get(f"p{who}", PEOPLE[(int(who) - 1) % len(PEOPLE)]) for who in ids}
    seats = {who: SeatName(name, name, f"/players/{who}/", int(who)) for who, name in people.items()}
    return bracket_view(bracket, play(bracket, ids, results), seats, tables=tables or {})


def match(bracket: BracketView, number: int) -> MatchBox:
    return next(box for round_ in bracket.rounds for box in round_.matches if box.number == number)


def lines(bracket: BracketView, number: int) -> list[str]:
    return [line.spoken for line in match(bracket, number).lines]


def page(bracket: BracketView, **context: object) -> str:
    with translation.override("en"):
        return render_to_string("bracket/_bracket.html", {"bracket": bracket, **context})


def drawings(html: str) -> list[ElementTree.Element]:
    parts = html.split("<svg")[1:]
    return [
        ElementTree.fromstring('<svg xmlns="http://www.w3.org/2000/svg"' + part.split("</svg>")[0] + "</svg>")
        for part in parts
    ]


OVER = TableLink("/tables/11/", 11, "over", {"1": "24", "4": "12"})


def test_a_match_says_who_goes_on_and_the_next_where_people_come_from():
    bracket = view(single_elimination(4, third_place=True), {1: ["1", "4"]}, tables={1: OVER})
    assert lines(bracket, 1) == ["Ana 24 goes on", "Domantas 12"]
    assert match(bracket, 1).spoken == "Match 1: Ana 24 goes on; Domantas 12. Table 11 · over"
    assert lines(bracket, 4) == ["Ana", "winner of match 2"]
    assert lines(bracket, 3) == ["Domantas", "loser of match 2"]


def test_at_larger_tables_the_place_is_told():
    bracket = view(table_knockout(8, seats=4, advance=2), {})
    assert sorted(lines(bracket, 3)) == ["1st of match 1", "1st of match 2", "2nd of match 1", "2nd of match 2"]


@pytest.mark.parametrize(
    ("results", "table", "state", "note"),
    [
        ({}, None, "ready", "can be played"),
        ({}, TableLink("/t/", 3, "playing"), "playing", "Table 3 · playing"),
        ({}, TableLink("/t/", 3, "adjourned"), "adjourned", "Table 3 · adjourned"),
        ({}, TableLink("/t/", 3, "over", {"1": "7", "4": "7"}), "unsettled", "Table 3 · no winner yet"),
        ({1: ["1", "4"]}, TableLink("/t/", 3, "over"), "decided", "Table 3 · over"),
        ({1: ["1", "4"]}, TableLink("/t/", 3, "walk-over"), "walk-over", "Table 3 · walk-over"),
        ({1: ["1", "3"]}, TableLink("/t/", 3, "over"), "stale", "result does not count"),
    ],
)
def test_how_a_match_stands_is_said_in_words(results, table, state, note):
    box = match(view(single_elimination(4), results, tables={1: table} if table else {}), 1)
    assert (box.state, box.note) == (state, note)
    assert box.badge == ("" if state in ("decided", "ready") else note)


def test_whoever_forfeits_is_named():
    table = TableLink("/t/", 3, "walk-over", forfeited=frozenset({"4"}))
    bracket = view(single_elimination(4), {1: ["1", "4"]}, tables={1: table})
    assert lines(bracket, 1) == ["Ana goes on", "Domantas forfeit"]
    assert page(bracket).count("forfeit</span>") == page(bracket).count("forfeit</text>") == 1


def test_the_second_final_is_not_needed_when_the_best_of_the_winners_wins_the_first():
    bracket = double_elimination(2, grand_final="reset")
    kept = view(bracket, {1: ["1", "2"], 2: ["1", "2"]})
    assert lines(kept, 2) == ["Ana champion", "Bruno"]
    assert (match(kept, 3).state, match(kept, 3).note) == ("needless", "not needed")
    again = view(bracket, {1: ["1", "2"], 2: ["2", "1"], 3: ["2", "1"]})
    assert lines(again, 2) == ["Ana", "Bruno goes on"]
    assert lines(again, 3) == ["Bruno champion", "Ana"]


@pytest.mark.parametrize(
    ("bracket", "titles"),
    [
        (single_elimination(16), ["Round 1", "Quarter-finals", "Semi-finals", "Final"]),
        (single_elimination(5, third_place=True), ["Quarter-final", "Semi-finals", "Final", "Third place"]),
        (table_knockout(16, seats=4, advance=2), ["Round 1", "Round 2", "Final table"]),
        (
            double_elimination(4, grand_final="reset"),
            ["Winners, round 1", "Winners’ final", "Losers, round 1", "Losers’ final", "Grand final", "Second final"],
        ),
    ],
)
def test_rounds_have_the_names_people_use(bracket, titles):
    assert [round_title(head, bracket) for head in bracket_layout(bracket).heads] == titles
    assert [round_.title for round_ in view(bracket, {}).rounds] == titles


def test_the_round_being_played_is_marked_on_both_sides():
    bracket = double_elimination(8)
    ids = [str(number) for number in range(1, 9)]
    results = {number: play(bracket, ids, {}).seats[number] for number in range(1, 5)}
    assert [round_.key for round_ in view(bracket, {}).rounds if round_.now] == ["winners-1"]
    assert [round_.key for round_ in view(bracket, results).rounds if round_.now] == ["winners-2", "losers-1"]
    assert page(view(bracket, results)).count('aria-current="step"') == 2


def test_list_and_drawing_hold_every_match_with_the_same_words():
    bracket = view(single_elimination(8), {1: ["1", "8"]}, tables={1: TableLink("/tables/5/", 5, "over", {"1": "9"})})
    html = page(bracket, bracket_id="b7")
    (drawing,) = drawings(html)
    spoken = [element.get("aria-label") for element in drawing.iter() if element.tag in (f"{SVG}a", f"{SVG}g")]
    assert [words for words in spoken if words and words.startswith("Match")] == [
        box.spoken for round_ in bracket.rounds for box in round_.matches
    ]
    assert [link.get("href") for link in drawing.iter(f"{SVG}a")] == ["/tables/5/"]
    assert html.count('class="bracket-number"') == 7
    assert 'href="#b7-winners-1"' in html
    assert 'id="b7-winners-1"' in html


def drawn_names(drawing: Drawing) -> list[list[str]]:
    return [[part.text for part in line.name] for box in drawing.rounds[0].boxes for line in box.lines]


def test_a_long_name_takes_two_lines_of_the_drawing():
    drawing = view(single_elimination(2), {}, p1="Ieva Petrauskaitė-Bartkienė").drawing
    assert drawn_names(drawing)[0] == ["Ieva Petrauskaitė-", "Bartkienė"]


def test_of_a_name_without_end_the_drawing_gives_the_whole_to_the_pointer_and_the_list_to_all():
    endless = "Aleksandra-" * 12 + "Maria von Wolframshausen"
    html = page(view(single_elimination(2), {}, p1=endless))
    (drawing,) = drawings(html)
    titles = [title.text for title in drawing.iter(f"{SVG}title")]
    assert titles and set(titles) == {endless}
    assert f'<a href="/players/1/">{endless}</a>' in html


@pytest.mark.parametrize("size", [4, 32])
def test_on_the_wall_boxes_are_as_wide_as_their_names_want_and_none_is_cut(size):
    drawing = view(single_elimination(size), {}, **{f"p{number}": LONG for number in range(1, size + 1)}).wall[0]
    boxes = [box for round_ in drawing.rounds for box in round_.boxes]
    assert boxes[0].width > WIDTH
    assert not any(line.cut for box in boxes for line in box.lines)


@pytest.mark.parametrize("name", ["Ana", "Wanda Müller", LONG, "WWWWWWWWWWWWWWWW", "李小龍李小龍李小龍", "i" * 60])
@pytest.mark.parametrize("width", [40, 120, 180])
def test_a_name_fits_its_room(name, width):
    text, held = fitted(name, width, size=16, bold=True)
    assert held <= width
    assert text_width(text, 16, bold=True) <= width * SQUEEZE
    assert text == name or (text.endswith("…") and name.startswith(text[:-1]))


def test_names_cannot_break_out_of_the_page():
    html = page(view(single_elimination(2), {}, p1="<script>", p2="</svg>&"))
    assert "<script>" not in html
    assert html.count("</svg>") == 1


@pytest.mark.parametrize(
    "bracket",
    [single_elimination(32), double_elimination(16, grand_final="reset"), table_knockout(29, seats=4, advance=2)],
)
def test_a_bracket_is_no_wider_than_a_page_every_box_lies_inside_and_all_figures_are_whole(bracket):
    (drawing,) = drawings(page(view(bracket, {})))
    width, height = int(drawing.get("width")), int(drawing.get("height"))
    assert drawing.get("viewBox") == f"0 0 {width} {height}"
    assert width <= PAGE_WIDTH
    boxes = [group for group in drawing.iter(f"{SVG}g") if group.get("role") == "listitem"]
    assert len(boxes) == len(bracket.matches)
    for box in boxes:
        x, y = map(int, box.get("transform").removeprefix("translate(").removesuffix(")").split())
        frame = next(box.iter(f"{SVG}rect"))
        assert 0 <= x <= width - int(frame.get("width"))
        assert 0 <= y <= height - int(frame.get("height"))


@pytest.mark.parametrize("bracket", [single_elimination(64), double_elimination(32), double_elimination(64)])
def test_a_bracket_that_a_page_cannot_hold_is_shown_and_printed_round_by_round(bracket):
    shown = view(bracket, {})
    assert shown.page is None
    html = page(shown, bracket_id="b1")
    assert "bracket-by-rounds" in html and "<svg" not in html
    assert html.count("bracket-chosen") == 1 and 'href="?round=winners-2#b1-winners-2"' in html
    chosen = page(shown, bracket_id="b1", chosen="winners-2")
    assert re.findall(r'id="([\w-]+)"[^>]*bracket-chosen', chosen) == ["b1-winners-2"]
    assert "<svg" in page(shown, bracket_id="b1", chosen="whole")


def test_where_names_have_no_room_all_have_initials_and_the_longest_the_other_way_round():
    names = {"p1": "Gintarė Žukauskaitė", "p2": "Ieva Stankevičiūtė-Bartkienė", "p3": "Ana", "p4": "Bo Li"}
    shown = view(double_elimination(16, grand_final="reset"), {}, **names).page
    assert shown
    drawn = {line.line.name: line.name[0].text for box in shown.rounds[0].boxes for line in box.lines}
    assert [drawn[name] for name in names.values()] == ["G. Žukauskaitė", "Ieva S.-B.", "Ana", "B. Li"]
    small = view(single_elimination(4), {}, p4="Bo Li").page
    assert small and [[part.text for part in line.name] for box in small.rounds[0].boxes for line in box.lines][1] == [
        "Bo Li"
    ]


def test_one_deal_won_is_told_by_the_mark_alone():
    def scores(one: str, other: str) -> list[str]:
        table = TableLink("/t/", 3, "over", {"1": one, "4": other})
        drawing = view(single_elimination(4), {1: ["1", "4"]}, tables={1: table}).page
        assert drawing
        return [line.score for line in drawing.rounds[0].boxes[0].lines]

    assert scores("1", "0") == ["", ""]
    assert scores("3", "1") == ["3", "1"]


def test_the_wall_shows_sheets_of_what_is_played_without_links():
    html = page(view(single_elimination(32), {}, tables={1: OVER}), variant="wall")
    assert [f'data-sheet="bracket-{number}"' in html for number in (1, 2, 3)] == [True, True, False]
    assert "<a " not in html
    assert 'data-glow="match-1"' in html
    shown = [
        int(group.get("data-glow").removeprefix("match-"))
        for drawing in drawings(html)
        for group in drawing.iter(f"{SVG}g")
        if group.get("data-glow")
    ]
    assert sorted(shown) == list(range(1, 25))


def test_the_way_of_those_who_have_gone_on_is_drawn_strongly():
    paths = view(single_elimination(4), {1: ["1", "4"]}).drawing.paths
    assert [path.gone for path in paths] == [True, False]
    assert paths[0].d.startswith(f"M{LEFT + WIDTH} ")
    assert paths[0].d.endswith(f"H{LEFT + WIDTH + BETWEEN}")


def test_from_a_table_each_line_leaves_where_somebody_sits_who_goes_on():
    bracket = table_knockout(12, seats=4, advance=2)
    seats = play(bracket, [str(number) for number in range(1, 13)], {}).seats[1]
    paths = view(bracket, {1: seats[::-1]}).drawing.paths
    first = view(bracket, {1: seats[::-1]}).drawing.rounds[0].boxes[0]
    starts = {int(path.d.split("C")[0].split()[1]) for path in paths if path.gone}
    assert starts == {first.y + seat * ROW + ROW // 2 for seat in (len(seats) - 1, len(seats) - 2)}
