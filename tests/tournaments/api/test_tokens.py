"""Tokens of programs, from their making to their end."""

from datetime import timedelta

import pytest
from django.contrib.auth.models import User
from django.test import Client
from django.utils import timezone

from tests.factories import make_club, make_member, make_night, make_user
from tests.tournaments.api.scenes import Program, token_for
from tournaments.audit import Actor
from tournaments.models import ApiToken, AuditEntry, Club, Member, Visibility
from tournaments.selectors.following import Follower, who_may_follow
from tournaments.services.club.members import hand_over

pytestmark = pytest.mark.django_db


@pytest.fixture
def club() -> Club:
    return make_club()


def signed_in(user: User) -> Client:
    client = Client()
    client.force_login(user, backend="django.contrib.auth.backends.ModelBackend")
    return client


def owner(club: Club) -> User:
    return club.members.get(role=Member.Role.OWNER).user


def is_let_in(text: str, club: Club) -> bool:
    answer = Program(text).get(f"/clubs/{club.slug}/players")
    assert answer.status_code in (200, 401)
    return bool(answer.status_code == 200)


def test_a_token_is_made_on_its_page_shown_once_and_revoked_there(club):
    client, path = signed_in(owner(club)), f"/clubs/{club.slug}/programs/"
    made = client.post(path, {"name": "Scoreboard", "scope": "record", "days": 90})
    text = made.context["text"]
    assert text in made.content.decode() and is_let_in(text, club)
    token = ApiToken.objects.get()
    page = client.get(path).content.decode()
    assert "Scoreboard" in page and text not in page and text.rpartition("_")[2] not in str(vars(token))
    assert timedelta(days=89) < token.good_until - timezone.now() < timedelta(days=91)
    client.post(f"{path}{token.pk}/revoke/")
    assert not is_let_in(text, club)
    assert set(AuditEntry.objects.values_list("action", flat=True)) >= {"token-made", "token-revoked"}
    client.post(f"{path}{token.pk}/revoke/")
    assert AuditEntry.objects.filter(action="token-revoked").count() == 1


@pytest.mark.parametrize(
    "data", [{"name": "", "scope": "read", "days": 7}, {"name": "x", "scope": "own", "days": 7}, {"name": "x"}]
)
def test_what_is_left_out_is_asked_for_again(club, data):
    answer = signed_in(owner(club)).post(f"/clubs/{club.slug}/programs/", data)
    assert answer.status_code == 200 and answer.context["form"].errors
    assert not ApiToken.objects.exists()


def test_a_director_makes_no_tokens_and_no_owner_revokes_those_of_another_club(club):
    director = signed_in(make_member(club, Member.Role.DIRECTOR))
    assert director.get(f"/clubs/{club.slug}/programs/").status_code == 403
    text = token_for(club)
    other = make_club(name="Vilnia")
    revoked = signed_in(owner(other)).post(f"/clubs/{other.slug}/programs/{ApiToken.objects.get().pk}/revoke/")
    assert revoked.status_code == 404 and is_let_in(text, club)


def test_a_token_ends_with_its_time_and_when_its_maker_owns_the_club_no_more(club):
    text = token_for(club)
    assert is_let_in(text, club)
    ApiToken.objects.update(good_until=timezone.now())
    assert not is_let_in(text, club)
    ApiToken.objects.update(good_until=timezone.now() + timedelta(days=1))
    maker = owner(club)
    User.objects.filter(pk=maker.pk).update(is_active=False)
    assert not is_let_in(text, club)
    User.objects.filter(pk=maker.pk).update(is_active=True)
    make_member(club, Member.Role.DIRECTOR, name="next")
    hand_over(to=club.members.get(user__username="next"), actor=Actor(user=maker))
    assert not is_let_in(text, club)


@pytest.mark.parametrize(
    "said",
    [
        "",
        "Bearer",
        "Bearer x",
        "Bearer capstone_1_",
        "Basic b3duZXI6eA==",
        "Bearer capstone_{pk}_{wrong}",
        "Bearer capstone_99999999999999999_{secret}",
        "Bearer capstone_0{pk}_{secret}",
        "Bearer {text} {text}",
    ],
)
def test_a_token_that_is_none_is_told_so_and_reads_not_even_what_is_public(club, said):
    text = token_for(club)
    pk, secret = text.split("_")[1:]
    header = said.format(pk=pk, secret=secret, wrong="x" * 40, text=text)
    answer = Program(Authorization=header).get("/clubs")
    assert (answer.status_code, answer.json()["code"]) == (401, "token-unknown")
    assert answer["WWW-Authenticate"] == "Bearer"


def test_a_token_is_good_after_the_key_was_replaced_while_the_old_one_is_kept(club, settings):
    text = token_for(club)
    settings.SECRET_KEY, settings.SECRET_KEY_FALLBACKS = "another", [settings.SECRET_KEY]
    assert is_let_in(text, club)
    settings.SECRET_KEY_FALLBACKS = []
    assert not is_let_in(text, club)


def test_a_keeper_that_owns_nothing_may_make_a_token_too(club):
    keeper = make_user("keeper", is_superuser=True)
    made = signed_in(keeper).post(f"/clubs/{club.slug}/programs/", {"name": "Wall", "scope": "read", "days": 7})
    assert is_let_in(made.context["text"], club)


def test_a_program_follows_what_is_hidden_in_its_club_alone_and_until_its_token_ends(club):
    token_for(club)
    token = ApiToken.objects.get()
    nights = [make_night(club=host) for host in (club, make_club(name="Vilnia"))]
    Club.objects.update(visibility=Visibility.PRIVATE)
    follower, elsewhere = (Follower("event", night.pk, f"t{token.pk}") for night in nights)
    assert who_may_follow({follower, elsewhere}) == {follower}
    ApiToken.objects.update(revoked_at=timezone.now())
    assert who_may_follow({follower}) == set()
