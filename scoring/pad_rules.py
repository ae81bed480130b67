"""What the phone's evaluators are made of: the Protean pyramids and the reading of every Colonial hand, as a module of
JavaScript. All else that it has to know, a game's ``descriptor`` says.
"""

from __future__ import annotations

import json
from collections.abc import Mapping
from string import ascii_letters, digits
from textwrap import wrap

from scoring.cards import PROTEAN_SUITS
from scoring.showdown.colonial import COPIES, KINDS, ORDERS, VISIONS, ColonialRuleset, Counts, spell
from scoring.showdown.odds import multisets
from scoring.showdown.protean import PYRAMIDS

HAND = 6
"""The hands that are listed; the best of eight cards is the best of six among them."""

RULESETS = {name: ColonialRuleset(name, order, kickers=False) for name, order in ORDERS.items()}
LETTERS = ascii_letters + digits + "+-*/=<>.,:;!?"
LINE = 110
SMALL = 30
HEAD = "// Made out of scoring/ by `manage.py pad_rules`. A change here is lost; change the rules there.\n"

Json = Mapping[str, object]
Listed = tuple[str, int]
"""The category of a hand, and as bits which of its cards, best first, lie outside the pyramid."""


def pad_rules() -> dict[str, Json]:
    """The constants of the module by name."""
    return {
        "PROTEAN": {
            "suits": PROTEAN_SUITS,
            "pyramids": {pyramid.name: {"needs": pyramid.needs, "one_suit": pyramid.one_suit} for pyramid in PYRAMIDS},
        },
        "COLONIAL": colonial_table(),
    }


def colonial_table() -> Json:
    """A letter for the reading of each hand, the hands in the order of `multisets`; once for the usual order of hands
    and once where perfect pyramids outrank all others. Kickers have no say in how a hand is read.
    """
    read = {name: [listed(ruleset, counts) for counts in multisets(COPIES, HAND)] for name, ruleset in RULESETS.items()}
    place = {category: index for index, category in enumerate(VISIONS.categories)}
    strongest_first = sorted(
        {hand for hands in read.values() for hand in hands}, key=lambda hand: (place[hand[0]], hand[1])
    )
    letters = dict(zip(strongest_first, LETTERS[: len(strongest_first)], strict=True))
    return {
        "kinds": KINDS,
        "copies": COPIES,
        "hand": HAND,
        "categories": {
            category.name: {"level": category.level, "one_suit": category.one_suit} for category in VISIONS.order
        },
        "orders": {name: ruleset.categories for name, ruleset in RULESETS.items()},
        "readings": {letter: [category, outside] for (category, outside), letter in letters.items()},
        "hands": {name: "".join(letters[hand] for hand in hands) for name, hands in read.items()},
    }


def listed(ruleset: ColonialRuleset, counts: Counts) -> Listed:
    """A hand's category and which of its cards lie outside the pyramid, as a set of bits. Of equal cards the first ones
    lie outside, which makes for the fewest different readings.
    """
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
    """A value as JavaScript: in one line where it fits, else a member a line, small ones together, so that changes can
    be compared.
    """
    inner = indent + "  "
    if isinstance(value, str) and len(value) > LINE:
        return f" +\n{inner}".join(f'"{piece}"' for piece in wrap(value, LINE))
    text = compact(value)
    if len(text) <= LINE or not isinstance(value, Mapping):
        return text
    members = [f"{compact(name)}:{literal(item, inner)}" for name, item in value.items()]
    if max(map(len, members)) < SMALL:
        members = [line.removesuffix(",") for line in wrap(", ".join(members), LINE, break_on_hyphens=False)]
    return "{\n" + "".join(f"{inner}{member},\n" for member in members) + indent + "}"


def compact(value: object) -> str:
    """A value as JSON without spaces."""
    return json.dumps(plain(value), separators=(",", ":"))


def plain(value: object) -> object:
    """What `json` can write."""
    if isinstance(value, Mapping):
        return {name: plain(item) for name, item in value.items()}
    return [plain(item) for item in value] if isinstance(value, list | tuple) else value
