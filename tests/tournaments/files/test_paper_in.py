"""What was played on paper comes into its night, by the rules, all of it or nothing."""

import json

import pytest
from django.core.files.uploadedfile import SimpleUploadedFile
from django.test import Client
from django.urls import reverse
from pytest_django import Settings

from scoring.games import GAMES
from tests.factories import announce, correct, deal, make_night, seat_table, whole_vilnius_game
from tests.tournaments.files.test_files_out import exported
from tournaments.audit import SYSTEM
from tournaments.imports.paper import Paper, read_paper
from tournaments.imports.score_lines import read_score_lines
from tournaments.models import Event, Table
from tournaments.services.files.imports import bring_paper
from tournaments.services.refusals import Refused
from tournaments.services.table.life import end_table

SHEET = (
    "Stalas;Žaidėjai;Skelbia;Skelbta;Paimti kirčiai\n1;Ana / Bruno / Chiara;Bruno;3;3\n;;Chiara;2;1\n2;Dan/Eva;2;0;0\n"
)


def read(text: str, *, game: str = "vilnius") -> Paper:
    return read_paper(text.encode(), game=GAMES[game], rules=GAMES[game].check_rules({}))


def test_a_line_a_deal_says_who_sat_where_once():
    paper = read(SHEET)
    assert paper.faults == []
    assert [(each.number, each.players, each.first_dealer) for each in paper.tables] == [
        (1, ("Ana", "Bruno", "Chiara"), 0),
        (2, ("Dan", "Eva"), 0),
    ]
    assert paper.tables[0].deals == (announce(1, 3, 3), announce(2, 2, 1))


def test_who_dealt_first_is_whoever_it_was_by_whom_all_declared_in_turn():
    paper = read("table,players,declarer,announced,taken\n1,Ana/Bruno/Chiara,Ana,3,3\n1,,Bruno,2,1\n")
    assert (paper.faults, paper.tables[0].first_dealer) == ([], 2)


@pytest.mark.parametrize(
    ("row", "said"),
    [
        ("1,Ana/Bruno,Chiara,3,3", "“Chiara” does not sit at this table."),
        ("1,Ana/Bruno,Ana,7,3", "An announcement is 0 to 6"),
        ("1,Ana/Bruno,Ana,three,3", "“three” is not a number."),
        ("1,Ana/Bruno,Ana,3,", "Fill in who declared"),
        ("1,Ana,Ana,3,3", "Say who sits at this table"),
        ("1,Ana/ana,Ana,3,3", "Say who sits at this table"),
        ("x,Ana/Bruno,Ana,3,3", "The number of the table is missing."),
        ('1,"[1, 2]",Ana,3,3', "Say who sits at this table"),
        ('1,"[[[",Ana,3,3', "This cannot be read."),
        ('1,"[""\\ud800"", ""Ana""]",Ana,3,3', "This cannot be read."),
        (f"1,Ana/Bruno,001{'9' * 5000},3,3", "“001999"),
    ],
)
def test_a_line_that_cannot_be_says_what_to_mend(row, said):
    paper = read(f"table,players,declarer,announced,taken\n9,Zoe/Yan,Zoe,1,1\n{row}\n")
    assert [(fault.line, fault.says.startswith(said)) for fault in paper.faults] == [(3, True)]
    assert len(paper.tables) == 1


@pytest.fixture
def night(db: None, settings: Settings, tmp_path) -> Event:
    settings.MEDIA_ROOT = tmp_path
    return make_night(names=())


def sent(night: Event, text: str):
    client = Client()
    client.force_login(night.club.members.get().user, backend="django.contrib.auth.backends.ModelBackend")
    file = SimpleUploadedFile("evening.csv", text.encode())
    return client, client.post(reverse("paper-in", args=[night.pk]), {"file": file}, follow=True)


def test_the_tables_are_those_of_the_night_with_every_deal_in_the_log(night):
    client, shown = sent(night, SHEET)
    assert "Bring 2 tables in" in shown.content.decode()
    assert not night.tables.exists()
    done = client.post(shown.redirect_chain[-1][0], follow=True)
    assert "3 deals were brought in." in done.content.decode()
    first, second = night.tables.order_by("number")
    assert (first.status, first.deal_count, second.deal_count) == (Table.Status.CLOSED, 2, 1)
    assert [seat.player.name for seat in first.seats.order_by("index")] == ["Ana", "Bruno", "Chiara"]
    assert night.audit_entries.filter(action="paper-brought").count() == 2


def test_nothing_comes_in_while_a_line_is_to_be_mended(night):
    client, shown = sent(night, SHEET + "3;Ana/Ana;Ana;1;1\n")
    assert "1 line to correct" in shown.content.decode()
    client.post(shown.redirect_chain[-1][0])
    assert not night.tables.exists()
    assert not night.club.players.exists()


def test_a_night_that_is_over_takes_nothing_more(night):
    Event.objects.filter(pk=night.pk).update(status=Event.Status.FINISHED)
    client, shown = sent(night, SHEET)
    done = client.post(shown.redirect_chain[-1][0], follow=True)
    assert "This event is over. Reopen it to go on." in done.content.decode()
    assert not night.club.players.exists()


def test_a_button_that_is_tapped_twice_brings_an_evening_once(night):
    """The second was on its way before the first had ended, and had read the file."""
    paper = read(SHEET)
    bring_paper(event_id=night.pk, tables=paper.tables, actor=SYSTEM)
    with pytest.raises(Refused, match="paper-brought"):
        bring_paper(event_id=night.pk, tables=paper.tables, actor=SYSTEM)
    assert night.tables.count() == 2


def test_whoever_plays_elsewhere_is_not_seated_twice(night):
    paper = read(SHEET)
    bring_paper(event_id=night.pk, tables=paper.tables, actor=SYSTEM)
    seat_table(night, "Ana", "Dan")
    with pytest.raises(Refused, match="players-elsewhere"):
        bring_paper(event_id=night.pk, tables=paper.tables[:1], actor=SYSTEM)
    assert night.tables.count() == 3


@pytest.mark.parametrize("kind", ["csv", "json"])
def test_the_deals_of_another_event_come_in_with_the_same_scores(night, kind):
    other = make_night(club=night.club, names=("Ana", "Bruno", "Chiara"))
    whole = seat_table(other, "Ana", "Bruno")
    for payload in whole_vilnius_game(2):
        deal(whole, payload)
    started = seat_table(other, "Bruno", "Chiara", "Ana")
    deal(started, announce(1, 3, 3))
    deal(started, announce(2, 3, 3))
    correct(started, 2, None)
    end_table(table_id=started.pk, actor=SYSTEM)
    paper = read(exported("deals", event=other.pk, language="it", kind=kind))
    assert paper.faults == []
    bring_paper(event_id=night.pk, tables=paper.tables, actor=SYSTEM)
    scores = [
        [(table.status, seat.score, seat.place) for table in each.tables.order_by("pk") for seat in table.seats.all()]
        for each in (other, night)
    ]
    assert scores[0] == scores[1]


def lines_of(night: Event) -> str:
    """The tables of another night, as the command `score` takes them."""
    other = make_night(club=night.club, names=("Ana", "Bruno", "Chiara"))
    whole = seat_table(other, "Ana", "Bruno")
    for payload in whole_vilnius_game(2):
        deal(whole, payload)
    started = seat_table(other, "Bruno", "Chiara", "Ana")
    deal(started, announce(1, 3, 3))
    end_table(table_id=started.pk, actor=SYSTEM)
    return exported("tables", event=other.pk)


def test_the_lines_that_the_command_takes_come_in_once_it_is_said_who_sat_where(night):
    client, shown = sent(night, lines_of(night))
    assert "Table 2, 1 deal" in shown.content.decode()
    address = shown.redirect_chain[-1][0]
    again = client.post(address, {"table-1": "Ana/Bruno", "table-2": "Bruno/Chiara"}, follow=True)
    assert "Say who sits at this table" in again.content.decode()
    assert not night.tables.exists()
    client.post(address, {"table-1": "Ana/Bruno", "table-2": "Bruno/Chiara/Ana"}, follow=True)
    scores = [
        [(table.status, seat.score, seat.place) for table in each.tables.order_by("pk") for seat in table.seats.all()]
        for each in (Event.objects.exclude(pk=night.pk).get(), night)
    ]
    assert scores[0] == scores[1] != []


@pytest.mark.parametrize("end", ["\n", "\r\n", "\r"])
def test_lines_of_the_command_end_as_any_system_ends_them(end):
    game, line = GAMES["vilnius"], json.dumps({"seats": 2, "deals": [announce(1, 3, 3)]})
    found = read_score_lines(f"{line}{end}[1]{end}{line}".encode(), game=game, rules=game.check_rules({}))
    assert (len(found.tables), [fault.line for fault in found.faults]) == (2, [2])


def test_lines_of_tables_without_a_deal_bring_nothing():
    game, empty = GAMES["vilnius"], '{"seats": 2, "deals": []}'
    played = json.dumps({"seats": 2, "deals": [announce(1, 3, 3)]})
    found = read_score_lines(f"{empty}\n{played}\n{empty}".encode(), game=game, rules=game.check_rules({}))
    assert [(table.number, len(table.deals)) for table in found.tables] == [(1, 1)]
    with pytest.raises(Refused, match="sheet-empty"):
        read_score_lines(empty.encode(), game=game, rules=game.check_rules({}))


@pytest.mark.parametrize(
    ("line", "said"),
    [
        ("[1]", "This is not a line"),
        ('{"seats": ', "This is not a line"),
        ('{"a": ' * 50_000, "This is not a line"),
        ('{"seats": 2, "rules": {"no_trump": true}, "deals": []}', "This table was played by other rules"),
        ('{"seats": 2, "deals": [{"declarer": 0, "announced": 9, "taken": 1}]}', "An announcement is 0 to 6"),
        ('{"seats": 2, "deals": [], "people": []}', "“people” is not known here"),
    ],
)
def test_a_line_of_the_command_that_cannot_be_says_what_to_mend(line, said):
    game = GAMES["vilnius"]
    found = read_score_lines(f"\n{line}\n".encode(), game=game, rules=game.check_rules({}))
    assert [(fault.line, said in fault.says) for fault in found.faults] == [(2, True)]
