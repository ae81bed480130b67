"""The rules of a game in words: how we read the sources where they are silent or disagree, by clause, as the rules
pages and docs/rules.md mark it; and the guide for phones, with a picture of each hand or what an announcement brings.
"""

from collections import defaultdict
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from typing import Any

from django.utils.functional import Promise
from django.utils.translation import gettext_lazy as _

from scoring.cards import Deck
from scoring.game import Game, Rules
from scoring.games import GAMES
from tournaments.words.games import category_name, game_name, rules_in_words
from tournaments.words.pad.sentences import capitalised

COLONIAL = ("colonial-italian", "colonial-visions")
TABLES = "tables"
"""What holds for every table of showdowns has no clause in a source."""


@dataclass(frozen=True)
class RulesReading:
    """Of a clause, on the pages of these games. An ``option`` is what a club may add to a text that has it not."""

    clause: str
    games: tuple[str, ...]
    text: str | Promise
    option: bool = False


def _vilnius(clause: str, text: str | Promise) -> RulesReading:
    return RulesReading(clause, ("vilnius",), text)


def _colonial(clause: str, text: str | Promise) -> RulesReading:
    return RulesReading(clause, COLONIAL, text)


def _italian(clause: str, text: str | Promise) -> RulesReading:
    return RulesReading(clause, ("colonial-italian",), text)


def _visions(clause: str, text: str | Promise, *, option: bool = True) -> RulesReading:
    return RulesReading(clause, ("colonial-visions",), text, option)


def _protean(clause: str, text: str | Promise) -> RulesReading:
    return RulesReading(clause, ("protean",), text)


def _showdowns(colonial: str, protean: str, text: str | Promise) -> tuple[RulesReading, RulesReading]:
    return _colonial(colonial, text), _protean(protean, text)


def _tables(text: str | Promise) -> RulesReading:
    return RulesReading(TABLES, (*COLONIAL, "protean"), text)


READINGS = (
    _vilnius(
        "V2", _("The deal moves one seat clockwise, and the declarer with it: the source does not say which way.")
    ),
    _vilnius(
        "V2",
        _(
            "After a deal out of turn the turn goes on from whoever really declared. A deal that is voided passes "
            "the turn all the same; the announcement it still owes is made at the end."
        ),
    ),
    _vilnius(
        "V2",
        _(
            "The first dealer is recorded when the sheet is opened. The source lets a request or lots decide: the pad "
            "asks who deals first."
        ),
    ),
    _vilnius(
        "V3",
        _(
            "“No trump” is offered only where the night allows it: the inventor’s own published text has it, our "
            "source does not. A night may also choose not to record trumps."
        ),
    ),
    _vilnius(
        "V6",
        _(
            "With equal totals, more exact announcements win. Still equal: the place is shared, unless one winner is "
            "needed, who is then settled at the table and recorded by the director."
        ),
    ),
    _vilnius(
        "V10",
        _(
            "Players of a closed game are ranked by points per announcement made, and the sheet is marked as "
            "unfinished wherever it counts."
        ),
    ),
    _colonial(
        "C3",
        _("A night with an Earth deck is entered in Earth notation only, every other in colonial notation."),
    ),
    _visions("C3", _("The text of 1993 has no Earth deck.")),
    _italian(
        "C4",
        _(
            "The Italian text names no number of players: two to six sit at a table. Six may need more cards than "
            "there are, 36 dealt and up to 24 drawn of 55, which is said when they are seated."
        ),
    ),
    _visions(
        "C4",
        _("The text of 1993 has no betting, no folding and no hands of eight cards: a club may play with them."),
    ),
    _colonial("C7", _("A pyramid completed by the Capstone equals the same pyramid without it.")),
    _italian("C9", _("With no pyramid all cards are compared one by one; the source compares the best card.")),
    _italian("C9", _("A Capstone that stays outside the pyramid is the best card of all.")),
    _visions(
        "C10",
        _(
            "“Perfect pyramids rank higher than non-perfect” is read within a level, as the Italian text spells out. "
            "A night may choose the literal reading as a house rule: then every perfect pyramid beats every imperfect "
            "one."
        ),
        option=False,
    ),
    *_showdowns(
        "C13", "P8", _("Unequal bets are asked about and not refused: somebody may have had no more to put in.")
    ),
    *_showdowns(
        "C13",
        "P8",
        _(
            "Against the cards a winner stands only by the director’s word, with a reason; both stay visible. Nobody "
            "who has folded can be the winner."
        ),
    ),
    _visions("C13", _("Folding and cubits are noted only where the club bets: the text of 1993 has neither.")),
    _colonial(
        "C14",
        _(
            "The pot is carried, and a play-off among the tied players alone decides it. Deal and play-offs count as "
            "one deal won; until then the tie counts for nobody, and no table ends."
        ),
    ),
    _colonial(
        "C15",
        _("If all but one fold, the last player wins without a showdown. Cards shown all the same change nothing."),
    ),
    *_showdowns(
        "C15",
        "P9",
        _(
            "A night counts the deals won, each one point, or the cubits won and lost: the sources say only who wins "
            "a deal."
        ),
    ),
    _visions("C15", _("The text of 1993 has no folding.")),
    _protean(
        "P3",
        _(
            "The Quarry holds at least one card of everybody who is still in at the end, and at most one of everybody "
            "who took part."
        ),
    ),
    _protean("P3", _("A card of the Quarry is used only where it makes a better pyramid.")),
    _protean(
        "P5",
        _(
            "Equal mixed hands, and equal hands of the same suit (two golden Roughs, or through the Quarry), tie and "
            "share the pot; odd cubits go to the first tied player left of the dealer. A night may choose a play-off "
            "instead."
        ),
    ),
    _protean(
        "P5",
        _("The deal moves on to the left, though in the source wagers go to the right and the dealer need not play."),
    ),
    _protean("P6", _("Both are marked III on the cards, but the hands name them apart.")),
    _tables(
        _(
            "The dealer of each deal is recorded, and nobody is kept from dealing out of turn: the next one expected "
            "sits left of whoever dealt last, play-offs apart."
        ),
    ),
    _tables(
        _(
            "A table plays on until it is ended, or as the night chooses for so many decided deals, or until somebody "
            "reaches so many points."
        ),
    ),
    _tables(_("A deal without cubits is no gain and no loss. Nobody puts in more than 10¹⁵ cubits.")),
)


def readings_of(game: str) -> Mapping[str, list[RulesReading]]:
    """What is marked on the game's rules page, by clause."""
    marked: dict[str, list[RulesReading]] = defaultdict(list)
    for reading in READINGS:
        if game in reading.games:
            marked[reading.clause].append(reading)
    return dict(marked)


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
