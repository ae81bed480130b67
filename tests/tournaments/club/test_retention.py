"""What a club keeps no longer, and who may be deleted."""

from datetime import UTC, date, datetime, timedelta

import pytest
from django.utils import timezone

from tests.factories import announce, deal, make_club, make_night, make_user, seat_table
from tests.tournaments.club.test_anonymising import is_stored
from tournaments.audit import SYSTEM
from tournaments.models import AuditEntry, Club, Deal, Member, Player
from tournaments.selectors.club.people import absent_for, months_before
from tournaments.services.club.clubs import add_players, archive_player
from tournaments.services.club.people import (
    anonymise,
    delete_player,
    give_name_back,
    merge,
    see_to_people,
    set_retention,
)
from tournaments.services.night import finish_event, send_message
from tournaments.services.refusals import Refused
from tournaments.services.table.life import end_table

pytestmark = pytest.mark.django_db

NOW = datetime(2030, 3, 31, 12, tzinfo=UTC)
LONG_AGO = date(2026, 11, 20)


def came(club: Club, *names: str, on: date) -> None:
    finish_event(event_id=make_night(club=club, names=names, on=on).pk, actor=SYSTEM)


def absent(club: Club, *, years: int = 3) -> list[str]:
    return [row.player.name for row in absent_for(club, years=years, now=NOW)]


def test_by_its_rule_a_club_keeps_no_names_of_who_has_not_come_for_years():
    """The name is longer than what a token may spell by chance."""
    club = make_club()
    came(club, "Anastazija", "Bruno", on=LONG_AGO)
    came(club, "Bruno", on=date(2029, 1, 5))
    assert absent(club) == ["Anastazija"]
    assert see_to_people(now=NOW) == 0
    assert Player.objects.filter(anonymised_at=None).count() == 2  # without a rule nothing happens
    set_retention(club=club, names_for_years=3, phones_for_months=None, actor=SYSTEM)
    assert see_to_people(now=NOW) == 0
    assert [player.name for player in club.players.filter(anonymised_at=None)] == ["Bruno"]
    assert see_to_people(now=NOW + timedelta(days=7)) == 1
    assert not is_stored("Anastazija")


def test_who_has_an_account_or_is_here_tonight_keeps_the_name():
    club = make_club()
    came(club, "Ana", "Bruno", on=LONG_AGO)
    Member.objects.create(club=club, user=make_user("a"), role="player", player=club.players.get(name="Ana"))
    make_night(club=club, names=["Bruno"], on=LONG_AGO)
    assert absent(club) == []


def test_whose_name_is_given_back_or_who_is_brought_back_to_the_list_is_not_absent_the_hour_after():
    club, now = make_club(), timezone.now()
    came(club, "Ana", "Bruno", on=date(2020, 11, 20))
    Player.objects.update(created_at=now - timedelta(days=3000))
    set_retention(club=club, names_for_years=3, phones_for_months=None, actor=SYSTEM)
    see_to_people(now=now)
    ana, bruno = Player.objects.order_by("pk")
    give_name_back(player=ana, actor=SYSTEM)
    archive_player(player=ana, archived=True, actor=SYSTEM)
    archive_player(player=ana, archived=False, actor=SYSTEM)
    give_name_back(player=bruno, actor=SYSTEM)
    see_to_people(now=now + timedelta(hours=1))
    assert not Player.objects.exclude(anonymised_at=None).exists()


def test_on_which_phone_something_was_said_is_kept_as_long_as_the_club_says():
    night = make_night()
    table = seat_table(night, "Ana", "Bruno")
    deal(table, announce(1, 3, 3))
    end_table(table_id=table.pk, actor=SYSTEM)
    finish_event(event_id=night.pk, actor=SYSTEM)
    said = Deal.objects.get()
    super(type(Deal.objects.all()), Deal.objects.all()).update(phone="a-phone", created_at=NOW - timedelta(days=70))
    set_retention(club=night.club, names_for_years=None, phones_for_months=3, actor=SYSTEM)
    see_to_people(now=NOW)
    assert Deal.objects.get().phone == "a-phone"
    set_retention(club=night.club, names_for_years=None, phones_for_months=2, actor=SYSTEM)
    see_to_people(now=NOW)
    assert (Deal.objects.get().phone, Deal.objects.get().payload) == ("", said.payload)


@pytest.mark.parametrize(
    ("months", "day"),
    [(1, date(2030, 2, 28)), (3, date(2029, 12, 28)), (15, date(2028, 12, 28))],
)
def test_months_are_counted_over_the_turn_of_years(months, day):
    assert months_before(NOW, months).date() == day


def test_who_never_played_is_deleted_with_the_name_in_the_log():
    club = make_club()
    ana, again = add_players(club=club, names=["Anastazija", "Anastazja"], actor=SYSTEM)
    merge(into=ana, gone=again, actor=SYSTEM)
    delete_player(player=ana, actor=SYSTEM)
    assert not Player.objects.exists()
    assert [is_stored("Anastazija"), is_stored("Anastazja")] == [False, False]
    assert AuditEntry.objects.filter(action="player-deleted").exists()


def test_who_is_anonymous_is_deleted_with_the_name_that_lies_aside():
    night = make_night(names=["Bruno"])
    (ana,) = add_players(club=night.club, names=["Anastazija"], actor=SYSTEM)
    send_message(event_id=night.pk, table_id=None, text="Anastazija waits outside", actor=SYSTEM)
    anonymise(player=ana, actor=SYSTEM, now=NOW)
    delete_player(player=ana, actor=SYSTEM)
    assert not is_stored("Anastazija")


def test_who_played_is_not_deleted():
    night = make_night(names=["Ana"])
    with pytest.raises(Refused, match="player-played"):
        delete_player(player=night.club.players.get(), actor=SYSTEM)
    assert Player.objects.get().name == "Ana"
