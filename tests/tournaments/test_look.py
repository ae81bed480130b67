"""What eyes need: contrast of every colour in both schemes, and a drawing for every card."""

import re
from itertools import product
from pathlib import Path
from xml.etree import ElementTree

import pytest

from scoring.cards import COLONIAL_DECK, EARTH_DECK, PROTEAN_DECK
from tournaments.models import Colour
from tournaments.templatetags.capstone import card, drawn_cards, initials
from tournaments.words.games import card_name

STATIC = Path(__file__).parents[2] / "static"
TOKENS = (STATIC / "css" / "tokens.css").read_text()
PAIRS = re.findall(r"--([\w-]+): var\(--day, (#\w{6})\) var\(--night, (#\w{6})\)", TOKENS)
SCHEMES = {"day": {name: day for name, day, _ in PAIRS}, "night": {name: night for name, _, night in PAIRS}}
WALL = SCHEMES["night"] | dict(re.findall(r"--([\w-]+): (#\w{6});", TOKENS.split(":root.wall {")[-1]))

GROUNDS = ("ground", "surface", "sunken")
TEXTS = ("ink", "ink-soft", "purple", "green", "orange", "gold", "bad")
PLAYERS = tuple(f"player-{colour}" for colour in Colour.values)


def luminance(colour: str) -> float:
    parts = [int(colour[at : at + 2], 16) / 255 for at in (1, 3, 5)]
    red, green, blue = (part / 12.92 if part <= 0.03928 else ((part + 0.055) / 1.055) ** 2.4 for part in parts)
    return 0.2126 * red + 0.7152 * green + 0.0722 * blue


def contrast(one: str, other: str) -> float:
    low, high = sorted((luminance(one), luminance(other)))
    return (high + 0.05) / (low + 0.05)


@pytest.mark.parametrize("scheme", SCHEMES)
def test_text_in_every_colour_is_readable_on_every_ground(scheme):
    colours = SCHEMES[scheme]
    poor = [
        (text, ground)
        for text, ground in product(TEXTS + PLAYERS, GROUNDS)
        if contrast(colours[text], colours[ground]) < 4.5
    ]
    assert poor == []


def test_text_is_readable_on_the_black_of_the_next_step():
    colours = SCHEMES["night"]
    (black,) = re.findall(r"--black: (#\w{6});", TOKENS)
    assert [text for text in TEXTS if contrast(colours[text], black) < 4.5] == []


@pytest.mark.parametrize("scheme", SCHEMES)
def test_initials_are_readable_in_every_players_colour(scheme):
    colours = SCHEMES[scheme]
    assert [name for name in PLAYERS if contrast(colours[name], colours["on-player"]) < 4.5] == []


@pytest.mark.parametrize("scheme", SCHEMES)
def test_lines_and_the_focus_ring_stand_out(scheme):
    colours = SCHEMES[scheme]
    pairs = product(("line-strong", "focus"), GROUNDS)
    assert [pair for pair in pairs if contrast(colours[pair[0]], colours[pair[1]]) < 3] == []


def test_figures_on_the_wall_are_readable_from_afar():
    pairs = product(("ink", "ink-soft", "gold", "purple", "green", "orange"), ("ground", "surface"))
    assert [pair for pair in pairs if contrast(WALL[pair[0]], WALL[pair[1]]) < 7] == []


LEAST_LETTERS = 0.875  # of 16 pixels
# Paper, and the wall with letters twice as large; the pad's are measured as they are drawn.
OTHERWISE = ("paper/", "wall", "print", "table/cards", "pad")
SMALL = re.compile(r"^(?!.*player-mark).*\bfont(?:-size)?: [^;]*?\b(0\.\d+)rem", re.MULTILINE)


def test_nothing_on_a_page_is_smaller_than_14_pixels_but_the_initials_of_a_name():
    styles = {path.relative_to(STATIC / "css").as_posix(): path.read_text() for path in (STATIC / "css").rglob("*.css")}
    lines = [
        (name, found[0])
        for name, style in styles.items()
        if not any(part in name for part in OTHERWISE)
        for found in SMALL.finditer(style)
        if float(found[1]) < LEAST_LETTERS
    ]
    assert lines == []


def test_every_card_of_every_deck_is_drawn_and_named():
    root = ElementTree.parse(STATIC / "img" / "cards.svg").getroot()
    assert {symbol.get("id") for symbol in root} == drawn_cards()
    cards = {*COLONIAL_DECK.copies, *EARTH_DECK.copies, *PROTEAN_DECK.copies}
    assert cards - drawn_cards() == set()
    assert [card for card in cards if card_name(card) == card] == []
    assert len({card_name(card) for card in cards}) == len(cards)


def test_every_players_colour_has_its_class():
    style = (STATIC / "css" / "tokens.css").read_text()
    assert [colour for colour in Colour.values if f".player-{colour} {{" not in style] == []


@pytest.mark.parametrize(
    ("name", "letters"),
    [("Ana", "AN"), ("Ana Petrauskaitė", "AP"), ("Lorenzo de’ Santi", "LS"), ("ž", "Ž"), ("李小龍", "李小")],
)
def test_initials_of_a_name(name, letters):
    assert initials(name) == letters


def test_a_card_that_nobody_has_drawn_or_named_shows_its_code():
    assert "#P1" in card("P1") and 'aria-label="first-level purple"' in card("P1")
    plain = card("M3", "small")
    assert ">M3</text>" in plain and 'aria-label="M3"' in plain and "<use" not in plain
