"""The end of an evening: how each table that still plays ends, and where what is recorded stands."""

from collections.abc import Iterable, Mapping
from typing import Any

from django import forms
from django.utils.translation import gettext_lazy as _

from tournaments.selectors.night.closing import ClosingTable

HOW = {
    "end": _("End this table"),
    "adjourn": _("Adjourn: play on later"),
    "take-back": _("Take it back: nothing was played"),
    "": _("Let it play on"),
}


class ClosingForm(forms.Form):
    """`all` decides for every table alike; without it each has its own `how-<id>`."""

    all = forms.ChoiceField(choices=[(key, key) for key in ("end", "adjourn")], required=False)

    def __init__(self, data: Any, *, playing: Iterable[ClosingTable], stopped: Iterable[ClosingTable]) -> None:
        super().__init__(data)
        self.playing, self.stopped = list(playing), list(stopped)
        for table in self.playing:
            choices = [(key, text) for key, text in HOW.items() if key in ("", *table.ways)]
            self.fields[f"how-{table.id}"] = forms.ChoiceField(
                choices=choices,
                required=False,
                initial=table.ways[0],
                widget=forms.Select(attrs={"class": "form-select w-auto mw-100"}),
            )
        for table in self.stopped:
            self.fields[f"stands-{table.id}"] = forms.BooleanField(
                required=False, widget=forms.CheckboxInput(attrs={"class": "form-check-input"})
            )

    @property
    def tables(self) -> Mapping[int, str]:
        """What becomes of each table (id) that does not play on."""
        chosen = {table.id: self._how(table, alike=self.cleaned_data["all"]) for table in self.playing}
        return {pk: how for pk, how in chosen.items() if how}

    def _how(self, table: ClosingTable, *, alike: str) -> str:
        """Where nothing was played, ending and adjourning mean nothing."""
        if not alike:
            return str(self.cleaned_data[f"how-{table.id}"])
        return alike if alike in table.ways else table.ways[0]

    @property
    def stand(self) -> list[int]:
        return [table.id for table in self.stopped if self.cleaned_data[f"stands-{table.id}"]]

    @property
    def choices(self) -> list[tuple[ClosingTable, forms.BoundField]]:
        return [(table, self[f"how-{table.id}"]) for table in self.playing]

    @property
    def open(self) -> list[tuple[ClosingTable, forms.BoundField]]:
        return [(table, self[f"stands-{table.id}"]) for table in self.stopped]
