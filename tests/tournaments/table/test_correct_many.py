"""Several deals corrected in one step: one revision, one audit entry, and nothing where anything would break."""

import uuid
from typing import Any

import pytest

from scoring.errors import ScoringError
from tests.factories import announce, correct, deal, make_table, recorded, told, whole_vilnius_game
from tests.tournament_scenes import finish_table, make_tournament, next_round, start
from tournaments.audit import SYSTEM
from tournaments.models import AuditEntry, Deal, Table
from tournaments.services.night import finish_event
from tournaments.services.refusals import Refused, Stale
from tournaments.services.table.deals import Recorded, record_deal
from tournaments.services.table.life import adjourn_table, end_table
from tournaments.services.table.several_deals import (
    Exchange,
    Insertion,
    Rearrangement,
    correct_many,
    preview,
    read_change,
    undo,
)
from tournaments.words.table.corrections import ImpactWords, impact_words

pytestmark = pytest.mark.django_db

NAMES = ["Ana", "Bruno", "Chiara"]
OPEN = {"cards": "optional"}


def ask(table: Table, change: Rearrangement, **given: Any) -> Recorded:
    facts = {"client_id": uuid.uuid4(), "base_revision": None, "actor": SYSTEM, "reason": ""} | given
    return correct_many(table_id=table.pk, change=change, **facts)


def words(table: Table, change: Rearrangement) -> ImpactWords:
    return impact_words(preview(table_id=table.pk, change=change, actor=SYSTEM), NAMES)


def scores(table: Table) -> list[int]:
    return [int(seat.score) for seat in table.seats.order_by("index")]


def state(table: Table) -> tuple[object, ...]:
    """Everything that a correction may touch."""
    fresh = Table.objects.select_related("event").get(pk=table.pk)
    versions = list(table.deals.values_list("number", "version"))
    return fresh.status, fresh.ended_at, fresh.event.revision, AuditEntry.objects.count(), versions, scores(table)


def three_deals() -> Table:
    table = make_table(seats=3)
    for payload in (announce(1, 3, 3), announce(2, 2, 1), announce(0, 4, 4)):
        deal(table, payload)
    return table


def test_an_exchange_is_one_revision_and_one_entry():
    table = three_deals()
    table.event.refresh_from_db()
    revision, entries = table.event.revision, AuditEntry.objects.count()
    answer = ask(table, Exchange((0, 2), 2), reason="sat wrongly")
    table.refresh_from_db()
    assert (answer.number, answer.version, answer.revision, answer.repeated) == (2, 2, revision + 1, False)
    assert table.event.revision == table.revision == revision + 1
    assert scores(table) == [8, 10, 10]
    assert list(table.deals.values_list("number", "version")) == [(1, 1), (2, 1), (2, 2), (3, 1), (3, 2)]
    assert {row.revision for row in table.deals.filter(version=2)} == {revision + 1}
    assert {row.reason for row in table.deals.filter(version=2)} == {"sat wrongly"}
    entry = AuditEntry.objects.latest("id")
    assert (AuditEntry.objects.count(), entry.action, entry.revision) == (
        entries + 1, "deals-exchanged", revision + 1,
    )  # fmt: skip
    assert told(entry.after)["players"] == ["Ana", "Chiara"]
    assert [each["deal"] for each in entry.before["deals"]] == [2, 3]
    assert [each["payload"]["declarer"] for each in entry.after["deals"]] == [0, 2]


@pytest.mark.parametrize("seats", [[0], [0, 0], [0, 1, 1], [0, 1, 2], []])
def test_only_two_different_seats_can_be_exchanged(seats: list[int]):
    with pytest.raises(ScoringError) as refused:
        read_change({"kind": "exchange", "seats": seats, "from": 1})
    assert refused.value.as_dict() == {"code": "malformed", "field": "seats"}


def test_what_was_out_of_turn_by_it_is_marked():
    table = three_deals()
    ask(table, Exchange((0, 2), 2))
    sheet = recorded(table)
    assert sheet[1] == announce(1, 3, 3)
    assert [sheet[number]["out_of_turn"] for number in (2, 3)] == [True, True]
    assert deal(table, announce(0, 1, 1)).number == 4


def test_a_forgotten_deal_comes_in_and_the_others_move_up():
    table = make_table(seats=3)
    deal(table, announce(1, 3, 3))
    deal(table, announce(0, 2, 2, out_of_turn=True))
    answer = ask(table, Insertion(2, announce(2, 5, 5)))
    assert (answer.number, answer.version) == (2, 2)
    assert recorded(table) == {
        1: announce(1, 3, 3), 2: announce(2, 5, 5), 3: announce(0, 2, 2, out_of_turn=True),
    }  # fmt: skip
    assert scores(table) == [10, 10, 10]
    entry = AuditEntry.objects.latest("id")
    assert (entry.action, entry.after["deal"], entry.before["deals"][0]["deal"]) == ("deal-inserted", 2, 2)
    table.refresh_from_db()
    assert table.deal_count == 3


def test_a_resend_gets_the_first_answer_and_changes_nothing():
    table = three_deals()
    for change in (Exchange((0, 2), 2), Insertion(1, announce(1, 1, 1))):
        client_id = uuid.uuid4()
        table.refresh_from_db()
        first = ask(table, change, client_id=client_id, base_revision=table.revision)
        deal(table, announce(recorded(table)[3]["declarer"], 3, 2, out_of_turn=True))
        before = state(table)
        again = ask(table, change, client_id=client_id, base_revision=0)
        assert (again.number, again.version, again.revision) == (first.number, first.version, first.revision)
        assert again.repeated
        assert state(table) == before


def test_another_request_under_a_known_number_is_refused():
    table, client_id = three_deals(), uuid.uuid4()
    ask(table, Exchange((0, 2), 2), client_id=client_id)
    for change in (Exchange((0, 2), 3), Exchange((0, 1), 2), Insertion(2, announce(2, 1, 1))):
        with pytest.raises(Refused, match="client-id-taken"):
            ask(table, change, client_id=client_id)


def test_the_number_of_a_deal_is_no_number_for_a_correction():
    table, client_id = three_deals(), uuid.uuid4()
    record_deal(
        table_id=table.pk, payload=announce(1, 2, 2), client_id=client_id, base_revision=None, actor=SYSTEM
    )  # fmt: skip
    with pytest.raises(Refused, match="client-id-taken"):
        ask(table, Exchange((0, 2), 2), client_id=client_id)


def test_a_phone_that_is_behind_is_told_and_nothing_is_saved():
    table = three_deals()
    table.refresh_from_db()
    seen = table.revision
    deal(table, announce(1, 2, 2))
    before = state(table)
    with pytest.raises(Stale):
        ask(table, Exchange((0, 2), 2), base_revision=seen)
    assert state(table) == before


def test_a_quota_broken_by_an_exchange_names_the_deal_and_the_player():
    table = make_table(seats=2)
    for payload in (announce(1, 0, 0), announce(0, 6, 6), announce(1, 6, 6), announce(0, 0, 0)):
        deal(table, payload)
    before = state(table)
    shown = words(table, Exchange((0, 1), 3))
    assert shown.breaks == [
        (
            "Deal 3 would no longer fit: “Ana announced 6, took 6.” Ana has no announcement of 6 left: choose another."
            " Correct that deal first."
        ),
        (
            "Deal 4 would no longer fit: “Bruno announced 0, took 0.” Bruno has no announcement of 0 left:"
            " choose another. Correct that deal first."
        ),
    ]
    with pytest.raises(ScoringError) as caught:
        ask(table, Exchange((0, 1), 3))
    assert caught.value.as_dict() == {"code": "quota-used", "deal": 3, "seat": 0, "announced": 6}
    assert state(table) == before


def test_what_would_change_is_told_and_nothing_is_written():
    table = three_deals()
    before = state(table)
    shown = words(table, Exchange((0, 2), 2))
    assert [(each.number, each.before, each.after) for each in shown.changes] == [
        (2, "Chiara announced 2, took 1: 8 points.", "Ana announced 2, took 1: 8 points."),
        (3, "Ana announced 4, took 4: 10 points.", "Chiara announced 4, took 4: 10 points."),
    ]
    assert shown.remarks == ["Deals 2 and 3 were then out of turn.", "Then it stands: Ana 8, Bruno 10, Chiara 10."]
    assert shown.breaks == []
    assert state(table) == before


def test_many_deals_out_of_turn_are_told_in_short():
    table = make_table(seats=3)
    for payload in whole_vilnius_game(3)[:12]:
        deal(table, payload)
    assert words(table, Exchange((0, 1), 4)).remarks[0] == "Deals 4–12 were then out of turn."


def test_what_comes_in_is_told_and_the_others_keep_their_words():
    table = make_table(seats=3)
    deal(table, announce(1, 3, 3))
    deal(table, announce(0, 2, 2, out_of_turn=True))
    deal(table, announce(1, 6, 6))
    shown = words(table, Insertion(2, announce(2, 5, 5)))
    assert [(each.number, each.before, each.after) for each in shown.changes] == [
        (2, None, "Chiara announced 5, took 5: 10 points.")
    ]
    assert shown.remarks == ["Deals 2 to 3 become deals 3 to 4.", "Then it stands: Ana 10, Bruno 20, Chiara 10."]
    assert words(table, Insertion(3, announce(1, 1, 1))).remarks[:2] == [
        "Deal 3 becomes deal 4.",
        "Deal 4 was then out of turn.",
    ]


def test_what_comes_in_has_to_be_a_deal_in_its_turn():
    table = three_deals()
    assert words(table, Insertion(2, announce(0, 5, 5))).breaks == [
        "It is Chiara’s turn, not Ana’s. If it was played like that, choose the declarer."
    ]
    for payload in (announce(7, 5, 5), {"announced": 3}, {}, {"dealer": 0}, announce(2, 3, 3, playoff_of=1)):
        shown = words(table, Insertion(2, payload))
        assert (shown.changes, len(shown.breaks)) == ([], 1)
    ask(table, Insertion(2, announce(0, 5, 5, out_of_turn=True)))
    assert recorded(table)[2]["declarer"] == 0


def test_an_insertion_into_a_full_game_says_what_would_break():
    table = make_table(seats=2)
    for payload in whole_vilnius_game(2):
        deal(table, payload)
    before = state(table)
    shown = words(table, Insertion(5, announce(1, 1, 1)))
    assert shown.breaks
    assert all(sentence.startswith("Deal ") and "would no longer fit" in sentence for sentence in shown.breaks)
    assert "Bruno" in shown.breaks[0]
    with pytest.raises(ScoringError):
        ask(table, Insertion(5, announce(1, 1, 1)))
    assert state(table) == before


def test_a_table_of_so_many_deals_takes_no_forgotten_one_when_it_is_full():
    table = make_table(seats=3, game="colonial-italian", rules=OPEN | {"deals": 2})
    for dealer in (0, 1):
        deal(table, {"dealer": dealer, "claimed": [0]})
    assert words(table, Insertion(1, {"dealer": 2, "claimed": [1]})).breaks == [
        (
            "Deal 2 would no longer fit: “announced as winner: Ana” The game at this table is over:"
            " correct a deal instead of adding one. Correct that deal first."
        )
    ]


def test_a_forgotten_deal_may_end_the_game():
    table = make_table(seats=3, game="colonial-italian", rules=OPEN | {"deals": 3})
    for dealer in (0, 1):
        deal(table, {"dealer": dealer, "claimed": [0]})
    change = Insertion(2, {"dealer": 2, "claimed": [1]})
    assert "With this the table ends." in words(table, change).remarks
    ask(table, change)
    table.refresh_from_db()
    assert table.status == Table.Status.FINISHED
    assert table.ended_at


def race(*winners: int) -> Table:
    table = make_table(seats=3, game="colonial-italian", rules=OPEN | {"race_to": 2})
    for number, winner in enumerate(winners):
        deal(table, {"dealer": number % 3, "claimed": [winner]})
    table.refresh_from_db()
    return table


def test_an_exchange_that_takes_the_decision_away_lets_the_game_go_on():
    table = race(0, 1, 0)
    assert table.status == Table.Status.FINISHED
    change = Exchange((0, 2), 3)
    assert "With this the game is not over any more: the table plays on." in words(table, change).remarks
    ask(table, change)
    table.refresh_from_db()
    assert (table.status, table.ended_at) == (Table.Status.PLAYING, None)
    assert scores(table) == [1, 1, 1]


def test_a_game_does_not_go_on_once_the_night_is_over():
    table = race(0, 1, 0)
    finish_event(event_id=table.event_id, actor=SYSTEM)
    before = state(table)
    for asks in (words, ask):
        with pytest.raises(Refused, match="event-finished"):
            asks(table, Exchange((0, 2), 3))
    assert state(table) == before
    assert Table.objects.get(pk=table.pk).status == Table.Status.FINISHED


def test_a_game_decided_earlier_by_it_names_the_deal_that_is_too_much():
    table = race(0, 1, 2, 1)
    (sentence,) = words(table, Exchange((0, 1), 2)).breaks
    assert sentence.startswith(
        "Deal 3 would no longer fit: “announced as winner: Chiara” The game at this table is over"
    )


@pytest.mark.parametrize("stop", [adjourn_table, end_table])
def test_a_stopped_table_is_corrected_and_stays_stopped(stop):
    table = three_deals()
    stop(table_id=table.pk, actor=SYSTEM)
    table.refresh_from_db()
    stopped = table.status, table.ended_at
    ask(table, Exchange((0, 2), 2))
    ask(table, Insertion(1, announce(1, 1, 1)))
    table.refresh_from_db()
    assert (table.status, table.ended_at) == stopped
    assert table.deal_count == 4


def test_a_voided_deal_moves_with_what_it_said():
    table = three_deals()
    correct(table, 2, None)
    ask(table, Insertion(2, announce(2, 5, 5)))
    assert recorded(table) == {
        1: announce(1, 3, 3), 2: announce(2, 5, 5), 3: None, 4: announce(0, 4, 4, out_of_turn=True)
    }  # fmt: skip
    said = Deal.objects.filter(table=table, number=3).exclude(payload=None).latest("version").payload
    assert said == announce(2, 2, 1)
    ask(table, Exchange((1, 2), 3))
    said = Deal.objects.filter(table=table, number=3).exclude(payload=None).latest("version").payload
    assert (said, recorded(table)[3]) == (announce(1, 2, 1), None)


def test_play_offs_follow_their_ties():
    table = make_table(seats=3, game="colonial-visions", rules=OPEN)
    deal(table, {"dealer": 0, "claimed": [1]})
    deal(table, {"dealer": 1, "claimed": [0, 1]})
    deal(table, {"dealer": 1, "claimed": [0], "playoff_of": 2})
    ask(table, Insertion(1, {"dealer": 2, "claimed": [2]}))
    assert recorded(table)[4] == {"dealer": 1, "claimed": [0], "playoff_of": 3}
    ask(table, Exchange((0, 2), 3))
    assert recorded(table)[4] == {"dealer": 1, "claimed": [2], "playoff_of": 3}
    assert scores(table) == [0, 1, 2]
    (sentence,) = words(table, Exchange((2, 0), 4)).breaks
    assert sentence.startswith("Deal 4 would no longer fit")
    assert words(table, Insertion(4, {"dealer": 0, "claimed": [2]})).breaks == [
        "Deal 3 is a tie: the tied players have to play it off next."
    ]


def test_folds_that_the_words_do_not_tell_are_told_too():
    table = make_table(seats=3, game="colonial-italian", rules=OPEN)
    deal(table, {"dealer": 0, "folded": [1], "claimed": [0]})
    shown = words(table, Exchange((1, 2), 1))
    assert (shown.changes, shown.remarks) == ([], ["In deal 1 who folded, who dealt and who put in what is exchanged."])


@pytest.mark.parametrize(
    ("change", "code"),
    [
        (Exchange((0, 1), 4), "deal-unknown"),
        (Exchange((0, 1), 0), "deal-unknown"),
        (Insertion(4, announce(1, 1, 1)), "deal-unknown"),
        (Insertion(0, announce(1, 1, 1)), "deal-unknown"),
        (Exchange((1, 2), 3), "nothing-changes"),
    ],
)
def test_what_is_not_there_cannot_be_corrected(change, code):
    table = three_deals()
    with pytest.raises(Refused, match=code) as refused:
        ask(table, change)
    assert (code == "deal-unknown") == (refused.value.params.get("deal") in (0, 4))
    with pytest.raises(ScoringError, match="seat-unknown"):
        ask(table, Exchange((0, 3), 1))


def test_a_result_that_later_rounds_rest_on_is_not_corrected_at_once():
    event = make_tournament(4)
    start(event)
    first, *others = next_round(event)
    for table in (first, *others):
        finish_table(table, winner=0)
    ask(first, Exchange((0, 1), 1))
    next_round(event)
    for asks in (words, ask):
        with pytest.raises(Refused, match="later-round"):
            asks(first, Exchange((0, 1), 1))


def test_undoing_a_correction_that_said_the_same_says_it_once_more():
    table = three_deals()
    same = correct(table, 2, announce(2, 2, 1))
    undone = undo(table_id=table.pk, revision=same.revision, client_id=uuid.uuid4(), actor=SYSTEM)
    assert (undone.number, undone.version, recorded(table)[2]) == (2, 3, announce(2, 2, 1))
