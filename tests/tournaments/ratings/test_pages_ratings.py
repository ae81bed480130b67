"""The ratings of a club, what they have foretold, and each change seat by seat."""

import re
from datetime import date

import pytest
from django.urls import reverse

from tests.factories import make_club
from tests.tournaments.ratings.scenes import page, two_nights
from tournaments.audit import SYSTEM
from tournaments.formats.ratings import Forecasts, Strength
from tournaments.models import Event, Player
from tournaments.selectors.ratings.page import RatedPlayer
from tournaments.selectors.table.cards import PlayerTag
from tournaments.services.club.clubs import set_club_visibility, set_event_visibility
from tournaments.words.statistics.compared import forecasts_text, lead_text, moved_text, said_and_done

pytestmark = pytest.mark.django_db


@pytest.fixture
def nights() -> list[Event]:
    return two_nights()


def test_the_strongest_stands_first_and_nobody_has_a_rank_after_two_tables(client, nights):
    text = page(client, "ratings", "neris")
    assert text.index("Ana") < text.index("Chiara")
    assert text.count('d-block">tentative') + text.count('d-block">away') == 3
    assert "Too few tables" in text


def test_a_club_without_an_event_that_is_over_says_when_ratings_begin(client):
    make_club()
    assert "Nobody is rated yet" in page(client, "ratings", "neris")
    assert client.get(reverse("ratings-game", args=["neris", "vilnius"])).status_code == 404


def test_a_change_is_explained_by_each_other_at_the_table_and_what_they_add_up_to(client, nights):
    first, ana = nights[0], Player.objects.get(name="Ana")
    text = page(client, "rating-change", first.pk, ana.pk)
    assert "ahead of Bruno, expected with 50 %" in text and "ahead of Chiara, expected with 50 %" in text
    assert re.findall(r">([+−][\d.]+)<", text) == ["+8", "+8", "+16.1"]
    assert (
        client.get(reverse("rating-change", args=[nights[1].pk, Player.objects.get(name="Chiara").pk])).status_code
        == 404
    )


def test_a_players_page_leads_to_why_the_rating_moved(client, nights):
    ana = Player.objects.get(name="Ana")
    assert reverse("rating-change", args=[nights[1].pk, ana.pk]) in page(client, "player", ana.pk)


def test_strangers_are_led_to_no_hidden_event_and_read_names_as_the_club_wishes(client, nights):
    first, last = nights
    ana = Player.objects.get(name="Ana")
    set_event_visibility(event_id=last.pk, visibility="private", actor=SYSTEM)
    set_club_visibility(club=first.club, visibility="public", shown_names="initials", actor=SYSTEM)
    for text in (page(client, "ratings", "neris"), page(client, "player", ana.pk)):
        assert reverse("rating-change", args=[last.pk, ana.pk]) not in text
        assert reverse("rating-change", args=[first.pk, ana.pk]) in text
        assert ">Chiara<" not in text
    assert client.get(reverse("rating-change", args=[last.pk, ana.pk])).status_code == 404


def test_nothing_is_foretold_as_long_as_a_coin_does_as_well():
    told = Forecasts()
    for number in range(200):
        told.add(0.7, float(number % 2))
    assert "no better than tossing a coin" in forecasts_text(told)
    for number in range(400):
        told.add(0.72, float(number % 10 < 8))
    assert forecasts_text(told).startswith(
        "When these numbers gave somebody 72 % to finish ahead, it happened 80 % of 400 times"
    )


def test_few_forecasts_that_came_true_are_a_range_and_no_headline():
    told = Forecasts()
    for expected, happened, count in ((0.55, 24, 40), (0.65, 20, 25), (0.75, 2, 3)):
        for number in range(count):
            told.add(expected, float(number < happened))
    assert [line.happened for line in said_and_done(told)] == ["60 %", "61–91 %", "–"]
    for number in range(400):
        told.add(0.55, float(number % 10 < 8))
    assert (
        forecasts_text(told) == "When these numbers gave somebody 55 % to finish ahead, it happened 78 % of 440 times."
    )


def test_the_sentence_above_the_ranking_says_by_how_much_the_first_leads():
    ana, bruno = (PlayerTag(at, name, name, "green") for at, name in enumerate(("Ana", "Bruno")))

    def rated(player: PlayerTag, mu: float, rank: int | None) -> RatedPlayer:
        return RatedPlayer(player, Strength(mu, 40.0, 20), date(2026, 1, 1), None, is_away=False, rank=rank)

    assert lead_text([rated(ana, 1600, 1), rated(bruno, 1580.4, 2)]) == "Ana leads Bruno by 20."
    assert lead_text([rated(ana, 1600, 1), rated(bruno, 1600, 1)]) == "Ana and Bruno are tied at 1600."
    assert lead_text([rated(ana, 1600, 1), rated(bruno, 1700, None)]) == "Ana leads with 1600."
    assert lead_text([rated(bruno, 1700, None)]).startswith("Nobody has played enough")


def test_what_moved_has_its_sign():
    assert [moved_text(points) for points in (12.34, -3.0, 0.01)] == ["+12.3", "−3", "0"]


@pytest.mark.parametrize("player", [0, 2**63, 10**40])
def test_a_number_that_nobody_can_have_is_not_found(client, player):
    night = two_nights()[0]
    assert client.get(reverse("rating-change", args=[night.pk, player])).status_code == 404
