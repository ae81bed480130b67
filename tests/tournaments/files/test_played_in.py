"""What was played elsewhere comes into a tournament that is planned, and stands as it stood there."""

import re
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from typing import Any

import pytest
from django.core.files.uploadedfile import SimpleUploadedFile
from django.db import connection
from django.test import Client
from django.urls import reverse
from django.utils.datastructures import MultiValueDict
from pytest_django import Settings

from scoring.games import GAMES
from tests.factories import deal
from tests.tournament_scenes import (
    begun,
    finish_round,
    finish_table,
    make_tournament,
    next_round,
    play_event,
    play_round,
)
from tests.tournaments.files.test_files_out import exported
from tests.tournaments.teams.scenes import team_up
from tournaments.audit import SYSTEM
from tournaments.exports.files.fide_reports import reports
from tournaments.exports.files.proved import event_file
from tournaments.formats.stages import drawing_scores
from tournaments.forms.exchange import PlayedForm
from tournaments.imports.played import PlayedFiles, read_played
from tournaments.models import Event, Player
from tournaments.proofs.verify import verify
from tournaments.selectors.files import plans_of
from tournaments.selectors.stage.records import stage_state
from tournaments.selectors.teams import teams_of
from tournaments.services.club.clubs import add_players
from tournaments.services.files.imports import Report, bring_played
from tournaments.services.refusals import Refused
from tournaments.services.stage.entrants import expel, substitute
from tournaments.services.stage.rulings import forfeit
from tournaments.words.files import how_sheets_were_read

pytestmark = pytest.mark.django_db

SWISS = (("swiss", {"rounds": 3}),)
FOUR = [(1, "Ana", 1), (1, "Bruno", 2), (2, "Chiara", 1), (2, "Dan", 2)]
EMPTY = Event(game="colonial-italian", rules={})


def read(event: Event, *files: str) -> PlayedFiles:
    plans = plans_of(event) if event.pk else {}
    return read_played([file.encode() for file in files], game=GAMES[event.game], rules=event.game_rules, plans=plans)


def brought(event: Event, *files: str, into: Event | None = None) -> Event:
    """Into a tournament that is planned alike, of another club."""
    stages = [(stage.format, stage.options) for stage in event.stages.all()]
    there = into or make_tournament(stages=stages, game=event.game, rules=event.rules)
    played = read(there, *files)
    assert played.faults == []
    return bring(there, played)


def bring(there: Event, played: PlayedFiles, *, report: Report = lambda done, count: None) -> Event:
    bring_played(event_id=there.pk, played=played.event, people={}, file="one", actor=SYSTEM, report=report)
    return Event.objects.get(pk=there.pk)


def standing(event: Event) -> list[list[tuple[object, ...]]]:
    """Of each stage and group, by name."""
    states = [stage_state(stage) for stage in event.stages.all()]
    return [
        [(place, state.entrants[who].player.name) for place, who in places]
        for state in states
        for places in state.places
    ]


def points(event: Event) -> dict[str, object]:
    state = stage_state(event.stages.get(number=1))
    return {state.entrants[row.id].player.name: row.points for rows in state.standings for row in rows}


def sheets(event: Event, *names: str, kind: str = "csv", language: str = "en") -> list[str]:
    return [exported(name, event=event.pk, kind=kind, language=language) for name in names]


def proves_itself(event: Event) -> bool:
    return verify(event_file(event)).difference is None


def test_a_report_brings_the_teams_along() -> None:
    there = begun(4, stages=SWISS)
    team_up(there, Reds="P1 P4", Blues="P2 P3")
    play_round(there)
    (report,) = reports(there).values()
    here = brought(there, report)
    assert members(here) == members(there) == {"Reds": {"P1", "P4"}, "Blues": {"P2", "P3"}}


def members(event: Event) -> dict[str, set[str]]:
    return {team.team.name: {member.player.name for member in team.members} for team in teams_of(event)}


def test_a_report_gives_the_same_standings_again() -> None:
    event = play_event(make_tournament(5))
    there = brought(event, exported("report", event=event.pk))
    assert standing(there) == standing(event)
    assert points(there) == points(event)
    assert exported("report", event=there.pk).splitlines()[5:] == exported("report", event=event.pk).splitlines()[5:]


def test_an_accelerated_report_goes_on_here_with_the_same_points_for_the_draw() -> None:
    event = begun(10, stages=[("swiss", {"rounds": 5, "acceleration": "baku"})])
    play_round(event)
    there = brought(event, exported("report", event=event.pk))
    one, other = (stage_state(each.stages.get(number=1)) for each in (event, there))
    scores = [list(drawing_scores(state.groups[0], state.plan.options).values()) for state in (one, other)]
    assert scores[0] == scores[1] and "250      01.0 001 002 0001 0006" in exported("report", event=there.pk)


@pytest.mark.parametrize(("kind", "language"), [("csv", "en"), ("csv", "it"), ("json", "en")])
def test_the_sheets_of_an_event_give_the_same_standings_again(kind: str, language: str) -> None:
    event = begun(6)
    first, second, third = next_round(event)
    finish_table(first, winner=1)
    forfeit(table_id=second.pk, seats=[0], reason="", actor=SYSTEM)
    finish_table(third, order=[1, 0])
    substitute(event_id=event.pk, entrant_id=third.seats.all()[0].entrant_id, name="Stand-in", actor=SYSTEM)
    play_round(event)
    expel(event_id=event.pk, entrant_id=first.seats.all()[0].entrant_id, reason="", actor=SYSTEM)
    play_round(event)
    files = sheets(event, "pairings", "deals", "standings", "entrants", kind=kind, language=language)
    there = brought(event, *files)
    assert standing(there) == standing(event)
    assert points(there) == points(event)
    deals = list(event.tables.order_by("pk").values_list("number", "deal_count", "status"))
    assert list(there.tables.order_by("pk").values_list("number", "deal_count", "status")) == deals
    stand_ins = [each.tables.filter(seats__substitute__name="Stand-in").count() for each in (event, there)]
    assert stand_ins[0] == stand_ins[1] > 0
    assert proves_itself(there)


def test_deals_alone_are_a_whole_event_too_and_who_had_none_rested() -> None:
    """Names that a spreadsheet would run as formulas are names."""
    event = begun(names=["=A1+B1", "-2 Ana", "@Bruno", "Chiara", "Dan"])
    for _ in range(3):
        for table in next_round(event):
            finish_table(table, winner=0)
    there = brought(event, *sheets(event, "deals"))
    assert points(there) == points(event)
    assert there.tables.count() == 6


def test_a_round_that_is_still_played_goes_on_here() -> None:
    event = begun(4)
    play_round(event)
    first, _second = next_round(event)
    deal(first, {"dealer": 0, "claimed": [0]})
    there = brought(event, *sheets(event, "pairings", "deals"))
    assert list(there.tables.order_by("pk").values_list("status", flat=True)) == [
        "closed",
        "closed",
        "finished",
        "playing",
    ]
    finish_round(there)
    assert len(next_round(there)) == 2
    assert proves_itself(there)


def test_a_chain_of_stages_with_tables_of_four_and_a_bracket_comes_in_whole() -> None:
    stages = (("swiss", {"seats": 4, "rounds": 2}), ("single-elimination", {"qualify": {"size": 4}}))
    event = play_event(make_tournament(8, stages=stages))
    there = brought(event, *sheets(event, "pairings", "standings", "entrants"))
    assert standing(there) == standing(event)
    assert proves_itself(there)


def test_a_paired_round_without_results_is_read_from_a_hand_made_sheet() -> None:
    """As somebody writes it: names and places, no numbers of ours."""
    there = make_tournament(stages=SWISS)
    brought(there, "Turno;Tavolo;Giocatore;Punteggio\n1;1;Ana;1,5\n1;1;Bruno;0,5\n1;;Chiara;\n", into=there)
    assert points(there) == {"Ana": 1, "Bruno": 0, "Chiara": 1}


@pytest.fixture
def planned(settings: Settings, tmp_path: Path) -> Event:
    settings.MEDIA_ROOT = tmp_path
    return make_tournament(stages=SWISS)


def signed_in(event: Event) -> Client:
    client = Client()
    user = event.club.members.get().user
    client.force_login(user, backend="django.contrib.auth.backends.ModelBackend")
    return client


def sent(client: Client, event: Event, *files: str) -> Any:
    uploads = [SimpleUploadedFile(f"{number}.csv", file.encode()) for number, file in enumerate(files)]
    return client.post(reverse("played-in", args=[event.pk]), {"file": uploads}, follow=True)


def test_who_is_who_is_proposed_and_said_by_hand(planned: Event) -> None:
    add_players(club=planned.club, names=["P1", "Paula Two"], actor=SYSTEM)
    event = play_event(make_tournament(4))
    client = signed_in(planned)
    shown = sent(client, planned, exported("report", event=event.pk))
    page = shown.content.decode()
    assert 'value="P1"' in page and "6 tables" in page
    done = client.post(shown.redirect_chain[-1][0], {"person-1": "P1", "person-2": "Paula Two"}, follow=True)
    assert "Brought in: 4 players, 3 rounds and 6 tables." in done.content.decode()
    names = planned.entrants.order_by("seed").values_list("player__name", flat=True)
    assert list(names) == ["P1", "Paula Two", "P3", "P4"]
    assert planned.club.players.count() == 4
    assert planned.audit_entries.latest("pk").action == "event-brought"


def test_somebody_called_as_one_of_the_list_is_not_taken_for_somebody_new(planned: Event) -> None:
    add_players(club=planned.club, names=["P1"], actor=SYSTEM)
    event = play_event(make_tournament(4))
    client = signed_in(planned)
    shown = sent(client, planned, exported("report", event=event.pk))
    done = client.post(shown.redirect_chain[-1][0], {"person-1": ""}, follow=True)
    assert "P1 is on the club’s list." in done.content.decode()
    assert not planned.entrants.exists()


def test_a_line_to_mend_is_named_with_its_file_and_nothing_comes_in(planned: Event) -> None:
    client = signed_in(planned)
    shown = sent(client, planned, "round,table,player,place\n1,1,Ana,1\n1,1,Ana,2\nx,1,Bruno,1\n")
    page = shown.content.decode()
    assert "Tables and pairings, line 3:" in page and "“Ana” is on line 2 already." in page
    client.post(shown.redirect_chain[-1][0], {"person-1": ""})
    assert not planned.entrants.exists()


@pytest.mark.parametrize(
    ("row", "said"),
    [
        ("1,1,1,Ana,2\n1,1,2,Bruno,2", "These places do not fit together"),
        ("1,1,1,Ana,1\n1,1,2,Bruno,", "These places do not fit together"),
        ("1,1,1,Ana,1", "Fewer than two sit"),
        ("1,1,1,,1", "The name is missing."),
        ("1,x,1,Ana,1\n1,x,2,Bruno,2", "“x” is not a number."),
        ("2,1,1,Ana,1\n2,1,2,Bruno,2", "Round 1, which comes before, is missing."),
        (f"1,1,1,{'x' * 61},1", "“xxxxxxxxxxxxxxxxxxxx…” is too long"),
    ],
)
def test_a_line_that_cannot_be_says_what_to_mend(row: str, said: str) -> None:
    assert said in [fault.says[: len(said)] for fault in read(EMPTY, f"round,table,seat,player,place\n{row}\n").faults]


def test_points_that_the_plan_counts_otherwise_are_told_before_anything_is_done() -> None:
    there = make_tournament(stages=[("swiss", {"rounds": 3, "points": "310"})])
    games = {"Ana": ("1.0", "   2 w 1"), "Bruno": ("0.0", "   1 b 0")}
    lines = [
        f"001    {number}      {name:<65} {points:>4}       {game}\n"
        for number, (name, (points, game)) in enumerate(games.items(), start=1)
    ]
    assert [(fault.line, fault.says) for fault in read(there, "".join(lines)).faults] == [
        (1, "Points of Ana: 1 in the file, 3 by the plan. Let the plan count points as the file does.")
    ]


@pytest.mark.parametrize(
    ("files", "code"),
    [
        (["player,place\nAna,1\n"], "played-without"),
        (["round,table,player\n1,1,Ana\n"] * 2, "played-twice"),
        (["shoes,size\n1,43\n"], "sheet-columns"),
        (["round,player,place\n1,Ana,1\n1,Bruno,2\n"], "played-table"),
        (["round,table,player\n" + "1,1,Ana\n" * 5002], "sheet-long"),
        (['{"capstone": ' + "[" * 50_000], "sheet-json"),
        (["PK\x03\x04 a zip of something"], "sheet-workbook"),
        (['round,table,player\n1,1,"Ana\n'], "sheet-quotes"),
    ],
)
def test_what_is_no_event_is_refused_as_a_whole(files: list[str], code: str) -> None:
    with pytest.raises(Refused, match=code):
        read(EMPTY, *files)


def test_a_report_needs_a_stage_of_tables_for_two() -> None:
    there = make_tournament(stages=[("swiss", {"rounds": 3, "seats": 4})])
    with pytest.raises(Refused, match="trf-plan"):
        read(there, "001    1      Ana\n")


def test_what_does_not_fit_the_plan_leaves_nothing_behind() -> None:
    there = make_tournament(stages=SWISS)
    played = read(there, "stage,round,table,player,place\n1,1,1,Ana,1\n1,1,1,Bruno,2\n2,1,1,Ana,1\n2,1,1,Bruno,2\n")
    with pytest.raises(Refused, match="played-stages"):
        bring(there, played)
    bracket = make_tournament(stages=[("single-elimination", {})])
    rows = "".join(f"1,1,{table},{name},{place}\n" for table, name, place in FOUR)
    with pytest.raises(Refused, match="played-bracket"):
        bring(bracket, read(bracket, f"stage,round,table,player,place\n{rows}", "player,seed\nAna,1\nBruno,2\n"))
    assert not bracket.entrants.exists() and not there.entrants.exists()


def test_a_button_that_is_tapped_twice_brings_an_event_once() -> None:
    there = make_tournament(stages=SWISS)
    played = read(there, "round,table,player,place\n1,1,Ana,1\n1,1,Bruno,2\n")
    bring(there, played)
    with pytest.raises(Refused, match="played-begun"):
        bring(there, played)
    assert there.tables.count() == 1


def test_two_of_a_report_who_are_called_the_same_are_told_apart_in_the_file_first() -> None:
    there = make_tournament(stages=SWISS)
    lines = [f"001    {number}      {name:<65}  0.0\n" for number, name in enumerate(("Ana", "Bruno", "ANA"), start=1)]
    assert [(fault.line, fault.says) for fault in read(there, "".join(lines)).faults] == [
        (3, "“ANA” is on line 1 already.")
    ]


def test_a_report_of_latin_letters_is_read_and_it_is_said_how() -> None:
    """FIDE's "surname, name" is turned round, as a club's list has it."""
    there = make_tournament(stages=SWISS)
    report = f"001    1      {'Verdi, Nicolò':<65}  0.0\r\n".encode("cp1252")
    played = read_played([report], game=GAMES[there.game], rules=there.game_rules, plans=plans_of(there))
    assert how_sheets_were_read(played.sheets) == ["Tournament report: Read as Windows-1252."]
    assert [each.name for each in played.people] == ["Nicolò Verdi"]


@pytest.mark.parametrize(
    ("files", "said"),
    [
        (
            [SimpleUploadedFile("a.csv", bytes(2_000_001))],
            "This file is too large: bring it in parts of at most 2000 kB.",
        ),
        ([SimpleUploadedFile("a.csv", b"x") for _ in range(6)], "Choose 5 files at most."),
    ],
)
def test_more_than_a_tournament_can_hold_is_refused_before_it_is_read(
    files: list[SimpleUploadedFile], said: str
) -> None:
    form = PlayedForm({}, MultiValueDict({"file": files}))
    assert form.errors["file"] == [said]


def test_an_address_that_names_a_file_over_and_over_does_not_read_it_so_often(planned: Event) -> None:
    client = signed_in(planned)
    shown = sent(client, planned, "round,table,player,place\n1,1,Ana,1\n1,1,Bruno,2\n").redirect_chain[-1][0]
    key = shown.rstrip("/").rpartition("/")[2]
    again = client.get(reverse("played-in-stored", args=[planned.pk, "-".join([key] * 6)]), follow=True)
    assert "Choose it again" in again.content.decode()


@pytest.mark.django_db(transaction=True)
def test_of_two_who_bring_it_in_at_once_one_succeeds() -> None:
    there = make_tournament(stages=SWISS)
    played = read(there, "round,table,player,place\n1,1,Ana,1\n1,1,Bruno,2\n")

    def one(_number: int) -> str:
        try:
            bring(there, played)
        except Refused as refused:
            return refused.code
        else:
            return "brought"
        finally:
            connection.close()

    with ThreadPoolExecutor(2) as threads:
        assert sorted(threads.map(one, range(2))) == ["brought", "played-begun"]
    assert there.tables.count() == 1


def test_stopped_on_the_way_nothing_stays() -> None:
    there = make_tournament(stages=SWISS)

    def stopped(done: int, count: int) -> None:
        assert (done, count) == (1, 1)
        raise Refused("stopped")

    with pytest.raises(Refused, match="stopped"):
        bring(there, read(there, "round,table,player,place\n1,1,Ana,1\n1,1,Bruno,2\n"), report=stopped)
    assert not there.entrants.exists() and not Player.objects.exists()


def test_the_page_names_columns_by_which_each_sheet_is_known(planned: Event) -> None:
    page = signed_in(planned).get(reverse("played-in", args=[planned.pk])).content.decode()
    lines = [re.sub("<.*?>", "", line) for line in re.findall("<code>(.*?)</code>", page)]
    pairings, dealt, *others = (f"{line}\n".encode() for line in lines)
    read_again = read_played([pairings, dealt, *others], game=GAMES[planned.game], rules={}, plans={})
    assert list(read_again.sheets) == ["pairings", "deals", "standings", "entrants", "teams"]
    assert not any(sheet.left_out for sheet in read_again.sheets.values())
