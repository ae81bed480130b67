"""The three decks: how a card is written, how many there are, and what it stands for (C1-C3, P1-P2)."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from itertools import product

from scoring.errors import ScoringError, clip

CAPSTONE = "CAP"
COLONIAL_SUITS = {"P": "purple", "G": "green", "O": "orange"}
COLONIAL_COPIES = {1: 3, 2: 6, 3: 9}
EARTH_SUITS = {"H": "P", "S": "G", "D": "O"}
EARTH_LEVELS = {"A": 1, "K": 2, "Q": 2, "2": 3, "3": 3, "4": 3}
PACKS = 3
PROTEAN_SUITS = ("GO", "SI", "BR", "SA", "EM", "RU")
PROTEAN_COPIES = {"C": 1, "R": 3, "F": 6, "K": 2}
PROTEAN_LEVELS = {"C": 1, "R": 2, "F": 3, "K": 3}


@dataclass(frozen=True, slots=True)
class Card:
    """A kind of card: how it is written, and how often the deck has it.

    ``level`` is 1 for the top of a pyramid and rises to its base, 0 for what may stand anywhere; ``stands_for`` is the
    card of the game's own deck that it replaces.
    """

    code: str
    suit: str | None
    level: int
    copies: int = 1
    stands_for: str | None = None

    @property
    def face(self) -> str:
        """What is written besides the suit."""
        return self.code.replace(self.suit or "", "", 1)


@dataclass(frozen=True)
class Deck:
    """Cards by their written name, best first.

    ``copies`` says how often each is in the deck, ``kinds`` which card of the game it stands for; ``faces`` in which
    order the cards of a suit lie before a player, where that is not the deck's.
    """

    name: str
    cards: tuple[Card, ...]
    faces: str = ""
    copies: Mapping[str, int] = field(init=False, repr=False)
    kinds: Mapping[str, str] = field(init=False, repr=False)
    by_code: Mapping[str, Card] = field(init=False, repr=False)
    spellings: Mapping[str, str] = field(init=False, repr=False)

    def __post_init__(self) -> None:
        object.__setattr__(self, "copies", {card.code: card.copies for card in self.cards})
        object.__setattr__(self, "kinds", {card.code: card.stands_for or card.code for card in self.cards})
        object.__setattr__(self, "by_code", {card.code: card for card in self.cards})
        spellings = {spelling: card.code for card in self.cards for spelling in spellings_of(card.code)}
        object.__setattr__(self, "spellings", spellings)

    @property
    def size(self) -> int:
        """How many cards the deck has."""
        return sum(self.copies.values())

    @property
    def laid_out(self) -> list[Card]:
        """The cards as they lie before a player who picks their own."""
        return sorted(self.cards, key=lambda card: self.faces.find(card.face))

    def parse(self, texts: Iterable[str]) -> list[str]:
        """The cards by their proper names; raises ``unknown-card`` (C2, C3, P2)."""
        texts = list(texts)
        try:
            return [self.spellings[text] for text in texts]
        except KeyError:
            unknown = next(text for text in texts if text not in self.spellings)
            raise ScoringError("unknown-card", card=clip(unknown)) from None

    def rows(self, pyramid: Sequence[str]) -> list[list[str]]:
        """The cards of a pyramid level by level, the top first. One that may stand anywhere fills the gap, so that each
        row has a card more than the row above.
        """
        levels = sorted({card.level for card in self.cards if card.level})
        rows = [[code for code in pyramid if self.by_code[code].level == level] for level in levels]
        if wild := [code for code in pyramid if not self.by_code[code].level]:
            filled = [[*rows[:at], wild + row, *rows[at + 1 :]] for at, row in enumerate(rows)]
            rows = next(filter(is_staircase, filled), [wild, *rows])
        return [row for row in rows if row]

    def check_copies(self, cards: Iterable[str]) -> None:
        """No card more often than the deck has it, or ``too-many-copies`` (C12, P8)."""
        for card, got in Counter(cards).items():
            if got > self.copies[card]:
                raise ScoringError("too-many-copies", card=card, limit=self.copies[card], got=got)


def is_staircase(rows: Sequence[Sequence[str]]) -> bool:
    """Whether every row with cards has one more than the row above."""
    held = [(place, len(row)) for place, row in enumerate(rows) if row]
    return len({size - place for place, size in held}) == 1


def spellings_of(card: str) -> list[str]:
    """Every way to write a card in upper and lower case."""
    return ["".join(letters) for letters in product(*({letter, letter.lower()} for letter in card))]


COLONIAL_DECK = Deck(
    "colonial",
    (
        Card(CAPSTONE, None, 0),
        *(
            Card(f"{suit}{level}", suit, level, copies)
            for level, copies in COLONIAL_COPIES.items()
            for suit in COLONIAL_SUITS
        ),
    ),
)
EARTH_DECK = Deck(
    "earth",
    (
        Card("AC", "C", 0, stands_for=CAPSTONE),
        *(
            Card(rank + suit, suit, level, PACKS, stands_for=f"{colonial}{level}")
            for rank, level in EARTH_LEVELS.items()
            for suit, colonial in EARTH_SUITS.items()
        ),
    ),
    faces="AKQ432",
)
NO_CARDS = Deck("none", ())
"""Of a game whose cards nobody enters."""

PROTEAN_DECK = Deck(
    "protean",
    tuple(
        Card(suit + kind, suit, PROTEAN_LEVELS[kind], copies)
        for kind, copies in PROTEAN_COPIES.items()
        for suit in PROTEAN_SUITS
    ),
)
