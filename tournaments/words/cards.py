"""Cards in words, for screen readers and sentences."""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass

from django.utils.functional import Promise
from django.utils.translation import gettext_lazy, pgettext_lazy

from scoring.cards import Deck
from scoring.games import GAMES

Words = Mapping[str, str | Promise]


@dataclass(frozen=True)
class DeckWords:
    """The suits of a deck, and what is written besides: the name of a card with its suit in it."""

    suits: Words
    faces: Words


# “Ace of hearts” puts the suit in a case of its own in some languages.
DECKS: dict[str, DeckWords] = {
    "colonial": DeckWords(
        suits={"P": gettext_lazy("purple"), "G": gettext_lazy("green"), "O": gettext_lazy("orange")},
        faces={
            "CAP": gettext_lazy("Capstone"),
            "1": gettext_lazy("first-level {suit}"),
            "2": gettext_lazy("second-level {suit}"),
            "3": gettext_lazy("third-level {suit}"),
        },
    ),
    "earth": DeckWords(
        suits={
            "H": pgettext_lazy("of a card", "hearts"),
            "S": pgettext_lazy("of a card", "spades"),
            "D": pgettext_lazy("of a card", "diamonds"),
            "C": pgettext_lazy("of a card", "clubs"),
        },
        faces={
            "A": gettext_lazy("ace of {suit}"),
            "K": gettext_lazy("king of {suit}"),
            "Q": gettext_lazy("queen of {suit}"),
            "2": gettext_lazy("two of {suit}"),
            "3": gettext_lazy("three of {suit}"),
            "4": gettext_lazy("four of {suit}"),
        },
    ),
    "protean": DeckWords(
        suits={
            "GO": pgettext_lazy("of a card", "gold"),
            "SI": pgettext_lazy("of a card", "silver"),
            "BR": pgettext_lazy("of a card", "bronze"),
            "SA": pgettext_lazy("of a card", "sapphire"),
            "EM": pgettext_lazy("of a card", "emerald"),
            "RU": pgettext_lazy("of a card", "ruby"),
        },
        faces={
            "C": gettext_lazy("{suit} Capstone"),
            "R": gettext_lazy("{suit} Riser"),
            "F": gettext_lazy("{suit} Foundation"),
            "K": gettext_lazy("{suit} Cornerstone"),
        },
    ),
}


def card_name(code: str) -> str:
    """ "P1" → first-level purple, "SAK" → sapphire Cornerstone, "QD" → queen of diamonds. One code is one card, in
    whichever game; one without words is called by its code.
    """
    return next((name for deck in decks() if (name := name_in(deck, code.upper()))), code)


def name_in(deck: Deck, code: str) -> str:
    """What the words of the deck say; empty where they do not know the card."""
    words, card = DECKS.get(deck.name), deck.by_code.get(code)
    if not words or not card or card.face not in words.faces or (card.suit or "") not in {"", *words.suits}:
        return ""
    return str(words.faces[card.face]).format(suit=words.suits[card.suit] if card.suit else "")


def decks() -> Iterator[Deck]:
    """Those of all games."""
    for game in GAMES.values():
        yield from game.decks
