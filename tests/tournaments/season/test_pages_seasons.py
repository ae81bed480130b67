"""A season's pages: its table, tonight's part in it, why somebody stands where they do, and what might become of it."""

import re
from datetime import timedelta
from fractions import Fraction

import pytest
from django.contrib.auth.models import User
from django.db import connection
from django.db.models import F
from django.test import Client
from django.test.utils import CaptureQueriesContext
from django.urls import reverse
from django.utils import timezone

from tests.factories import make_club, make_night, make_user
from tests.tournaments.season.seasons import FIRST, a_season, a_spring, director, night, played, text
from tournaments.audit import SYSTEM
from tournaments.models import Member, Player, Season, SeasonPoints
from tournaments.services.club.clubs import set_club_visibility, set_event_visibility
from tournaments.services.club.people import anonymise
from tournaments.services.night import finish_event
from tournaments.services.season import archive_season, edit_season

pytestmark = pytest.mark.django_db


def row(page: str, name: str) -> str:
    """As somebody reads it."""
    (found,) = [each for each in re.findall(r"<tr.*?</tr>", page) if name in each and "season-cell" in each]
    return re.sub(r"\s+", " ", re.sub(r"<[^>]+>", " ", found)).strip()


def test_the_table_says_what_each_event_brought_and_what_is_still_possible(client):
    season = a_spring()
    page = text(client, "season", season.pk)
    assert "Ana leads by 4." in page and "3 events played, 1 to come." in page
    assert row(page, "Ana").startswith("1") and "champion whatever happens" not in row(page, "Ana")
    assert re.search(r"5 2 5 12$", row(page, "Ana")) and "can still be champion" in row(page, "Bruno")
    assert "place 2 at best" in row(page, "Chiara")


def test_who_cannot_be_caught_any_more_is_told_so_and_is_champion_when_the_season_is_over(client):
    club = make_club()
    season = a_season(club, planned=3)
    for week in range(2):
        night(club, "Ana", "Bruno", week=week)
    assert "champion whatever happens" not in text(client, "season", season.pk)
    night(club, "Ana", "Bruno", week=2)
    page = text(client, "season", season.pk)
    assert "Ana is champion." in page and "champion" in row(page, "Ana")
    archive_season(pk=season.pk, archived=True, actor=SYSTEM)
    assert "over" in text(client, "seasons", club.slug)


def test_the_statistics_of_a_season_are_those_of_the_events_that_count_for_it(client):
    club = make_club()
    season = a_season(club)
    assert "Nothing has been counted yet" in text(client, "season-statistics", season.pk)
    night(club, "Ana", "Bruno", week=0)
    night(club, "Ana", "Chiara", week=1)
    night(club, "Ana", "Dovas", week=40)
    page = text(client, "season-statistics-game", season.pk, "vilnius", query="?table=players")
    assert "Chiara" in page and "Dovas" not in page
    assert reverse("season-statistics", args=[season.pk]) in text(client, "season", season.pk)
    assert client.get(reverse("season-statistics-game", args=[season.pk, "protean"])).status_code == 404


def test_each_event_has_a_column_with_its_day_and_who_was_not_there_an_empty_cell(client):
    season = a_season(make_club())
    night(season.club, "Ana", "Bruno", week=0)
    night(season.club, "Bruno", "Chiara", week=1)
    head, *rows = re.findall(r"<tr.*?</tr>", text(client, "season", season.pk).partition("season-table")[2])
    ana = next(each for each in rows if ">Ana<" in each)
    assert head.count("<br>") == 2 and (ana.count("season-won"), ana.count("season-none")) == (1, 1)


def test_dropped_events_are_crossed_out_in_their_row(client):
    season = a_season(make_club(), best=1)
    night(season.club, "Ana", "Bruno", week=0)
    night(season.club, "Bruno", "Ana", week=1)
    found = text(client, "season", season.pk)
    assert found.count("<s>") == 2 and "dropped: 3" in row(found, "Ana")


def test_tonights_tables_are_added_as_they_end_and_nothing_of_them_is_kept(client):
    season = a_spring()
    table = played(season.club, "Bruno", "Ana", week=4)
    page = text(client, "season", season.pk)
    assert "data-live-url" in page and page.count("season-so-far") == 2
    assert "Tonight can decide it" in page and "Ana is champion tonight if third or better." in page
    assert "who shares it shares its points" in page
    assert not season.points.filter(event=table.event).exists()
    wall = text(client, "wall", table.event_id)
    assert "Ana is champion tonight if third or better." in wall and "who shares it shares its points" in wall
    finish_event(event_id=table.event_id, actor=SYSTEM)
    assert "season-so-far" not in text(client, "season", season.pk)


def test_the_wall_says_nothing_of_a_season_that_tonight_cannot_decide(client):
    club = make_club()
    a_season(club, planned=20)
    night(club, "Ana", "Bruno", week=0)
    assert "season-tonight" not in text(client, "wall", played(club, "Ana", "Bruno", week=1).event_id)


def test_why_somebody_is_here_is_told_by_the_points_or_by_the_tie_break_that_decides(client):
    club = make_club()
    season = a_season(club, chain=("events", "wins"))
    night(club, "Ana", "Chiara", week=0)
    night(club, "Bruno", "Chiara", week=1)
    bruno = Player.objects.get(name="Bruno")
    assert "tied in everything that counts" in text(client, "season-why", season.pk, bruno.pk)
    night(club, "Dovas", "Faust", "Bruno", week=2)
    assert "Bruno is ahead of Chiara by 1." in text(client, "season-why", season.pk, bruno.pk)
    night(club, "Chiara", "Ana", week=3)  # 8 and 11: Ana and Bruno are no neighbours any more
    ana = Player.objects.get(name="Ana")
    assert "is ahead of" in text(client, "season-why", season.pk, ana.pk)
    assert client.get(reverse("season-why", args=[season.pk, 0])).status_code == 404


def test_why_somebody_is_here_says_where_the_points_of_a_shared_place_come_from(client):
    season = a_season(make_club())
    night(season.club, "Ana", "Bruno", "Chiara", week=0)
    night(season.club, "Chiara", "Bruno", week=1)
    page = text(client, "season-why", season.pk, Player.objects.get(name="Chiara").pk)
    assert page.count("Event 1: places 2–3, shared: (3 + 1) / 2 = 2.") == 1 and "Event 2: places" not in page


def test_why_somebody_is_here_says_on_how_many_own_deals_of_all_nights_it_rests(client):
    season = a_spring()
    ana = Player.objects.get(name="Ana")
    assert "Resting on 3 deals." in text(client, "season-why", season.pk, ana.pk)


def test_what_might_become_of_the_next_event_is_shown_and_changes_nothing(client):
    season = a_spring()
    ana, bruno = (Player.objects.get(name=name).pk for name in ("Ana", "Bruno"))
    page = text(client, "season-what-if", season.pk, query=f"?p1={bruno}")
    assert row(page, "Bruno").endswith("3 5 5 13") and "The table, if it ends so" in page
    assert "▲ up by 1" in row(page, "Bruno") and "▼ down by 1" in row(page, "Ana")
    again = text(client, "season-what-if", season.pk, query=f"?p1={ana}&p2={ana}")
    assert "choose everybody once" in again and "The table as it is" in again
    assert season.points.count() == 7


def test_the_table_of_a_season_leads_to_what_if_and_there_no_more(client):
    season = a_spring()
    assert "What if? The next event" in text(client, "season", season.pk)
    assert "What if? The next event" not in text(client, "season-what-if", season.pk)


def test_a_director_lets_one_more_event_count_and_takes_it_out_again(client):
    club = make_club()
    season = a_season(club)
    late = night(club, "Ana", "Bruno", week=30)
    director(client, club)
    choose = reverse("season-choose", args=[season.pk])
    client.post(choose, {"event": late.pk})
    assert season.points.count() == 2
    assert "Take out" in text(client, "season", season.pk)
    season.chosen.update(added_at=timezone.now() - timedelta(days=2))
    assert "so it stays" in client.post(choose, {"out": late.pk}, follow=True).content.decode()
    season.chosen.update(added_at=timezone.now())
    client.post(choose, {"out": late.pk})
    assert season.points.count() == 0
    assert "Choose the event" in client.post(choose, {}, follow=True).content.decode()


def test_an_event_leads_to_the_seasons_it_counts_for(client):
    season = a_spring()
    event = season.points.first().event
    assert reverse("season", args=[season.pk]) in text(client, "event", event.pk)
    edit_season(
        pk=season.pk, name="Spring", starts=season.starts, ends=season.ends, rules=season.season_rules,
        visibility="private", actor=SYSTEM,
    )  # fmt: skip
    assert reverse("season", args=[season.pk]) not in text(client, "event", event.pk)
    assert reverse("season", args=[season.pk]) not in text(client, "seasons", season.club.slug)
    assert client.get(reverse("season", args=[season.pk])).status_code == 404
    assert reverse("season", args=[season.pk]) in text(director(client, season.club), "event", event.pk)


def test_strangers_find_no_hidden_event_and_names_as_the_club_wishes_and_points_stay_as_they_are(client):
    season = a_spring()
    event = season.points.order_by("event__date").first().event
    set_event_visibility(event_id=event.pk, visibility="private", actor=SYSTEM)
    set_club_visibility(club=season.club, visibility="public", shown_names="initials", actor=SYSTEM)
    page = text(client, "season", season.pk)
    assert reverse("event", args=[event.pk]) not in page and ">Ana<" not in page
    assert re.search(r"5 2 5 12$", row(page, "A."))


def test_who_is_anonymous_is_in_no_row_and_the_others_keep_their_places(client):
    season = a_spring()
    anonymise(player=Player.objects.get(name="Bruno"), actor=SYSTEM, now=timezone.now())
    page = text(client, "season", season.pk)
    assert "Anonymous" not in page
    assert (row(page, "Ana")[0], row(page, "Chiara")[0]) == ("1", "3")


def test_a_season_costs_as_many_queries_after_twelve_events_as_after_three(client, django_assert_num_queries):
    club = make_club()
    season = a_season(club, planned=20)
    for week in range(3):
        night(club, "Ana", "Bruno", week=week)
    at = reverse("season", args=[season.pk])
    with django_assert_num_queries(8):
        client.get(at)
    for week in range(3, 12):
        night(club, "Ana", "Bruno", "Chiara", week=week)
    with django_assert_num_queries(8):
        client.get(at)
    with django_assert_num_queries(6):  # what is kept has been worked out
        client.get(at)


def test_a_night_that_is_not_of_the_season_is_not_led_on(client):
    club = make_club()
    a_season(club)
    event = make_night(club=club, on=FIRST - timedelta(days=1))
    assert "Counts for" not in text(client, "event", event.pk)


def test_a_private_season_is_named_to_no_arbiter_of_one_event_and_on_no_wall(client):
    season = a_spring()
    event = played(season.club, "Bruno", "Ana", week=4).event
    Season.objects.filter(pk=season.pk).update(visibility="private", name="Abracadabra")
    Member.objects.create(club=season.club, user=make_user("arbiter"), role=Member.Role.ARBITER, event=event)
    client.force_login(User.objects.get(username="arbiter"), backend="django.contrib.auth.backends.ModelBackend")
    assert "Abracadabra" not in text(client, "event", event.pk)
    member = director(Client(), season.club)
    assert "Abracadabra" in text(member, "event", event.pk)
    assert "Abracadabra" not in text(member, "wall", event.pk)


def test_what_is_still_played_moves_no_champion_of_a_season_that_is_over(client):
    season = a_spring()
    event = played(season.club, "Chiara", "Bruno", week=4).event
    played(season.club, "Bruno", "Chiara", week=5)
    archive_season(pk=season.pk, archived=True, actor=SYSTEM)
    before = text(client, "season", season.pk)
    assert "Ana is champion." in before and "season-so-far" not in before
    finish_event(event_id=event.pk, actor=SYSTEM)
    assert season.points.filter(event=event).exists()


def test_what_is_played_after_a_season_has_ended_can_be_chosen_there(client):
    season = a_spring()
    says = "What is made after its end counts only if a director adds it, or reopens the season."
    assert says not in text(client, "season", season.pk)
    archive_season(pk=season.pk, archived=True, actor=SYSTEM)
    assert says in text(client, "season", season.pk)
    late = night(season.club, "Bruno", "Ana", week=4)
    director(client, season.club)
    page = text(client, "season", season.pk)
    assert "Count one more event" in page and f'<option value="{late.pk}">' in page
    client.post(reverse("season-choose", args=[season.pk]), {"event": late.pk})
    assert season.points.filter(event=late).exists()


def test_two_events_that_are_open_are_both_told_and_what_both_have_brought_is_in_the_table(client):
    season = a_spring()
    tables = [played(season.club, "Bruno", "Ana", week=week) for week in (4, 5)]
    page = text(client, "season", season.pk)
    assert page.count("is being played") == 2
    assert all(f'<a href="{reverse("event", args=[table.event_id])}">Follow it</a>' in page for table in tables)
    assert page.count("season-so-far") == 4


def test_the_wall_of_each_of_two_events_says_what_it_can_decide_by_itself(client):
    season = a_season(make_club(), planned=4)
    for week in range(2):
        night(season.club, "Ana", "Bruno", week=week)
    tables = [played(season.club, "Bruno", "Ana", week=week) for week in (4, 5)]
    for table in tables:
        wall = text(client, "wall", table.event_id)
        assert "Ana is champion tonight by winning." in wall
        assert "At one of tonight’s events, whatever happens at the others." in wall
    finish_event(event_id=tables[0].event_id, actor=SYSTEM)
    wall = text(client, "wall", tables[1].event_id)
    assert "At one of tonight’s events" not in wall


@pytest.mark.parametrize(
    ("points", "query", "said"),
    [
        ("places", "?p1={bruno}&players=9", "Bruno 1 9 10"),
        ("score", "?s{bruno}=12,5", "8 12½ 20½"),
        ("average", "?s{bruno}=-1&s{ana}=7", "8 −1 7"),
    ],
)
def test_by_every_scheme_the_next_event_can_be_supposed(client, points, query, said):
    club = make_club()
    season = a_season(club, points=points, contests=("vilnius",), planned=3)
    night(club, "Ana", "Bruno", week=0)
    ana, bruno = (Player.objects.get(name=name).pk for name in ("Ana", "Bruno"))
    assert reverse("season-what-if", args=[season.pk]) in text(client, "season", season.pk)
    page = text(client, "season-what-if", season.pk, query=query.format(ana=ana, bruno=bruno))
    assert "The table, if it ends so" in page and row(page, "Bruno").endswith(said)


@pytest.mark.parametrize(
    ("points", "query", "said"),
    [
        ("places", "p1={ana}&p3={bruno}&players=2", "say that more come"),
        ("average", "s{ana}=11", "A deal brings −2 to 10"),
        ("score", "s{ana}=much", "Write a number"),
    ],
)
def test_what_cannot_be_supposed_is_refused_in_a_sentence(client, points, query, said):
    club = make_club()
    season = a_season(club, points=points, contests=("vilnius",))
    night(club, "Ana", "Bruno", week=0)
    ana, bruno = (Player.objects.get(name=name).pk for name in ("Ana", "Bruno"))
    page = text(client, "season-what-if", season.pk, query="?" + query.format(ana=ana, bruno=bruno))
    assert said in page and "The table as it is" in page


@pytest.mark.parametrize(
    ("rules", "said"),
    [
        ({"points": "places", "planned": 4}, "the more people come"),
        ({"points": "score", "contests": ("vilnius",), "planned": 4}, "An event can bring any score"),
        ({"points": "average", "contests": ("protean-cubits",), "planned": 4}, "Cubits have no bound"),
        ({}, "Nobody has said how many events there will be"),
    ],
)
def test_where_nothing_can_be_said_of_what_is_still_possible_the_page_says_why(client, rules, said):
    club = make_club()
    season = a_season(club, **rules)
    event = night(club, "Ana", "Bruno", week=0)
    if not season.points.exists():
        SeasonPoints.objects.create(
            season=season, event=event, player=Player.objects.get(name="Ana"), points=3, deals=1
        )
    assert said in text(client, "season", season.pk)


def test_at_the_last_event_the_average_is_told_above_which_somebody_is_champion_whatever_happens(client):
    club = make_club()
    season = a_season(club, points="average", contests=("vilnius",), planned=3)
    for week in range(2):
        night(club, "Ana", "Bruno", week=week)
    SeasonPoints.objects.filter(player__name="Ana").update(points=9)
    SeasonPoints.objects.filter(player__name="Bruno").update(points=Fraction(17, 3))
    Season.objects.filter(pk=season.pk).update(revision=F("revision") + 1)
    wall = text(client, "wall", played(club, "Bruno", "Ana", week=4).event_id)
    assert "Ana is champion tonight with more than 3.34 a deal." in wall and "who shares it" not in wall


def test_a_players_page_has_the_season_that_they_won_and_where_they_stand_in_the_one_that_runs(client):
    season = a_spring()
    ana, chiara = (season.club.players.get(name=name) for name in ("Ana", "Chiara"))
    assert f'<a href="/seasons/{season.pk}/">Spring</a>: place 1 of 3 so far' in text(client, "player", ana.pk)
    assert "Spring</a>: place 3 of 3 so far" in text(client, "player", chiara.pk)
    archive_season(pk=season.pk, archived=True, actor=SYSTEM)
    assert "Spring</a>: <strong>champion</strong>" in text(client, "player", ana.pk)
    assert "Spring" not in text(client, "player", chiara.pk)
    Season.objects.update(visibility="unlisted")
    assert "Spring" not in text(client, "player", ana.pk)
    assert "Spring" in text(director(client, season.club), "player", ana.pk)


def test_why_somebody_stands_there_numbers_each_event_as_its_sentences_do(client):
    season = a_spring()
    ana = season.club.players.get(name="Ana")
    page = text(client, "season-why", season.pk, ana.pk)
    assert all(f">event {number}</span>" in page for number in (1, 2, 3))


def test_a_players_page_asks_as_often_with_many_seasons_as_with_one(client):
    season = a_spring()
    ana = season.club.players.get(name="Ana")
    with CaptureQueriesContext(connection) as of_one:
        assert "Spring" in text(client, "player", ana.pk)
    for number in range(6):
        a_season(season.club, name=f"Season {number}")
    with CaptureQueriesContext(connection) as of_many:
        assert "Season 5" in text(client, "player", ana.pk)
    assert len(of_many) == len(of_one)
