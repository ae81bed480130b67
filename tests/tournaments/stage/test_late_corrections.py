"""A result that later rounds rest on turns out wrong: what would move is seen first, then the director chooses."""

import sys
import uuid
from types import FrameType

import pytest
from django.db import connection

from tests.factories import correct, deal, told
from tests.tournament_scenes import (
    draw,
    finish_table,
    make_tournament,
    next_round,
    open_tables,
    play_round,
    running,
    start,
)
from tournaments.audit import SYSTEM
from tournaments.formats.stages import stage_standings
from tournaments.formats.systems.swiss import draw_swiss
from tournaments.models import AuditEntry, Deal, Entrant, Event, PadLink, Round, Ruling, Seat, Table
from tournaments.selectors.stage.records import stage_state
from tournaments.services.refusals import Refused
from tournaments.services.stage.late_corrections import DealChange, ForfeitChange, PlacesChange, correct_late, preview
from tournaments.services.stage.rounds import undo_round
from tournaments.services.table.life import reopen_table

pytestmark = pytest.mark.django_db

KNOCKOUT = (("single-elimination", {}),)
TURNED = PlacesChange((2, 1))
WON_BY_SEAT = [{"dealer": 0, "claimed": [seat]} for seat in (0, 1)]


def swiss(count=8, **facts):
    """The first round played by real deals, seat 0 the winner everywhere; its first table."""
    event = make_tournament(count, **facts)
    start(event)
    tables = next_round(event)
    for table in tables:
        finish_table(table, winner=0)
    return event, tables[0]


def fixed(number=1, winner=1) -> DealChange:
    return DealChange(number, WON_BY_SEAT[winner], uuid.uuid4())


def correct_it(table, change=None, *, replay) -> Round | None:
    return correct_late(
        table_id=table.pk, change=change or fixed(), replay=replay, reason="written wrong", actor=SYSTEM
    )


def sitting(table) -> list[int]:
    return list(table.seats.order_by("index").values_list("entrant_id", flat=True))


def points(event) -> dict[int, int]:
    state = stage_state(event.stages.get(number=1))
    return {int(row.id): row.points for row in stage_standings(state.groups[0], state.plan.options)}


def everything() -> list[list[dict[str, object]]]:
    """All rows that a correction could touch."""
    models = (Event, Entrant, Round, Table, Seat, Deal, PadLink, Ruling, AuditEntry)
    return [list(model.objects.order_by("pk").values()) for model in models]


@pytest.mark.parametrize("change", [fixed(), TURNED, ForfeitChange((0,)), DealChange(1, None, uuid.uuid4())])
def test_a_preview_keeps_nothing(change):
    event, table = swiss()
    play_round(event)
    draw(event)
    before = everything()
    preview(table_id=table.pk, change=change, actor=SYSTEM)
    assert everything() == before


def test_nobody_waits_for_a_lock_while_the_later_rounds_are_drawn_again(transactional_db):
    event, table = swiss()
    next_round(event)
    locked: list[bool] = []

    def watch(frame: FrameType, what: str, _argument: object) -> None:
        if what == "call" and frame.f_code is draw_swiss.__code__:
            locked.append(connection.in_atomic_block)

    sys.setprofile(watch)
    try:
        seen = preview(table_id=table.pk, change=TURNED, actor=SYSTEM)
        correct_late(table_id=table.pk, change=TURNED, replay=True, reason="", actor=SYSTEM, seen=seen.seal)
    finally:
        sys.setprofile(None)
    *looked, drawn = locked
    assert (any(looked), len(looked) > 1, drawn) == (False, True, True), "only the new round is drawn under the lock"


def test_what_moves_is_told_before_it_is_done():
    event, table = swiss()
    next_round(event)
    loser, winner = sitting(table)
    seen = preview(table_id=table.pk, change=fixed(), actor=SYSTEM)
    moved = {int(each.id): (each.before, each.after) for each in seen.moves.places}
    assert moved[winner][1] < moved[winner][0]
    assert moved[loser][1] > moved[loser][0]
    assert [each.round for each in seen.moves.seatings] == [2]
    assert seen.moves.seatings[0].tables_changed >= 2
    assert (seen.replayed, seen.obstacle, seen.stages) == ((2,), None, ())
    correct_it(table, replay=False)
    after = stage_state(running(event))
    places = {int(who): place for place, who in after.plan.form.places(after.groups[0], after.plan.options)}
    assert {who: places[who] for who in moved} == {who: now for who, (_, now) in moved.items()}


def test_a_correction_of_the_standings_only_leaves_the_later_rounds():
    event, table = swiss()
    later = next_round(event)
    seats = [sitting(each) for each in later]
    loser, winner = sitting(table)
    assert correct_it(table, replay=False) is None
    assert (points(event)[winner], points(event)[loser]) == (1, 0)
    assert [sitting(each) for each in later] == seats
    assert set(Table.objects.filter(round=later[0].round).values_list("status", flat=True)) == {"playing"}
    entry = AuditEntry.objects.get(action="late-correction")
    assert entry.after == {"choice": "standings only", "reason": "written wrong"}


def test_a_replay_takes_the_later_round_back_and_draws_it_anew():
    event, table = swiss()
    first = next_round(event)
    _loser, winner = sitting(table)
    preview = correct_it(table, replay=True)
    assert (preview.number, preview.status) == (2, Round.Status.PREVIEW)
    assert Round.objects.get(pk=first[0].round_id).status == Round.Status.UNDONE
    assert not PadLink.objects.filter(table__in=first, revoked_at=None).exists()
    winners = {who for who, each in points(event).items() if each == 1}
    assert winner in winners
    opponents = next(set(each.entrants) for each in preview.seating.tables if winner in each.entrants)
    assert opponents < winners, "the draw follows the corrected score"


def test_a_replay_discards_a_preview_that_waits():
    event, table = swiss()
    waiting = draw(event)
    drawn = correct_it(table, replay=True)
    waiting.refresh_from_db()
    assert waiting.status == Round.Status.UNDONE
    assert (drawn.number, drawn.status) == (2, Round.Status.PREVIEW)


def test_a_replay_leaves_the_rounds_that_would_be_drawn_the_same():
    event, table = swiss()
    next_round(event)
    again = fixed(winner=0)
    seen = preview(table_id=table.pk, change=again, actor=SYSTEM)
    assert (seen.replayed, seen.obstacle, seen.can_replay) == ((), None, False)
    assert correct_it(table, again, replay=True) is None
    assert event.stages.get().rounds.get(number=2).status == Round.Status.PUBLISHED


def test_a_schedule_is_never_replayed_since_no_result_moves_it():
    event, table = swiss(6, stages=[("round-robin", {})])
    next_round(event)
    for change in (TURNED, PlacesChange((1, 2))):
        seen = preview(table_id=table.pk, change=change, actor=SYSTEM)
        assert seen.moves.places
        assert (seen.replayed, seen.obstacle, seen.can_replay) == ((), None, False)
        correct_it(table, change, replay=True)
        for each in open_tables(event):
            finish_table(each)
        if running(event).rounds.count() == 2:
            draw(event)
    assert [each.status for each in running(event).rounds.all()] == ["published", "published", "preview"]


@pytest.mark.parametrize("play", [finish_table, lambda table: deal(table, WON_BY_SEAT[0])])
def test_later_rounds_that_were_played_are_not_drawn_anew(play):
    event, table = swiss()
    later = next_round(event)[1]
    play(later)
    seen = preview(table_id=table.pk, change=fixed(), actor=SYSTEM)
    assert seen.obstacle
    before = everything()
    with pytest.raises(Refused) as caught:
        correct_it(table, replay=True)
    assert caught.value.as_dict() == {"code": "later-played", "tables": [later.number]}
    assert everything() == before
    correct_it(table, replay=False)
    assert points(event)[sitting(table)[1]] == 1


def test_a_correction_that_opens_the_table_again_draws_nothing_yet():
    event, table = swiss()
    voided = DealChange(1, None, uuid.uuid4())
    later = next_round(event)[0].round
    with pytest.raises(Refused, match="would-play-on"):
        correct_it(table, voided, replay=True)
    undo_round(round_id=later.pk, actor=SYSTEM)
    draw(event)
    assert correct_it(table, voided, replay=True) is None
    table.refresh_from_db()
    assert table.status == Table.Status.PLAYING
    finish_table(table, winner=1)
    assert next_round(event)[0].round.number == 2


def test_the_pad_corrects_a_deal_only_until_a_later_round_rests_on_it():
    event, table = swiss()
    correct(table, 1, WON_BY_SEAT[1])
    draw(event)
    for payload in (WON_BY_SEAT[0], None):
        with pytest.raises(Refused, match="later-round"):
            correct(table, 1, payload)
    with pytest.raises(Refused):
        reopen_table(table_id=table.pk, actor=SYSTEM)
    assert points(event)[sitting(table)[1]] == 1


def test_every_version_of_the_deal_is_kept():
    event, table = swiss()
    next_round(event)
    correct_it(table, replay=False)
    assert [each.payload for each in Deal.objects.filter(table=table)] == WON_BY_SEAT
    assert Deal.objects.filter(table=table).last().reason == "written wrong"


def test_a_wrong_correction_is_refused_before_anything_moves():
    event, table = swiss()
    next_round(event)
    before = everything()
    for run in (preview, lambda **given: correct_late(**given, replay=True, reason="")):
        with pytest.raises(Refused, match="places-wrong"):
            run(table_id=table.pk, change=PlacesChange((2, 2)), actor=SYSTEM)
    assert everything() == before


def knockout(count=4):
    event = make_tournament(count, stages=KNOCKOUT)
    start(event)
    tables = next_round(event)
    for table in tables:
        finish_table(table, winner=0)
    return event, tables[0]


def test_in_a_bracket_the_lines_that_move_are_told():
    event, table = knockout()
    (final,) = next_round(event)
    seen = preview(table_id=table.pk, change=fixed(), actor=SYSTEM)
    loser, winner = sitting(table)
    (moved,) = seen.moves.matches
    assert moved.match == final.match
    assert (loser in moved.before, winner in moved.after, moved.played) == (True, True, False)
    assert not seen.obstacle


def test_in_a_bracket_the_standings_only_leave_who_moved_on():
    event, table = knockout()
    (final,) = next_round(event)
    before = sitting(final)
    correct_it(table, replay=False)
    assert table.seats.get(place=1).index == 1, "the table itself is corrected"
    assert open_tables(event) == [final]
    assert sitting(final) == before
    finish_table(final, winner=0)
    state = stage_state(running(event))
    assert state.plan.form.places(state.groups[0], state.plan.options)[0] == (1, before[0])


def test_in_a_bracket_a_replay_seats_the_right_one_and_leaves_the_other_matches():
    event, table = knockout(8)
    _first, _second, third, fourth = Table.objects.filter(round=table.round).order_by("number")
    touched, untouched = next_round(event)
    deal(untouched, WON_BY_SEAT[0])
    _loser, winner = sitting(table)
    drawn = correct_it(table, replay=True)
    touched.refresh_from_db()
    untouched.refresh_from_db()
    assert (touched.status, untouched.status) == (Table.Status.UNDONE, Table.Status.FINISHED)
    ((seats),) = [each.entrants for each in drawn.seating.tables]
    assert winner in seats
    assert set(sitting(untouched)) == {sitting(third)[0], sitting(fourth)[0]}


def test_in_a_bracket_a_match_played_since_forbids_the_replay():
    event, table = knockout()
    (final,) = next_round(event)
    deal(final, WON_BY_SEAT[0])
    with pytest.raises(Refused, match="later-played"):
        correct_it(table, replay=True)


def test_a_replay_after_the_standings_only_moves_the_right_one_on():
    event, table = knockout()
    (final,) = next_round(event)
    correct_it(table, replay=False)
    correct_it(table, fixed(winner=0), replay=False)
    (moved,) = preview(table_id=table.pk, change=fixed(), actor=SYSTEM).moves.matches
    assert moved.match == final.match
    drawn = correct_it(table, replay=True)
    (seats,) = [each.entrants for each in drawn.seating.tables]
    assert sitting(table)[1] in seats
    final.refresh_from_db()
    assert final.status == Table.Status.UNDONE


def test_who_stays_where_they_moved_on_to_is_in_the_log():
    event, table = knockout()
    next_round(event)
    loser, winner = ids_of = sitting(table)
    correct_it(table, replay=False)
    entry = AuditEntry.objects.get(action="late-correction")
    assert told(entry.after)["moved_on"] == [Entrant.objects.get(pk=pk).player.name for pk in ids_of]
    assert loser != winner


def test_what_a_replay_takes_back_has_the_revision_of_its_own_change():
    event, table = swiss()
    first = next_round(event)
    correct_it(table, replay=True)
    entry = AuditEntry.objects.get(action="round-undone")
    assert {each.revision for each in Table.objects.filter(pk__in=[each.pk for each in first])} == {entry.revision}
    revisions = list(AuditEntry.objects.filter(event=event).values_list("revision", flat=True))
    assert len(revisions) == len(set(revisions))
