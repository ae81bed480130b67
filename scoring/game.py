"""What a game is: one frozen value with its rules, options and cards, which is all that the rest of the project knows
of it.
"""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any, ClassVar, Generic, Literal, NamedTuple, NewType, TypeAlias, TypeVar, cast

from scoring import fields
from scoring.cards import NO_CARDS, Deck
from scoring.deals import Deal, Misread
from scoring.errors import ScoringError, malformed
from scoring.fields import Payload
from scoring.result import Reading, RecordedTable, TableResult
from scoring.statistics import TableCounts

Chosen = Mapping[str, object]
"""What somebody chose, or what is stored: not looked at yet."""

Rules = NewType("Rules", Mapping[str, object])
"""Checked and complete: every option of the game with its value, a length only where the table has one."""

T = TypeVar("T")


@dataclass(frozen=True, slots=True)
class Choice:
    """One of these values, the first by default."""

    name: str
    values: tuple[object, ...]

    @property
    def kind(self) -> Literal["flag", "choice"]:
        """How the option is asked: a flag where its values are true and false, else a choice."""
        return "flag" if all(type(value) is bool for value in self.values) else "choice"

    @property
    def default(self) -> object:
        """The value that holds until another is chosen."""
        return self.values[0]

    def picks(self, *settings: T) -> Picked[T]:
        """What each value stands for, in their order."""
        if len(settings) != len(self.values):
            raise ValueError(f"{self.name} has {len(self.values)} values")
        return Picked(self, settings)

    def when(self, value: object) -> Picked[bool]:
        """Whether that value is chosen."""
        return Picked(self, tuple(option == value for option in self.values))

    def complete(self, chosen: Chosen, before: Chosen) -> dict[str, object]:
        """The value that was ``chosen``; raises ``malformed``."""
        value = chosen.get(self.name, self.default)
        for option in self.values:
            if type(value) is type(option) and value == option:
                return {self.name: option}
        raise malformed(self.name, "not-allowed")


@dataclass(frozen=True, slots=True)
class Count:
    """A whole number from ``least`` up, absent by default, and never beside one that it excludes."""

    name: str
    least: int = 1
    excludes: tuple[str, ...] = ()
    kind: Literal["count"] = "count"

    def complete(self, chosen: Chosen, before: Chosen) -> dict[str, object]:
        """The number, if one was ``chosen``; raises ``malformed``. ``before`` are the options before this one."""
        number = chosen.get(self.name)
        if number is None:
            return {}
        if type(number) is not int:
            raise malformed(self.name)
        if number < self.least or any(other in before for other in self.excludes):
            raise malformed(self.name, "not-allowed")
        return {self.name: number}


Option = Choice | Count


@dataclass(frozen=True, slots=True)
class Picked(Generic[T]):
    """Something of a game that hangs on an option: one setting for each of its values."""

    option: Choice
    settings: tuple[T, ...]


Setting: TypeAlias = T | Picked[T]


def under(setting: Setting[T], rules: Rules) -> T:
    """The setting by these rules."""
    if isinstance(setting, Picked):
        return setting.settings[setting.option.values.index(rules[setting.option.name])]
    return setting


def settings_of(setting: Setting[T]) -> tuple[T, ...]:
    """All that it can be, the default first."""
    return setting.settings if isinstance(setting, Picked) else (setting,)


def complete(options: Iterable[Option], chosen: Chosen) -> Rules:
    """What was ``chosen``, with every default filled in; raises ``malformed`` with the option's name."""
    options = tuple(options)
    fields.only_fields(chosen, [option.name for option in options])
    rules: dict[str, object] = {}
    for option in options:
        rules |= option.complete(chosen, rules)
    return Rules(rules)


Unit = Literal["hands", "cubits"]
TABLE_FIELDS = frozenset({"seats", "first_dealer", "rules", "deals", "closed"})
TABLE_NAMES = frozenset({"stage", "round", "table", "table_id", "game", "players"})
"""By which an export names a table; the score does not depend on them."""


@dataclass(frozen=True, slots=True)
class Odds:
    """The sizes of hand that can be counted, and what counts them."""

    sizes: range
    counter: Callable[[int], dict[str, int]]

    def count(self, hand_size: int) -> dict[str, int]:
        """The number of hands in each category, best category first; they add up to all hands there are.

        Raises ValueError for a size out of ``sizes``. Hands are counted without a Quarry.
        """
        if hand_size not in self.sizes:
            raise ValueError(f"no hands of {hand_size} cards are counted")
        return self.counter(hand_size)


class CardsNeeded(NamedTuple):
    """How many cards a table needs at most: ``dealt``, and ``drawn`` anew; and how many the whole ``deck`` has (C4)."""

    dealt: int
    drawn: int
    deck: int

    @property
    def may_run_out(self) -> bool:
        """Whether more cards may be needed than the deck has (C4)."""
        return self.dealt + self.drawn > self.deck


@dataclass(frozen=True, kw_only=True, eq=False)
class Game(ABC):
    """A game of either kind: its key, the sizes of a table, and its options in the order in which they are asked.

    ``sheet`` says what is recorded of a deal, ``quarry``, ``folds`` and ``bets`` what besides hands and winners.
    ``odds`` is absent where nobody has counted the hands.
    ``count_names`` and ``feat_kinds`` are what ``counted`` may find.
    """

    key: str
    min_seats: int = 2
    max_seats: int
    options: tuple[Option, ...] = ()
    quarry: bool = False
    folds: bool = False
    bets: bool = False
    odds: Odds | None = None
    count_names: ClassVar[tuple[str, ...]] = ()
    sheet: ClassVar[Literal["announcements", "showdown"]]

    @property
    def feat_kinds(self) -> tuple[str, ...]:
        """The kinds of record that are kept of this game; none unless it counts any."""
        return ()

    @property
    def choices(self) -> tuple[Choice, ...]:
        """The options that are chosen from a list of values."""
        return tuple(option for option in self.options if isinstance(option, Choice))

    @property
    def lengths(self) -> tuple[str, ...]:
        """The options that end a table after so many deals or points; without one of them it is open."""
        return tuple(option.name for option in self.options if isinstance(option, Count))

    def check_rules(self, chosen: Chosen) -> Rules:
        """The one reader of rules: with every default filled in; raises ``malformed`` with the option's name."""
        return complete(self.options, chosen)

    def read_deal(self, payload: Payload, *, seats: int) -> Deal:
        """A deal from its JSON, not judged yet. Raises ``malformed``, ``seat-unknown``, ``announcement-range``,
        ``tricks-range`` and ``paid-invalid``.
        """
        deal = self._read(payload, seats=seats)
        if isinstance(deal, Misread):
            raise deal.error
        return deal

    def read_deals(self, payloads: Iterable[Payload | None], *, seats: int) -> tuple[Deal | None, ...]:
        """All deals of a table, None where one is voided. What is wrong with a payload is raised by ``score``, where
        the clauses come to it.
        """
        return tuple(
            None if payload is None else cast("Deal", self._read(payload, seats=seats)) for payload in payloads
        )

    def score(self, table: RecordedTable) -> TableResult:
        """Validate and score a whole table; every error about a deal carries ``deal``, counted from 1."""
        if not self.min_seats <= table.seats <= self.max_seats:
            raise ScoringError("seats-range", expected=[self.min_seats, self.max_seats], got=table.seats)
        fields.known_seat(table.first_dealer, table.seats)
        return self._score(table, self.check_rules(table.rules))

    def counted(self, table: RecordedTable, result: TableResult) -> TableCounts:
        """What goes into the statistics of those who sat there; ``result`` is what the table was scored to."""
        return TableCounts(tuple({} for _ in range(table.seats)))

    def descriptor(self, chosen: Chosen) -> dict[str, Any]:
        """What a phone has to know to enter and judge deals, as values of JSON; raises as ``check_rules``.

        ``deck`` is as it lies before a player, ``categories`` are best first, both empty where no cards are entered;
        ``seats`` are the least and the most; ``open`` is a table that goes on until it is ended.
        """
        rules = self.check_rules(chosen)
        facts: dict[str, Any] = {
            "key": self.key,
            "sheet": self.sheet,
            "seats": [self.min_seats, self.max_seats],
            "fields": sorted(self.fields),
            "quarry": self.quarry,
            "folds": self.folds,
            "bets": self.bets,
            "open": self.is_open(rules),
        }
        return facts | self._describe(rules)

    @property
    def decks(self) -> tuple[Deck, ...]:
        """The decks that the game may be played with, the usual one first."""
        return ()

    def deck_by(self, rules: Rules) -> Deck:
        """The cards that are entered."""
        return NO_CARDS

    def cards_needed(self, rules: Rules, *, seats: int) -> CardsNeeded | None:
        """What a table of so many ``seats`` may need of the deck; None where the deck is always enough."""
        return None

    def read_hand(self, cards: Sequence[str], *, rules: Chosen, quarry: Sequence[str] = ()) -> Reading | None:
        """One hand by itself, while it is being entered; None where no hands are.

        Raises ``unknown-card``, ``hand-size`` (expected, got) and ``too-many-copies``.
        """
        return None

    def unit(self, rules: Rules) -> Unit | None:
        """What scores are counted in, where not in points; those in different units are never added up."""
        return None

    def deal_span(self, unit: Unit | None) -> tuple[int, int] | None:
        """The least and the most that a deal which counts for a seat can bring it, None where there is no bound."""
        return None

    @property
    @abstractmethod
    def fields(self) -> frozenset[str]:
        """What a payload may name."""

    @abstractmethod
    def deals_in_all(self, rules: Rules, *, seats: int) -> int | None:
        """How many deals a table has, None where the rules do not say."""

    @abstractmethod
    def is_open(self, rules: Rules) -> bool:
        """Whether a table goes on until it is ended."""

    @abstractmethod
    def _read(self, payload: Payload, *, seats: int) -> Deal | Misread: ...

    @abstractmethod
    def _score(self, table: RecordedTable, rules: Rules) -> TableResult: ...

    @abstractmethod
    def _describe(self, rules: Rules) -> dict[str, object]: ...


def read_table(game: Game, raw: object) -> RecordedTable:
    """A table from the JSON of the interface; raises ``malformed`` with the field. The game itself checks the rest.

    ``None`` stands for a voided deal, which keeps its number and its turn only where a later one stands.
    """
    if not isinstance(raw, Mapping):
        raise malformed("table")
    fields.only_fields(raw, TABLE_FIELDS | TABLE_NAMES)
    rules, deals = raw.get("rules", {}), raw.get("deals")
    if not isinstance(rules, Mapping):
        raise malformed("rules")
    if not isinstance(deals, list):
        raise malformed("deals", "wrong-kind" if "deals" in raw else "missing")
    for number, deal in enumerate(deals, start=1):
        if not isinstance(deal, Mapping | None):
            raise malformed("deals").in_deal(number)
    first_dealer = fields.integer(raw, "first_dealer") if "first_dealer" in raw else 0
    seats, closed = fields.integer(raw, "seats"), fields.flag(raw, "closed")
    standing = max((number for number, deal in enumerate(deals, start=1) if deal is not None), default=0)
    read = game.read_deals(deals[:standing], seats=seats)
    return RecordedTable(seats, first_dealer, dict(rules), read, closed=closed)
