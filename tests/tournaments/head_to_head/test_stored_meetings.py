"""Who has met whom, kept event by event and the same as from all tables once more."""

from datetime import date
from random import Random

import pytest

from tests.factories import NAMES, announce, correct, deal, make_club, make_night, seat_table
from tests.tournaments.club.years import club_with_past
from tournaments.audit import SYSTEM
from tournaments.formats.head_to_head import Met, between
from tournaments.models import Club, ClubMeeting, Event, EventMeeting, Player, Ruling, Stage, Table
from tournaments.selectors.head_to_head import by_pair
from tournaments.services.change import commit_change
from tournaments.services.club.clubs import add_players
from tournaments.services.club.people import merge, part
from tournaments.services.night import finish_event, reopen_event, sit_down
from tournaments.services.summaries.players import rebuild_meetings, update_meetings
from tournaments.services.table.life import end_table

pytestmark = pytest.mark.django_db


def ended(night: Event, *names: str) -> Table:
    """A table closed after one announcement, which the second makes: the others share the next place."""
    table = seat_table(night, *names)
    deal(table, announce(1, 3, 3))
    return end_table(table_id=table.pk, actor=SYSTEM)


def over(night: Event) -> None:
    finish_event(event_id=night.pk, actor=SYSTEM)


def had(club: Club, one: str, other: str, game: str = "vilnius") -> Met:
    ids = dict(Player.objects.filter(club=club).values_list("name", "pk"))
    return between(by_pair(club.meetings.filter(game=game)), ids[one], ids[other])


def test_while_an_event_is_open_nobody_has_met_and_when_it_is_over_all_have():
    night = make_night()
    ended(night, "Ana", "Bruno", "Chiara")
    ended(night, "Ana", "Bruno")
    end_table(table_id=seat_table(night, "Chiara", "Dovas").pk, actor=SYSTEM)
    assert had(night.club, "Ana", "Bruno") == Met()
    over(night)
    assert had(night.club, "Ana", "Bruno") == Met(2, behind=2, sat_right=1)
    assert had(night.club, "Ana", "Chiara") == Met(1, level=1, sat_left=1)
    assert had(night.club, "Chiara", "Dovas") == Met()
    reopen_event(event_id=night.pk, actor=SYSTEM)
    assert not ClubMeeting.objects.exists() and not EventMeeting.objects.exists()


def test_every_game_has_its_own():
    night = make_night()
    ended(night, "Ana", "Bruno")
    over(night)
    colonial = make_night(club=night.club, game="colonial-italian")
    assert had(colonial.club, "Ana", "Bruno", game="colonial-italian") == Met()


def test_a_substitute_meets_the_others_and_who_forfeited_nobody():
    night = make_night()
    table = ended(night, "Ana", "Bruno", "Chiara")
    table.seats.filter(index=1).update(substitute=Player.objects.get(name="Dovas"))
    over(night)
    assert had(night.club, "Dovas", "Ana") == Met(1, ahead=1, sat_left=1)
    stage = Stage.objects.create(event=night, number=1, format="swiss", seed=1)
    Ruling.objects.create(stage=stage, table=table, kind=Ruling.Kind.FORFEIT, value=[0])
    commit_change(Event.objects.get(pk=night.pk), SYSTEM, "ruling")
    assert had(night.club, "Dovas", "Ana") == Met()
    assert had(night.club, "Dovas", "Chiara") == Met(1, ahead=1)


def test_who_was_entered_twice_has_met_what_both_rows_met_and_nobody_himself():
    night = make_night()
    ended(night, "Ana", "Bruno")
    over(night)
    (again,) = add_players(club=night.club, names=["Anna"], actor=SYSTEM)
    later = make_night(club=night.club, names=("Anna", "Bruno"), on=date(2026, 11, 27))
    ended(later, "Anna", "Bruno")
    over(later)
    merge(into=Player.objects.get(name="Ana"), gone=again, actor=SYSTEM)
    assert had(night.club, "Ana", "Bruno") == Met(2, behind=2)
    assert had(night.club, "Anna", "Bruno") == Met()
    part(gone=again, actor=SYSTEM)
    assert had(night.club, "Ana", "Bruno") == had(night.club, "Anna", "Bruno") == Met(1, behind=1)


def test_after_random_corrections_all_is_as_the_tables_give():
    club, chances = make_club(), Random(11)
    for week in (6, 13, 20):
        night = make_night(club=club, on=date(2026, 11, week), names=NAMES[:5])
        ended(night, *chances.sample(NAMES[:5], 4))
        ended(night, *chances.sample(NAMES[:5], 3))
        over(night)
    tables = list(Table.objects.order_by("pk"))
    for table in chances.choices(tables, k=8):
        correct(table, 1, chances.choice([announce(1, 0, 6), announce(1, 1, 6), announce(1, 3, 3)]))
    correct(tables[0], 1, None)
    assert rebuild_meetings(club) == []


def test_what_is_kept_wrongly_is_found_and_put_right():
    club = club_with_past(2, tables=2)
    assert rebuild_meetings(club) == []  # as the migration fills it
    kept = by_pair(club.meetings.all())
    EventMeeting.objects.filter(pk=EventMeeting.objects.order_by("pk")[0].pk).delete()
    ClubMeeting.objects.filter(pk=ClubMeeting.objects.order_by("pk")[0].pk).update(ahead=99)
    assert len(rebuild_meetings(club)) == 2
    assert by_pair(club.meetings.all()) == kept and rebuild_meetings(club) == []


def test_a_change_that_moves_no_place_writes_no_meeting(django_assert_max_num_queries):
    night = make_night()
    ended(night, "Ana", "Bruno")
    over(night)
    event = Event.objects.get(pk=night.pk)
    with django_assert_max_num_queries(3) as asked:
        update_meetings(event)
    assert not [query for query in asked.captured_queries if "INSERT" in query["sql"] and "meeting" in query["sql"]]


def test_who_sat_left_of_whom_is_told_of_the_seats_whenever_somebody_sat_down():
    night = make_night()
    table = seat_table(night, "Ana", "Bruno")
    chiara = night.entrants.get(player__name="Chiara")
    sit_down(event_id=night.pk, entrant_id=chiara.pk, table_id=table.pk, actor=SYSTEM, index=1)
    deal(table, announce(1, 3, 3))
    end_table(table_id=table.pk, actor=SYSTEM)
    over(night)
    assert had(night.club, "Ana", "Bruno") == Met(1, level=1, sat_left=1)
    assert had(night.club, "Chiara", "Ana") == Met(1, ahead=1, sat_left=1)
