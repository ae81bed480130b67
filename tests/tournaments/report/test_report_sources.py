"""What a report takes from elsewhere: records that fell, and where the evening turned."""

from datetime import timedelta

import pytest
from django.urls import reverse
from django.utils import timezone

from tests.factories import deal, make_club, make_night, seat_table
from tests.tournaments.report.test_pages_report import NOTHING, PERFECT
from tests.tournaments.season.seasons import FIRST, a_season, a_spring, night, played
from tournaments.audit import SYSTEM
from tournaments.models import Club, Event, Player, Season, TableBend
from tournaments.selectors.report import read_report
from tournaments.selectors.season.standing import stands
from tournaments.services.club.people import anonymise
from tournaments.services.night import finish_event
from tournaments.services.season import archive_season
from tournaments.words.report.sentences import told_moments

pytestmark = pytest.mark.django_db

LESSER = ["P3", "P3", "P3", "P2", "P2", "G3"]


def night_with(club: Club, hand: list[str]) -> Event:
    night = make_night(club=club, game="colonial-italian", rules={"deals": 1})
    table = seat_table(night, "Ana", "Bruno")
    deal(table, {"dealer": 0, "hands": {"0": hand, "1": NOTHING}})
    finish_event(event_id=night.pk, actor=SYSTEM)
    return Event.objects.get(pk=night.pk)


def told(night: Event) -> dict[str, str]:
    report = read_report(night)
    assert report
    return {each.title: each.text for each in told_moments(report.moments, night)}


def test_a_record_that_falls_is_told_once_and_only_where_there_was_one_before():
    club = make_club()
    first, second, third = (night_with(club, hand) for hand in (LESSER, PERFECT, PERFECT))
    assert "A record" not in told(first)
    assert told(second)["A record"].startswith("A record of the club by Ana: Rarest hand (")
    assert "A rare hand" not in told(second)
    assert "A record" not in told(third), "it was only reached again"
    assert "A rare hand" in told(third)


def test_the_table_that_turned_most_is_told_once_its_chances_are_reckoned():
    night = night_with(make_club(), LESSER)
    assert "The turn" not in told(night)
    story = {"turn": {"deal": 1, "seats": [0], "before": 0.33, "after": 0.9}, "bold": None, "fold": None}
    whole = {"known": 212, "continuations": 0, **story}
    little = {**whole, "turn": {**story["turn"], "after": 0.5}}
    stored = TableBend.objects.filter(table__event=night)
    stored.update(waits=False, story=little, steps=[[0, 0.33, 0.67], [1, 0.5, 0.5]])
    assert "The turn" not in told(night), "a sixth is no turn of an evening"
    stored.update(story=whole, steps=[[0, 0.33, 0.67], [1, 0.9, 0.1]])
    assert told(night)["The turn"] == (
        "The evening turned in deal 1 at table 1: Ana rose from a chance of 33 % to one of 90 %."
    )


def test_what_an_event_has_meant_for_its_season_is_told_and_leads_there():
    season = a_spring()
    first, second, third = (Event.objects.get(pk=pk) for pk in stands(season, to_come=None).events)
    assert told(first)["The season"] == "Ana leads “Spring”. Ahead by 2."
    assert told(second)["The season"] == "Bruno takes the lead of “Spring” from Ana. Ahead by 1."
    assert told(third)["The season"].startswith("Ana takes the lead of “Spring” from Bruno. Ahead by 4.")
    report = read_report(third)
    assert report and [each.address for each in told_moments(report.moments, third) if each.title == "The season"] == [
        reverse("season", args=[season.pk])
    ]


def test_the_last_event_of_a_season_names_its_champion_and_the_one_before_who_is_out_of_reach():
    season = a_spring()
    fourth = night(season.club, "Ana", "Bruno", week=3)
    third = Event.objects.get(date=FIRST + timedelta(weeks=2))
    assert told(fourth)["The season"] == "Ana is champion of “Spring”."
    assert told(third)["The season"].endswith("Chiara cannot be champion any more.")
    archive_season(pk=season.pk, archived=True, actor=SYSTEM)
    assert told(fourth)["The season"] == "Ana is champion of “Spring”."


def test_nobody_is_champion_while_an_earlier_event_is_still_open():
    club = make_club()
    a_season(club, planned=3)
    night(club, "Ana", "Bruno", week=0)
    played(club, "Ana", "Bruno", week=1)
    assert told(night(club, "Ana", "Bruno", week=2))["The season"] == "Ana leads “Spring”. Ahead by 4."


def test_a_private_season_and_one_whose_leader_is_anonymous_are_told_to_nobody():
    season = a_spring()
    night = Event.objects.get(date=FIRST)
    Season.objects.filter(pk=season.pk).update(visibility="private")
    assert "The season" not in told(night)
    Season.objects.filter(pk=season.pk).update(visibility="")
    assert "The season" in told(night)
    anonymise(player=Player.objects.get(name="Ana"), actor=SYSTEM, now=timezone.now())
    assert "The season" not in told(night)
