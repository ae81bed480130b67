"""Who sits where: how to draw the tables, and the tables as the director leaves them."""

import re
from collections.abc import Collection, Sequence
from typing import Any

from django import forms
from django.core.exceptions import ValidationError
from django.utils.translation import gettext_lazy as _

from tournaments.models import Entrant
from tournaments.selectors.night.seating import DrawnTables, free_numbers

HOW = [
    ("others", _("With others than lately")),
    ("year", _("With whom they have met least in a year, and at other sides")),
    ("random", _("At random")),
    ("standings", _("By the standings, the best together")),
    ("by-hand", _("By hand")),
]


class DrawForm(forms.Form):
    """How the free players are to be seated; read from the address, so that a draw can be looked at again."""

    how = forms.ChoiceField(choices=HOW)
    size = forms.IntegerField(min_value=2)
    seed = forms.IntegerField(min_value=0, max_value=2**31 - 1, required=False)


class SeatingForm(forms.Form):
    """Tables as posted: "seat-12=2" sits entrant 12 at table 2, an empty value leaves him waiting.

    The order of the fields is the order of the seats, which dragging changes.
    """

    how = forms.ChoiceField(choices=HOW)
    seed = forms.IntegerField(required=False)

    def __init__(self, data: Any, *, free: Sequence[Entrant], taken: Collection[int]) -> None:
        super().__init__(data)
        self.taken = taken
        self.free = list(free)

    def clean(self) -> dict[str, Any]:
        data = super().clean() or self.cleaned_data
        places = self._places()
        if any(entrant is None for entrant, _number in places):
            raise ValidationError(_("The list of players has changed. Look again and seat them once more."))
        if not places:
            raise ValidationError(_("Nobody sits at a table yet."))
        if lost := sorted({number for _entrant, number in places if number in self.taken}):
            used = {"tables": ", ".join(map(str, lost))}
            raise ValidationError(_("Table %(tables)s is in use by now. Look at the new numbers."), params=used)
        drawn = self.drawn()
        data["groups"] = [[entrant.pk for entrant in group] for group in drawn.groups]
        data["numbers"] = drawn.numbers[: len(drawn.groups)]
        return data

    def drawn(self) -> DrawnTables:
        """What was posted, to be opened or shown again; who has come in the meantime waits."""
        tables: dict[int, list[Entrant]] = {}
        for entrant, number in self._places():
            if entrant is not None:
                tables.setdefault(number, []).append(entrant)
        free = [number for number in free_numbers(self.taken, wanted=2 * len(tables) + 1) if number not in tables]
        numbers = [free.pop(0) if number in self.taken else number for number in sorted(tables)]
        groups = [tables[number] for number in sorted(tables)]
        seated = {entrant.pk for group in groups for entrant in group}
        waiting = [entrant for entrant in self.free if entrant.pk not in seated]
        how = self.cleaned_data.get("how", "by-hand")
        return DrawnTables(how, self.cleaned_data.get("seed"), [*numbers, free[0]], groups, waiting)

    def _places(self) -> list[tuple[Entrant | None, int]]:
        """Entrant and table of every seat posted; no entrant where he is not free any more."""
        free = {f"seat-{entrant.pk}": entrant for entrant in self.free}
        return [
            (free.get(name), int(self.data[name]))
            for name in self.data
            if name.startswith("seat-") and re.fullmatch(r"[1-9][0-9]{0,3}", self.data[name])
        ]
