"""The phone's rules, next to those of the scoring core: whatever is entered, both say the same."""

import json
import random
from collections import Counter
from collections.abc import Sequence
from fractions import Fraction
from itertools import combinations
from types import SimpleNamespace
from typing import Any, cast

import pytest

from scoring.errors import ScoringError
from scoring.games import GAMES
from scoring.result import ShowdownResult
from tests.phone.engine import as_json, ask
from tests.phone.random_tables import (
    JUDGED_BY_PHONES,
    Json,
    last_deals,
    new_table,
    played,
    showdown_of,
    showdown_table,
    vilnius_table,
)
from tests.scoring.hands import all_cards, every_colonial_multiset
from tournaments.selectors.pad.state import deal_result, playoff, seat_facts, turn_after
from tournaments.selectors.table.cards import SeatLine, number_text

COLONIAL = [
    ("colonial-italian", {}),
    ("colonial-visions", {}),
    ("colonial-visions", {"perfect_outranks_all": True}),
]
SHOWDOWNS = [key for key in JUDGED_BY_PHONES if GAMES[key].sheet == "showdown"]


def told(table: Json) -> Json:
    """What the scoring core says of a table, in the shape of the pad's state."""
    try:
        result = played(table)
    except ScoringError as error:
        return {"error": as_json(error.as_dict())}
    vilnius = GAMES[table["game"]].sheet == "announcements"
    answer: Json = {
        "seats": [
            without(seat_facts(a_line(index), seat), "index", "name", "colour")
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
    if facts is None or not isinstance(deal, ShowdownResult):
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


def described(table: Json) -> Json:
    return as_json(GAMES[table["game"]].descriptor(table["rules"]))


def scored(module: str, name: str, tables: Sequence[Json]) -> list[Any]:
    return ask(module, name, [[described(table), table] for table in tables])


def read(table: Json, hand: Sequence[str], quarry: Sequence[str] = ()) -> Json:
    try:
        reading = GAMES[table["game"]].read_hand(hand, rules=table["rules"], quarry=quarry)
        return as_json(reading and reading.as_dict())
    except ScoringError as error:
        return {"error": as_json(error.as_dict())}


@pytest.mark.parametrize(("game", "rules"), COLONIAL)
def test_every_six_cards_are_read_alike(game: str, rules: Json):
    table = {"game": game, "rules": rules}
    described_once = described(table)
    hands = [list(hand) for hand, _ in every_colonial_multiset(6)]
    said = ask("rules/hands", "readHand", [[described_once, hand] for hand in hands])
    assert len(hands) == 4_128
    assert differing(hands, said, [read(table, hand) for hand in hands]) == []


@pytest.mark.parametrize(("game", "rules"), COLONIAL[::2])
def test_what_a_hand_makes_so_far_is_what_every_hand_it_can_become_makes(game: str, rules: Json):
    described_once = described({"game": game, "rules": rules})
    order = GAMES[game].descriptor(rules)["categories"]
    places: dict[tuple[str, ...], int] = {}
    for six, _ in every_colonial_multiset(6):
        place = order.index(read({"game": game, "rules": rules}, six)["category"])
        for begun in {tuple(sorted(part)) for size in (3, 4, 5, 6) for part in combinations(six, size)}:
            places[begun] = max(place, places.get(begun, 0))
    hands = random.Random(game).sample([hand for hand in places if len(hand) < 6], 150)
    kinds = [card["code"] for card in described_once["deck"]]

    def grown(hand: tuple[str, ...]) -> Json:
        more = {kind: places.get(tuple(sorted((*hand, kind)))) for kind in kinds}
        possible = {kind: place for kind, place in more.items() if place is not None}
        now, best = places[hand], min(possible.values())
        better = [kind for kind in kinds if best < now and possible.get(kind) == best]
        last = order[now] == order[-1]
        return {"category": None if last else order[now], "more": better, "becomes": order[best] if better else None}

    copies = {card["code"]: card["copies"] for card in described_once["deck"]}
    given = [[described_once, hand, [kind for kind in kinds if hand.count(kind) < copies[kind]]] for hand in hands]
    assert differing(hands, ask("rules/hands", "growth", given), [grown(hand) for hand in hands]) == []


def test_eight_cards_earth_cards_and_a_quarry_are_read_alike():
    chance, cases = random.Random(1), []
    for number in range(1_500):
        table = new_table(chance, SHOWDOWNS[number % len(SHOWDOWNS)])
        rules = showdown_of(table)
        facts = {"game": table["game"], "rules": table["rules"]}
        cards = chance.sample(all_cards(rules.deck), min(rules.deck.size, 14))
        size = rules.hand_size if chance.random() < 0.98 else chance.randint(0, 8)
        quarry = cards[8 : 8 + chance.randint(0, 6)] if rules.uses_quarry else []
        hand = cards[:size] if chance.random() < 0.95 else cards[:1] * size
        cases.append([facts, hand, quarry])
    expected = [read(*case) for case in cases]
    said = ask("rules/hands", "readHand", [[described(table), *given] for table, *given in cases])
    assert differing(cases, said, expected) == []
    assert {each["error"]["code"] for each in expected if "error" in each} == {"hand-size", "too-many-copies"}


def test_a_hand_of_a_game_without_hands_is_left_to_the_server():
    assert ask("rules/hands", "readHand", [[described({"game": "vilnius", "rules": {}}), ["P3"]]]) == [None]


def test_two_hands_are_compared_alike():
    chance, tables = random.Random(2), []
    for number in range(4_000):
        game, rules = COLONIAL[number % 3]
        rules = rules | {"hand_size": chance.choice([6, 6, 8]), "earth_deck": chance.random() < 0.2}
        table = new_table(chance, game) | {"seats": 2, "first_dealer": 0, "rules": GAMES[game].check_rules(rules)}
        cards = chance.sample(all_cards(showdown_of(table).deck), 16)
        size = table["rules"]["hand_size"]
        table["deals"] = [{"dealer": 0, "hands": {"0": cards[:size], "1": cards[-size:]}}]
        tables.append(table)
    expected = [told(table) for table in tables]
    assert differing(tables, scored("rules/showdown", "scoreShowdown", tables), expected) == []
    decided = Counter(each["deals"][0]["decided_by"] for each in expected)
    assert decided.keys() == {"category", "suit", "kicker", "tie"} and min(decided.values()) > 20


def test_vilnius_tables_are_scored_alike():
    chance = random.Random(3)
    tables = [vilnius_table(chance, trouble=0.05 * (number % 2)) for number in range(500)]
    tables += [table for _ in range(10) for table in last_deals(chance, deals=6)]
    expected = [told(table) for table in tables]
    assert differing(tables, scored("rules/vilnius", "scoreVilnius", tables), expected) == []
    codes = Counter(each["error"]["code"] for each in expected if "error" in each)
    assert codes.keys() == {
        "announcement-range", "malformed", "out-of-turn", "quota-used", "seat-unknown", "sheet-full", "table-finished",
        "tricks-range", "trump-unknown",
    }  # fmt: skip
    whole = [each for each in expected if "error" not in each]
    assert len(whole) > 200 and sum(each["finished"] for each in whole) > 30


@pytest.mark.parametrize("game", SHOWDOWNS)
def test_tables_of_showdowns_are_scored_alike(game: str):
    chance = random.Random(game)
    tables = [showdown_table(chance, game, trouble=0.3 * (number % 2)) for number in range(600)]
    expected = [told(table) for table in tables]
    assert differing(tables, scored("rules/showdown", "scoreShowdown", tables), expected) == []
    codes = {each["error"]["code"] for each in expected if "error" in each}
    assert codes >= {
        "all-folded", "claim-differs", "folded-shows", "hand-size", "hands-missing", "malformed", "paid-invalid",
        "playoff-missing", "playoff-seats", "seat-unknown", "table-finished", "too-many-copies", "unknown-card",
    }  # fmt: skip
    whole = [each for each in expected if "error" not in each]
    decided = {deal["decided_by"] for each in whole for deal in each["deals"] if deal}
    assert decided >= {"category", "suit", "tie", "claim", "last-player"}
    assert len(whole) > 200 and any(each["playoff"] for each in whole) and any(each["finished"] for each in whole)


def test_a_tap_enters_a_pyramid_of_one_suit_with_one_card_more_below():
    deck = GAMES["colonial-italian"].descriptor({})["deck"]
    (shapes,) = ask("screens/showdown/cards", "shapesOf", [[deck, 6]])
    assert [card["code"] for card in shapes[0]] == ["P2", "P2", "P3", "P3", "P3"]
    assert {len(shape) for shape in shapes} == {3, 5}


def test_pages_and_phones_write_halves_alike():
    figures = {0: "0", 7: "7", -2: "−2", 0.5: "½", 2.5: "2½", -0.5: "−½", -3.5: "−3½"}
    assert {number: number_text(Fraction(number)) for number in figures} == figures
    assert ask("words", "figure", [[number] for number in figures]) == list(figures.values())
