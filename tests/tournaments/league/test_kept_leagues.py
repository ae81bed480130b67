"""Which tables count for the fixtures of a league: kept up with every change of a night that is over."""

from datetime import timedelta

import pytest

from tests.factories import announce, correct, make_club, make_night, told
from tests.tournaments.league.leagues import FOUR, a_league, fixture_of, week
from tests.tournaments.season.seasons import FIRST, a_season, night, played
from tournaments.audit import SYSTEM
from tournaments.models import AuditEntry, League, LeagueTable, Player
from tournaments.selectors.league.results import open_nights
from tournaments.services.club.people import delete_player, merge, part
from tournaments.services.night import finish_event, reopen_event
from tournaments.services.rebuild import rebuild_scores
from tournaments.services.refusals import Refused
from tournaments.services.season import (
    archive_season,
    decide_fixture,
    discard_draft,
    draw_fixtures,
    leave_league,
    plan_league,
    take_fixtures_back,
)

pytestmark = pytest.mark.django_db


def counted(league: League) -> list[list[tuple[str, int]]]:
    """The names and places at each table that is kept, in the order of the events."""
    names = dict(Player.objects.values_list("pk", "name"))
    rows = LeagueTable.objects.filter(league=league).order_by("event__date", "event")
    return [[(names[who], place) for who, place, _ in row.sitting] for row in rows]


def named(club_name: str) -> Player:
    return Player.objects.get(name=club_name)


def test_a_table_of_exactly_those_of_a_fixture_counts_once_its_night_is_over():
    league = a_league()
    club = league.season.club
    table = played(club, "Ana", "Bruno", week=1)
    assert counted(league) == []
    finish_event(event_id=table.event_id, actor=SYSTEM)
    assert counted(league) == [[("Bruno", 2), ("Ana", 1)]]
    night(club, "Ana", "Chiara", "Dovas", week=2)
    night(club, "Ana", "Elena", week=2)
    assert len(counted(league)) == 1
    reopen_event(event_id=table.event_id, actor=SYSTEM)
    assert counted(league) == []


def test_only_nights_on_the_days_of_the_season_count():
    league = a_league()
    for number in (-1, 21):
        night(league.season.club, "Ana", "Bruno", week=number)
    assert counted(league) == []
    night(league.season.club, "Ana", "Bruno", week=20)
    assert len(counted(league)) == 1


def test_a_fixture_can_be_played_at_an_open_night_on_the_days_of_the_season_alone():
    league = a_league()
    _before, last, _after = (make_night(club=league.season.club, names=(), **week(number)) for number in (-1, 20, 21))
    assert list(open_nights(league)) == [last]


def test_a_late_correction_turns_the_result_and_what_is_kept_is_what_a_rebuild_gives():
    league = a_league()
    table = played(league.season.club, "Ana", "Bruno", week=1)
    finish_event(event_id=table.event_id, actor=SYSTEM)
    correct(table, 1, announce(1, 3, 0))
    assert counted(league) == [[("Bruno", 1), ("Ana", 2)]]
    assert list(rebuild_scores(keep=False)) == []
    LeagueTable.objects.update(sitting=[])
    assert len(list(rebuild_scores(keep=True))) == 1
    assert counted(league) == [[("Bruno", 1), ("Ana", 2)]]


def test_drawing_counts_what_was_played_on_the_days_of_the_season_already():
    club = make_club()
    night(club, "Ana", "Bruno", week=1)
    assert len(counted(a_league(club=club))) == 1


def test_every_round_has_its_days_of_the_season():
    league = a_league(FOUR, ("Elena", "Faust", "Giulia"))
    days = set(league.fixtures.values_list("division", "round", "starts", "ends"))
    assert len(days) == 6 and min(each[2] for each in days) == FIRST
    assert max(each[3] for each in days) == FIRST + timedelta(weeks=20)
    assert league.fixtures.filter(division=1).count() == 6 and league.fixtures.filter(division=2).count() == 3


def test_fixtures_are_taken_back_until_one_has_been_played_or_decided():
    league = a_league()
    season = {"season_id": league.season_id, "actor": SYSTEM}
    take_fixtures_back(**season)
    assert not league.fixtures.exists()
    draw_fixtures(**season)
    with pytest.raises(Refused, match="league-drawn"):
        plan_league(**season, game="vilnius", rules=league.league_rules, divisions=[])
    night(league.season.club, "Ana", "Bruno", week=1)
    with pytest.raises(Refused, match="league-played"):
        take_fixtures_back(**season)
    assert league.fixtures.count() == 6


def test_a_draft_and_a_division_that_is_too_small_are_not_drawn():
    draft = a_season(make_club(), published=False)
    a_league(season=draft, drawn=False)
    with pytest.raises(Refused, match="league-of-draft"):
        draw_fixtures(season_id=draft.pk, actor=SYSTEM)
    discard_draft(pk=draft.pk, actor=SYSTEM)
    with pytest.raises(Refused, match="division-too-small"):
        a_league(FOUR, ("Elena", "Faust"), season=a_season(make_club(name="Vilnia")), seats=3)
    assert not League.objects.filter(drawn_at__isnull=False).exists()


def test_the_director_decides_a_fixture_and_takes_his_word_back_and_the_log_says_so():
    league = a_league()
    fixture = fixture_of(league, "Ana", "Bruno")
    given = {"season_id": league.season_id, "fixture_id": fixture.pk, "actor": SYSTEM}
    decide_fixture(**given, places=[2, 1])
    decide_fixture(**given, places=[2, 1])
    entry = AuditEntry.objects.get(action="fixture-decided")
    assert set(told(entry.after)["seats"]) == {"Ana", "Bruno"} and entry.after["value"] == [2, 1]
    with pytest.raises(Refused, match="fixture-places"):
        decide_fixture(**given, places=[1])
    decide_fixture(**given, places=None)
    fixture.refresh_from_db()
    assert fixture.decided is None


def test_who_is_merged_into_another_of_the_list_plays_on_in_the_league():
    league = a_league()
    club = league.season.club
    night(club, "Ana", "Bruno", week=1)
    night(club, "Anna", "Chiara", week=2)
    merge(into=named("Anna"), gone=named("Ana"), actor=SYSTEM)
    assert counted(league) == [[("Bruno", 2), ("Anna", 1)], [("Chiara", 2), ("Anna", 1)]]
    assert list(rebuild_scores(keep=False)) == []
    part(gone=named("Ana"), actor=SYSTEM)
    assert counted(league) == [[("Bruno", 2), ("Ana", 1)]]
    with pytest.raises(Refused, match="merge-league"):
        merge(into=named("Ana"), gone=named("Bruno"), actor=SYSTEM)


def test_of_who_plays_in_a_league_the_row_stays():
    a_league()
    with pytest.raises(Refused, match="player-played"):
        delete_player(player=named("Ana"), actor=SYSTEM)


def test_of_a_season_that_is_over_nothing_is_decided():
    league = a_league()
    archive_season(pk=league.season_id, archived=True, actor=SYSTEM)
    row = league.players.all()[0]
    with pytest.raises(Refused, match="season-over"):
        leave_league(season_id=league.season_id, player_id=row.pk, left=True, actor=SYSTEM)
