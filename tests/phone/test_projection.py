"""What waits on the phone is shown as the server will show it, and what the server will refuse is refused at once."""

import random
import uuid
from datetime import timedelta
from types import SimpleNamespace
from typing import Any

import pytest
from django.utils import timezone

from scoring.errors import ScoringError
from scoring.games import GAMES
from tests.factories import NAMES, announce, correct, deal, make_night, make_table, seat_table, whole_vilnius_game
from tests.phone.engine import as_json, ask, whole
from tests.phone.random_tables import JUDGED_BY_PHONES, Json, announcement, showdown
from tests.tournament_scenes import make_tournament, next_round, start
from tournaments.audit import SYSTEM
from tournaments.models import Round, Table
from tournaments.selectors.pad.state import deal_result, pad_state
from tournaments.selectors.table.deals import read_deal, score_table
from tournaments.selectors.table.page import table_page
from tournaments.services.refusals import Refused
from tournaments.services.stage.rounds import start_clock
from tournaments.services.table.deals import correct_deal, record_deal, set_first_dealer
from tournaments.services.table.life import adjourn_table, end_table
from tournaments.words.table.deals import author_words

pytestmark = pytest.mark.django_db

PROJECTION = "queue/projection"

FACTS = ("table", "seats", "turn", "next_turn", "playoff", "deals", "finished")
SHOWN: Json = {
    "dealer": 0,
    "hands": {"0": ["P3", "P3", "P3", "P2", "P2", "CAP"], "1": ["O3", "G3", "O3", "G2", "O2", "G2"]},
}


def state_of(table: Table) -> Json:
    return as_json(pad_state(table_page(table.pk), words=lambda line: "", by=author_words, now=timezone.now()))


def pad(state: Json) -> Json:
    """What the phone plays on: the game of the page, and the state it last heard."""
    table = state["table"]
    (known,) = whole(state)
    return {"boot": {"game": as_json(GAMES[table["game"]].descriptor(table["rules"]))}, "server": known}


def plain(state: Json) -> Json:
    """What both know of a table: not who entered what, nor what is sent."""
    known = ("number", "version", "voided", "payload", "result")
    (told,) = whole(state)
    return {name: told[name] for name in FACTS} | {
        "deals": [{name: deal[name] for name in known} for deal in told["deals"]]
    }


def save(table: Table, entry: Json) -> None:
    """What the server does with an entry when it arrives."""
    given: Json = {"table_id": table.pk, "base_revision": None, "actor": SYSTEM}
    if entry["kind"] == "dealer":
        set_first_dealer(seat=entry["seat"], **given)
    elif entry["kind"] == "deal":
        record_deal(payload=entry["payload"], client_id=uuid.UUID(entry["client_id"]), **given)
    else:
        more = {"number": entry["number"], "payload": entry.get("payload")}
        correct_deal(client_id=uuid.UUID(entry["client_id"]), **more, **given)


def entered(chance: random.Random, game: str, state: Json) -> Json:
    """Something that somebody might enter at this table."""
    entry: Json = {"client_id": str(uuid.UUID(int=chance.getrandbits(128)))}
    count = len(state["deals"])
    kind = chance.choice(["deal"] * 5 + ["correction", "void", "void"]) if count else chance.choice(["dealer", "deal"])
    if chance.random() < 0.03:
        kind = "dealer"
    if kind == "dealer":
        return entry | {"kind": kind, "seat": chance.randrange(3)}
    entry |= {"kind": kind, "number": chance.randint(1, count + (chance.random() < 0.1)) if kind != "deal" else None}
    return entry if kind == "void" else entry | {"payload": a_payload(chance, game, state)}


def a_payload(chance: random.Random, game: str, state: Json) -> Json:
    seats = len(state["seats"])
    if game == "vilnius":
        declarer = state["turn"] if state["turn"] is not None else 0
        late = {"out_of_turn": True} if chance.random() < 0.8 else {}
        return announcement(chance, declarer, [1] * 7) | late
    table = {"game": game, "seats": seats, "rules": state["table"]["rules"], "deals": []}
    due = state["playoff"] or {"deal": None, "seats": []}
    due_now: Any = SimpleNamespace(playoff_of=due["deal"], playoff_seats=due["seats"], turn=state["turn"])
    return showdown(chance, table, due_now) or {"dealer": 0, "folded": []}


@pytest.mark.flood
@pytest.mark.parametrize("seed", range(3))
@pytest.mark.parametrize("game", JUDGED_BY_PHONES)
def test_what_waits_is_shown_as_the_server_will_show_it(game: str, seed: int):
    """Twelve entries are saved one after the other; the phone is told of the state before them, and of all of them."""
    chance = random.Random(f"{game} {seed}")
    rules = {"cards": "optional", "deals": 4} if game != "vilnius" and seed else {}
    table = seat_table(make_night(game=game, rules=rules, names=NAMES[:3]), *NAMES[:3])
    before, entries, problem = state_of(table), [], None
    for index in range(12):
        entry = entered(chance, game, state_of(table))
        entries.append(entry)
        try:
            save(table, entry)
        except (Refused, ScoringError) as error:
            problem = problem or as_json({**error.as_dict(), "index": index, "client_id": entry["client_id"]})
    (said,) = ask(PROJECTION, "projectState", [[pad(before), entries]])
    assert plain(said) == plain(state_of(table))
    assert said["problem"] == problem


def waiting(*payloads: Json) -> list[Json]:
    return [{"kind": "deal", "payload": payload, "client_id": str(n)} for n, payload in enumerate(payloads)]


def test_the_last_announcement_finishes_the_game_and_voiding_it_reopens_it():
    table = make_table(seats=2)
    game = whole_vilnius_game(2)
    for payload in game[:30]:
        deal(table, payload)
    before = state_of(table)
    over = waiting(*game[30:])
    more = [{"kind": "deal", "payload": announce(1, 3, 3), "client_id": "late"}]
    reopened = [{"kind": "void", "number": 32}]
    finished, refused, again = ask(
        PROJECTION, "projectState", [[pad(before), over], [pad(before), over + more], [pad(before), over + reopened]]
    )
    assert finished["finished"] and finished["table"]["status"] == "finished" and finished["turn"] is None
    assert [each["waiting"] for each in finished["deals"][30:]] == [True, True]
    assert refused["problem"] == {"code": "table-finished", "deal": 33, "index": 2, "client_id": "late"}
    assert plain(refused) == plain(finished)
    assert not again["finished"] and again["table"]["status"] == "playing" and again["deals"][31]["voided"]
    for payload in game[30:]:
        deal(table, payload)
    assert plain(finished) == plain(state_of(table))


def test_the_round_s_clock_ends_the_table_on_the_phone_too():
    event = make_tournament(3, game="vilnius", rules={}, stages=[("swiss", {"seats": 3, "rounds": 1})])
    start(event)
    (table,) = next_round(event, minutes=30)
    start_clock(round_id=table.round_id, actor=SYSTEM)
    deal(table, announce(1, 3, 3))
    Round.objects.filter(pk=table.round_id).update(clock_started_at=timezone.now() - timedelta(minutes=30))
    before, last = state_of(table), announce(2, 4, 4)
    assert before["clock"]["allowed"] == 2
    (said,) = ask(PROJECTION, "projectState", [[pad(before), waiting(last)]])
    deal(table, last)
    assert said["table"]["status"] == "closed"
    assert plain(said) == plain(state_of(table))


def test_a_deal_is_refused_at_once_for_what_waits_before_it():
    table = make_table(seats=2)
    before, first = pad(state_of(table)), waiting(announce(1, 6, 6), announce(0, 0, 0))
    again, wrong, right = announce(1, 6, 2), announce(0, 5, 5), announce(1, 5, 5)
    assert ask(
        "queue/projection",
        "checkDeal",
        [[before, first, again], [before, first, wrong], [before, first, right]],
    ) == [
        {"code": "quota-used", "deal": 3, "seat": 1, "announced": 6},
        {"code": "out-of-turn", "deal": 3, "seat": 0, "expected": 1, "got": 0},
        None,
    ]
    both = [
        [before, [*first, *waiting(right)], announce(1, 5, 1), 1],
        [before, first, None, 7],
        [before, first, None, 1],
    ]
    assert ask(PROJECTION, "checkDeal", both) == [None, {"code": "deal-unknown", "deal": 7}, None]
    once_more = [*waiting(announce(1, 3, 3), announce(0, 3, 3)), *waiting(announce(1, 6, 6))]
    assert ask(PROJECTION, "checkDeal", [[before, once_more, announce(1, 6, 1), 1]]) == [
        {"code": "quota-used", "deal": 3, "seat": 1, "announced": 6}
    ]


def test_a_deal_that_waits_can_be_looked_at_before_it_is_sent():
    table = make_table(seats=2, game="colonial-italian")
    payload = {
        "dealer": 0,
        "hands": {"0": ["P3", "P3", "P3", "P2", "P2", "CAP"], "1": ["G3", "O3", "O3", "G2", "G2", "O2"]},
    }
    wrong = payload | {"claimed": [1]}
    before = state_of(table)
    shown, refused = ask(PROJECTION, "previewDeal", [[pad(before), [], payload], [pad(before), [], wrong]])
    assert shown == {
        "deal": as_json(
            deal_result(score_table(table, {1: read_deal("colonial-italian", payload, seats=2)}, seats=2).deals[0])
        ),
        "error": None,
    }
    assert refused["error"] == {"code": "claim-differs", "deal": 1, "claimed": [1], "winners": [0]}


def test_a_deal_that_has_arrived_meanwhile_is_not_counted_twice():
    """Its answer was lost, or another phone saved deal 1 first."""
    table = make_table(seats=2, game="colonial-italian")
    deal(table, SHOWN)
    (state,) = whole(state_of(table))
    sorted_hands = {seat: sorted(cards) for seat, cards in SHOWN["hands"].items()}
    same = {
        "kind": "deal",
        "number": 1,
        "client_id": "a",
        "payload": {"folded": [], "hands": sorted_hands, "dealer": 0},
    }
    other = same | {"payload": SHOWN | {"dealer": 1}}
    arrived, collided = ask(PROJECTION, "projectState", [[pad(state), [same]], [pad(state), [other]]])
    assert arrived == state | {"problem": None}
    assert collided == state | {"problem": {"code": "stale", "deal": 1, "index": 0, "client_id": "a"}}


def test_an_adjourned_table_takes_no_deals():
    table = make_table(seats=2)
    deal(table, announce(1, 3, 3))
    adjourn_table(table_id=table.pk, actor=SYSTEM)
    assert ask(PROJECTION, "checkDeal", [[pad(state_of(table)), [], announce(0, 3, 3)]]) == [
        {"code": "table-adjourned"}
    ]


def test_a_correction_after_the_players_have_gone_leaves_the_table_finished():
    table = make_table(seats=2, game="colonial-italian")
    deal(table, SHOWN)
    deal(table, SHOWN)
    end_table(table_id=table.pk, actor=SYSTEM)
    before = state_of(table)
    (said,) = ask(PROJECTION, "projectState", [[pad(before), [{"kind": "void", "number": 1}]]])
    correct(table, 1, None)
    assert said["table"]["status"] == "finished" and plain(said) == plain(state_of(table))
