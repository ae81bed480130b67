"""Teams in programs and files, and where an event goes to."""

import csv
from io import StringIO
from uuid import uuid4

import pytest
from django.test import Client
from django.urls import reverse

from tests.factories import NAMES, make_night, make_user, sign_in
from tests.tournament_scenes import begun, ids, make_tournament, play_round
from tests.tournaments.api.scenes import Program, token_for
from tests.tournaments.files.club_files import brought, elsewhere, file_of, rewritten
from tests.tournaments.prizes.scenes import played_night
from tests.tournaments.teams.scenes import team_up
from tests.tournaments.teams.test_teams import FOURS, names
from tournaments.audit import SYSTEM
from tournaments.models import AuditEntry, Event
from tournaments.services.night import finish_event

pytestmark = pytest.mark.django_db


def director(event: Event) -> Program:
    return Program(token_for(event.club, "direct"))


def test_a_program_sets_all_teams_once_however_often_it_sends_them():
    event = make_tournament(4)
    one, two, three, four = ids(event)
    path, program = f"/events/{event.pk}/teams", director(event)
    sent = {
        "client_id": str(uuid4()),
        "best": 1,
        "teams": [
            {"name": "Reds", "entrants": [one, two], "captain": two},
            {"name": "Blues", "entrants": [three, four]},
        ],
    }
    first, again = program.post(path, sent), program.post(path, sent)
    assert first.status_code == 200, first.json()
    assert first.json() == again.json()
    assert [(team["entrants"], team["captain"]) for team in first.json()["teams"]] == [
        ([two, one], two),
        ([three, four], None),
    ]
    assert AuditEntry.objects.filter(event=event, action="teams-set").count() == 1
    number = first.json()["teams"][0]["id"]
    renamed = program.post(path, {"teams": [{"id": number, "name": "Greens", "entrants": [one]}]}).json()
    assert renamed == {"teams": [{"id": number, "name": "Greens", "entrants": [one], "captain": None}], "best": 0}


def test_what_cannot_be_is_refused_with_its_code():
    event = make_tournament(2)
    one, _two = ids(event)
    teams = [{"name": "Reds", "entrants": [one]}, {"name": "Blues", "entrants": [one]}]
    answer = director(event).post(f"/events/{event.pk}/teams", {"teams": teams})
    assert (answer.status_code, answer.json()["code"]) == (422, "in-two-teams")


def test_a_program_that_read_older_teams_is_refused_and_no_team_is_named_twice():
    event = make_tournament(2)
    one, two = ids(event)
    team_up(event, Reds="P1")
    path, number, read = f"/events/{event.pk}/teams", event.teams.get().pk, event.revision - 1
    teams = [{"id": number, "name": "Reds", "entrants": [one]}, {"id": number, "name": "Blues", "entrants": [two]}]
    for sent in ({"teams": teams}, {"teams": teams[:1], "base_revision": read}):
        answer = director(event).post(path, sent)
        assert (answer.status_code, answer.json()["code"]) == (422, "list-changed")
    assert director(event).post(path, {"teams": teams[:1], "base_revision": read + 1}).status_code == 200


def test_programs_and_spreadsheets_read_how_teams_stand():
    event = begun(8, stages=FOURS)
    play_round(event)
    path = f"/events/{event.pk}/teams"
    assert Program().get(path).json()["rows"] == []
    team_up(event, best=1, Reds="P1 P2", Blues="P3 P4")
    rows = director(event).get(path).json()["rows"]
    assert {row["team"] for row in rows} == {"Reds", "Blues"}
    assert [row["captain"] for row in rows if row["player"] in ("P1", "P2")] == [True, False]
    page = Client().get(reverse("event-file-csv", args=[event.pk, "teams"]))
    listed = list(csv.DictReader(StringIO(b"".join(page.streaming_content).decode("utf-8-sig"))))
    assert [(row["team"], float(row["for_team"])) for row in listed] == [(row["team"], row["for_team"]) for row in rows]


def test_a_list_of_entrants_says_who_is_of_which_team():
    event = make_tournament(0)
    lines = "name,team\nAna,Reds\nBruno,Reds\nChiara,Blues\nDovas,"
    page = director_of(event)
    page.post(reverse("entrants-list", args=[event.pk]), {"text": lines, "sure": "1"})
    event.refresh_from_db()
    assert names(event) == {"Reds": ["Ana", "Bruno"], "Blues": ["Chiara"]}
    team_up(event, Reds="Ana Bruno", Blues="Chiara")
    page.post(reverse("entrants-list", args=[event.pk]), {"text": "name,team\nBruno,blues\nElena,Blues", "sure": "1"})
    event.refresh_from_db()
    assert names(event) == {"Reds": ["Ana"], "Blues": ["Chiara", "Bruno", "Elena"]}
    assert event.teams.get(name="Reds").members.get().captain
    page.post(reverse("entrants-list", args=[event.pk]), {"text": "name,team\nAna,Reds\nDovas,REDS", "sure": "1"})
    event.refresh_from_db()
    assert names(event)["Reds"] == ["Ana", "Dovas"] and event.entrants.get(player__name="Ana").captain


def director_of(event: Event) -> Client:
    return sign_in(Client(), make_user("Ruta", is_superuser=True))


@pytest.mark.parametrize("how", ["random", "others", "year"])
def test_a_night_seats_teammates_at_different_tables(how):
    night = make_night(names=NAMES[:8])
    ana, bruno, chiara, dovas, elena, faust, giulia, henris = NAMES[:8]
    team_up(night, A=f"{ana} {bruno}", B=f"{chiara} {dovas}", C=f"{elena} {faust}", D=f"{giulia} {henris}")
    director = director_of(night)
    for seed in range(8):
        page = director.get(reverse("desk-seating", args=[night.pk]), {"how": how, "size": 4, "seed": seed})
        tables = page.context["drawn"].groups
        assert [len(table) for table in tables] == [4, 4]
        assert all(len({entrant.team_id for entrant in table}) == 4 for table in tables)


def test_printed_standings_and_certificates_name_the_teams():
    night = played_night()
    team_up(night, North="Ana Dovas", South="Bruno Chiara")
    finish_event(event_id=night.pk, actor=SYSTEM)
    printed = Client().get(reverse("print-sheet", args=[night.pk, "standings"])).content.decode()
    assert printed.index("South") < printed.index("North")
    certificates = (
        Client().get(reverse("print-sheet", args=[night.pk, "certificates"]), {"whom": "all"}).content.decode()
    )
    assert certificates.count("Team South: place 1") == certificates.count("Team North: place 2") == 2


def test_a_club_file_brings_teams_along():
    event = make_tournament(4)
    team_up(event, best=1, Reds="P1 P2", Blues="P3 P4")
    club = brought(rewritten(file_of(event.club), elsewhere))
    copy = club.events.get()
    assert (copy.team_best, names(copy)) == (1, names(event))
