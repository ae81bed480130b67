"""The director's word beside the deals: forfeits, decisions, ties settled at the table, and all of it taken back."""

from fractions import Fraction

import pytest
from django.utils import timezone

from tests.factories import announce, correct, deal, make_table
from tests.tournament_scenes import (
    draw,
    finish_round,
    finish_table,
    ids,
    make_tournament,
    next_round,
    open_tables,
    running,
    start,
)
from tournaments.audit import SYSTEM
from tournaments.formats.stages import stage_standings
from tournaments.models import AuditEntry, PadLink, RecordedForGood, Ruling, Table
from tournaments.selectors.stage.places import ruling_page
from tournaments.selectors.stage.records import stage_state
from tournaments.selectors.stage.rounds import round_view
from tournaments.services.rebuild import rebuild_scores
from tournaments.services.refusals import Refused
from tournaments.services.stage.planning import start_stage
from tournaments.services.stage.rulings import decide_places, forfeit, lift_ruling, settle_tie

pytestmark = pytest.mark.django_db

FOURS = (("swiss", {"seats": 4, "rounds": 2}),)
KNOCKOUT = (("single-elimination", {}),)


def playing(count=4, **facts):
    """A tournament with its first round published, and the first table of that."""
    event = make_tournament(count, **facts)
    start(event)
    return event, next_round(event)[0]


def points(event) -> dict[int, Fraction]:
    state = stage_state(running(event))
    return {int(row.id): row.points for row in stage_standings(state.groups[0], state.plan.options)}


def sitting(table) -> list[int]:
    return list(table.seats.order_by("index").values_list("entrant_id", flat=True))


def refreshed(table) -> Table:
    table.refresh_from_db()
    return table


def decide(table, *places, **given):
    decide_places(table_id=table.pk, places=places, reason="as told", actor=SYSTEM, **given)


def miss(table, *seats, **given):
    forfeit(table_id=table.pk, seats=seats, reason="no-show", actor=SYSTEM, **given)


def test_a_forfeit_at_a_table_of_two_ends_it_for_the_other():
    event, table = playing()
    there, missing = sitting(table)
    miss(table, 1)
    assert refreshed(table).status == Table.Status.CLOSED
    assert (points(event)[there], points(event)[missing]) == (1, 0)
    assert table not in open_tables(event)


def test_a_double_forfeit_gives_neither_of_them_a_point():
    event, table = playing()
    miss(table, 0, 1)
    assert {points(event)[who] for who in sitting(table)} == {0}
    assert table not in open_tables(event)


def test_a_no_show_before_the_first_deal_leaves_a_table_of_three():
    event, table = playing(4, stages=FOURS)
    first, missing, third, fourth = sitting(table)
    miss(table, 1)
    assert refreshed(table).status == Table.Status.PLAYING
    assert sitting(table) == [first, third, fourth]
    assert not Ruling.objects.exists()
    deal(table, {"dealer": 0, "claimed": [2]})
    assert refreshed(table).status == Table.Status.FINISHED
    assert points(event) == {fourth: 4, first: Fraction(5, 2), third: Fraction(5, 2), missing: 0}
    assert draw(event)


def test_three_who_do_not_come_leave_the_fourth_the_win():
    event, table = playing(4, stages=FOURS)
    there = sitting(table)[2]
    miss(table, 0, 1, 3)
    assert points(event)[there] == 4
    assert sum(points(event).values()) == 4


def test_who_leaves_a_table_of_four_that_has_begun_comes_last_there():
    event, table = playing(4, stages=FOURS, rules={"deals": 2, "cards": "optional"})
    first, second, third, gone = sitting(table)
    deal(table, {"dealer": 0, "claimed": [3]})
    miss(table, 3)
    assert refreshed(table).status == Table.Status.PLAYING
    assert len(sitting(table)) == 4
    deal(table, {"dealer": 1, "claimed": [1]})
    assert points(event) == {second: 4, first: Fraction(5, 2), third: Fraction(5, 2), gone: 0}


def test_after_a_deal_nobody_gets_up_even_if_it_was_voided(client):
    _, table = playing(stages=FOURS, rules={"deals": 3, "cards": "optional"})
    deal(table, {"dealer": 0, "claimed": [3]})
    correct(table, 1, None)
    seated = sitting(table)
    miss(table, 0)
    assert sitting(refreshed(table)) == seated
    deal(table, {"dealer": 0, "claimed": [1]})
    assert client.get(f"/tables/{table.pk}/").status_code == 200


@pytest.mark.parametrize("seats", [(), (2,), (0, 5)])
def test_a_forfeit_names_seats_that_are_there(seats):
    _event, table = playing()
    with pytest.raises(Refused, match="seat-missing"):
        miss(table, *seats)


def test_a_decision_stands_over_the_deals_which_stay_what_they_are():
    event, table = playing()
    deal(table, {"dealer": 0, "claimed": [0]})
    decide(table, 2, 1)
    loser, winner = sitting(table)
    assert (points(event)[winner], points(event)[loser]) == (1, 0)
    assert [seat.place for seat in table.seats.order_by("index")] == [1, 2]
    assert not list(rebuild_scores(keep=False))
    lift_ruling(table_id=table.pk, reason="it was right", actor=SYSTEM)
    assert (points(event)[winner], points(event)[loser]) == (0, 1)
    assert refreshed(table).status == Table.Status.FINISHED


def test_a_decision_may_share_a_place():
    event, table = playing()
    decide(table, 1, 1)
    assert {points(event)[who] for who in sitting(table)} == {Fraction(1, 2)}


@pytest.mark.parametrize("places", [(1,), (1, 3), (2, 2), (0, 1), (2, 3)])
def test_a_decision_gives_every_seat_a_place_that_can_be(places):
    _event, table = playing()
    with pytest.raises(Refused, match="places-wrong"):
        decide(table, *places)
    assert not Ruling.objects.exists()


def test_the_newest_ruling_counts_and_every_one_is_kept_with_its_reason():
    event, table = playing()
    decide(table, 1, 2)
    decide(table, 2, 1)
    assert points(event)[sitting(table)[1]] == 1
    entries = AuditEntry.objects.filter(table=table, action="ruling").order_by("id")
    assert [entry.before["value"] for entry in entries] == [[], [1, 2]]
    assert [entry.after["value"] for entry in entries] == [[1, 2], [2, 1]]
    assert {(entry.after["kind"], entry.after["reason"]) for entry in entries} == {("decision", "as told")}
    with pytest.raises(RecordedForGood):
        Ruling.objects.all().delete()


def test_a_ruling_lifted_from_a_table_without_deals_lets_it_play():
    event, table = playing()
    decide(table, 1, 2)
    lift_ruling(table_id=table.pk, reason="wrong table", actor=SYSTEM)
    assert refreshed(table).status == Table.Status.PLAYING
    assert table.ended_at is None
    assert PadLink.objects.filter(table=table, revoked_at=None).count() == 1
    assert table in open_tables(event)
    finish_table(table, winner=1)
    assert points(event)[sitting(table)[1]] == 1


def test_a_ruled_table_is_shown_with_the_places_of_the_ruling_and_who_forfeits_leads_nowhere():
    event, table = playing(4)
    other = open_tables(event)[1]
    assert ruling_page(table.pk).places == []
    finish_table(table, winner=0)
    assert ruling_page(table.pk).places == [1, 2]
    decide(table, 2, 1)
    miss(other, 1)
    shown = round_view(stage_state(running(event)), table.round, event, now=timezone.now(), with_late=False)
    decided, forfeited = (each.card.seats for each in shown.tables)
    assert [(seat.place, seat.leads) for seat in decided] == [(2, False), (1, True)]
    assert forfeited[1].leads is False


def test_a_vilnius_table_closed_by_a_ruling_is_reckoned_as_closed():
    event, table = playing(game="vilnius", rules={})
    for payload in (announce(1, 3, 3), announce(0, 3, 3), announce(1, 2, 0)):
        deal(table, payload)
    miss(table, 1)
    assert refreshed(table).status == Table.Status.CLOSED
    assert not list(rebuild_scores(keep=False))
    assert points(event)[sitting(table)[0]] == 1


def test_a_tie_settled_at_the_table_decides_the_rank():
    event, _table = playing(4, stages=[("swiss", {"rounds": 1, "chain": ["score", "decided"]})])
    finish_round(event)
    state = stage_state(running(event))
    rows = stage_standings(state.groups[0], state.plan.options)
    level = [int(row.id) for row in rows if row.points == 1]
    assert [row.rank for row in rows] == [1, 1, 3, 3]
    for order in (level, level[::-1]):
        settle_tie(stage_id=running(event).pk, order=order, reason="one deal more", actor=SYSTEM)
        state = stage_state(running(event))
        rows = stage_standings(state.groups[0], state.plan.options)
        assert [(row.rank, int(row.id)) for row in rows[:2]] == [(1, order[0]), (2, order[1])]


def test_a_tie_is_settled_among_entrants_of_the_stage():
    event, _table = playing()
    one = ids(event)[0]
    for order in ([one], [one, one], [one, 10**6]):
        with pytest.raises(Refused, match="list-changed"):
            settle_tie(stage_id=running(event).pk, order=order, reason="", actor=SYSTEM)


@pytest.mark.parametrize("end", [lambda table: decide(table, 1, 1), lambda table: miss(table, 0, 1)])
def test_a_knockout_needs_one_winner_before_it_goes_on(end):
    event, table = playing(stages=KNOCKOUT)
    other = open_tables(event)[1]
    finish_table(other)
    end(table)
    with pytest.raises(Refused) as caught:
        draw(event)
    assert caught.value.as_dict() == {"code": "results-missing", "tables": [table.number]}
    decide(table, 2, 1)
    (final,) = next_round(event)
    assert set(sitting(final)) == {sitting(table)[1], sitting(other)[0]}


def test_no_stage_follows_a_final_without_a_winner():
    stages = [*KNOCKOUT, ("round-robin", {})]
    event, final = playing(2, stages=stages)
    decide(final, 1, 1)
    with pytest.raises(Refused, match="results-missing"):
        start_stage(stage_id=event.stages.get(number=2).pk, entrants=ids(event), actor=SYSTEM)
    decide(final, 2, 1)
    assert start(event).number == 2


def test_at_a_table_knockout_only_the_places_that_matter_must_be_settled():
    event, table = playing(8, stages=[("table-knockout", {"seats": 4, "advance": 2})])
    finish_table(open_tables(event)[1])
    decide(table, 1, 1, 3, 3)
    with pytest.raises(Refused, match="results-missing"):
        draw(event)
    decide(table, 2, 1, 3, 3)
    (final,) = next_round(event)
    assert set(sitting(table)[:2]) < set(sitting(final))


def test_a_result_that_a_later_round_rests_on_is_not_ruled_on():
    event, table = playing()
    finish_round(event)
    draw(event)
    for refused in (
        lambda: decide(table, 2, 1),
        lambda: miss(table, 0),
        lambda: lift_ruling(table_id=table.pk, reason="", actor=SYSTEM),
    ):
        with pytest.raises(Refused, match="later-round"):
            refused()
    assert Ruling.objects.filter(table=table).count() == 1


def test_in_a_bracket_a_result_is_free_until_its_people_have_moved_on():
    event, _table = playing(8, stages=KNOCKOUT)
    first, second, third, fourth = open_tables(event)
    finish_table(first)
    finish_table(second)
    (semi_final,) = next_round(event)
    finish_table(third)
    decide(third, 2, 1)
    with pytest.raises(Refused, match="later-round"):
        decide(first, 2, 1)
    finish_table(fourth)
    finish_table(semi_final)
    assert len(next_round(event)) == 1


def test_a_table_of_a_club_night_is_not_ruled_on():
    with pytest.raises(Refused, match="no-tournament"):
        decide(make_table(), 1, 2)
