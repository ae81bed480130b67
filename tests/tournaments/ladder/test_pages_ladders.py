"""A ladder's page: who stands where, and challenges by one's own code, by a member and by the director."""

import re
from datetime import timedelta

import pytest
from django.db import connection
from django.test import Client
from django.test.utils import CaptureQueriesContext
from django.urls import reverse
from django.utils import timezone

from tests.factories import NAMES, make_club, make_member, make_night, make_user, mentions
from tests.tournaments.ladder.ladders import a_ladder, acted, named, order
from tests.tournaments.season.seasons import night
from tournaments.audit import SYSTEM
from tournaments.codes import player_code
from tournaments.models import Challenge, Club, Ladder, Member, Player
from tournaments.services.club.people import anonymise
from tournaments.services.ladder import challenge, edit_ladder, leave_ladder

pytestmark = pytest.mark.django_db


def read(content: bytes) -> str:
    return re.sub(r"\s+", " ", content.decode())


def text(client: Client, name: str, *args: object) -> str:
    answer = client.get(reverse(name, args=args))
    assert answer.status_code == 200
    return read(answer.content)


def post(client: Client, name: str, /, *args: object, **sent: object) -> str:
    answer = client.post(reverse(name, args=args), sent, follow=True)
    assert answer.status_code == 200
    return read(answer.content)


def director(client: Client, club: Club) -> Client:
    user = make_member(club, Member.Role.DIRECTOR)
    client.force_login(user, backend="django.contrib.auth.backends.ModelBackend")
    return client


def challenged_today(ladder: Ladder, challenger: str, other: str) -> Challenge:
    people = {"challenger": named(challenger), "challenged": named(other)}
    return challenge(pk=ladder.pk, **people, **acted(today=timezone.localdate()))


def own(name: str, ladder: Ladder) -> tuple[str, int]:
    return player_code(named(name).pk, 0), ladder.pk


def buttons(page: str) -> list[str]:
    """Whom the reader may challenge, or from whom they may withdraw."""
    return re.findall(r"(Challenge|Withdraw)<span class=\"visually-hidden\"> (\w+)</span>", page)


def test_by_the_own_code_somebody_challenges_who_is_in_reach_and_withdraws(client):
    ladder = a_ladder(reach=2)
    page = text(client, "own-ladder", *own("Dovas", ladder))
    assert buttons(page) == [("Challenge", "Bruno"), ("Challenge", "Chiara")]
    page = post(client, "own-ladder", *own("Dovas", ladder), act="challenge", which=named("Bruno").pk)
    assert "Dovas challenges Bruno" in page and buttons(page) == [("Withdraw", "Bruno")]
    assert "challenged by Dovas" in text(client, "ladder", ladder.club.slug, ladder.pk)
    assert buttons(text(client, "own-ladder", *own("Chiara", ladder))) == [("Challenge", "Ana")]
    which = Challenge.objects.get().pk
    assert (
        client.post(reverse("own-ladder", args=own("Bruno", ladder)), {"act": "withdraw", "which": which}).status_code
        == 404
    )
    page = post(client, "own-ladder", *own("Dovas", ladder), act="withdraw", which=which)
    assert "The challenge is withdrawn." in page and "No challenge is open." in page


def test_what_the_rules_do_not_allow_is_refused_with_what_to_do(client):
    ladder = a_ladder(reach=1)
    page = post(client, "own-ladder", *own("Dovas", ladder), act="challenge", which=named("Ana").pk)
    assert "choose somebody at most 1 places above" in page and not Challenge.objects.exists()
    for wrong in ({"act": "win"}, {"act": "challenge", "which": 10**6}, {"act": "challenge"}):
        assert client.post(reverse("own-ladder", args=own("Dovas", ladder)), wrong).status_code == 404


def test_somebody_joins_by_the_own_code_and_leaves(client):
    ladder = a_ladder()
    leave_ladder(pk=ladder.pk, player=named("Ana"), **acted())
    assert "you are not on it" in text(client, "code", own("Ana", ladder)[0])
    post(client, "own-ladder", *own("Ana", ladder), act="join")
    assert order(ladder) == "BCDEA"
    assert "place 5" in text(client, "code", own("Ana", ladder)[0])
    post(client, "own-ladder", *own("Ana", ladder), act="leave")
    assert order(ladder) == "BCDE"


def test_a_member_who_is_somebody_of_the_list_challenges_under_his_account(client):
    ladder = a_ladder()
    user = make_user("bruno")
    Member.objects.create(club=ladder.club, user=user, role=Member.Role.PLAYER, player=named("Bruno"))
    client.force_login(user, backend="django.contrib.auth.backends.ModelBackend")
    page = text(client, "ladder", ladder.club.slug, ladder.pk)
    assert buttons(page) == [("Challenge", "Ana")] and "Settings" not in page
    post(client, "ladder-own", ladder.club.slug, ladder.pk, act="challenge", which=named("Ana").pk)
    assert Challenge.objects.get().challenger == named("Bruno")


def test_the_director_challenges_for_others_decides_and_puts_people_where_they_belong(client):
    ladder = a_ladder()
    at = (ladder.club.slug, ladder.pk)
    director(client, ladder.club)
    people = {"challenger": named("Bruno").pk, "challenged": named("Ana").pk}
    assert "Challenged." in post(client, "ladder-challenge", *at, **people)
    assert "Choose who challenges whom." in post(client, "ladder-challenge", *at)
    which = Challenge.objects.get().pk
    page = post(client, "ladder-outcome", *at, which=which, how="won")
    assert order(ladder) == "BACDE" and "Bruno beats Ana and takes place 1." in page
    post(client, "ladder-outcome", *at, which=which, how="as-played")
    assert order(ladder) == "ABCDE"
    post(client, "ladder-place", *at, player=named("Elena").pk, place=1)
    assert order(ladder) == "EABCD"
    assert "from 1 on" in post(client, "ladder-place", *at, player=named("Elena").pk, place=0)
    post(client, "ladder-place", *at, player=named("Elena").pk, place=10**20)
    assert order(ladder)[-1] == "E"
    post(client, "ladder-place", *at, player=named("Elena").pk, leave=1)
    assert order(ladder) == "ABCD"


def test_the_latest_moves_are_told_and_drawn_with_their_table(client):
    ladder = a_ladder()
    challenged_today(ladder, "Bruno", "Ana")
    night(ladder.club, "Bruno", "Ana", week=1)
    challenged_today(ladder, "Dovas", "Ana")
    night(ladder.club, "Ana", "Dovas", week=1)
    page = text(client, "ladder", ladder.club.slug, ladder.pk)
    assert "Bruno stands highest." in page
    assert "Ana holds the place against Dovas." in page and "Elena joins at place 5." in page
    assert "How it came to be" in page and page.count("<polyline") >= 5


def test_a_challenge_that_was_not_played_in_time_is_told_of_and_holds_nobody_up(client):
    ladder = a_ladder()
    made = challenged_today(ladder, "Bruno", "Ana")
    Challenge.objects.update(last_day=timezone.localdate() - timedelta(days=1))
    page = text(client, "own-ladder", *own("Bruno", ladder))
    assert "not played by" in page and ("Challenge", "Ana") in buttons(page)
    assert challenged_today(ladder, "Bruno", "Ana").pk != made.pk


def test_a_director_sets_a_ladder_up_by_name_and_changes_its_rules(client):
    club = make_club()
    make_night(club=club)
    director(client, club)
    chosen = [each.pk for each in club.players.filter(name__in=NAMES[:3])]
    sent = {"name": "Table ladder", "game": "vilnius", "reach": 2, "days": 10, "takes": "place", "ordered": "name"}
    page = post(client, "ladder-new", club.slug, **sent, players=chosen)
    ladder = Ladder.objects.get()
    assert "Table ladder" in page and order(ladder) == "ABC"
    assert "Table ladder" in text(client, "seasons", club.slug)
    post(client, "ladder-edit", club.slug, ladder.pk, name="Old", reach=1, days=5, closed="on")
    ladder.refresh_from_db()
    assert ladder.closed_at and ladder.ladder_rules.reach == 1 and ladder.ladder_rules.takes == "place"


def test_who_is_anonymous_has_a_place_and_no_row_and_a_closed_ladder_has_no_buttons(client):
    ladder = a_ladder()
    anonymise(player=named("Ana"), actor=SYSTEM, now=timezone.now())
    page = text(client, "ladder", ladder.club.slug, ladder.pk)
    assert not mentions(page, "Ana") and 'value="2"' in page and 'value="1"' not in page
    edit_ladder(pk=ladder.pk, name="Old", reach=3, days=14, **acted(closed=True))
    assert buttons(text(client, "own-ladder", *own("Chiara", ladder))) == []
    assert Player.objects.filter(anonymised_at=None).count() == 4


def test_a_ladder_of_another_club_is_not_found(client):
    ladder = a_ladder()
    other = make_club(name="Vilnia")
    assert client.get(reverse("ladder", args=[other.slug, ladder.pk])).status_code == 404
    director(client, other)
    for name in ("ladder-challenge", "ladder-outcome", "ladder-place", "ladder-own", "ladder-edit"):
        assert client.post(reverse(name, args=[other.slug, ladder.pk])).status_code == 404


def test_the_page_costs_as_many_queries_after_ten_moves_as_after_two(client, django_assert_max_num_queries):
    ladder = a_ladder()
    with CaptureQueriesContext(connection) as few:
        text(client, "ladder", ladder.club.slug, ladder.pk)
    for week in range(3):
        challenged_today(ladder, "Bruno" if week % 2 == 0 else "Ana", "Ana" if week % 2 == 0 else "Bruno")
        night(ladder.club, *(("Bruno", "Ana") if week % 2 == 0 else ("Ana", "Bruno")), week=week)
    challenged_today(ladder, "Dovas", "Chiara")
    with django_assert_max_num_queries(len(few)):
        text(client, "ladder", ladder.club.slug, ladder.pk)
