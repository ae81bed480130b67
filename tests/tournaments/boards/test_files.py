"""Files of events in which teams meet over boards."""

import json
from random import Random

import pytest

from tests.tournament_scenes import next_round
from tests.tournaments.boards.scenes import begun_teams, decide, entrant, state_of, win
from tests.tournaments.files.club_files import brought, elsewhere, rewritten
from tests.tournaments.files.club_files import file_of as club_file_of
from tests.tournaments.proofs.scenes import file_of
from tests.tournaments.proofs.test_event_files import proved
from tournaments.audit import SYSTEM
from tournaments.exports.files.of_event import pairings
from tournaments.exports.files.of_teams import teams
from tournaments.models import ClubRating, Event
from tournaments.proofs.tables import Difference
from tournaments.proofs.verify import Proof, check_facts
from tournaments.selectors.season.standing import results_of
from tournaments.selectors.stage.records import stage_state
from tournaments.services.night import finish_event
from tournaments.services.refusals import Refused
from tournaments.services.stage.entrants import substitute, withdraw

pytestmark = pytest.mark.django_db


def played_out(event: Event, seed: int) -> Event:
    """To its end, won on most boards by one of the two."""
    random = Random(seed)
    while True:
        try:
            tables = next_round(event)
        except Refused as refused:
            if refused.code != "stage-over":
                raise
            break
        for table in tables:
            if table.status == table.Status.PLAYING:
                decide(table, random.choice([(1, 2), (2, 1), (1, 2), (2, 1), (1, 1)]))
        if seed == 1 and state_of(event).rounds[-1].number == 1:
            withdraw(event_id=event.pk, entrant_id=entrant(event, "C3").pk, actor=SYSTEM)
            substitute(event_id=event.pk, entrant_id=entrant(event, "B1").pk, name="Zoe", actor=SYSTEM)
    finish_event(event_id=event.pk, actor=SYSTEM)
    event.refresh_from_db()
    return event


@pytest.mark.parametrize("seed", [0, 1])
@pytest.mark.parametrize(("key", "count"), [("swiss", 5), ("round-robin", 4)])
def test_an_event_of_teams_proves_itself(key, count, seed):
    report = proved(file_of(played_out(begun_teams(count, each=3, boards=3, key=key), seed)))
    assert report.checked["places"] == count
    assert report.checked["draws"] and report.checked["standings"]


def test_an_event_file_in_which_a_board_is_another_is_refused():
    whole = json.loads(file_of(played_out(begun_teams(4, each=2, boards=2), 0)))
    seats = whole["stages"][0]["rounds"][0]["tables"][1]["seats"]
    seats[0]["entrant"], seats[1]["entrant"] = seats[1]["entrant"], seats[0]["entrant"]
    with pytest.raises(Difference):
        check_facts(whole, Proof())


def test_an_event_file_with_a_shorter_line_up_is_refused():
    whole = json.loads(file_of(played_out(begun_teams(4, each=2, boards=2), 0)))
    whole["stages"][0]["rounds"][0]["line_ups"][0]["people"].pop()
    with pytest.raises(Difference):
        check_facts(whole, Proof())


def test_the_sheet_of_teams_has_match_points_and_what_members_brought():
    event = begun_teams(2, each=2, boards=2, rounds=1)
    for table in next_round(event):
        win(table, "A" if table.game == 1 else "B")
    rows = sorted((row[1], row[3], row[7], row[9]) for row in teams(event).rows)
    assert rows == [("A", 1, "A1", 1), ("A", 1, "A2", 0), ("B", 1, "B1", 0), ("B", 1, "B2", 1)]


def test_ratings_and_the_results_of_a_season_are_those_of_people():
    event = played_out(begun_teams(4, each=2, boards=2, rounds=2), 0)
    people = set(event.club.players.values_list("name", flat=True))
    assert set(ClubRating.objects.filter(club=event.club).values_list("player__name", flat=True)) == people
    assert {result.place for result in results_of(event)} == {None}


def test_a_club_with_team_matches_comes_in_whole_elsewhere():
    event = played_out(begun_teams(3, each=3, boards=2, rounds=2), 0)
    club = brought(rewritten(club_file_of(event.club), elsewhere))
    (there,) = club.events.all()
    assert {team.name: team.side.player.name for team in there.teams.select_related("side__player")} == {
        name: name for name in "ABC"
    }
    ((*here,), (*moved,)) = (stage_state(each.stages.get()).standings[0] for each in (event, there))
    assert [(row.rank, row.points) for row in moved] == [(row.rank, row.points) for row in here]
    assert [row.figures["board-points"].value for row in moved] == [row.figures["board-points"].value for row in here]


def test_the_sheet_of_pairings_has_the_match_of_each_board():
    event = begun_teams(2, each=2, boards=2, rounds=1)
    for table in next_round(event):
        win(table, "A" if table.game == 1 else "B")
    rows = sorted((row[7], *row[-3:]) for row in pairings(event).rows)
    assert rows == [("A1", 1, 1, 1), ("A2", 2, 1, 1), ("B1", 1, 1, 1), ("B2", 2, 1, 1)]
