"""A director looks a player's row up, merges, makes anonymous, deletes; a player fetches everything."""

import pytest
from django.test import Client
from django.urls import reverse

from tests.factories import make_member, make_night
from tests.tournaments.club.test_merging import called, twice
from tournaments.audit import SYSTEM
from tournaments.codes import player_code
from tournaments.models import Member, Player
from tournaments.services.club.clubs import add_players
from tournaments.services.club.people import merge

pytestmark = pytest.mark.django_db

BACKEND = "django.contrib.auth.backends.ModelBackend"


def at(player: Player, what: str = "data/") -> str:
    return f"/players/{player.pk}/{what}"


@pytest.fixture
def scene(client: Client) -> tuple[Player, Player]:
    """The owner is signed in."""
    club, ana, again = twice()
    client.force_login(club.members.get().user, backend=BACKEND)
    return ana, again


def test_merged_by_two_taps_and_undone_by_one(client, scene):
    ana, again = scene
    assert "Ana B. becomes Ana" in client.get(at(ana, "merge/"), {"gone": again.pk}).content.decode()
    assert ana.entries.count() == 1
    done = client.post(at(ana, "merge/"), {"gone": again.pk}, follow=True).content.decode()
    assert "Ana B. is Ana from now on." in done
    assert ana.entries.count() == 2
    assert client.get(at(again))["Location"] == at(ana)
    assert "Ana B." not in client.get("/clubs/neris/players/").content.decode()
    assert "They are two again" in client.post(at(again, "part/"), follow=True).content.decode()
    assert client.post(at(again, "part/"), follow=True).status_code == 200  # a second tap
    assert ana.entries.count() == 1


def test_two_who_sat_at_one_table_are_two_people_and_the_page_says_where(client, scene):
    ana, _again = scene
    bruno = called(ana.club, "Bruno")
    text = client.get(at(ana, "merge/"), {"gone": bruno.pk}).content.decode()
    assert "Bruno and Ana were both in Friday, so they are two people." in text
    assert "Keep the name" not in text


def test_made_anonymous_and_named_again(client, scene):
    ana, _again = scene
    page = client.post(at(ana, "anonymise/"), follow=True).content.decode()
    assert "This was Ana." in page
    assert f"Anonymous {ana.pk}" in page
    assert client.get(at(ana, "edit/"))["Location"] == at(ana)
    client.post(f"/players/{ana.pk}/archive/", {"back": "1"})
    assert Player.objects.get(pk=ana.pk).archived_at
    assert "The name is back" in client.post(at(ana, "name-again/"), follow=True).content.decode()
    assert "Ana" in client.get("/clubs/neris/players/").content.decode()


def test_deleting_is_offered_for_who_never_took_part(client, scene):
    ana, _again = scene
    (never,) = add_players(club=ana.club, names=["Typo"], actor=SYSTEM)
    assert "Entered by mistake?" not in client.get(at(ana)).content.decode()
    assert "Entered by mistake?" in client.get(at(never)).content.decode()
    assert client.post(at(never, "delete/"))["Location"] == "/clubs/neris/players/"
    assert "has taken part" in client.post(at(ana, "delete/"), follow=True).content.decode()


def test_a_rule_is_looked_at_before_it_is_saved(client, scene):
    ana, _again = scene
    given = {"names_for_years": "2", "phones_for_months": "6"}
    ana.club.events.update(date="2019-01-01")
    page = client.post("/clubs/neris/retention/", given | {"look": "1"}).content.decode()
    assert "4 players would be anonymous" in page
    ana.club.refresh_from_db()
    assert ana.club.names_for_years is None
    client.post("/clubs/neris/retention/", given | {"save": "1"})
    ana.club.refresh_from_db()
    assert (ana.club.names_for_years, ana.club.phones_for_months) == (2, 6)


def test_everything_about_me_by_my_own_code_and_by_nobody_elses(client):
    night = make_night(names=["Ana", "Bruno"])
    ana = night.club.players.get(name="Ana")
    code = player_code(ana.pk, ana.code_edition)
    assert f"/codes/{code}/data.json" in client.get(f"/codes/{code}/").content.decode()
    answer = client.get(f"/codes/{code}/data.json")
    assert answer.json()["player"]["name"] == "Ana"
    assert "no-store" in answer["Cache-Control"]
    assert client.get(f"/codes/{code[:-1]}~/data.json").status_code == 404
    assert client.get(at(ana, "data.json")).status_code == 302


def test_who_was_merged_into_another_one_gets_the_others_file_and_page(client, scene):
    ana, again = scene
    merge(into=ana, gone=again, actor=SYSTEM)
    assert client.get(at(again, "data.json")).json()["also on the list as"] == ["Ana B."]
    assert "<title>Ana ·" in client.get(at(again, "")).content.decode()


def test_everybody_may_read_what_is_kept(client):
    page = client.get("/privacy/")
    assert "What you can ask for" in page.content.decode()
    assert "/privacy/" in client.get("/rules/").content.decode()


@pytest.mark.parametrize("page", ["player", "player-data"])
def test_who_edits_a_player_is_led_back_to_where_they_came_from(client, scene, page):
    ana, _again = scene
    address = reverse("player-edit", args=[ana.pk], query={"back": page})
    assert f'href="{address}"' in client.get(reverse(page, args=[ana.pk])).content.decode()
    came_from = reverse(page, args=[ana.pk])
    assert f'href="{came_from}">Cancel' in client.get(address).content.decode()
    categories = reverse("player-categories", args=[ana.pk], query={"back": page})
    assert f'href="{categories}"' in client.get(address).content.decode()
    assert f'href="{address}"' in client.get(categories).content.decode()
    assert client.post(categories).url == address
    assert client.post(address, {"name": "Ana", "colour": "teal"}).url == came_from


@pytest.mark.parametrize("query", ["", "?back=https://elsewhere.example/"])
def test_who_edits_a_player_of_the_list_is_led_back_to_their_line_there(client, scene, query):
    ana, _again = scene
    line = f"{reverse('roster', args=[ana.club.slug])}#player-{ana.pk}"
    assert f'id="player-{ana.pk}"' in client.get(line).content.decode()
    address = reverse("player-edit", args=[ana.pk]) + query
    assert f'href="{line}">Cancel' in client.get(address).content.decode()
    assert client.post(address, {"name": "Ana", "colour": "teal"}).url == line


def test_whoever_may_not_edit_a_player_is_not_offered_it(client, scene):
    ana, _again = scene
    page = reverse("player", args=[ana.pk])
    client.force_login(make_member(ana.club, Member.Role.READER), backend=BACKEND)
    assert "edit/" not in client.get(page).content.decode()
