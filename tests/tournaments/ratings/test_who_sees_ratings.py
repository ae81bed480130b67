"""Ratings for members only, or for nobody; and who is left out of the ranking."""

import re

import pytest
from django.test import Client
from django.urls import reverse
from django.utils import timezone

from tests.factories import make_member
from tests.tournaments.ratings.scenes import night_won_by, page, two_nights
from tournaments.audit import SYSTEM
from tournaments.codes import player_code
from tournaments.models import ClubRating, Event, Member, Player
from tournaments.services.club.clubs import set_ratings_for, set_unranked
from tournaments.services.club.people import anonymise
from tournaments.services.summaries.ratings import kept_ratings, rebuilt_ratings

pytestmark = pytest.mark.django_db
BACKEND = "django.contrib.auth.backends.ModelBackend"


@pytest.fixture
def nights() -> list[Event]:
    return two_nights()


def ana() -> Player:
    return Player.objects.get(name="Ana")


def answers(client: Client, night: Event) -> list[int]:
    addresses = (reverse("ratings", args=["neris"]), reverse("rating-change", args=[night.pk, ana().pk]))
    return [client.get(at).status_code for at in addresses]


def tells(client: Client) -> bool:
    """The player's page and the club's."""
    shown = {"rating-lead" in page(client, "player", ana().pk), ">Ratings<" in page(client, "club", "neris")}
    assert len(shown) == 1
    return shown.pop()


def test_a_club_keeps_its_ratings_to_its_members_or_to_itself(client, nights):
    member = Client()
    member.force_login(make_member(nights[0].club, Member.Role.PLAYER), backend=BACKEND)
    assert answers(client, nights[0]) == [200, 200] and tells(client)
    set_ratings_for(club=nights[0].club, ratings_for="insiders", ratings_begin="once", actor=SYSTEM)
    assert answers(client, nights[0]) == [404, 404] and not tells(client)
    assert answers(member, nights[0]) == [200, 200] and tells(member)
    set_ratings_for(club=nights[0].club, ratings_for="nobody", ratings_begin="once", actor=SYSTEM)
    assert answers(member, nights[0]) == [404, 404] and not tells(member)
    assert kept_ratings(nights[0].club, "vilnius") == rebuilt_ratings(nights[0].club, "vilnius") != ({}, {}, {})


def test_an_owner_chooses_who_sees_ratings(client, nights):
    client.force_login(nights[0].club.members.get().user, backend=BACKEND)
    at = reverse("ratings-settings", args=["neris"])
    assert "Who sees ratings" in page(client, "ratings", "neris")
    client.post(at, {"ratings_for": "insiders", "ratings_begin": "seasons"})
    nights[0].club.refresh_from_db()
    assert (nights[0].club.ratings_for, nights[0].club.ratings_begin) == ("insiders", "seasons")


def test_who_is_left_out_is_in_no_ranking_and_moves_the_others_as_before(client, nights):
    numbers = dict(ClubRating.objects.values_list("player", "mu"))
    set_unranked(player=ana(), unranked=True, actor=SYSTEM)
    text = page(client, "ratings", "neris")
    assert reverse("player", args=[ana().pk]) not in text and "Bruno" in text
    assert "rating-lead" not in page(client, "player", ana().pk)
    assert client.get(reverse("rating-change", args=[nights[0].pk, ana().pk])).status_code == 404
    told = page(client, "rating-change", nights[0].pk, Player.objects.get(name="Bruno").pk)
    assert "<span>behind Ana </span>" in told and told.count("(1500)") == 1  # Chiara's
    assert dict(ClubRating.objects.values_list("player", "mu")) == numbers
    night_won_by(nights[0].club, "Ana", "Bruno", week=2)
    assert ClubRating.objects.get(player=ana()).tables == 3


def test_who_is_anonymous_stands_in_no_ranking_and_the_others_keep_their_numbers(client, nights):
    bruno = ClubRating.objects.get(player__name="Bruno").mu
    gone = ana()
    anonymise(player=gone, actor=SYSTEM, now=timezone.now())
    text = page(client, "ratings", "neris")
    assert "Anonym" not in text and reverse("player", args=[gone.pk]) not in text
    assert f"{bruno:.0f} " in re.sub(r"\s+", " ", text)


def test_players_leave_the_ranking_and_come_back_with_their_own_code_and_go_on_reading_their_number(client, nights):
    code = player_code(ana().pk, 0)
    number = f"<strong>{ClubRating.objects.get(player=ana()).mu:.0f}</strong>"
    assert number in page(client, "code", code)
    client.post(reverse("code-ranking", args=[code]))
    assert ana().unranked and number in page(client, "code", code)
    client.post(reverse("code-ranking", args=[code]))
    assert ana().unranked
    client.post(reverse("code-ranking", args=[code]), {"back": "1"})
    assert not ana().unranked


def test_a_director_leaves_out_who_asks_for_it(client, nights):
    client.force_login(nights[0].club.members.get().user, backend=BACKEND)
    assert "Leave out of the ranking" in page(client, "player-data", ana().pk)
    client.post(reverse("player-ranking", args=[ana().pk]))
    assert ana().unranked and "Back into the ranking" in page(client, "player-data", ana().pk)
