"""Where the average ranks a night, a handicap counts per deal: whoever plays few of them gets no more of it."""

from fractions import Fraction

import pytest
from django.test import Client
from django.urls import reverse

from tests.tournaments.night.test_handicaps import night_with_handicap, play
from tests.tournaments.proofs.scenes import file_of
from tests.tournaments.teams.scenes import team_up
from tournaments.audit import SYSTEM
from tournaments.models import Event
from tournaments.proofs.verify import verify
from tournaments.selectors.night.standings import StandingRow, event_standings
from tournaments.selectors.season.standing import results_of
from tournaments.selectors.teams import standing_of_teams
from tournaments.services.night import finish_event, rank_by_average

pytestmark = pytest.mark.django_db


def uneven_night() -> Event:
    """Ana and Dovas play three tables, Bruno and Chiara one."""
    night = night_with_handicap()
    for _table in range(3):
        play(night, "Dovas", "Ana")
    play(night, "Chiara", "Bruno")
    rank_by_average(event_id=night.pk, by_average=True, actor=SYSTEM)
    return Event.objects.get(pk=night.pk)


def by_name(night: Event) -> dict[str, StandingRow]:
    return {row.player.name: row for row in event_standings(night)}


def test_each_deal_counts_as_much_of_it_as_it_does_for_whoever_plays_most(client: Client):
    night = uneven_night()
    assert "The average counts it deal by deal" in client.get(reverse("event", args=[night.pk])).content.decode()
    rows = by_name(night)
    assert {name: (row.deals, row.handicap) for name, row in rows.items()} == {
        "Ana": (3, 0),
        "Bruno": (1, 10),
        "Chiara": (1, 30),
        "Dovas": (3, 0),
    }
    for row in rows.values():
        assert row.average == row.played_points / row.deals + row.handicap / 3
        assert row.points == row.played_points + row.handicap


def test_of_two_who_bring_as_much_a_deal_the_one_who_plays_fewer_gets_no_more_of_it():
    night = night_with_handicap()
    play(night, "Bruno", "Ana")
    play(night, "Bruno", "Ana")
    play(night, "Chiara", "Dovas")
    rank_by_average(event_id=night.pk, by_average=True, actor=SYSTEM)
    rows = by_name(Event.objects.get(pk=night.pk))
    assert rows["Bruno"].played_average == rows["Chiara"].played_average
    for name in ("Bruno", "Chiara"):
        assert rows[name].average - rows[name].played_average == rows[name].handicap / Fraction(2)


def test_seasons_teams_and_the_proved_file_say_the_same():
    night = uneven_night()
    team_up(night, Reds="Ana Dovas", Blues="Bruno Chiara")
    rows = by_name(night)
    places = {result.player: result.place for result in results_of(night)}
    assert places == {row.player.id: row.rank for row in rows.values()}
    teams = {line.team.name: line.row.points for line in standing_of_teams(night).lines}
    assert teams["Blues"] == rows["Bruno"].average + rows["Chiara"].average
    finish_event(event_id=night.pk, actor=SYSTEM)
    assert {result.player: result.place for result in results_of(Event.objects.get(pk=night.pk))} == places
    assert verify(file_of(Event.objects.get(pk=night.pk))).difference is None
