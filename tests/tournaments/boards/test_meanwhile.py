"""What else happens while teams meet over boards: steps taken back, corrections, people and tables of a kind of their
own, and events of one club that have teams of the same names.
"""

from collections.abc import Sequence
from datetime import timedelta
from fractions import Fraction
from random import Random
from uuid import uuid4

import pytest
from django.test import Client
from django.urls import reverse
from django.utils import timezone

from tests.factories import make_user, sign_in
from tests.tournament_scenes import draw, next_round, running, start
from tests.tournaments.boards.scenes import (
    begun_teams,
    boards_of,
    entrant,
    play_boards,
    side,
    sitting,
    state_of,
    team_event,
    win,
)
from tests.tournaments.files.club_files import brought, elsewhere, rewritten
from tests.tournaments.files.club_files import file_of as club_file_of
from tests.tournaments.proofs.scenes import file_of
from tests.tournaments.proofs.test_event_files import proved
from tests.tournaments.season.seasons import FIRST, a_season
from tournaments.audit import SYSTEM
from tournaments.models import Event, Player, Table, Team
from tournaments.selectors.season.page import season_page
from tournaments.selectors.season.standing import season_teams
from tournaments.selectors.stage.records import stage_state
from tournaments.selectors.teams import standing_of_teams, teams_of
from tournaments.services.club.people import anonymise, forget_names_aside
from tournaments.services.night import finish_event
from tournaments.services.refusals import Missing, Refused
from tournaments.services.stage.entrants import (
    check_in,
    enter_late,
    fix_table,
    keep_apart,
    substitute,
    take_back_entries,
    withdraw,
)
from tournaments.services.stage.late_corrections import DealChange, correct_late
from tournaments.services.stage.line_ups import set_line_up
from tournaments.services.stage.planning import request_byes
from tournaments.services.stage.preview import exchange_in_preview, undo_in_preview
from tournaments.services.stage.rounds import draw_round, publish_round, unpublish_round
from tournaments.services.teams import ListedTeam, set_teams, undo_teams

pytestmark = pytest.mark.django_db


def listed(event: Event, **names: str) -> list[ListedTeam]:
    """As they are, but for those that get another name."""
    return [
        ListedTeam(
            names.get(team.team.name, team.team.name),
            tuple(member.pk for member in team.members),
            team.captain and team.captain.pk,
            team.team.pk,
        )
        for team in teams_of(event)
    ]


def win_all(tables: Sequence[Table]) -> None:
    """By the team whose letter comes first."""
    for table in tables:
        win(table, min(sitting(table))[0])


@pytest.fixture
def director(client: Client) -> Client:
    return sign_in(client, make_user("Ruta", is_superuser=True))


# The preview


def test_what_the_director_takes_back_in_the_preview_leaves_what_a_captain_has_said_since():
    event = begun_teams(4, each=3, boards=2)
    round_ = draw(event)
    exchange_in_preview(round_id=round_.pk, first=side(event, "A"), second=side(event, "B"), actor=SYSTEM)
    named = [entrant(event, name).pk for name in ("A2", "A3")]
    set_line_up(round_id=round_.pk, side=side(event, "A"), members=named, actor=SYSTEM)
    undo_in_preview(round_id=round_.pk, actor=SYSTEM)
    round_.refresh_from_db()
    assert round_.seating.line_ups == {side(event, "A"): tuple(named)}


def test_where_nobody_was_named_a_round_that_is_taken_back_names_nobody():
    event = begun_teams(2, each=3, boards=2)
    missing = [entrant(event, "A1").pk]
    check_in(event_id=event.pk, entrants=missing, present=False, actor=SYSTEM)
    round_ = draw(event)
    publish_round(round_id=round_.pk, actor=SYSTEM)
    unpublish_round(round_id=round_.pk, actor=SYSTEM)
    check_in(event_id=event.pk, entrants=missing, present=True, actor=SYSTEM)
    again = stage_state(running(event)).preview
    assert again
    publish_round(round_id=again.pk, actor=SYSTEM)
    assert {name for table in boards_of(event, "A") for name in sitting(table)} == {"A1", "A2", "B1", "B2"}


def test_a_fixed_table_of_a_team_is_the_first_of_as_many_as_it_has_boards():
    event = begun_teams(6, each=4, boards=4)
    for letter, number in zip("ABC", (3, 4, 5), strict=True):
        fix_table(event_id=event.pk, entrant_id=side(event, letter), table=number, actor=SYSTEM)
    numbers = [table.number for table in next_round(event)]
    assert len(set(numbers)) == 12
    assert boards_of(event, "A")[0].number == 3


def test_a_member_who_needs_a_table_sits_there_at_the_board_of_theirs():
    event = begun_teams(4, each=3, boards=2)
    fix_table(event_id=event.pk, entrant_id=entrant(event, "A2").pk, table=6, actor=SYSTEM)
    next_round(event)
    assert [table.number for table in boards_of(event, "A") if "A2" in sitting(table)] == [6]


def test_the_table_that_a_reserve_needs_moves_nobody():
    event = begun_teams(4, each=3, boards=2)
    fix_table(event_id=event.pk, entrant_id=entrant(event, "A3").pk, table=9, actor=SYSTEM)
    assert sorted(table.number for table in next_round(event)) == [1, 2, 3, 4]


def test_teams_do_not_meet_where_members_of_theirs_are_kept_apart():
    event = team_event(4, rounds=2)
    start(event)
    event.stages.update(seed=4)
    ids = [entrant(event, name).pk for name in ("A1", "B2")]
    keep_apart(event_id=event.pk, groups=[ids], actor=SYSTEM)
    for _number in range(2):
        play_boards(event, Random(1))
    met = {frozenset(table.ids) for table in state_of(event).groups[0].tables}
    teams = {name: side(event, name) for name in "ABCD"}
    assert met == {frozenset({teams[one], teams[other]}) for one in "AB" for other in "CD"}


@pytest.mark.parametrize("how", ["shared", "standing"])
@pytest.mark.parametrize("number", [1, 2])
def test_a_board_that_counts_provisionally_is_one_of_the_match_and_its_file_proves_it(number, how):
    event = begun_teams(4, each=3, boards=3, rounds=2)
    tables = next_round(event)
    waiting = tables[number - 1]
    win_all([table for table in tables if table != waiting])
    round_ = draw_round(stage_id=running(event).pk, actor=SYSTEM, provisional={waiting.pk: how})
    match = stage_state(running(event), provisional={waiting.pk: how}).groups[0].rounds[0].tables[0]
    assert sorted((seat.place, seat.score) for seat in match.seats) == [(1, Fraction(5, 2)), (2, Fraction(1, 2))]
    win(waiting, max(sitting(waiting))[0])
    win_all(publish_round(round_id=round_.pk, actor=SYSTEM))
    finish_event(event_id=event.pk, actor=SYSTEM)
    assert proved(file_of(event)).checked["draws"] == 2


# Corrections and rulings


def test_by_standings_only_the_team_that_moved_on_in_a_bracket_stays_there():
    event = begun_teams(4, key="single-elimination")
    win_all(next_round(event))
    boards = boards_of(event, "A")
    moved_on = {seat.id for table in state_of(event).groups[0].tables for seat in table.seats if seat.place == 1}
    next_round(event)
    for board in boards:
        board.refresh_from_db()
        loser = next(seat for seat, name in enumerate(sitting(board)) if name[0] != "A")
        change = DealChange(1, {"dealer": board.first_dealer, "claimed": [loser]}, uuid4())
        correct_late(table_id=board.pk, change=change, replay=False, reason="late", actor=SYSTEM)
    first = state_of(event).groups[0].rounds[0]
    assert {seat.id for table in first.tables for seat in table.seats if seat.place == 1} == moved_on


def test_a_board_of_a_bracket_may_be_level_and_its_match_may_not(director):
    event = begun_teams(2, key="single-elimination")
    board, _other = next_round(event)
    address = reverse("table-ruling", args=[board.pk])
    answers = [
        director.post(address, {"kind": kind, f"{prefix}-seat-0": 1, f"{prefix}-seat-1": 1, f"{prefix}-reason": ""})
        for kind, prefix in (("match", "match"), ("places", "places"))
    ]
    assert [answer.status_code for answer in answers] == [200, 302]
    assert [ruling.kind for ruling in board.rulings.all()] == ["decision"]


def test_boards_against_a_team_whose_results_are_annulled_bring_nobody_a_point():
    event = begun_teams(4, key="round-robin")
    win_all(next_round(event))
    loser = next(name for name in "BCD" if state_of(event).sides(boards_of(event, name)[0]).count(side(event, "A")))
    withdraw(event_id=event.pk, entrant_id=side(event, loser), actor=SYSTEM, results="annulled")
    standing = standing_of_teams(Event.objects.get(pk=event.pk))
    assert standing
    brought_by = {line.team.name: [member.points for member in line.members] for line in standing.lines}
    assert brought_by["A"] == brought_by[loser] == [0, 0]
    assert sum(map(sum, brought_by.values())) == 2


# Teams and their people


def test_a_team_that_plays_gets_another_name_which_can_be_undone():
    event = begun_teams(2)
    revision = set_teams(event_id=event.pk, teams=listed(event, A="Reds"), best=0, actor=SYSTEM)
    undo_teams(event_id=event.pk, revision=revision, actor=SYSTEM)
    assert [team.name for team in event.teams.all()] == ["A", "B"]


def test_a_line_of_the_same_members_is_a_new_name_of_their_team(director):
    event = begun_teams(2)
    sides = set(event.teams.values_list("side", flat=True))
    text = "Reds: A1*, A2\nB: B1*, B2"
    answer = director.post(reverse("teams", args=[event.pk]), {"text": text, "best": 0, "revision": ""})
    assert answer.status_code == 302
    assert {team.name: team.side_id for team in event.teams.all()}.keys() == {"Reds", "B"}
    assert set(event.teams.values_list("side", flat=True)) == sides


def test_nobody_is_entered_late_where_teams_play(director):
    event = begun_teams(4)
    play_boards(event, Random(1))
    with pytest.raises(Refused) as refused:
        enter_late(event_id=event.pk, name="Late", late_points=Fraction(0), actor=SYSTEM)
    assert refused.value.code == "too-late"
    assert "Points for each round missed" not in director.get(reverse("entrants", args=[event.pk])).content.decode()


def test_a_member_asks_for_no_bye_and_nobody_stands_in_for_a_team():
    event = team_event(4)
    with pytest.raises(Refused) as refused:
        request_byes(event_id=event.pk, entrant_id=entrant(event, "A1").pk, byes={1: "half"}, actor=SYSTEM)
    assert refused.value.code == "no-byes-here"
    request_byes(event_id=event.pk, entrant_id=side(event, "A"), byes={1: "half"}, actor=SYSTEM)
    with pytest.raises(Missing):
        substitute(event_id=event.pk, entrant_id=side(event, "A"), name="Zoe", actor=SYSTEM)


def test_who_was_named_for_a_board_that_nobody_came_to_stays_entered():
    event = begun_teams(2, each=2, boards=2, rounds=1)
    withdraw(event_id=event.pk, entrant_id=entrant(event, "B2").pk, actor=SYSTEM)
    win_all(next_round(event))
    with pytest.raises(Refused) as refused:
        take_back_entries(event_id=event.pk, entrants=[entrant(event, "A2").pk], actor=SYSTEM)
    assert refused.value.code == "registration-played"


def test_a_name_that_is_forgotten_is_in_no_teams_name():
    event = begun_teams(2, rounds=1)
    Player.objects.filter(pk=entrant(event, "A1").player_id).update(name="Ana Rossi")
    set_teams(event_id=event.pk, teams=listed(event, A="Friends of Ana Rossi"), best=0, actor=SYSTEM)
    win_all(next_round(event))
    finish_event(event_id=event.pk, actor=SYSTEM)
    now = timezone.now()
    anonymise(player=Player.objects.get(name="Ana Rossi"), actor=SYSTEM, now=now)
    forget_names_aside(now=now + timedelta(days=400))
    names = set(Team.objects.values_list("name", flat=True))
    assert not any("Rossi" in name for name in names)
    assert set(Player.everyone.filter(is_team=True).values_list("name", flat=True)) == names


# More than one event


def test_a_club_comes_in_with_teams_of_the_same_name_at_two_events_and_a_player_called_so():
    club = begun_teams(2).club
    Player.objects.create(club=club, name="A")
    begun_teams(2, club=club)
    there = brought(rewritten(club_file_of(club), elsewhere))
    assert Player.everyone.filter(club=there, is_team=True, name="A").count() == 2
    assert not Team.objects.filter(event__club=there, side=None).exists()


def test_a_season_counts_places_of_teams_where_players_have_none():
    event = begun_teams(4, rounds=1)
    season = a_season(event.club, events="all")
    Event.objects.filter(pk=event.pk).update(date=FIRST)
    win_all(next_round(event))
    finish_event(event_id=event.pk, actor=SYSTEM)
    page = season_page(season)
    rows = season_teams(page.season_rules, page.ended)
    placed = dict(event.teams.values_list("name", "place"))
    assert (placed[rows[0].name], rows[0].row.points) == (1, 5)
