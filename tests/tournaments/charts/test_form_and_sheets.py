"""A player's form, and sheets in small."""

from datetime import date

import pytest
from django.test import Client
from django.urls import reverse

from scoring.moments import Gain
from tests.factories import announce, deal, make_club, make_night, seat_table, whole_vilnius_game
from tournaments.audit import SYSTEM
from tournaments.selectors.club.players import player_page
from tournaments.selectors.night.standings import event_page, night_race
from tournaments.selectors.table.cards import PlayerTag
from tournaments.services.table.life import end_table
from tournaments.words.charts.race import form_picture, small_sheet

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


def test_two_tables_are_no_form_yet() -> None:
    night = make_night(names=["Ana", "Bruno"])
    seat_table(night, "Ana", "Bruno")
    assert form_picture(player_page(night.entrants.first().player_id).tables) is None


def test_a_small_sheet_has_a_cell_for_every_announcement_and_says_what_they_were() -> None:
    tag = PlayerTag(1, "Ana", "Ana", "gold")
    gains = [Gain(10, 3, exact=True), Gain(8, 3), Gain(10, 0, exact=True)]
    sheet = small_sheet(tag, gains, "vilnius")
    assert sheet is not None
    assert [cell.state for cell in sheet.cells].count("free") == 13
    assert [cell.state for cell in sheet.cells][:1] == ["exact"]
    assert [cell.state for cell in sheet.cells][6:10] == ["exact", "made", "free", "free"]
    assert sheet.says == "3 of 16 announced, 2 exact"
    assert small_sheet(tag, [Gain(1)], "protean") is None


def test_the_sheet_of_a_second_table_begins_anew_while_the_race_goes_on() -> None:
    night = make_night(names=["Ana", "Bruno"])
    first = seat_table(night, "Ana", "Bruno")
    for payload in whole_vilnius_game(2):
        deal(first, payload)
    second = seat_table(night, "Ana", "Bruno")
    deal(second, announce(1, 3, 3))
    race = night_race(event_page(night.pk))
    assert race is not None
    lengths = {each.player.name: (len(each.latest), len(each.totals)) for each in race.runners}
    assert lengths == {"Ana": (16, 16), "Bruno": (1, 17)}
