"""Which of several tables of a fixture shows and counts, and who goes up or down after somebody has left."""

import re

import pytest

from tests.factories import announce, deal, make_night, seat_table
from tests.tournaments.league.leagues import FOUR, a_league
from tests.tournaments.league.test_pages_leagues import rows, text
from tests.tournaments.season.seasons import FIRST, night
from tournaments.audit import SYSTEM
from tournaments.models import Event, League
from tournaments.selectors.league.page import league_page
from tournaments.services.night import finish_event, reopen_event
from tournaments.services.season import leave_league
from tournaments.services.table.life import end_table

pytestmark = pytest.mark.django_db


def at_one_night(league: League, *winners: str) -> int:
    """Ana and Bruno sit down once for each of these, who wins; the night (id) stays open."""
    event = make_night(club=league.season.club, names=("Ana", "Bruno"), on=FIRST)
    for winner in winners:
        table = seat_table(event, "Ana", "Bruno")
        for seat, name in ((1, "Bruno"), (0, "Ana")):
            deal(table, announce(seat, 3, 3 if name == winner else 2))
        end_table(table_id=table.pk, actor=SYSTEM)
    return event.pk


def test_of_two_tables_of_one_fixture_tonight_the_page_shows_the_one_that_will_count(client):
    league = a_league(("Ana", "Bruno"))
    event = at_one_night(league, "Ana", "Bruno")
    assert re.search(r"Ana 3 1 0 0$", rows(text(client, "league", league.season_id))[0])
    finish_event(event_id=event, actor=SYSTEM)
    assert re.search(r"Ana champion 3 1 0 0$", rows(text(client, "league", league.season_id))[0])


def test_two_laps_that_are_played_on_one_night_both_show(client):
    league = a_league(("Ana", "Bruno"), laps=2)
    event = at_one_night(league, "Ana", "Bruno", "Ana")
    page = text(client, "league", league.season_id)
    assert "2 of tonight are in the table already" in page
    assert [re.search(r"\w+ 3 1 0 1$", row) is not None for row in rows(page)] == [True, True]
    finish_event(event_id=event, actor=SYSTEM)
    assert [row.split()[-4:] for row in rows(text(client, "league", league.season_id))] == [["3", "1", "0", "1"]] * 2


def test_a_rematch_that_is_being_played_does_not_take_the_place_of_what_has_ended(client):
    league = a_league(("Ana", "Bruno"))
    event = at_one_night(league, "Ana")
    seat_table(Event.objects.get(pk=event), "Ana", "Bruno")
    assert re.search(r"Ana 3 1 0 0$", rows(text(client, "league", league.season_id))[0])


def test_an_earlier_night_that_is_open_again_takes_its_fixture_back(client):
    league = a_league(("Ana", "Bruno"))
    first = night(league.season.club, "Ana", "Bruno", week=1)
    night(league.season.club, "Bruno", "Ana", week=2)
    reopen_event(event_id=first.pk, actor=SYSTEM)
    page = text(client, "league", league.season_id)
    assert re.search(r"Ana 3 1 0 0$", rows(page)[0]) and "1 of tonight is in the table already" in page


def test_what_has_ended_tonight_counts_though_one_of_them_leaves_the_league(client):
    league = a_league(("Ana", "Bruno"))
    at_one_night(league, "Ana")
    ana = league.players.get(player__name="Ana")
    leave_league(season_id=league.season_id, player_id=ana.pk, left=True, actor=SYSTEM)
    assert re.search(r"Ana has left 3 1 0 0$", rows(text(client, "league", league.season_id))[0])


def test_after_somebody_has_left_the_page_and_the_proposal_send_down_the_same_people():
    league = a_league(FOUR, ("Elena", "Faust", "Giulia", "Hana"))
    for names in (("Ana", "Bruno"), ("Bruno", "Chiara"), ("Elena", "Faust")):
        night(league.season.club, *names, week=1)
    dovas = league.players.get(player__name="Dovas")
    leave_league(season_id=league.season_id, player_id=dovas.pk, left=True, actor=SYSTEM)
    page = league_page(league)
    assert {line.player.name for line in page.lines if line.row.way == "down"} == set()
    assert {line.player.name for line in page.lines if line.row.way == "up"} == {"Elena"}
    divisions = [{player.name for player in players} for players in page.next_time()]
    assert divisions == [{"Ana", "Bruno", "Chiara", "Elena"}, {"Faust", "Giulia", "Hana"}]
