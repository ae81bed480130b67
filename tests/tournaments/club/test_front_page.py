"""What an installation opens with: tonight, the last podium; where there is nothing yet, the steps to it."""

import re
from datetime import timedelta

import pytest
from django.test import Client
from django.urls import reverse
from django.utils import timezone
from pytest_django import DjangoAssertNumQueries

from tests.factories import NAMES, announce, deal, make_club, make_member, make_night, seat_table
from tests.tournament_scenes import make_tournament, play_event
from tests.tournaments.calendar.scenes import planned
from tests.tournaments.season.seasons import a_spring
from tournaments.audit import SYSTEM
from tournaments.models import Club, Event, Member, Season, Table, Visibility
from tournaments.selectors.club.clubs import club_page
from tournaments.selectors.tournament.page import last_podium
from tournaments.services.night import finish_event
from tournaments.services.table.life import end_table

pytestmark = pytest.mark.django_db

BACKEND = "django.contrib.auth.backends.ModelBackend"


def page(client: Client, club: Club) -> str:
    return client.get(reverse("club", args=[club.slug])).content.decode()


def played_night(club: Club, *names: str) -> Event:
    """The first of them wins."""
    night = make_night(club=club, names=names)
    table = seat_table(night, *names)
    for seat in range(1, len(names)):
        deal(table, announce(seat, 3, 2))
    deal(table, announce(0, 3, 3))
    end_table(table_id=table.pk, actor=SYSTEM)
    return finish_event(event_id=night.pk, actor=SYSTEM)


def steps(club: Club) -> list[list[str]]:
    shown = club_page(club.slug)
    last = last_podium(shown.recent, shown.tags)
    return [[each.player.name for each in step.people] for step in last.podium.steps] if last else []


def test_tonight_leads_with_the_way_to_follow(client: Client) -> None:
    night = make_night(names=["Ana", "Bruno"])
    text = page(client, night.club)
    assert text.index("Tonight") < text.index(night.name)
    assert "Follow on your phone" in text and reverse("wall", args=[night.pk]) in text
    assert reverse("desk", args=[night.pk]) not in text


def test_whoever_directs_is_led_to_the_table_that_waits_for_them(client: Client) -> None:
    night = make_night(names=NAMES[:4])
    first, second = seat_table(night, *NAMES[:2]), seat_table(night, *NAMES[2:4])
    desk = reverse("desk", args=[night.pk])
    director, led = Client(), []
    director.force_login(night.club.members.get().user, backend=BACKEND)
    for changes in ({}, {"called_at": timezone.now()}, {"confirmation": Table.ConfirmationState.DISPUTED}):
        Table.objects.filter(pk=second.pk).update(**changes)
        led.append(re.findall(r'class="btn btn-primary"\s+href="([^"]+)">\s*([\w ]+?)\s*<', page(director, night.club)))
    at_second = f"{desk}?open={second.pk}#table-{second.pk}"
    assert led == [[(desk, "Desk")], [(at_second, "Go to table 2")], [(at_second, "Settle table 2")]]
    assert first.number == 1
    assert page(director, night.club).count("btn-primary") == 1, "one main action"
    strangers = page(client, night.club)
    assert "disputed" not in strangers and desk not in strangers


def test_a_night_that_nobody_has_come_to_stands_below_what_comes_next_but_where_it_is_directed(client: Client) -> None:
    night = make_night(names=[])
    text = page(client, night.club)
    assert text.index('id="tonight"') < text.index("What is next"), "nothing is planned"
    planned(club=night.club, name="Next week", date=timezone.localdate() + timedelta(weeks=1))
    text = page(client, night.club)
    assert text.index("Next week") < text.index('id="tonight"')
    client.force_login(night.club.members.get(role=Member.Role.OWNER).user, backend=BACKEND)
    text = page(client, night.club)
    assert text.index('id="tonight"') < text.index("Next week")


def test_where_people_play_stands_above_an_empty_night(client: Client) -> None:
    busy = make_night(names=["Ana", "Bruno"])
    empty = make_night(club=busy.club, names=[])
    text = page(client, busy.club)
    assert text.index(reverse("wall", args=[busy.pk])) < text.index(reverse("wall", args=[empty.pk]))


def test_the_season_that_runs_shows_its_first_and_hides_where_it_is_private(client: Client) -> None:
    season = a_spring()
    text = page(client, season.club)
    assert re.findall(r'<h2 id="season-title">(.*?)</h2>', text) == ["Ana leads by 4."]
    assert reverse("season", args=[season.pk]) in text
    Season.objects.update(visibility=Visibility.PRIVATE)
    assert "season-title" not in page(client, season.club)


def test_the_last_podium_is_that_of_the_latest_event_somebody_has_won(client: Client) -> None:
    club = make_club()
    assert steps(club) == []
    played_night(club, "Ana", "Bruno", "Chiara")
    finish_event(event_id=make_night(club=club).pk, actor=SYSTEM)
    assert steps(club)[0] == ["Ana"]
    event = play_event(make_tournament(4, stages=[("single-elimination", {})], club=club))
    finish_event(event_id=event.pk, actor=SYSTEM)
    assert steps(club)[:2] == [["P1"], ["P2"]]
    assert re.search(r"<h2 id=\"podium-title\">P1 has won\W", page(client, club)), "a sentence says it"


def test_a_large_event_is_not_read_again_for_its_podium_but_names_are(
    django_assert_num_queries: DjangoAssertNumQueries,
) -> None:
    club = make_club()
    played_night(club, "Ana", "Bruno")
    shown = club_page(club.slug)
    last_podium(shown.recent, shown.tags)
    with django_assert_num_queries(0):
        last_podium(shown.recent, shown.tags)
    club.players.filter(name="Ana").update(name="Anastasia")
    assert steps(club)[0] == ["Anastasia"]


def test_a_club_without_a_night_shows_its_director_the_next_steps(client: Client) -> None:
    club = make_club()
    assert "Three steps" not in page(client, club)
    client.force_login(club.members.get().user, backend=BACKEND)
    text = page(client, club)
    assert "Three steps to the first night" in text and "The club is founded" in text and "below" not in text
    new_night = reverse("event-new", args=[club.slug])
    texts = [client.get(new_night).text]
    make_night(club=club, names=())
    texts += [page(client, club), client.get(new_night).text]
    assert ["Three steps" in each for each in texts] == [True, False, False], "they end with the first night"


def test_a_new_club_asks_for_a_second_director(client: Client) -> None:
    club = make_club()
    client.force_login(club.members.get().user, backend=BACKEND)
    address = f"{reverse('members', args=[club.slug])}?role=director"
    assert f'href="{address}#invite"' in page(client, club)
    assert '<option value="director" selected>' in client.get(address).text


def test_another_club_can_be_founded_from_the_club_the_account_and_find_by_who_may(client: Client) -> None:
    club = make_club()
    form = f"{reverse('clubs')}#found-a-club"
    pages = [reverse("club", args=[club.slug]), f"{reverse('find')}?q=found"]
    client.force_login(make_member(club, Member.Role.DIRECTOR), backend=BACKEND)
    assert [form in client.get(each).text for each in pages] == [False, False]
    client.force_login(club.members.get(role=Member.Role.OWNER).user, backend=BACKEND)
    assert client.get(reverse("home")).url == reverse("club", args=[club.slug])
    assert [form in client.get(each).text for each in pages] == [True, True]
    assert 'id="found-a-club"' in client.get(reverse("clubs")).text
    assert f'href="{reverse("clubs")}"' in client.get(reverse("sessions")).text


def test_where_there_are_several_clubs_each_says_what_is_played_there_now(
    client: Client, django_assert_num_queries: DjangoAssertNumQueries
) -> None:
    make_night(club=make_club(name="Neris"))
    make_club(name="Vilnia")
    with django_assert_num_queries(3):
        text = client.get(reverse("clubs")).content.decode()
    assert text.count("Tonight") == 1


def test_a_director_of_several_clubs_reads_what_each_needs(client: Client) -> None:
    night = make_night(club=make_club(name="Neris"), names=NAMES[:2])
    table = seat_table(night, *NAMES[:2])
    Table.objects.update(confirmation=Table.ConfirmationState.DISPUTED)
    director = night.club.members.get().user
    later = planned(club=make_club(name="Vilnia", owner=director), date=timezone.localdate() + timedelta(days=7))
    strangers = client.get(reverse("clubs")).text
    client.force_login(director, backend=BACKEND)
    text = client.get(reverse("clubs")).text
    assert f"{reverse('desk', args=[night.pk])}?open={table.pk}" in text and "Settle table 1" in text
    assert reverse("coming", args=[later.pk]) in text
    assert "disputed" not in strangers and reverse("coming", args=[later.pk]) not in strangers


def test_a_member_alone_finds_their_private_club_on_the_first_page() -> None:
    club, other = make_club(), make_club(name="Vilnia")
    Club.objects.filter(pk=club.pk).update(visibility=Visibility.PRIVATE)
    reached = []
    for member in (make_member(club, Member.Role.PLAYER, name="ana"), make_member(other, Member.Role.PLAYER)):
        client = Client()
        client.force_login(member, backend=BACKEND)
        reached.append("Neris" in client.get(reverse("clubs"), follow=True).content.decode())
    assert reached == [True, False]
