"""What an event gives away on paper."""

import re

import pytest
from django.test import Client
from django.urls import reverse

from tests.factories import announce, deal, make_member, make_night, mentions, seat_table
from tests.tournament_scenes import begun, make_tournament, next_round, play_event
from tests.tournaments.boards.scenes import begun_teams
from tests.tournaments.prizes.scenes import give
from tournaments.audit import SYSTEM
from tournaments.models import Club, Event, Member
from tournaments.models.club import ShownNames
from tournaments.services.club.clubs import set_club_visibility, set_event_visibility
from tournaments.services.night import finish_event
from tournaments.services.table.life import end_table
from tournaments.words.club import logo_of

pytestmark = pytest.mark.django_db

BACKEND = "django.contrib.auth.backends.ModelBackend"


@pytest.fixture
def night(db: None) -> Event:
    """Ana and Bruno have begun at table 1, Chiara and Dovas sit at table 2."""
    night = make_night()
    deal(seat_table(night, "Ana", "Bruno"), announce(1, 3, 2))
    seat_table(night, "Chiara", "Dovas")
    return night


def printed(client: Client, event: Event, name: str, **asked: object) -> str:
    """What stands on the sheets, without tags."""
    answer = client.get(reverse("print-sheet", args=[event.pk, name]), asked)
    assert answer.status_code == 200
    return re.sub(r"\s+", " ", re.sub(r"<[^>]+>", " ", answer.content.decode().split('class="printed', 1)[1]))


def listed(client: Client, event: Event) -> list[str]:
    page = client.get(reverse("event-prints", args=[event.pk])).content.decode()
    return re.findall(rf'/events/{event.pk}/print/([\w-]+)/"', page)


def test_what_is_listed_is_what_there_can_be_of_the_event(client, night):
    assert listed(client, night) == [
        "pairings", "names", "place-cards", "slips", "pyramids", "blank-pyramids", "deals", "standings", "rules",
    ]  # fmt: skip
    hands = make_night(club=night.club, game="protean", names=[])
    assert "cards" in listed(client, hands)
    assert "pyramids" not in listed(client, hands)
    assert client.get(reverse("print-sheet", args=[hands.pk, "pyramids"])).status_code == 404


def test_who_may_score_finds_every_table_that_plays_to_type_in_its_sheet(client, night):
    address = reverse("event-prints", args=[night.pk])
    assert "/paper/" not in client.get(address).content.decode()
    client.force_login(make_member(night.club, Member.Role.SCORER), backend=BACKEND)
    page = client.get(address).content.decode()
    assert [int(pk) for pk in re.findall(r"/tables/(\d+)/paper/", page)] == [table.pk for table in night.tables.all()]


@pytest.mark.parametrize("game", ["vilnius", "colonial-italian", "colonial-visions", "protean"])
def test_every_sheet_can_be_printed_of_an_event_in_which_nothing_has_happened(client, game):
    event = make_night(game=game, names=[])
    assert [name for name in listed(client, event) if not printed(client, event, name)] == []


def test_the_pairings_say_where_everybody_sits(client, night):
    assert "1 1 Ana 2 Bruno 2 1 Chiara 2 Dovas" in printed(client, night, "pairings").replace("&nbsp;", " ")
    assert "Bruno 1 2 Ana" in printed(client, night, "names")


def test_a_pyramid_sheet_goes_on_where_the_table_stands(client, night):
    page = client.get(reverse("print-sheet", args=[night.pk, "pyramids"])).content.decode()
    assert page.count('class="cut pyramid-sheet"') == 4
    assert page.count("<i>2</i>") == page.count("<i>8</i>") == 1  # Bruno announced 3 and took 2
    assert page.count("<i>&nbsp;</i>") == 4 * 2 * 16 - 2


def test_a_round_can_be_chosen_and_its_byes_are_named(client):
    event = begun(5, stages=(("swiss", {"rounds": 2}),))
    first = next_round(event)[0].round
    page = printed(client, event, "pairings", round=first.pk)
    assert "Round 1" in page
    assert "Bye: P" in page
    assert printed(client, event, "pairings", round=first.pk + 1000) == page  # of another event, or none


@pytest.mark.parametrize("name", ["pairings", "slips"])
def test_at_each_board_of_a_match_of_teams_these_are_named(client, name):
    event = begun_teams(2, rounds=1)
    next_round(event)
    page = printed(client, event, name)
    assert re.search(r"Board 1 of 2: (A – B|B – A)", page)
    assert re.search(r"Board 2 of 2: (A – B|B – A)", page)


def test_certificates_are_for_an_event_that_is_over(client, night):
    assert client.get(reverse("print-sheet", args=[night.pk, "certificates"])).status_code == 404
    for table in night.tables.all():
        end_table(table_id=table.pk, actor=SYSTEM)
    finish_event(event_id=night.pk, actor=SYSTEM)
    page = printed(client, night, "certificates")
    assert "Bruno Place 1" in page
    assert "Chiara" not in page  # who has played nothing has no place


def test_once_an_event_is_over_the_sheets_of_its_end_come_first(client):
    event = play_event(make_tournament(4, stages=(("round-robin", {}),)))
    give(event, ("Gold", 5, None))
    finish_event(event_id=event.pk, actor=SYSTEM)
    assert listed(client, event)[:6] == ["standings", "cross-table", "certificates", "prizes", "pairings", "names"]


def test_everybody_may_get_a_certificate(client):
    event = play_event(make_tournament(5, stages=(("round-robin", {}),)))
    finish_event(event_id=event.pk, actor=SYSTEM)
    assert printed(client, event, "certificates").count("Place") == 3
    assert printed(client, event, "certificates", whom="all").count("Place") == 5
    assert re.search(r" 1 P\d – ", printed(client, event, "cross-table"))
    assert re.search(r" 1 lot P\d \d", printed(client, event, "standings"))


@pytest.mark.parametrize(("rules", "count", "first"), [({}, 55, "CAP"), ({"earth_deck": True}, 55, "AC")])
def test_the_cards_to_cut_out_are_the_whole_deck_of_the_event(client, rules, count, first):
    event = make_night(game="colonial-italian", rules=rules, names=[])
    page = client.get(reverse("print-sheet", args=[event.pk, "cards"])).content.decode()
    assert page.count('class="cut-card"') == count
    assert f"cards.svg#{first}" in page


def test_the_paper_is_as_large_as_was_asked(client, night):
    address = reverse("print-sheet", args=[night.pk, "pairings"])
    for asked, size in (("a6", "a6"), ("a5", "a5"), ("letter", "a4")):
        assert f"paper-{size}-flow" in client.get(address, {"paper": asked}).content.decode()


def test_strangers_read_names_as_the_club_tells_them_and_hidden_events_not_at_all(client, night):
    set_club_visibility(club=night.club, visibility="public", shown_names=ShownNames.INITIALS, actor=SYSTEM)
    assert not mentions(printed(client, night, "pairings"), "Ana")
    set_event_visibility(event_id=night.pk, visibility="private", actor=SYSTEM)
    assert client.get(reverse("event-prints", args=[night.pk])).status_code == 404
    client.force_login(make_member(night.club, Member.Role.PLAYER), backend=BACKEND)
    assert "Ana" in printed(client, night, "pairings")


def test_clubs_have_logos_that_can_be_told_apart():
    logos = [logo_of(Club(pk=pk, name="Pyramid Club Neris")) for pk in (1, 2, 3)]
    assert {logo.suit for logo in logos} == {"purple", "green", "orange"}
    assert {logo.letters for logo in logos} == {"PN"}
