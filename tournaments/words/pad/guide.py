"""The rules of a table's game as its phones have them at hand: the hands in their order with a picture of each, or
what an announcement brings.
"""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from typing import Any

from scoring.cards import Deck
from scoring.game import Game, Rules
from scoring.games import GAMES
from tournaments.words.games import category_name, game_name, rules_in_words
from tournaments.words.pad.sentences import capitalised
from tournaments.words.readings import RulesReading, readings_of

# A hand of each kind, in the cards of the game's own deck, the top of its pyramid first.
EXAMPLES = {
    "capstone": "CAP P2 P2 P3 P3 P3",
    "perfect-3-purple": "P1 P2 P2 P3 P3 P3",
    "perfect-3-green": "G1 G2 G2 G3 G3 G3",
    "perfect-3-orange": "O1 O2 O2 O3 O3 O3",
    "full": "G1 P2 O2 G3 P3 O3",
    "perfect-2-purple": "P2 P2 P3 P3 P3",
    "perfect-2-green": "G2 G2 G3 G3 G3",
    "perfect-2-orange": "O2 O2 O3 O3 O3",
    "level-2": "P2 O2 G3 P3 O3",
    "perfect-1-purple": "P2 P3 P3",
    "perfect-1-green": "G2 G3 G3",
    "perfect-1-orange": "O2 O3 O3",
    "level-1": "P2 G3 O3",
    "perfect-grand": "GOC GOR GOR GOK GOF GOK",
    "grand": "SIC GOR EMR RUK SAF BRK",
    "perfect-squared-large": "GOC GOR GOR GOF GOF GOK",
    "perfect-large": "GOC GOR GOR GOF GOF GOF",
    "squared-large": "SIC GOR EMR RUF SAF BRK",
    "large": "SIC GOR EMR RUF SAF BRF",
    "perfect-squared-ziggurat": "GOR GOR GOF GOF GOK",
    "perfect-ziggurat": "GOR GOR GOF GOF GOF",
    "squared-ziggurat": "GOR EMR RUF SAF BRK",
    "ziggurat": "GOR EMR RUF SAF BRF",
    "perfect-small": "GOC GOR GOR",
    "small": "SIC GOR EMR",
    "rough": "GOR GOF GOF",
    "cap": "GOC",
}


@dataclass(frozen=True)
class HandKind:
    name: str
    rows: list[list[str]]  # of the example's pyramid, the top first


@dataclass(frozen=True)
class Guide:
    name: str
    sheet: str
    choices: list[str]  # of the night, where they are not the usual ones
    order: list[HandKind]  # best first; empty where no cards are entered
    points: list[tuple[int, str]]  # by how many tricks were too many or too few
    times: list[tuple[int, int]]  # how often each announcement is made
    trumps: bool
    folds: bool
    marks: Mapping[str, list[RulesReading]]
    pages: tuple[str, str]


def pad_guide(key: str, rules: Rules) -> Guide:
    game = GAMES[key]
    described = game.descriptor(rules)
    return Guide(
        name=game_name(key),
        sheet=game.sheet,
        choices=rules_in_words(game, rules),
        order=hand_order(game, rules),
        points=list(_points(described)),
        times=list(enumerate(described.get("quotas", ()))),
        trumps=bool(described.get("records_trump")),
        folds=game.folds,
        marks=readings_of(key),
        pages=(f"rules/_{key}.html", "rules/_readings.html"),  # a game without a page has nothing to read
    )


def hand_order(game: Game, rules: Rules) -> list[HandKind]:
    """Best first; empty for a game without hands."""
    deck = game.deck_by(rules)
    categories = game.descriptor(rules)["categories"]
    return [HandKind(capitalised(category_name(category)), example(category, deck)) for category in categories]


def example(category: str, deck: Deck) -> list[list[str]]:
    """In the cards that are played with; empty for a kind of hand that nobody has drawn."""
    own = {kind: code for code, kind in reversed(list(deck.kinds.items()))}
    cards = EXAMPLES.get(category, "").split()
    return deck.rows([own[card] for card in cards]) if all(card in own for card in cards) else []


def _points(described: Mapping[str, Any]) -> Iterator[tuple[int, str]]:
    for off, _times in enumerate(described.get("quotas", ())):
        yield off, str(described["exact_points"] - off * described["off_points"]).replace("-", "−")
