"""Team matches that were played elsewhere come into a tournament that is planned, by a FIDE report or by our sheets."""

from contextlib import suppress
from pathlib import Path
from random import Random

import pytest
from django.urls import reverse
from pytest_django import Settings

from tests.tournament_scenes import finish_table, make_tournament, next_round, open_tables, start
from tests.tournaments.boards.scenes import (
    begun_teams,
    entrant,
    play_boards,
    random_event,
    side,
    sitting,
    state_of,
    team_event,
    win,
)
from tests.tournaments.files.test_matches_in import tables_of
from tests.tournaments.files.test_played_in import brought, proves_itself, read, sent, sheets, signed_in, standing
from tournaments.audit import SYSTEM
from tournaments.exports.files.fide_reports import reports
from tournaments.models import ClubRating, Event
from tournaments.selectors.stage.entrants import entrants_in_order
from tournaments.selectors.stage.teams import sides_of
from tournaments.services.night import finish_event
from tournaments.services.refusals import Refused
from tournaments.services.stage.entrants import substitute, withdraw
from tournaments.services.stage.planning import plan_stages, start_stage

pytestmark = pytest.mark.django_db


def report(event: Event) -> list[str]:
    """Without club and day."""
    (text,) = reports(event).values()
    return [line for line in text.splitlines() if line[:3] not in ("022", "042", "052")]


@pytest.mark.flood
@pytest.mark.parametrize("seed", range(24))
def test_the_report_of_teams_is_the_same_once_it_is_brought_in(seed: int) -> None:
    event = random_event(seed)
    (text,) = reports(event).values()
    there = brought(event, text)
    assert report(there) == report(event)
    assert standing(there) == standing(event)
    assert proves_itself(there)


@pytest.mark.flood
@pytest.mark.parametrize("seed", range(24))
def test_the_sheets_of_teams_bring_every_board_again(seed: int) -> None:
    event = random_event(seed)
    there = brought(event, *sheets(event, "pairings", "standings", "entrants", "teams"))
    assert standing(there) == standing(event)
    assert report(there) == report(event)
    assert proves_itself(there)


def order(event: Event) -> list[str]:
    """Of the teams, as they were seeded."""
    return list(event.stages.get().entries.order_by("seed").values_list("entrant__player__name", flat=True))


def test_the_order_that_the_director_gave_the_teams_comes_along() -> None:
    """Their members, who are seeded otherwise, keep theirs; a sheet that does not tell it seeds teams by them."""
    event = team_event(4, rounds=1)
    by_hand = [side(event, name) for name in "CADB"]
    start_stage(stage_id=event.stages.get().pk, entrants=by_hand, actor=SYSTEM)
    play_boards(event, Random(1))
    files = sheets(event, "pairings", "entrants", "teams")
    there = brought(event, *files)
    assert order(there) == [*"CADB"] and standing(there) == standing(event)
    assert [one.player.name for one in entrants_in_order(there)] == [
        one.player.name for one in entrants_in_order(event)
    ]
    head, *rows = files[-1].splitlines()
    assert head.endswith(",team_seed")
    before = "\n".join(line.rpartition(",")[0] for line in [head, *rows])
    assert order(brought(event, *files[:-1], before)) == [*"ABCD"]


FOREIGN = (Path(__file__).parents[2] / "formats/teams.trf").read_bytes().decode()
EMILIA = [("Emilia", "6"), ("Toscana", "3"), ("Veneto", "0")]


def planned(**options: object) -> Event:
    return make_tournament(stages=[("swiss", {"rounds": 3, "boards": 2, "line_up": "free", **options})])


def test_a_report_that_another_program_wrote_becomes_teams_line_ups_and_standings() -> None:
    there = brought(planned(), FOREIGN, into=planned())
    (rows,) = state_of(there).standings
    names = {side.pk: side.player.name for side in state_of(there).entrants.values()}
    assert [(names[row.id], str(row.points)) for row in rows] == EMILIA
    assert [[one.player.name for one in team] for team in sides_of(there).values()] == [
        ["Anna Rossi", "Bruno Rossi", "Ivo Rossi"],
        ["Carla Conti", "Dario Conti"],
        ["Elena Verdi", "Fabio Verdi", "Gina Verdi"],
    ]
    second = state_of(there).rounds[1].seating
    assert sorted([entrant_name(there, who) for who in people] for people in second.line_ups.values()) == [
        ["Anna Rossi", "Ivo Rossi"],
        ["Fabio Verdi", "Elena Verdi"],
    ]
    assert entrant(there, "Anna Rossi").rating == 2105
    assert proves_itself(there)


def entrant_name(event: Event, pk: int) -> str:
    return event.entrants.get(pk=pk).player.name


@pytest.mark.parametrize(
    ("old", "new", "said"),
    [
        (" 6.0    5.5", " 5.0    5.5", "Match points of “Emilia”: 5 in the file, 6 by the plan."),
        (" 6.0    5.5", " 6.0    5.0", "Board points of “Emilia”: 5 in the file, 5½ by the results of the boards."),
        ("1990/00/00  0.5", "1990/00/00  2.5", "Points of Bruno Rossi: 2½ in the file, ½ by the games."),
        ("330 +- 003 002 003", "330 +- 003 002 002", "The team “Toscana” cannot meet itself."),
        ("     3    4", "     3    1", "The team “Toscana”: each needs a name of its own"),
        ("352 WB", "352 WBWB", "Boards: 4 in the file, 2 in the plan."),
        ("0001 0009", "0001 0001", "A line-up of “Emilia” names members of the team, each once."),
        ("300 002 001 003", "300 002 001 002", "Round 2: Emilia meets somebody of “Toscana”, and the team"),
        ("330 +- 003", "330 -- 003", "Round 3: record 330 and the games of “Toscana” do not say"),
    ],
)
def test_a_line_of_a_team_that_cannot_be_is_named(old: str, new: str, said: str) -> None:
    assert old in FOREIGN
    text = FOREIGN.replace(old, new, 1)
    lines = text.split("\r")
    faults = read(planned(), text).faults
    assert [fault for fault in faults if fault.says.startswith(said)]
    assert all(lines[fault.line - 1][:3] in ("001", "300", "310", "330", "352") for fault in faults)


def test_a_line_up_in_any_order_asks_for_a_plan_that_allows_it() -> None:
    assert [fault.says for fault in read(planned(line_up="fixed"), FOREIGN).faults] == [
        "Round 1: “Toscana” does not sit in the team’s order. Plan line-ups in any order.",
        "Round 2: “Veneto” does not sit in the team’s order. Plan line-ups in any order.",
    ]


def test_names_are_as_they_are_stored_and_teams_have_names_apart() -> None:
    """Where nothing that is not seen tells them apart either."""
    text = FOREIGN.replace("Toscana ", "Tosca\0na").replace("Veneto  ", "Ve\u0301neto\u200b")
    there = brought(planned(), text, into=planned())
    assert set(there.teams.values_list("name", flat=True)) == {"Emilia", "Toscana", "Véneto"}
    for name in ("Emilia\u200b", "\u200b\u200b     "):
        faults = read(planned(), FOREIGN.replace("Toscana", name)).faults
        assert [fault.says for fault in faults if fault.says.startswith("The team “")]


def test_whether_points_of_members_count_their_byes_is_the_files_affair() -> None:
    """Those at an empty board do, where those of the team do not."""
    text = FOREIGN.replace("1990/00/00  2.0          4 w 1     6 b 1", "1990/00/00  2.0       0000 - +     6 b 1")
    text = text.replace("1990/00/00  1.0          1 b 0", "1990/00/00  1.0       0000 - Z")
    text = text.replace("300 001 002 001 0004 0003", "300 001 002 001 0003 0000\r300 001 001 002 0002 0001")
    assert read(planned(), text).faults == []


def test_byes_in_rounds_to_come_are_asked_for_here() -> None:
    text = FOREIGN.replace("142 3", "142 5") + "\r240 H 005 0002\r"
    there = brought(planned(), text, into=planned())
    assert [round_.number for round_ in state_of(there).rounds] == [1, 2, 3]
    asked = state_of(there).stage.bye_requests.filter(round__gt=3)
    assert [(ask.entrant.player.name, ask.round, ask.worth) for ask in asked] == [("Toscana", 5, "half")]
    assert proves_itself(there)


def test_points_that_were_given_leave_the_boards_as_they_were() -> None:
    """The first was played, the second was not."""
    text = FOREIGN.replace("   3 b =", "0000 - Z").replace("   2 w =", "0000 - Z")
    text = text.replace("1990/00/00  0.5", "1990/00/00  0.0").replace("1990/00/00  1.5", "1990/00/00  1.0")
    text = text.replace(" 6.0    5.5", " 4.0    5.0").replace(" 3.0    3.5", " 5.0    3.0")
    given = ["299 W   0.0   1.0  001 0001", "299 L   2.0   0.0  001 0002", "300 001 001 002 0001 0002", ""]
    there = brought(planned(), text + "\r".join(given), into=planned())
    assert given[0] in report(there) and given[1] in report(there)
    emilia = next(line for line in report(there) if line.startswith("310   1"))
    assert emilia[54:67].split() == ["4.0", "5.0"]
    assert proves_itself(there)


def test_a_fault_is_told_once_and_shows_no_more_of_a_line_than_can_be_read() -> None:
    faults = read(planned(), FOREIGN + f"\r330 {'x' * 10_000}\r240 H 001 0001").faults
    assert max(len(fault.says) for fault in faults) < 200
    assert len({(fault.line, fault.says) for fault in faults}) == len(faults)
    with pytest.raises(Refused, match="sheet-long"):
        read(planned(), FOREIGN + "\r###" * 5001)


HEAD = "round,table,match_game,player,place\n"
MATCH = "1,1,1,Ana,1\n1,1,1,Bruno,2\n1,2,2,Cleo,1\n1,2,2,Dan,1\n"
ROSTERS = "team,player,captain\nReds,Ana,0\nReds,Cleo,1\nBlues,Bruno,0\nBlues,Dan,0\nGreens,Eva,0\nGreens,Finn,0\n"


def test_sheets_written_by_hand_say_whose_board_each_is() -> None:
    there = brought(planned(), f"{HEAD}{MATCH}1,,,Greens,\n", ROSTERS, into=planned())
    (rows,) = state_of(there).standings
    assert {state_of(there).entrants[row.id].player.name: str(row.points) for row in rows} == {
        "Reds": "2",
        "Blues": "0",
        "Greens": "2",
    }
    assert entrant(there, "Cleo").captain and not entrant(there, "Ana").captain


def test_sheets_may_number_matches_in_the_place_of_tables() -> None:
    rows = MATCH.replace("1,2,2", "1,1,2")
    there = brought(planned(), f"{HEAD}{rows}", ROSTERS, into=planned())
    assert list(there.tables.order_by("number").values_list("number", "game")) == [(1, 1), (2, 2)]


def test_capitals_make_no_other_team() -> None:
    there = brought(planned(), f"{HEAD}{MATCH}1,,,greens,\n", ROSTERS.replace("Reds,Cleo", "REDS,Cleo"), into=planned())
    assert set(there.teams.values_list("name", flat=True)) == {"Reds", "Blues", "Greens"}


def test_who_did_not_come_to_a_board_needs_no_seat() -> None:
    head, rows = HEAD.replace("place", "place,forfeit"), "1,1,1,Ana,,\n1,1,1,Bruno,,1\n1,2,2,Cleo,,\n1,2,2,Dan,,1\n"
    there = brought(planned(), head + rows, ROSTERS, into=planned())
    assert [text for text in report(there) if text.startswith("330")] == ["330 +- 001 001 002"]


def test_a_team_that_has_left_plays_no_more_here_either() -> None:
    event = begun_teams(4, each=2, boards=2, rounds=3)
    play_boards(event, Random(3))
    withdraw(event_id=event.pk, entrant_id=event.teams.get(name="B").side_id, actor=SYSTEM)
    there = brought(event, *sheets(event, "pairings", "entrants", "teams"))
    assert there.entrants.get(status="withdrawn").player.name == "B"
    assert all("B1" not in sitting(table) for table in next_round(there))


ALONE = "1,1,1,Ana,1,,\n1,1,1,Bruno,2,,\n"


@pytest.mark.parametrize(
    ("rows", "said"),
    [
        (f"{ALONE}1,9,9,Cleo,,unopposed,\n", "Round 1: say by match_game which board of the match it is, from 1 to 2"),
        (f"{ALONE}1,1,1,Eva,,unopposed,\n", "Round 1: no board says whom “Greens”, the team of Eva, meets."),
        (f"{ALONE}1,1,1,Zoe,,unopposed,\n", "Round 1: Zoe plays, and is in no team."),
        (f"{ALONE}1,2,2,Bruno,1,,Dan\n1,2,2,Cleo,2,,\n", "“Bruno” is on line 3 already."),
        ("1,1,1,Zoe,1,,Ana\n1,1,1,Bruno,2,,\n1,2,2,Zoe,1,,Cleo\n1,2,2,Dan,2,,\n", "“Zoe” is on line 2 already."),
    ],
)
def test_who_sits_alone_or_stands_in_is_told_as_the_others_are(rows: str, said: str) -> None:
    faults = read(planned(), f"{HEAD[:-1]},status,stands_in_for\n{rows}", ROSTERS).faults
    assert said in [fault.says[: len(said)] for fault in faults]


@pytest.mark.parametrize(
    ("rows", "said"),
    [
        ("1,1,1,Ana,1\n1,1,1,Cleo,2\n", "Round 1: Ana and Cleo are both of the team “Reds”."),
        (MATCH.replace("Dan", "Eva"), "Round 1: Cleo meets somebody of “Greens”, and the team “Reds” meets “Blues”."),
        (MATCH.replace("Dan", "Zoe"), "Round 1: Zoe plays, and is in no team."),
        (MATCH.replace("1,2,2", "1,2,1"), "Round 1: board 1 of “Blues” and “Reds” is there twice."),
        (MATCH.replace("1,2,2", "1,2,3"), "Round 1: say by match_game which board of the match it is, from 1 to 2"),
        (MATCH.replace("1,2,2", "1,2,"), "Round 1: say by match_game which board of the match it is, from 1 to 2"),
        (MATCH + "1,1,1,Eva,3\n", "Round 1: two sit at a board, one of each team."),
        (MATCH + "1,,,Reds,\n", "Round 1: the team “Reds” is there twice, or has a bye and plays."),
        (MATCH + "1,,,Browns,\n", "There is no team called “Browns”."),
        ("1,2,2,Cleo,1\n1,2,2,Dan,1\n", "Round 1: “Blues” leaves a board empty before one that it fills."),
        ("1,1,1,Ana,1\n1,1,1,Bruno,2\n", "Boards: 1 in the file, 2 in the plan."),
    ],
)
def test_boards_that_cannot_be_are_named_by_their_line(rows: str, said: str) -> None:
    there = planned()
    faults = read(there, HEAD + rows, ROSTERS).faults
    assert said in [fault.says[: len(said)] for fault in faults]
    assert all(fault.line <= rows.count("\n") + 1 for fault in faults)


def test_a_member_of_two_teams_is_told_by_the_line_and_without_teams_there_are_no_matches() -> None:
    (fault,) = read(planned(), HEAD + MATCH, f"{ROSTERS}Greens,Ana,0\n").faults
    assert (fault.kind, fault.line, fault.says) == ("teams", 8, "“Ana” is on line 2 already.")
    with pytest.raises(Refused, match="played-teams"):
        read(planned(), HEAD + MATCH)


def test_deals_captains_and_who_stood_in_come_along() -> None:
    event = begun_teams(4, each=3, boards=2, rounds=2)
    play_boards(event, Random(3))
    substitute(event_id=event.pk, entrant_id=entrant(event, "B1").pk, name="Zoe", actor=SYSTEM)
    play_boards(event, Random(4))
    there = brought(event, *sheets(event, "pairings", "deals", "standings", "entrants", "teams"))
    assert report(there) == report(event) and standing(there) == standing(event)
    assert tables_of(there) == tables_of(event)
    assert there.tables.filter(seats__substitute__name="Zoe").count() == 1
    assert captains(there) == captains(event) == ["A1", "B1", "C1", "D1"]
    assert list(there.tables.order_by("pk").values_list("deal_count", flat=True)) == list(
        event.tables.order_by("pk").values_list("deal_count", flat=True)
    )
    assert proves_itself(there)


@pytest.mark.parametrize(
    ("key", "teams", "options"), [("round-robin", 5, {}), ("single-elimination", 6, {"third_place": True})]
)
def test_other_formats_come_in_by_the_sheets_too(key: str, teams: int, options: dict[str, object]) -> None:
    event = begun_teams(teams, each=3, boards=3, key=key, **options)
    random = Random(6)
    with suppress(Refused):  # it is over
        while True:
            for table in next_round(event):
                finish_table(table, winner=random.randrange(2))
    files = sheets(event, "pairings", "deals", "standings", "entrants", "teams", kind="json")
    there = brought(event, *files)
    assert standing(there) == standing(event)
    assert tables_of(there) == tables_of(event)
    assert proves_itself(there)
    if key == "round-robin":
        assert report(brought(event, *reports(event).values())) == report(event)


def test_a_bracket_comes_after_a_swiss_of_teams() -> None:
    event = team_event(6, each=2, boards=2, rounds=2)
    plan = [("swiss", {"boards": 2, "rounds": 2}), ("single-elimination", {"boards": 2, "qualify": {"size": 4}})]
    plan_stages(event_id=event.pk, stages=plan, actor=SYSTEM)
    for _stage in plan:
        start(event)
        with suppress(Refused):  # it is over
            while True:
                for table in next_round(event):
                    finish_table(table, winner=(table.number + table.game) % 2)
    there = brought(event, *sheets(event, "pairings", "deals", "standings", "entrants", "teams"))
    assert standing(there) == standing(event)
    assert proves_itself(there)


def test_ratings_are_those_of_the_members_by_their_boards() -> None:
    event = begun_teams(4, each=2, boards=2, rounds=2)
    for _round in range(2):
        for table in next_round(event):
            finish_table(table, winner=0)
    there = brought(event, *sheets(event, "pairings", "deals", "entrants", "teams"))
    numbers = []
    for played in (event, there):
        finish_event(event_id=played.pk, actor=SYSTEM)
        rated = ClubRating.objects.filter(club=played.club).order_by("player__name")
        numbers.append([(rating.player.name, rating.tables, round(rating.mu, 6)) for rating in rated])
    assert numbers[0] == numbers[1]
    assert {name for name, _tables, _mu in numbers[0]} == {"A1", "A2", "B1", "B2", "C1", "C2", "D1", "D2"}


def captains(event: Event) -> list[str]:
    names = event.entrants.filter(captain=True).order_by("player__name").values_list("player__name", flat=True)
    return list(names)


def test_a_round_of_teams_that_is_still_played_goes_on_here() -> None:
    event = begun_teams(4, rounds=2)
    first, *_others = next_round(event)
    win(first, "A" if "A1" in sitting(first) else sitting(first)[0][0])
    there = brought(event, *sheets(event, "pairings", "deals", "teams", "entrants"))
    assert tables_of(there) == tables_of(event)
    for table in open_tables(there):
        for board in state_of(there).boards([table]):
            if board.status == board.Status.PLAYING:
                win(board, sitting(board)[0][0])
    assert len(next_round(there)) == 4


def test_the_preview_shows_teams_and_matches_before_anything_is_done(settings: Settings, tmp_path: Path) -> None:
    settings.MEDIA_ROOT = tmp_path
    there = planned()
    client = signed_in(there)
    shown = sent(client, there, FOREIGN)
    page = " ".join(shown.content.decode().split())
    for fact in ("8 players", "3 teams", "3 rounds", "3 matches of teams", "6 tables"):
        assert f"<li>{fact}</li>" in page
    assert "<strong>Toscana</strong> Carla Conti, Dario Conti" in page
    assert "<li>Emilia 1½–½ Toscana</li>" in page and "<li>Veneto 0–2 Emilia</li>" in page
    assert not there.entrants.exists()
    done = client.post(shown.redirect_chain[-1][0], {}, follow=True)
    assert "Brought in: 8 players, 3 teams, 3 rounds, 3 matches of teams and 6 tables." in done.content.decode()
    assert there.tables.count() == 6
    assert client.get(reverse("event", args=[there.pk])).status_code == 200


@pytest.mark.parametrize("seeds", [("1", "1", "x", ""), ("9" * 5000, "-1", "0", "2"), ("4", "3", "2", "")])
def test_an_order_of_teams_that_is_spoilt_brings_the_teams_all_the_same(seeds: tuple[str, ...]) -> None:
    event = team_event(4, rounds=1)
    start(event)
    play_boards(event, Random(1))
    *files, teams = sheets(event, "pairings", "entrants", "teams")
    head, *rows = teams.splitlines()
    by_team = dict(zip("ABCD", seeds, strict=True))
    lines = [line.rpartition(",")[0] + "," + by_team[next(c for c in line.split(",") if c in by_team)] for line in rows]
    there = brought(event, *files, "\n".join([head, *lines]))
    assert sorted(order(there)) == [*"ABCD"]
    assert proves_itself(there)
