"""Who sits where: how to draw the tables, and the tables as the director leaves them."""

import re
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

from django import forms
from django.core.exceptions import ValidationError
from django.utils.translation import gettext_lazy as _

from scoring.games import GAMES
from tournaments.formats.seating import NotEnoughPeople, table_sizes
from tournaments.models import Entrant

HOW = [
    ("random", _("At random")),
    ("standings", _("By the standings, the best together")),
    ("by-hand", _("By hand")),
]


class DrawForm(forms.Form):
    """How the free players are to be seated; read from the address, so that a draw can be looked at again."""

    how = forms.ChoiceField(choices=HOW)
    size = forms.IntegerField(min_value=2, max_value=6)
    seed = forms.IntegerField(min_value=0, max_value=2**31 - 1, required=False)


@dataclass(frozen=True)
class Proposal:
    """Tables drawn but not yet opened; `waiting` sit at none of them."""

    how: str
    seed: int | None
    groups: list[list[Entrant]]
    waiting: list[Entrant]

    @property
    def table_numbers(self) -> range:
        """One more than were drawn, for whoever wants smaller tables."""
        return range(1, len(self.groups) + 2)


class SeatingForm(forms.Form):
    """Tables as posted: "seat-12=2" sits entrant 12 at the second table, an empty value leaves him waiting.

    The order of the fields is the order of the seats, which dragging changes.
    """

    how = forms.ChoiceField(choices=HOW)
    seed = forms.IntegerField(required=False)

    def __init__(self, data: Any, *, free: Sequence[Entrant]) -> None:
        super().__init__(data)
        self.free = list(free)

    def clean(self) -> dict[str, Any]:
        data = super().clean() or self.cleaned_data
        places = self._places()
        if any(entrant is None for entrant, _number in places):
            raise ValidationError(_("The list of players has changed. Look again and seat them once more."))
        if not places:
            raise ValidationError(_("Nobody sits at a table yet."))
        data["groups"] = [[entrant.pk for entrant in group] for group in self.proposal().groups]
        return data

    def proposal(self) -> Proposal:
        """What was posted, to be opened or shown again; who has come in the meantime waits."""
        tables: dict[int, list[Entrant]] = {}
        for entrant, number in self._places():
            if entrant is not None:
                tables.setdefault(number, []).append(entrant)
        groups = [tables[number] for number in sorted(tables)]
        seated = {entrant.pk for group in groups for entrant in group}
        waiting = [entrant for entrant in self.free if entrant.pk not in seated]
        how = self.cleaned_data.get("how", "by-hand")
        return Proposal(how, self.cleaned_data.get("seed"), groups or [[]], waiting)

    def _places(self) -> list[tuple[Entrant | None, int]]:
        """Entrant and table of every seat posted; no entrant where he is not free any more."""
        free = {f"seat-{entrant.pk}": entrant for entrant in self.free}
        return [
            (free.get(name), int(self.data[name]))
            for name in self.data
            if name.startswith("seat-") and re.fullmatch(r"[0-9]{1,4}", self.data[name])
        ]


def size_choices(game: str, people: int) -> list[tuple[int, str]]:
    """The ways to split `people` into tables as even as can be: the size aimed at, and "4 + 4 + 3"."""
    rules, choices = GAMES[game], {}
    for size in range(rules.max_seats, rules.min_seats - 1, -1):
        try:
            sizes = table_sizes(people, smallest=rules.min_seats, largest=rules.max_seats, preferred=size)
        except NotEnoughPeople:
            continue
        choices.setdefault(sizes_text(sizes), size)
    return [(size, text) for text, size in choices.items()]


def sizes_text(sizes: Sequence[int]) -> str:
    """ "4 + 4 + 3", and "12 × 4 + 3 × 3" where there are many."""
    if len(sizes) <= 5:
        return " + ".join(map(str, sizes))
    return " + ".join(f"{sizes.count(size)} × {size}" for size in dict.fromkeys(sizes))
