"""Tables as they are played, and as they are entered wrongly, for comparing two tellings of the rules."""

import random
from collections.abc import Sequence
from typing import Any

from scoring.errors import ScoringError
from scoring.games import GAMES
from scoring.result import RecordedTable, TableResult
from scoring.showdown.game import ShowdownGame
from scoring.showdown.sheet import Showdown
from scoring.vilnius.game import VILNIUS
from tests.scoring.hands import all_cards
from tests.scoring.sheets import whole_game

Json = dict[str, Any]
# Where a phone cannot read a hand by itself, it waits for the server's word.
JUDGED_BY_PHONES = [key for key, game in GAMES.items() if game.descriptor({}).get("reading", "sheet") is not None]

WRONG_IN_VILNIUS = [
    ("declarer", 9), ("declarer", True), ("declarer", -1), ("announced", 7), ("announced", None), ("announced", "3"),
    ("taken", -1), ("taken", 7), ("taken", 2.5), ("trump", "X" * 50), ("trump", "NT"), ("trump", 4),
    ("out_of_turn", 1), ("out_of_turn", None), ("trumps", "H"), ("announced", 0), ("announced", 6),
]  # fmt: skip
WRONG_IN_SHOWDOWNS = [
    ("dealer", 9), ("dealer", None), ("dealer", True), ("folded", [0, 0]), ("folded", "0"), ("folded", [8]),
    ("folded", [0, 1]), ("hands", {}), ("paid", {"0": 1, "1": 2, "2": 3}),
    ("hands", {"0": ["P3", "GOF"]}), ("hands", {"9": []}), ("hands", {"01": []}), ("hands", []), ("hands", {"0": "P3"}),
    ("hands", None),
    ("paid", {"0": -1}), ("paid", {"1": True}), ("paid", {"0": 10**15 + 1}), ("paid", {"7": 1}), ("paid", [1]),
    ("claimed", [True]), ("claimed", [7]), ("claimed", [0, 1]), ("override", " "), ("override", "so it was"),
    ("playoff_of", 1),
    ("playoff_of", True), ("playoff_of", 77), ("out_of_turn", 1), ("joker", "CAP"), ("quarry", ["GOC"]), ("quarry", 1),
]  # fmt: skip


def played(table: Json) -> TableResult:
    """What the scoring core makes of the table."""
    game = GAMES[table["game"]]
    return game.score(
        RecordedTable(
            seats=table["seats"],
            first_dealer=table["first_dealer"],
            rules=table["rules"],
            deals=game.read_deals(table["deals"], seats=table["seats"]),
            closed=table["closed"],
        )
    )


def so_far(table: Json) -> TableResult | None:
    """The same, None once a deal does not fit."""
    try:
        return played(table)
    except ScoringError:
        return None


def new_table(chance: random.Random, key: str) -> Json:
    game = GAMES[key]
    rules: Json = {option.name: chance.choice(option.values) for option in game.choices}
    if game.lengths and chance.random() < 0.6:
        rules[chance.choice(game.lengths)] = chance.randint(1, 5)
    seats = chance.randint(game.min_seats, game.max_seats)
    return {
        "game": key,
        "seats": seats,
        "first_dealer": chance.randrange(seats),
        "rules": game.check_rules(rules),
        "deals": [],
        "closed": chance.random() < 0.15,
    }


def vilnius_table(chance: random.Random, *, trouble: float) -> Json:
    """Some deals of a game, or all there can be, each a wrong one with a chance of ``trouble``."""
    table = new_table(chance, VILNIUS.key)
    left = [list(VILNIUS.quotas) for _ in range(table["seats"])]
    turn = (table["first_dealer"] + 1) % table["seats"]
    for _ in range(chance.choice([3, 20, 70])):
        if chance.random() < 0.04:
            table["deals"].append(None)
            turn = (turn + 1) % table["seats"]
            continue
        late = chance.random() < 0.04
        declarer = chance.randrange(table["seats"]) if late else turn
        payload = announcement(chance, declarer, left[declarer])
        if late:
            payload["out_of_turn"] = chance.random() > trouble * 10
        if chance.random() < trouble:
            payload.update([chance.choice(WRONG_IN_VILNIUS)])
        table["deals"].append(payload)
        turn = next_open((declarer + 1) % table["seats"], left)
        if not trouble and not any(map(any, left)):
            break
    while table["deals"] and table["deals"][-1] is None:
        table["deals"].pop()
    return table


def last_deals(chance: random.Random, *, deals: int) -> list[Json]:
    """A whole game as it stood before each of its last deals."""
    table = new_table(chance, VILNIUS.key)
    game = whole_game(seats=table["seats"], seed=chance.randrange(1000), first_dealer=table["first_dealer"])
    return [table | {"deals": game[:count]} for count in range(len(game) - deals, len(game))]


def announcement(chance: random.Random, declarer: int, left: list[int]) -> Json:
    announced = chance.choice([kind for kind, times in enumerate(left) if times] or [3])
    left[announced] -= left[announced] > 0
    payload = {"declarer": declarer, "announced": announced, "taken": chance.randint(0, VILNIUS.tricks)}
    return payload | chance.choice([{}, {"trump": None}, {"trump": chance.choice("SHDC")}])


def next_open(seat: int, left: list[list[int]]) -> int:
    order = [(seat + step) % len(left) for step in range(len(left))]
    return next((each for each in order if any(left[each])), seat)


def showdown_table(chance: random.Random, key: str, *, trouble: float) -> Json:
    table = new_table(chance, key)
    for _ in range(chance.randint(1, 8)):
        result = so_far(table)
        if result is None or (result.finished and chance.random() < 0.9):
            break
        payload = showdown(chance, table, result)
        if payload is not None and chance.random() < trouble:
            spoil(chance, payload, seats=table["seats"])
        table["deals"].append(payload)
    return table


def spoil(chance: random.Random, payload: Json, *, seats: int) -> None:
    """One thing wrong: any field, a hand, or somebody who has no part in a play-off."""
    hands = payload.get("hands")
    if payload.get("playoff_of") and chance.random() < 0.5:
        payload["paid"] = {str(seat): 1 for seat in range(seats)}
    elif hands and chance.random() < 0.3:
        spoil_hand(chance, hands[chance.choice(list(hands))])
    else:
        everybody = list(range(seats))
        wrong = {"folded": everybody, "hands": {}} if chance.random() < 0.1 else [chance.choice(WRONG_IN_SHOWDOWNS)]
        payload.update(wrong)


def spoil_hand(chance: random.Random, hand: list[str]) -> None:
    match chance.choice(["missing", "unknown", "copied"]):
        case "missing":
            hand.pop()
        case "unknown":
            hand[0] = "X9"
        case "copied":
            hand[:] = hand[:1] * len(hand)


def showdown(chance: random.Random, table: Json, result: TableResult) -> Json | None:
    """The next deal, the play-off that is due included; now and then one that was voided."""
    if chance.random() < 0.05:
        return None
    game, rules = by_hands(table), showdown_of(table)
    playing = list(result.playoff_seats or range(table["seats"]))
    still_in = [seat for seat in playing if not game.folds or chance.random() < 0.75] or [chance.choice(playing)]
    payload: Json = {"dealer": chance.choice(playing) if result.turn is None else result.turn}
    if game.folds:
        payload["folded"] = [seat for seat in playing if seat not in still_in]
    if result.playoff_of is not None and chance.random() < 0.96:
        payload["playoff_of"] = chance.choice([result.playoff_of, result.playoff_of, *named_before(table)])
    noted = rules.cards_optional and chance.random() < 0.5
    if noted or chance.random() < 0.2:
        payload["claimed"] = sorted(chance.sample(still_in, chance.randint(1, min(2, len(still_in)))))
        if chance.random() < 0.5:
            payload["override"] = "the director saw it"
    if not noted and len(still_in) > 1:
        payload |= cards_shown(chance, rules, still_in, most=len(playing))
    if game.bets and chance.random() < 0.6:
        payload["paid"] = {str(seat): chance.randint(0, 20) for seat in playing if chance.random() < 0.9}
    return payload


def named_before(table: Json) -> list[int]:
    """The tied deal that the play-off before this one named: one may name the first of the chain, or the last."""
    before = (table["deals"] or [None])[-1]
    return [before["playoff_of"]] if before and before.get("playoff_of") else []


def cards_shown(chance: random.Random, rules: Showdown, seats: Sequence[int], *, most: int) -> Json:
    """Hands from one deck. Where two are to be equal, the second is a copy of the first."""
    size = rules.hand_size
    cards = chance.sample(all_cards(rules.deck), rules.deck.size)
    hands = {str(seat): [cards.pop() for _ in range(size)] for seat in seats}
    if chance.random() < 0.3:
        hands[str(seats[1])] = chance.sample(hands[str(seats[0])], size)
    if chance.random() < 0.1:
        hands[str(seats[0])] = [card.lower() for card in hands[str(seats[0])]]
    if not rules.uses_quarry:
        return {"hands": hands}
    return {"hands": hands, "quarry": [cards.pop() for _ in range(chance.randint(len(seats), most))]}


def by_hands(table: Json) -> ShowdownGame:
    game = GAMES[table["game"]]
    assert game.sheet == "showdown"
    return game


def showdown_of(table: Json) -> Showdown:
    game = by_hands(table)
    return game.showdown(game.check_rules(table["rules"]))
