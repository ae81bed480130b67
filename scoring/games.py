"""Which games there are. A fifth one is one module and one row in ``GAMES``."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from functools import partial
from types import MappingProxyType
from typing import Literal, Protocol

from scoring import fields, showdown_sheet, vilnius
from scoring.cards import COLONIAL_DECK, EARTH_DECK, PROTEAN_DECK, Deck
from scoring.colonial import ITALIAN, VISIONS, VISIONS_PERFECT_FIRST, ColonialRuleset
from scoring.errors import ScoringError, malformed
from scoring.protean import PROTEAN
from scoring.result import Reading, TableRecord, TableResult
from scoring.showdown import Showdown, read_hand

Family = Literal["vilnius", "showdown"]
Rules = Mapping[str, object]
Options = Mapping[str, tuple[object, ...]]

TABLE_FIELDS = frozenset({"seats", "first_dealer", "rules", "deals"})


class Game(Protocol):
    """What the rest of the house needs to know of a game.

    ``options`` gives the allowed values of each rule, the default first; ``lengths`` names the rules that end
    a table after so many deals or points: a positive integer, or absent for an open end, and never two of
    them.
    """

    @property
    def key(self) -> str: ...

    @property
    def family(self) -> Family: ...

    @property
    def min_seats(self) -> int: ...

    @property
    def max_seats(self) -> int: ...

    @property
    def options(self) -> Options: ...

    @property
    def lengths(self) -> tuple[str, ...]: ...

    def check_rules(self, rules: Rules) -> dict[str, object]:
        """The rules with every default filled in; raises ``malformed`` with the rule's name."""

    def score(self, table: TableRecord) -> TableResult:
        """Validate and score a whole table; every error about a deal carries ``deal``, counted from 1."""


@dataclass(frozen=True)
class Vilnius:
    """Vilnius Pyramid (V)."""

    key: str = "vilnius"
    family: Family = "vilnius"
    min_seats: int = 2
    max_seats: int = 4
    options: Options = field(
        default_factory=lambda: MappingProxyType({"no_trump": (False, True), "record_trump": (True, False)})
    )
    lengths: tuple[str, ...] = ()

    def check_rules(self, rules: Rules) -> dict[str, object]:
        """The rules with every default filled in; raises ``malformed`` with the rule's name."""
        return complete_rules(self, rules)

    def score(self, table: TableRecord) -> TableResult:
        """Sum of V5 a seat, places by V6, or V10 for a table closed unfinished."""
        check_seats(self, table)
        return vilnius.score_table(table, self.check_rules(table.rules))


@dataclass(frozen=True)
class ShowdownGame:
    """A game of hands (C, P). ``prepare`` turns complete rules into what a showdown needs."""

    key: str
    max_seats: int
    options: Options
    prepare: Callable[[Rules], Showdown]
    min_seats: int = 2
    family: Family = "showdown"
    lengths: tuple[str, ...] = ("deals", "race_to")

    def check_rules(self, rules: Rules) -> dict[str, object]:
        """The rules with every default filled in; raises ``malformed`` with the rule's name."""
        return complete_rules(self, rules)

    def score(self, table: TableRecord) -> TableResult:
        """Deals won or net cubits a seat (C13-C15, P5, P8-P9)."""
        check_seats(self, table)
        rules = self.check_rules(table.rules)
        return showdown_sheet.score_table(table, rules, self.prepare(rules))

    def read_hand(self, cards: Sequence[str], *, rules: Rules, quarry: Sequence[str] = ()) -> Reading:
        """One hand by itself, while it is being entered.

        Raises ``unknown-card``, ``hand-size`` (expected, got) and ``too-many-copies``.
        """
        return read_hand(cards, quarry, self.prepare(self.check_rules(rules)))


def check_seats(game: Game, table: TableRecord) -> None:
    if not game.min_seats <= table.seats <= game.max_seats:
        raise ScoringError("seats-range", expected=[game.min_seats, game.max_seats], got=table.seats)
    fields.known_seat(table.first_dealer, table.seats)


def complete_rules(game: Game, rules: Rules) -> dict[str, object]:
    fields.only_fields(rules, [*game.options, *game.lengths])
    complete = {name: one_of(rules.get(name, values[0]), values, name) for name, values in game.options.items()}
    for name in game.lengths:
        length = rules.get(name)
        if length is None:
            continue
        if type(length) is not int or length < 1 or any(other in complete for other in game.lengths):
            raise malformed(name)
        complete[name] = length
    return complete


def one_of(value: object, allowed: tuple[object, ...], name: str) -> object:
    for each in allowed:
        if type(value) is type(each) and value == each:
            return each
    raise malformed(name)


def prepare_colonial(rules: Rules, ruleset: ColonialRuleset, perfect_first: ColonialRuleset | None = None) -> Showdown:
    if perfect_first is not None and rules["perfect_outranks_all"]:
        ruleset = perfect_first
    deck = EARTH_DECK if rules["earth_deck"] else COLONIAL_DECK
    return Showdown(
        ruleset=ruleset,
        read=partial(read_colonial, ruleset, deck),
        deck=deck,
        hand_size=8 if rules["hand_size"] == 8 else 6,
        uses_quarry=False,
        cards_optional=rules["cards"] == "optional",
        splits_ties=False,
    )


def read_colonial(ruleset: ColonialRuleset, deck: Deck, cards: Sequence[str], _quarry: Sequence[str]) -> Reading:
    return ruleset.read_hand(cards, deck=deck)


def prepare_protean(rules: Rules) -> Showdown:
    return Showdown(
        ruleset=PROTEAN,
        read=lambda cards, quarry: PROTEAN.read_hand(cards, quarry=quarry),
        deck=PROTEAN_DECK,
        hand_size=6,
        uses_quarry=True,
        cards_optional=rules["cards"] == "optional",
        splits_ties=rules["tie"] == "split",
    )


SHOWDOWN_OPTIONS: dict[str, tuple[object, ...]] = {"score": ("hands", "cubits"), "cards": ("required", "optional")}
COLONIAL_OPTIONS = {"hand_size": (6, 8), "earth_deck": (False, True), **SHOWDOWN_OPTIONS}

GAMES: Mapping[str, Game] = MappingProxyType(
    {
        "vilnius": Vilnius(),
        "colonial-italian": ShowdownGame(
            key="colonial-italian",
            max_seats=6,
            options=MappingProxyType(COLONIAL_OPTIONS),
            prepare=lambda rules: prepare_colonial(rules, ITALIAN),
        ),
        "colonial-visions": ShowdownGame(
            key="colonial-visions",
            max_seats=4,
            options=MappingProxyType({**COLONIAL_OPTIONS, "perfect_outranks_all": (False, True)}),
            prepare=lambda rules: prepare_colonial(rules, VISIONS, VISIONS_PERFECT_FIRST),
        ),
        "protean": ShowdownGame(
            key="protean",
            max_seats=6,
            options=MappingProxyType({**SHOWDOWN_OPTIONS, "tie": ("split", "playoff")}),
            prepare=prepare_protean,
        ),
    }
)
"""The one registry of games."""


def read_table(raw: object) -> TableRecord:
    """A table from the JSON of the interface; raises ``malformed`` with the field. The game itself checks the
    rest.
    """
    if not isinstance(raw, Mapping):
        raise malformed("table")
    fields.only_fields(raw, TABLE_FIELDS)
    rules, deals = raw.get("rules", {}), raw.get("deals")
    if not isinstance(rules, Mapping):
        raise malformed("rules")
    if not isinstance(deals, list):
        raise malformed("deals")
    for number, deal in enumerate(deals, start=1):
        if not isinstance(deal, Mapping):
            raise malformed("deals").in_deal(number)
    first_dealer = fields.integer(raw, "first_dealer") if "first_dealer" in raw else 0
    return TableRecord(fields.integer(raw, "seats"), first_dealer, dict(rules), tuple(deals))
