"""Nights that are planned: who comes, who waits, who is called, and what becomes of it when the night is opened."""

from datetime import date, time, timedelta

import pytest
from django.utils import timezone

from tests.factories import NAMES, make_club, told
from tests.tournaments.calendar.scenes import TUESDAY, at, plan, planned, player, says, shown
from tournaments.audit import SYSTEM
from tournaments.models import AuditEntry, ComingNight, Event, NightAnswer, Player
from tournaments.selectors.coming import planned_night
from tournaments.services.calendar import answer_night, cancel_night, change_night, decide_due, open_coming, plan_nights
from tournaments.services.club.clubs import add_players
from tournaments.services.club.people import anonymise, delete_player, merge, part
from tournaments.services.night import create_club_night, discard_event
from tournaments.services.refusals import Missing, Refused
from tournaments.words.log.fields import LABELS, NOT_SHOWN

pytestmark = pytest.mark.django_db


def test_every_tuesday_is_at_the_same_hour_in_winter_and_in_summer():
    with timezone.override("Europe/Vilnius"):
        nights = plan_nights(club=make_club(), plan=plan(date=date(2027, 3, 16)), nights=4, every=1, actor=SYSTEM)
        local = [timezone.localtime(night.starts_at) for night in nights]
    assert [(each.date(), each.time()) for each in local] == [
        (date(2027, 3, day), time(19)) for day in (16, 23, 30)
    ] + [(date(2027, 4, 6), time(19))]
    assert len({each.utcoffset() for each in local}) == 2
    assert len({night.uid for night in nights}) == 4


def test_a_night_goes_on_after_midnight_and_a_series_sent_twice_is_planned_once():
    club, late = make_club(), plan(begins=time(20), ends=time(1))
    first = plan_nights(club=club, plan=late, nights=3, every=2, actor=SYSTEM)
    assert plan_nights(club=club, plan=late, nights=3, every=2, actor=SYSTEM) == first
    assert {night.ends_at - night.starts_at for night in first} == {timedelta(hours=5)}
    (entry,) = AuditEntry.objects.filter(action="nights-planned")
    assert entry.after["dates"] == ["2026-12-01", "2026-12-15", "2026-12-29"]


def test_who_says_yes_finds_a_place_in_turn_and_the_next_one_moves_up():
    night = planned(tables=1)
    says(night, "yes", *NAMES[:5])
    assert shown(night) == {"coming": list(NAMES[:4]), "waiting": ["Elena"]}
    says(night, "yes", "Ana")  # once more
    says(night, "no", "Bruno")
    assert shown(night) == {"coming": ["Ana", "Chiara", "Dovas", "Elena"], "declined": ["Bruno"]}
    says(night, "yes", "Bruno", now=at(night, hours=-9))
    assert shown(night)["waiting"] == ["Bruno"]


def test_the_log_tells_each_answer_from_what_to_what_and_nothing_of_a_second_tap():
    night = planned()
    says(night, "yes", "Ana")
    says(night, "yes", "Ana")
    says(night, "no", "Ana")
    entries = AuditEntry.objects.filter(action="night-answered").order_by("pk")
    assert [(told(each.before)["reply"], told(each.after)["reply"]) for each in entries] == [("", "yes"), ("yes", "no")]
    assert told(entries[0].after)["player"] == "Ana"


def test_every_fact_that_the_log_tells_of_a_planned_night_has_its_label():
    night = planned()
    says(night, "yes", *NAMES[:3])
    says(night, "if-needed", "Dovas")
    later = at(night, hours=-99)
    change_night(night_id=night.pk, plan=plan(place="Hall", tables=3), now=later, actor=SYSTEM)
    cancel_night(night_id=night.pk, cancelled=True, now=later, actor=SYSTEM)
    cancel_night(night_id=night.pk, cancelled=False, now=later, actor=SYSTEM)
    decide_due(now=at(night))
    entries = AuditEntry.objects.filter(action__contains="night")
    told_of = {key for each in entries for facts in (each.before or {}, each.after) for key in facts}
    assert {each.action for each in entries} == {
        "nights-planned", "night-answered", "night-changed", "night-cancelled", "night-on-again", "night-decided",
    }  # fmt: skip
    assert told_of - {*LABELS, *NOT_SHOWN} == set()
    changed = entries.get(action="night-changed")
    assert [(facts["where"], facts["room"]) for facts in (changed.before, changed.after)] == [("", None), ("Hall", 3)]


def test_at_the_hour_as_many_are_called_as_make_better_tables_and_the_others_are_released_once():
    night = planned(call_hours=3)
    says(night, "yes", *NAMES[:5])
    says(night, "if-needed", *NAMES[5:])
    before, hour = at(night, hours=-4), at(night, hours=-3)
    assert decide_due(now=before) == 0
    assert shown(night)["offered"] == list(NAMES[5:])
    assert (decide_due(now=hour), decide_due(now=hour)) == (1, 0)
    assert shown(night) == {"coming": [*NAMES[:5], "Faust", "Giulia", "Henris"]}
    (entry,) = AuditEntry.objects.filter(action="night-decided")
    assert told(entry.after)["players"] == ["Faust", "Giulia", "Henris"]


def test_who_was_called_last_time_is_released_this_time():
    club = make_club()
    for week in range(2):
        night = planned(club=club, date=TUESDAY + timedelta(weeks=week))
        says(night, "yes", *NAMES[:7])
        says(night, "if-needed", "Henris", "Ida", now=at(night, hours=-9))
        decide_due(now=at(night, hours=-1), club=club.pk)
    first, second = ComingNight.objects.all()
    assert (shown(first)["coming"][-1], shown(first)["released"]) == ("Henris", ["Ida"])
    assert (shown(second)["coming"][-1], shown(second)["released"]) == ("Ida", ["Henris"])


def test_an_answer_after_the_hour_finds_it_decided():
    night = planned()
    says(night, "yes", *NAMES[:3])
    says(night, "if-needed", "Dovas")
    late = at(night, hours=-1)
    with pytest.raises(Refused) as refused:
        says(night, "if-needed", "Elena", now=late)
    assert refused.value.code == "coming-decided"
    says(night, "no", "Ana", now=late)
    says(night, "yes", "Dovas", now=late)  # who was called keeps that place
    assert shown(night) == {"coming": ["Bruno", "Chiara", "Dovas"], "declined": ["Ana"]}


def test_a_call_is_over_once_something_else_was_said_and_the_night_moved_away():
    night = planned()
    says(night, "yes", *NAMES[:3])
    says(night, "if-needed", "Dovas")
    decide_due(now=at(night, hours=-1))
    says(night, "no", "Dovas", now=at(night, hours=-1))
    change_night(night_id=night.pk, plan=plan(date=TUESDAY + timedelta(weeks=1)), now=at(night, hours=-1), actor=SYSTEM)
    says(night, "if-needed", "Dovas", now=at(night))
    assert shown(night)["offered"] == ["Dovas"]


def test_who_answered_before_a_night_was_moved_is_told_until_the_next_tap():
    night = planned()
    says(night, "yes", "Ana")
    later = at(night, hours=-20)
    change_night(night_id=night.pk, plan=plan(begins=time(20)), now=later, actor=SYSTEM)
    ana = player(night, "Ana")
    assert planned_night(night.pk, player=ana).has_moved
    says(night, "yes", "Ana", now=later)
    found = planned_night(night.pk, player=ana)
    assert (found.has_moved, found.night.sequence, found.night.moved_from) == (False, 1, at(night))
    change_night(night_id=night.pk, plan=plan(begins=time(20)), now=later, actor=SYSTEM)
    assert planned_night(night.pk).night.sequence == 1


def test_a_cancelled_night_takes_no_answers_and_keeps_those_it_has():
    night = planned()
    says(night, "yes", "Ana")
    cancel_night(night_id=night.pk, cancelled=True, now=at(night, hours=-9), actor=SYSTEM)
    cancel_night(night_id=night.pk, cancelled=True, now=at(night, hours=-9), actor=SYSTEM)
    with pytest.raises(Refused) as refused:
        says(night, "no", "Ana")
    assert refused.value.code == "coming-cancelled"
    assert decide_due(now=at(night)) == 0
    cancel_night(night_id=night.pk, cancelled=False, now=at(night, hours=-9), actor=SYSTEM)
    assert shown(night) == {"coming": ["Ana"]}
    assert planned_night(night.pk).night.sequence == 2


def test_nobody_answers_for_another_club_nor_after_the_end():
    night, other = planned(), make_club(name="Vilnia")
    (stranger,) = add_players(club=other, names=["Zita"], actor=SYSTEM)
    with pytest.raises(Missing):
        answer_night(night_id=night.pk, player=stranger, reply="yes", now=at(night), actor=SYSTEM)
    with pytest.raises(Refused) as refused:
        says(night, "yes", "Ana", now=at(night, hours=9))
    assert refused.value.code == "coming-over"


def test_the_night_that_is_opened_has_those_who_come_and_its_models_settings():
    club = make_club()
    given = {"mode": "table", "accept_minutes": 5, "correction_minutes": 20, "shared_phones": False}
    like = create_club_night(
        club=club, name="Friday", game="colonial-italian", rules={"hand_size": 8}, date=TUESDAY, actor=SYSTEM,
        confirmation=given,
    )  # fmt: skip
    night = planned(club=club, game="colonial-italian", like=like, tables=1, visibility="private")
    says(night, "yes", *NAMES[:5])
    event = open_coming(night_id=night.pk, now=at(night), actor=SYSTEM)
    assert open_coming(night_id=night.pk, now=at(night), actor=SYSTEM) == event
    assert (event.name, event.date, event.confirmation, event.visibility) == ("Tuesday", TUESDAY, "table", "private")
    assert event.game_rules == like.game_rules
    assert [each.player.name for each in event.entrants.order_by("pk")] == list(NAMES[:4])
    with pytest.raises(Refused) as refused:
        says(night, "yes", "Henris")
    assert refused.value.code == "coming-opened"


def test_opened_by_mistake_it_is_planned_again_and_opened_anew():
    night = planned()
    says(night, "yes", "Ana")
    mistaken = open_coming(night_id=night.pk, now=at(night, hours=-2), actor=SYSTEM)
    discard_event(event_id=mistaken.pk, actor=SYSTEM)
    says(night, "yes", "Bruno", now=at(night))
    event = open_coming(night_id=night.pk, now=at(night), actor=SYSTEM)
    assert (event != mistaken, event.entrants.count(), Event.objects.count()) == (True, 2, 2)


def test_two_who_are_one_come_once_and_are_two_again():
    night, other = planned(), planned(name="Friday")
    says(night, "yes", "Ana", "Anna")
    says(other, "yes", "Anna")
    ana, anna = player(night, "Ana"), player(night, "Anna")
    merge(into=ana, gone=anna, actor=SYSTEM)
    assert (shown(night), shown(other)) == ({"coming": ["Ana"]}, {"coming": ["Ana"]})
    anna.refresh_from_db()
    part(gone=anna, actor=SYSTEM)
    assert (shown(night), shown(other)) == ({"coming": ["Ana", "Anna"]}, {"coming": ["Anna"]})


def test_who_becomes_anonymous_does_not_come_and_who_is_deleted_never_said_so():
    night = planned()
    says(night, "yes", "Ana", "Bruno")
    anonymise(player=player(night, "Ana"), now=at(night), actor=SYSTEM)
    assert shown(night) == {"coming": ["Bruno"]}
    delete_player(player=player(night, "Bruno"), actor=SYSTEM)
    assert shown(night) == {}
    assert NightAnswer.objects.count() == 1


def test_who_leaves_the_club_does_not_come_any_more_unless_it_is_said_again():
    night, over = planned(), planned(name="Friday", date=TUESDAY - timedelta(days=7))
    says(over, "yes", "Ana")
    says(night, "yes", "Ana", "Bruno")
    ana = player(night, "Ana")
    Player.objects.filter(pk=ana.pk).update(archived_at=at(night, hours=-100))
    assert (shown(night), shown(over)) == ({"coming": ["Bruno"]}, {"coming": ["Ana"]})
    answer_night(night_id=night.pk, player=ana, reply="no", now=at(night, hours=-60), actor=SYSTEM)
    answer_night(night_id=night.pk, player=ana, reply="yes", now=at(night, hours=-50), actor=SYSTEM)
    assert shown(night) == {"coming": ["Bruno", "Ana"]}
