"""The rules that an event may set, and what of a game hangs on them."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from typing import Generic, Literal, TypeAlias, TypeVar

from scoring import fields
from scoring.errors import malformed

Rules = Mapping[str, object]
T = TypeVar("T")


@dataclass(frozen=True, slots=True)
class Choice:
    """One of these values, the first by default."""

    name: str
    values: tuple[object, ...]

    @property
    def kind(self) -> Literal["flag", "choice"]:
        return "flag" if all(type(value) is bool for value in self.values) else "choice"

    @property
    def default(self) -> object:
        return self.values[0]

    def picks(self, *settings: T) -> Picked[T]:
        """What each value stands for, in their order."""
        if len(settings) != len(self.values):
            raise ValueError(f"{self.name} has {len(self.values)} values")
        return Picked(self, settings)

    def when(self, value: object) -> Picked[bool]:
        """Whether that value is chosen."""
        return Picked(self, tuple(each == value for each in self.values))

    def complete(self, rules: Rules, chosen: Mapping[str, object]) -> dict[str, object]:
        """The value that ``rules`` choose; raises ``malformed``."""
        value = rules.get(self.name, self.default)
        for each in self.values:
            if type(value) is type(each) and value == each:
                return {self.name: each}
        raise malformed(self.name)


@dataclass(frozen=True, slots=True)
class Count:
    """A whole number from ``least`` up, absent by default, and never beside one that it excludes."""

    name: str
    least: int = 1
    excludes: tuple[str, ...] = ()
    kind: Literal["count"] = "count"

    def complete(self, rules: Rules, chosen: Mapping[str, object]) -> dict[str, object]:
        """The number, if ``rules`` have one; raises ``malformed``. ``chosen`` are the options before this one."""
        number = rules.get(self.name)
        if number is None:
            return {}
        if type(number) is not int or number < self.least or any(other in chosen for other in self.excludes):
            raise malformed(self.name)
        return {self.name: number}


Option = Choice | Count


@dataclass(frozen=True, slots=True)
class Picked(Generic[T]):
    """Something of a game that hangs on an option: one setting for each of its values."""

    option: Choice
    settings: tuple[T, ...]


Setting: TypeAlias = T | Picked[T]


def under(setting: Setting[T], rules: Rules) -> T:
    """The setting by complete ``rules``."""
    if isinstance(setting, Picked):
        return setting.settings[setting.option.values.index(rules[setting.option.name])]
    return setting


def settings_of(setting: Setting[T]) -> tuple[T, ...]:
    """All that it can be, the default first."""
    return setting.settings if isinstance(setting, Picked) else (setting,)


def complete(options: Iterable[Option], rules: Rules) -> dict[str, object]:
    """The rules with every default filled in; raises ``malformed`` with the rule's name."""
    options = tuple(options)
    fields.only_fields(rules, [option.name for option in options])
    chosen: dict[str, object] = {}
    for option in options:
        chosen |= option.complete(rules, chosen)
    return chosen
