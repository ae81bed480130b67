"""The file with everything about one player."""

import json

import pytest

from tests.factories import deal, make_club, make_night, make_user, seat_table, whole_vilnius_game
from tests.tournaments.calendar.scenes import planned, says
from tests.tournaments.club.test_anonymising import NOW
from tests.tournaments.season.seasons import a_season
from tournaments.audit import SYSTEM, Actor
from tournaments.exports.person import everything_about
from tournaments.models import Member
from tournaments.services.club.clubs import add_players, edit_player
from tournaments.services.club.people import merge
from tournaments.services.night import finish_event
from tournaments.services.registration import let_in, set_registration, write_name
from tournaments.services.season import choose_event

pytestmark = pytest.mark.django_db


def test_it_holds_memberships_entries_tables_deals_places_ratings_seasons_and_the_log():
    night = make_night(names=["Ana", "Bruno"])
    table = seat_table(night, "Ana", "Bruno")
    ana = night.club.players.get(name="Ana")
    Member.objects.create(club=night.club, user=make_user("ana"), role="scorer", player=ana)
    (again,) = add_players(club=night.club, names=["Ana B."], actor=SYSTEM)
    says(planned(club=night.club), "if-needed", "Ana B.")
    merge(into=ana, gone=again, actor=SYSTEM)
    choose_event(pk=a_season(night.club).pk, event_id=night.pk, counts=True, actor=SYSTEM)
    for each in whole_vilnius_game(2):
        deal(table, each)
    finish_event(event_id=night.pk, actor=SYSTEM)
    told = everything_about(ana, now=NOW)
    assert (told["club"], told["player"]["name"], told["also on the list as"]) == ("Neris", "Ana", ["Ana B."])
    assert [(each["account"], each["role"], each["in"]) for each in told["accounts"]] == [("ana", "scorer", "the club")]
    assert [each["event"] for each in told["events"]] == ["Friday"]
    assert [(each["night"], each["said"]) for each in told["coming nights"]] == [("Tuesday", "if-needed")]
    (sat,) = told["tables"]
    assert (sat["seat"], sat["seats"], sat["place"]) == (1, 2, 1)
    assert sat["score"] == sum(each["points"] for each in sat["deals"])
    assert len(sat["deals"]) == 16
    assert told["all time"][0]["first"] == 1
    assert told["ratings"]["vilnius"]["tables"] == 1
    assert "Twelve of sixteen" in [each["what"] for each in told["achievements"]]
    assert told["statistics"]["vilnius"]["sheets"] == 1
    assert [(each["with"], each["tables"], each["ahead"]) for each in told["met"]["vilnius"]] == [("Bruno", 1, 1)]
    assert [(each["season"], each["points"]) for each in told["seasons"]] == [("Spring", 5)]
    assert "Here now: Ana, Bruno" in [each["what"] for each in told["log"]]
    assert all("Chiara" not in each["what"] for each in told["log"])


def test_of_others_it_names_those_alone_whom_the_player_met_and_no_account_but_the_own():
    director = make_user("the account that directs")
    club = make_club(owner=director)
    ana, _stranger = add_players(club=club, names=["Ana", "Dovas"], actor=Actor(user=director))
    door = make_night(club=club, names=["Bruno"])
    set_registration(event_id=door.pk, is_open=True, actor=SYSTEM)
    written = write_name(event_id=door.pk, name="Anna", origin="hall", has_code=False)
    let_in(event_id=door.pk, registrations=[written.pk], player=ana.pk, actor=Actor(user=director))
    edit_player(player=ana, name="Ana", nickname="", colour="gold", shown_names="initials", actor=Actor(user=director))
    told = everything_about(ana, now=NOW)
    text = json.dumps(told)
    assert ["Dovas" in text, "the account" in text] == [False, False]
    assert told["log"][0]["what"] == "New on the club’s list: Ana"
    assert told["player"]["name for strangers"] == "initials"
    assert [each["as"] for each in told["written at a registration"]] == ["Anna"]


def test_of_hands_it_holds_the_players_own():
    night = make_night(game="colonial-italian", names=["Ana", "Bruno"])
    table = seat_table(night, "Ana", "Bruno")
    hands = {"0": ["P3", "O3", "G2", "G3", "O3", "P1"], "1": ["O3", "G3", "P2", "O3", "G3", "O1"]}
    deal(table, {"dealer": 0, "hands": hands})
    (own,) = everything_about(night.club.players.get(name="Bruno"), now=NOW)["tables"][0]["deals"]
    assert own["hand"] == hands["1"]
