"""A stage of two as a FIDE tournament report."""

from datetime import date
from fractions import Fraction

import pytest

from tests.formats.records import table
from tournaments.formats.options import Options
from tournaments.formats.record import ByeRecord, RoundRecord, StageRecord
from tournaments.formats.standings.points import SCHEMES, PointRule
from tournaments.formats.trf import (
    NoReport,
    ReportEntrant,
    ReportHead,
    TournamentReport,
    is_report,
    read_report,
    report_lines,
)
from tournaments.formats.trf_teams import TeamEntry

HEAD = ReportHead("Vilnius Open", "Neris", date(2026, 11, 21), date(2026, 11, 22), 4)
STAGE = StageRecord(
    entrants=tuple("ABCDE"),
    rounds=(
        RoundRecord((table("A", "B"), table("D", "C", places=[1, 1])), (ByeRecord("E", Fraction(1)),)),
        RoundRecord((table("C", "A", forfeited=["A"]),), (ByeRecord("B", Fraction(1, 2), requested=True),)),
        RoundRecord((table("A", "E", forfeited=["A", "E"]), table("B", "D", places=[2, 1]))),
        RoundRecord((table("A", "D", places=[None, None]),)),
    ),
)
PEOPLE = [ReportEntrant(who, f"Player {who}", 1500 if who == "A" else 0, None) for who in "ABCDE"]


def lines(stage: StageRecord = STAGE, **options: object) -> list[str]:
    return list(report_lines(HEAD, stage, PEOPLE, Options(**options), scheduled=False))  # type: ignore[arg-type]


def games(text: list[str]) -> list[list[str]]:
    """Points, then each round, of every entrant."""
    rows = [line for line in text if line.startswith("001")]
    return [[row[80:84].strip(), *(row[at : at + 8] for at in range(91, len(row), 10))] for row in rows]


def test_every_round_that_is_over_stands_in_its_columns():
    assert games(lines()) == [
        ["1.0", "   2 w 1", "   3 b -", "   5 w -"],
        ["0.5", "   1 b 0", "0000 - H", "   4 w 0"],
        ["1.5", "   4 b =", "   1 w +", "0000 - Z"],
        ["1.5", "   3 w =", "0000 - Z", "   2 b 1"],
        ["1.0", "0000 - U", "0000 - Z", "   1 b -"],
    ]


def test_head_and_names_stand_where_programs_look_for_them():
    text = lines()
    assert text[:8] == [
        "012 Vilnius Open",
        "022 Neris",
        "042 2026/11/21",
        "052 2026/11/22",
        "062 5",
        "072 1",
        "092 Swiss System",
        "142 4",
    ]
    first = next(line for line in text if line.startswith("001"))
    assert (first[4:8], first[14:47].rstrip(), first[48:52]) == ("   1", "Player A", "1500")


def test_points_that_are_not_the_usual_ones_are_told():
    assert not [line for line in lines() if line.startswith("162")]
    rule = PointRule(scheme=SCHEMES["310"], bye=1)
    assert [line for line in lines(rule=rule) if line.startswith("162")] == ["162  W 3.0    D 1.0    P 1.0"]
    absent = PointRule(scheme=SCHEMES["win"], forfeit_loss=Fraction(1, 2), double_forfeit=Fraction(1, 2))
    assert [line for line in lines(rule=absent) if line.startswith("162")] == ["162  A 0.5"]


def for_the_draw(people: int, *, scheduled: bool = False, late: int = 0, **options: object) -> list[str]:
    entrants = tuple(range(1, people + 1))
    stage = StageRecord(entrants=entrants, late=frozenset([late] if late else []))
    sheet = [ReportEntrant(who, f"Player {who}", 0, None) for who in entrants]
    text = report_lines(HEAD, stage, sheet, Options(**options), scheduled=scheduled)  # type: ignore[arg-type]
    return [line for line in text if line.startswith("250")]


def test_virtual_points_are_those_of_the_example_of_trf26_by_round_and_starting_number():
    """It has 178 players and eleven rounds."""
    assert for_the_draw(178, rounds=11, acceleration="baku") == [
        "250      01.0 001 003 0001 0090",
        "250      00.5 004 006 0001 0090",
    ]
    assert for_the_draw(8, rounds=4, acceleration="baku", late=3) == [
        "250      01.0 001 001 0001 0002",
        "250      01.0 001 001 0004 0005",
        "250      00.5 002 002 0001 0002",
        "250      00.5 002 002 0004 0005",
    ]
    assert for_the_draw(8, rounds=4) == []


def test_starting_points_are_for_the_draws_of_all_rounds_where_rounds_are_drawn_by_points():
    assert for_the_draw(6, rounds=5, acceleration="mcmahon", bands=3) == [
        "250      02.0 001 005 0001 0002",
        "250      01.0 001 005 0003 0004",
    ]
    assert for_the_draw(6, acceleration="mcmahon", bands=3, scheduled=True) == []


def test_points_for_the_draw_change_nothing_of_what_is_read():
    with_them, without = (read_again(lines(rounds=4, acceleration=kind)) for kind in ("baku", "none"))
    assert (with_them.faults, with_them.rounds) == ((), without.rounds)
    assert [who[1:] for who in with_them.people] == [who[1:] for who in without.people]


@pytest.mark.parametrize(
    ("options", "code"),
    [
        ({"seats": 4}, "seats"),
        ({"rule": PointRule(scheme=SCHEMES["score"])}, "points"),
        ({"rule": PointRule(scheme=SCHEMES["games"])}, "points"),
        ({"rule": PointRule(scheme=SCHEMES["win"], bye=Fraction(1, 3))}, "points"),
        ({"rule": PointRule(scheme=SCHEMES["win"], forfeit_win=0)}, "points"),
    ],
)
def test_what_the_format_cannot_say_is_refused_before_a_line_is_written(options, code):
    with pytest.raises(NoReport) as refused:
        report_lines(HEAD, STAGE, PEOPLE, Options(**options), scheduled=False)
    assert refused.value.code == code


def read_again(text: list[str]) -> TournamentReport:
    return read_report("\r\n".join(text))


@pytest.mark.parametrize("end", ["\n", "\r\n", "\r"])
def test_a_report_is_one_however_its_lines_end(end):
    text = end.join(lines())
    assert is_report(text) and is_report(text[text.index("001 ") :])
    assert read_report(text) == read_again(lines())
    assert not is_report(f"table,players{end}1,001    1 Ana")


def test_what_is_written_is_read_as_it_was():
    report = read_again(lines())
    assert report.faults == ()
    assert (report.name, report.planned) == ("Vilnius Open", 4)
    assert [(each.number, each.name, each.rating, each.points) for each in report.people] == [
        (1, "Player A", 1500, 1),
        (2, "Player B", 0, Fraction(1, 2)),
        (3, "Player C", 0, Fraction(3, 2)),
        (4, "Player D", 0, Fraction(3, 2)),
        (5, "Player E", 0, 1),
    ]
    assert [(round_.tables, round_.rests) for round_ in report.rounds] == [
        (((1, 2, "1"), (4, 3, "=")), {5: "bye"}),
        (((3, 1, "+"),), {2: "half", 4: "zero", 5: "zero"}),
        (((1, 5, "--"), (2, 4, "0")), {3: "zero"}),
    ]


def person(number: int, name: str, *games: str, points: str = "0.0") -> str:
    return f"001 {number:4}      {name:<33} {'':31} {points:>4}     " + "".join(f"  {game}" for game in games)


@pytest.mark.parametrize(
    ("text", "line", "code"),
    [
        ([], 1, "people"),
        ([person(0, "Ana")], 1, "number"),
        ([person(1, "Ana"), person(1, "Bruno")], 2, "number-twice"),
        ([person(1, "")], 1, "name"),
        ([person(1, "Ana", points="x")], 1, "points"),
        ([person(1, "Ana", "   9 w 1")], 1, "opponent"),
        ([person(1, "Ana", "   1 w 1")], 1, "opponent"),
        ([person(1, "Ana", "   2 w ?"), person(2, "Bruno")], 1, "result"),
        ([person(1, "Ana", "0000 - ?")], 1, "result"),
        ([person(1, "Ana", "   2 w 1"), person(2, "Bruno", "   1 b 1")], 1, "differs"),
        ([person(1, "Ana", "   2 w 1"), person(2, "Bruno", "   1 w 0")], 1, "differs"),
        ([person(1, "Ana", "   2 w 1"), person(2, "Bruno")], 1, "differs"),
    ],
)
def test_what_cannot_be_so_is_a_fault_of_its_line(text, line, code):
    assert (line, code) in [(fault.line, fault.code) for fault in read_again(text).faults]


def test_a_report_that_is_cut_short_anywhere_has_faults():
    """But for blanks at its end, and what the last line says of a round without a table, which its points tell."""
    whole = "\n".join(lines()).rstrip()
    for length in range(whole.rindex("   1 b -")):
        assert read_report(whole[:length]).faults


def test_a_table_that_still_plays_is_open():
    report = read_again([person(1, "Ana", "   2 w  "), person(2, "Bruno", "   1 b  ")])
    assert (report.faults, report.rounds[0].tables) == ((), ((1, 2, ""),))


def test_a_blank_number_is_that_of_nobody_and_colours_may_be_capitals():
    report = read_again([person(1, "Ana", "   2 W 1", "     - H"), person(2, "Bruno", "   1 B 0", "       z")])
    assert report.faults == ()
    assert [round_.tables for round_ in report.rounds] == [((1, 2, "1"),), ()]
    assert report.rounds[1].rests == {1: "half", 2: "zero"}


# Teams

TEAMS = [
    TeamEntry("Reds", "AC", 2, Fraction(5, 2)),
    TeamEntry("Blues", "EBX", 1, Fraction(11, 2)),
    TeamEntry("Away", "X"),
]


def with_teams() -> list[str]:
    return list(report_lines(HEAD, STAGE, PEOPLE, Options(), scheduled=False, teams=TEAMS))


def test_teams_stand_in_the_columns_of_both_records():
    text = with_teams()
    assert "082 2" in text
    old, new = text[-2:]
    assert (old[4:36].strip(), old[36:40], old[41:45]) == ("Blues", "   5", "   2")
    columns = (slice(4, 7), slice(8, 40), slice(61, 67), slice(68, 71), slice(73, 77), slice(78, 82))
    assert [new[at].strip() for at in columns] == ["2", "Blues", "5.5", "1", "5", "2"]
    assert [line[:3] for line in text[-4:]] == ["013", "310", "013", "310"]


def test_teams_that_are_written_are_read_as_they_were():
    for text in (with_teams(), [line for line in with_teams() if line[:3] != "310"]):
        report = read_again(text)
        assert [(team.name, team.members) for team in report.teams] == [("Reds", (1, 3)), ("Blues", (5, 2))]
        assert report.faults == () and report.rounds == read_again(lines()).rounds


@pytest.mark.parametrize("wrong", ["   9", "   2", "   5", "abcd"])
def test_a_team_of_somebody_who_is_not_there_or_in_another_is_told_by_its_line(wrong):
    text = [line for line in with_teams() if line[:3] != "310"]
    text[-2] += f" {wrong}"
    report = read_again(text)
    assert {fault.code for fault in report.faults} == {"team"}
    assert read_again([*lines(), "013 " + " " * 32 + "   1"]).faults[0].code == "team"
