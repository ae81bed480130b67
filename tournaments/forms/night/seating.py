"""Who sits where: how to draw the tables, and the tables as the director leaves them."""

import re
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

from django import forms
from django.core.exceptions import ValidationError
from django.utils.translation import gettext_lazy as _

from scoring.game import Game
from tournaments.formats.seating import NotEnoughPeople, table_sizes
from tournaments.models import Entrant

HOW = [
    ("random", _("At random")),
    ("standings", _("By the standings, the best together")),
    ("by-hand", _("By hand")),
]


# Where players do not say otherwise; every one of the games seats four.
USUAL_SIZE = 4


class DrawForm(forms.Form):
    """How the free players are to be seated; read from the address, so that a draw can be looked at again."""

    how = forms.ChoiceField(choices=HOW)
    size = forms.IntegerField(min_value=2, max_value=6)
    seed = forms.IntegerField(min_value=0, max_value=2**31 - 1, required=False)


@dataclass(frozen=True)
class DrawnTables:
    """Tables drawn but not yet opened; `waiting` sit at none of them."""

    how: str
    seed: int | None
    first_number: int
    groups: list[list[Entrant]]
    waiting: list[Entrant]

    @property
    def tables(self) -> list[tuple[int, list[Entrant]]]:
        """Numbers and players; one table more than was drawn, for whoever wants smaller ones."""
        return list(enumerate([*self.groups, []], self.first_number))


class SeatingForm(forms.Form):
    """Tables as posted: "seat-12=2" sits entrant 12 at table 2, an empty value leaves him waiting.

    The order of the fields is the order of the seats, which dragging changes.
    """

    how = forms.ChoiceField(choices=HOW)
    seed = forms.IntegerField(required=False)

    def __init__(self, data: Any, *, free: Sequence[Entrant], first_number: int) -> None:
        super().__init__(data)
        self.first_number = first_number
        self.free = list(free)

    def clean(self) -> dict[str, Any]:
        data = super().clean() or self.cleaned_data
        places = self._places()
        if any(entrant is None for entrant, _number in places):
            raise ValidationError(_("The list of players has changed. Look again and seat them once more."))
        if not places:
            raise ValidationError(_("Nobody sits at a table yet."))
        data["groups"] = [[entrant.pk for entrant in group] for group in self.drawn().groups]
        return data

    def drawn(self) -> DrawnTables:
        """What was posted, to be opened or shown again; who has come in the meantime waits."""
        tables: dict[int, list[Entrant]] = {}
        for entrant, number in self._places():
            if entrant is not None:
                tables.setdefault(number, []).append(entrant)
        groups = [tables[number] for number in sorted(tables)]
        seated = {entrant.pk for group in groups for entrant in group}
        waiting = [entrant for entrant in self.free if entrant.pk not in seated]
        how = self.cleaned_data.get("how", "by-hand")
        return DrawnTables(how, self.cleaned_data.get("seed"), self.first_number, groups, waiting)

    def _places(self) -> list[tuple[Entrant | None, int]]:
        """Entrant and table of every seat posted; no entrant where he is not free any more."""
        free = {f"seat-{entrant.pk}": entrant for entrant in self.free}
        return [
            (free.get(name), int(self.data[name]))
            for name in self.data
            if name.startswith("seat-") and re.fullmatch(r"[0-9]{1,4}", self.data[name])
        ]


def size_choices(game: Game, people: int) -> list[tuple[int, str]]:
    """The ways to split `people` into tables as even as can be: the size aimed at, and "4 + 4 + 3".

    The usual size comes first, then smaller tables, then larger ones.
    """
    allowed = range(game.min_seats, game.max_seats + 1)
    found: dict[tuple[int, ...], int] = {}
    for preferred in sorted(allowed, key=lambda size: (size > USUAL_SIZE, abs(size - USUAL_SIZE))):
        try:
            sizes = table_sizes(people, smallest=allowed[0], largest=allowed[-1], preferred=preferred)
        except NotEnoughPeople:
            continue
        found.setdefault(tuple(sizes), preferred)
    return [(preferred, sizes_text(sizes)) for sizes, preferred in found.items()]


def sizes_text(sizes: Sequence[int]) -> str:
    """ "4 + 4 + 3", and "12 × 4 + 3 × 3" where there are many."""
    if len(sizes) <= 5:
        return " + ".join(map(str, sizes))
    return " + ".join(f"{sizes.count(size)} × {size}" for size in dict.fromkeys(sizes))
