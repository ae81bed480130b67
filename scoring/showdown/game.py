"""Games of hands that meet at a showdown (C, P), declared by their cards and their evaluator."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from scoring.cards import Card, Deck
from scoring.deals import SHOWDOWN_FIELDS, Deal, Misread, read_showdown
from scoring.fields import Payload
from scoring.game import CardsNeeded, Choice, Chosen, Count, Game, Rules, Setting, Unit, settings_of, under
from scoring.result import Reading, RecordedTable, TableResult
from scoring.showdown import counting
from scoring.showdown import sheet as showdown_sheet
from scoring.showdown.sheet import Ruleset, Showdown, read_hand
from scoring.statistics import TableCounts

MOST_CUBITS = 10**15
"""More than anybody plays for; the pot of a deal still stays exact where JSON numbers have 53 bits."""

SCORE = Choice("score", ("hands", "cubits"))
CARDS = Choice("cards", ("required", "optional"))
LENGTHS = (Count("deals", excludes=("race_to",)), Count("race_to", excludes=("deals",)))


@dataclass(frozen=True, kw_only=True, eq=False)
class ShowdownGame(Game):
    """A game of hands. A field that is a ``Setting`` may depend on one of the options.

    ``most_cubits`` is the most that a seat can put in, ``redraws`` how many cards of a hand may be drawn anew.
    """

    sheet = "showdown"
    count_names = counting.COUNT_NAMES
    deck: Setting[Deck]
    hand_size: Setting[int]
    ruleset: Setting[Ruleset]
    folds: bool = True
    bets: bool = True
    most_cubits: int = MOST_CUBITS
    redraws: int = 0
    counts_cubits: Setting[bool] = False
    cards_optional: Setting[bool] = False
    splits_ties: Setting[bool] = False

    @property
    def decks(self) -> tuple[Deck, ...]:
        """Every deck that the game may be played with, by whatever options."""
        return settings_of(self.deck)

    @property
    def hand_sizes(self) -> tuple[int, ...]:
        """The allowed numbers of cards, the usual one first."""
        return settings_of(self.hand_size)

    @property
    def fields(self) -> frozenset[str]:
        """What a payload may name."""
        more = {"quarry": self.quarry, "folded": self.folds, "paid": self.bets}
        return SHOWDOWN_FIELDS | {name for name, applies in more.items() if applies}

    @property
    def feat_kinds(self) -> tuple[str, ...]:
        """The kinds of record that are kept of hands, and of cubits where the game bets."""
        return counting.feat_kinds(settings_of(self.ruleset)[0].categories, self.hand_sizes[0], bets=self.bets)

    def deck_by(self, rules: Rules) -> Deck:
        """The deck that these rules play with."""
        return under(self.deck, rules)

    def cards_needed(self, rules: Rules, *, seats: int) -> CardsNeeded:
        """How many cards so many seats are dealt and may draw at most, beside those of the deck (C4)."""
        return CardsNeeded(under(self.hand_size, rules) * seats, self.redraws * seats, self.deck_by(rules).size)

    def showdown(self, rules: Rules) -> Showdown:
        """How hands meet."""
        return Showdown(
            ruleset=under(self.ruleset, rules),
            deck=under(self.deck, rules),
            hand_size=under(self.hand_size, rules),
            uses_quarry=self.quarry,
            cards_optional=under(self.cards_optional, rules),
            counts_cubits=under(self.counts_cubits, rules),
            splits_ties=under(self.splits_ties, rules),
        )

    def read_hand(self, cards: Sequence[str], *, rules: Chosen, quarry: Sequence[str] = ()) -> Reading:
        """The best reading of a hand under these rules (C11, P3). Raises ScoringError for cards or rules that cannot
        be.
        """
        return read_hand(cards, quarry, self.showdown(self.check_rules(rules)))

    def counted(self, table: RecordedTable, result: TableResult) -> TableCounts:
        """What a table gives the statistics. Raises ScoringError where its rules cannot be."""
        return counting.count_table(table, result, self.showdown(self.check_rules(table.rules)))

    def unit(self, rules: Rules) -> Unit:
        """What a seat's score is counted in under these rules: cubits, or hands won."""
        return "cubits" if under(self.counts_cubits, rules) else "hands"

    def deal_span(self, unit: Unit | None) -> tuple[int, int] | None:
        """The least and the most a deal brings a seat: a hand is won or not; None for cubits, which have no bound."""
        return (0, 1) if unit == "hands" else None

    def deals_in_all(self, rules: Rules, *, seats: int) -> int | None:
        """Play-offs do not count (C14)."""
        deals = rules.get("deals")
        return deals if isinstance(deals, int) else None

    def is_open(self, rules: Rules) -> bool:
        """Whether the table has no length: it ends when the director or the table says so."""
        return not any(rules.get(length) for length in self.lengths)

    def _read(self, payload: Payload, *, seats: int) -> Deal | Misread:
        return read_showdown(payload, seats=seats, fields=self.fields, most_cubits=self.most_cubits)

    def _score(self, table: RecordedTable, rules: Rules) -> TableResult:
        """Deals won or net cubits a seat (C13-C15, P5, P8-P9)."""
        return showdown_sheet.score_table(table, rules, self.showdown(rules))

    def _describe(self, rules: Rules) -> dict[str, object]:
        showdown = self.showdown(rules)
        return {
            "hand_size": showdown.hand_size,
            "deck": [describe_card(showdown.deck, card) for card in showdown.deck.laid_out],
            "categories": list(showdown.ruleset.categories),
            "reading": showdown.ruleset.pad_reading,
            "most_cubits": self.most_cubits,
            "cards_optional": showdown.cards_optional,
            "counts_cubits": showdown.counts_cubits,
            "splits_ties": showdown.splits_ties,
            **{length: rules.get(length) for length in self.lengths},
        }


def describe_card(deck: Deck, card: Card) -> dict[str, object]:
    """``place`` is that in the deck, the best card's 0."""
    return {
        "code": card.code,
        "suit": card.suit,
        "level": card.level,
        "copies": card.copies,
        "kind": deck.kinds[card.code],
        "place": deck.cards.index(card),
    }
