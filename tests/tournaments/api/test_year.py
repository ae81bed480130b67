"""What programs read of a club's year: seasons, leagues, ladders."""

from fractions import Fraction

import pytest
from django.utils import timezone

from tests.factories import make_club
from tests.tournaments.api.scenes import Program, of_another_club, stranger, token_for
from tests.tournaments.ladder.ladders import a_ladder, acted, challenged, named
from tests.tournaments.league.leagues import a_league
from tests.tournaments.season.seasons import a_season, a_spring, night, played
from tournaments.models import Event, Visibility
from tournaments.services.ladder import challenge

pytestmark = pytest.mark.django_db


def test_a_season_is_told_with_what_counts_and_what_is_dropped():
    season = a_spring()
    (told,) = stranger().get(f"/clubs/{season.club.slug}/seasons").json()["rows"]
    assert (told["name"], told["status"], told["league"], told["rules"]["planned"]) == ("Spring", "published", False, 4)
    assert stranger().get(f"/seasons/{season.pk}").json() == told
    rows = stranger().get(f"/seasons/{season.pk}/standings").json()["rows"]
    assert [(row["place"], row["player"]["name"], row["points"]) for row in rows] == [
        (1, "Ana", 12),
        (2, "Bruno", 8),
        (3, "Chiara", 5),
    ]
    assert [(each["points"], each["counted"]) for each in rows[0]["events"]] == [(5, True), (2, True), (5, True)]


def test_the_points_of_a_season_are_numbers():
    season = a_season(make_club(), table=(Fraction(5), Fraction(5, 2)), coming=Fraction(1, 2))
    rules = stranger().get(f"/seasons/{season.pk}").json()["rules"]
    assert (rules["table"], rules["coming"]) == ([5, 2.5], 0.5)


def test_dropped_and_provisional_nights_of_a_season_say_so():
    season = a_season((spring := a_spring()).club, name="Best of one", best=1)
    open_night = played(season.club, "Ana", "Bruno", week=4).event
    (ana, *_) = stranger().get(f"/seasons/{season.pk}/standings").json()["rows"]
    assert [each["counted"] for each in ana["events"]] == [True, False, False, False]
    assert [each["event"] for each in ana["events"] if each["provisional"]] == [open_night.pk]
    assert stranger().get(f"/clubs/{spring.club.slug}/seasons?limit=1").json()["next"]


def test_a_draft_and_a_hidden_season_are_not_there_for_strangers_and_a_hidden_night_has_no_name():
    season = a_spring()
    draft = a_season(season.club, published=False, name="Draft")
    own = Program(token_for(season.club, "direct"))
    for program, status in [(stranger(), 404), (Program(token_for(season.club)), 404), (own, 200)]:
        assert program.get(f"/seasons/{draft.pk}").status_code == status
    hidden = night(season.club, "Ana", "Bruno", week=3)
    Event.objects.filter(pk=hidden.pk).update(visibility=Visibility.PRIVATE)
    (ana, *_) = stranger().get(f"/seasons/{season.pk}/standings").json()["rows"]
    assert [(each["event"], each["name"]) for each in ana["events"]][-1] == (None, "")
    type(season).objects.filter(pk=season.pk).update(visibility=Visibility.PRIVATE)
    for program in (stranger(), of_another_club()):
        assert program.get(f"/clubs/{season.club.slug}/seasons").json()["rows"] == []
        assert program.get(f"/seasons/{season.pk}/standings").status_code == 404
    assert own.get(f"/seasons/{season.pk}/standings").status_code == 200


def test_a_league_is_told_by_divisions_with_their_fixtures():
    league = a_league()
    told = stranger().get(f"/seasons/{league.season_id}/league").json()
    (division,) = told["divisions"]
    assert [row["player"]["name"] for row in division["rows"]] == ["Ana", "Bruno", "Chiara", "Dovas"]
    assert {each["state"] for each in division["fixtures"]} <= {"late", "due", "to-come"}
    assert all(len(each["players"]) == 2 for each in division["fixtures"]) and len(division["fixtures"]) == 6
    assert stranger().get(f"/seasons/{a_season(league.season.club, name='None').pk}/league").status_code == 404


def test_a_ladder_is_told_with_its_places_and_open_challenges():
    ladder = a_ladder()
    challenged(ladder, "Elena", "Dovas")  # in January, and not played
    people = {"challenger": named("Bruno"), "challenged": named("Ana")}
    challenge(pk=ladder.pk, **people, **acted(today=timezone.localdate()))
    path = f"/clubs/{ladder.club.slug}/ladders"
    (listed,) = stranger().get(path).json()["rows"]
    told = stranger().get(f"{path}/{listed['id']}").json()
    assert listed["closed"] is told["closed"] is False
    assert [place["player"]["name"] for place in told["rungs"]] == ["Ana", "Bruno", "Chiara", "Dovas", "Elena"]
    (open_one,) = told["challenges"]
    assert (open_one["challenger"]["name"], open_one["challenged"]["name"]) == ("Bruno", "Ana")
    assert stranger().get(f"{path}/{ladder.pk + 1}").status_code == 404
    assert stranger().get(f"/clubs/{make_club(name='Vilnia').slug}/ladders/{ladder.pk}").status_code == 404


def test_what_no_revision_tells_is_not_told_again_either():
    season = a_spring()
    for path in (f"/seasons/{season.pk}/standings", "/clubs", f"/clubs/{season.club.slug}/standings"):
        tag = stranger().get(path)["ETag"]
        again = stranger().get(path, **{"If-None-Match": tag})
        assert (again.status_code, again.content, again["ETag"]) == (304, b"", tag)
    night(season.club, "Bruno", "Ana", week=5)
    tag = stranger().get(f"/seasons/{season.pk}/standings", **{"If-None-Match": tag})
    assert tag.status_code == 200
