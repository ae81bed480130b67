"""The rules in the phone's browser, next to those of the scoring core: whatever is entered, both say the same."""

import json
import random
import uuid
from collections import Counter
from collections.abc import Callable, Iterator, Sequence
from datetime import timedelta
from pathlib import Path
from types import SimpleNamespace
from typing import Any, cast

import pytest
from django.utils import timezone
from playwright.sync_api import Browser
from pytest_django import Settings

from scoring.errors import ScoringError
from scoring.games import GAMES, ShowdownGame
from scoring.result import ShowdownDeal
from tests.e2e.random_tables import (
    Json,
    announcement,
    deck_of,
    new_table,
    played,
    showdown,
    showdown_table,
    vilnius_table,
)
from tests.factories import NAMES, announce, deal, make_night, make_table, seat_table, whole_vilnius_game
from tests.scoring.hands import all_cards, every_colonial_multiset
from tests.tournament_scenes import make_tournament, next_round, start
from tournaments.audit import SYSTEM
from tournaments.models import Round, Table
from tournaments.selectors.fold import score_table
from tournaments.selectors.pad import cells, deal_result, pad_state, playoff, seat_facts, turn_after
from tournaments.selectors.rows import SeatLine
from tournaments.selectors.tables import DealLine, table_page
from tournaments.services.refusals import Refused
from tournaments.services.round_clock import start_clock
from tournaments.services.table_life import adjourn_table
from tournaments.services.tables import correct_deal, record_deal, set_first_dealer

Ask = Callable[[str, str, Sequence[Sequence[Any]]], list[Any]]

pytestmark = pytest.mark.django_db

ANSWERS = """
async ([url, name, cases]) => {
  const module = await import(url);
  const frozen = (value) => {
    if (value && typeof value === "object") Object.values(Object.freeze(value)).forEach(frozen);
    return value;
  };
  return JSON.stringify(JSON.parse(cases).map((given) => module[name](...frozen(given))));
}
"""

FACTS = ("table", "seats", "turn", "next_turn", "playoff", "deals", "finished")
COLONIAL = [
    ("colonial-italian", {}),
    ("colonial-visions", {}),
    ("colonial-visions", {"perfect_outranks_all": True}),
]
SHOWDOWNS = [game for game, facts in GAMES.items() if isinstance(facts, ShowdownGame)]


@pytest.fixture(autouse=True)
def quick_passwords(settings: Settings) -> None:
    """Nobody signs in here."""
    settings.PASSWORD_HASHERS = ["django.contrib.auth.hashers.MD5PasswordHasher"]


@pytest.fixture(scope="module")
def ask(server: str, server_folder: Path, chromium: Browser) -> Iterator[Ask]:
    """Calls a function of a module under js/pad/rules with each of the cases, as the server hands the modules out; it
    must leave what it was given alone.
    """
    names = json.loads((server_folder / "static" / "staticfiles.json").read_text())["paths"]
    context = chromium.new_context(base_url=server)
    page = context.new_page()
    page.goto("/static/" + names["js/pad/tables.js"])

    def ask(module: str, name: str, cases: Sequence[Sequence[Any]]) -> list[Any]:
        url = f"/static/{names[f'js/pad/rules/{module}.js']}"
        return cast("list[Any]", json.loads(page.evaluate(ANSWERS, [url, name, json.dumps(cases)])))

    yield ask
    context.close()


def as_json(value: object) -> Any:
    return json.loads(json.dumps(value))


def told(table: Json) -> Json:
    """What the scoring core says of a table, in the shape of the pad's state."""
    try:
        result = played(table)
    except ScoringError as error:
        return {"error": as_json(error.as_dict())}
    vilnius = table["game"] == "vilnius"
    deals = zip(table["deals"], result.deals, strict=True)
    lines = [DealLine(number, payload, deal, []) for number, (payload, deal) in enumerate(deals, start=1)]
    answer: Json = {
        "seats": [
            without(
                seat_facts(a_line(index), seat, cells(lines, index) if vilnius else None), "index", "name", "colour"
            )
            for index, seat in enumerate(result.seats)
        ],
        "turn": result.turn,
        "next_turn": None if result.turn is None else turn_after(result.turn, result),
        "finished": result.finished,
        "deals": [with_cubits(deal, seats=table["seats"]) for deal in result.deals],
    }
    return as_json(answer if vilnius else answer | {"playoff": playoff(result)})


def a_line(index: int) -> SeatLine:
    return cast("SeatLine", SimpleNamespace(index=index, player=SimpleNamespace(short_name="", colour=1)))


def without(facts: Json, *names: str) -> Json:
    return {name: value for name, value in facts.items() if name not in names}


def with_cubits(deal: Any, *, seats: int) -> Json | None:
    facts = deal_result(deal)
    if facts is None or not isinstance(deal, ShowdownDeal):
        return facts
    return facts | {"pot": deal.pot, "net": None if deal.net is None else [deal.net[seat] for seat in range(seats)]}


def differing(cases: Sequence[Any], said: Sequence[Any], expected: Sequence[Any]) -> list[str]:
    """The first few cases on which the phone and the core do not agree."""
    apart = [
        f"{json.dumps(case)}\nphone: {json.dumps(one)}\ncore:  {json.dumps(other)}"
        for case, one, other in zip(cases, said, expected, strict=True)
        if one != other
    ]
    return apart[:3]


def facts_of(game: str, rules: Json) -> Json:
    return {"game": game, "rules": GAMES[game].check_rules(rules)}


def read(facts: Json, hand: Sequence[str], quarry: Sequence[str] = ()) -> Json:
    game = GAMES[facts["game"]]
    assert isinstance(game, ShowdownGame)
    try:
        return as_json(game.read_hand(hand, rules=facts["rules"], quarry=quarry).as_dict())
    except ScoringError as error:
        return {"error": as_json(error.as_dict())}


@pytest.mark.parametrize(("game", "rules"), COLONIAL)
def test_every_six_cards_are_read_alike(ask: Ask, game: str, rules: Json):
    facts = facts_of(game, rules)
    hands = [list(hand) for hand, _ in every_colonial_multiset(6)]
    said = ask("hands", "readHand", [[facts, hand] for hand in hands])
    assert len(hands) == 4_128
    assert differing(hands, said, [read(facts, hand) for hand in hands]) == []


def test_eight_cards_earth_cards_and_a_quarry_are_read_alike(ask: Ask):
    chance, cases = random.Random(1), []
    for number in range(1_500):
        table = new_table(chance, SHOWDOWNS[number % 3])
        facts = {"game": table["game"], "rules": table["rules"]}
        cards = chance.sample(all_cards(deck_of(table)), 14)
        size = table["rules"].get("hand_size", 6) if chance.random() < 0.98 else chance.randint(0, 8)
        quarry = cards[8 : 8 + chance.randint(0, 6)] if table["game"] == "protean" else []
        hand = cards[:size] if chance.random() < 0.95 else cards[:1] * size
        cases.append([facts, hand, quarry])
    expected = [read(*case) for case in cases]
    assert differing(cases, ask("hands", "readHand", cases), expected) == []
    assert {each["error"]["code"] for each in expected if "error" in each} == {"hand-size", "too-many-copies"}


def test_a_hand_of_a_game_without_hands_is_left_to_the_server(ask: Ask):
    assert ask("hands", "readHand", [[facts_of("vilnius", {}), ["P3"]]]) == [None]


def test_two_hands_are_compared_alike(ask: Ask):
    chance, tables = random.Random(2), []
    for number in range(4_000):
        game, rules = COLONIAL[number % 3]
        rules = rules | {"hand_size": chance.choice([6, 6, 8]), "earth_deck": chance.random() < 0.2}
        table = new_table(chance, game) | {"seats": 2, "first_dealer": 0, "rules": GAMES[game].check_rules(rules)}
        cards = chance.sample(all_cards(deck_of(table)), 16)
        size = table["rules"]["hand_size"]
        table["deals"] = [{"dealer": 0, "hands": {"0": cards[:size], "1": cards[-size:]}}]
        tables.append(table)
    expected = [told(table) for table in tables]
    assert differing(tables, ask("showdown", "scoreShowdown", [[table] for table in tables]), expected) == []
    decided = Counter(each["deals"][0]["decided_by"] for each in expected)
    assert decided.keys() == {"category", "suit", "kicker", "tie"} and min(decided.values()) > 20


def test_vilnius_tables_are_scored_alike(ask: Ask):
    chance = random.Random(3)
    tables = [vilnius_table(chance, trouble=0.05 * (number % 2)) for number in range(500)]
    expected = [told(table) for table in tables]
    assert differing(tables, ask("vilnius", "scoreVilnius", [[table] for table in tables]), expected) == []
    codes = Counter(each["error"]["code"] for each in expected if "error" in each)
    assert codes.keys() == {
        "announcement-range", "malformed", "out-of-turn", "quota-used", "seat-unknown", "sheet-full", "table-finished",
        "tricks-range", "trump-unknown",
    }  # fmt: skip
    whole = [each for each in expected if "error" not in each]
    assert len(whole) > 200 and sum(each["finished"] for each in whole) > 30


@pytest.mark.parametrize("game", SHOWDOWNS)
def test_tables_of_showdowns_are_scored_alike(ask: Ask, game: str):
    chance = random.Random(game)
    tables = [showdown_table(chance, game, trouble=0.3 * (number % 2)) for number in range(600)]
    expected = [told(table) for table in tables]
    assert differing(tables, ask("showdown", "scoreShowdown", [[table] for table in tables]), expected) == []
    codes = {each["error"]["code"] for each in expected if "error" in each}
    assert codes >= {
        "all-folded", "claim-differs", "folded-shows", "hand-size", "hands-missing", "malformed", "paid-invalid",
        "playoff-missing", "playoff-seats", "seat-unknown", "table-finished", "too-many-copies", "unknown-card",
    }  # fmt: skip
    whole = [each for each in expected if "error" not in each]
    decided = {deal["decided_by"] for each in whole for deal in each["deals"] if deal}
    assert decided >= {"category", "suit", "tie", "claim", "last-player"}
    assert len(whole) > 200 and any(each["playoff"] for each in whole) and any(each["finished"] for each in whole)


def state_of(table: Table) -> Json:
    return as_json(pad_state(table_page(table.pk), words=lambda line: "", now=timezone.now()))


def plain(state: Json) -> Json:
    """What both know of a table: not who entered what, nor what is sent."""
    known = ("number", "version", "voided", "payload", "result")
    return {name: state[name] for name in FACTS} | {
        "deals": [{name: deal[name] for name in known} for deal in state["deals"]]
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
    table = {"game": game, "seats": seats, "rules": state["table"]["rules"]}
    due = state["playoff"] or {"deal": None, "seats": []}
    outlook: Any = SimpleNamespace(playoff_of=due["deal"], playoff_seats=due["seats"], turn=state["turn"])
    return showdown(chance, table, outlook) or {"dealer": 0, "folded": []}


@pytest.mark.parametrize("seed", range(3))
@pytest.mark.parametrize("game", ["vilnius", "colonial-italian", "colonial-visions", "protean"])
def test_what_waits_is_shown_as_the_server_will_show_it(ask: Ask, game: str, seed: int):
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
    (said,) = ask("project", "projectState", [[before, entries]])
    assert plain(said) == plain(state_of(table))
    assert said["problem"] == problem


def waiting(*payloads: Json) -> list[Json]:
    return [{"kind": "deal", "payload": payload, "client_id": str(n)} for n, payload in enumerate(payloads)]


def test_the_last_announcement_finishes_the_game_and_striking_it_out_reopens_it(ask: Ask):
    table = make_table(seats=2)
    game = whole_vilnius_game(2)
    for payload in game[:30]:
        deal(table, payload)
    before = state_of(table)
    over = waiting(*game[30:])
    more = [{"kind": "deal", "payload": announce(1, 3, 3), "client_id": "late"}]
    reopened = [{"kind": "void", "number": 32}]
    finished, refused, again = ask(
        "project", "projectState", [[before, over], [before, over + more], [before, over + reopened]]
    )
    assert finished["finished"] and finished["table"]["status"] == "finished" and finished["turn"] is None
    assert [each["waiting"] for each in finished["deals"][30:]] == [True, True]
    assert refused["problem"] == {"code": "table-finished", "deal": 33, "index": 2, "client_id": "late"}
    assert plain(refused) == plain(finished)
    assert not again["finished"] and again["table"]["status"] == "playing" and again["deals"][31]["voided"]
    for payload in game[30:]:
        deal(table, payload)
    assert plain(finished) == plain(state_of(table))


def test_the_round_s_clock_ends_the_table_on_the_phone_too(ask: Ask):
    event = make_tournament(3, game="vilnius", rules={}, stages=[("swiss", {"seats": 3, "rounds": 1})])
    start(event)
    (table,) = next_round(event, minutes=30)
    start_clock(round_id=table.round_id, actor=SYSTEM)
    deal(table, announce(1, 3, 3))
    Round.objects.filter(pk=table.round_id).update(clock_started_at=timezone.now() - timedelta(minutes=30))
    before, last = state_of(table), announce(2, 4, 4)
    assert before["clock"]["allowed"] == 2
    (said,) = ask("project", "projectState", [[before, waiting(last)]])
    deal(table, last)
    assert said["table"]["status"] == "closed"
    assert plain(said) == plain(state_of(table))


def test_a_deal_is_refused_at_once_for_what_waits_before_it(ask: Ask):
    table = make_table(seats=2)
    before, first = state_of(table), waiting(announce(1, 6, 6), announce(0, 0, 0))
    again, wrong, right = announce(1, 6, 2), announce(0, 5, 5), announce(1, 5, 5)
    assert ask("project", "checkDeal", [[before, first, again], [before, first, wrong], [before, first, right]]) == [
        {"code": "quota-used", "deal": 3, "seat": 1, "announced": 6},
        {"code": "out-of-turn", "deal": 3, "seat": 0, "expected": 1, "got": 0},
        None,
    ]
    both = [
        [before, [*first, *waiting(right)], announce(1, 5, 1), 1],
        [before, first, None, 7],
        [before, first, None, 1],
    ]
    assert ask("project", "checkDeal", both) == [None, {"code": "deal-unknown", "deal": 7}, None]
    once_more = [*waiting(announce(1, 3, 3), announce(0, 3, 3)), *waiting(announce(1, 6, 6))]
    assert ask("project", "checkDeal", [[before, once_more, announce(1, 6, 1), 1]]) == [
        {"code": "quota-used", "deal": 3, "seat": 1, "announced": 6}
    ]


def test_a_deal_that_waits_can_be_looked_at_before_it_is_sent(ask: Ask):
    table = make_table(seats=2, game="colonial-italian")
    payload = {
        "dealer": 0,
        "hands": {"0": ["P3", "P3", "P3", "P2", "P2", "CAP"], "1": ["G3", "O3", "O3", "G2", "G2", "O2"]},
    }
    wrong = payload | {"claimed": [1]}
    before = state_of(table)
    shown, refused = ask("project", "previewDeal", [[before, [], payload], [before, [], wrong]])
    assert shown == {"deal": as_json(deal_result(score_table(table, {1: payload}, seats=2).deals[0])), "error": None}
    assert refused["error"] == {"code": "claim-differs", "deal": 1, "claimed": [1], "winners": [0]}


def test_a_deal_that_has_arrived_meanwhile_is_not_counted_twice(ask: Ask):
    """Its answer was lost, or another phone saved deal 1 first."""
    table = make_table(seats=2)
    deal(table, announce(1, 6, 4))
    state = state_of(table)
    same = {"kind": "deal", "number": 1, "client_id": "a", "payload": {"taken": 4, "announced": 6, "declarer": 1}}
    other = same | {"payload": announce(1, 6, 5)}
    arrived, collided = ask("project", "projectState", [[state, [same]], [state, [other]]])
    assert arrived == state | {"problem": None}
    assert collided == state | {"problem": {"code": "stale", "deal": 1, "index": 0, "client_id": "a"}}


def test_an_adjourned_table_takes_no_deals(ask: Ask):
    table = make_table(seats=2)
    deal(table, announce(1, 3, 3))
    adjourn_table(table_id=table.pk, actor=SYSTEM)
    assert ask("project", "checkDeal", [[state_of(table), [], announce(0, 3, 3)]]) == [{"code": "table-adjourned"}]
