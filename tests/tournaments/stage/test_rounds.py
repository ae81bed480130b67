"""A round from its draw to its first deal: previewed, changed by hand, published whole, taken back."""

from datetime import UTC, datetime, timedelta
from unittest.mock import patch

import pytest
from django.utils import timezone

from scoring.errors import ScoringError
from tests.factories import correct, deal
from tests.tournament_scenes import (
    SWISS,
    begun,
    draw,
    finish_round,
    finish_table,
    ids,
    make_tournament,
    next_round,
    open_tables,
    play_round,
    running,
    start,
)
from tournaments.audit import SYSTEM
from tournaments.formats.stages import stage_standings
from tournaments.models import AuditEntry, Entrant, PadLink, Round, Ruling, Table
from tournaments.selectors.stage.records import stage_state
from tournaments.selectors.table.deals import clock_of
from tournaments.selectors.tournament.desk import tournament_desk
from tournaments.services.refusals import Refused
from tournaments.services.stage import rounds
from tournaments.services.stage.entrants import fix_table, keep_apart, reinstate, withdraw
from tournaments.services.stage.planning import require_over
from tournaments.services.stage.preview import discard_preview, exchange_in_preview
from tournaments.services.stage.rounds import draw_round, publish_round, undo_round
from tournaments.services.stage.rulings import forfeit, lift_ruling
from tournaments.services.table.life import adjourn_table, resume_table

pytestmark = pytest.mark.django_db

KNOCKOUT = (("single-elimination", {}),)


def exchange(round_, first, second):
    exchange_in_preview(round_id=round_.pk, first=first, second=second, actor=SYSTEM)
    round_.refresh_from_db()


def people(round_) -> list[list[int]]:
    return [list(table.entrants) for table in round_.seating.tables]


def seated(round_) -> list[int]:
    return [who for table in people(round_) for who in table]


def numbers(round_) -> list[int]:
    return [table.number for table in round_.seating.tables]


def test_a_preview_seats_everybody_and_opens_no_table():
    event = begun(9)
    round_ = draw(event)
    assert (round_.status, round_.number) == (Round.Status.PREVIEW, 1)
    assert sorted([*seated(round_), *round_.seating.byes]) == sorted(ids(event))
    assert numbers(round_) == [1, 2, 3, 4]
    assert not Table.objects.exists()
    with pytest.raises(Refused, match="preview-waiting"):
        draw(event)


def test_the_same_draw_comes_again_from_the_stored_seed():
    event = begun(12)
    first = draw(event)
    discard_preview(round_id=first.pk, actor=SYSTEM)
    again = draw(event)
    assert (again.number, again.seating) == (first.number, first.seating)


def test_two_change_places_between_tables_and_with_the_bye():
    event = begun(9)
    round_ = draw(event)
    (one, mate), (other, opponent), *_ = people(round_)
    exchange(round_, one, other)
    assert people(round_)[:2] == [[other, mate], [one, opponent]]
    (idle,) = round_.seating.byes
    exchange(round_, idle, mate)
    assert round_.seating.byes == (mate,)
    assert people(round_)[0] == [other, idle]
    assert round_.seating.edited
    tables = publish_round(round_id=round_.pk, actor=SYSTEM)
    assert list(tables[0].seats.values_list("entrant_id", flat=True)) == [other, idle]


def test_a_stranger_and_oneself_cannot_be_exchanged():
    round_ = draw(begun(8))
    one = people(round_)[0][0]
    for pair in ((one, one), (one, 10**6)):
        with pytest.raises(Refused, match="list-changed"):
            exchange(round_, *pair)


def test_in_a_bracket_only_the_seats_of_a_table_can_be_exchanged():
    round_ = draw(begun(4, stages=KNOCKOUT))
    (one, other), (third, _) = people(round_)
    with pytest.raises(Refused, match="bracket-fixed"):
        exchange(round_, one, third)
    exchange(round_, one, other)
    assert people(round_)[0] == [other, one]


def test_a_round_is_published_with_a_pad_for_every_table():
    event = begun(8)
    round_ = draw(event)
    tables = publish_round(round_id=round_.pk, actor=SYSTEM, minutes=50)
    round_.refresh_from_db()
    assert (round_.status, round_.minutes) == (Round.Status.PUBLISHED, 50)
    assert len(tables) == Table.objects.filter(round=round_, status=Table.Status.PLAYING).count() == 4
    assert PadLink.objects.filter(table__in=tables, revoked_at=None).count() == 4
    with pytest.raises(Refused, match="no-preview"):
        publish_round(round_id=round_.pk, actor=SYSTEM)


def test_a_round_is_published_whole_or_not_at_all(monkeypatch):
    round_ = draw(begun(8))

    def fail(links):
        raise RuntimeError("the power went")

    monkeypatch.setattr(PadLink.objects, "bulk_create", fail)  # the last of what a table needs
    with pytest.raises(RuntimeError):
        publish_round(round_id=round_.pk, actor=SYSTEM)
    round_.refresh_from_db()
    assert round_.status == Round.Status.PREVIEW
    assert not Table.objects.exists()
    assert not AuditEntry.objects.filter(action="round-published").exists()


def test_who_withdrew_after_the_draw_stops_the_publishing_by_name():
    event = begun(8)
    round_ = draw(event)
    gone = Entrant.objects.get(pk=people(round_)[0][1])
    withdraw(event_id=event.pk, entrant_id=gone.pk, actor=SYSTEM)
    with pytest.raises(Refused) as caught:
        publish_round(round_id=round_.pk, actor=SYSTEM)
    assert caught.value.as_dict() == {"code": "gone-since-draw", "names": [gone.player.name]}
    reinstate(event_id=event.pk, entrant_id=gone.pk, actor=SYSTEM)
    assert len(publish_round(round_id=round_.pk, actor=SYSTEM)) == 4


def test_in_a_bracket_who_withdrew_after_the_draw_loses_by_forfeit():
    event = begun(4, stages=KNOCKOUT)
    round_ = draw(event)
    gone = people(round_)[0][0]
    withdraw(event_id=event.pk, entrant_id=gone, actor=SYSTEM)
    table, other = publish_round(round_id=round_.pk, actor=SYSTEM)
    assert table.status == Table.Status.CLOSED
    assert not table.pad_links.exists()
    assert Ruling.objects.get(table=table).value == [0]
    finish_table(other)
    (final,) = next_round(event)
    assert people(round_)[0][1] in final.seats.values_list("entrant_id", flat=True)


def test_a_round_without_all_results_has_no_next_one():
    event = begun(8)
    first, *others = next_round(event)
    for table in others:
        finish_table(table)
    with pytest.raises(Refused) as caught:
        draw(event)
    assert caught.value.as_dict() == {"code": "results-missing", "tables": [first.number]}


@pytest.mark.parametrize(("counts", "points"), [("standing", [1, 0]), ("shared", [0.5, 0.5])])
def test_an_adjourned_table_counts_provisionally_as_the_director_says(counts, points):
    event = begun(8, rules={"deals": 2, "cards": "optional"})
    waiting, *others = next_round(event)
    deal(waiting, {"dealer": 0, "claimed": [0]})
    adjourn_table(table_id=waiting.pk, actor=SYSTEM)
    for table in others:
        finish_table(table)
    provisional = {waiting.pk: counts}
    round_ = draw_round(stage_id=running(event).pk, actor=SYSTEM, provisional=provisional)
    assert round_.seating.provisional == provisional
    sitting = list(waiting.seats.values_list("entrant_id", flat=True))
    assert set(sitting) <= set(seated(round_))
    assert waiting.number not in numbers(round_), "its place in the room is taken"
    state = stage_state(running(event), provisional=provisional)
    rows = {row.id: row.points for row in stage_standings(state.groups[0], state.plan.options)}
    assert [rows[who] for who in sitting] == points


def test_the_adjourned_game_goes_on_after_the_round_drawn_around_it():
    event = begun(8)
    waiting, *others = next_round(event)
    adjourn_table(table_id=waiting.pk, actor=SYSTEM)
    for table in others:
        finish_table(table)
    round_ = draw_round(stage_id=running(event).pk, actor=SYSTEM, provisional={waiting.pk: "shared"})
    publish_round(round_id=round_.pk, actor=SYSTEM)
    with pytest.raises(Refused, match="players-elsewhere"):
        resume_table(table_id=waiting.pk, event_id=event.pk, actor=SYSTEM)
    for table in open_tables(event):
        if table.pk != waiting.pk:
            finish_table(table)
    resume_table(table_id=waiting.pk, event_id=event.pk, actor=SYSTEM)
    finish_table(waiting, winner=1)
    assert not open_tables(event)
    assert next_round(event)


def test_who_needs_a_table_keeps_it_round_after_round_and_through_an_exchange():
    event = begun(8)
    needs = ids(event)[0]
    fix_table(event_id=event.pk, entrant_id=needs, table=7, actor=SYSTEM)
    round_ = draw(event)
    assert table_of(round_, needs) == 7
    assert sorted(numbers(round_)) == [1, 2, 3, 7]
    exchange(round_, needs, next(who for table in people(round_) for who in table if needs not in table))
    assert table_of(round_, needs) == 7
    publish_round(round_id=round_.pk, actor=SYSTEM)
    finish_round(event)
    assert table_of(draw(event), needs) == 7


def table_of(round_, who) -> int:
    return next(table.number for table in round_.seating.tables if who in table.entrants)


def test_of_two_who_need_the_same_table_the_other_gets_a_free_one():
    event = begun(4)
    for who in ids(event):
        fix_table(event_id=event.pk, entrant_id=who, table=2, actor=SYSTEM)
    assert sorted(numbers(draw(event))) == [1, 2]


def test_who_is_kept_apart_never_meets():
    event = make_tournament(6, stages=[("swiss", {"rounds": 3})])
    one, *_, other = ids(event)
    first, second = ids(event)[:2]
    keep_apart(event_id=event.pk, groups=[[one, other], [first, second]], actor=SYSTEM)
    start(event)
    for _ in range(3):
        met = [set(table.seats.values_list("entrant_id", flat=True)) for table in play_round(event)]
        assert {one, other} not in met
        assert {first, second} not in met


def test_what_cannot_be_kept_apart_is_said_by_name():
    event = make_tournament(4)
    keep_apart(event_id=event.pk, groups=[ids(event)], actor=SYSTEM)
    start(event)
    with pytest.raises(Refused) as caught:
        draw(event)
    assert (caught.value.code, caught.value.params["clause"]) == ("no-valid-pairing", "avoid")
    assert sorted(caught.value.params["names"]) == ["P1", "P2", "P3", "P4"]
    assert not Round.objects.exists()


def test_a_published_round_is_taken_back_until_its_first_deal():
    event = begun(8)
    tables = next_round(event)
    round_ = tables[0].round
    undo_round(round_id=round_.pk, actor=SYSTEM)
    assert set(round_.tables.values_list("status", flat=True)) == {Table.Status.UNDONE}
    assert not PadLink.objects.filter(revoked_at=None).exists()
    state = stage_state(running(event))
    assert (state.rounds, state.groups[0].rounds) == ([], ())
    again = next_round(event)
    assert again[0].round.number == 1
    assert people(again[0].round) == people(round_)
    deal(again[0], {"dealer": 0, "claimed": [0]})
    with pytest.raises(Refused, match="round-begun"):
        undo_round(round_id=again[0].round_id, actor=SYSTEM)


def test_a_round_with_a_voided_deal_or_a_decision_is_not_taken_back():
    event = begun(8)
    first, second, *_ = next_round(event)
    finish_table(second)
    with pytest.raises(Refused) as caught:
        undo_round(round_id=first.round_id, actor=SYSTEM)
    assert caught.value.as_dict() == {"code": "round-begun", "tables": [second.number]}
    lift_ruling(table_id=second.pk, reason="wrong table", actor=SYSTEM)
    deal(first, {"dealer": 0, "claimed": [0]})
    correct(first, 1, None)
    with pytest.raises(Refused, match="round-begun"):
        undo_round(round_id=first.round_id, actor=SYSTEM)


def test_only_the_newest_round_is_taken_back_and_none_under_a_preview():
    event = begun(8)
    first = play_round(event)[0].round
    draw(event)
    with pytest.raises(Refused, match="round-not-newest"):
        undo_round(round_id=first.pk, actor=SYSTEM)


def test_tables_taken_back_count_for_nobody():
    event = begun(8)
    (table, *_others) = next_round(event)
    forfeit(table_id=table.pk, seats=[1], reason="no-show", actor=SYSTEM)
    undo_round(round_id=table.round_id, actor=SYSTEM)
    state = stage_state(running(event))
    assert {row.points for row in stage_standings(state.groups[0], state.plan.options)} == {0}
    with pytest.raises(ScoringError, match="table-finished"):
        deal(table, {"dealer": 0, "claimed": [0]})


def test_the_clock_starts_pauses_goes_on_and_is_set_back():
    event = begun(8)
    round_ = next_round(event, minutes=50)[0].round
    with time_machine(minute=0):
        rounds.start_clock(round_id=round_.pk, actor=SYSTEM)
    with time_machine(minute=10):
        rounds.pause_clock(round_id=round_.pk, actor=SYSTEM)
        with pytest.raises(Refused, match="clock-stands"):
            rounds.pause_clock(round_id=round_.pk, actor=SYSTEM)
    with time_machine(minute=25):
        rounds.start_clock(round_id=round_.pk, actor=SYSTEM)
        with pytest.raises(Refused, match="clock-runs"):
            rounds.start_clock(round_id=round_.pk, actor=SYSTEM)
    round_.refresh_from_db()
    assert left(round_, minute=30) == timedelta(minutes=35)
    rounds.set_clock(round_id=round_.pk, minutes=60, actor=SYSTEM)
    round_.refresh_from_db()
    assert left(round_, minute=30) == timedelta(minutes=45)
    rounds.reset_clock(round_id=round_.pk, actor=SYSTEM)
    round_.refresh_from_db()
    assert left(round_, minute=30) == timedelta(minutes=60)


BEGIN = datetime(2026, 11, 21, 18, tzinfo=UTC)


def time_machine(*, minute):
    return patch("tournaments.services.stage.rounds.timezone.now", return_value=BEGIN + timedelta(minutes=minute))


def left(round_, *, minute) -> timedelta:
    return clock_of(round_).remaining(BEGIN + timedelta(minutes=minute))


def test_a_clock_needs_minutes_and_a_published_round():
    event = begun(8)
    round_ = draw(event)
    with pytest.raises(Refused, match="round-not-published"):
        rounds.set_clock(round_id=round_.pk, minutes=50, actor=SYSTEM)
    publish_round(round_id=round_.pk, actor=SYSTEM)
    with pytest.raises(Refused, match="clock-not-set"):
        rounds.start_clock(round_id=round_.pk, actor=SYSTEM)
    with pytest.raises(Refused, match="clock-not-set"):
        rounds.set_clock(round_id=round_.pk, minutes=0, actor=SYSTEM)


def test_extra_time_is_one_tables_own():
    event = begun(8)
    table, other, *_ = next_round(event, minutes=50)
    rounds.give_extra_time(table_id=table.pk, minutes=10, actor=SYSTEM)
    assert list(Table.objects.filter(extra_minutes=10)) == [table]
    assert AuditEntry.objects.filter(action="extra-time", table=table).count() == 1
    assert not AuditEntry.objects.filter(action="extra-time", table=other).exists()


@pytest.mark.parametrize(
    "stages",
    [SWISS, (("swiss", {"rounds": 3, "seats": 4}),), (("round-robin", {}),), (("swiss", {"rounds": 3, "groups": 2}),)],
)
@pytest.mark.parametrize("left", [0, 1])
def test_with_fewer_than_two_left_no_round_is_drawn_and_the_stage_can_be_finished(stages, left):
    event = begun(8, stages=(*stages, ("single-elimination", {"qualify": {"size": 2}})))
    play_round(event)
    for who in ids(event)[left:]:
        withdraw(event_id=event.pk, entrant_id=who, results="annulled", actor=SYSTEM)
    with pytest.raises(Refused, match="nobody-to-draw"):
        draw(event)
    assert not Round.objects.filter(status=Round.Status.PREVIEW).exists()
    require_over(stage_state(running(event)))
    desk = tournament_desk(event.pk, now=timezone.now())
    assert desk.step == "finish" and desk.progress.is_deserted
    assert [passed.stage.number for passed in desk.passed] == [2]
    for who in ids(event)[left:4]:
        reinstate(event_id=event.pk, entrant_id=who, actor=SYSTEM)
    assert tournament_desk(event.pk, now=timezone.now()).step == "draw"


def test_whoever_is_left_of_a_round_robin_still_wins_against_who_left_late():
    event = begun(4, stages=(("round-robin", {}),))
    play_round(event)
    play_round(event)
    for who in ids(event)[1:]:
        withdraw(event_id=event.pk, entrant_id=who, results="kept", actor=SYSTEM)
    (table,) = next_round(event)
    assert Ruling.objects.get(table=table).kind == Ruling.Kind.FORFEIT
