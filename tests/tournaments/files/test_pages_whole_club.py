"""A club is taken along and brought in by its owner, on two pages."""

import io
import re

import pytest
from django.core.files.uploadedfile import SimpleUploadedFile
from django.test import Client
from django.urls import reverse
from pytest_django import Settings

from tests.factories import announce, deal, make_club, make_member, make_night, make_user, seat_table
from tests.tournaments.files.club_files import brought, elsewhere, file_of, rewritten
from tournaments.audit import SYSTEM
from tournaments.models import Club, Member
from tournaments.services.club.clubs import add_players

pytestmark = pytest.mark.django_db


@pytest.fixture(autouse=True)
def own_place(settings: Settings, tmp_path):
    settings.MEDIA_ROOT = tmp_path


@pytest.fixture
def file() -> bytes:
    table = seat_table(make_night(names=("Ana", "Bruno")), "Ana", "Bruno")
    deal(table, announce(1, 3, 3))
    return rewritten(file_of(table.event.club), elsewhere)


def signed_in(user) -> Client:
    client = Client()
    client.force_login(user, backend="django.contrib.auth.backends.ModelBackend")
    return client


def send(client: Client, at: str, file: bytes):
    return client.post(at, {"file": SimpleUploadedFile("club.zip", file)}, follow=True)


def test_an_owner_takes_the_club_along():
    club = make_club()
    answer = signed_in(club.members.get().user).get(reverse("club-whole", args=[club.slug]))
    assert answer["Content-Disposition"] == 'attachment; filename="neris.zip"'
    assert b"".join(answer.streaming_content) == file_of(club)


def test_a_club_becomes_one_of_its_own_and_whoever_brought_it_owns_it(file):
    keeper = make_user("keeper", is_superuser=True)
    client = signed_in(keeper)
    shown = send(client, reverse("bring-in"), file)
    assert "1 recorded deal" in shown.content.decode()
    assert Club.objects.count() == 1, "so far it was shown"
    done = client.post(shown.redirect_chain[-1][0], follow=True)
    assert "Brought in: Neris, 2 players, 1 event, 1 table, 1 recorded deal." in done.content.decode()
    club = Club.objects.latest("pk")
    assert club.slug == "neris-2"
    assert club.members.get().user == keeper
    again = client.post(shown.redirect_chain[-1][0], follow=True)
    assert "Choose it again" in again.content.decode()


def test_people_are_matched_by_hand_and_proposed_by_name(file):
    home = make_club(name="Home")
    ana, beatrice = add_players(club=home, names=["Àna", "Beatrice"], actor=SYSTEM)
    client = signed_in(home.members.get().user)
    asked = client.get(reverse("bring-in-here", args=[home.slug])).content.decode()
    assert "Seasons count the events of both clubs by their days, even seasons that are over." in asked
    shown = send(client, reverse("bring-in-here", args=[home.slug]), file)
    fields = dict(re.findall(r'<input[^>]*name="(person-\d+)"(?:[^>]*value="([^"]*)")?', shown.content.decode()))
    assert list(fields.values()) == ["Àna", ""]
    _ana, bruno = fields
    at = shown.redirect_chain[-1][0]
    wrong = client.post(at, {**fields, bruno: "Nobody"})
    assert "Nobody on the list is called that." in wrong.content.decode()
    twice = client.post(at, {**fields, bruno: "àna"})
    assert "This one is chosen for another already." in twice.content.decode()
    assert not home.events.exists()
    client.post(at, {**fields, bruno: "beatrice"})
    assert [player.entries.count() for player in (ana, beatrice)] == [1, 1]
    assert home.players.count() == 2


def test_nobody_else_opens_what_somebody_has_sent(file):
    home = make_club(name="Home")
    client = signed_in(home.members.get().user)
    at = send(client, reverse("bring-in-here", args=[home.slug]), file).redirect_chain[-1][0]
    other = make_member(home, Member.Role.OWNER, name="other")
    assert "Choose it again" in signed_in(other).post(at, follow=True).content.decode()
    assert not home.events.exists()


def test_what_cannot_be_brought_in_is_said_at_once(file):
    home = make_club(name="Home")
    client = signed_in(home.members.get().user)
    at = reverse("bring-in-here", args=[home.slug])
    assert "The file is damaged" in send(client, at, file[:-50]).content.decode()
    brought(file)
    shown = send(client, at, file)
    told = client.post(shown.redirect_chain[-1][0], {}, follow=True).content.decode()
    assert "is in the club Neris already. Nothing was brought in." in told
    assert not home.events.exists()


def test_whoever_may_open_no_club_brings_none_in():
    make_club()
    client = signed_in(make_user("somebody"))
    assert client.get(reverse("bring-in")).status_code == 403
    assert client.post(reverse("bring-in"), {"file": io.BytesIO(b"")}).status_code == 403
