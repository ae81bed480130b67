import pytest
from django.test import Client
from django.urls import reverse
from pytest_django import DjangoAssertNumQueries

from tests.factories import NAMES, announce, deal, make_club, make_night, make_table, seat_table, whole_vilnius_game
from tournaments.audit import SYSTEM
from tournaments.models import Event
from tournaments.selectors.night.wall import Wall, night_wall, opening_sheets
from tournaments.selectors.table.cards import PlayerTag
from tournaments.services.night import finish_event
from tournaments.services.table.life import adjourn_table, end_table

pytestmark = pytest.mark.django_db


def numbers(page: Wall) -> list[int]:
    return [int(row.facts["number"]) for sheet in page.table_sheets for row in sheet.rows]


def won(page: Wall) -> list[str]:
    return [seat.key for sheet in page.table_sheets for row in sheet.rows for seat in row.rows if "won" in seat.flags]


def columns(page: Wall) -> list[list[int]]:
    return [[len(column.rows) for column in sheet.columns] for sheet in page.standing_sheets]


def crowd(tables: int) -> Event:
    names = [f"Player {number:03}" for number in range(2 * tables)]
    night = make_night(club=make_club(name=f"Club of {tables}"), names=names)
    for at in range(0, len(names), 2):
        deal(seat_table(night, *names[at : at + 2]), announce(1, 3, 2))
    return night


def test_sheets_are_as_few_and_as_even_as_can_be() -> None:
    page = night_wall(crowd(tables=8))
    assert [len(sheet.rows) for sheet in page.table_sheets] == [4, 4]
    assert columns(page) == [[8, 8]]
    page = night_wall(crowd(tables=15))
    assert [len(sheet.rows) for sheet in page.table_sheets] == [5, 5, 5]
    assert columns(page) == [[8, 7], [8, 7]]


def test_up_to_ten_players_stand_in_one_column() -> None:
    assert columns(night_wall(crowd(tables=5))) == [[10]]


def test_a_large_room_comes_in_reels_of_which_every_sheet_is_in_one_and_tells_moments_of_the_others() -> None:
    night = crowd(tables=61)
    reels = [night_wall(night, reel=reel) for reel in ("", "2", "99")]
    assert [reel.start for reel in reels] == [0, 12, 12]
    assert [sheet.part for reel in reels[:2] for sheet in reel.table_sheets] == list(range(1, 12))
    assert [sheet.part for reel in reels[:2] for sheet in reel.standing_sheets] == list(range(1, 8))
    assert [column.start for sheet in reels[1].standing_sheets for column in sheet.columns][:2] == [18, 27]
    first, second = reels[0].elsewhere, reels[1].elsewhere
    assert sorted({int(row.facts["place"]) for row in second.tables}) == list(range(11))
    assert (len(second.tables), first.tables, len(second.leading), second.standings_at) == (61, [], 3, 11)


def test_before_the_first_deal_there_are_tables_but_no_standings() -> None:
    page = night_wall(make_table().event)
    assert numbers(page) == [1]
    assert page.standing_sheets == []


def test_before_the_first_table_only_the_people_are_counted() -> None:
    page = night_wall(make_night(names=NAMES[:3]))
    assert (page.table_sheets, page.standing_sheets, page.here) == ([], [], 3)


def found(page: Wall) -> list[tuple[str, str, int]]:
    return [
        (each.letter, each.player.name, each.table)
        for sheet in page.opening_sheets
        for column in sheet.columns
        for each in column
    ]


def test_who_has_not_begun_to_play_finds_the_table_by_name() -> None:
    night = make_night(names=["Bruno", "Ana", "Aldona", "Dovas"])
    first = seat_table(night, "Bruno", "Ana")
    seat_table(night, "Dovas", "Aldona")
    assert found(night_wall(night)) == [("A", "Aldona", 2), ("", "Ana", 1), ("B", "Bruno", 1), ("D", "Dovas", 2)]
    deal(first, announce(1, 3, 2))
    assert found(night_wall(night)) == [("A", "Aldona", 2), ("D", "Dovas", 2)]


def test_more_names_than_a_wall_holds_come_on_several_sheets_each_with_its_letters() -> None:
    names = [f"{letter}{number:02}" for letter in "ABCDE" for number in range(8)]
    night = make_night(names=names)
    for at in range(0, 40, 2):
        seat_table(night, *names[at : at + 2])
    sheets = night_wall(night).opening_sheets
    assert [[len(column) for column in sheet.columns] for sheet in sheets] == [[10, 10], [10, 10]]
    assert [sheet.letters for sheet in sheets] == ["A–C", "C–E"]


def test_a_sheet_on_which_all_names_begin_alike_names_the_letter_once() -> None:
    names = [f"Ąžuolas {number:02}" for number in range(40)]
    people = [(PlayerTag(id=at, name=name, short_name=name, colour="1"), 1) for at, name in enumerate(names)]
    assert [sheet.letters for sheet in opening_sheets(people)] == ["Ą", "Ą"]


def test_a_night_that_is_over_ends_on_the_podium() -> None:
    night = make_night(names=NAMES[:5])
    table = seat_table(night, *NAMES[:4])
    for seat, taken in ((1, 2), (2, 3), (3, 2), (0, 0)):
        deal(table, announce(seat, 3, taken))
    assert night_wall(night).podium is None
    end_table(table_id=table.pk, actor=SYSTEM)
    finish_event(event_id=night.pk, actor=SYSTEM)
    night.refresh_from_db()
    podium = night_wall(night).podium
    assert podium is not None
    assert [(step.place, [each.player.name for each in step.people]) for step in podium.steps] == [
        (1, ["Chiara"]),
        (2, ["Bruno", "Dovas"]),
    ]
    assert [(each.place, each.player.name) for each in podium.rest] == [(4, "Ana")]


def test_a_night_on_which_nothing_was_played_has_no_podium() -> None:
    night = make_night(names=NAMES[:4])
    finish_event(event_id=night.pk, actor=SYSTEM)
    night.refresh_from_db()
    assert night_wall(night).podium is None


def test_a_table_says_that_its_last_deal_is_played() -> None:
    table = make_table(seats=2)
    game = whole_vilnius_game(2)
    flags = []
    for payload in game[:31]:
        deal(table, payload)
        (row,) = night_wall(table.event).table_sheets[0].rows
        flags.append(row.flags)
    assert flags == ["playing"] * 30 + ["playing last"]


def test_an_ended_table_stays_until_one_of_its_players_sits_down_again() -> None:
    night = make_night(names=NAMES[:6])
    first, second = seat_table(night, *NAMES[:2]), seat_table(night, *NAMES[2:4])
    for table in (first, second):
        deal(table, announce(1, 3, 2))
        end_table(table_id=table.pk, actor=SYSTEM)
    assert sorted(numbers(night_wall(night))) == [1, 2]
    seat_table(night, NAMES[0], NAMES[4])
    assert numbers(night_wall(night)) == [1, 2]


def test_running_tables_come_first_then_adjourned_then_ended_ones() -> None:
    night = make_night(names=NAMES[:6])
    ended, adjourned, running = (seat_table(night, *NAMES[at : at + 2]) for at in (0, 2, 4))
    end_table(table_id=ended.pk, actor=SYSTEM)
    adjourn_table(table_id=adjourned.pk, actor=SYSTEM)
    assert numbers(night_wall(night)) == [running.number, adjourned.number, ended.number]


def test_a_decided_vilnius_game_says_so_before_its_end() -> None:
    table = make_table(seats=2)
    deals = whole_vilnius_game(2)
    for payload in deals:
        if payload["declarer"] == 1:
            payload["taken"] = 0 if payload["announced"] in (4, 5, 6) else 6
    for payload in deals[:8]:
        deal(table, payload)
    assert won(night_wall(table.event)) == []
    for payload in deals[8:28]:
        deal(table, payload)
    assert won(night_wall(table.event)) == [f"s{table.seats.get(index=0).pk}"]


def test_showdown_games_are_never_decided_early() -> None:
    table = make_table(game="colonial-italian", rules={"deals": 3})
    deal(table, {"dealer": 0, "folded": [1]})
    assert won(night_wall(table.event)) == []


def test_the_wall_asks_the_database_as_often_for_forty_tables_as_for_four(
    client: Client, django_assert_num_queries: DjangoAssertNumQueries
) -> None:
    # who sees it; event and club; seats; those carried on; entrants
    for tables in (4, 40):
        address = reverse("wall", args=[crowd(tables=tables).pk])
        with django_assert_num_queries(6):
            assert client.get(address).status_code == 200


def test_a_name_with_markup_is_text_on_the_wall(client: Client) -> None:
    night = make_night(names=["<b>Ana</b>", "Bruno & Co"])
    seat_table(night, "<b>Ana</b>", "Bruno & Co")
    page = client.get(reverse("wall", args=[night.pk])).content.decode()
    assert "&lt;b&gt;Ana&lt;/b&gt;" in page
    assert "<b>Ana" not in page


def test_there_is_no_wall_where_there_is_no_event(client: Client) -> None:
    assert client.get(reverse("wall", args=[404])).status_code == 404


def test_the_podium_says_by_what_a_tie_on_points_was_decided(client):
    night = make_night(names=NAMES[:2])
    table = seat_table(night, *NAMES[:2])
    for announced, missed in (((3, 4), (0, 0)), ((4, 5), (2, 1)), ((5, 6), (0, 1))):
        deal(table, announce(1, announced[1], announced[1] - missed[1]))
        deal(table, announce(0, announced[0], announced[0] - missed[0]))
    end_table(table_id=table.pk, actor=SYSTEM)
    finish_event(event_id=night.pk, actor=SYSTEM)
    page = client.get(reverse("wall", args=[night.pk])).content.decode()
    assert "<small>2 exact to 1</small>" in page
