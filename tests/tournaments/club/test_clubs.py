from datetime import date, timedelta

import pytest
from django.utils import timezone
from pytest_django import Settings

from tests.factories import make_club, make_night, make_user
from tests.tournament_scenes import make_tournament
from tournaments.audit import SYSTEM
from tournaments.models import name_order
from tournaments.permissions import may_open_clubs
from tournaments.selectors.club.clubs import club_page, clubs, nights_page, roster
from tournaments.selectors.night.desk import desk
from tournaments.selectors.stage.entrants import entrants_page
from tournaments.services.club.clubs import add_players, edit_player
from tournaments.services.night import finish_event

pytestmark = pytest.mark.django_db


ALPHABET = ["Ana", "Cyprian", "Česlovas", "Dovas", "Saulius", "Szymon", "Šarūnas", "Tadas", "Zita", "Žygis"]


@pytest.mark.parametrize("names", [ALPHABET, ["Eva", "Ėva", "eva B.", "Évora", "Faust"]])
def test_names_are_sorted_as_in_a_lithuanian_index(names):
    upside_down = names[::-1]
    assert sorted(upside_down, key=name_order) == names


def test_lists_of_people_are_in_the_order_of_their_letters():
    night = make_night(names=ALPHABET[::-1])
    assert [row.facts["name"] for row in desk(night.pk, now=timezone.now()).free] == ALPHABET
    assert [player.name for player in roster(night.club)] == ALPHABET
    later = make_night(club=night.club, names=())
    assert [row.facts["name"] for row in desk(later.pk, now=timezone.now()).absent] == ALPHABET
    tournament = make_tournament(club=night.club)
    assert [player.name for player in entrants_page(tournament).absent] == ALPHABET


def test_a_clubs_nights_are_listed_newest_first():
    club = make_club()
    days = [date(2026, 11, 6), date(2026, 11, 20), date(2026, 11, 13)]
    for day in days:
        finish_event(event_id=make_night(club=club, on=day).pk, actor=SYSTEM)
    assert [night.date for night in club_page(club.slug).recent] == sorted(days, reverse=True)


def test_nights_that_are_over_are_paged_and_those_a_page_names_are_counted():
    club = make_club()
    for number in range(30):
        finish_event(event_id=make_night(club=club, on=date(2026, 1, 1) + timedelta(days=number)).pk, actor=SYSTEM)
    assert [night.date.day for night in club_page(club.slug).recent] == [30, 29, 28]
    assert [(night.date.day, night.player_count) for night in nights_page(club.slug, "2").nights] == [
        *[(6, 4), (5, 4), (4, 4)],
        *[(3, 4), (2, 4), (1, 4)],
    ]


def test_the_roster_and_the_clubs_are_listed_by_name():
    club = make_club(name="Vilnia")
    make_club(name="Neris")
    add_players(club=club, names=["Chiara", "ana", "Bruno"], actor=SYSTEM)
    assert [player.name for player in roster(club)] == ["ana", "Bruno", "Chiara"]
    assert [club.name for club in clubs()] == ["Neris", "Vilnia"]


def test_two_clubs_of_one_name_have_two_addresses():
    assert make_club(name="Žvėrynas Club").slug == "zverynas-club"
    owner = make_club(name="Other").members.get().user
    assert make_club(name="Žvėrynas Club", owner=owner).slug == "zverynas-club-2"


def test_a_club_whose_name_has_no_latin_letter_has_an_address_too():
    assert make_club(name="角錐").slug == "club"


def test_one_name_is_one_player_however_it_was_typed_or_pasted():
    club = make_club()
    names = ["Žukas", "žukas", "Z\u030cukas", "\ufeffŽukas", "\u202aŽukas\u202c", " Žu\u200bkas\x07 "]
    players = add_players(club=club, names=names, actor=SYSTEM)
    assert [player.name for player in players] == ["Žukas"]
    assert [player.name for player in club.players.all()] == ["Žukas"]


def test_an_edited_player_keeps_his_past():
    club = make_club()
    (ana,) = add_players(club=club, names=["Ana"], actor=SYSTEM)
    called = {"name": "Ana P.", "nickname": "Anė", "federation_number": "LTU 17"}
    edited = edit_player(player=ana, **called, colour="teal", actor=SYSTEM)
    assert (edited.pk, edited.short_name, edited.federation_number) == (ana.pk, "Anė", "LTU 17")
    assert club.audit_entries.get(action="player-edited").after["edited"] == [*called]


def test_on_a_public_server_the_first_club_is_opened_by_whoever_signs_in_and_no_further_one(settings: Settings):
    settings.PUBLIC_ADDRESS = "https://scores.example.org"
    user = make_user("Ana")
    assert may_open_clubs(user)
    make_club(owner=user)
    assert not may_open_clubs(user)
