"""What a report takes from elsewhere: records that fell, and where the evening turned."""

import pytest

from tests.factories import deal, make_club, make_night, seat_table
from tests.tournaments.report.test_pages_report import NOTHING, PERFECT
from tournaments.audit import SYSTEM
from tournaments.models import Club, Event, TableBend
from tournaments.selectors.report.page import read_report
from tournaments.services.night.nights import finish_event
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
    TableBend.objects.filter(table__event=night).update(
        waits=False, story=whole, steps=[[0, 0.33, 0.67], [1, 0.9, 0.1]]
    )
    assert told(night)["The turn"] == (
        "The evening turned in deal 1 at table 1: Ana rose from a chance of 33 % to one of 90 %."
    )
