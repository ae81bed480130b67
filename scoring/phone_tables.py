"""What the pad's own rules are made of: the constants of the games and the reading of every Colonial hand, as a module
of JavaScript. So the phone, which scores while it is offline, has its rules from here and nowhere else.
"""

from __future__ import annotations

import json
from collections.abc import Mapping
from string import ascii_letters, digits
from textwrap import wrap

from scoring import showdown_sheet, vilnius
from scoring.cards import COLONIAL_DECK, EARTH_DECK, PROTEAN_DECK, PROTEAN_SUITS, Deck
from scoring.colonial import COPIES, KINDS, VISIONS, VISIONS_PERFECT_FIRST, ColonialRuleset, Counts, spell
from scoring.games import GAMES, ShowdownGame
from scoring.odds import multisets
from scoring.protean import PYRAMIDS

HAND = 6
"""The hands that are listed; the best of eight cards is the best of six among them."""

LETTERS = ascii_letters + digits + "+-*/=<>.,:;!?"
LINE = 110
SMALL = 30
HEAD = "// Made out of scoring/ by `manage.py phone_tables`. A change here is lost; change the rules there.\n"

Json = Mapping[str, object]
Listed = tuple[str, int]
"""The category of a hand, and as bits which of its cards, best first, lie outside the pyramid."""


def phone_tables() -> dict[str, Json]:
    """The constants of the module by name."""
    return {
        "VILNIUS": vilnius_table(),
        "SHOWDOWN": {
            "fields": sorted(showdown_sheet.FIELDS),
            "quarry_fields": sorted(showdown_sheet.QUARRY_FIELDS),
            "most_cubits": showdown_sheet.MOST_CUBITS,
            "games": {key: game_facts(game) for key, game in GAMES.items() if isinstance(game, ShowdownGame)},
        },
        "DECKS": {
            "colonial": deck_table(COLONIAL_DECK),
            "earth": deck_table(EARTH_DECK),
            "protean": deck_table(PROTEAN_DECK),
        },
        "PROTEAN": {
            "suits": PROTEAN_SUITS,
            "pyramids": {each.name: {"needs": each.needs, "one_suit": each.one_suit} for each in PYRAMIDS},
        },
        "COLONIAL": colonial_table(),
    }


def vilnius_table() -> Json:
    exact = vilnius.points(0, 0)
    return {
        "quotas": vilnius.QUOTAS,
        "tricks": vilnius.TRICKS,
        "announcements": vilnius.ANNOUNCEMENTS,
        "exact_points": exact,
        "off_points": exact - vilnius.points(0, 1),
        "worst_points": vilnius.WORST_POINTS,
        "suits": vilnius.SUITS,
        "no_trump": vilnius.NO_TRUMP,
        "seats": [GAMES["vilnius"].min_seats, GAMES["vilnius"].max_seats],
        "fields": sorted(vilnius.FIELDS),
    }


def game_facts(game: ShowdownGame) -> Json:
    """`kickers` is left out where the hands are not Colonial ones."""
    prepared = game.prepare(game.check_rules({}))
    facts: dict[str, object] = {"seats": [game.min_seats, game.max_seats], "quarry": prepared.uses_quarry}
    if isinstance(prepared.ruleset, ColonialRuleset):
        facts["kickers"] = prepared.ruleset.kickers
    return facts


def deck_table(deck: Deck) -> Json:
    """How often each card is there, best first, and which Colonial card it stands for."""
    return {"copies": deck.copies, "kinds": deck.kinds}


def colonial_table() -> Json:
    """A letter for the reading of each hand, the hands in the order of `multisets`; once for the usual order of hands
    and once where perfect pyramids outrank all others. Kickers have no say in how a hand is read.
    """
    orders = {"by_level": VISIONS, "perfect_first": VISIONS_PERFECT_FIRST}
    read = {name: [listed(order, counts) for counts in multisets(COPIES, HAND)] for name, order in orders.items()}
    place = {category: index for index, category in enumerate(VISIONS.categories)}
    found = sorted({each for hands in read.values() for each in hands}, key=lambda each: (place[each[0]], each[1]))
    letters = dict(zip(found, LETTERS[: len(found)], strict=True))
    return {
        "kinds": KINDS,
        "copies": COPIES,
        "hand": HAND,
        "categories": {each.name: {"level": each.level, "one_suit": each.one_suit} for each in VISIONS.order},
        "orders": {name: order.categories for name, order in orders.items()},
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
