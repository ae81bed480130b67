"""What still waits when an event is over: results for a word, tables for another night."""

import uuid
from datetime import date

import pytest

from tests.confirmation_scenes import ask, later, phone
from tests.factories import announce, deal, make_club, make_night, seat_table
from tests.tournament_scenes import make_tournament, next_round, start
from tournaments.audit import SYSTEM
from tournaments.formats.seasons.standing import SeasonRules
from tournaments.models import Event, EventReport, Player, SeasonPoints
from tournaments.selectors.report import read_places
from tournaments.services.night import finish_event
from tournaments.services.rebuild import rebuild_scores
from tournaments.services.season import plan_season, publish_season
from tournaments.services.table.deals import record_deal
from tournaments.services.table.life import adjourn_table, resume_table

pytestmark = pytest.mark.django_db


def season_of_all(event: Event) -> None:
    year, rules = (date(2026, 1, 1), date(2026, 12, 31)), SeasonRules(events="all")
    season = plan_season(
        club=event.club, name="Year", starts=year[0], ends=year[1], rules=rules, visibility="", actor=SYSTEM
    )
    publish_season(pk=season.pk, actor=SYSTEM)


def podium(event: Event) -> list[str]:
    names = dict(Player.objects.values_list("pk", "name"))
    return [names[each.player] for each in read_places(EventReport.objects.get(event=event).places)]


def test_a_tournament_whose_results_wait_counts_as_they_will_unless_somebody_objects():
    event = make_tournament(4, stages=(("swiss", {"rounds": 1}),))
    season_of_all(event)
    ask(event, Event.ConfirmationMode.TABLE, accept=10)
    start(event)
    for minutes, table in enumerate(next_round(event)):
        with later(5 * minutes):
            won = {"dealer": 0, "claimed": [1]}
            facts = {"client_id": uuid.uuid4(), "base_revision": None, "actor": phone(table, 0)}
            record_deal(table_id=table.pk, payload=won, **facts)
    with later(6):
        finish_event(event_id=event.pk, actor=SYSTEM)
    points = dict(SeasonPoints.objects.order_by("place").values_list("player__name", "points"))
    assert [*points.values()] == [10, 8, 6, 5]
    assert podium(event) == [*points]
    for minutes in (6, 11, 16):  # one is accepted after the other
        with later(minutes):
            assert list(rebuild_scores(keep=False)) == []


def test_a_table_carried_on_from_a_night_that_is_over_leaves_its_report():
    club = make_club()
    night = make_night(club=club, names=("Ana", "Bruno"))
    table = seat_table(night, "Ana", "Bruno")
    deal(table, announce(1, 3, 3))
    adjourn_table(table_id=table.pk, actor=SYSTEM)
    finish_event(event_id=night.pk, actor=SYSTEM)
    assert podium(night) == ["Bruno"]
    resume_table(table_id=table.pk, event_id=make_night(club=club, names=()).pk, actor=SYSTEM)
    assert podium(night) == []
    assert list(rebuild_scores(keep=False)) == []
