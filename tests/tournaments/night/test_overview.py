"""What the director sees of every table: first who needs them, the longest waiting before the others."""

from collections.abc import Sequence
from datetime import timedelta

import pytest
from django.db import connection
from django.test.utils import CaptureQueriesContext
from django.utils import timezone

from tests.confirmation_scenes import later
from tests.factories import announce, correct, deal, make_club, make_night, make_table, seat_table
from tests.tournament_scenes import make_tournament, next_round, start
from tournaments.audit import SYSTEM, Actor
from tournaments.models import Confirmation, Event, Table
from tournaments.selectors.night.overview import Overview, OverviewTable, overview
from tournaments.selectors.tournament.desk import tournament_desk
from tournaments.services.stage.rounds import start_clock
from tournaments.services.table.claims import call_director
from tournaments.services.table.confirmations import confirm_or_dispute, rule, set_confirmation
from tournaments.services.table.life import adjourn_table, end_table, resume_table
from tournaments.words.night import overview_row

pytestmark = pytest.mark.django_db

DISPUTED = Confirmation.Verdict.DISPUTED


def seen(event: Event, *, later: int = 0) -> Overview:
    """So many minutes from now."""
    event.refresh_from_db()
    return overview(event, now=timezone.now() + timedelta(minutes=later))


def line_of(table: Table, *, later: int = 0) -> OverviewTable:
    view = seen(table.event, later=later)
    (line,) = [each for each in (*view.urgent, *view.others) if each.card.id == table.pk]
    return line


def confirming_night(mode: str, tables: int = 1, *, accept_minutes: int | None = 10) -> list[Table]:
    """Tables of two with a deal each, on a night that asks for confirmations."""
    names = [f"Player {number}" for number in range(2 * tables)]
    night = make_night(names=names)
    set_confirmation(event_id=night.pk, mode=mode, accept_minutes=accept_minutes, correction_minutes=30, actor=SYSTEM)
    opened = [seat_table(night, *names[number : number + 2]) for number in range(0, len(names), 2)]
    for table in opened:
        deal(table, announce(1, 3, 3))
    return opened


def dispute(table: Table, *, seat: int = 0, reason: str = "", deals: Sequence[tuple[int, int]] | None = None) -> None:
    table.event.refresh_from_db()
    confirm_or_dispute(
        table_id=table.pk,
        verdict=DISPUTED,
        deals=deals,
        base_revision=table.event.revision,
        reason=reason,
        actor=Actor(pad_link=table.pad_links.get(), seat=seat),
    )


def end(table: Table) -> None:
    end_table(table_id=table.pk, actor=SYSTEM)


def test_disputes_and_calls_come_first_the_oldest_before_the_others_then_tables_by_number():
    tables = confirming_night("table", 5)
    call_director(table_id=tables[3].pk, note="", actor=SYSTEM)
    end(tables[1])
    dispute(tables[1])
    call_director(table_id=tables[0].pk, note="", actor=SYSTEM)
    view = seen(tables[0].event)
    assert [line.card.number for line in view.urgent] == [4, 2, 1]
    assert [line.state for line in view.urgent] == ["called", "disputed", "called"]
    assert [line.card.number for line in view.others] == [3, 5]


def test_a_dispute_says_who_and_why():
    (table,) = confirming_night("table")
    end(table)
    dispute(table, seat=1, reason="it was four")
    (told,) = line_of(table).disputes
    assert (told.by, told.deal, told.reason) == ("Player 1", None, "it was four")


def test_a_disputed_deal_is_named_until_it_is_corrected_or_ruled_on():
    (table,) = confirming_night("deal")
    deal(table, announce(0, 2, 2))
    dispute(table, seat=1, deals=[(1, 1)])
    dispute(table, seat=0, deals=[(2, 1)])
    assert [(each.deal, each.by) for each in line_of(table).disputes] == [(1, "Player 1"), (2, "Player 0")]
    correct(table, 1, announce(1, 3, 2))
    assert [each.deal for each in line_of(table).disputes] == [2]
    rule(table_id=table.pk, reason="", actor=SYSTEM)
    line = line_of(table)
    assert (line.state, line.disputes, line.rings) == ("playing", [], [])


def test_each_new_dispute_and_call_rings_by_a_name_of_its_own():
    tables = confirming_night("deal", 2)
    deal(tables[0], announce(0, 2, 2))
    dispute(tables[0], seat=1, deals=[(1, 1)])
    call_director(table_id=tables[0].pk, note="", actor=SYSTEM)
    before = line_of(tables[0]).rings
    dispute(tables[0], seat=1, deals=[(2, 1)])
    after = line_of(tables[0]).rings
    assert (len(before), len(after)) == (2, 3)
    assert set(before) < set(after)
    assert not line_of(tables[1]).rings


def test_a_result_nobody_has_confirmed_waits_until_it_is_accepted_by_itself():
    (table,) = confirming_night("table")
    end(table)
    line = line_of(table)
    table.refresh_from_db()
    assert (line.state, line.accepted_at) == ("waiting", table.accepted_at)
    line = line_of(table, later=11)
    assert (line.state, line.accepted_at) == ("over", None)


def test_where_nothing_is_accepted_by_itself_a_result_waits_for_as_long_as_it_takes():
    (table,) = confirming_night("table", accept_minutes=None)
    end(table)
    line = line_of(table, later=500)
    assert (line.state, line.accepted_at) == ("waiting", None)


def test_a_table_that_still_plays_is_not_said_to_wait_for_the_confirmations_of_its_deals():
    (table,) = confirming_night("deal")
    line = line_of(table)
    assert (line.state, line.accepted_at) == ("playing", None)


def test_a_table_that_has_ended_is_still_shown_for_a_quarter_of_an_hour():
    table = make_table()
    deal(table, announce(1, 3, 3))
    end(table)
    assert seen(table.event, later=14).shown == {table.pk}
    assert seen(table.event, later=16).shown == set()


def test_minutes_run_from_the_last_deal_and_before_it_from_the_opening():
    table = make_table()
    assert line_of(table, later=7).minutes == 7
    Table.objects.update(opened_at=timezone.now() - timedelta(minutes=20))
    deal(table, announce(1, 3, 3))
    assert line_of(table, later=3).minutes == 3


@pytest.mark.parametrize(("pace", "minutes", "unusual"), [(1, 9, False), (1, 11, True), (6, 17, False), (6, 19, True)])
def test_a_table_is_silent_for_long_after_three_deals_time_but_not_before_ten_minutes(pace, minutes, unusual):
    tables = confirming_night("none", 3)
    started = timezone.now() - timedelta(minutes=pace)
    Table.objects.filter(event=tables[0].event).update(opened_at=started)
    assert line_of(tables[0], later=minutes).unusual is unusual


def test_a_table_that_was_carried_on_is_not_silent_since_last_week():
    table = make_table()
    deal(table, announce(1, 3, 3))
    adjourn_table(table_id=table.pk, actor=SYSTEM)
    Table.objects.update(last_deal_at=timezone.now() - timedelta(days=7))
    resume_table(table_id=table.pk, event_id=table.event_id, actor=SYSTEM)
    assert line_of(table).minutes == 0


def test_before_the_rounds_clock_starts_nobody_is_silent():
    event = make_tournament(2)
    start(event)
    (table,) = next_round(event, minutes=30)
    assert line_of(table, later=60).heard_at is None
    start_clock(round_id=table.round_id, actor=SYSTEM)
    assert line_of(table, later=12).unusual


def test_a_correction_that_waits_for_consent_is_counted():
    (table,) = confirming_night("deal")
    for number in (1, 1):
        table.proposed_corrections.create(change={"kind": "void", "number": number}, revision=table.revision)
    assert line_of(table).proposed_corrections == 2


def test_in_a_tournament_a_table_that_waits_is_told_from_one_that_needs_a_decision():
    event = make_tournament(
        4, stages=[("single-elimination", {"level": "director"})], rules={"deals": 2, "cards": "optional"}
    )
    set_confirmation(event_id=event.pk, mode="table", accept_minutes=10, correction_minutes=30, actor=SYSTEM)
    start(event)
    level, clear = next_round(event)
    for table, winners in ((level, (0, 1)), (clear, (0, 0))):
        for number, winner in enumerate(winners):
            deal(table, {"dealer": (table.first_dealer + number) % 2, "claimed": [winner]})
    desk = tournament_desk(event.pk, now=timezone.now())
    assert [line.state for line in desk.overview.others] == ["waiting", "waiting"]
    with later(11):
        desk = tournament_desk(event.pk, now=timezone.now())
    assert [(line.card.id, line.state) for line in desk.overview.urgent] == [(level.pk, "undecided")]
    assert [line.state for line in desk.overview.others] == ["over"]


def test_it_costs_the_same_for_four_tables_as_for_sixty():
    counts = []
    for size in (4, 60):
        club = make_club(name=f"Club of {size}")
        names = [f"Player {number}" for number in range(2 * size)]
        night = make_night(club=club, names=names)
        set_confirmation(event_id=night.pk, mode="table", accept_minutes=10, correction_minutes=30, actor=SYSTEM)
        for number in range(size):
            table = seat_table(night, *names[2 * number : 2 * number + 2])
            deal(table, announce(1, 3, 3))
            if number % 3 == 0:
                end(table)
                dispute(table)
            elif number % 3 == 1:
                call_director(table_id=table.pk, note="", actor=SYSTEM)
        night.refresh_from_db()
        with CaptureQueriesContext(connection) as queries:
            view = overview(night, now=timezone.now())
        assert len(view.shown) == size
        counts.append(len(queries))
    # claims, the tables, their seats and players, who carried on, disputes, proposals, what phones keep, messages
    assert counts == [8, 8]


def missed(event: Event, *, later: int) -> list[int]:
    return [line.card.number for line in seen(event, later=later).not_begun]


def test_a_table_is_missed_only_once_it_is_silent_while_others_play():
    begun, silent = two_tables()
    assert missed(silent.event, later=11) == [], "nobody has begun"
    deal(begun, announce(1, 3, 3))
    assert [missed(silent.event, later=minutes) for minutes in (0, 9, 11)] == [[], [], [2]]
    deal(silent, announce(1, 3, 3))
    assert missed(silent.event, later=11) == []


def test_the_desk_is_drawn_anew_when_a_table_is_missed():
    table, _ = two_tables()
    line = line_of(table)
    assert line.heard_at and overview_row(line).facts["due"] == (line.heard_at + timedelta(minutes=10)).isoformat()
    assert overview_row(line_of(table, later=11)).facts["due"] == ""
    deal(table, announce(1, 3, 3))
    assert overview_row(line_of(table)).facts["due"] == ""


# How long it still takes


def paced(table: Table, *, deals: int, minutes: int, silent: int = 0) -> None:
    """So many deals in so many minutes, the last of them a while ago."""
    for number in range(deals):
        deal(table, announce(number % 2, 3, 3) | {"out_of_turn": True})
    now = timezone.now()
    opened_at = now - timedelta(minutes=minutes + silent)
    Table.objects.filter(pk=table.pk).update(opened_at=opened_at, last_deal_at=now - timedelta(minutes=silent))


def forecast(table: Table) -> int | None:
    view = seen(table.event)
    return view.forecast(next(line for line in view.others if line.card.id == table.pk))


def two_tables() -> list[Table]:
    night = make_night()
    return [seat_table(night, "Ana", "Bruno"), seat_table(night, "Chiara", "Dovas")]


def test_a_table_ends_at_its_own_pace_from_the_third_deal_on():
    slow, begun = two_tables()
    assert forecast(slow) is None
    paced(slow, deals=4, minutes=12)
    assert forecast(slow) == 28 * 3
    paced(begun, deals=2, minutes=2)
    assert forecast(begun) == 30 * 2, "at the pace of the room, between three minutes a deal and one"


def test_what_the_deal_that_is_played_has_taken_so_far_is_over_but_no_more_than_a_deal():
    table, _ = two_tables()
    paced(table, deals=4, minutes=40, silent=4)
    assert forecast(table) == 28 * 10 - 4
    Table.objects.filter(pk=table.pk).update(last_deal_at=timezone.now() - timedelta(minutes=4))
    paced(table, deals=0, minutes=40, silent=20)
    assert forecast(table) == 27 * 10


def test_of_a_table_that_is_silent_or_was_written_down_afterwards_nothing_is_foretold():
    table, _ = two_tables()
    paced(table, deals=4, minutes=0)
    assert forecast(table) is None
    paced(table, deals=0, minutes=4, silent=11)
    assert forecast(table) is None


def test_a_table_that_was_broken_off_goes_by_the_pace_of_the_room():
    resumed, other = two_tables()
    paced(resumed, deals=3, minutes=60)
    paced(other, deals=3, minutes=6)
    adjourn_table(table_id=resumed.pk, actor=SYSTEM)
    resume_table(table_id=resumed.pk, event_id=resumed.event_id, actor=SYSTEM)
    assert forecast(resumed) == 29 * 11


def test_nobody_can_tell_when_a_table_ends_that_plays_until_it_is_ended():
    table = make_table(game="colonial-italian", rules={"cards": "optional"})
    for number in range(3):
        deal(table, {"dealer": number % 2, "claimed": [0]})
    assert forecast(table) is None
