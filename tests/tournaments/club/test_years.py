"""A large club for years: people who differ, seasons one after the other, and what is kept of them right after any
corrections. `CORRECTIONS=2000` makes as many, in some minutes.
"""

import os
from contextlib import suppress
from dataclasses import replace
from datetime import date, timedelta
from random import Random

import pytest

from scoring.deals import VilniusDeal
from scoring.errors import ScoringError
from scoring.games import GAMES
from scoring.result import RecordedTable
from scoring.vilnius.game import AnnouncementGame
from tests.factories import correct, make_club, recorded
from tournaments.audit import SYSTEM
from tournaments.formats.ladders import LadderRules
from tournaments.formats.leagues import LeagueRules
from tournaments.management.demo import Demo, load_seasons
from tournaments.management.demo_deals import ANYBODY, Character, announced_deal, next_deal
from tournaments.management.demo_people import large_club
from tournaments.models import ChallengeTable, Club, ClubRating, Event, LeagueTable, Table
from tournaments.services.ladder import challenge, set_up_ladder
from tournaments.services.night import finish_event, reopen_event
from tournaments.services.rebuild import rebuild_scores
from tournaments.services.refusals import Refused
from tournaments.services.season import draw_fixtures, plan_league

TODAY = date(2026, 11, 21)
CORRECTIONS = int(os.environ.get("CORRECTIONS", "30"))
BLANK = GAMES["vilnius"].score(RecordedTable(4, 0, {}, ()))


def announcements_of(who: Character) -> list[VilniusDeal]:
    game, random = GAMES["vilnius"], Random(1)
    assert isinstance(game, AnnouncementGame)
    return [announced_deal(game, BLANK, random, seated=[who] * 4, trumps=("H",)) for _ in range(400)]


def test_sixty_people_have_a_name_each_and_meet_weekly_but_for_their_rests():
    club = large_club(today=TODAY, years=3, random=Random(1))
    assert len(club.people) == len(club.characters) == 60
    assert club.nights[-1] == TODAY and 110 < len(club.nights) < 140
    assert {(later - night).days % 7 for night, later in zip(club.nights, club.nights[1:], strict=False)} == {0}
    assert large_club(today=TODAY, years=3, random=Random(1)) == club


def test_the_strong_announce_more_exactly_and_the_bold_take_fewer():
    weak, strong = (announcements_of(Character(strength=strength)) for strength in (0.0, 1.0))
    assert sum(map(is_exact, strong)) > 1.5 * sum(map(is_exact, weak))
    shy, bold = (announcements_of(Character(boldness=boldness)) for boldness in (0.1, 0.9))
    assert sum(each.taken - each.announced for each in bold) < 0 < sum(each.taken - each.announced for each in shy)


def is_exact(deal: VilniusDeal) -> bool:
    return deal.announced == deal.taken


@pytest.mark.django_db
def test_after_a_year_one_season_is_over_and_the_next_one_runs():
    club = make_club()
    load_seasons(club, first=TODAY - timedelta(weeks=52), today=TODAY, planned=13)
    over, running = club.seasons.order_by("starts")
    assert over.ends < running.starts <= TODAY < running.ends
    assert (running.starts - over.ends).days == 1


@pytest.mark.django_db
@pytest.mark.slow
def test_after_any_corrections_all_that_is_kept_is_what_a_rebuild_gives():
    whole = large_club(today=TODAY, years=1, random=Random(1))
    crowd = replace(whole, nights=[TODAY - timedelta(weeks=week) for week in (40, 12, 11, 10, 0)])
    club = Demo(crowd, Random(1)).load("director")
    random = Random(CORRECTIONS)
    tables = list(Table.objects.filter(event__club=club, event__status=Event.Status.FINISHED, round=None))
    met = fixtures_and_challenges_of(club)
    was = ratings(club.pk), results()
    for _ in range(CORRECTIONS):
        change(random.choice([*tables, *met * 5]), random)
    assert all(one != other for one, other in zip(was, (ratings(club.pk), results()), strict=True))
    assert list(rebuild_scores(keep=False)) == []


def fixtures_and_challenges_of(club: Club) -> list[Table]:
    """Of a league and a ladder by which the tables of the last Vilnius night that is over were played."""
    night = club.events.filter(game="vilnius", kind="club-night", status=Event.Status.FINISHED).latest("date", "pk")
    tables = [table for table in night.tables.all() if table.seats.count() == 4]
    sitting = [[seat.player for seat in table.seats.order_by("index")] for table in tables]
    season = club.seasons.get(starts__lte=night.date, ends__gte=night.date)
    divisions = [[player.pk for player in players] for players in sitting]
    plan_league(season_id=season.pk, game="vilnius", rules=LeagueRules(seats=4), divisions=divisions, actor=SYSTEM)
    draw_fixtures(season_id=season.pk, actor=SYSTEM)
    given = {"now": tables[0].opened_at - timedelta(hours=1), "actor": SYSTEM}
    rules, players = LadderRules(reach=60, days=14), [player for each in sitting for player in each]
    ladder = set_up_ladder(club=club, name="Ladder", game="vilnius", rules=rules, players=players, **given)
    for above, _second, _third, below in sitting:
        challenge(pk=ladder.pk, challenger=below, challenged=above, today=night.date - timedelta(days=7), **given)
    list(rebuild_scores(keep=True))
    assert {row.table for row in LeagueTable.objects.all()} == {*tables}
    assert ChallengeTable.objects.filter(table__in=tables).count() == len(tables) > 1
    return tables


def results() -> list[object]:
    """Of the fixtures."""
    return list(LeagueTable.objects.order_by("table").values_list("sitting", flat=True))


def ratings(club_id: int) -> list[float]:
    return list(ClubRating.objects.filter(club=club_id).order_by("pk").values_list("mu", flat=True))


def change(table: Table, random: Random) -> None:
    """One of its deals was another one, or none; now and then its night is opened again and ends once more. What is
    refused changes nothing.
    """
    number = random.randint(1, max(1, table.deal_count))
    with suppress(Refused, ScoringError):
        if random.random() < 0.95:
            correct(table, number, random.choice([None, *[another(table, number, random)] * 3]))
        else:
            reopen_event(event_id=table.event_id, actor=SYSTEM)
            finish_event(event_id=table.event_id, actor=SYSTEM)


def another(table: Table, number: int, random: Random) -> dict[str, object]:
    was, seats = recorded(table).get(number), table.seats.count()
    if isinstance(was, dict) and "taken" in was:
        return {**was, "taken": random.randint(0, 6)}
    blank = GAMES[table.event.game].score(RecordedTable(seats, 0, table.event.game_rules, ()))
    return next_deal(table.event, [ANYBODY] * seats, blank, number - 1, random).as_payload()
