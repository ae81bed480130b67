"""A player's form, the bars beside a name, and names in pictures."""

from datetime import date

import pytest
from django.test import Client
from django.urls import reverse

from scoring.moments import Gain
from tests.factories import announce, deal, make_club, make_night, seat_table
from tests.tournament_scenes import finish_table, make_tournament, next_round, start
from tournaments.audit import SYSTEM
from tournaments.selectors.charts import race_of
from tournaments.selectors.club.players import player_page
from tournaments.selectors.night.standings import event_page, night_race
from tournaments.selectors.table.cards import PlayerTag
from tournaments.services.table.life import end_table
from tournaments.words.charts.race import HIGH, first_names, form_picture, sparks

pytestmark = pytest.mark.django_db


def test_form_shows_the_latest_tables_last_and_the_won_ones_highest(client: Client) -> None:
    club = make_club()
    for day, (ana, bruno) in enumerate(((3, 2), (2, 3), (3, 1)), start=1):
        night = make_night(club=club, names=["Ana", "Bruno"], on=date(2026, 11, day))
        table = seat_table(night, "Ana", "Bruno")
        deal(table, announce(1, 3, bruno))
        deal(table, announce(0, 3, ana))
        end_table(table_id=table.pk, actor=SYSTEM)
    player = night.entrants.get(player__name="Ana").player_id
    form = form_picture(player_page(player).tables)
    assert form is not None
    assert [bar.won for bar in form.bars] == [True, False, True]
    assert [bar.height for bar in form.bars] == [48, 24, 48]
    assert form.says == "First 2 times at the last 3 tables."
    assert form.says in client.get(reverse("player", args=[player])).content.decode()


def test_form_and_figures_agree_where_the_director_decided_the_tables(client: Client) -> None:
    event = make_tournament(2, stages=[("swiss", {"rounds": 3})])
    start(event)
    for _round in range(3):
        table, *_others = next_round(event)
        ana = table.seats.get(entrant__player__name="P1")
        finish_table(table, order=[ana.index, 1 - ana.index])
    page = client.get(reverse("player", args=[ana.entrant.player_id])).content.decode()
    assert "First 3 times at the last 3 tables. The director decided 3 of them; the figures count what was" in page
    assert "<dt>Tables</dt>" not in page


def test_two_tables_are_no_form_yet() -> None:
    night = make_night(names=["Ana", "Bruno"])
    seat_table(night, "Ana", "Bruno")
    assert form_picture(player_page(night.entrants.first().player_id).tables) is None


def test_beside_a_name_stands_a_bar_for_each_announcement_and_exact_ones_are_gold(client: Client) -> None:
    night = make_night(names=["Ana", "Bruno"])
    table = seat_table(night, "Ana", "Bruno")
    for taken in (3, 2, 3):
        deal(table, announce(1, 3, taken))
        deal(table, announce(0, 3, 2))
    bruno = night.entrants.get(player__name="Bruno").player_id
    first, _second = sparks(night_race(event_page(night.pk)), 1)
    assert first.key == f"p{bruno}"
    assert [gold for _height, gold in first.heights] == [True, False, True]
    assert first.heights[0][0] == HIGH > first.heights[1][0] > 0
    address = reverse("race", args=[night.pk])
    part = client.get(address, {"page": "1"}, headers={"HX-Request": "true"}).content.decode()
    assert f'<symbol id="spark-p{bruno}"' in part
    page = client.get(reverse("event", args=[night.pk])).content.decode()
    assert f'<use href="#spark-p{bruno}"/>' in page
    assert "<symbol" not in client.get(address, {"page": "x"}, headers={"HX-Request": "true"}).content.decode()


def test_what_was_lost_hangs_below_the_floor() -> None:
    race = race_of([(PlayerTag(1, "Ana", "Ana", "gold"), [[Gain(6), Gain(-2), Gain(0)]])])
    (bars,) = sparks(race, 1)
    assert (bars.heights, bars.floor) == ([(18, True), (-6, False), (0, False)], 18)


@pytest.mark.parametrize(
    ("names", "shown"),
    [
        (["Ana Bianchi", "Bruno Ferri"], ["Ana", "Bruno"]),
        (["Ana Bianchi", "Ana Ferri", "Milda"], ["Ana B.", "Ana F.", "Milda"]),
        (["Ana Bianchi", "Ana Bruni"], ["Ana Bianchi", "Ana Bruni"]),
        (["Ana", "Ana Bruni"], ["Ana", "Ana B."]),
    ],
)
def test_first_names_are_told_apart(names: list[str], shown: list[str]) -> None:
    assert first_names(names) == shown
