"""A match of a bracket that is level after its games goes on with one more."""

import uuid
from datetime import timedelta

import pytest
from django.db import connection
from django.test.utils import CaptureQueriesContext
from django.urls import reverse
from django.utils import timezone

from tests.factories import correct, deal, pad_token
from tests.tournament_scenes import begun, next_round, open_tables
from tests.tournaments.stage.test_matches import games, people, record_of, state_of, win
from tournaments.audit import SYSTEM
from tournaments.models import AuditEntry, Event, Round, Table
from tournaments.selectors.stage.rounds import round_view
from tournaments.services.stage import rulings
from tournaments.services.stage.late_corrections import DealChange, correct_late
from tournaments.services.stage.rounds import give_extra_time, start_clock

pytestmark = pytest.mark.django_db


def a_final(**options: object) -> tuple[Event, Table]:
    event = begun(2, stages=[("single-elimination", options)], rules={"deals": 2, "cards": "optional"})
    (table,) = next_round(event)
    return event, table


def draw_level(table: Table) -> None:
    """A game of two deals, one won by each."""
    for number in range(2):
        deal(table, {"dealer": (table.first_dealer + number) % 2, "claimed": [number]})


def shapes(table: Table) -> list[tuple[int, int, int, str]]:
    return [(one.game, one.games, one.extra_games, one.status) for one in games(table)]


def test_a_single_game_that_ends_level_is_followed_by_another_until_one_decides() -> None:
    event, first = a_final()
    ana, bruno = people(first)
    draw_level(first)
    assert shapes(first) == [(1, 2, 1, "finished"), (2, 2, 1, "playing")]
    draw_level(games(first)[1])
    assert shapes(first)[1:] == [(2, 3, 2, "finished"), (3, 3, 2, "playing")]
    win(games(first)[2], bruno)
    assert len(games(first)) == 3
    assert {seat.id: seat.place for seat in record_of(event).seats} == {ana: 2, bruno: 1}  # type: ignore[attr-defined]
    assert open_tables(event) == []
    assert people(games(first)[1]) == [bruno, ana]


def test_a_match_level_by_the_sum_of_two_games_has_a_third() -> None:
    event, first = a_final(games=2, decided="total")
    ana, bruno = people(first)
    win(first, ana)
    win(games(first)[1], bruno)
    assert shapes(first)[-1] == (3, 3, 1, "playing")
    win(games(first)[2], ana)
    assert [seat.place for seat in record_of(event).seats] == [1, 2]  # type: ignore[attr-defined]


def test_the_plan_may_leave_it_to_the_director() -> None:
    event, first = a_final(level="director")
    draw_level(first)
    assert shapes(first) == [(1, 1, 0, "finished")]
    assert [table.pk for table in open_tables(event)] == [first.pk]


def test_in_a_swiss_a_draw_stays_one() -> None:
    event = begun(2, stages=[("swiss", {"rounds": 1})], rules={"deals": 2, "cards": "optional"})
    (table,) = next_round(event)
    draw_level(table)
    assert len(games(table)) == 1


def test_a_correction_that_decides_the_match_takes_the_empty_extra_game_back() -> None:
    event, first = a_final()
    draw_level(first)
    extra = games(first)[1]
    correct(first, 2, {"dealer": 1, "claimed": [0]})
    extra.refresh_from_db()
    assert extra.status == Table.Status.UNDONE
    assert shapes(first) == [(1, 1, 0, "finished")]
    assert open_tables(event) == []
    correct(first, 2, {"dealer": 1, "claimed": [1]})
    assert shapes(first) == [(1, 2, 1, "finished"), (2, 2, 1, "playing")]


def test_undoing_the_deal_that_made_it_level_takes_the_extra_game_back() -> None:
    _event, first = a_final()
    draw_level(first)
    correct(first, 2, None)
    assert shapes(first) == [(1, 1, 0, "playing")]


def test_an_extra_game_that_was_played_counts_for_nothing_once_the_match_is_decided_without_it() -> None:
    event, first = a_final()
    ana, bruno = people(first)
    draw_level(first)
    win(games(first)[1], bruno)
    correct(first, 2, {"dealer": 1, "claimed": [0]})
    record = record_of(event)
    assert {seat.id: (seat.place, seat.wins) for seat in record.seats} == {ana: (1, 1), bruno: (2, 0)}  # type: ignore[attr-defined]


def test_the_director_decides_an_extra_game_or_the_match_and_takes_that_back() -> None:
    event, first = a_final()
    ana, bruno = people(first)
    draw_level(first)
    extra = games(first)[1]
    rulings.decide_match(table_id=extra.pk, places=[2, 1], reason="", actor=SYSTEM)
    assert {seat.id: seat.place for seat in record_of(event).seats} == {ana: 1, bruno: 2}  # type: ignore[attr-defined]
    assert open_tables(event) == []
    rulings.lift_ruling(table_id=extra.pk, reason="", actor=SYSTEM)
    assert [table.pk for table in open_tables(event)] == [extra.pk]
    rulings.forfeit(table_id=extra.pk, seats=[0], reason="", actor=SYSTEM)
    assert record_of(event).forfeited == {bruno}  # type: ignore[attr-defined]


def test_the_director_decides_the_match_at_its_only_game_and_takes_that_back() -> None:
    event, first = a_final()
    ana, bruno = people(first)
    draw_level(first)
    rulings.decide_match(table_id=first.pk, places=[2, 1], reason="", actor=SYSTEM)
    assert shapes(first) == [(1, 1, 0, "finished")]
    assert {seat.id: seat.place for seat in record_of(event).seats} == {ana: 2, bruno: 1}  # type: ignore[attr-defined]
    assert open_tables(event) == []
    state = state_of(event)
    shown = round_view(state, state.rounds[0], event, now=timezone.now(), with_late=False)
    assert [seat.place for seat in shown.tables[0].card.seats] == [2, 1]
    rulings.lift_ruling(table_id=first.pk, reason="", actor=SYSTEM)
    assert shapes(first)[-1] == (2, 2, 1, "playing")


def test_a_match_that_is_ruled_level_stays_with_the_director() -> None:
    event, first = a_final(games=3)
    rulings.decide_match(table_id=first.pk, places=[1, 1], reason="", actor=SYSTEM)
    assert len(games(first)) == 1
    assert [table.pk for table in open_tables(event)] == [first.pk]


def test_a_match_that_was_won_and_is_ruled_level_gets_no_further_game() -> None:
    event, first = a_final(games=3)
    ana, _bruno = people(first)
    win(first, ana)
    win(games(first)[1], ana)
    rulings.decide_match(table_id=games(first)[1].pk, places=[1, 1], reason="", actor=SYSTEM)
    assert [seat.place for seat in record_of(event).seats] == [1, 1]  # type: ignore[attr-defined]
    assert len(games(first)) == 2


def test_a_game_that_is_ruled_level_is_followed_by_another() -> None:
    _event, first = a_final()
    rulings.decide_places(table_id=first.pk, places=[1, 1], reason="", actor=SYSTEM)
    assert shapes(first)[-1] == (2, 2, 1, "playing")
    rulings.decide_places(table_id=first.pk, places=[1, 2], reason="", actor=SYSTEM)
    assert shapes(first) == [(1, 1, 0, "closed")]


def test_a_game_that_is_ruled_level_against_its_scores_is_followed_by_another_which_decides() -> None:
    event, first = a_final()
    ana, bruno = people(first)
    win(first, ana)
    rulings.decide_places(table_id=first.pk, places=[1, 1], reason="", actor=SYSTEM)
    assert [table.pk for table in open_tables(event)] == [games(first)[1].pk]
    win(games(first)[1], bruno)
    assert {seat.id: seat.place for seat in record_of(event).seats} == {ana: 2, bruno: 1}  # type: ignore[attr-defined]


def test_once_the_time_of_the_round_is_up_no_extra_game_opens_until_the_table_gets_more() -> None:
    event = begun(2, stages=[("single-elimination", {})], rules={"deals": 2, "cards": "optional"})
    (first,) = next_round(event, minutes=30)
    deal(first, {"dealer": 0, "claimed": [0]})
    start_clock(round_id=first.round_id or 0, actor=SYSTEM)
    Round.objects.filter(pk=first.round_id).update(clock_started_at=timezone.now() - timedelta(minutes=31))
    deal(first, {"dealer": 1, "claimed": [1]})
    assert len(games(first)) == 1
    give_extra_time(table_id=first.pk, minutes=20, actor=SYSTEM)
    assert shapes(first)[-1] == (2, 2, 1, "playing")


def test_the_log_says_that_a_game_was_opened() -> None:
    _event, first = a_final()
    draw_level(first)
    entry = AuditEntry.objects.filter(table=first, action="deal").latest("pk")
    assert (entry.before["game_of_match"], entry.after["game_of_match"]) == (1, 2)


def test_a_save_costs_no_more_where_nothing_is_level(client) -> None:
    counts = []
    for level in ("extra", "director"):
        _event, table = a_final(level=level)
        for number in (1, 2):
            sent = {"client_id": str(uuid.uuid4()), "base_revision": 10**6, "number": number}
            sent["payload"] = {"dealer": number - 1, "claimed": [0]}
            with CaptureQueriesContext(connection) as queries:
                assert client.post(f"/pad/{pad_token(table)}/deals/", sent, "application/json").status_code == 200
            counts.append(len(queries))
    assert counts[:2] == counts[2:]


@pytest.mark.parametrize("page", ["event", "wall", "pairings", "desk"])
def test_pages_say_extra_game(admin_client, page) -> None:
    event, first = a_final()
    draw_level(first)
    address = reverse(page, args=[first.round_id if page == "pairings" else event.pk])
    html = " ".join(admin_client.get(address).content.decode().split())
    assert "Extra game: ½–½" in html
    assert state_of(event).open_tables != []


@pytest.mark.parametrize("replay", [True, False])
def test_a_late_correction_that_makes_a_match_level_leaves_it_to_the_director_where_others_have_gone_on(replay) -> None:
    event = begun(4, stages=[("single-elimination", {})], rules={"deals": 2, "cards": "optional"})
    first, second = next_round(event)
    for semifinal in (first, second):
        win(semifinal, people(semifinal)[0])
    (final,) = next_round(event)
    change = DealChange(2, {"dealer": 1, "claimed": [1]}, uuid.uuid4())
    correct_late(table_id=first.pk, change=change, replay=replay, reason="", actor=SYSTEM)
    assert len(games(first)) == 1
    assert [table.pk for table in open_tables(event)] == [first.pk if replay else final.pk]
