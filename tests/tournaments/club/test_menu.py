"""The head of every page: four groups of a club's pages, of which the one that is looked at is marked."""

import re

import pytest
from django.test import Client
from django.urls import URLPattern, reverse

from tests.factories import make_club, make_member, make_night
from tests.tournaments.test_doors import views
from tournaments.audit import SYSTEM
from tournaments.models import Club, Member, RatingsFor
from tournaments.services.night import finish_event
from tournaments.words.menu import CLUB_GROUPS, OWN_PAGES, page_at

BACKEND = "django.contrib.auth.backends.ModelBackend"
GROUP = re.compile(
    r'<details class="site-group site-group-([\w-]+)".*?<summary( aria-current="true")?>.*?</details>', re.S
)
LINK = re.compile(r'<a href="([^"]*)"(?: aria-current="(\w+)")?>')
# Of an event, or opened by a code; a picture, a file, or something for a program.
ELSEWHERE = re.compile(
    r"^(events|tables|rounds|stages|seats|codes|pad|invitations|brought-in|\.well-known)/|\.\w+$|frame/$"
)
# What the head and the foot lead to by themselves.
HEAD = {"home", "find", "rules", "rules-game", "privacy", "sign-in-link", "passport-issuer"}


def head(client: Client, address: str) -> str:
    text: str = client.get(address).content.decode()
    return text[text.index('<header class="site-head') : text.index("</header>")]


def groups(text: str) -> list[str]:
    return [name for name, _marked in GROUP.findall(text)]


def lit(text: str) -> list[str]:
    return [name for name, marked in GROUP.findall(text) if marked]


def signed_in(club: Club, role: Member.Role) -> Client:
    client = Client()
    client.force_login(make_member(club, role, name=role), backend=BACKEND)
    return client


def test_every_page_hangs_in_the_map_once() -> None:
    pages = [page for group in (*CLUB_GROUPS, OWN_PAGES) for page in group.pages]
    assert len({(page.name, page.anchor) for page in pages}) == len(pages)
    assert [
        str(pattern.pattern) for pattern in views() if is_page(pattern) and page_at(str(pattern.name)) is None
    ] == []


def is_page(pattern: URLPattern) -> bool:
    return not ELSEWHERE.search(str(pattern.pattern)) and pattern.name not in HEAD


@pytest.mark.django_db
def test_each_reads_the_pages_that_are_open_to_them(client: Client) -> None:
    club = make_club()
    Club.objects.filter(pk=club.pk).update(ratings_for=RatingsFor.INSIDERS)
    address = reverse("club", args=[club.slug])
    player, director, owner = (signed_in(club, Member.Role(role)) for role in ("player", "director", "owner"))
    assert [groups(head(each, address)) for each in (client, player, director, owner)] == [
        ["play", "results"],
        ["play", "people", "results", "you"],
        ["play", "people", "results", "set-up", "you"],
        ["play", "people", "results", "set-up", "you"],
    ]
    ratings, roster, members = (reverse(name, args=[club.slug]) for name in ("ratings", "roster", "connections"))
    shown = [[f'"{page}"' in head(each, address) for page in (ratings, roster, members)] for each in (client, player)]
    assert shown == [[False, False, False], [True, False, False]]
    assert [f'"{page}"' in head(owner, address) for page in (ratings, roster, members)] == [True, True, True]


@pytest.mark.django_db
@pytest.mark.parametrize(
    ("name", "group", "current"),
    [
        ("club", "play", "page"),
        ("calendar", "play", "page"),
        ("coming-new", "play", "true"),
        ("roster", "people", "page"),
        ("nights", "results", "page"),
        ("season-new", "results", "true"),
        ("club-files", "results", "page"),
        ("club-log", "set-up", "page"),
        ("tokens", "set-up", "page"),
    ],
)
def test_the_group_and_the_page_that_are_looked_at_are_marked(name: str, group: str, current: str) -> None:
    club = make_club()
    client = Client()
    client.force_login(club.members.get().user, backend=BACKEND)
    text = head(client, reverse(name, args=[club.slug]))
    assert lit(text) == [group]
    assert [mark for _address, mark in LINK.findall(text) if mark] == [current]


@pytest.mark.django_db
def test_a_running_event_is_of_play_and_one_that_is_over_of_the_results(client: Client) -> None:
    night = make_night()
    address = reverse("event", args=[night.pk])
    running = lit(head(client, address))
    finish_event(event_id=night.pk, actor=SYSTEM)
    assert (running, lit(head(client, address))) == (["play"], ["results"])


@pytest.mark.django_db
def test_a_page_that_a_code_alone_opens_leads_nowhere_in_the_club(client: Client) -> None:
    club = make_club()
    invitation = signed_in(club, Member.Role.OWNER).post(reverse("invite", args=[club.slug]), {"role": "player"})
    address = re.findall(r"/invitations/[^\"<\s]+", invitation.content.decode())[0]
    assert groups(head(client, address)) == []


@pytest.mark.django_db
def test_whoever_has_no_password_is_told_to_choose_one_before_they_sign_out() -> None:
    club = make_club()
    client = signed_in(club, Member.Role.DIRECTOR)
    address = reverse("account_set_password")
    assert address not in head(client, reverse("club", args=[club.slug]))
    director = club.members.get(role=Member.Role.DIRECTOR).user
    director.set_unusable_password()
    director.save()
    client.force_login(director, backend=BACKEND)
    own = head(client, reverse("club", args=[club.slug]))
    assert own.index(address) < own.index(reverse("account_logout"))
    assert client.get(address).status_code == 200


@pytest.mark.django_db
def test_a_first_password_leads_to_the_account_and_is_not_asked_for_again() -> None:
    club = make_club()
    client = signed_in(club, Member.Role.DIRECTOR)
    director = club.members.get(role=Member.Role.DIRECTOR).user
    director.set_unusable_password()
    director.save()
    client.force_login(director, backend=BACKEND)
    chosen = {"password1": "winter-hexagons-7", "password2": "winter-hexagons-7"}
    answer = client.post(reverse("account_set_password"), chosen)
    director.refresh_from_db()
    assert director.has_usable_password()
    assert answer.url == reverse("sessions")
    assert client.get(answer.url).status_code == 200
