from datetime import date
from fractions import Fraction

import pytest
from django.urls import reverse

from tests.factories import NAMES, announce, deal, make_member, make_night, seat_table, whole_vilnius_game
from tests.tournament_scenes import make_tournament
from tests.tournaments.season.seasons import a_season
from tournaments.audit import SYSTEM
from tournaments.models import Entrant, Event, Member, Season, SeasonPoints
from tournaments.selectors.night.scoreboard import night_view
from tournaments.selectors.night.standings import event_standings, night_page, standing_order
from tournaments.selectors.season.standing import results_of
from tournaments.services.night import finish_event, rank_by_average
from tournaments.services.refusals import Refused
from tournaments.services.table.life import end_table
from tournaments.words.standings import night_lead

pytestmark = pytest.mark.django_db


def play_out(table):
    for payload in whole_vilnius_game(table.seats.count()):
        deal(table, payload)


def by_name(rows):
    return {row.player.name: row for row in rows}


def test_before_the_first_deal_everybody_stands_first_with_nothing():
    rows = event_standings(make_night())
    assert [(row.rank, row.points_text, row.average_text) for row in rows] == [(1, "0", "–")] * 4


def test_standings_lie_in_parts_of_twenty_the_last_with_room_for_the_rest_of_the_page():
    names = [f"Player {number}" for number in range(24)]
    night = make_night(names=names)
    for first in range(0, 24, 4):
        seat_table(night, *names[first : first + 4])

    parts = night_view(night_page(night), text="", place="", tables="").parts

    assert [(part.start, part.most, len(part.rows)) for part in parts] == [(0, 20, 20), (20, 80, 4)]


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


def closed_before_all_announced(*names: str) -> Event:
    """At a table of four two announced, and the others had no turn."""
    night = make_night(names=names or NAMES[:4])
    table = seat_table(night, *NAMES[:4])
    for seat in (1, 2):
        deal(table, announce(seat, 3, 3))
    end_table(table_id=table.pk, actor=SYSTEM)
    return night


@pytest.mark.parametrize("by_average", [False, True])
def test_who_announced_nothing_at_a_table_that_counts_shares_the_place_that_the_season_gives(client, by_average):
    night = closed_before_all_announced(*NAMES[:5])
    Entrant.objects.filter(event=night, player__name=NAMES[4]).update(handicap={"points": "3", "rounds": 1})
    rank_by_average(event_id=night.pk, by_average=by_average, actor=SYSTEM)
    finish_event(event_id=night.pk, actor=SYSTEM)
    night.refresh_from_db()
    rows = event_standings(night)
    assert [row.rank for row in rows if row.has_place] == [1, 1, 3, 3]
    assert {row.player.id: row.rank for row in rows if row.has_place} == {
        result.player: result.place for result in results_of(night)
    }
    shown = [row.cells["rank"] for row in night_view(night_page(night), text="", place="", tables="").parts[0].rows]
    assert shown == ["1", "1", "3", "3", "–"]
    file = client.get(reverse("event-file-csv", args=[night.pk, "standings"])).getvalue().decode("utf-8-sig")
    assert [line.split(",")[0] for line in file.splitlines()[1:]] == ["1", "1", "3", "3", ""]


def test_who_announced_nothing_is_one_whom_the_lead_is_counted_from_as_on_a_page_that_follows():
    night = make_night(names=NAMES[:2])
    table = seat_table(night, *NAMES[:2])
    deal(table, announce(1, 3, 3))
    end_table(table_id=table.pk, actor=SYSTEM)
    assert night_lead(night_page(night)).text == "Bruno leads by 10"


def test_seating_by_standings_uses_the_last_night_until_tonight_has_begun():
    last = make_night()
    play_out(seat_table(last, "Bruno", "Ana"))
    tonight = make_night(club=last.club, on=date(2026, 11, 27))
    ids = {e.player.name: e.player_id for e in tonight.entrants.select_related("player")}
    assert standing_order(tonight)[:2] == [ids["Bruno"], ids["Ana"]]
    deal(seat_table(tonight, "Ana", "Chiara"), announce(1, 3, 3))
    assert standing_order(tonight)[0] == ids["Chiara"]


def ended_early(*, by_average: bool = False) -> Event:
    """Three at one table made four announcements each, four at another three each and better ones."""
    night = make_night(names=NAMES[:7])
    for names, laps, missed in ((NAMES[:3], 4, 1), (NAMES[3:7], 3, 0)):
        table = seat_table(night, *names)
        for turn in range(laps * len(names)):
            announced = (2, 3, 4, 1)[turn // len(names)]
            deal(table, announce((turn + 1) % len(names), announced, announced - missed))
        end_table(table_id=table.pk, actor=SYSTEM)
    rank_by_average(event_id=night.pk, by_average=by_average, actor=SYSTEM)
    night.refresh_from_db()
    return night


def test_after_an_evening_that_ended_early_the_results_say_that_not_all_have_announced_as_often(client):
    night = ended_early()
    assert night_page(night).is_uneven
    assert event_standings(night)[0].player.name in NAMES[:3]
    page = client.get(reverse("event", args=[night.pk])).content.decode()
    assert "some have made more announcements than others" in page and "can rank by the average" in page
    assert not night_page(make_night(club=night.club, names=NAMES[:4])).is_uneven


def test_the_director_ranks_by_the_average_and_the_season_follows(client):
    night = ended_early()
    season = a_season(night.club)
    Season.objects.filter(pk=season.pk).update(ends=night.date)
    finish_event(event_id=night.pk, actor=SYSTEM)
    client.force_login(
        make_member(night.club, Member.Role.DIRECTOR), backend="django.contrib.auth.backends.ModelBackend"
    )
    assert 'name="by_average"' in client.get(reverse("event-settings", args=[night.pk])).content.decode()
    client.post(reverse("event-ranking", args=[night.pk]), {"by_average": "on"})
    night.refresh_from_db()
    rows = event_standings(night)
    assert {row.player.name for row in rows[:4]} == set(NAMES[3:7]) and [row.rank for row in rows[:5]] == [
        1,
        1,
        1,
        1,
        5,
    ]
    assert "Ranked by points per announcement." in client.get(reverse("event", args=[night.pk])).content.decode()
    first = {each.player for each in results_of(night) if each.place == 1}
    assert first == {row.player.id for row in rows[:4]}
    assert set(SeasonPoints.objects.filter(season=season, place=1).values_list("player", flat=True)) == first


def test_equal_averages_are_told_apart_by_points():
    night = make_night(names=NAMES[:4])
    for names, laps in ((NAMES[:2], 1), (NAMES[2:4], 2)):
        table = seat_table(night, *names)
        for turn in range(laps * 2):
            deal(table, announce((turn + 1) % 2, 3, 3))
        end_table(table_id=table.pk, actor=SYSTEM)
    rank_by_average(event_id=night.pk, by_average=True, actor=SYSTEM)
    night.refresh_from_db()
    assert [(row.rank, row.points) for row in event_standings(night)] == [(1, 20), (1, 20), (3, 10), (3, 10)]


def test_a_night_says_what_tells_apart_those_with_equal_points_and_once_it_is_over_only_where_it_did(client):
    night = make_night(names=NAMES[:2])
    table = seat_table(night, *NAMES[:2])
    address, why = reverse("event", args=[night.pk]), "On equal points the higher average is ahead"
    deal(table, announce(1, 3, 3))
    deal(table, announce(0, 3, 3))
    assert why in client.get(address).content.decode(), "figures change while the page is followed"
    for announced, taken in (((4, 5), (2, 4)), ((5, 6), (5, 5))):
        deal(table, announce(1, announced[1], taken[1]))
        deal(table, announce(0, announced[0], taken[0]))
    end_table(table_id=table.pk, actor=SYSTEM)
    night.refresh_from_db()
    rows = event_standings(night)
    assert rows[0].points == rows[1].points and [row.rank for row in rows] == [1, 2], rows
    finish_event(event_id=night.pk, actor=SYSTEM)
    assert why in client.get(address).content.decode()
    level = make_night(club=night.club, names=NAMES[:2])
    table = seat_table(level, *NAMES[:2])
    for seat in (1, 0):
        deal(table, announce(seat, 3, 3))
    end_table(table_id=table.pk, actor=SYSTEM)
    finish_event(event_id=level.pk, actor=SYSTEM)
    assert why not in client.get(reverse("event", args=[level.pk])).content.decode(), "they share first place"


def test_a_tournament_is_not_ranked_by_the_average():
    event = make_tournament(4)
    with pytest.raises(Refused, match="no-night"):
        rank_by_average(event_id=event.pk, by_average=True, actor=SYSTEM)


def test_whoever_reads_the_standings_on_a_phone_is_told_what_their_heads_mean(client):
    night = make_night(names=NAMES[:4])
    play_out(seat_table(night, *NAMES[:4]))
    address = reverse("event", args=[night.pk])
    assert "Exact: as many tricks taken as announced." in client.get(address).content.decode()
    for answer in (client.get(address, {"figures": "all"}), client.get(reverse("all-time", args=[night.club.slug]))):
        page = answer.content.decode()
        assert "Average: points per announcement." in page and "Beaten: share of the opponents placed lower." in page


def test_a_row_says_its_points_average_games_places_and_share_beaten():
    night = make_night(names=NAMES[:4])
    play_out(seat_table(night, *NAMES[:4]))
    play_out(seat_table(night, *NAMES[:2]))
    rows = by_name(event_standings(night))
    assert rows["Bruno"].texts == ("316", "9.88", "2", "0–2–0", "50 %", "30")
    assert rows["Dovas"].texts[2:5] == ("1", "0–0–0", "0 %")
