"""What somebody has won with a team stands on their own pages, as what they have won alone does."""

from datetime import date

import pytest
from django.db import connection
from django.test import Client
from django.test.utils import CaptureQueriesContext
from django.utils import timezone

from tests.factories import announce, deal, make_club, make_night, seat_table
from tests.tournament_scenes import begun, finish_table, next_round, play_stage
from tests.tournaments.boards.scenes import begun_teams, boards_of, entrant, win
from tests.tournaments.teams.scenes import team_up
from tournaments.audit import SYSTEM
from tournaments.codes import player_code
from tournaments.exports.person import everything_about
from tournaments.models import Event, Player, Seat
from tournaments.selectors.club.players import own_evenings
from tournaments.selectors.prizes import titles_of
from tournaments.services.night import finish_event, reopen_event
from tournaments.services.stage.entrants import substitute
from tournaments.services.stage.rulings import forfeit
from tournaments.services.table.life import end_table

pytestmark = pytest.mark.django_db


def player(event: Event, name: str) -> Player:
    return event.club.players.get(name=name)


def own_page(client: Client, one: Player) -> str:
    return " ".join(client.get(f"/players/{one.pk}/").text.split())


def own_results(client: Client, one: Player) -> str:
    page = client.get(f"/codes/{player_code(one.pk, one.code_edition)}/").text
    return " ".join(page.split("My results")[1].split())


def cup_of_teams() -> Event:
    """Team A wins over two boards by A1, and by Zita in the place of A2; A3 never sits."""
    cup = begun_teams(2, each=3, boards=2, rounds=1)
    substitute(event_id=cup.pk, entrant_id=entrant(cup, "A2").pk, name="Zita", actor=SYSTEM)
    next_round(cup)
    for board in boards_of(cup, "A"):
        win(board, "A")
    finish_event(event_id=cup.pk, actor=SYSTEM)
    return Event.objects.get(pk=cup.pk)


def test_whoever_has_played_for_a_winning_team_has_won_with_it_and_whoever_never_sat_has_not(client):
    cup = cup_of_teams()
    won = "<strong>won with the team A</strong>"
    for name in ("A1", "Zita"):
        assert [(title.event, title.team) for title in titles_of(player(cup, name))] == [(cup, "A")]
        assert won in own_page(client, player(cup, name))
        assert "place 1 of 2 with the team A" in own_results(client, player(cup, name))
    facts = everything_about(player(cup, "A1"), now=timezone.now())["events"][0]
    assert (facts["team"], facts["place of the team"], facts["place"]) == ("A", 1, None)
    for name in ("A2", "A3", "B1"):
        assert titles_of(player(cup, name)) == [] and won not in own_page(client, player(cup, name))
    assert "place 2 of 2 with the team B" in own_results(client, player(cup, "B1"))
    Event.objects.filter(pk=cup.pk).update(visibility="private")
    assert won not in own_page(client, player(cup, "A1"))
    reopen_event(event_id=cup.pk, actor=SYSTEM)
    assert titles_of(player(cup, "A1")) == []
    assert "with the team" not in own_results(client, player(cup, "A1"))


def test_a_member_who_did_not_come_to_their_only_board_has_not_played():
    cup = begun_teams(2, each=2, boards=2, rounds=1)
    next_round(cup)
    first, second = boards_of(cup, "A")
    win(first, "A")
    missing = Seat.objects.get(table=second, entrant=entrant(cup, "B2")).index
    forfeit(table_id=second.pk, seats=[missing], reason="", actor=SYSTEM)
    finish_event(event_id=cup.pk, actor=SYSTEM)
    teams = {name: [evening.team for evening in own_evenings(player(cup, name))] for name in ("B1", "B2")}
    assert teams["B2"] == [None] and [team.place for team in teams["B1"] if team] == [2]


def test_in_a_tournament_of_players_both_titles_are_told_and_a_shared_one_is_called_so(client):
    cup = begun(4, stages=[("round-robin", {})])
    team_up(cup, Reds="P1 P2", Blues="P3 P4")
    play_stage(cup)
    finish_event(event_id=cup.pk, actor=SYSTEM)
    assert [title.team for title in titles_of(player(cup, "P1"))] == ["", "Reds"]
    level = begun(4, stages=[("round-robin", {"rounds": 1})])
    team_up(level, Reds="P1 P2", Blues="P3 P4")
    for table in next_round(level):
        finish_table(table, winner=table.seats.get(entrant__player__name__in=("P1", "P3")).index)
    finish_event(event_id=level.pk, actor=SYSTEM)
    assert "shared first place, in the team Reds" in own_page(client, player(level, "P1"))


def test_on_a_night_nobody_stands_in_for_a_team_and_its_place_is_no_title(client):
    night = make_night(club=make_club(), names=("Ana", "Bruno"), on=date(2026, 11, 20))
    team_up(night, Reds="Ana", Blues="Bruno")
    table = seat_table(night, "Ana", "Bruno")
    deal(table, announce(1, 3, 3))
    (zita,) = Player.objects.bulk_create([Player(club=night.club, name="Zita")])
    end_table(table_id=table.pk, actor=SYSTEM)
    later = seat_table(night, "Ana", "Bruno")
    later.seats.filter(entrant__player__name="Bruno").update(substitute=zita)
    deal(later, announce(1, 3, 3))
    end_table(table_id=later.pk, actor=SYSTEM)
    finish_event(event_id=night.pk, actor=SYSTEM)
    assert "place 1 of 2 with the team Blues" in own_results(client, player(night, "Bruno"))
    assert "with the team" not in own_results(client, zita)
    assert titles_of(player(night, "Bruno")) == []


def test_titles_and_evenings_take_as_many_statements_however_many_there_are():
    club = make_club()
    counts = []
    for _cup in range(3):
        cup = begun(2, club=club, stages=[("round-robin", {})])
        team_up(cup, Reds="P1", Blues="P2")
        play_stage(cup)
        finish_event(event_id=cup.pk, actor=SYSTEM)
        with CaptureQueriesContext(connection) as queries:
            titles, evenings = titles_of(player(cup, "P1")), own_evenings(player(cup, "P1"))
        counts.append((len(titles), len(evenings), len(queries)))
    assert [(titles, evenings) for titles, evenings, _count in counts] == [(2, 1), (4, 2), (6, 3)]
    assert len({count for *_sizes, count in counts}) == 1
