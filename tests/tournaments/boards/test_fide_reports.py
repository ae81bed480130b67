"""The FIDE report of teams that meet over boards, as the text of TRF26 has it: columns count from 1."""

from collections.abc import Iterable

import pytest

from tests.tournament_scenes import draw, make_tournament, next_round
from tests.tournaments.boards.scenes import begun_teams, entrant, side, sitting, win
from tests.tournaments.files.test_played_in import brought, members, points
from tournaments.audit import SYSTEM
from tournaments.exports.files.fide_reports import reports
from tournaments.formats.trf import read_report
from tournaments.models import Event, Table
from tournaments.services.stage import rulings
from tournaments.services.stage.entrants import withdraw
from tournaments.services.stage.line_ups import set_line_up
from tournaments.services.stage.planning import request_byes
from tournaments.services.stage.rounds import publish_round

pytestmark = pytest.mark.django_db


def report(event: Event) -> str:
    (text,) = reports(event).values()
    return text


def records(event: Event, *codes: str) -> list[str]:
    return [line for line in report(event).splitlines() if line[:3] in codes]


def play_all(tables: Iterable[Table]) -> None:
    """By the team whose letter comes first."""
    for table in tables:
        win(table, min(sitting(table))[0])


def test_members_have_their_games_and_teams_their_points_of_matches_and_boards():
    event = begun_teams(2, each=3, boards=2, rounds=1)
    one, two = next_round(event)
    win(one, "A")
    rulings.decide_places(table_id=two.pk, places=[1, 1], reason="level", actor=SYSTEM)
    first = sitting(one)[0][0]
    people = records(event, "001")
    assert [line[14:47].strip() for line in people] == ["A1", "A2", "A3", "B1", "B2", "B3"]
    white, black = ("w", "b") if first == "A" else ("b", "w")
    assert [line[91:99] for line in people] == [
        f"   4 {white} 1", f"   5 {black} =", "0000 - Z", f"   1 {black} 0", f"   2 {white} =", "0000 - Z",
    ]  # fmt: skip
    assert records(event, "082", "352", "362", "300", "320", "330", "240") == ["082 2", "352 WB"]
    team, other = records(event, "310")
    assert (team[4:7], team[8:40].strip(), team[54:60].strip(), team[61:67].strip(), team[68:71].strip()) == (
        "  1", "A", "2.0", "1.5", "1",
    )  # fmt: skip
    assert (other[54:60].strip(), other[61:67].strip()) == ("0.0", "0.5")
    assert team[73:87] == "   1    2    3"


def test_a_line_up_out_of_order_or_with_an_empty_board_is_told():
    event = begun_teams(2, each=3, boards=2, rounds=1, line_up="free")
    withdraw(event_id=event.pk, entrant_id=entrant(event, "B2").pk, actor=SYSTEM)
    withdraw(event_id=event.pk, entrant_id=entrant(event, "B3").pk, actor=SYSTEM)
    round_ = draw(event)
    named = [entrant(event, name).pk for name in ("A3", "A1")]
    set_line_up(round_id=round_.pk, side=side(event, "A"), members=named, actor=SYSTEM)
    play_all(publish_round(round_id=round_.pk, actor=SYSTEM))
    assert sorted(records(event, "300")) == ["300 001 001 002 0003 0001", "300 001 002 001 0004 0000"]
    unopposed = next(line for line in records(event, "001") if line[14:47].strip() == "A1")
    assert (unopposed[80:84], unopposed[91:99]) == (" 1.0", "0000 - +")
    kept = begun_teams(2, each=3, boards=2, rounds=1)
    round_ = draw(kept)
    named = [entrant(kept, name).pk for name in ("A1", "A3")]
    set_line_up(round_id=round_.pk, side=side(kept, "A"), members=named, actor=SYSTEM)
    play_all(publish_round(round_id=round_.pk, actor=SYSTEM))
    assert records(kept, "300") == []


def test_byes_and_matches_that_a_team_has_not_come_to_are_told():
    event = begun_teams(5, rounds=2)
    request_byes(event_id=event.pk, entrant_id=side(event, "B"), byes={2: "half"}, actor=SYSTEM)
    tables = next_round(event)
    play_all(tables)
    (bye,) = records(event, "320")
    assert bye[:13] == "320  2.0  2.0" and bye[14:17] in {f"{number:03}" for number in range(1, 6)}
    tables = next_round(event)
    gone = [table for table in tables if table.number <= 2]
    for table in gone:
        rulings.forfeit(table_id=table.pk, seats=[table.game - 1], reason="", actor=SYSTEM)
    play_all(tables[2:])
    assert records(event, "240") == ["240 H 002 0002"]
    (forfeited,) = records(event, "330")
    assert forfeited[:10] == "330 -+ 002" and records(event, "320") == [bye + " 000"]


def test_points_of_matches_that_are_not_the_usual_ones_are_told():
    event = begun_teams(2, rounds=1, points="win")
    play_all(next_round(event))
    assert records(event, "362") == ["362 TW 1.0   TD 0.5   TL 0.0"]


def test_virtual_points_of_teams_are_match_points_and_pass_the_reader() -> None:
    event = begun_teams(4, rounds=3, acceleration="baku")
    play_all(next_round(event))
    assert records(event, "250") == ["250 02.0 00.0 001 001 0001 0002", "250 01.0 00.0 002 002 0001 0002"]
    there = brought(event, report(event))
    assert records(there, "250") == records(event, "250")


def test_a_report_of_teams_is_read_again_with_its_people_and_comes_in_where_people_play():
    event = begun_teams(4, each=3, boards=3, rounds=2)
    for _round in range(2):
        play_all(next_round(event))
    text = report(event)
    read = read_report(text)
    assert read.faults == () and [len(round_.tables) for round_ in read.rounds] == [6, 6]
    assert [(team.name, team.members) for team in read.teams] == [
        (letter, tuple(range(3 * at + 1, 3 * at + 4))) for at, letter in enumerate("ABCD")
    ]
    there = brought(event, text, into=make_tournament(stages=[("swiss", {"rounds": 2})]))
    assert members(there) == members(event)
    assert points(there) == {person.name: person.points for person in read.people}
