from datetime import date
from fractions import Fraction

import pytest

from tests.factories import announce, deal, make_night, seat_table, whole_vilnius_game
from tournaments.audit import SYSTEM
from tournaments.selectors.night.standings import event_standings, standing_order
from tournaments.services.table.life import end_table

pytestmark = pytest.mark.django_db


def play_out(table):
    for payload in whole_vilnius_game(table.seats.count()):
        deal(table, payload)


def by_name(rows):
    return {row.player.name: row for row in rows}


def test_before_the_first_deal_everybody_stands_first_with_nothing():
    rows = event_standings(make_night())
    assert [(row.rank, row.points_text, row.average_text) for row in rows] == [(1, "0", "–")] * 4


def test_a_running_table_counts_its_points_but_no_place():
    night = make_night()
    deal(seat_table(night, "Ana", "Bruno"), announce(1, 3, 2))
    bruno = by_name(event_standings(night))["Bruno"]
    assert (bruno.points, bruno.games, bruno.places, bruno.playing) == (8, 0, (0, 0, 0, 0), True)
    assert bruno.average == 8


def test_a_finished_table_counts_points_games_and_places():
    night = make_night()
    play_out(seat_table(night, "Ana", "Bruno"))
    rows = by_name(event_standings(night))
    assert (rows["Ana"].points, rows["Ana"].games, rows["Ana"].places) == (160, 1, (1, 0, 0, 0))
    assert (rows["Bruno"].points, rows["Bruno"].places) == (158, (0, 1, 0, 0))
    assert rows["Ana"].beaten_text == "100 %"
    assert rows["Bruno"].average == Fraction(158, 16)


def test_who_has_not_played_stands_below_who_lost_everything():
    night = make_night(game="colonial-italian", rules={"score": "cubits"})
    table = seat_table(night, "Ana", "Bruno")
    deal(table, {"dealer": 0, "folded": [1], "paid": {"0": 10, "1": 2000}})
    rows = event_standings(night)
    assert [row.player.name for row in rows[:2]] == ["Ana", "Bruno"]
    assert rows[1].points_text == "−2000"
    assert rows[2].rank == rows[3].rank == 3


def test_a_table_closed_unfinished_is_marked_where_it_counts():
    night = make_night()
    table = seat_table(night, "Ana", "Bruno")
    deal(table, announce(1, 3, 3))
    end_table(table_id=table.pk, actor=SYSTEM)
    rows = by_name(event_standings(night))
    assert rows["Ana"].incomplete
    assert not rows["Chiara"].incomplete


def test_a_table_ended_before_its_first_deal_counts_for_nothing():
    night = make_night()
    end_table(table_id=seat_table(night, "Ana", "Bruno").pk, actor=SYSTEM)
    ana = by_name(event_standings(night))["Ana"]
    assert (ana.games, ana.places, ana.incomplete) == (0, (0, 0, 0, 0), False)


def test_seating_by_standings_uses_the_last_night_until_tonight_has_begun():
    last = make_night()
    play_out(seat_table(last, "Bruno", "Ana"))
    tonight = make_night(club=last.club, on=date(2026, 11, 27))
    ids = {e.player.name: e.player_id for e in tonight.entrants.select_related("player")}
    assert standing_order(tonight)[:2] == [ids["Bruno"], ids["Ana"]]
    deal(seat_table(tonight, "Ana", "Chiara"), announce(1, 3, 3))
    assert standing_order(tonight)[0] == ids["Chiara"]
