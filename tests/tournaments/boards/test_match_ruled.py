"""A match of teams that the director decides or closes while boards play: these end with it, and play on once that is
taken back.
"""

import re
from html import unescape

import pytest
from django.test import Client
from django.urls import reverse

from scoring.errors import ScoringError
from tests.factories import deal, make_user, pad_token, sign_in
from tests.tournament_scenes import finish_table, next_round
from tests.tournaments.boards.scenes import begun_teams, side, sitting, state_of
from tests.tournaments.proofs.scenes import file_of
from tests.tournaments.proofs.test_event_files import proved
from tournaments.audit import SYSTEM
from tournaments.models import Event, Table
from tournaments.selectors.club.players import player_page
from tournaments.selectors.ratings.tables import tables_of
from tournaments.selectors.stage.teams import board_scores
from tournaments.services.desk.actions import ruled
from tournaments.services.desk.undo import undo
from tournaments.services.night import finish_event
from tournaments.services.stage import rulings
from tournaments.services.table.life import adjourn_table

pytestmark = pytest.mark.django_db


def three_boards(**facts: object) -> tuple[Event, list[Table]]:
    """Of the first A has won, at the second B has one deal of two, and nothing is dealt at the third."""
    event = begun_teams(2, each=3, boards=3, **({"rounds": 2} | facts))
    Event.objects.filter(pk=event.pk).update(rules={**event.rules, "deals": 2})
    boards = next_round(event)
    for table, team, deals in zip(boards, "AB", (2, 1), strict=False):
        for number in range(deals):
            dealer = (table.first_dealer + number) % 2
            deal(table, {"dealer": dealer, "claimed": [[name[0] for name in sitting(table)].index(team)]})
    return event, boards


def statuses(event: Event) -> list[str]:
    return list(event.tables.order_by("game").values_list("status", flat=True))


def stands(event: Event) -> dict[str, tuple[object, ...]]:
    (match,) = state_of(event).groups[0].rounds[0].tables
    teams = {side(event, name): name for name in "AB"}
    return {teams[seat.id]: (seat.place, seat.score) for seat in match.seats}


def test_a_match_that_is_closed_ends_its_boards_as_they_stand():
    event, (_won, _begun, empty) = three_boards()
    rulings.decide_match(table_id=empty.pk, places=None, reason="late", actor=SYSTEM)
    assert statuses(event) == ["finished", "closed", "closed"]
    assert stands(event) == {"A": (1, 1), "B": (1, 1)}
    with pytest.raises(ScoringError, match="table-finished"):
        deal(empty, {"dealer": 0, "claimed": [0]})


def test_a_match_that_is_decided_ends_them_too_and_the_next_round_can_begin():
    event, (_won, begun, _empty) = three_boards()
    places = [1 if name[0] == "B" else 2 for name in sitting(begun)]
    rulings.decide_match(table_id=begun.pk, places=places, reason="", actor=SYSTEM)
    assert stands(event) == {"A": (2, 1), "B": (1, 1)}
    assert "playing" not in statuses(event) and not state_of(event).open_tables
    assert {table.status for table in next_round(event)} == {"playing"}


@pytest.mark.parametrize("which", [0, 1, 2])
@pytest.mark.parametrize("places", [None, [2, 1]])
def test_undo_lets_the_boards_play_on_as_they_did(which, places):
    event, boards = three_boards()
    adjourn_table(table_id=boards[2 if which < 2 else 1].pk, actor=SYSTEM)
    before, stood = statuses(event), stands(event)
    table_id = boards[which].pk
    steps = ruled(
        table_id=table_id,
        rule=lambda: rulings.decide_match(table_id=table_id, places=places, reason="", actor=SYSTEM),
    )
    assert "playing" not in statuses(event) and "adjourned" not in statuses(event)
    undo(event_id=event.pk, steps=steps, actor=SYSTEM)
    assert (statuses(event), stands(event)) == (before, stood)


def test_a_ruling_that_is_lifted_lets_boards_without_a_deal_play_and_no_other():
    event, (_won, begun, empty) = three_boards()
    rulings.decide_places(table_id=empty.pk, places=[1, 1], reason="", actor=SYSTEM)
    rulings.decide_match(table_id=begun.pk, places=[1, 1], reason="", actor=SYSTEM)
    rulings.lift_ruling(table_id=begun.pk, reason="", actor=SYSTEM)
    assert statuses(event) == ["finished", "closed", "closed"]
    rulings.lift_ruling(table_id=empty.pk, reason="", actor=SYSTEM)
    rulings.decide_match(table_id=begun.pk, places=[1, 1], reason="", actor=SYSTEM)
    rulings.lift_ruling(table_id=begun.pk, reason="", actor=SYSTEM)
    assert statuses(event) == ["finished", "closed", "playing"]


def test_a_level_match_of_a_bracket_that_is_closed_goes_to_the_first_boards():
    event, (_won, _begun, empty) = three_boards(key="single-elimination")
    rulings.decide_match(table_id=empty.pk, places=None, reason="", actor=SYSTEM)
    assert stands(event) == {"A": (1, 1), "B": (2, 1)}


def test_what_would_come_of_it_is_said_before_and_the_pad_is_over_after(client: Client):
    event, (won, begun, empty) = three_boards()
    sign_in(client, make_user("Ruta", is_superuser=True))
    address = reverse("table-ruling", args=[won.pk])

    def page() -> str:
        return " ".join(unescape(re.sub("<[^>]*>", " ", client.get(address).content.decode())).split())

    assert "Tables 2, 3 still play. They end with the match, which would stand A 1–1 B" in page()
    assert statuses(event) == ["finished", "playing", "playing"]
    assert client.post(address, {"kind": "close", "close-reason": ""}).status_code == 302
    assert "still play" not in page()
    for table in (begun, empty):
        state = Client().get(f"/pad/{pad_token(table)}/state/").json()
        assert (state["table"]["status"], state["match"]["over"]) == ("closed", True)
    assert "result missing" not in client.get(reverse("desk", args=[event.pk])).content.decode()


def test_the_file_of_such_an_event_proves_itself():
    event, (_won, _begun, empty) = three_boards(rounds=1)
    rulings.decide_match(table_id=empty.pk, places=[1, 2], reason="", actor=SYSTEM)
    finish_event(event_id=event.pk, actor=SYSTEM)
    assert proved(file_of(event)).checked["places"] == 2


@pytest.mark.parametrize("places", [(1, 2), (1, 1), (2, 1)])
@pytest.mark.parametrize("gone", [1, 2])
def test_what_was_ruled_on_boards_stays_once_their_match_is_ruled_on(gone: int, places: tuple[int, int]) -> None:
    event = begun_teams(2, rounds=1)
    first, second = next_round(event)
    (loser,) = {who[0] for who in sitting(first)[1:]}
    for board in (first, second)[:gone]:
        seat = [who[0] for who in sitting(board)].index(loser)
        rulings.forfeit(table_id=board.pk, seats=[seat], reason="", actor=SYSTEM)
    if gone == 1:
        rulings.decide_places(table_id=second.pk, places=[1, 1], reason="", actor=SYSTEM)
    scores = board_scores([state_of(event)])
    rulings.decide_match(table_id=first.pk, places=places, reason="", actor=SYSTEM)
    assert board_scores([state_of(event)]) == scores
    assert proved(file_of(event))
    (match,) = state_of(event).groups[0].rounds[0].tables
    assert match.forfeited == ({side(event, loser)} if gone == 2 and places == (1, 2) else frozenset())
    assert [seat.place for seat in match.seats] == [*places]


def test_boards_are_rated_as_they_were_ruled_also_once_their_match_is_ruled_on() -> None:
    event = begun_teams(2, rounds=1)
    first, second = next_round(event)
    for board in (first, second):
        finish_table(board, winner=0)
    rulings.decide_places(table_id=first.pk, places=[2, 1], reason="", actor=SYSTEM)
    rated = tables_of([event.pk])
    rulings.decide_match(table_id=first.pk, places=[1, 1], reason="", actor=SYSTEM)
    assert tables_of([event.pk]) == rated
    finish_event(event_id=event.pk, actor=SYSTEM)
    assert proved(file_of(event))


def test_a_players_page_has_what_was_ruled_on_the_board_not_on_its_match():
    _event, (_won, _begun, board) = three_boards()
    rulings.decide_places(table_id=board.pk, places=[2, 1], reason="", actor=SYSTEM)
    rulings.decide_match(table_id=board.pk, places=[1, 2], reason="", actor=SYSTEM)
    played = [player_page(seat.player.pk).tables[0] for seat in board.seats.order_by("index")]
    assert [(table.place, table.status_text) for table in played] == [
        (2, "decided by the director"),
        (1, "decided by the director"),
    ]


@pytest.mark.parametrize("board", [0, 1])
def test_a_knockout_says_that_the_director_decided_a_match_at_whichever_board(client, board):
    event = begun_teams(4, key="single-elimination")
    table = next_round(event)[board]
    rulings.decide_match(table_id=table.pk, places=[1, 2], reason="", actor=SYSTEM)
    for page in ("event", "bracket"):
        assert "match decided by the director" in client.get(reverse(page, args=[event.pk])).text
