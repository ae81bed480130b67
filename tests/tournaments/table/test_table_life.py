"""Adjourned and carried on, ended, closed unfinished; pad links renewed and revoked."""

from datetime import date, timedelta

import pytest
from django.utils import timezone

from tests.factories import announce, correct, deal, make_club, make_night, make_table, seat_table
from tournaments.audit import SYSTEM
from tournaments.limits import UNDO_DEAL
from tournaments.models import AuditEntry, Event, Table
from tournaments.selectors.access import pad_cards
from tournaments.selectors.night.desk import desk
from tournaments.selectors.night.standings import event_page
from tournaments.selectors.table.page import table_page, undoable
from tournaments.services.refusals import Missing, Refused
from tournaments.services.table.life import (
    adjourn_table,
    end_table,
    renew_pad_link,
    reopen_table,
    resume_table,
    revoke_pad_link,
)

pytestmark = pytest.mark.django_db

SHOWDOWN = {"dealer": 0, "folded": [1]}


def two_nights(**facts: object):
    first = make_night(**facts)
    return first, make_night(club=first.club, on=date(2026, 11, 27), names=(), **facts)


def test_an_adjourned_table_is_carried_on_another_night_as_it_was():
    first, second = two_nights()
    table = seat_table(first, "Ana", "Bruno")
    deal(table, announce(1, 6, 4))
    adjourn_table(table_id=table.pk, actor=SYSTEM)
    resume_table(table_id=table.pk, event_id=second.pk, actor=SYSTEM)
    table.refresh_from_db()
    assert (table.event, table.began_in, table.status) == (second, first, Table.Status.PLAYING)
    assert [seat.score for seat in table.seats.all()] == [0, 6]
    assert {e.player.name for e in second.entrants.all()} == {"Ana", "Bruno"}
    assert deal(table, announce(0, 3, 3), base_revision=table.revision).number == 2


def test_a_phone_that_slept_since_the_first_night_is_behind():
    first, second = two_nights()
    table = seat_table(first, "Ana", "Bruno")
    for payload in (announce(1, 6, 4), announce(0, 2, 2)):
        deal(table, payload)
    table.refresh_from_db()
    slept_at = table.revision
    adjourn_table(table_id=table.pk, actor=SYSTEM)
    resume_table(table_id=table.pk, event_id=second.pk, actor=SYSTEM)
    with pytest.raises(Refused, match="stale"):
        deal(table, announce(1, 3, 3), base_revision=slept_at)


def test_the_first_night_still_shows_the_table_it_began():
    first, second = two_nights()
    table = seat_table(first, "Ana", "Bruno")
    adjourn_table(table_id=table.pk, actor=SYSTEM)
    resume_table(table_id=table.pk, event_id=second.pk, actor=SYSTEM)
    assert [seats[0].table_id for seats in event_page(first.pk).carried_on] == [table.pk]
    assert [seats[0].table_id for seats in event_page(second.pk).running] == [table.pk]
    assert {"table-carried-on", "table-resumed"} <= set(AuditEntry.objects.values_list("action", flat=True))


def test_a_table_is_not_carried_on_under_other_rules():
    first = make_night()
    second = make_night(club=first.club, rules={"no_trump": True}, names=())
    table = seat_table(first, "Ana", "Bruno")
    adjourn_table(table_id=table.pk, actor=SYSTEM)
    with pytest.raises(Refused, match="other-game"):
        resume_table(table_id=table.pk, event_id=second.pk, actor=SYSTEM)


def test_a_night_from_before_an_option_was_there_was_played_by_its_default():
    first, second = two_nights()
    table = seat_table(first, "Ana", "Bruno")
    adjourn_table(table_id=table.pk, actor=SYSTEM)
    Event.objects.filter(pk=first.pk).update(rules={})
    assert [row.facts["table"] for row in desk(second.pk, now=timezone.now()).adjourned] == [str(table.pk)]
    resume_table(table_id=table.pk, event_id=second.pk, actor=SYSTEM)
    table.refresh_from_db()
    assert table.event == second


def test_a_table_of_another_club_is_not_there_to_be_carried_on():
    table = seat_table(make_night(), "Ana", "Bruno")
    adjourn_table(table_id=table.pk, actor=SYSTEM)
    elsewhere = make_night(club=make_club(name="Vilnia"), names=())
    with pytest.raises(Missing):
        resume_table(table_id=table.pk, event_id=elsewhere.pk, actor=SYSTEM)


def test_a_table_is_not_resumed_while_one_of_its_players_plays():
    night = make_night()
    table = seat_table(night, "Ana", "Bruno")
    adjourn_table(table_id=table.pk, actor=SYSTEM)
    seat_table(night, "Ana", "Chiara")
    with pytest.raises(Refused, match="players-elsewhere"):
        resume_table(table_id=table.pk, event_id=night.pk, actor=SYSTEM)


@pytest.mark.parametrize(
    ("game", "rules", "status"),
    [
        ("vilnius", {}, "closed"),
        ("colonial-italian", {}, "finished"),
        ("colonial-italian", {"deals": 5}, "closed"),
        ("colonial-italian", {"race_to": 5}, "closed"),
    ],
)
def test_a_table_ended_early_is_closed_unless_its_length_was_open(game, rules, status):
    table = make_table(game=game, rules=rules)
    deal(table, announce(1, 3, 3) if game == "vilnius" else SHOWDOWN)
    assert end_table(table_id=table.pk, actor=SYSTEM).status == status


def test_a_table_whose_tie_was_not_played_off_is_closed_unfinished():
    table = make_table(game="colonial-italian", rules={"cards": "optional"})
    deal(table, {"dealer": 0, "folded": [], "claimed": [0, 1]})
    assert end_table(table_id=table.pk, actor=SYSTEM).status == "closed"


def test_play_offs_come_on_top_of_the_deals_of_a_table():
    table = make_table(game="colonial-visions", rules={"deals": 2, "cards": "optional"})
    deal(table, {"dealer": 0, "claimed": [0, 1]})
    deal(table, {"dealer": 0, "claimed": [1], "playoff_of": 1})
    card = table_page(table.pk).card
    assert (card.deal_count, card.deals_total, card.at_last_deal) == (2, 3, True)


def test_a_table_ends_once():
    table = make_table()
    end_table(table_id=table.pk, actor=SYSTEM)
    with pytest.raises(Refused, match="table-over"):
        end_table(table_id=table.pk, actor=SYSTEM)


def test_the_last_deal_of_a_race_ends_the_table():
    table = make_table(game="colonial-italian", rules={"race_to": 2})
    for _ in range(2):
        deal(table, SHOWDOWN)
    table.refresh_from_db()
    assert table.status == Table.Status.FINISHED


def test_renewing_a_pad_link_leaves_one_valid_link():
    table = make_table()
    old = table.pad_links.get()
    new = renew_pad_link(table_id=table.pk, actor=SYSTEM)
    assert new.token != old.token
    assert list(table.pad_links.filter(revoked_at=None)) == [new]


def test_a_revoked_link_leaves_none():
    table = make_table()
    revoke_pad_link(table_id=table.pk, actor=SYSTEM)
    assert not table.pad_links.filter(revoked_at=None).exists()


@pytest.mark.parametrize(("game", "payload"), [("vilnius", announce(1, 3, 3)), ("colonial-italian", SHOWDOWN)])
def test_a_table_ended_by_mistake_plays_on_as_it_was(game, payload):
    table = make_table(game=game)
    deal(table, payload)
    before = list(table.seats.values_list("score", "place"))
    end_table(table_id=table.pk, actor=SYSTEM)
    reopen_table(table_id=table.pk, actor=SYSTEM)
    table.refresh_from_db()
    assert (table.status, table.ended_at) == (Table.Status.PLAYING, None)
    assert list(table.seats.values_list("score", "place")) == before
    assert deal(table, announce(0, 3, 3) if game == "vilnius" else SHOWDOWN).number == 2


def test_a_table_is_not_reopened_while_its_players_sit_elsewhere():
    night = make_night()
    table = seat_table(night, "Ana", "Bruno")
    end_table(table_id=table.pk, actor=SYSTEM)
    seat_table(night, "Ana", "Chiara")
    with pytest.raises(Refused, match="players-elsewhere"):
        reopen_table(table_id=table.pk, actor=SYSTEM)


def test_a_game_that_is_over_by_itself_is_not_reopened():
    table = make_table(game="colonial-italian", rules={"race_to": 1})
    deal(table, SHOWDOWN)
    with pytest.raises(Refused, match="game-over"):
        reopen_table(table_id=table.pk, actor=SYSTEM)


def test_a_running_table_has_nothing_to_be_reopened():
    with pytest.raises(Refused, match="table-not-ended"):
        reopen_table(table_id=make_table().pk, actor=SYSTEM)


def test_the_cards_of_the_pads_are_printed_in_the_order_of_the_tables():
    night = make_night()
    first, second = seat_table(night, "Ana", "Bruno"), seat_table(night, "Chiara", "Dovas")
    Table.objects.filter(pk=first.pk).update(number=9)
    assert [card.number for card in pad_cards(night)] == [second.number, 9]


def test_a_correction_can_be_undone_for_a_whole_minute():
    table = make_table()
    deal(table, announce(1, 3, 3))
    correct(table, 1, announce(1, 3, 2))
    page = table_page(table.pk)
    whole = max(row.created_at for row in page.history) + UNDO_DEAL
    assert undoable(page, now=whole)
    assert undoable(page, now=whole + timedelta(microseconds=1)) is None
