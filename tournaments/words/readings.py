"""How we read the sources where they are silent or disagree, by clause: what the rules pages and docs/rules.md mark."""

from collections import defaultdict
from collections.abc import Mapping
from dataclasses import dataclass

from django.utils.functional import Promise
from django.utils.translation import gettext_lazy as _

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
