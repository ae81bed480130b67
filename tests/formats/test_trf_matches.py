"""The team sections of a report that another program has written, after the text of TRF26."""

from collections.abc import Sequence
from fractions import Fraction
from pathlib import Path
from random import Random

import pytest

from tournaments.formats.trf import ReportTable, read_report
from tournaments.formats.trf_matches import MatchRound, ReportMatch, read_matches

FOREIGN = (Path(__file__).parent / "teams.trf").read_bytes().decode()
WORTHS = (Fraction(2), Fraction(1), Fraction(0))
OLD_ONLY = ("240", "300", "310", "320", "330", "352", "362")
BY_ORDER = ["013 Emilia                             1    2    9", "013 Toscana                            3    4"]

Faults = list[tuple[str, str, object]]


def matches(text: str, *, boards: int = 2) -> tuple[list[MatchRound], Faults]:
    """The rounds, and of each fault its line, its code and who it is about."""
    report, lines = read_report(text), text.splitlines()
    assert report.faults == ()
    rounds, faults = read_matches(report, text, boards=boards, worths=WORTHS)
    return rounds, [(lines[fault.line - 1][:8].strip(), fault.code, fault.params.get("name")) for fault in faults]


def changed(old: str, new: str) -> str:
    assert old in FOREIGN
    return FOREIGN.replace(old, new, 1)


def older(teams: Sequence[str], *people: str) -> str:
    """As of 2016: the rosters are told, and nothing of the matches."""
    kept = [line for line in FOREIGN.splitlines() if line[:3] not in (*OLD_ONLY, "001" if people else "")]
    return "\r".join([*kept, *people, *teams]).replace("062 8", "062 0")


def test_matches_follow_from_the_boards_and_from_the_records() -> None:
    rounds, faults = matches(FOREIGN)
    assert faults == []
    first, second, third = rounds
    assert first == MatchRound(
        (ReportMatch((1, 2), ((1, 2), (4, 3)), (ReportTable(1, 4, "1"), ReportTable(3, 2, "="))),), (), {3: "zero"}
    )
    assert second == MatchRound(
        (ReportMatch((3, 1), ((6, 5), (1, 9)), (ReportTable(6, 1, "0"), ReportTable(9, 5, "1"))),), (), {2: "half"}
    )
    assert third == MatchRound(
        (ReportMatch((2, 3), ((3, 4), (6, 7)), (ReportTable(3, 6, "+"), ReportTable(7, 4, "-"))),), (1,), {}
    )


def test_a_match_forfeited_without_a_game_is_that_of_the_teams_in_their_order() -> None:
    text = changed("   3 b -", "0000 - Z").replace("   4 w -", "0000 - Z").replace("   6 w +", "0000 - +")
    rounds, faults = matches(text.replace("   7 b +", "0000 - +").replace("300 003 003 002 0006 0007\r", ""))
    assert faults == []
    assert rounds[2].matches == (
        ReportMatch((2, 3), ((3, 4), (5, 6)), (ReportTable(3, 5, "+"), ReportTable(6, 4, "-"))),
    )


def test_a_team_that_has_not_come_may_be_named_by_empty_boards() -> None:
    text = changed("   3 b -", "0000 - Z").replace("   4 w -", "          ").replace("   6 w +", "0000 - +")
    text = text.replace("   7 b +", "0000 - +").replace("003 003 002 0006 0007", "003 003 002 0000 0000")
    rounds, faults = matches(text)
    assert faults == []
    assert rounds[2].matches == (
        ReportMatch((2, 3), ((3, 4), (5, 6)), (ReportTable(3, 5, "+"), ReportTable(6, 4, "-"))),
    )
    _rounds, faults = matches(text.replace("330 +- 003 002 003", ""))
    assert faults == [("310   3", "boards", "Veneto")]


def test_points_that_were_given_say_how_the_match_ended_also_where_a_board_was_not_played() -> None:
    text = changed("   3 b =", "0000 - Z").replace("   2 w =", "0000 - Z")
    given = ["299 W   0.0   1.0  001 0001", "299 L   2.0   0.0  001 0002"]
    rounds, faults = matches(text + "\r".join([*given, "300 001 001 002 0001 0002"]))
    assert faults == []
    assert rounds[0].matches == (ReportMatch((1, 2), ((1, 2), (4, 3)), (ReportTable(1, 4, "1"), None), (2, 1)),)


def test_in_the_older_section_the_opponents_alone_say_which_teams_met() -> None:
    teams = [*BY_ORDER, "013 Veneto                             5    6    7"]
    rounds, faults = matches(older(teams))
    assert faults == []
    assert [[match.teams for match in round_.matches] for round_ in rounds] == [[(1, 2)], [(3, 1)], [(2, 3)]]
    assert rounds[1].matches[0].line_ups == ((6, 5), (1, 9))
    assert [round_.byes for round_ in rounds] == [(), (), (1,)]
    assert rounds[1].requested == {2: "half"}


@pytest.mark.parametrize(
    ("old", "new", "fault"),
    [
        ("352 WB\r", "352 WBWB\r", ("352 WBWB", "board-count", None)),
        ("TW 2.0", "TW 3.0", ("362 TW 3", "match-worth", None)),
        ("352 WB\r", "352 WB\r162  W 3.0    D 1.0\r", ("162  W 3", "board-worth", None)),
        ("310   2", "310   1", ("310   1", "team-number", "Toscana")),
        ("310   2", "310    ", ("310", "team-number", "Toscana")),
        ("330 +- 003 002 003", "330 +- 003 002 002", ("330 +- 0", "itself", "Toscana")),
        ("330 +- 003 002 003", "330 +- 003 002 007", ("330 +- 0", "no-team", None)),
        ("330 +- 003 002 003", "330 -+ 003 002 003", ("330 -+ 0", "forfeit", "Toscana")),
        ("330 +- 003 002 003", "330 +- 003 002", ("330 +- 0", "record", None)),
        ("330 +- 003 002 003", "330 +- 001 001 002", ("330 +- 0", "forfeit", "Toscana")),
        ("300 002 001 003", "300 002 001 002", ("300 002", "third-team", "Emilia")),
        ("0001 0009", "0001 0001", ("300 002", "line-up-people", "Emilia")),
        ("0001 0009", "0001 0003", ("300 002", "line-up-people", "Emilia")),
        ("0001 0009", "0001 0002", ("300 002", "line-up", "Emilia")),
        ("0001 0009", "0009 0001", ("300 002", "line-up", "Veneto")),
        ("0001 0009", "0000 0009", ("300 002", "empty-board", "Emilia")),
        ("0001 0009", "0001 0009 0002", ("300 002", "boards", "Emilia")),
        ("300 002 001 003 0001 0009", "300 002 001 003", ("300 002", "record", None)),
        ("310   3 Veneto", "310   4 Ghosts\r310   3 Veneto", ("310   4", "team", "Ghosts")),
        ("300 002 001 003", "300 002 001 003 0001 0009\r300 002 001 003", ("300 002", "team-twice", "Emilia")),
        ("240 H 002 0002", "240 H 003 0002", ("240 H 00", "team-twice", "Toscana")),
        ("000 000 001", "000 001 001", ("320  2.0", "team-twice", "Emilia")),
        ("330 +- 003 002 003", "299       1.0   0.0  003 0001", ("299", "given", None)),
        ("330 +- 003 002 003", "299 W   7.0   0.0  001 0001", ("299 W", "given", None)),
    ],
)
def test_a_record_that_cannot_be_is_named_by_its_line(old: str, new: str, fault: object) -> None:
    _rounds, faults = matches(changed(old, new))
    assert fault in faults


def test_blank_columns_are_zeros() -> None:
    rounds, faults = matches(FOREIGN)
    assert matches(changed("320  2.0  2.0 000 000 001", "320  2.0  2.0         001")) == (rounds, faults)
    empty = changed("300 002 001 003 0001 0009", "300 002 001 003      0009")
    assert ("300 002", "empty-board", "Emilia") in matches(empty)[1]


def test_whoever_sits_where_the_line_up_has_nobody_is_told() -> None:
    """Two are named against one, who meets the second."""
    text = changed("   3 b =", "   4 b 0").replace("   2 w =", "0000 - Z").replace("   1 b 0", "   2 w 1")
    text = text.replace("   4 w 1     6 b 1", "0000 - Z     6 b 1")
    named = ["300 001 001 002 0001 0002", "300 001 002 001 0004 0000"]
    _rounds, faults = matches(text.replace("300 001 002 001 0004 0003", "\r".join(named)))
    assert faults == [("300 001", "line-up", "Toscana")]


def test_somebody_who_meets_a_third_team_or_their_own_is_named() -> None:
    third = changed("   3 b =", "   5 b =").replace("   2 w =", "0000 - Z")
    _rounds, faults = matches(third.replace(f"0.0 {'':16}   9 w 0", f"0.0 {'':6}   2 w =     9 w 0"))
    assert ("001    5", "third-team", "Rossi, Bruno") in faults
    own = changed("   4 w 1", "   2 w 1").replace("   3 b =", "   1 b 0").replace("   2 w =", "0000 - Z")
    _rounds, faults = matches(own.replace("   1 b 0  0000 - H", "0000 - Z  0000 - H"))
    assert ("001    2", "one-team", "Rossi, Anna") in faults


def test_fewer_boards_than_are_planned_are_refused_unless_the_report_says_they_were_empty() -> None:
    _rounds, faults = matches(changed("352 WB\r", ""), boards=3)
    assert ("310   1", "boards", "Emilia") in faults


def test_a_report_of_people_alone_has_no_matches() -> None:
    assert matches(older([]))[1] == [("### A ma", "teams", None)]
    assert ("001    6", "teamless", "Verdi, Fabio") in matches(older(BY_ORDER))[1]


def test_a_spoilt_report_has_faults_with_their_lines_or_pairs_teams_that_it_has() -> None:
    random = Random(20261128)
    read = 0
    for _time in range(400):
        at = random.randrange(len(FOREIGN))
        text = FOREIGN[:at] + random.choice(["", "0", "7", " ", "+", "w", "\r"]) + FOREIGN[at + random.randint(0, 3) :]
        report = read_report(text)
        if not report.faults:
            rounds, faults = read_matches(report, text, boards=2, worths=WORTHS)
            assert all(1 <= fault.line <= len(text.splitlines()) for fault in faults)
            met = [] if faults else [team for round_ in rounds for match in round_.matches for team in match.teams]
            assert {*met} <= {team.number for team in report.teams}
            read += bool(met)
    assert read > 20
