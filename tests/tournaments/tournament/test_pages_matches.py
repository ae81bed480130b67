"""Pages of a tournament whose matches are of several games."""

from datetime import timedelta

import pytest
from django.db import connection
from django.test.utils import CaptureQueriesContext
from django.urls import reverse
from django.utils import timezone

from tests.factories import make_member
from tests.tournament_scenes import begun, finish_table, next_round
from tests.tournaments.api.scenes import Program, token_for
from tournaments.audit import SYSTEM
from tournaments.models import Event, Member, Table
from tournaments.selectors.tournament.desk import tournament_desk
from tournaments.services.stage.entrants import substitute

pytestmark = pytest.mark.django_db
PAGES = ("event", "wall", "bracket", "pairings")


def played(games: int) -> tuple[Event, list[Table]]:
    """Of two tables one has ended its first game."""
    event = begun(4, stages=[("single-elimination", {"games": games})])
    tables = next_round(event)
    finish_table(tables[0], winner=0)
    return event, tables


def address(page: str, event: Event, table: Table) -> str:
    return reverse(page, args=[table.round_id if page == "pairings" else event.pk])


def director_of(client, event: Event):
    client.force_login(make_member(event.club, Member.Role.DIRECTOR), "django.contrib.auth.backends.ModelBackend")
    return client


@pytest.mark.parametrize("page", ["event", "wall", "pairings"])
def test_it_says_which_game_is_played_and_the_score(client, page):
    event, tables = played(3)
    html = client.get(address(page, event, tables[0])).content.decode()
    assert "Game 2 of 3: P1 leads 1–0" in " ".join(html.split())
    assert "Game 1 of 3: 0–0" in " ".join(html.split())


def test_whoever_sits_in_between_two_games_leads_by_their_own_name(client):
    event, tables = played(3)
    substitute(event_id=event.pk, entrant_id=tables[0].seats.get(index=0).entrant_id, name="Zita", actor=SYSTEM)
    second = Table.objects.get(round=tables[0].round_id, game=2)
    for where in (address("event", event, second), reverse("table", args=[second.pk])):
        assert "Game 2 of 3: Zita leads 1–0" in " ".join(client.get(where).content.decode().split())


def test_a_match_of_before_somebody_stood_in_was_won_by_who_sat_there(client):
    event, (first, _other) = played(3)
    second, winner = Table.objects.get(round=first.round_id, game=2), first.seats.get(index=0).entrant_id
    finish_table(second, winner=second.seats.get(entrant=winner).index)
    substitute(event_id=event.pk, entrant_id=winner, name="Zita", actor=SYSTEM)
    for where in (
        address("pairings", event, first),
        reverse("table", args=[first.pk]),
        reverse("table", args=[second.pk]),
    ):
        assert "P1 won the match 2–0" in " ".join(client.get(where).content.decode().split())


def test_a_bracket_shows_the_games_won(client):
    event, tables = played(3)
    finish_table(Table.objects.get(round=tables[0].round_id, game=2), winner=1)
    html = client.get(reverse("bracket", args=[event.pk])).content.decode()
    assert ">2<" in html.replace(" ", "")


@pytest.mark.parametrize("page", PAGES)
def test_a_page_asks_no_more_of_matches_than_of_tables(client, page):
    counts = []
    for games in (1, 3):
        event, tables = played(games)
        with CaptureQueriesContext(connection) as queries:
            assert client.get(address(page, event, tables[0])).status_code == 200
        counts.append(len(queries))
    assert counts[0] == counts[1]


def test_the_desk_shows_a_match_once_and_asks_no_more(client):
    counts = []
    for games in (1, 3):
        event, tables = played(games)
        Table.objects.update(opened_at=timezone.now() - timedelta(minutes=11))
        director_of(client, event)
        with CaptureQueriesContext(connection) as queries:
            html = client.get(reverse("desk", args=[event.pk])).content.decode()
        counts.append(len(queries))
    assert "Game 2 of 3: P1 leads 1–0" in html
    assert f'id="table-{tables[0].pk}"' not in html  # its next game stands there
    assert html.count("No-show") == 2  # of the table that has not begun at all
    assert counts[0] == counts[1]


def test_a_tables_page_leads_to_the_other_games(client):
    _event, tables = played(3)
    html = client.get(reverse("table", args=[tables[0].pk])).content.decode()
    second = Table.objects.get(round=tables[0].round_id, game=2)
    assert "Game 2" in html
    assert reverse("table", args=[second.pk]) in html


def test_the_director_decides_a_match_or_closes_it_as_it_stands(client):
    event, tables = played(3)
    second = Table.objects.get(round=tables[0].round_id, game=2)
    director_of(client, event)
    page = reverse("table-ruling", args=[second.pk])
    assert "Close the match as it stands" in client.get(page).content.decode()
    client.post(page, {"kind": "close", "close-reason": "late"})
    assert [*second.rulings.values_list("kind", "value")] == [("match", [2, 1])]
    client.post(page, {"kind": "match", "match-seat-0": "1", "match-seat-1": "2", "match-reason": ""})
    assert second.rulings.last().value == [1, 2]


def test_the_games_of_a_running_stage_are_set_on_its_page(client):
    event, _tables = played(1)
    director_of(client, event)
    client.post(reverse("stages", args=[event.pk]), {"do": "match", "stage": "1", "games": "3", "last_games": "5"})
    assert event.stages.get().options["games"] == 3
    answer = client.post(reverse("stages", args=[event.pk]), {"do": "match", "stage": "1", "games": "2"}, follow=True)
    assert "take an odd number of games" in answer.content.decode()
    assert event.stages.get().options["games"] == 3


def test_programs_read_the_match_decide_it_and_set_the_games():
    event, tables = played(3)
    second = Table.objects.get(round=tables[0].round_id, game=2)
    program = Program(token_for(event.club, "direct"))
    facts = program.get(f"/tables/{second.pk}").json()
    assert (facts["game"], facts["games"]) == (2, 3)
    assert facts["match"] == {"decided": "wins", "wins": ["0", "1"], "over": False, "extra": 0}
    decided = program.post(f"/tables/{second.pk}/match", {}).json()
    assert decided["match"]["over"]
    stage = program.post(f"/events/{event.pk}/stages/1/matches", {"games": 5})
    assert stage.status_code == 200
    assert event.stages.get().options["games"] == 5
    assert program.post(f"/events/{event.pk}/stages/1/matches", {"games": 2}).status_code == 422


def test_a_cross_table_and_why_somebody_sat_there_tell_the_games_won(client):
    event = begun(2, stages=[("round-robin", {"games": 3})])
    (first,) = next_round(event)
    finish_table(first, winner=0)
    finish_table(Table.objects.get(round=first.round_id, game=2), winner=1)
    html = client.get(reverse("cross-table", args=[event.pk])).content.decode()
    assert "2–0" in html
    assert "0–2" in html
    winner = first.seats.get(index=0).entrant
    why = client.get(reverse("why", args=[event.pk, winner.pk])).content.decode()
    assert "P1 won the match 2–0" in why


def test_a_match_whose_first_game_is_disputed_waits_for_that_and_no_ruling():
    _event, tables = played(3)
    second = Table.objects.get(round=tables[0].round_id, game=2)
    finish_table(second, winner=1)
    Table.objects.filter(pk=tables[0].pk).update(confirmation=Table.ConfirmationState.DISPUTED)
    shown = tournament_desk(second.event_id, now=timezone.now()).tables[second.pk]
    assert (shown.is_open, shown.undecided) == (True, False)
