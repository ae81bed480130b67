"""Teams over the events of a season: their places there, added up by its rules."""

import csv
from io import StringIO

import pytest
from django.urls import reverse

from tests.factories import make_club
from tests.tournament_scenes import begun, play_stage
from tests.tournaments.api.scenes import Program, token_for
from tests.tournaments.season.seasons import FIRST, a_season, played
from tests.tournaments.teams.scenes import team_up
from tournaments.audit import SYSTEM
from tournaments.models import Club, Event, Season, Team
from tournaments.selectors.season.page import season_page
from tournaments.selectors.season.standing import SeasonTeam, season_teams
from tournaments.services.night import finish_event, reopen_event
from tournaments.services.summaries.ratings import rebuild_team_places

pytestmark = pytest.mark.django_db


def night(club: Club, *names: str, week: int, **teams: str) -> Event:
    """Who is named first wins."""
    event = played(club, *names, week=week).event
    team_up(event, **teams)
    finish_event(event_id=event.pk, actor=SYSTEM)
    return Event.objects.get(pk=event.pk)


def three_nights(**rules: object) -> Season:
    """The Reds win the first and the last, the Blues the second; in the last the Greens play, too."""
    club = make_club()
    season = a_season(club, **rules)
    night(club, "Ana", "Bruno", week=0, Reds="Ana", Blues="Bruno")
    night(club, "Bruno", "Ana", week=1, reds="Ana", Blues="Bruno")
    night(club, "Ana", "Chiara", week=2, Reds="Ana", Greens="Chiara")
    return season


def standing(season: Season) -> list[SeasonTeam]:
    page = season_page(season, stricter=lambda event: False)
    return season_teams(page.season_rules, page.ended)


def told(season: Season) -> list[tuple[int | None, str, int]]:
    return [(team.row.rank, team.name, int(team.row.points)) for team in standing(season)]


def test_a_team_is_the_same_by_its_name_and_its_places_bring_what_a_players_do():
    assert told(three_nights()) == [(1, "Reds", 13), (2, "Blues", 8), (3, "Greens", 3)]


def test_only_the_best_events_count_and_who_came_too_seldom_has_no_place():
    season = three_nights(best=1, least=2)
    assert told(season) == [(1, "Reds", 5), (2, "Blues", 5), (None, "Greens", 3)]
    assert [brought.counted for brought in standing(season)[0].brought] == [True, False, False]


def test_where_scores_are_added_up_teams_have_no_standing():
    assert told(three_nights(points="average", contests=("vilnius",))) == []


def test_what_is_open_again_brings_nothing_and_what_is_kept_is_what_the_tables_give():
    season = three_nights()
    event = Event.objects.order_by("pk").last()
    reopen_event(event_id=event.pk, actor=SYSTEM)
    assert set(event.teams.values_list("place", flat=True)) == {None}
    assert told(season) == [(1, "reds", 8), (1, "Blues", 8)]
    assert rebuild_team_places(season.club) == []
    Team.objects.filter(event=Event.objects.earliest("pk")).update(place=9)
    assert len(rebuild_team_places(season.club)) == 2
    assert told(season) == [(1, "reds", 8), (1, "Blues", 8)]


def test_a_tournament_counts_by_the_places_of_its_teams_over_all_rounds():
    club = make_club()
    season = a_season(club, events="all")
    event = begun(4, club=club, stages=[("round-robin", {})])
    Event.objects.filter(pk=event.pk).update(date=FIRST)
    team_up(event, Reds="P3 P4", Blues="P1 P2")
    play_stage(event)
    finish_event(event_id=event.pk, actor=SYSTEM)
    assert [team.name for team in standing(season)] == ["Blues", "Reds"]
    assert set(event.teams.values_list("name", "place")) == {("Blues", 1), ("Reds", 2)}


def test_everybody_reads_it_on_the_page_in_a_file_and_by_program(client):
    season = three_nights(best=2)
    page = client.get(reverse("season", args=[season.pk])).content.decode()
    assert 'id="season-teams"' in page and "<s>3</s>" in page
    file = client.get(reverse("season-file-csv", args=[season.pk, "teams"])).getvalue().decode("utf-8-sig")
    rows = list(csv.DictReader(StringIO(file)))
    assert rows[0] == {"place": "1", "team": "Reds", "points": "10", "events": "3"}
    answer = Program(token_for(season.club, "read")).get(f"/seasons/{season.pk}/teams").json()
    assert answer["rows"][0] == {"place": 1, "team": "Reds", "points": 10, "events": 3}
    plain = a_season(make_club(name="Plain"))
    assert "season-teams" not in client.get(reverse("season", args=[plain.pk])).content.decode()
