"""The file with everything about one player."""

import pytest

from tests.factories import deal, make_night, make_user, seat_table, whole_vilnius_game
from tests.tournaments.people.test_anonymising import NOW
from tournaments.audit import SYSTEM
from tournaments.exports.person import everything_about
from tournaments.models import Member
from tournaments.services.club.clubs import add_players
from tournaments.services.club.people.merging import merge
from tournaments.services.night.nights import finish_event

pytestmark = pytest.mark.django_db


def test_it_holds_memberships_entries_tables_deals_places_ratings_and_the_log():
    night = make_night(names=["Ana", "Bruno"])
    table = seat_table(night, "Ana", "Bruno")
    ana = night.club.players.get(name="Ana")
    Member.objects.create(club=night.club, user=make_user("ana"), role="scorer", player=ana)
    (again,) = add_players(club=night.club, names=["Ana B."], actor=SYSTEM)
    merge(into=ana, gone=again, actor=SYSTEM)
    for each in whole_vilnius_game(2):
        deal(table, each)
    finish_event(event_id=night.pk, actor=SYSTEM)
    told = everything_about(ana, now=NOW)
    assert (told["club"], told["player"]["name"], told["also on the list as"]) == ("Neris", "Ana", ["Ana B."])
    assert [(each["account"], each["role"], each["in"]) for each in told["accounts"]] == [("ana", "scorer", "the club")]
    assert [each["event"] for each in told["events"]] == ["Friday"]
    (sat,) = told["tables"]
    assert (sat["seat"], sat["seats"], sat["place"]) == (1, 2, 1)
    assert sat["score"] == sum(each["points"] for each in sat["deals"])
    assert len(sat["deals"]) == 16
    assert told["all time"][0]["first"] == 1
    assert told["ratings"]["vilnius"]["tables"] == 1
    assert "Here now: Ana, Bruno" in [each["what"] for each in told["log"]]
    assert all("Chiara" not in each["what"] for each in told["log"])


def test_of_hands_it_holds_the_players_own():
    night = make_night(game="colonial-italian", names=["Ana", "Bruno"])
    table = seat_table(night, "Ana", "Bruno")
    hands = {"0": ["P3", "O3", "G2", "G3", "O3", "P1"], "1": ["O3", "G3", "P2", "O3", "G3", "O1"]}
    deal(table, {"dealer": 0, "hands": hands})
    (own,) = everything_about(night.club.players.get(name="Bruno"), now=NOW)["tables"][0]["deals"]
    assert own["hand"] == hands["1"]
