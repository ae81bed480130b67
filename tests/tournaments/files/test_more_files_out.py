"""Cross-tables, seasons, leagues and ladders, for other programs."""

import json

import pytest
from django.core.management import CommandError
from django.test import Client
from django.urls import reverse

from tests.factories import make_club, make_night
from tests.tournament_scenes import begun, make_tournament, play_event, play_round
from tests.tournaments.files.test_files_out import exported, rows
from tests.tournaments.ladder.ladders import a_ladder
from tests.tournaments.league.leagues import a_league, fixture_of
from tests.tournaments.season.seasons import a_season, a_spring
from tournaments.audit import SYSTEM
from tournaments.models import Event
from tournaments.selectors.season.page import season_page
from tournaments.services.club.clubs import set_event_visibility
from tournaments.services.season import decide_fixture

pytestmark = pytest.mark.django_db


def test_a_cross_table_has_a_column_for_each_opponent() -> None:
    event = play_event(make_tournament(4, stages=(("round-robin", {}),)))
    found = rows(exported("cross-table", event=event.pk))
    assert [row["by"] for row in found] == ["opponent"] * 4
    met = [[row[str(other)] for other in range(1, 5)] for row in found]
    assert all(line[own] == "" for own, line in enumerate(met))
    for own in range(4):
        for other in range(own):
            assert {met[own][other], met[other][own]} in ({"1", "0"}, {"½"})


def test_where_most_never_meet_a_cross_table_goes_by_rounds() -> None:
    event = begun(20)
    play_round(event)
    found = {row["number"]: row for row in rows(exported("cross-table", event=event.pk))}
    for number, row in found.items():
        other, result = row["1"].split()
        assert row["by"] == "round" and found[other]["1"] == f"{number} {dict(zip('01½', '10½', strict=True))[result]}"


def test_a_cross_table_tells_the_points_from_before_the_first_round_as_the_standings_do() -> None:
    event = begun(6, stages=[("swiss", {"rounds": 2, "acceleration": "mcmahon", "bands": 2})])
    play_round(event)
    crossed, standings = (rows(exported(name, event=event.pk)) for name in ("cross-table", "standings"))
    starts = {row["player"]: (row["points"], row["starting-points"]) for row in crossed}
    assert starts == {row["player"]: (row["points"], row["starting-points"]) for row in standings if row["stage"]}
    assert {start for _points, start in starts.values()} == {"0", "1"}


def test_a_club_night_has_no_cross_table(client: Client) -> None:
    night = make_night()
    assert client.get(reverse("event-file-csv", args=[night.pk, "cross-table"])).status_code == 404
    assert "cross-table" not in client.get(reverse("event-files", args=[night.pk])).content.decode()


def test_a_season_gives_its_table_and_what_each_event_brought() -> None:
    season = a_spring()
    page = season_page(season)
    table = rows(exported("standings", season=season.pk))
    assert [(row["place"], row["player"], row["points"]) for row in table] == [
        (str(line.row.rank), line.player.name, line.points_text) for line in page.lines
    ]
    brought = json.loads(exported("events", season=season.pk, kind="json"))
    assert brought["season"]["name"] == season.name
    for line in table:
        own = [row["points"] for row in brought["rows"] if row["player"] == line["player"] and row["counted"]]
        assert sum(own) == float(line["points"]) and len(own) == int(line["counted"])


def test_in_the_files_of_a_season_hidden_events_have_no_name(client: Client) -> None:
    season = a_spring()
    hidden = Event.objects.filter(club=season.club)[0]
    set_event_visibility(event_id=hidden.pk, visibility="private", actor=SYSTEM)
    asked = reverse("season-file-json", args=[season.pk, "events"])
    told = json.loads(client.get(asked).getvalue())["rows"]
    assert hidden.pk not in {row["event_id"] for row in told} and None in {row["event_id"] for row in told}
    assert hidden.pk in {
        row["event_id"] for row in json.loads(exported("events", season=season.pk, kind="json"))["rows"]
    }


@pytest.mark.parametrize("name", ["standings", "league", "secrets"])
def test_a_file_that_a_season_does_not_have_is_not_found(client: Client, name: str) -> None:
    draft = a_season(make_club(), published=False)
    assert client.get(reverse("season-file-csv", args=[draft.pk, name])).status_code == 404


def test_a_league_gives_its_divisions_and_fixtures() -> None:
    league = a_league()
    decided = fixture_of(league, "Ana", "Bruno")
    decide_fixture(season_id=league.season_id, fixture_id=decided.pk, places=[2, 1], actor=SYSTEM)
    table = {row["player"]: row for row in rows(exported("league", season=league.season_id))}
    names = [each.player.name for each in league.players.filter(pk__in=decided.players)]
    assert sorted((table[name]["won"], table[name]["lost"]) for name in names) == [("0", "1"), ("1", "0")]
    sat = [row for row in rows(exported("fixtures", season=league.season_id)) if row["fixture"] == str(decided.pk)]
    assert sorted(row["place"] for row in sat) == ["1", "2"] and {row["state"] for row in sat} == {"decided"}


def test_a_club_gives_the_order_of_its_ladders() -> None:
    ladder = a_ladder()
    found = rows(exported("ladders", club=ladder.club.slug))
    assert [int(row["player_id"]) for row in found] == ladder.order


def test_the_command_says_what_there_is_not() -> None:
    with pytest.raises(CommandError) as refused:
        exported("standings", season=99)
    assert str(refused.value) == "There is no season 99."
    season = a_season(make_club())
    with pytest.raises(CommandError) as refused:
        exported("league", season=season.pk)
    assert str(refused.value) == f"Season {season.pk} is not played as a league."
