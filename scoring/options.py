"""The rules that an event may set, and what of a game hangs on them."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from typing import Generic, Literal, NewType, TypeAlias, TypeVar

from scoring import fields
from scoring.errors import malformed

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

    def complete(self, chosen: Chosen, before: Chosen) -> dict[str, object]:
        """The value that was ``chosen``; raises ``malformed``."""
        value = chosen.get(self.name, self.default)
        for each in self.values:
            if type(value) is type(each) and value == each:
                return {self.name: each}
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
