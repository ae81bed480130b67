"""How a round is seated: the value, and the one place where it is read from and written to its column."""

import json
from collections.abc import Collection, Mapping
from dataclasses import dataclass, field, replace
from functools import lru_cache
from typing import Any, TypedDict

from django.db import models

Provisional = Mapping[int, str]
"""How tables without a result count for a draw, by table id: "standing" as their sheets stand, "shared" all alike."""


@dataclass(frozen=True, slots=True)
class SeatedTable:
    """Entrants (ids) in the order of their seats, at table ``number`` of the room; ``match`` is that of the bracket.

    Who has ``forfeited`` was drawn for this table and has gone since; the others play without them. A ``pinned`` table
    stays as it is when the rest of the preview is drawn again.
    """

    entrants: tuple[int, ...]
    number: int
    match: int | None = None
    forfeited: tuple[int, ...] = ()
    pinned: bool = False

    def without(self, gone: Collection[int]) -> "SeatedTable":
        """These (ids) have forfeited, and the others close ranks."""
        absent = tuple(who for who in self.entrants if who in gone)
        stay = tuple(who for who in self.entrants if who not in gone)
        return replace(self, entrants=stay, forfeited=(*self.forfeited, *absent))

    @property
    def complete(self) -> "SeatedTable":
        """With all who have forfeited, last."""
        return replace(self, entrants=(*self.entrants, *self.forfeited), forfeited=())

    def back(self, who: int, index: int) -> "SeatedTable":
        """Who (id) has forfeited sits down after all."""
        forfeited = tuple(absent for absent in self.forfeited if absent != who)
        return replace(self, entrants=(*self.entrants[:index], who, *self.entrants[index:]), forfeited=forfeited)


@dataclass(frozen=True, slots=True)
class RoundSeating:
    """A round as it was drawn or changed by hand (``edited``).

    ``floats`` are known from the round that is published, and None where the format knows of none. ``version`` counts
    the changes of a preview, so that one that nobody saw is not changed. ``requested`` are those (ids) who had
    asked for a bye when it was drawn, and what it is worth. A ``play_off`` brings nobody points: it tells apart who is
    level after the rounds of its stage. Where teams meet, ``line_ups`` say who (ids) sits at the boards of each: in a
    preview only where somebody has said so, as of those who are ``named`` once it is published.
    """

    tables: tuple[SeatedTable, ...] = ()
    byes: tuple[int, ...] = ()
    floats: tuple[int, ...] | None = None
    provisional: Provisional = field(default_factory=dict)
    edited: bool = False
    requested: Mapping[int, str] = field(default_factory=dict)
    play_off: bool = False
    byes_pinned: bool = False
    version: int = 0
    line_ups: Mapping[int, tuple[int, ...]] = field(default_factory=dict)
    named: tuple[int, ...] = ()

    def sides(self, table: int) -> tuple[int, ...]:
        """Who (ids) meets at the match of this number, or sat down at the table of it."""
        return next((seated.complete.entrants for seated in self.tables if seated.number == table), ())

    @property
    def as_named(self) -> "RoundSeating":
        """With the line-ups alone that somebody had named before it was published."""
        line_ups = {side: people for side, people in self.line_ups.items() if side in self.named}
        return replace(self, line_ups=line_ups, named=())

    @property
    def seated(self) -> list[int]:
        """Everybody who has a table (ids), also who has forfeited there."""
        return [who for table in self.tables for who in (*table.entrants, *table.forfeited)]


class StoredTable(TypedDict, total=False):
    entrants: list[int]
    number: int
    match: int | None
    forfeited: list[int]
    pinned: bool


class StoredSeating(TypedDict, total=False):
    tables: list[StoredTable]
    byes: list[int]
    floats: list[int] | None
    provisional: dict[str, str]
    edited: bool
    requested: dict[str, str]
    play_off: bool
    byes_pinned: bool
    version: int
    line_ups: dict[str, list[int]]
    named: list[int]


def read_seating(stored: StoredSeating) -> RoundSeating:
    floats = stored.get("floats")
    return RoundSeating(
        tables=tuple(map(_read_table, stored["tables"])),
        byes=tuple(stored["byes"]),
        floats=None if floats is None else tuple(floats),
        provisional={int(table): how for table, how in stored.get("provisional", {}).items()},
        edited=stored.get("edited", False),
        requested={int(who): worth for who, worth in stored.get("requested", {}).items()},
        play_off=stored.get("play_off", False),
        byes_pinned=stored.get("byes_pinned", False),
        version=stored.get("version", 0),
        line_ups={int(side): tuple(people) for side, people in stored.get("line_ups", {}).items()},
        named=tuple(stored.get("named", ())),
    )


def _read_table(stored: StoredTable) -> SeatedTable:
    return SeatedTable(
        tuple(stored["entrants"]),
        stored["number"],
        stored.get("match"),
        forfeited=tuple(stored.get("forfeited", ())),
        pinned=stored.get("pinned", False),
    )


def stored_seating(seating: RoundSeating) -> StoredSeating:
    stored = StoredSeating(
        tables=[_stored_table(table) for table in seating.tables],
        byes=list(seating.byes),
        floats=None if seating.floats is None else list(seating.floats),
        provisional={str(table): how for table, how in seating.provisional.items()},
    )
    if seating.edited:
        stored["edited"] = True
    if seating.play_off:
        stored["play_off"] = True
    if seating.requested:
        stored["requested"] = {str(who): worth for who, worth in seating.requested.items()}
    if seating.byes_pinned:
        stored["byes_pinned"] = True
    if seating.version:
        stored["version"] = seating.version
    if seating.named:
        stored["named"] = list(seating.named)
    if seating.line_ups:
        stored["line_ups"] = {str(side): list(people) for side, people in seating.line_ups.items()}
    return stored


def _stored_table(table: SeatedTable) -> StoredTable:
    stored = StoredTable(entrants=list(table.entrants), match=table.match, number=table.number)
    if table.forfeited:
        stored["forfeited"] = list(table.forfeited)
    if table.pinned:
        stored["pinned"] = True
    return stored


@lru_cache(maxsize=32)
def _read_once(text: str) -> RoundSeating:
    """Of the same text, which pages read again and again."""
    return read_seating(json.loads(text))


class SeatingField(models.JSONField):
    """Holds a `RoundSeating`."""

    def from_db_value(self, value: str | None, expression: Any, connection: Any) -> RoundSeating | None:
        return None if value is None else _read_once(value)  # None where a join finds no round

    def get_prep_value(self, value: Any) -> Any:
        return super().get_prep_value(stored_seating(value) if isinstance(value, RoundSeating) else value)
