"""What the pad's own rules are made of: what each game says of itself and the reading of every Colonial hand, as a
module of JavaScript. So the phone, which scores while it is offline, has its rules from here and nowhere else.
"""

from __future__ import annotations

import json
from collections.abc import Callable, Iterable, Mapping
from string import ascii_letters, digits
from textwrap import wrap
from typing import TypeVar

from scoring.cards import PROTEAN_SUITS, Deck
from scoring.colonial import COPIES, KINDS, VISIONS, VISIONS_PERFECT_FIRST, ColonialRuleset, Counts, spell
from scoring.deals import VILNIUS_FIELDS
from scoring.game import Game
from scoring.games import COLONIAL_ITALIAN, GAMES, PROTEAN_GAME
from scoring.odds import multisets
from scoring.options import Count, Option, Picked, Setting
from scoring.protean import PYRAMIDS, ProteanRuleset
from scoring.showdown import Ruleset
from scoring.showdown_game import MOST_CUBITS, ShowdownGame, describe_card
from scoring.vilnius import NO_TRUMP, SUITS, VILNIUS, AnnouncementGame

HAND = 6
"""The hands that are listed; the best of eight cards is the best of six among them."""

ORDERS = {"by_level": VISIONS, "perfect_first": VISIONS_PERFECT_FIRST}
LETTERS = ascii_letters + digits + "+-*/=<>.,:;!?"
LINE = 110
SMALL = 30
HEAD = "// Made out of scoring/ by `manage.py pad_rules`. A change here is lost; change the rules there.\n"

Json = Mapping[str, object]
Listed = tuple[str, int]
"""The category of a hand, and as bits which of its cards, best first, lie outside the pyramid."""

T = TypeVar("T")


def pad_rules(games: Iterable[Game] = tuple(GAMES.values())) -> dict[str, Json]:
    """The constants of the module by name."""
    games = tuple(games)
    showdowns = [game for game in games if isinstance(game, ShowdownGame)]
    return {
        "GAMES": {game.key: game_table(game) for game in games},
        "VILNIUS": vilnius_table(VILNIUS),
        "SHOWDOWN": showdown_table(showdowns),
        "DECKS": {deck.name: deck_table(deck) for game in showdowns for deck in game.decks},
        "PROTEAN": {
            "suits": PROTEAN_SUITS,
            "pyramids": {each.name: {"needs": each.needs, "one_suit": each.one_suit} for each in PYRAMIDS},
        },
        "COLONIAL": colonial_table(),
    }


def game_table(game: Game) -> Json:
    """A setting that hangs on an option is written as that option and one value for each of its values."""
    facts: dict[str, object] = {
        "sheet": game.sheet,
        "seats": [game.min_seats, game.max_seats],
        "options": {option.name: option_table(option) for option in game.options},
    }
    if isinstance(game, AnnouncementGame):
        return facts | {"hand_size": game.tricks, "quarry": False, "bets": False, "quotas": game.quotas}
    assert isinstance(game, ShowdownGame)
    return facts | {
        "hand_size": setting_table(game.hand_size, lambda size: size),
        "quarry": game.quarry,
        "folds": game.folds,
        "bets": game.bets,
        "deck": setting_table(game.deck, lambda deck: deck.name),
        "reading": setting_table(game.ruleset, reading_table),
        "categories": setting_table(game.ruleset, lambda ruleset: ruleset.categories),
    }


def option_table(option: Option) -> Json:
    if isinstance(option, Count):
        return {"kind": option.kind, "least": option.least, "excludes": option.excludes}
    return {"kind": option.kind, "values": option.values}


def setting_table(setting: Setting[T], written: Callable[[T], object]) -> object:
    if not isinstance(setting, Picked):
        return written(setting)
    return {"option": setting.option.name, "settings": [written(each) for each in setting.settings]}


def reading_table(ruleset: Ruleset) -> Json | None:
    """Which of the phone's evaluators reads these hands; None where it has to ask."""
    if isinstance(ruleset, ColonialRuleset):
        order = next(name for name, each in ORDERS.items() if each.order == ruleset.order)
        return {"by": "colonial", "order": order, "kickers": ruleset.kickers}
    return {"by": "protean"} if isinstance(ruleset, ProteanRuleset) else None


def vilnius_table(game: AnnouncementGame) -> Json:
    return {
        "quotas": game.quotas,
        "tricks": game.tricks,
        "announcements": game.announcements,
        "exact_points": game.exact_points,
        "off_points": game.off_points,
        "worst_points": game.worst_points,
        "suits": SUITS,
        "no_trump": NO_TRUMP,
        "seats": [game.min_seats, game.max_seats],
        "fields": sorted(VILNIUS_FIELDS),
    }


def showdown_table(games: Iterable[ShowdownGame]) -> Json:
    return {
        "fields": sorted(COLONIAL_ITALIAN.fields),
        "quarry_fields": sorted(PROTEAN_GAME.fields),
        "most_cubits": MOST_CUBITS,
        "games": {game.key: showdown_facts(game) for game in games},
    }


def showdown_facts(game: ShowdownGame) -> Json:
    """`kickers` is left out where the hands are not Colonial ones."""
    ruleset = game.showdown(game.check_rules({})).ruleset
    facts = {"seats": [game.min_seats, game.max_seats], "quarry": game.quarry}
    return facts | ({"kickers": ruleset.kickers} if isinstance(ruleset, ColonialRuleset) else {})


def deck_table(deck: Deck) -> Json:
    """How often each card is there, best first, which Colonial card it stands for, and its suit and level."""
    return {"copies": deck.copies, "kinds": deck.kinds, "cards": [describe_card(card) for card in deck.cards]}


def colonial_table() -> Json:
    """A letter for the reading of each hand, the hands in the order of `multisets`; once for the usual order of hands
    and once where perfect pyramids outrank all others. Kickers have no say in how a hand is read.
    """
    read = {name: [listed(order, counts) for counts in multisets(COPIES, HAND)] for name, order in ORDERS.items()}
    place = {category: index for index, category in enumerate(VISIONS.categories)}
    found = sorted({each for hands in read.values() for each in hands}, key=lambda each: (place[each[0]], each[1]))
    letters = dict(zip(found, LETTERS[: len(found)], strict=True))
    return {
        "kinds": KINDS,
        "copies": COPIES,
        "hand": HAND,
        "categories": {each.name: {"level": each.level, "one_suit": each.one_suit} for each in VISIONS.order},
        "orders": {name: order.categories for name, order in ORDERS.items()},
        "readings": {letter: [category, outside] for (category, outside), letter in letters.items()},
        "hands": {name: "".join(letters[each] for each in hands) for name, hands in read.items()},
    }


def listed(ruleset: ColonialRuleset, counts: Counts) -> Listed:
    """Of equal cards the first ones lie outside, which makes for the fewest different readings."""
    reading = ruleset.read_counts(counts)
    rest, outside = list(reading.rest), 0
    for position, kind in enumerate(spell(counts)):
        if KINDS[kind] in rest:
            rest.remove(KINDS[kind])
            outside |= 1 << position
    return reading.category, outside


def javascript(tables: Mapping[str, Json]) -> str:
    """The text of the module."""
    return HEAD + "".join(f"\nexport const {name} = {literal(table)};\n" for name, table in tables.items())


def literal(value: object, indent: str = "") -> str:
    """In one line what fits there; else a member a line, small ones together, so that changes can be compared."""
    inner = indent + "  "
    if isinstance(value, str) and len(value) > LINE:
        return f" +\n{inner}".join(f'"{piece}"' for piece in wrap(value, LINE))
    text = compact(value)
    if len(text) <= LINE or not isinstance(value, Mapping):
        return text
    members = [f"{compact(name)}:{literal(each, inner)}" for name, each in value.items()]
    if max(map(len, members)) < SMALL:
        members = [line.removesuffix(",") for line in wrap(", ".join(members), LINE, break_on_hyphens=False)]
    return "{\n" + "".join(f"{inner}{member},\n" for member in members) + indent + "}"


def compact(value: object) -> str:
    return json.dumps(plain(value), separators=(",", ":"))


def plain(value: object) -> object:
    """What `json` can write."""
    if isinstance(value, Mapping):
        return {name: plain(each) for name, each in value.items()}
    return [plain(each) for each in value] if isinstance(value, list | tuple) else value
