"""What a result that is disputed, or waits to be confirmed, holds up: the next round, the stage, the night."""

import uuid

import pytest

from tests.confirmation_scenes import CONFIRMED, DISPUTED, ask, director, later, phone, say, table_to_confirm
from tests.tournament_scenes import draw, make_tournament, next_round, running, start
from tournaments.audit import SYSTEM
from tournaments.selectors.stage.records import stage_state
from tournaments.selectors.table.confirmations import has_counting_result
from tournaments.services.night import finish_event
from tournaments.services.refusals import Refused
from tournaments.services.stage import rulings
from tournaments.services.stage.late_corrections import DealChange, correct_late, preview
from tournaments.services.table.confirmations import rule
from tournaments.services.table.deals import record_deal

pytestmark = pytest.mark.django_db


@pytest.mark.parametrize(
    ("accept", "said", "code"),
    [(10, None, None), (10, CONFIRMED, None), (10, DISPUTED, "tables-disputed"), (None, None, "tables-unconfirmed")],
)
def test_a_night_is_not_over_while_something_is_left_to_be_ruled_on(accept, said, code):
    table = table_to_confirm("table", accept=accept)
    if said:
        say(table, said, 2)
    if code is None:
        finish_event(event_id=table.event_id, actor=SYSTEM)
        return
    with pytest.raises(Refused) as caught:
        finish_event(event_id=table.event_id, actor=SYSTEM)
    assert caught.value.as_dict() == {"code": code, "tables": [table.number]}
    rule(table_id=table.pk, reason="", actor=director(table))
    finish_event(event_id=table.event_id, actor=SYSTEM)


def played_round(*, accept=10, stages=(("swiss", {"rounds": 2}),)):
    """A tournament of four whose first round is played: both tables wait to be confirmed."""
    event = make_tournament(4, stages=stages)
    ask(event, "table", accept=accept)
    start(event)
    tables = next_round(event)
    for table in tables:
        record_deal(
            table_id=table.pk,
            payload={"dealer": 0, "claimed": [1]},
            client_id=uuid.uuid4(),
            base_revision=None,
            actor=phone(table, 0),
        )
        table.refresh_from_db()
    return event, tables


def test_the_next_round_waits_for_confirmations_and_for_rulings_and_says_so():
    event, (first, second) = played_round()
    say(second, DISPUTED, 1)
    with pytest.raises(Refused) as caught:
        draw(event)
    numbers = {"tables": [1, 2], "disputed": [second.number], "waiting": [first.number]}
    assert caught.value.as_dict() == {"code": "results-missing", **numbers}
    say(first, CONFIRMED, 1)
    with pytest.raises(Refused, match="results-missing"):
        draw(event)
    rule(table_id=second.pk, reason="", actor=director(second))
    assert draw(event).number == 2


def test_the_next_round_is_drawn_when_results_are_accepted_by_themselves():
    event, _ = played_round(accept=5)
    assert stage_state(running(event)).open_tables
    with later(6):
        assert draw(event).number == 2


def test_a_disputed_table_is_settled_by_deciding_its_places():
    event, tables = played_round()
    for table in tables:
        say(table, DISPUTED, 1)
        rulings.decide_places(table_id=table.pk, places=[1, 2], reason="I decide", actor=director(table))
        table.refresh_from_db()
        assert table.confirmation == "confirmed"
    assert draw(event).number == 2


def test_a_late_correction_of_the_director_counts_at_once_and_shows_what_moves():
    event, tables = played_round()
    for table in tables:
        say(table, CONFIRMED, 1)
    next_round(event)
    winner, loser = tables[0].seats.order_by("-score")
    deal = DealChange(1, {"dealer": 0, "claimed": [loser.index]}, uuid.uuid4())
    actor = director(tables[0])
    moved = {each.id for each in preview(table_id=tables[0].pk, change=deal, actor=actor).moves.places}
    correct_late(table_id=tables[0].pk, change=deal, replay=False, reason="mistyped", actor=actor)
    tables[0].refresh_from_db()
    assert has_counting_result(tables[0])
    assert moved >= {winner.entrant_id, loser.entrant_id}


def test_a_stage_does_not_end_while_a_table_is_disputed():
    event, tables = played_round(stages=(("swiss", {"rounds": 1}), ("single-elimination", {"qualify": {"size": 2}})))
    say(tables[0], DISPUTED, 1)
    say(tables[1], CONFIRMED, 1)
    with pytest.raises(Refused) as caught:
        start(event)
    assert caught.value.as_dict() == {"code": "tables-disputed", "tables": [tables[0].number]}
