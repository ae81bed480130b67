"""A list of players from another program: guessed, shown line by line, then all of it or nothing."""

import pytest
from django.core.files.uploadedfile import SimpleUploadedFile
from django.test import Client
from django.urls import reverse
from pytest_django import Settings

from tests.factories import make_club
from tournaments.audit import SYSTEM
from tournaments.imports.player_lists import PlayerList, read_players
from tournaments.limits import LONGEST_CELL, MOST_LINES
from tournaments.models import Club, Player
from tournaments.services.club.clubs import add_players
from tournaments.services.refusals import Refused
from tournaments.words.files import how_it_was_read
from tournaments.words.refusals import refusal_text

LITHUANIAN = "Vardas;Pavardė;Pravardė\r\nŽygimantas;Čepas;Žygčius\r\nRūta;Šalčiūtė;\r\n"
ITALIAN = "Nome\tCognome\r\nNicolò\tD’Angelò\r\n"


def read(text: str | bytes, *known: str) -> PlayerList:
    return read_players(text if isinstance(text, bytes) else text.encode(), players=dict.fromkeys(known, 1))


@pytest.mark.parametrize(
    ("text", "encoding", "said"),
    [
        (LITHUANIAN, "utf-8", "UTF-8"),
        (LITHUANIAN, "utf-8-sig", "UTF-8"),
        (LITHUANIAN, "utf-16", "UTF-16"),
        (LITHUANIAN, "cp1257", "Windows-1257"),
        (ITALIAN, "cp1252", "Windows-1252"),
        (ITALIAN, "utf-16", "UTF-16"),
    ],
)
def test_letters_separators_and_heads_are_guessed(text, encoding, said):
    found = read(text.encode(encoding))
    assert found.sheet.encoding == said
    names = ["Žygimantas Čepas", "Rūta Šalčiūtė"] if text == LITHUANIAN else ["Nicolò D’Angelò"]
    assert [each.name for each in found.new] == names
    assert found.new[0].nickname == ("Žygčius" if text == LITHUANIAN else "")


LINE_ENDS = pytest.mark.parametrize("end", ["\n", "\r\n", "\r"])


@LINE_ENDS
def test_lines_end_as_any_system_ends_them(end):
    found = read(f"name,nickname{end}Ana,{end}{end}Bruno,Bru{end},Ghost{end}")
    assert [(line.number, line.name) for line in found.lines] == [(2, "Ana"), (4, "Bruno"), (5, "")]
    with pytest.raises(Refused, match="sheet-long"):
        read(f"name{end}" + f"Ana{end}" * (MOST_LINES + 2))


@LINE_ENDS
@pytest.mark.parametrize(("told", "separator"), [("sep=;", ";"), ('"sep=,"', ","), ("SEP=\t", "\t"), ("sep=|;;", "|")])
def test_the_line_by_which_excel_tells_its_separator_is_no_line_of_the_list(told, separator, end):
    lines = [told, "name;nickname;old, new; a\tb", "Ana;A;;", ";Ghost;;"]
    found = read(end.join(line if line == told else line.replace(";", separator) for line in lines))
    assert (found.sheet.separator, found.new) == (separator, [("Ana", "A")])
    assert [line.number for line in found.bad] == [4]
    assert how_it_was_read(found.sheet).startswith("Read as UTF-8, with ")


@pytest.mark.parametrize("file", [b"PK\x03\x04\x14\x00\x06\x00", b"\xd0\xcf\x11\xe0\xa1\xb1\x1a\xe1"])
def test_a_spreadsheets_own_file_is_refused_with_what_to_do(file):
    with pytest.raises(Refused, match="sheet-workbook") as refused:
        read(file + bytes(range(256)))
    assert "save it there as CSV" in refusal_text(refused.value)


def test_what_export_has_written_is_read_again():
    found = read("\ufeffplayer_id,player,nickname,created_at,archived_at\r\n1,'=Ana,,2026,\r\n2,Bruno,Bru,2026,\r\n")
    assert found.new == [("=Ana", ""), ("Bruno", "Bru")]
    assert found.sheet.left_out == ["player_id", "created_at", "archived_at"]


def test_half_a_letter_is_in_no_file_that_export_has_written():
    with pytest.raises(Refused, match="sheet-json"):
        read('{"capstone": 1, "rows": [{"name": "\\ud800"}]}')


def test_each_line_says_what_is_to_be_mended_and_whom_the_club_knows():
    found = read("name,nickname\nAna,\nana,\n,Ghost\n12,\nBruno,\n" + f"Chiara,{'x' * 31}\n", "BRUNO")
    assert [(line.number, line.fault.partition(" ")[0]) for line in found.bad] == [(3, "“ana”"), (4, "The"), (7, "The")]
    assert [(line.name, line.known) for line in found.lines if not line.fault] == [
        ("Ana", False),
        ("12", False),
        ("Bruno", True),
    ]


@pytest.mark.parametrize(
    ("text", "code"),
    [
        ("", "sheet-empty"),
        ("sep=;\r\n", "sheet-empty"),
        ("rating;elo\n1;2\n", "sheet-columns"),
        ("name;name\nAna;Bruno\n", "sheet-columns"),
        ('name\n"Ana\n', "sheet-quotes"),
        ("name\n" + "Ana\n" * (MOST_LINES + 2), "sheet-long"),
        ("name\n" + "x" * (LONGEST_CELL + 1), "sheet-cell"),
        ("\0\0", "sheet-columns"),
        ('{"capstone": "players", "rows": []}', "sheet-json"),
        ('{"capstone": ' + "[" * 50_000, "sheet-json"),
    ],
)
def test_what_is_no_list_is_refused_as_a_whole(text, code):
    with pytest.raises(Refused, match=code):
        read(text)


@pytest.fixture
def club(db: None, settings: Settings, tmp_path) -> Club:
    settings.MEDIA_ROOT = tmp_path
    club = make_club()
    add_players(club=club, names=["Ana"], actor=SYSTEM)
    return club


def sent(club: Club, text: str):
    client = Client()
    client.force_login(club.members.get().user, backend="django.contrib.auth.backends.ModelBackend")
    file = SimpleUploadedFile("players.csv", text.encode())
    answer = client.post(reverse("players-in", args=[club.slug]), {"file": file}, follow=True)
    return client, answer


def test_all_of_it_comes_in_once_it_is_confirmed(club):
    client, shown = sent(club, "name;nickname;club\nAna;Other;x\nBruno;Bru;x\n=1+1;;x\n")
    page = shown.content.decode()
    assert "Read as UTF-8, with semicolons between columns. Left out: club." in page
    assert "on the list already" in page
    assert club.players.count() == 1
    done = client.post(shown.redirect_chain[-1][0], follow=True)
    assert "2 players are new on the list." in done.content.decode()
    assert dict(club.players.values_list("name", "nickname")) == {"Ana": "", "Bruno": "Bru", "=1+1": ""}
    assert club.audit_entries.latest("pk").action == "players-added"


def test_nothing_comes_in_while_a_line_is_to_be_mended(club):
    client, shown = sent(club, "name\nBruno\nBruno\n")
    assert "“Bruno” is on line 2 already." in shown.content.decode()
    client.post(shown.redirect_chain[-1][0])
    assert club.players.count() == 1


def test_of_two_who_confirm_at_once_one_finds_them_there(club):
    client, shown = sent(club, "name\nBruno\n")
    add_players(club=club, names=["Bruno"], actor=SYSTEM)
    done = client.post(shown.redirect_chain[-1][0], follow=True)
    assert "0 players are new on the list." in done.content.decode()
    assert Player.objects.count() == 2
