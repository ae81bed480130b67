"""Hands beside their exact odds."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from django.utils.formats import number_format
from django.utils.text import capfirst
from django.utils.translation import gettext as _

from scoring.showdown.chances import CHANCES, Chances
from scoring.statistics import Counts, parts
from tournaments.selectors.numbers import number_text
from tournaments.words.cards import decks
from tournaments.words.games import category_name

WIDEST = 120  # of a bar
FINEST = 0.05  # of hands, that are still said


@dataclass(frozen=True)
class HandLine:
    """``due``: so many are dealt on average; ``bar`` and ``mark`` are as long as ``held`` and that."""

    category: str
    held: int
    due: str
    one_in: int
    bar: int
    mark: int


@dataclass(frozen=True)
class HandTable:
    """Of one size of hand by one order; ``says`` what the rarest of them was."""

    size: int
    hands: int
    lines: Sequence[HandLine]
    says: str


def hand_tables(counts: Counts) -> list[HandTable]:
    held = parts(counts, "held")
    found = []
    for key, chances in CHANCES.items():
        of_key = {name: held.get(f"{key}.{name}", 0) for name in chances.hands}
        if hands := sum(of_key.values()):
            found.append(
                HandTable(chances.size, hands, _lines(of_key, hands, chances), _rarest(of_key, hands, chances))
            )
    return found


def _lines(held: dict[str, int], hands: int, chances: Chances) -> list[HandLine]:
    due = {name: hands * chances.hands[name] / chances.total for name in held}
    longest = max(*held.values(), *due.values())
    return [
        HandLine(
            category_name(name),
            times,
            due_text(due[name]),
            chances.one_in(name),
            round(WIDEST * times / longest),
            round(WIDEST * due[name] / longest),
        )
        for name, times in held.items()
    ]


def due_text(due: float) -> str:
    if due < FINEST:
        return f"<{number_text(FINEST)}"
    return number_text(round(due, 1), places=1)


def _rarest(held: dict[str, int], hands: int, chances: Chances) -> str:
    *pyramids, nothing = held
    rarest = max((name for name in pyramids if held[name]), key=chances.one_in, default=nothing)
    return _("%(hand)s: 1 in %(one_in)s by the exact odds, here %(held)s in %(hands)s.") % {
        "hand": capfirst(category_name(rarest)),
        "one_in": grouped(chances.one_in(rarest)),
        "held": grouped(held[rarest]),
        "hands": grouped(hands),
    }


@dataclass(frozen=True)
class HandPicture:
    """The pyramid row by row, the top first, and what lies outside it."""

    rows: Sequence[Sequence[str]]
    rest: Sequence[str]


def hand_picture(detail: Mapping[str, Any]) -> HandPicture | None:
    """Of a feat's ``detail``, where that is a hand."""
    pyramid, rest = detail.get("pyramid", []), detail.get("rest", [])
    held = {*pyramid, *rest}
    deck = next((deck for deck in decks() if held and held <= deck.copies.keys()), None)
    return HandPicture(deck.rows(pyramid), rest) if deck else None


def grouped(number: int) -> str:
    """28,989,675 as the reader writes it."""
    return number_format(number, use_l10n=True, force_grouping=True)
