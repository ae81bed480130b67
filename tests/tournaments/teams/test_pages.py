"""The page on which teams are made, and what the results say of them."""

import re
from random import Random

import pytest
from django.db import connection
from django.test import Client
from django.test.utils import CaptureQueriesContext
from django.urls import reverse

from tests.factories import NAMES, announce, deal, make_night, make_user, seat_table, sign_in
from tests.tournament_scenes import begun, draw, finish_table, ids, make_tournament, next_round, play_round
from tests.tournaments.boards.scenes import begun_teams
from tests.tournaments.prizes.scenes import played_night
from tests.tournaments.teams.scenes import team_up
from tests.tournaments.teams.test_teams import FOURS, names
from tournaments.audit import SYSTEM
from tournaments.models import Event
from tournaments.services.night import finish_event
from tournaments.services.teams import ListedTeam, set_teams

pytestmark = pytest.mark.django_db


@pytest.fixture
def director(client: Client) -> Client:
    """Of every club."""
    return sign_in(client, make_user("Ruta", is_superuser=True))


def test_a_team_is_made_of_those_who_are_ticked_and_dissolved_again(director):
    event = make_tournament(4)
    address = reverse("teams", args=[event.pk])
    one, two, *_rest = ids(event)
    director.post(address, {"add": "1", "name": " Reds ", "entrants": [one, two]})
    event.refresh_from_db()
    assert names(event) == {"Reds": ["P1", "P2"]}
    director.post(address, {"dissolve": event.teams.get().pk})
    event.refresh_from_db()
    assert (event.has_teams, names(event)) == (False, {})


def test_all_teams_are_written_as_text_with_captains_and_how_many_count(director):
    event = make_tournament(4)
    address = reverse("teams", args=[event.pk])
    director.post(address, {"text": "Reds: P1, P2*\n\nBlues: p3,P4", "best": "1"})
    event.refresh_from_db()
    assert (names(event), event.team_best) == ({"Reds": ["P2", "P1"], "Blues": ["P3", "P4"]}, 1)
    assert "Reds: P2*, P1\nBlues: P3, P4" in director.get(address).content.decode()


@pytest.mark.parametrize(
    ("sent", "sentence"),
    [
        ({"text": "Reds: P1, Zoe", "best": "0"}, "Not entered: Zoe"),
        ({"text": "P1, P2", "best": "0"}, "Write a colon after the name of the team: P1, P2"),
        ({"add": "1", "name": "Reds"}, "Tick the members of the team."),
    ],
)
def test_what_cannot_be_a_team_is_said_and_what_was_written_stays(director, sent, sentence):
    event = make_tournament(2)
    page = director.post(reverse("teams", args=[event.pk]), sent).content.decode()
    assert sentence in page
    assert sent.get("text", sent.get("name", "")) in page
    assert not event.teams.exists()


def test_names_with_commas_or_an_asterisk_are_read_as_they_are_written(director):
    event = make_tournament(names=["Rossi, Ana", "Neri,Ivo", "Star*", "Bruno"])
    one, two, three, _four = ids(event)
    listed = [ListedTeam("Reds: first", (one, two), two), ListedTeam("Blues", (three,))]
    set_teams(event_id=event.pk, teams=listed, best=0, actor=SYSTEM)
    address = reverse("teams", args=[event.pk])
    text = director.get(address).context["every"].initial["text"]
    assert director.post(address, {"text": text + "\nGreens: Bruno", "best": "0"}).status_code == 302
    event.refresh_from_db()
    assert names(event) == {"Reds: first": ["Neri,Ivo", "Rossi, Ana"], "Blues": ["Star*"], "Greens": ["Bruno"]}
    captains = event.entrants.filter(captain=True)
    assert [entrant.player.name for entrant in captains.select_related("player")] == ["Neri,Ivo"]


@pytest.mark.parametrize(
    ("sent", "sentence"),
    [
        ({"text": "Reds: P1\nBlues: P2\nGreens: P1", "best": "0"}, "In two teams: P1."),
        ({"text": "Reds: P1\nreds: P2", "best": "0"}, "There are two teams called"),
        ({"add": "1", "name": "reds"}, "There are two teams called"),
    ],
)
def test_what_is_refused_stays_written(director, sent, sentence):
    event = make_tournament(2)
    team_up(event, Reds="P1")
    if "add" in sent:
        sent = {**sent, "entrants": [ids(event)[1]]}
    page = director.post(reverse("teams", args=[event.pk]), sent).content.decode()
    assert sentence in page
    assert sent.get("text", sent.get("name", "")) in page


def test_whoever_is_in_a_team_meanwhile_is_not_taken_for_another(director):
    event = make_tournament(2)
    team_up(event, Reds="P1")
    sent = {"add": "1", "name": "Blues", "entrants": [*ids(event)]}
    assert (
        "The list has changed in the meantime."
        in director.post(reverse("teams", args=[event.pk]), sent).content.decode()
    )
    assert names(event) == {"Reds": ["P1"]}


def test_whoever_saves_an_older_list_is_asked_to_look_again(director):
    event = make_tournament(4)
    address = reverse("teams", args=[event.pk])
    seen = director.get(address).context["every"].initial["revision"]
    team_up(event, Blues="P3 P4")
    sent = {"text": "Reds: P1, P2", "best": "0", "revision": seen}
    assert "The list has changed in the meantime." in director.post(address, sent).content.decode()
    assert names(event) == {"Blues": ["P3", "P4"]}
    event.refresh_from_db()
    assert director.post(address, sent | {"revision": event.revision}).status_code == 302
    assert names(Event.objects.get(pk=event.pk)) == {"Reds": ["P1", "P2"]}


def test_undo_brings_the_teams_before_back(director):
    event = make_tournament(4)
    team_up(event, Reds="P1 P2")
    page = director.post(reverse("teams", args=[event.pk]), {"text": "", "best": "0"}, follow=True)
    step = f"{event.pk} teams:{page.context['event'].revision}"
    assert step in page.content.decode()
    answer = director.post(reverse("desk-undo", args=[event.pk]), {"steps": step, "page": "teams"})
    assert answer.url == reverse("teams", args=[event.pk])
    event.refresh_from_db()
    assert names(event) == {"Reds": ["P1", "P2"]}


def test_results_of_a_tournament_say_first_how_the_teams_stand(director):
    event = begun(8, stages=FOURS)
    team_up(event, best=1, Reds="P1 P2", Blues="P3 P4")
    address = reverse("event", args=[event.pk])
    assert "Standing of the teams" not in director.get(address).content.decode()
    play_round(event, Random(2))
    page = director.get(address).content.decode()
    assert "In each round the best member of a team counts." in page
    assert page.index("Standing of the teams") < page.index(
        'class="table standings standings-lean"', page.index("Standing of the teams") + 200
    )


def test_results_of_a_night_exchange_the_figures_of_its_teams_once_these_have_places(director):
    night = make_night(names=NAMES[:4])
    table = seat_table(night, *NAMES[:4])
    team_up(night, North=" ".join(NAMES[:4:2]), South=" ".join(NAMES[1:4:2]))
    address = reverse("event", args=[night.pk])
    assert 'id="results" data-outline' not in director.get(address).content.decode()
    deal(table, announce(1, 3, 3))
    page = director.get(address).content.decode()
    assert page.index("South") < page.index("North")
    assert 'id="results" data-outline' in page
    assert 'data-list="teams"' in page


def test_a_preview_says_who_of_a_team_would_sit_together(director):
    event = begun(4, stages=FOURS)
    team_up(event, Reds="P1 P2")
    page = director.get(reverse("round", args=[draw(event).pk])).content.decode()
    assert "P1 and P2 are of one team." in page or "P2 and P1 are of one team." in page


def test_why_am_i_here_says_so_too(client):
    event = begun(8, stages=FOURS)
    team_up(event, Reds="P1 P2")
    play_round(event, Random(2))
    page = client.get(reverse("why", args=[event.pk, ids(event)[0]])).content.decode()
    assert "Kept apart as members of one team: P2." in page


def test_the_wall_and_the_report_show_how_the_teams_stand(client):
    night = played_night()
    team_up(night, North="Ana Dovas", South="Bruno Chiara")
    wall = client.get(reverse("wall", args=[night.pk])).content.decode()
    assert 'data-sheet="teams-1"' in wall
    assert wall.index("South") < wall.index("North")
    finish_event(event_id=night.pk, actor=SYSTEM)
    assert "Standing of the teams" in client.get(reverse("report", args=[night.pk])).content.decode()


def test_the_wall_of_a_tournament_has_a_sheet_of_teams_once_something_is_played(client):
    event = begun(8, stages=FOURS)
    team_up(event, Reds="P1 P2", Blues="P3 P4")
    assert 'data-sheet="teams' not in client.get(reverse("wall", args=[event.pk])).content.decode()
    play_round(event, Random(2))
    assert 'data-sheet="teams-1"' in client.get(reverse("wall", args=[event.pk])).content.decode()


def test_the_final_places_on_the_wall_are_those_of_teams_where_these_meet(client):
    heads = {}
    for event, over in ((begun_teams(2, rounds=1), True), (begun(4, stages=[("swiss", {"rounds": 1})]), False)):
        for table in next_round(event):
            finish_table(table)
        finish_event(event_id=event.pk, actor=SYSTEM)
        wall = client.get(reverse("wall", args=[event.pk])).content.decode()
        heads[over] = re.findall('<th scope="col">(\\w+)</th>', wall[wall.index("Final places") :])
    assert heads == {True: ["Team"], False: ["Player"]}


def test_a_tournaments_teams_are_placed_once_for_all_readers_and_anew_when_a_table_ends(client):
    event = begun(8, stages=FOURS)
    team_up(event, Reds="P1 P2", Blues="P3 P4")
    play_round(event, Random(2))
    address = reverse("event", args=[event.pk])
    client.get(address)
    with CaptureQueriesContext(connection) as queries:
        first = client.get(address)
    assert not [query for query in queries if "tournaments_team" in query["sql"]]
    for table in event.tables.all():
        finish_table(table, order=[3, 2, 1, 0])
    second = client.get(address)
    standings = [[team.points for team in page.context["teams"].teams] for page in (first, second)]
    assert standings[0] != standings[1]


def test_at_a_night_of_pairs_a_sentence_leads_and_each_seat_names_its_pair(director):
    night = make_night(names=NAMES[:4])
    table = seat_table(night, *NAMES[:4])
    assert 'class="seat-team" data-for=""' in director.get(reverse("desk", args=[night.pk])).content.decode()
    team_up(night, Reds=f"{NAMES[0]} {NAMES[1]}", Blues=f"{NAMES[2]} {NAMES[3]}")
    for turn in range(2):
        deal(table, announce((table.first_dealer + 1 + turn) % 4, 3, 3 * (1 - turn)))
    results = director.get(reverse("event", args=[night.pk]))
    leader = results.context["teams"].teams[0]
    assert leader.row.flags.split()[0] == "leads"
    assert f"> {leader.line.team.name} leads by " in " ".join(results.content.decode().split())
    for name in ("event", "tables", "desk"):
        shown = director.get(reverse(name, args=[night.pk])).content.decode()
        assert [shown.count(f'data-for="{team}">{team}</small>') for team in ("Reds", "Blues")] == [2, 2], name
