"""Rounds of teams: the draw, the boards, who sits there, and what the match comes to."""

from fractions import Fraction
from random import Random
from uuid import uuid4

import pytest
from django.db import connection
from django.test.utils import CaptureQueriesContext

from tests.factories import deal
from tests.tournament_scenes import begun, draw, next_round, running, start
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
from tournaments.audit import SYSTEM
from tournaments.models import Entrant, Player, Ruling, Seat, Table
from tournaments.selectors.stage.places import final_places
from tournaments.selectors.stage.qualification import start_list
from tournaments.selectors.stage.records import stage_state
from tournaments.services.refusals import Refused
from tournaments.services.stage import rulings
from tournaments.services.stage.entrants import check_in, substitute, withdraw
from tournaments.services.stage.late_corrections import DealChange
from tournaments.services.stage.late_corrections import preview as preview_late
from tournaments.services.stage.line_ups import set_line_up
from tournaments.services.stage.planning import plan_stages
from tournaments.services.stage.preview import exchange_in_preview
from tournaments.services.stage.rounds import publish_round, undo_round, unpublish_round
from tournaments.services.teams import set_teams

pytestmark = pytest.mark.django_db


def test_teams_start_in_the_order_of_their_members_seeds():
    event = team_event(3)
    lines = start_list(event.stages.get()).lines
    assert [line.entrant.player.name for line in lines] == ["A", "B", "C"]


def test_what_stands_for_a_team_is_no_player_of_the_club():
    event = team_event(2)
    assert set(event.club.players.values_list("name", flat=True)) == {"A1", "A2", "B1", "B2"}
    assert Player.everyone.filter(is_team=True).count() == 2
    Player.objects.create(club=event.club, name="A")  # somebody who is called as a team is


def test_a_round_has_a_table_for_each_board_and_the_sides_deal_first_in_turn():
    event = begun_teams(4, each=3, boards=3)
    tables = next_round(event)
    assert [table.number for table in tables] == [1, 2, 3, 4, 5, 6]
    assert [table.game for table in tables] == [1, 2, 3, 1, 2, 3]
    first, second = sitting(tables[0])[0][0], sitting(tables[0])[1][0]
    assert [sitting(table) for table in tables[:3]] == [
        [f"{first}1", f"{second}1"],
        [f"{second}2", f"{first}2"],
        [f"{first}3", f"{second}3"],
    ]


def test_a_match_is_open_until_every_board_has_ended_and_then_counts_as_one():
    event = begun_teams(2, each=3, boards=3, rounds=1)
    one, two, three = next_round(event)
    win(one, "A")
    win(two, "A")
    state = state_of(event)
    assert [table.pk for table in state.waiting(state.open_tables)] == [three.pk]
    win(three, "B")
    (record,) = state_of(event).groups[0].rounds[0].tables
    assert {seat.id: (seat.place, seat.score) for seat in record.seats} == {
        side(event, "A"): (1, 2),
        side(event, "B"): (2, 1),
    }
    assert {row.person.tag.name: row.place for row in final_places([state_of(event)])} == {"A": 1, "B": 2}


def test_who_is_not_here_is_left_out_and_the_others_move_up():
    event = begun_teams(2, each=3, boards=2)
    check_in(event_id=event.pk, entrants=[entrant(event, "A1").pk], present=False, actor=SYSTEM)
    next_round(event)
    assert [sorted(sitting(table)) for table in boards_of(event, "A")] == [["A2", "B1"], ["A3", "B2"]]


def test_a_board_that_one_side_cannot_fill_is_won_by_the_other():
    event = begun_teams(2, each=2, boards=2, rounds=1)
    withdraw(event_id=event.pk, entrant_id=entrant(event, "A2").pk, actor=SYSTEM)
    (only,) = next_round(event)
    win(only, "A")
    (record,) = state_of(event).groups[0].rounds[0].tables
    assert {seat.id: (seat.place, seat.score) for seat in record.seats} == {
        side(event, "A"): (1, 1),
        side(event, "B"): (1, 1),
    }


def test_a_team_of_which_nobody_is_here_cannot_be_published():
    event = begun_teams(2)
    check_in(
        event_id=event.pk, entrants=[entrant(event, name).pk for name in ("A1", "A2")], present=False, actor=SYSTEM
    )
    with pytest.raises(Refused) as refused:
        next_round(event)
    assert (refused.value.code, refused.value.params) == ("nobody-of-team", {"name": "A"})


def test_a_captain_names_who_plays_in_the_teams_order_or_in_any():
    event = begun_teams(2, each=4, boards=2)
    round_ = draw(event)
    named = [entrant(event, name).pk for name in ("A2", "A4")]
    set_line_up(round_id=round_.pk, side=side(event, "A"), members=named, actor=SYSTEM)
    with pytest.raises(Refused) as refused:
        set_line_up(round_id=round_.pk, side=side(event, "A"), members=named[::-1], actor=SYSTEM)
    assert refused.value.code == "line-up-order"
    publish_round(round_id=round_.pk, actor=SYSTEM)
    assert [sorted(sitting(table)) for table in boards_of(event, "A")] == [["A2", "B1"], ["A4", "B2"]]

    free = begun_teams(2, each=4, boards=2, line_up="free")
    round_ = draw(free)
    named = [entrant(free, name).pk for name in ("A4", "A2")]
    set_line_up(round_id=round_.pk, side=side(free, "A"), members=named, actor=SYSTEM)
    publish_round(round_id=round_.pk, actor=SYSTEM)
    assert [sorted(sitting(table)) for table in boards_of(free, "A")] == [["A4", "B1"], ["A2", "B2"]]


@pytest.mark.parametrize(
    ("names", "code"),
    [
        (["B1"], "list-changed"),
        (["A1", "A1"], "list-changed"),
        (["A1", "A2", "A3"], "line-up-long"),
        (["A4"], "line-up-away"),
    ],
)
def test_a_line_up_names_members_who_are_here_each_once(names, code):
    event = begun_teams(2, each=4, boards=2)
    check_in(event_id=event.pk, entrants=[entrant(event, "A4").pk], present=False, actor=SYSTEM)
    round_ = draw(event)
    named = [entrant(event, name).pk for name in names]
    with pytest.raises(Refused) as refused:
        set_line_up(round_id=round_.pk, side=side(event, "A"), members=named, actor=SYSTEM)
    assert refused.value.code == code


def test_a_line_up_is_named_no_more_once_the_round_has_begun_and_stays_when_it_is_taken_back():
    event = begun_teams(2, each=3, boards=2)
    round_ = draw(event)
    named = [entrant(event, name).pk for name in ("A1", "A3")]
    set_line_up(round_id=round_.pk, side=side(event, "A"), members=named, actor=SYSTEM)
    publish_round(round_id=round_.pk, actor=SYSTEM)
    with pytest.raises(Refused) as refused:
        set_line_up(round_id=round_.pk, side=side(event, "A"), members=[], actor=SYSTEM)
    assert refused.value.code == "no-preview"
    unpublish_round(round_id=round_.pk, actor=SYSTEM)
    again = stage_state(running(event)).preview
    assert again
    assert again.seating.line_ups[side(event, "A")] == tuple(named)
    publish_round(round_id=again.pk, actor=SYSTEM)
    assert [sorted(sitting(table)) for table in boards_of(event, "A")] == [["A1", "B1"], ["A3", "B2"]]


def test_teams_exchanged_in_the_preview_keep_their_line_ups():
    event = begun_teams(4, each=3, boards=2)
    round_ = draw(event)
    named = [entrant(event, name).pk for name in ("A2", "A3")]
    set_line_up(round_id=round_.pk, side=side(event, "A"), members=named, actor=SYSTEM)
    exchange_in_preview(round_id=round_.pk, first=side(event, "A"), second=side(event, "B"), actor=SYSTEM)
    publish_round(round_id=round_.pk, actor=SYSTEM)
    assert {name for table in boards_of(event, "A") for name in sitting(table) if name[0] == "A"} == {"A2", "A3"}


def test_the_round_is_taken_back_with_all_its_boards():
    event = begun_teams(4)
    tables = next_round(event)
    undo_round(round_id=tables[0].round_id or 0, actor=SYSTEM)
    assert set(Table.objects.filter(event=event).values_list("status", flat=True)) == {Table.Status.UNDONE}
    assert [table.number for table in next_round(event)] == [1, 2, 3, 4]


def test_a_substitute_plays_for_a_member():
    event = begun_teams(2)
    substitute(event_id=event.pk, entrant_id=entrant(event, "A1").pk, name="Zoe", actor=SYSTEM)
    one, _two = next_round(event)
    assert "Zoe" in [seat.player.name for seat in Seat.objects.filter(table=one)]


def test_a_team_that_has_withdrawn_is_drawn_no_more_and_an_odd_one_has_a_bye():
    event = begun_teams(4, rounds=3)
    play_boards(event, Random(1))
    withdraw(event_id=event.pk, entrant_id=side(event, "D"), actor=SYSTEM)
    round_ = draw(event)
    assert side(event, "D") not in round_.seating.seated
    assert len(round_.seating.byes) == 1


def test_in_a_bracket_a_team_that_has_withdrawn_loses_all_boards():
    event = begun_teams(4, key="single-elimination")
    for table in next_round(event):
        win(table, sitting(table)[0][0] if table.game == 1 else sitting(table)[1][0])
    state = state_of(event)
    winners = [seat.id for table in state.groups[0].tables for seat in table.seats if seat.place == 1]
    withdraw(event_id=event.pk, entrant_id=winners[0], actor=SYSTEM)
    tables = next_round(event)
    assert {table.status for table in tables} == {Table.Status.CLOSED}
    assert Ruling.objects.filter(table__in=tables, kind=Ruling.Kind.FORFEIT).count() == 2
    rows = final_places([state_of(event)])
    assert [row.person.id for row in rows][:2] == [winners[1], winners[0]]


def test_a_team_that_has_left_gets_nothing_for_a_board_that_the_other_cannot_fill():
    event = begun_teams(2, key="single-elimination")
    round_ = draw(event)
    withdraw(event_id=event.pk, entrant_id=side(event, "A"), actor=SYSTEM)
    withdraw(event_id=event.pk, entrant_id=entrant(event, "B2").pk, actor=SYSTEM)
    publish_round(round_id=round_.pk, actor=SYSTEM)
    (record,) = state_of(event).groups[0].rounds[0].tables
    assert record.forfeited == {side(event, "A")}
    assert {seat.id: seat.score for seat in record.seats} == {side(event, "A"): 0, side(event, "B"): 1}


def test_a_bracket_match_that_is_level_on_boards_goes_to_the_first_of_them_or_waits_for_the_director():
    event = begun_teams(2, key="single-elimination")
    one, two = next_round(event)
    win(one, "B")
    win(two, "A")
    assert [row.person.tag.name for row in final_places([state_of(event)])] == ["B", "A"]


def test_a_ruling_on_one_board_counts_for_the_match():
    event = begun_teams(2, rounds=1)
    one, two = next_round(event)
    win(one, "A")
    away = next(index for index, name in enumerate(sitting(two)) if name[0] == "B")
    rulings.forfeit(table_id=two.pk, seats=[away], reason="", actor=SYSTEM)
    (record,) = state_of(event).groups[0].rounds[0].tables
    assert {seat.id: seat.score for seat in record.seats} == {side(event, "A"): 2, side(event, "B"): 0}


def test_the_word_of_the_director_places_the_whole_match():
    event = begun_teams(2, rounds=1)
    _one, two = next_round(event)
    first = sitting(two)[0][0]
    rulings.decide_match(table_id=two.pk, places=[1, 2], reason="", actor=SYSTEM)
    (record,) = state_of(event).groups[0].rounds[0].tables
    assert {seat.id: seat.place for seat in record.seats} == {
        side(event, first): 1,
        side(event, "B" if first == "A" else "A"): 2,
    }


def test_a_late_correction_of_one_board_says_what_it_moves():
    event = begun_teams(4, rounds=2)
    for table in next_round(event):
        win(table, sitting(table)[0][0] if table.game == 1 else sitting(table)[1][0])
    next_round(event)
    state = state_of(event)
    board = state.boards(state.tables[state.rounds[0].pk])[0]
    change = DealChange(number=1, payload={"dealer": 0, "claimed": [1]}, client_id=uuid4())
    impact = preview_late(table_id=board.pk, change=change, actor=SYSTEM)
    assert impact.corrected.kind == "played"
    assert [seat.score for seat in impact.corrected.seats] == [1, 1]


def test_all_stages_are_played_by_teams_or_none():
    event = team_event(2)
    with pytest.raises(Refused) as refused:
        plan_stages(event_id=event.pk, stages=[("swiss", {"boards": 2}), ("swiss", {})], actor=SYSTEM)
    assert refused.value.code == "boards-differ"


def test_a_team_that_plays_is_not_dissolved_and_a_plan_without_boards_forgets_the_sides():
    event = team_event(2)
    plan_stages(event_id=event.pk, stages=[("swiss", {"rounds": 1})], actor=SYSTEM)
    assert not Player.everyone.filter(is_team=True).exists()
    assert Entrant.objects.filter(event=event).count() == 4
    started = team_event(2)
    start(started)
    with pytest.raises(Refused) as refused:
        set_teams(event_id=started.pk, teams=[], best=0, actor=SYSTEM)
    assert refused.value.code == "team-plays"


def test_teams_level_for_first_place_do_not_play_off():
    event = begun_teams(2, rounds=1)
    one, two = next_round(event)
    win(one, "A")
    win(two, "B")
    with pytest.raises(Refused) as refused:
        rulings.play_off_first(stage_id=running(event).pk, level=[side(event, "A"), side(event, "B")], actor=SYSTEM)
    assert refused.value.code in ("no-play-off-of-teams", "list-changed")


@pytest.mark.slow
def test_twelve_teams_of_four_over_three_rounds_stand_as_their_deals_say():
    event = begun_teams(12, each=5, boards=4, rounds=3)
    random = Random(20261127)
    match_points: dict[str, Fraction] = {}
    board_points: dict[str, Fraction] = {}
    for _number in range(3):
        scores: dict[frozenset[str], dict[str, Fraction]] = {}
        for table, places in play_boards(event, random).items():
            teams = [name[0] for name in sitting(table)]
            match = scores.setdefault(frozenset(teams), dict.fromkeys(teams, Fraction()))
            for team, place in zip(teams, places, strict=True):
                match[team] += Fraction(1, 2) if places == (1, 1) else Fraction(2 - place)
        assert len(scores) == 6
        for match in scores.values():
            (one, first), (two, second) = match.items()
            assert first + second == 4
            board_points[one] = board_points.get(one, Fraction()) + first
            board_points[two] = board_points.get(two, Fraction()) + second
            match_points[one] = match_points.get(one, Fraction()) + (first > second) * 2 + (first == second)
            match_points[two] = match_points.get(two, Fraction()) + (second > first) * 2 + (first == second)
    state = state_of(event)
    names = {entry.entrant_id: entry.entrant.player.name for entry in state.entries}
    (rows,) = state.standings
    assert {names[row.id]: row.points for row in rows} == match_points
    of_boards = {names[seat.id]: Fraction(0) for table in state.groups[0].tables for seat in table.seats}
    for table in state.groups[0].tables:
        for seat in table.seats:
            of_boards[names[seat.id]] += seat.score
    assert of_boards == board_points
    assert [row.points for row in rows] == sorted(match_points.values(), reverse=True)


def test_a_deal_at_a_board_costs_as_many_statements_as_at_a_table_alone():
    alone, (board, _other) = next_round(begun(2))[0], next_round(begun_teams(2, rounds=1))
    counts = []
    for table in (alone, board):
        with CaptureQueriesContext(connection) as queries:
            deal(table, {"dealer": 0, "claimed": [0]})
        counts.append(len(queries))
    assert counts[1] == counts[0]
