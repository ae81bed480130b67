"""Matches of several games: one table after the other, and one result for the stage."""

from datetime import timedelta
from random import Random
from uuid import uuid4

import pytest
from django.utils import timezone

from tests.factories import correct, deal
from tests.tournament_scenes import (
    begun,
    draw,
    finish_round,
    finish_table,
    ids,
    make_tournament,
    next_round,
    open_tables,
    play_round,
    play_stage,
    running,
)
from tournaments.audit import SYSTEM
from tournaments.exports.files.proved import event_file
from tournaments.models import AuditEntry, Event, Round, Table
from tournaments.proofs.verify import verify
from tournaments.selectors.stage.places import final_places
from tournaments.selectors.stage.records import StageState, stage_state
from tournaments.services.desk.actions import set_match
from tournaments.services.night import finish_event
from tournaments.services.refusals import Refused
from tournaments.services.stage import rulings
from tournaments.services.stage.late_corrections import DealChange, ForfeitChange
from tournaments.services.stage.late_corrections import preview as preview_late
from tournaments.services.stage.rounds import publish_round, start_clock, undo_round

pytestmark = pytest.mark.django_db

BEST_OF_THREE = (("swiss", {"rounds": 2, "games": 3}),)


def a_match(count: int = 2, **options: object) -> tuple[Event, Table]:
    event = begun(count, stages=[("swiss", {"rounds": 2, "seats": count, "games": 3} | options)])
    (table,) = next_round(event)
    return event, table


def games(table: Table) -> list[Table]:
    standing = Table.objects.filter(round=table.round_id, number=table.number).exclude(status=Table.Status.UNDONE)
    return list(standing.order_by("game"))


def people(table: Table) -> list[int]:
    return list(table.seats.order_by("index").values_list("entrant_id", flat=True))


def record_of(event: Event) -> object:
    return state_of(event).groups[0].rounds[-1].tables[0]


def state_of(event: Event) -> StageState:
    return stage_state(running(event))


def win(table: Table, who: int) -> None:
    """A game of one deal."""
    finish_table(table, winner=people(table).index(who))


def test_when_a_game_ends_the_next_opens_at_the_same_number_and_the_deal_passes_on() -> None:
    _event, first = a_match()
    ana, bruno = people(first)
    win(first, ana)
    _, second = games(first)
    assert (second.number, second.game, second.games, people(second)) == (first.number, 2, 3, [bruno, ana])
    assert second.pad_links.filter(revoked_at=None).exists()
    win(second, bruno)
    assert people(games(first)[2]) == [ana, bruno]


def test_the_match_is_one_table_of_the_stage_with_the_games_won_and_the_sum_of_scores() -> None:
    event, first = a_match()
    ana, bruno = people(first)
    win(first, ana)
    assert [table.pk for table in open_tables(event)] == [games(first)[1].pk]
    win(games(first)[1], ana)
    assert len(games(first)) == 2  # two of three: nobody can catch up
    record = record_of(event)
    assert {seat.id: (seat.place, seat.wins) for seat in record.seats} == {ana: (1, 2), bruno: (2, 0)}  # type: ignore[attr-defined]
    assert open_tables(event) == []
    draw(event)


def test_no_round_is_drawn_while_a_match_is_undecided() -> None:
    event, first = a_match()
    win(first, people(first)[0])
    with pytest.raises(Refused, match="results-missing"):
        draw(event)


def test_by_total_all_games_are_played() -> None:
    event, first = a_match(games=2, decided="total")
    ana = people(first)[0]
    win(first, ana)
    win(games(first)[1], ana)
    assert len(games(first)) == 2
    assert open_tables(event) == []


def test_undoing_the_last_deal_of_a_game_takes_the_next_back_as_long_as_it_is_empty() -> None:
    _event, first = a_match()
    ana, bruno = people(first)
    win(first, ana)
    second = games(first)[1]
    correct(first, 1, None)
    first.refresh_from_db()
    second.refresh_from_db()
    assert (first.status, second.status) == (Table.Status.PLAYING, Table.Status.UNDONE)
    win(first, bruno)
    assert [(table.game, table.status) for table in games(first)] == [(1, "finished"), (2, "playing")]


def test_a_game_does_not_go_on_once_the_next_has_deals() -> None:
    event = begun(2, stages=BEST_OF_THREE, rules={"deals": 2, "cards": "optional"})
    (first,) = next_round(event)
    win(first, people(first)[0])
    second = games(first)[1]
    deal(second, {"dealer": second.first_dealer, "claimed": [0]})
    with pytest.raises(Refused, match="players-elsewhere"):
        correct(first, 2, None)
    assert [game.status for game in games(first)] == ["finished", "playing"]


def test_a_correction_that_decides_the_match_takes_the_empty_game_back_and_the_other_way_round() -> None:
    event, first = a_match()
    ana, bruno = people(first)
    win(first, ana)
    second = games(first)[1]
    win(second, bruno)
    assert len(games(first)) == 3
    ana_at_second = people(second).index(ana)
    correct(second, 1, {"dealer": second.first_dealer, "claimed": [ana_at_second]})
    assert len(games(first)) == 2
    assert open_tables(event) == []
    correct(second, 1, {"dealer": second.first_dealer, "claimed": [1 - ana_at_second]})
    assert len(games(first)) == 3


def test_the_log_says_which_game_was_opened_with_the_deal_that_ended_the_one_before() -> None:
    _event, first = a_match()
    win(first, people(first)[0])
    entry = AuditEntry.objects.filter(table=first, action="deal").get()
    assert (entry.before["game_of_match"], entry.after["game_of_match"]) == (1, 2)


def test_a_forfeit_in_mid_match_ends_it() -> None:
    event, first = a_match()
    ana, bruno = people(first)
    win(first, ana)
    second = games(first)[1]
    rulings.forfeit(table_id=second.pk, seats=[people(second).index(ana)], reason="left", actor=SYSTEM)
    record = record_of(event)
    assert (record.kind, record.forfeited) == ("forfeit", {ana})  # type: ignore[attr-defined]
    assert len(games(first)) == 2
    assert open_tables(event) == []
    assert bruno


def test_of_three_two_play_on_without_who_has_left_the_match() -> None:
    event, first = a_match(3, games=2, remainder="threes")
    ana, _bruno, chiara = people(first)
    win(first, ana)
    second = games(first)[1]
    rulings.forfeit(table_id=second.pk, seats=[people(second).index(chiara)], reason="left", actor=SYSTEM)
    assert chiara not in people(second)
    win(second, ana)
    record = record_of(event)
    assert (record.kind, record.forfeited) == ("forfeit", {chiara})  # type: ignore[attr-defined]
    assert [seat.place for seat in record.present] == [1, 2]  # type: ignore[attr-defined]


def test_the_director_decides_a_match_and_takes_that_back() -> None:
    event, first = a_match()
    ana, bruno = people(first)
    win(first, ana)
    second = games(first)[1]
    places = [1 if who == bruno else 2 for who in people(second)]
    rulings.decide_match(table_id=second.pk, places=places, reason="late", actor=SYSTEM)
    record = record_of(event)
    assert {seat.id: seat.place for seat in record.seats} == {ana: 2, bruno: 1}  # type: ignore[attr-defined]
    assert open_tables(event) == []
    rulings.lift_ruling(table_id=second.pk, reason="", actor=SYSTEM)
    assert [table.pk for table in open_tables(event)] == [second.pk]


def test_a_match_is_closed_as_it_stands() -> None:
    event, first = a_match()
    ana, bruno = people(first)
    win(first, ana)
    rulings.decide_match(table_id=games(first)[1].pk, places=None, reason="", actor=SYSTEM)
    record = record_of(event)
    assert {seat.id: (seat.place, seat.wins) for seat in record.seats} == {ana: (1, 1), bruno: (2, 0)}  # type: ignore[attr-defined]
    assert open_tables(event) == []


def test_once_the_time_of_the_round_is_up_no_further_game_opens() -> None:
    event = begun(2, stages=BEST_OF_THREE)
    (first,) = next_round(event, minutes=30)
    start_clock(round_id=first.round_id or 0, actor=SYSTEM)
    first.round.__class__.objects.filter(pk=first.round_id).update(  # type: ignore[union-attr]
        clock_started_at=timezone.now() - timedelta(minutes=31)
    )
    win(first, people(first)[0])
    assert len(games(first)) == 1
    assert [table.pk for table in open_tables(event)] == [first.pk]
    rulings.decide_match(table_id=first.pk, places=None, reason="", actor=SYSTEM)
    assert open_tables(event) == []


def test_a_round_with_a_game_that_was_played_is_not_taken_back() -> None:
    _event, first = a_match()
    win(first, people(first)[0])
    with pytest.raises(Refused, match="round-begun"):
        undo_round(round_id=first.round_id or 0, actor=SYSTEM)


def test_the_final_may_have_more_games_than_the_rounds_before() -> None:
    event = begun(4, stages=[("single-elimination", {"games": 1, "last_games": [5]})])
    semifinals = next_round(event)
    assert [table.games for table in semifinals] == [1, 1]
    for table in semifinals:
        finish_table(table)
    (final,) = next_round(event)
    assert final.games == 5


def test_a_whole_double_elimination_best_of_three_gives_every_place_once() -> None:
    event = begun(16, stages=[("double-elimination", {"games": 3, "last_games": [5], "grand_final": "reset"})])
    play_stage(event, Random(5))
    rows = final_places([stage_state(event.stages.get())])
    assert sorted(row.person.id for row in rows) == sorted(ids(event))
    assert [row.place for row in rows][:4] == [1, 2, 3, 4]
    for table in Table.objects.filter(event=event, game=1):
        played = games(table)
        assert [game.game for game in played] == list(range(1, len(played) + 1))
        assert len(played) <= table.games
        assert len({frozenset(people(game)) for game in played}) == 1


def test_a_preview_is_published_with_the_games_of_the_plan_as_it_is_by_then() -> None:
    event = begun(2, stages=BEST_OF_THREE)
    preview = draw(event)
    stage = running(event)
    stage.options = {**stage.options, "games": 5}
    stage.save()
    (table,) = publish_round(round_id=preview.pk, actor=SYSTEM)
    assert table.games == 5


def test_the_number_of_games_is_changed_for_rounds_that_are_not_published() -> None:
    event = begun(2, stages=[("swiss", {"rounds": 2})])
    preview = draw(event)
    set_match(stage_id=running(event).pk, terms={"games": 3, "decided": "total"}, actor=SYSTEM)
    (table,) = publish_round(round_id=preview.pk, actor=SYSTEM)
    assert (table.games, table.decided) == (3, "total")
    set_match(stage_id=running(event).pk, terms={"games": 1}, actor=SYSTEM)
    table.refresh_from_db()
    assert table.games == 3


def test_a_final_best_of_five_can_be_chosen_late_and_nothing_is_drawn_again() -> None:
    event = begun(8, stages=[("single-elimination", {})])
    play_round(event)
    semifinals = draw(event)
    set_match(stage_id=running(event).pk, terms={"games": 3, "last_games": [5]}, actor=SYSTEM)
    assert Round.objects.get(pk=semifinals.pk).seating == semifinals.seating
    tables = publish_round(round_id=semifinals.pk, actor=SYSTEM)
    assert [table.games for table in tables] == [3, 3]
    finish_round(event)
    (final,) = next_round(event)
    assert final.games == 5
    finish_round(event)
    finish_event(event_id=event.pk, actor=SYSTEM)
    assert not verify(event_file(event)).difference


def test_only_a_stage_that_runs_gets_another_number_of_games() -> None:
    stage = make_tournament(2, stages=BEST_OF_THREE).stages.get()
    with pytest.raises(Refused, match="stage-not-running"):
        set_match(stage_id=stage.pk, terms={"games": 5}, actor=SYSTEM)


def test_a_late_correction_that_turns_the_match_shows_what_moves_first() -> None:
    event = begun(4, stages=[("single-elimination", {"games": 3})])
    semifinals = next_round(event)
    for table in semifinals:
        for _ in range(2):
            win(games(table)[-1], people(table)[0])
    (final,) = next_round(event)
    first, (winner, loser) = semifinals[0], people(semifinals[0])
    second = games(first)[1]
    change = DealChange(1, {"dealer": 0, "claimed": [people(second).index(loser)]}, uuid4())
    with pytest.raises(Refused, match="would-play-on"):
        preview_late(table_id=second.pk, change=change, actor=SYSTEM)  # they sit at the final by now
    impact = preview_late(table_id=second.pk, change=ForfeitChange((people(second).index(winner),)), actor=SYSTEM)
    assert impact.corrected.forfeited == {winner}
    assert [match.match for match in impact.moves.matches] == [final.match]


def test_a_late_correction_that_turns_one_game_keeps_a_match_won_otherwise() -> None:
    event = begun(4, stages=[("swiss", {"rounds": 2, "games": 2, "decided": "total"})])
    tables = next_round(event)
    for table in tables:
        for _ in range(2):
            win(games(table)[-1], people(table)[0])
    next_round(event)
    second = games(tables[0])[1]
    loser = people(tables[0])[1]
    change = DealChange(1, {"dealer": 0, "claimed": [people(second).index(loser)]}, uuid4())
    impact = preview_late(table_id=second.pk, change=change, actor=SYSTEM)
    assert [seat.wins for seat in impact.corrected.seats] == [1, 1]
