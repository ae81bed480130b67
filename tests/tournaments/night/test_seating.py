"""People sit down, change seats, come late and leave."""

from collections.abc import Sequence

import pytest

from tests.factories import (
    announce,
    correct,
    deal,
    make_club,
    make_night,
    make_table,
    recorded,
    seat_table,
    told,
    whole_vilnius_game,
)
from tournaments.audit import SYSTEM
from tournaments.models import AuditEntry, Entrant, Event, Table
from tournaments.selectors.night.desk import resumable
from tournaments.selectors.night.standings import event_page
from tournaments.services.night import (
    add_entrants_by_name,
    exchange_seats,
    finish_event,
    get_up,
    mark_left,
    move_to_table,
    open_tables,
    sit_down,
)
from tournaments.services.refusals import Refused
from tournaments.services.table.life import (
    adjourn_table,
    end_table,
    renew_pad_link,
    reopen_table,
    resume_table,
    take_back_table,
)

pytestmark = pytest.mark.django_db


def who_sits(table: Table) -> list[str]:
    return [seat.entrant.player.name for seat in table.seats.select_related("entrant__player").order_by("index")]


def entrant(night: Event, name: str) -> Entrant:
    return night.entrants.get(player__name=name)


def seat_id(table: Table, name: str) -> int:
    return table.seats.get(entrant__player__name=name).pk


def test_a_table_opens_with_its_seats_and_one_valid_pad_link():
    table = seat_table(make_night(), "Bruno", "Ana")
    assert who_sits(table) == ["Bruno", "Ana"]
    assert table.pad_links.filter(revoked_at=None).count() == 1


def test_tables_of_a_night_are_numbered_on():
    night = make_night()
    assert [seat_table(night, "Ana", "Bruno").number, seat_table(night, "Chiara", "Dovas").number] == [1, 2]


def seven(names: Sequence[str] = ("Ana", "Bruno", "Chiara", "Dovas", "Elena", "Faust", "Giulia", "Henris")) -> Event:
    return make_night(names=names)


def test_a_table_of_the_room_is_used_again_when_its_players_have_got_up():
    night = seven()
    first, second = seat_table(night, "Ana", "Bruno"), seat_table(night, "Chiara", "Dovas")
    third = seat_table(night, "Elena", "Faust")
    end_table(table_id=first.pk, actor=SYSTEM)
    adjourn_table(table_id=third.pk, actor=SYSTEM)
    assert [seat_table(night, "Giulia", "Henris").number, seat_table(night, "Ana", "Bruno").number] == [1, 3]
    assert list(night.tables.values_list("number", flat=True)) == [1, 1, 2, 3, 3]
    assert second.number == 2


def test_tables_open_at_the_numbers_that_were_shown_or_not_at_all():
    night = seven()
    seat_table(night, "Ana", "Bruno")
    groups = [[entrant(night, "Chiara").pk, entrant(night, "Dovas").pk]]
    with pytest.raises(Refused) as refused:
        open_tables(event_id=night.pk, groups=groups, numbers=[1], actor=SYSTEM)
    assert refused.value.as_dict() == {"code": "table-in-use", "tables": [1]}
    (table,) = open_tables(event_id=night.pk, groups=groups, numbers=[7], actor=SYSTEM)
    assert table.number == 7


@pytest.mark.parametrize(("stop", "play_on"), [
    (end_table, lambda table: reopen_table(table_id=table.pk, actor=SYSTEM)),
    (take_back_table, lambda table: reopen_table(table_id=table.pk, actor=SYSTEM)),
    (adjourn_table, lambda table: resume_table(table_id=table.pk, event_id=table.event_id, actor=SYSTEM)),
])  # fmt: skip
def test_a_table_that_plays_on_keeps_its_number_unless_others_sit_there(stop, play_on):
    for others, expected in ([], 1), (["Chiara", "Dovas"], 2):
        night = make_night(club=make_club(name=f"{expected}"))
        table = seat_table(night, "Ana", "Bruno")
        stop(table_id=table.pk, actor=SYSTEM)
        if others:
            assert seat_table(night, *others).number == 1
        play_on(table)
        table.refresh_from_db()
        assert (table.status, table.number) == ("playing", expected)
        assert AuditEntry.objects.latest("pk").after.get("table") == (2 if others else None)


def test_a_finished_game_that_goes_on_after_a_correction_moves_to_a_free_table():
    night = make_night()
    table = seat_table(night, "Ana", "Bruno")
    for payload in whole_vilnius_game(2):
        deal(table, payload)
    assert seat_table(night, "Chiara", "Dovas").number == 1
    correct(table, 32, None)
    table.refresh_from_db()
    assert (table.status, table.number) == ("playing", 2)


def test_who_comes_late_sits_down_last_at_a_table_that_has_not_begun():
    night = seven()
    table = seat_table(night, "Ana", "Bruno")
    sit_down(event_id=night.pk, entrant_id=entrant(night, "Elena").pk, table_id=table.pk, actor=SYSTEM)
    assert who_sits(table) == ["Ana", "Bruno", "Elena"]
    entry = AuditEntry.objects.get(action="seat-taken")
    before, after = told(entry.before), told(entry.after)
    assert (before["seats"], after["seats"]) == (["Ana", "Bruno"], ["Ana", "Bruno", "Elena"])
    assert (entry.table, after["player"]) == (table, "Elena")


@pytest.mark.parametrize(("who", "code"), [
    ("Bruno", "players-elsewhere"), ("Giulia", "not-here"), ("Henris", "table-size"), ("Faust", "table-begun"),
])  # fmt: skip
def test_nobody_sits_down_where_it_cannot_be(who: str, code: str):
    night = seven()
    full, begun = seat_table(night, "Ana", "Bruno", "Chiara", "Dovas"), seat_table(night, "Elena", "Faust")
    deal(begun, announce(1, 3, 3))
    mark_left(event_id=night.pk, entrant_id=entrant(night, "Giulia").pk, actor=SYSTEM)
    table = begun if code == "table-begun" else full
    with pytest.raises(Refused, match=code):
        sit_down(event_id=night.pk, entrant_id=entrant(night, who).pk, table_id=table.pk, actor=SYSTEM)
    assert [table.seats.count() for table in (full, begun)] == [4, 2]


def test_a_table_opened_by_mistake_is_taken_back_and_its_players_are_free():
    night = make_night()
    table = seat_table(night, "Ana", "Bruno")
    take_back_table(table_id=table.pk, actor=SYSTEM)
    assert Table.objects.get().status == "undone"
    assert not table.pad_links.filter(revoked_at=None).exists()
    assert seat_table(night, "Ana", "Bruno").number == 1
    page = event_page(night.pk)
    assert [len(tables) for tables in (page.running, page.adjourned, page.ended)] == [1, 0, 0]


def test_what_was_taken_back_by_mistake_plays_on_from_the_same_pad():
    night = make_night()
    table = seat_table(night, "Ana", "Bruno")
    link = table.pad_links.get().token
    take_back_table(table_id=table.pk, actor=SYSTEM)
    reopen_table(table_id=table.pk, actor=SYSTEM)
    assert Table.objects.get().status == "playing"
    assert table.pad_links.get(revoked_at=None).token == link


def test_a_table_taken_back_plays_on_from_the_pad_it_was_given_meanwhile():
    table = make_table()
    take_back_table(table_id=table.pk, actor=SYSTEM)
    link = renew_pad_link(table_id=table.pk, actor=SYSTEM)
    reopen_table(table_id=table.pk, actor=SYSTEM)
    assert table.pad_links.get(revoked_at=None) == link


def test_a_table_closed_without_a_deal_can_be_taken_back_too_but_none_with_deals():
    night = make_night()
    table = seat_table(night, "Ana", "Bruno")
    end_table(table_id=table.pk, actor=SYSTEM)
    take_back_table(table_id=table.pk, actor=SYSTEM)
    assert Table.objects.get().status == "undone"
    played = seat_table(night, "Ana", "Bruno")
    deal(played, announce(1, 3, 3))
    with pytest.raises(Refused, match="table-begun"):
        take_back_table(table_id=played.pk, actor=SYSTEM)
    correct(played, 1, None)
    take_back_table(table_id=played.pk, actor=SYSTEM)
    assert recorded(played) == {1: None}


def test_how_the_tables_were_drawn_is_in_the_log():
    night = make_night()
    ids = list(night.entrants.values_list("pk", flat=True))
    open_tables(event_id=night.pk, groups=[ids], actor=SYSTEM, how={"by": "random", "seed": 7})
    assert AuditEntry.objects.get(action="tables-opened").after["how"] == {"by": "random", "seed": 7}


def test_nobody_sits_at_two_tables():
    night = make_night()
    seat_table(night, "Ana", "Bruno")
    with pytest.raises(Refused, match="players-elsewhere"):
        seat_table(night, "Ana", "Chiara")
    assert night.tables.count() == 1


def test_nobody_sits_twice_at_one_table():
    night = make_night()
    with pytest.raises(Refused, match="seated-twice"):
        seat_table(night, "Ana", "Ana")


@pytest.mark.parametrize(("game", "people"), [("vilnius", 1), ("vilnius", 5), ("colonial-visions", 5)])
def test_a_table_has_as_many_seats_as_the_game_allows(game, people):
    names = ["Ana", "Bruno", "Chiara", "Dovas", "Elena"][:people]
    with pytest.raises(Refused, match="table-size"):
        seat_table(make_night(game=game, names=names), *names)


@pytest.mark.parametrize("game", ["colonial-italian", "protean"])
def test_six_sit_at_an_italian_or_a_protean_table(game):
    names = ["Ana", "Bruno", "Chiara", "Dovas", "Elena", "Faust"]
    assert who_sits(seat_table(make_night(game=game, names=names), *names)) == names


def test_who_has_gone_home_is_not_seated():
    night = make_night()
    mark_left(event_id=night.pk, entrant_id=entrant(night, "Ana").pk, actor=SYSTEM)
    with pytest.raises(Refused, match="not-here"):
        seat_table(night, "Ana", "Bruno")


def test_nobody_leaves_from_a_running_table():
    night = make_night()
    seat_table(night, "Ana", "Bruno")
    with pytest.raises(Refused, match="still-seated"):
        mark_left(event_id=night.pk, entrant_id=entrant(night, "Ana").pk, actor=SYSTEM)


@pytest.mark.parametrize("stop", [end_table, adjourn_table])
def test_players_are_free_again_when_their_table_stops(stop):
    night = make_night()
    stop(table_id=seat_table(night, "Ana", "Bruno").pk, actor=SYSTEM)
    assert who_sits(seat_table(night, "Ana", "Bruno")) == ["Ana", "Bruno"]


def test_names_are_added_once_whatever_their_case():
    night = make_night(names=["Ana"])
    added = add_entrants_by_name(event_id=night.pk, names=["ANA", " Bruno  Ferri ", "bruno ferri"], actor=SYSTEM)
    assert [e.player.name for e in added] == ["Ana", "Bruno Ferri"]
    assert night.entrants.count() == 2


def test_who_comes_back_is_here_again():
    night = make_night()
    mark_left(event_id=night.pk, entrant_id=entrant(night, "Ana").pk, actor=SYSTEM)
    add_entrants_by_name(event_id=night.pk, names=["Ana"], actor=SYSTEM)
    assert entrant(night, "Ana").present
    assert entrant(night, "Ana").left_at is None


def change_seats(first: Table, one: str, second: Table, other: str) -> None:
    seats = {"first_id": seat_id(first, one), "second_id": seat_id(second, other)}
    exchange_seats(event_id=first.event_id, **seats, actor=SYSTEM)


def test_two_people_change_seats_at_one_table():
    table = seat_table(make_night(), "Ana", "Bruno", "Chiara")
    change_seats(table, "Ana", table, "Chiara")
    assert who_sits(table) == ["Chiara", "Bruno", "Ana"]


def test_two_people_change_tables():
    night = make_night()
    first, second = seat_table(night, "Ana", "Bruno"), seat_table(night, "Chiara", "Dovas")
    change_seats(first, "Ana", second, "Dovas")
    assert (who_sits(first), who_sits(second)) == (["Dovas", "Bruno"], ["Chiara", "Ana"])


def test_somebody_moves_to_a_smaller_table():
    night = make_night(names=["Ana", "Bruno", "Chiara", "Dovas", "Elena"])
    first, second = seat_table(night, "Ana", "Bruno", "Chiara"), seat_table(night, "Dovas", "Elena")
    move_to_table(event_id=first.event_id, seat_id=seat_id(first, "Ana"), table_id=second.pk, actor=SYSTEM)
    assert (who_sits(first), who_sits(second)) == (["Bruno", "Chiara"], ["Dovas", "Elena", "Ana"])


def test_nobody_moves_away_or_gets_up_from_a_table_of_two():
    night = make_night()
    first, second = seat_table(night, "Ana", "Bruno"), seat_table(night, "Chiara", "Dovas")
    with pytest.raises(Refused, match="table-size"):
        get_up(event_id=night.pk, seat_id=seat_id(first, "Ana"), actor=SYSTEM)
    with pytest.raises(Refused, match="table-size"):
        move_to_table(event_id=first.event_id, seat_id=seat_id(first, "Ana"), table_id=second.pk, actor=SYSTEM)


def test_seats_are_fixed_from_the_first_deal():
    table = seat_table(make_night(), "Ana", "Bruno")
    deal(table, announce(1, 3, 3))
    with pytest.raises(Refused, match="table-begun"):
        change_seats(table, "Ana", table, "Bruno")


def test_a_night_ends_when_no_table_is_playing():
    night = make_night()
    table = seat_table(night, "Ana", "Bruno")
    with pytest.raises(Refused, match="tables-playing"):
        finish_event(event_id=night.pk, actor=SYSTEM)
    end_table(table_id=table.pk, actor=SYSTEM)
    finish_event(event_id=night.pk, actor=SYSTEM)
    with pytest.raises(Refused, match="event-finished"):
        seat_table(night, "Ana", "Bruno")


def test_a_table_adjourned_earlier_plays_on_at_a_night_with_its_rules_alone():
    table = make_table()
    adjourn_table(table_id=table.pk, actor=SYSTEM)
    club = table.event.club
    alike, other = make_night(club=club), make_night(club=club, rules={"record_trump": False})
    assert (resumable(alike), resumable(other)) == ([table], [])
