"""Teams of a league: members bring what they have in their divisions; on its page, in files and for programs."""

import re
from datetime import timedelta

import pytest
from django.test import Client
from django.urls import reverse
from django.utils import timezone

from tests.factories import make_club, make_member, make_night, mentions, told
from tests.tournaments.api.scenes import stranger
from tests.tournaments.files import test_files_out as files
from tests.tournaments.files.club_files import brought, elsewhere, file_of, rewritten
from tests.tournaments.league.leagues import FOUR, a_league, fixture_of
from tests.tournaments.season.seasons import a_season, night, played
from tournaments.audit import SYSTEM
from tournaments.exports.person import everything_about
from tournaments.limits import LONGEST_NAME
from tournaments.models import AuditEntry, League, LeaguePlayer, Member, Player
from tournaments.selectors.league.page import league_page, plan_of, read_league
from tournaments.selectors.league.teams import league_teams
from tournaments.services.club.clubs import add_players, archive_player
from tournaments.services.club.people import anonymise, forget_names_aside
from tournaments.services.season import archive_season, decide_fixture, leave_league

pytestmark = pytest.mark.django_db

RULES = {"game": "vilnius", "seats": 2, "laps": 1, "win": 3, "draw": 1, "loss": 0, "moving": 1, "team_best": 2}
TEAMS = {"Reds": ("Ana", "Elena"), "Blues": ("Bruno", "Chiara", "Faust")}


def two_divisions(**rules: object) -> League:
    """Ana and Elena win: the Reds have 6. Bruno beats Chiara: the Blues have 3."""
    league = a_league(("Ana", "Bruno", "Chiara"), ("Elena", "Faust"), teams=TEAMS, **rules)
    for names in (("Ana", "Bruno"), ("Bruno", "Chiara"), ("Elena", "Faust")):
        night(league.season.club, *names, week=1)
    return league


def standing(league: League) -> list[tuple[int | None, str, int, dict[str, tuple[int, int]]]]:
    return [
        (
            team.row.place,
            team.name,
            int(team.row.points),
            {each.player.name: (int(each.points), int(each.counted)) for each in team.members},
        )
        for team in league_teams(league_page(read_league(league.season_id)))
    ]


def rows(client: Client, league: League) -> list[str]:
    """Of the table of teams, as somebody reads them; none where there is no such table."""
    page = client.get(reverse("league", args=[league.season_id])).content.decode()
    _before, _, rest = page.partition("league-teams")
    found = re.findall(r"<tr>(.*?)</tr>", rest.partition("</section>")[0], re.DOTALL)[1:]
    return [re.sub(r"\s+", " ", re.sub(r"<(?!/?s>)[^>]+>", " ", row)).strip() for row in found]


def decided(league: League, one: str, other: str, *, first: str = "") -> None:
    """By the director: who is ``first`` of the two, or a draw."""
    fixture = fixture_of(league, one, other)
    names = [LeaguePlayer.objects.get(pk=pk).player.name for pk in fixture.players]
    places = [1 if first in ("", name) else 2 for name in names]
    decide_fixture(season_id=league.season_id, fixture_id=fixture.pk, places=places, actor=SYSTEM)


def test_the_members_bring_their_points_whatever_their_division(client):
    league = two_divisions()
    assert standing(league) == [
        (1, "Reds", 6, {"Ana": (3, 3), "Elena": (3, 3)}),
        (2, "Blues", 3, {"Bruno": (3, 3), "Chiara": (0, 0), "Faust": (0, 0)}),
    ]
    first, second = rows(client, league)
    assert re.search(r"^1 Reds .*Ana 3 .*Elena 3 6$", first) and re.search(r"^2 Blues .*Bruno 3 .* 3$", second)


def test_where_the_best_count_the_others_are_struck_out(client):
    league = two_divisions(team_best=1)
    assert [(place, name, points) for place, name, points, _ in standing(league)] == [(1, "Reds", 3), (2, "Blues", 3)]
    assert "<s>3</s>" in rows(client, league)[0]
    assert "The best member of a team counts." in text(client, "league", league.season_id)


def test_before_anything_is_played_teams_have_members_and_no_place_and_without_teams_there_is_no_table(client):
    assert rows(client, a_league(teams={"Reds": ("Ana", "Bruno")}))[0].startswith("– Reds")
    plain = a_league(club=make_club(name="Plain"))
    page = text(client, "league", plain.season_id)
    assert "league-teams" not in page and "members of a team" not in page and "of all its members" not in page


def test_where_nobody_has_a_team_the_page_does_not_say_how_many_of_one_count(client):
    plain = a_league(team_best=2)
    assert "of a team count" not in text(client, "league", plain.season_id)


def test_tied_on_points_more_wins_decide_and_else_the_place_is_shared(client):
    league = a_league(teams={"Reds": ("Ana",), "Blues": ("Bruno",)}, win=2)
    decided(league, "Ana", "Chiara", first="Ana")
    decided(league, "Bruno", "Chiara")
    decided(league, "Bruno", "Dovas")
    first, second = rows(client, league)
    assert first.startswith("1 Reds")
    assert re.search(r"^2 Blues tied with Reds on points; behind by: more wins", second)
    decided(league, "Ana", "Chiara")
    decided(league, "Ana", "Dovas")
    assert [place for place, *_rest in standing(league)] == [1, 1]


def test_whoever_leaves_or_becomes_anonymous_brings_what_the_division_gives_them(client):
    league = two_divisions()
    row = league.players.get(player__name="Bruno")
    leave_league(season_id=league.season_id, player_id=row.pk, left=True, actor=SYSTEM)
    leave_league(
        season_id=league.season_id, player_id=league.players.get(player__name="Chiara").pk, left=True, actor=SYSTEM
    )
    assert standing(league)[0] == (1, "Reds", 9, {"Ana": (6, 6), "Elena": (3, 3)})
    assert standing(league)[1][3]["Bruno"] == (3, 3)
    anonymise(player=row.player, actor=SYSTEM, now=timezone.now())
    assert [points for _place, _name, points, _members in standing(league)] == [9, 3]
    page = text(client, "league", league.season_id)
    assert not mentions(page, "Bruno") and f"Anonymous {row.player_id}" in page


def test_tonights_tables_are_in_it_in_a_dashed_frame(client):
    league = a_league(("Ana", "Bruno"), teams={"Reds": ("Ana",), "Blues": ("Bruno",)})
    played(league.season.club, "Ana", "Bruno", week=1)
    assert standing(league)[0][:3] == (1, "Reds", 3)
    page = text(client, "league", league.season_id)
    assert "league-so-far" in page.partition("league-teams")[2]


def test_members_of_a_team_meet_in_the_first_round():
    league = a_league(FOUR, teams={"Reds": ("Ana", "Bruno"), "Blues": ("Chiara", "Dovas")})
    first = {fixture_of(league, *names.split()).round for names in ("Ana Bruno", "Chiara Dovas")}
    assert first == {1}


def text(client: Client, name: str, *args: object) -> str:
    answer = client.get(reverse(name, args=args))
    assert answer.status_code == 200
    return re.sub(r"\s+", " ", answer.content.decode())


def test_a_director_writes_a_name_beside_the_division_and_the_next_league_begins_with_it(client):
    season = a_season(make_club(), events="chosen")
    make_night(club=season.club)
    user = make_member(season.club, Member.Role.DIRECTOR)
    client.force_login(user, backend="django.contrib.auth.backends.ModelBackend")
    ids = dict(season.club.players.values_list("name", "pk"))
    sent = {f"d{ids[name]}": 1 for name in FOUR}
    sent |= RULES
    at = reverse("league-plan", args=[season.pk])
    long = client.post(at, sent | {f"t{ids['Ana']}": "R" * (LONGEST_NAME + 1)}).content.decode()
    assert "form-error" in long and not League.objects.exists()
    assert client.post(at, sent | {f"d{ids['Ana']}": "99"}).status_code == 200 and not League.objects.exists()
    client.post(at, sent | {f"t{ids['Ana']}": "reds ", f"t{ids['Bruno']}": "Reds", f"t{ids['Chiara']}": "Blues"})
    assert [(place, name, [*members]) for place, name, _points, members in standing(season.league)] == [
        (None, "Reds", ["Ana", "Bruno"]), (None, "Blues", ["Chiara"]),
    ]  # fmt: skip
    page = text(client, "league-plan", season.pk)
    assert page.count('value="Reds"') == 2 and re.search(r'name="team_best" value="2"', page)
    (entry,) = AuditEntry.objects.filter(action="league-planned")
    assert told(entry.after)["teams"] == [
        {"name": "Reds", "players": ["Ana", "Bruno"]}, {"name": "Blues", "players": ["Chiara"]},
    ]  # fmt: skip
    League.objects.update(drawn_at=timezone.now())
    summer = a_season(season.club, name="Summer", events="chosen")
    type(summer).objects.filter(pk=summer.pk).update(starts=season.ends)
    summer.refresh_from_db()
    assert {name for name in plan_of(summer).teams.values() if name} == {"Reds", "Blues"}


def test_a_team_can_have_another_name_and_other_members_while_its_league_is_played(client):
    league = two_divisions(team_best=1)
    add_players(club=league.season.club, names=["Zoe"], actor=SYSTEM)
    for name, act in (("Chiara", anonymise), ("Faust", archive_player)):
        more = {"now": timezone.now()} if act is anonymise else {"archived": True}
        act(player=Player.objects.get(name=name), actor=SYSTEM, **more)
    user = make_member(league.season.club, Member.Role.DIRECTOR)
    client.force_login(user, backend="django.contrib.auth.backends.ModelBackend")
    assert reverse("league-plan", args=[league.season_id]) in text(client, "league", league.season_id)
    at = reverse("league-plan", args=[league.season_id])
    page = text(client, "league-plan", league.season_id)
    assert page.count('value="Blues"') == 3 and 'name="win"' not in page and not mentions(page, "Zoe")
    ids = {row.player.name: row.player_id for row in league.players.all()}
    sent = {f"t{pk}": "Whites" for pk in ids.values()} | {f"t{ids['Ana']}": "", f"d{ids['Ana']}": 2}
    from_before = sent | {f"d{pk}": 1 for pk in ids.values()} | RULES
    assert "The fixtures are drawn" in client.post(at, from_before, follow=True).content.decode()
    before = (league.stored_rules, set(league.players.values_list("player", "division")), league.fixtures.count())
    client.post(at, sent | {"only-teams": 1})
    league.refresh_from_db()
    assert standing(league)[0][:3] == (1, "Whites", 3) and len(standing(league)) == 1
    assert league.players.filter(team="Whites").count() == 4 and not league.players.get(player=ids["Ana"]).team
    after = (league.stored_rules, set(league.players.values_list("player", "division")), league.fixtures.count())
    assert after == before
    (entry,) = AuditEntry.objects.filter(action="league-teams-named")
    assert [team["name"] for team in entry.before["teams"]] == ["Reds", "Blues"]
    archive_season(pk=league.season_id, archived=True, actor=SYSTEM)
    client.post(at, {"only-teams": 1})
    assert league.players.filter(team="Whites").count() == 4


def test_programs_read_the_teams_of_a_league_in_a_file_and_by_the_interface(client):
    league = two_divisions(team_best=1)
    lines = files.rows(files.exported("league-teams", season=league.season_id))
    columns = ("place", "team", "points", "player", "score", "for_team")
    told_rows = [tuple(line[column] for column in columns) for line in lines]
    assert told_rows[:2] == [("1", "Reds", "3", "Ana", "3", "3"), ("1", "Reds", "3", "Elena", "3", "0")]
    answer = stranger().get(f"/seasons/{league.season_id}/league").json()
    reds, blues = answer["teams"]
    assert (reds["place"], reds["name"], reds["points"]) == (1, "Reds", 3)
    assert [(each["player"]["name"], each["points"], each["counted"]) for each in reds["members"]] == [
        ("Ana", 3, 3), ("Elena", 3, 0),
    ]  # fmt: skip
    assert (blues["place"], blues["points"], len(blues["members"])) == (2, 3, 3)
    plain = a_league(club=make_club(name="Plain"))
    assert stranger().get(f"/seasons/{plain.season_id}/league").json()["teams"] == []


def test_teams_go_along_where_a_club_goes():
    league = two_divisions(team_best=1)
    player = Player.objects.get(name="Ana")
    assert everything_about(player, now=timezone.now())["leagues"][0]["team"] == "Reds"
    there = brought(rewritten(file_of(league.season.club), elsewhere))
    assert standing(League.objects.get(season__club=there)) == standing(league)
    before_teams = rewritten(file_of(league.season.club), lambda kind, facts: without_team(elsewhere(kind, facts)))
    assert standing(League.objects.get(season__club=brought(before_teams))) == []


def without_team(facts: dict[str, object]) -> dict[str, object]:
    return {name: fact for name, fact in facts.items() if name != "team" or "league" not in facts}


def test_whom_a_team_is_called_after_is_forgotten_with_the_name():
    league = a_league(("Ana Botti", "Bruno"), teams={"Ana Botti and friends": ("Bruno",)})
    anonymise(player=Player.objects.get(name="Ana Botti"), actor=SYSTEM, now=timezone.now())
    forget_names_aside(now=timezone.now() + timedelta(days=30))
    assert not mentions(league.players.exclude(team="").get().team, "Botti")
