"""Amending several deals of a table in one step: seats that were mixed up, a deal that was forgotten."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace

from scoring.errors import ScoringError
from scoring.games import Game
from scoring.result import Payload, TableRecord, TableResult

SEAT = ("declarer", "dealer")
SEATS = ("folded", "claimed")
BY_SEAT = ("hands", "paid")

SHEET_CODES = ("quota-used", "sheet-full")
"""What is wrong with one deal of a sheet by itself, so that those after it can still be judged."""


def exchange_seats(payloads: Sequence[Payload | None], a: int, b: int, *, start: int) -> list[Payload | None]:
    """The deals of a table in order, None where one is struck out. From deal ``start`` on, what seat ``a`` did was
    done by ``b``, and the other way round.
    """
    other = {a: b, b: a}
    return [
        payload if payload is None or number < start else _seated(payload, other)
        for number, payload in enumerate(payloads, start=1)
    ]


def insert_deal(payloads: Sequence[Payload | None], at: int, payload: Payload | None) -> list[Payload | None]:
    """``payload`` becomes deal ``at``; those from there on count one up, and so does what a play-off names (C14)."""
    moved = [None if each is None else _renumbered(each, at) for each in payloads]
    return [*moved[: at - 1], payload, *moved[at - 1 :]]


def _seated(payload: Payload, other: Mapping[int, int]) -> Payload:
    names = {str(seat): str(with_) for seat, with_ in other.items()}
    seated = dict(payload)
    for name, value in payload.items():
        if name in SEAT and isinstance(value, int):
            seated[name] = other.get(value, value)
        elif name in SEATS and isinstance(value, list | tuple):
            seated[name] = [other.get(seat, seat) for seat in value]
        elif name in BY_SEAT and isinstance(value, Mapping):
            seated[name] = {names.get(seat, seat): each for seat, each in value.items()}
    return seated


def _renumbered(payload: Payload, at: int) -> Payload:
    named = payload.get("playoff_of")
    return {**payload, "playoff_of": named + 1} if isinstance(named, int) and named >= at else payload


@dataclass(frozen=True, slots=True)
class Amended:
    """A table after its amendment. ``result`` is None where it cannot be judged; with ``errors``, in the order of their
    deals, it leaves out those that do not fit. ``out_of_turn`` are the deals that got that mark.
    """

    deals: tuple[Payload | None, ...]
    result: TableResult | None
    out_of_turn: tuple[int, ...]
    errors: tuple[ScoringError, ...]


def judge_as_played(game: Game, table: TableRecord, *, unless: int | None = None) -> Amended:
    """Judge a table in which deals have changed places: whatever is out of turn by it was really played so, and is
    marked where the game knows turns. Only deal ``unless`` is judged like one that is being entered.
    """
    deals, fitting = list(table.deals), list(table.deals)
    marked: list[int] = []
    errors: list[ScoringError] = []
    result = None
    while result is None:
        try:
            result = game.score(replace(table, deals=tuple(fitting)))
        except ScoringError as error:
            number = error.params.get("deal")
            if error.code == "out-of-turn" and isinstance(number, int) and number != unless:
                deals[number - 1] = fitting[number - 1] = {**(deals[number - 1] or {}), "out_of_turn": True}
                marked.append(number)
                continue
            errors.append(error)
            if error.code not in SHEET_CODES or not isinstance(number, int):
                break
            fitting[number - 1] = None
    return Amended(tuple(deals), result, tuple(marked), tuple(errors))
