"""The pad of a board tells how the other boards of its match stand."""

import uuid
from typing import Any

import pytest
from django.db import connection
from django.test import Client
from django.test.utils import CaptureQueriesContext
from django.urls import reverse

from tests.factories import deal, make_user, pad_token, sign_in
from tests.tournament_scenes import begun, draw, next_round
from tests.tournaments.boards.scenes import begun_teams, boards_of, decide, entrant, side, win
from tournaments.audit import SYSTEM
from tournaments.live import news_text
from tournaments.live.topics import Topic, read_revisions
from tournaments.models import Table
from tournaments.services.stage.entrants import substitute
from tournaments.services.stage.line_ups import set_line_up
from tournaments.services.stage.rounds import publish_round, undo_round
from tournaments.services.table.life import renew_pad_link

pytestmark = pytest.mark.django_db

Json = dict[str, Any]


def match_at(table: Table) -> Json:
    answer = Client().get(f"/pad/{pad_token(table)}/state/")
    assert answer.status_code == 200
    return dict(answer.json()["match"])


def save(table: Table, number: int, winner: int) -> Json:
    sent = {
        "client_id": str(uuid.uuid4()),
        "base_revision": 10**6,
        "number": number,
        "payload": {"dealer": (table.first_dealer + number - 1) % 2, "claimed": [winner]},
    }
    answer = Client().post(f"/pad/{pad_token(table)}/deals/", sent, content_type="application/json")
    assert answer.status_code == 200
    return dict(answer.json())


def lines(table: Table) -> list[tuple[Any, ...]]:
    return [tuple(board.values()) for board in match_at(table)["boards"]]


def test_a_pad_says_who_plays_at_every_board_and_how_it_stands_by_its_own_seats():
    event = begun_teams(2, each=3, boards=3, rounds=1)
    one, two, three = next_round(event)
    decide(three, (1, 1))
    win(two, "B")
    assert lines(one) == [
        (1, ["A1", "B1"], [], []),  # its own scores are at its seats
        (2, ["A2", "B2"], [0, 1], ["0", "1"]),
        (3, ["A3", "B3"], [], ["½", "½"]),  # by the director's word, without a deal
    ]
    told = match_at(two)  # there B sits first
    assert (told["sides"], told["wins"], told["over"]) == (["B", "A"], ["1½", "½"], False)
    assert lines(two) == [
        (1, ["B1", "A1"], [0, 0], []),
        (2, ["B2", "A2"], [], ["1", "0"]),
        (3, ["B3", "A3"], [], ["½", "½"]),
    ]


def test_a_board_to_which_one_side_sends_nobody_is_told_too_and_a_substitute_by_name():
    event = begun_teams(2, each=2, boards=2, rounds=1)
    substitute(event_id=event.pk, entrant_id=entrant(event, "B1").pk, name="Zoe", actor=SYSTEM)
    round_ = draw(event)
    event.entrants.filter(pk=entrant(event, "A2").pk).update(status="withdrawn")
    set_line_up(round_id=round_.pk, side=side(event, "A"), members=[entrant(event, "A1").pk], actor=SYSTEM)
    (only,) = publish_round(round_id=round_.pk, actor=SYSTEM)
    assert lines(only) == [(1, ["A1", "Zoe"], [], []), (2, ["", "B2"], [], ["0", "1"])]


def test_whoever_follows_a_board_hears_of_the_others_of_its_match_and_of_no_other_match():
    event = begun_teams(4, boards=2, rounds=1)
    event.rules |= {"deals": 2}
    event.save()
    next_round(event)
    (one, two), others = boards_of(event, "A"), boards_of(event, "B")
    pads = [Topic("table", table.pk) for table in (one, two, *others)]
    was = read_revisions(pads)
    deal(two, {"dealer": two.first_dealer, "claimed": [0]})
    now = read_revisions(pads)
    assert [now[topic] - was[topic] for topic in pads] == [now[pads[0]] - was[pads[0]]] * 2 + [0, 0]
    assert now[pads[0]] > was[pads[0]]


def test_the_page_of_a_board_is_exchanged_when_another_board_ends():
    one, two = next_round(begun_teams(2, boards=2, rounds=1))
    topic = Topic("table", one.pk, "en", "insiders")
    was = read_revisions([topic])[topic]
    win(two, "A")
    now = read_revisions([topic])[topic]
    assert now > was
    news = news_text(topic, now).decode()
    assert f"id: {now}\n" in news and "A 1–0 B" in news


def test_the_phone_that_saves_the_last_deal_of_a_board_learns_how_the_match_stands():
    one, two = next_round(begun_teams(2, boards=2, rounds=1))
    win(two, "B")
    told = save(one, 1, winner=0)["news"]["match"]
    assert (told["wins"], told["boards"][0]["points"]) == (["1", "1"], ["1", "0"])


@pytest.mark.parametrize("games", [{"boards": 2}, {"games": 3}])
def test_pages_of_a_match_that_was_taken_back_tell_of_no_match(client, games):
    event = (
        begun_teams(2, rounds=1, **games) if "boards" in games else begun(2, stages=[("swiss", {"rounds": 1, **games})])
    )
    table = next_round(event)[0]
    undo_round(round_id=table.round_id, actor=SYSTEM)
    renew_pad_link(table_id=table.pk, actor=SYSTEM)
    assert Client().get(f"/pad/{pad_token(table)}/state/").json()["match"] is None
    assert Client().get(f"/api/1/tables/{table.pk}").json()["match"] is None
    topic = Topic("table", table.pk, "en", "insiders")
    assert b"event: part" in news_text(topic, read_revisions([topic])[topic])
    sign_in(client, make_user("Ruta", is_superuser=True))
    for name in ("table", "table-ruling"):
        assert client.get(reverse(name, args=[table.pk])).status_code == 200


def test_a_save_at_a_board_costs_no_more_than_alone():
    """But for the deal that ends it."""
    counts = []
    for event in (begun(2), begun_teams(2, boards=3, each=3, rounds=1)):
        event.rules |= {"deals": 3}
        event.save()
        table = next_round(event)[0]
        for number in (1, 2):
            with CaptureQueriesContext(connection) as queries:
                save(table, number, winner=0)
            counts.append(len(queries))
    assert counts[:2] == counts[2:]


@pytest.mark.parametrize("boards", [2, 4])
def test_a_pad_asks_as_often_however_many_boards_there_are(boards):
    table = next_round(begun_teams(2, boards=boards, each=boards, rounds=1))[0]
    with CaptureQueriesContext(connection) as queries:
        match_at(table)
    single = next_round(begun(2, stages=[("swiss", {"rounds": 1, "games": 3})]))[0]
    with CaptureQueriesContext(connection) as of_games:
        match_at(single)
    assert len(queries) == len(of_games)
