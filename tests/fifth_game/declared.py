"""All that a fifth game adds to the program: a row of the registry, its words and its page."""

from collections.abc import MutableMapping
from pathlib import Path
from typing import Any, cast

from scoring.games import GAMES
from tests.scoring.steps import STEPS
from tournaments.words import games
from tournaments.words.games import DeckWords

TEMPLATES = Path(__file__).parent / "templates"

WORDS: list[tuple[Any, object, object]] = [
    (games.NAMES, "steps", "Steps (12 cards)"),
    (games.LINES, "steps", "Three cards each; the steps win."),
    (games.QUESTIONS, "ties_are_shared", "Ties are shared"),
    (games.ANSWERS, ("ties_are_shared", True), "a tie is shared"),
    (games.CATEGORIES, "stairs", "stairs"),
    (games.CATEGORIES, "trio", "three of a level"),
    (games.CATEGORIES, "pair", "two of a level"),
    (
        games.DECKS,
        "twelve",
        DeckWords(
            suits={"S": "sun", "M": "moon"}, faces={"1": "first {suit}", "2": "second {suit}", "3": "third {suit}"}
        ),
    ),
]
ROWS: list[tuple[MutableMapping[Any, Any], Any, object]] = [
    (cast("MutableMapping[Any, Any]", GAMES), "steps", STEPS),
    *WORDS,
]
