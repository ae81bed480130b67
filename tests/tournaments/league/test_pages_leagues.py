"""A league's pages: its tables and fixtures, and what a director does with them."""

import re
from datetime import timedelta

import pytest
from django.db import connection
from django.test import Client
from django.test.utils import CaptureQueriesContext
from django.urls import reverse
from django.utils import timezone

from tests.factories import make_club, make_member, make_night, mentions, seat_table
from tests.tournaments.league.leagues import FOUR, a_league, fixture_of
from tests.tournaments.season.seasons import FIRST, a_season, night, played
from tournaments.audit import SYSTEM
from tournaments.codes import player_code
from tournaments.formats.leagues import LeagueRules
from tournaments.models import AuditEntry, Club, Fixture, League, LeaguePlayer, Member, Player, Season, Table
from tournaments.selectors.league.page import plan_of
from tournaments.services.club.clubs import add_players, set_club_visibility, set_event_visibility
from tournaments.services.club.people import anonymise, merge
from tournaments.services.night import finish_event
from tournaments.services.season import (
    decide_fixture,
    leave_league,
    plan_league,
    plan_season,
    publish_season,
    set_home_tables,
)

pytestmark = pytest.mark.django_db


def text(client: Client, name: str, *args: object) -> str:
    answer = client.get(reverse(name, args=args))
    assert answer.status_code == 200
    return re.sub(r"\s+", " ", answer.content.decode())


def rows(page: str) -> list[str]:
    """Of the tables of divisions, as somebody reads them."""
    found = re.findall(r"<tr class=.*?</tr>", page)
    return [re.sub(r"\s+", " ", re.sub(r"<[^>]+>", " ", row)).strip() for row in found]


def director(client: Client, club: Club) -> Client:
    user = make_member(club, Member.Role.DIRECTOR)
    client.force_login(user, backend="django.contrib.auth.backends.ModelBackend")
    return client


def post(client: Client, name: str, *args: object, **sent: object) -> str:
    answer = client.post(reverse(name, args=args), sent, follow=True)
    return re.sub(r"\s+", " ", answer.content.decode())


def test_the_tables_show_who_leads_and_who_would_go_up_or_down(client):
    league = a_league(("Ana", "Bruno", "Chiara"), ("Dovas", "Elena", "Faust"))
    club = league.season.club
    for names in (("Ana", "Bruno"), ("Bruno", "Chiara"), ("Dovas", "Elena")):
        night(club, *names, week=1)
    page = text(client, "league", league.season_id)
    assert "Dovas leads by 3." in page and "1 of 3 fixtures have a result, 2 are to be played." in page
    first, second, *_others = rows(page)
    assert re.search(r"^1 .*Ana 3 1 0 0$", first)
    assert re.search(r"Bruno tied with Ana on points; behind by: points against each other 3 1 0 1$", second)
    (fourth,) = [row for row in rows(page) if "Dovas" in row]
    assert "▲ would go up" in fourth
    assert any("Chiara" in row and "▼ would go down" in row for row in rows(page))


def test_whoever_cannot_be_caught_is_told_so_and_in_the_end_is_champion(client):
    league = a_league(("Ana", "Bruno", "Chiara"))
    club = league.season.club
    for other in ("Bruno", "Chiara"):
        night(club, "Ana", other, week=1)
    assert "Ana is champion whatever happens." in text(client, "league", league.season_id)
    night(club, "Bruno", "Chiara", week=2)
    assert "Ana is champion." in text(client, "division", league.season_id, 1)


def test_the_second_time_they_meet_counts_for_the_second_fixture_and_a_third_for_none(client):
    league = a_league(("Ana", "Bruno"), laps=2)
    for number in range(3):
        night(league.season.club, "Ana", "Bruno", week=number)
    assert re.search(r"Ana champion 6 2 0 0$", rows(text(client, "league", league.season_id))[0])


def test_tonights_tables_are_in_the_table_as_they_end_and_count_once_the_night_is_over(client):
    league = a_league(("Ana", "Bruno"))
    table = played(league.season.club, "Ana", "Bruno", week=1)
    page = text(client, "division", league.season_id, 1)
    assert "data-live-url" in page and "1 of tonight is in the table already" in page
    assert page.count("league-so-far") == 4  # two rows, and both ways of the cross-table
    assert re.search(r"Ana 3 1 0 0$", rows(page)[0]) and "champion" not in page
    fixture = fixture_of(league, "Ana", "Bruno")
    assert "it counts once the night is over" in text(client, "fixture", league.season_id, fixture.pk)
    finish_event(event_id=table.event_id, actor=SYSTEM)
    page = text(client, "division", league.season_id, 1)
    assert "Ana is champion." in page and "league-so-far" not in page and "data-live-url" not in page


@pytest.mark.parametrize("name", ["league", "division", "fixture"])
def test_the_part_that_follows_tonight_is_fetched_alone(client, name):
    league = a_league()
    fixture = fixture_of(league, "Ana", "Bruno")
    more = {"league": (), "division": (1,), "fixture": (fixture.pk,)}[name]
    at = reverse(name, args=[league.season_id, *more])
    part = client.get(at, headers={"HX-Request": "true"}).content.decode().strip()
    assert part.startswith('<div id="league-now"') and "<html" not in part
    assert part[:40] in text(client, name, league.season_id, *more)


def test_a_fixture_of_a_round_that_is_over_is_late(client):
    league = a_league()
    today = timezone.localdate()
    Fixture.objects.update(starts=today - timedelta(days=9), ends=today - timedelta(days=2))
    assert "late, until" in text(client, "league", league.season_id)


def test_what_the_director_decides_counts_instead_of_what_was_played(client):
    league = a_league(("Ana", "Bruno"))
    night(league.season.club, "Ana", "Bruno", week=1)
    fixture = fixture_of(league, "Ana", "Bruno")
    director(client, league.season.club)
    ana = [LeaguePlayer.objects.get(pk=pk).player.name for pk in fixture.players].index("Ana")
    places = {f"p{ana}": 2, f"p{1 - ana}": 1}
    page = post(client, "fixture-decide", league.season_id, fixture.pk, **places)
    assert "Bruno won. The director decided it." in page
    assert "Bruno is champion." in text(client, "league", league.season_id)
    assert "Begin with place 1" in post(client, "fixture-decide", league.season_id, fixture.pk, p0=2, p1=2)
    assert "Give every player a place." in post(client, "fixture-decide", league.season_id, fixture.pk, p0=2)
    post(client, "fixture-decide", league.season_id, fixture.pk, **{"as-played": 1})
    assert "Ana is champion." in text(client, "league", league.season_id)


def test_who_leaves_loses_what_has_no_result_yet_and_comes_back(client):
    league = a_league(("Ana", "Bruno", "Chiara"))
    night(league.season.club, "Ana", "Bruno", week=1)
    director(client, league.season.club)
    ana = league.players.get(player__name="Ana")
    page = post(client, "league-leave", league.season_id, player=ana.pk)
    assert any(re.search(r"Ana has left.* 3 1 0 1$", row) for row in rows(page))
    page = post(client, "league-leave", league.season_id, player=ana.pk, back=1)
    assert any(re.search(r"Ana 3 1 0 0$", row) for row in rows(page))


def test_a_table_is_opened_for_a_fixture_at_a_night_that_is_open(client):
    league = a_league()
    fixture = fixture_of(league, "Ana", "Bruno")
    director(client, league.season.club)
    assert "Open its table" not in text(client, "fixture", league.season_id, fixture.pk)
    tonight = make_night(club=league.season.club, names=["Elena"], on=FIRST)
    assert "Open its table" in text(client, "fixture", league.season_id, fixture.pk)
    answer = client.post(reverse("fixture-open", args=[league.season_id, fixture.pk]), {"event": tonight.pk})
    assert answer["Location"] == reverse("desk", args=[tonight.pk])
    table = Table.objects.get(event=tonight)
    home = LeaguePlayer.objects.get(pk=fixture.players[0]).player
    assert table.seats.get(index=0).player == home
    assert "Open its table" not in text(client, "fixture", league.season_id, fixture.pk)


def test_a_fixture_is_opened_at_the_home_table_unless_somebody_plays_there(client):
    league = a_league()
    fixture = fixture_of(league, "Ana", "Bruno")
    host = league.players.get(pk=fixture.players[0])
    director(client, league.season.club)
    assert "from 1 to 999" in post(client, "league-homes", league.season_id, **{f"t{host.pk}": "0"})
    post(client, "league-homes", league.season_id, **{f"t{host.pk}": "7"})
    assert "table 7" in text(client, "fixture", league.season_id, fixture.pk)
    tonight = make_night(club=league.season.club, names=["Elena"], on=FIRST)
    said = post(client, "fixture-open", league.season_id, fixture.pk, event=tonight.pk)
    assert "Its table is open: table 7." in said and tonight.tables.get().number == 7
    second = next(each for each in league.fixtures.all() if not {*each.players} & {*fixture.players})
    league.players.filter(pk=second.players[0]).update(home_table=7)
    said = post(client, "fixture-open", league.season_id, second.pk, event=tonight.pk)
    assert "Table 7 is taken: they sit at table 1." in said


def test_the_home_tables_are_in_the_log_and_the_next_league_begins_with_them(client):
    league = a_league()
    ana = league.players.get(player__name="Ana")
    for _again in range(2):
        set_home_tables(season_id=league.season_id, tables={ana.pk: 3}, actor=SYSTEM)
    (entry,) = AuditEntry.objects.filter(action="home-tables-set")
    assert entry.after["tables"] == [{"table": 3, "seats": [{"player": ana.player_id}]}]
    following = a_season(league.season.club, name="Summer", events="chosen")
    players = [ana.player_id, league.players.get(player__name="Bruno").player_id]
    new = plan_league(season_id=following.pk, game="vilnius", rules=LeagueRules(), divisions=[players], actor=SYSTEM)
    assert list(new.players.order_by("seed").values_list("home_table", flat=True)) == [3, None]


def test_a_league_that_is_planned_anew_keeps_who_was_merged_and_the_home_tables_as_they_were_set(client):
    league = a_league(drawn=False)
    set_home_tables(season_id=league.season_id, tables={row.pk: 3 for row in league.players.all()}, actor=SYSTEM)
    season = a_season(league.season.club, name="Summer", events="chosen")
    (anna,) = add_players(club=season.club, names=["Anna"], actor=SYSTEM)
    players = [row.player_id for row in league.players.all()]
    given = {"season_id": season.pk, "game": "vilnius", "rules": LeagueRules(), "actor": SYSTEM}
    planned = plan_league(divisions=[players], **given)
    set_home_tables(season_id=season.pk, tables={planned.players.get(player__name="Bruno").pk: None}, actor=SYSTEM)
    merge(into=anna, gone=Player.objects.get(name="Ana"), actor=SYSTEM)
    assert plan_of(season).divisions == [[anna.pk, *players[1:]]]
    again = plan_league(divisions=plan_of(season).divisions, **given)
    assert list(again.players.order_by("seed").values_list("home_table", flat=True)) == [3, None, 3, 3]


def test_home_tables_that_are_not_in_the_form_sent_stay(client):
    league = a_league()
    ana, bruno = league.players.order_by("seed")[:2]
    director(client, league.season.club)
    for row, number in ((ana, 7), (bruno, 8)):
        post(client, "league-homes", league.season_id, **{f"t{row.pk}": number})
    assert list(league.players.order_by("seed").values_list("home_table", flat=True)) == [7, 8, None, None]
    post(client, "league-homes", league.season_id, **{f"t{ana.pk}": ""})
    assert league.players.get(pk=ana.pk).home_table is None


def test_a_table_of_somebody_who_plays_elsewhere_is_not_opened_and_it_is_told_why(client):
    league = a_league()
    fixture = fixture_of(league, "Ana", "Bruno")
    director(client, league.season.club)
    tonight = make_night(club=league.season.club, names=["Ana", "Elena"], on=FIRST)
    seat_table(tonight, "Ana", "Elena")
    page = post(client, "fixture-open", league.season_id, fixture.pk, event=tonight.pk)
    assert "Ana: playing at another table at the moment." in page
    assert tonight.tables.count() == 1 and tonight.entrants.count() == 2


def form_of(season: Season, *divisions: tuple[str, ...], **more: object) -> dict[str, object]:
    ids = dict(season.club.players.values_list("name", "pk"))
    people = {f"d{ids[name]}": number for number, names in enumerate(divisions, start=1) for name in names}
    rules = {
        "game": "vilnius",
        "seats": 2,
        "laps": 1,
        "win": "2",
        "draw": "1",
        "loss": "0",
        "moving": 1,
        "team_best": 0,
    }
    return people | rules | more


def test_a_director_plans_a_league_draws_it_and_takes_that_back(client):
    season = a_season(make_club(), events="chosen")
    make_night(club=season.club)
    director(client, season.club)
    assert "Plan a league" in text(client, "season", season.pk)
    assert "changes nothing in the points of the season" in text(client, "league-plan", season.pk)
    page = post(client, "league-plan", season.pk, **form_of(season, ("Ana", "Bruno"), ("Chiara", "Dovas")))
    assert "Draw the fixtures" in page and "A win brings 2, a draw 1, a defeat 0." in page
    page = post(client, "league-draw", season.pk)
    assert "Drawn. Everybody sees" in page and Fixture.objects.count() == 2
    assert "its divisions have their own tables" in text(client, "season", season.pk)
    assert "Taken back." in post(client, "league-draw", season.pk, back=1)


@pytest.mark.parametrize(
    ("divisions", "more", "said"),
    [
        ((), {}, "Give at least two players a division."),
        ((("Ana", "Bruno"), ("Chiara",)), {}, "Division 2 is too small"),
        ((("Ana", "Bruno"),), {"win": "0"}, "A win has to bring more than a defeat"),
        (((), ("Ana", "Bruno")), {}, "Division 1 is too small"),
    ],
)
def test_what_cannot_be_played_is_refused_with_what_to_do(client, divisions, more, said):
    season = a_season(make_club())
    make_night(club=season.club)
    director(client, season.club)
    assert said in post(client, "league-plan", season.pk, **form_of(season, *divisions, **more))
    assert not League.objects.exists()


def test_a_division_of_hundreds_is_refused_before_all_meet_all(client):
    season = a_season(make_club())
    names = tuple(f"Player {number}" for number in range(41))
    add_players(club=season.club, names=names, actor=SYSTEM)
    director(client, season.club)
    refused = post(client, "league-plan", season.pk, **form_of(season, names))
    assert "Division 1 is too large: it takes up to 40 players." in refused
    assert not League.objects.exists()


def test_the_next_seasons_divisions_are_proposed_from_the_last_ones(client):
    league = a_league(("Ana", "Bruno"), ("Chiara", "Dovas"))
    club = league.season.club
    night(club, "Bruno", "Ana", week=1)
    night(club, "Dovas", "Chiara", week=1)
    starts = league.season.ends + timedelta(days=1)
    given = {"visibility": "", "actor": SYSTEM, "rules": league.season.season_rules}
    following = plan_season(club=club, name="Summer", starts=starts, ends=starts + timedelta(weeks=9), **given)
    publish_season(pk=following.pk, actor=SYSTEM)
    director(client, club)
    page = text(client, "league-plan", following.pk)
    assert "These divisions are proposed from Spring" in page
    chosen = dict(re.findall(r'<label for="id_d\d+">(\w+)</label>.*?<option value="(\d)" selected', page))
    assert chosen == {"Ana": "2", "Bruno": "1", "Chiara": "2", "Dovas": "1"}


def test_strangers_see_no_league_of_a_draft_and_no_name_of_a_night_that_is_hidden(client):
    draft = a_season(make_club(), published=False)
    a_league(season=draft, drawn=False)
    assert client.get(reverse("league", args=[draft.pk])).status_code == 404
    league = a_league(club=make_club(name="Vilnia"))
    event = night(league.season.club, "Ana", "Bruno", week=1)
    set_event_visibility(event_id=event.pk, visibility="private", actor=SYSTEM)
    fixture = fixture_of(league, "Ana", "Bruno")
    page = text(client, "fixture", league.season_id, fixture.pk)
    assert "Ana won." in page and event.name not in page and "Its table" not in page
    director(client, league.season.club)
    assert "Its table" in text(client, "fixture", league.season_id, fixture.pk)


def test_who_is_anonymous_has_a_place_and_no_row(client):
    league = a_league()
    anonymise(player=league.season.club.players.get(name="Ana"), actor=SYSTEM, now=timezone.now())
    page = text(client, "league", league.season_id)
    assert len(rows(page)) == 3 and not mentions(page, "Ana")


def test_somebody_finds_the_own_division_by_the_own_code(client):
    league = a_league()
    code = player_code(league.season.club.players.get(name="Ana").pk, 0)
    at = reverse("division", args=[league.season_id, 1])
    assert at in text(client, "code", code)
    set_club_visibility(club=league.season.club, visibility="private", shown_names="full", actor=SYSTEM)
    assert at not in text(client, "code", code)


def test_fixtures_that_are_not_there_are_not_found(client):
    league = a_league()
    other = a_league(FOUR, club=make_club(name="Vilnia"))
    wrong = fixture_of(other, "Ana", "Bruno").pk
    director(client, league.season.club)
    assert client.get(reverse("fixture", args=[league.season_id, wrong])).status_code == 404
    assert client.get(reverse("division", args=[league.season_id, 9])).status_code == 404
    assert client.post(reverse("fixture-decide", args=[league.season_id, wrong])).status_code == 404
    assert client.post(reverse("league-leave", args=[league.season_id]), {"player": "x"}).status_code == 404
    decide_fixture(season_id=other.season_id, fixture_id=wrong, places=[1, 1], actor=SYSTEM)
    row = other.players.all()[0]
    leave_league(season_id=other.season_id, player_id=row.pk, left=False, actor=SYSTEM)
    assert "A draw." in text(client, "fixture", other.season_id, wrong)


def test_the_pages_cost_as_many_queries_for_two_divisions_and_results_as_for_one_without(client):
    small = a_league()
    large = a_league(FOUR, ("Elena", "Faust", "Giulia"), club=make_club(name="Vilnia"))
    club = large.season.club
    for names in (("Ana", "Bruno"), ("Elena", "Faust"), ("Ana", "Chiara")):
        night(club, *names, week=1)
    played(club, "Dovas", "Bruno", week=2)
    counts = []
    for league in (small, large):
        with CaptureQueriesContext(connection) as queries:
            text(client, "league", league.season_id)
            text(client, "division", league.season_id, 1)
        counts.append(len(queries))
    assert counts[0] == counts[1]
