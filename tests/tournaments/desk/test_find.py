"""From anywhere to anything, and what is out of the way."""

import re

import pytest
from django.test import Client
from django.urls import reverse

from tests.factories import announce, deal, make_club, make_member, make_night, seat_table
from tests.tournament_scenes import begun, make_tournament, next_round, start
from tournaments.audit import SYSTEM
from tournaments.forms.fields import NamesField
from tournaments.models import Club, Event, Member, Player
from tournaments.selectors.club.clubs import club_page, find, players_of
from tournaments.services.club.clubs import add_players, archive_player
from tournaments.services.night import discard_event, mark_left, reopen_event
from tournaments.services.refusals import Refused
from tournaments.words.club import TABS as TABS_OF_ACCOUNT
from tournaments.words.menu import ALSO, BACKUPS, CLUB_GROUPS, OWN_PAGES, RULES, SIGN_OUT
from tournaments.words.night import AFTERWARDS, KINDS, TABS_WITH_ROUNDS

pytestmark = pytest.mark.django_db


@pytest.fixture
def director(client: Client) -> Client:
    make_club()
    client.force_login(Club.objects.get().members.get().user, backend="django.contrib.auth.backends.ModelBackend")
    return client


def test_tables_are_found_by_number_and_by_who_sits_there_however_it_is_spelt():
    night = make_night(names=("Žygis", "Bruno", "Chiara", "Zita"))
    first, second = seat_table(night, "Bruno", "Chiara"), seat_table(night, "Žygis", "Zita")
    found = [find(text, clubs=[night.club], event=night).tables for text in ("2", "zyg", "bru")]
    assert [[table.id for table in tables] for tables in found] == [[second.pk], [second.pk], [first.pk]]


def test_people_whose_name_begins_so_come_first_and_those_archived_last():
    club = make_club()
    anna, _, _ = add_players(club=club, names=["Anna", "Joana", "Ana"], actor=SYSTEM)
    archive_player(player=anna, archived=True, actor=SYSTEM)
    assert [each.name for each in find("an", clubs=[club], event=None).players] == ["Ana", "Joana", "Anna"]


def test_nothing_of_another_club_is_found(director):
    other = make_night(club=make_club(name="Other"), names=("Secretive",))
    answer = director.get(reverse("find"), {"q": "secretive", "event": other.pk})
    assert (answer.status_code, "Secretive" in answer.text, answer.context["event"]) == (200, False, None)


def test_pages_are_found_by_their_names(director):
    night = make_night(club=Club.objects.get())
    answer = director.get(reverse("find"), {"q": "sett", "event": night.pk}, headers={"HX-Request": "true"})
    assert reverse("event-settings", args=[night.pk]) in answer.text
    assert "<html" not in answer.text


@pytest.mark.parametrize(
    ("text", "page"),
    [
        ("rounds", "tables"),
        ("bracket", "bracket"),
        ("registr", "registration"),
        ("prizes", "prizes"),
        ("stati", "event-statistics"),
    ],
)
def test_every_page_of_an_event_is_found(director, text, page):
    cup = begun(4, club=Club.objects.get(), stages=[("single-elimination", {})])
    answer = director.get(reverse("find"), {"q": text, "event": cup.pk}, headers={"HX-Request": "true"})
    assert answer.text.count(f'"{reverse(page, args=[cup.pk])}"') == 1


@pytest.mark.parametrize(
    ("text", "of_night", "of_cup"),
    [
        ("seat", ["desk"], []),
        ("draw", ["desk"], ["desk", "entrants"]),
        ("message", ["desk"], ["desk"]),
        ("undo", ["desk"], ["desk"]),
        ("sign out", [None], [None]),
    ],
)
def test_what_can_be_done_at_an_event_is_found_while_it_is_open(director, text, of_night, of_cup):
    club = Club.objects.get()
    night, cup = make_night(club=club), make_tournament(4, club=club)

    def hits(event: Event) -> list[str]:
        answer = director.get(reverse("find"), {"q": text, "event": event.pk}, headers={"HX-Request": "true"})
        return [] if "data-missed" in answer.text else re.findall(r'<a href="([^"#]*)', answer.text)

    for event, pages in ((night, of_night), (cup, of_cup)):
        expected = [reverse(page, args=[event.pk]) if page else reverse("account_logout") for page in pages]
        assert hits(event) == expected
        Event.objects.filter(pk=event.pk).update(status="finished")
        assert text == "sign out" or hits(event) == []


@pytest.mark.parametrize(
    ("text", "of_night", "of_cup"),
    [
        ("withdraw", "desk#here", "entrants#desk"),
        ("go home", "desk#here", None),
        ("late comer", "desk#came", "entrants#add"),
        ("add player", "desk#came", "entrants"),
        ("pause", "desk-close", "desk-close"),
        ("close table", "desk-close", "desk-close"),
        ("resume", "desk#overview-head", "desk#overview-head"),
        ("mistake", "tables#tables", "tables#tables"),
        ("certificate", "event-prints", "event-prints"),
        ("TV", "wall", "wall"),
        ("QR", "event-cards", "event-cards"),
        ("rename", "event-settings", "event-settings"),
        ("substitute", None, "entrants"),
        ("spreadsheet", "event-files", "event-files"),
    ],
)
def test_what_is_done_at_an_event_is_found_by_other_words(director, text, of_night, of_cup):
    club = Club.objects.get()
    for event, page in ((make_night(club=club), of_night), (make_tournament(4, club=club), of_cup)):
        answer = director.get(reverse("find"), {"q": text, "event": event.pk})
        names = [link.name for link in answer.context["event_pages"]]
        assert (names[:1] == [page]) if page else names == []


@pytest.mark.parametrize(
    ("text", "names"),
    [
        ("merge players", ["roster"]),
        ("poster", ["codes"]),
        ("new season", ["seasons"]),
        ("backup", ["club-files", "backups"]),
        ("spare", ["backups"]),
        ("language", ["sessions"]),
        ("password", ["account_change_password"]),
        ("log out", ["account_logout"]),
        ("hide", ["club-visibility"]),
    ],
)
def test_what_is_done_in_a_club_and_an_account_is_found_by_other_words(director, text, names):
    answer = director.get(reverse("find"), {"q": text})
    found = answer.context["club_pages"] + answer.context["own_pages"]
    assert [link.name for link in found if link.name != "connections"] == names


def test_once_an_event_is_over_its_reopening_is_found_and_nothing_else_that_is_done_there(director):
    night = make_night(club=Club.objects.get())

    def found(text: str) -> list[str]:
        answer = director.get(reverse("find"), {"q": text, "event": night.pk})
        return [] if answer.context["missed"] else [link.name for link in answer.context["event_pages"]]

    assert (found("reopen"), found("withdraw")) == (["desk#overview-head"], ["desk#here"])
    Event.objects.filter(pk=night.pk).update(status="finished")
    assert (found("reopen"), found("withdraw")) == (["desk#act"], [])


def test_by_other_words_nobody_finds_what_they_may_not_do(client):
    night = make_night()
    account = {"sessions", "clubs", "rules", "account_logout", "account_change_password", "mfa_index", "account-delete"}
    for role in (Member.Role.PLAYER, Member.Role.READER, Member.Role.SCORER):
        client.force_login(make_member(night.club, role), backend="django.contrib.auth.backends.ModelBackend")
        for text in ("withdraw", "print", "merge", "restore", "TV", "private", "leave", ""):
            context = client.get(reverse("find"), {"q": text, "event": night.pk, "club": night.club.slug}).context
            assert (context["event_pages"], context["club_pages"]) == ([], [])
            assert {link.name for link in context["own_pages"]} <= account
    client.logout()
    assert client.get(reverse("find"), {"q": "withdraw", "event": night.pk}).status_code == 302


@pytest.mark.parametrize("role", [Member.Role.OWNER, Member.Role.DIRECTOR])
def test_whatever_is_found_opens_for_those_who_find_it(client, role):
    club = make_club()
    night, cup = make_night(club=club), make_tournament(4, club=club)
    client.force_login(make_member(club, role, name="Bruna"), backend="django.contrib.auth.backends.ModelBackend")
    for event in (night, cup):
        for status in (Event.Status.OPEN, Event.Status.FINISHED):
            Event.objects.filter(pk=event.pk).update(status=status)
            context = client.get(reverse("find"), {"q": "", "event": event.pk}).context
            links = [*context["event_pages"], *context["club_pages"], *context["own_pages"]]
            closed = [link.label for link in links if client.get(link.address, follow=True).status_code != 200]
            assert closed == [], (event.kind, status)


def test_every_other_word_is_of_a_page_that_there_is():
    pages = [page for group in (*CLUB_GROUPS, OWN_PAGES) for page in group.pages] + [BACKUPS, RULES, SIGN_OUT]
    kinds = [place for kind in KINDS.values() for place in (*kind.places, *kind.actions)]
    names = {f"{page.name}#{page.anchor}".rstrip("#") for page in pages}
    names |= {f"{place.address}#{place.anchor}".rstrip("#") for place in (*kinds, *AFTERWARDS)}
    assert ALSO.keys() - names - TABS_WITH_ROUNDS.keys() - TABS_OF_ACCOUNT.keys() == set()


def test_nothing_found_is_said_with_the_nearest_names_and_pages(director):
    night = make_night(club=Club.objects.get(), names=("Žygis", "Bruno"))

    def ask(text: str) -> str:
        given = {"q": text, "event": night.pk}
        return " ".join(director.get(reverse("find"), given, headers={"HX-Request": "true"}).text.split())

    misspelt, page, nonsense, right = map(ask, ("Brunno", "setings", "xqxqxq", "bruno"))
    assert (
        "Nobody and nothing is called “Brunno”. Close to it:" in misspelt
        and ">Bruno<" in misspelt
        and "Žygis" not in misspelt
    )
    assert "Close to it:" in page and reverse("event-settings", args=[night.pk]) in page
    assert "Nobody and nothing is called “xqxqxq”." in nonsense and "Close to it" not in nonsense
    assert reverse("roster", args=[night.club.slug]) in nonsense, "where to look instead"
    assert "Nobody and nothing" not in right and "Nobody and nothing" not in ask("")


def test_a_player_who_is_archived_is_offered_nowhere_and_comes_back_by_name(director):
    night = make_night(club=Club.objects.get())
    ana = Player.objects.get(name="Ana")
    address = reverse("player-archive", args=[ana.pk])
    assert "Ana is in an event that is open" in director.post(address, follow=True).text
    mark_left(event_id=night.pk, entrant_id=night.entrants.get(player=ana).pk, actor=SYSTEM)
    assert "Archived: 1" in director.post(address, follow=True).text
    assert "Archived: 1" in director.post(address, follow=True).text, "a second click brings nobody back"
    assert ana not in players_of(night.club)
    add_players(club=night.club, names=["ana"], actor=SYSTEM)
    assert ana in players_of(night.club)


def test_an_event_opened_by_mistake_is_in_no_list_until_it_is_reopened():
    night = make_night()
    table = seat_table(night, "Ana", "Bruno")
    assert discard_event(event_id=night.pk, actor=SYSTEM) == [table.pk]
    page = club_page(night.club.slug)
    table.refresh_from_db()
    assert (page.open_events, page.recent, table.status) == ([], [], "undone")
    reopen_event(event_id=night.pk, actor=SYSTEM)
    assert club_page(night.club.slug).open_events == [night]


def test_what_was_played_is_not_discarded():
    night, event = make_night(), make_tournament(4)
    deal(seat_table(night, "Ana", "Bruno"), announce(1, 3, 3))
    start(event)
    next_round(event)
    for each, why in ((night, "event-played"), (event, "round-waits")):
        with pytest.raises(Refused, match=why):
            discard_event(event_id=each.pk, actor=SYSTEM)
    assert {each.status for each in Event.objects.all()} == {"open"}


def test_a_number_pasted_before_a_name_is_no_part_of_it():
    assert NamesField().clean("1. Ana\n12) Bruno, 3 Chiara\n") == ["Ana", "Bruno", "3 Chiara"]
