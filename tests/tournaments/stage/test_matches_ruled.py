"""Matches of several games where something is ruled on, corrected late or taken back."""

from uuid import uuid4

import pytest

from tests.factories import correct, deal
from tests.tournament_scenes import begun, draw, next_round, running
from tests.tournaments.stage.test_matches import a_match, games, people, win
from tournaments.audit import SYSTEM
from tournaments.models import Event, Stage, Table
from tournaments.selectors.stage.records import stage_state
from tournaments.services.night import finish_event
from tournaments.services.refusals import Refused
from tournaments.services.stage import rulings
from tournaments.services.stage.late_corrections import DealChange, correct_late
from tournaments.services.stage.rounds import publish_round, undo_round
from tournaments.services.table.deals import set_first_dealer
from tournaments.services.table.life import reopen_table

pytestmark = pytest.mark.django_db


def two_deals_a_game(count: int) -> Table:
    stages = [("swiss", {"rounds": 2, "seats": count, "games": 3})]
    (table,) = next_round(begun(count, stages=stages, rules={"deals": 2, "cards": "optional"}))
    return table


def test_once_the_event_is_over_a_correction_opens_no_further_game() -> None:
    event: Event = begun(2, stages=[("swiss", {"rounds": 1, "games": 3})])
    (first,) = next_round(event)
    for _ in range(2):
        win(games(first)[-1], people(first)[0])
    finish_event(event_id=event.pk, actor=SYSTEM)
    second = games(first)[1]
    correct(second, 1, {"dealer": 0, "claimed": [people(second).index(people(first)[1])]})
    assert [game.status for game in games(first)] == ["finished", "finished"]


def test_who_left_at_a_later_game_sits_down_again_where_they_were_due() -> None:
    _event, first = a_match(3)
    win(first, people(first)[0])
    second = games(first)[1]
    seats = people(second)
    rulings.forfeit(table_id=second.pk, seats=[1], reason="", actor=SYSTEM)
    rulings.sit_again(table_id=second.pk, entrant_id=seats[1], index=2, actor=SYSTEM)
    assert people(second) == seats


def test_who_never_came_to_a_match_does_not_come_to_its_second_game() -> None:
    _event, first = a_match(3)
    absent = people(first)[2]
    rulings.forfeit(table_id=first.pk, seats=[2], reason="", actor=SYSTEM)
    win(first, people(first)[0])
    second = games(first)[1]
    with pytest.raises(Refused, match="list-changed"):
        rulings.sit_again(table_id=second.pk, entrant_id=absent, index=2, actor=SYSTEM)


def test_a_game_that_nobody_has_begun_follows_who_has_forfeited_the_one_before() -> None:
    first = two_deals_a_game(3)
    absent = people(first)[2]
    deal(first, {"dealer": 0, "claimed": [0]})
    rulings.forfeit(table_id=first.pk, seats=[2], reason="", actor=SYSTEM)
    deal(first, {"dealer": 1, "claimed": [0]})
    assert absent not in people(games(first)[1])
    rulings.lift_ruling(table_id=first.pk, reason="", actor=SYSTEM)
    assert absent in people(games(first)[1])
    rulings.forfeit(table_id=first.pk, seats=[2], reason="", actor=SYSTEM)
    assert absent not in people(games(first)[1])


def test_a_game_decided_without_deals_does_not_play_again_while_the_next_is_played() -> None:
    first = two_deals_a_game(2)
    rulings.decide_places(table_id=first.pk, places=[1, 2], reason="", actor=SYSTEM)
    deal(games(first)[1], {"dealer": 0, "claimed": [0]})
    with pytest.raises(Refused, match="players-elsewhere"):
        rulings.lift_ruling(table_id=first.pk, reason="", actor=SYSTEM)


def test_a_decided_game_that_plays_again_is_played_before_the_next() -> None:
    _event, first = a_match()
    rulings.decide_places(table_id=first.pk, places=[1, 2], reason="", actor=SYSTEM)
    reopen_table(table_id=first.pk, actor=SYSTEM)
    assert [(game.game, game.status) for game in games(first)] == [(1, "playing")]


def test_the_first_deal_of_a_game_stays_whose_it_was_once_another_has_been_played() -> None:
    _event, first = a_match()
    ana, bruno = people(first)
    win(first, ana)
    win(games(first)[1], bruno)
    correct(first, 1, None)
    with pytest.raises(Refused, match="dealer-fixed"):
        set_first_dealer(table_id=first.pk, seat=1, base_revision=None, actor=SYSTEM)


def test_a_round_in_which_a_match_was_decided_without_deals_is_not_taken_back() -> None:
    _event, first = a_match()
    rulings.decide_match(table_id=first.pk, places=[1, 2], reason="", actor=SYSTEM)
    with pytest.raises(Refused, match="round-begun"):
        undo_round(round_id=first.round_id or 0, actor=SYSTEM)


def test_a_late_correction_that_lets_the_winner_stay_opens_no_further_game() -> None:
    event = begun(4, stages=[("single-elimination", {"games": 3})])
    semifinals = next_round(event)
    for table in semifinals:
        for _ in range(2):
            win(games(table)[-1], people(table)[0])
    final = draw(event)
    second, loser = games(semifinals[0])[1], people(semifinals[0])[1]
    change = DealChange(1, {"dealer": 0, "claimed": [people(second).index(loser)]}, uuid4())
    correct_late(table_id=second.pk, change=change, replay=False, reason="", actor=SYSTEM)
    assert len(games(semifinals[0])) == 2
    publish_round(round_id=final.pk, actor=SYSTEM)
    stage: Stage = running(event)
    assert {who for table in stage_state(stage).tables[final.pk] for who in people(table)} == {
        people(table)[0] for table in semifinals
    }
