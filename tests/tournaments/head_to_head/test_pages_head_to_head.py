"""Two players compared, a group, and all whom somebody has met."""

import pytest
from django.db import connection
from django.test import Client
from django.test.utils import CaptureQueriesContext
from django.urls import reverse
from django.utils import timezone

from tests.factories import make_night
from tests.tournaments.club.years import club_with_past
from tests.tournaments.head_to_head.test_stored_meetings import ended, over
from tournaments.audit import SYSTEM
from tournaments.models import Club, Event, Player
from tournaments.selectors.head_to_head import matrix, rivals
from tournaments.selectors.table.cards import player_tag
from tournaments.services.club.clubs import set_club_visibility, set_event_visibility
from tournaments.services.club.people import anonymise

pytestmark = pytest.mark.django_db


@pytest.fixture
def night() -> Event:
    """Bruno was ahead of Ana twice, Dovas met nobody."""
    night = make_night()
    ended(night, "Ana", "Bruno", "Chiara")
    ended(night, "Ana", "Bruno")
    over(night)
    return night


def pk(name: str) -> int:
    return Player.objects.get(name=name).pk


def page(client: Client, address: str, **asked: object) -> str:
    answer = client.get(address, asked)
    assert answer.status_code == 200
    return answer.content.decode()


def compared(client: Client, one: str, other: str) -> str:
    return page(client, reverse("compare", args=[pk(one), pk(other)]))


def test_two_are_compared_as_the_first_sees_it_with_how_many_tables_it_rests_on(client, night):
    text = compared(client, "Bruno", "Ana")
    assert "Of 2 tables Bruno was ahead of Ana at 2 and behind at 0." in text
    assert "Bruno sat left of Ana 1 ×, right 0 ×." in text
    assert reverse("event", args=[night.pk]) in text
    assert "Ana was ahead" not in text


def test_who_met_once_or_never_is_told_so(client, night):
    assert "were tied at the only table" in compared(client, "Ana", "Chiara")
    assert "have not met" in compared(client, "Ana", "Dovas")


def test_two_who_are_chosen_are_compared_and_more_are_a_matrix(client, night):
    address = reverse("meetings", args=["neris"])
    assert client.get(address, {"who": [pk("Ana"), pk("Bruno")]}).url == reverse(
        "compare", args=[pk("Ana"), pk("Bruno")]
    )
    who = [pk("Ana"), pk("Bruno"), pk("Dovas")]
    text = page(client, address, who=who)
    assert "Ana and Bruno have met most, at 2 tables." in text
    assert "Have never met: Ana – Dovas, Bruno – Dovas." in text
    assert "0–2" in page(client, address, who=who, game="vilnius")
    assert client.get(address, {"who": who, "game": "protean"}).status_code == 404


def test_the_more_often_two_have_met_the_darker_is_their_cell(night):
    people = [player_tag(Player.objects.get(name=name)) for name in ("Ana", "Bruno", "Chiara", "Dovas")]
    shades = [[cell and cell.shade for cell in cells] for _player, cells in matrix(night.club, people).rows]
    assert shades == [[None, 4, 2, 0], [4, None, 2, 0], [2, 2, None, 0], [0, 0, 0, None]]


def test_who_chooses_too_few_or_too_many_is_told_so(client, night):
    address = reverse("meetings", args=["neris"])
    assert "Tick two players or more." in page(client, address, who=pk("Ana"))
    assert "The list of players has changed." in page(client, address, who=[pk("Ana"), 999])
    people = Player.objects.bulk_create(Player(club=night.club, name=f"Player {n}") for n in range(13))
    assert "At most 12 players" in page(client, address, who=[each.pk for each in people])


def test_a_player_is_found_by_part_of_the_name_and_whoever_is_ticked_stays(client, night):
    text = page(client, reverse("meetings", args=["neris"]), find=1, q="chi", who=pk("Ana"))
    assert f'id="who-{pk("Ana")}" checked' in " ".join(text.split()) and "Chiara" in text
    assert "Bruno" not in text


def test_all_whom_somebody_has_met_stand_on_one_page_met_most_first(client, night):
    text = page(client, reverse("rivals", args=[pk("Ana")]))
    assert text.index(">Bruno<") < text.index(">Chiara<")
    assert reverse("compare", args=[pk("Ana"), pk("Bruno")]) in text
    assert "Nobody has been met" in page(client, reverse("rivals", args=[pk("Dovas")]))
    assert "Nobody has been met" in page(client, reverse("rivals", args=[pk("Ana")]), game="protean")
    assert client.get(reverse("rivals", args=[pk("Ana")]), {"game": "whist"}).status_code == 404


def test_who_is_anonymous_is_left_out_and_the_others_keep_their_figures(client, night):
    before = page(client, reverse("rivals", args=[pk("Bruno")]))
    gone = Player.objects.get(name="Chiara")
    anonymise(player=gone, actor=SYSTEM, now=timezone.now())
    after = page(client, reverse("rivals", args=[pk("Bruno")]))
    assert "2–0" in before and "2–0" in after and f"/with/{gone.pk}/" in before and f"/with/{gone.pk}/" not in after
    assert client.get(reverse("compare", args=[pk("Bruno"), gone.pk])).status_code == 404
    assert f"who-{gone.pk}" not in page(client, reverse("meetings", args=["neris"]))


def test_strangers_are_led_to_no_hidden_event_and_read_names_as_the_club_wishes(client, night):
    set_event_visibility(event_id=night.pk, visibility="private", actor=SYSTEM)
    set_club_visibility(club=night.club, visibility="public", shown_names="initials", actor=SYSTEM)
    text = compared(client, "Ana", "Bruno")
    assert reverse("event", args=[night.pk]) not in text and "Bruno" not in text
    assert "behind at 2" in text


def test_players_of_two_clubs_and_one_with_oneself_are_not_compared(client, night):
    other = club_with_past(1, name="Vilnia").players.first()
    assert client.get(reverse("compare", args=[pk("Ana"), other.pk])).status_code == 404
    assert client.get(reverse("compare", args=[pk("Ana"), pk("Ana")])).status_code == 404


def test_a_course_of_evenings_is_drawn_from_the_third_on_and_each_leads_to_its_night(client):
    club = club_with_past(3, players=3)
    one, other = Player.objects.filter(club=club).order_by("pk")[:2]
    text = page(client, reverse("compare", args=[one.pk, other.pk]))
    assert "<polyline" in text and "Over their last 3 evenings" in text
    assert all(reverse("event", args=[event.pk]) in text for event in Club.objects.get().events.all())


def test_pages_ask_as_often_however_many_have_met_however_often(client):
    asked = []
    for nights, players in ((3, 6), (9, 12)):
        club = club_with_past(nights, tables=2, players=players, name=f"Club of {players}")
        one, other, *others = (each.pk for each in club.players.order_by("pk"))
        group = "&".join(f"who={who}" for who in (one, other, *others))
        addresses = (
            reverse("compare", args=[one, other]),
            reverse("rivals", args=[one]),
            reverse("meetings", args=[club.slug]),
            f"{reverse('meetings', args=[club.slug])}?{group}",
        )
        asked.append([count(client, address) for address in addresses])
    assert asked[0] == asked[1] == [5, 4, 3, 4]


def count(client: Client, address: str) -> int:
    with CaptureQueriesContext(connection) as queries:
        assert client.get(address).status_code == 200
    return len(queries)


def test_of_those_met_equally_often_the_first_by_name_are_named_whatever_the_database_answers_first():
    names = ("Ana", "Zita", "Dovas", "Chiara", "Bruno")
    night = make_night(names=names)
    for name in names[1:]:
        ended(night, "Ana", name)
    over(night)
    met = rivals(Player.objects.get(name="Ana"))
    assert met is not None
    assert [buddy.player.name for buddy in met.buddies] == ["Bruno", "Chiara", "Dovas"]
