"""A paper sheet as a form: a field a deal and player, which says what is wrong with it while it is typed."""

from abc import abstractmethod
from collections.abc import Mapping
from typing import Any

from django import forms
from django.forms import BoundField
from django.utils.translation import gettext as _

from tournaments.forms.layout import fields_only
from tournaments.selectors.paper.typed import Facts, JudgedDeal, JudgedSheet, judge
from tournaments.selectors.table.page import TablePage
from tournaments.words.paper.typed import missing_words
from tournaments.words.scoring_errors import error_sentence


class FirstDealerForm(forms.Form):
    """Asked as long as no deal stands."""

    helper = fields_only()

    def __init__(self, data: Any = None, *, page: TablePage) -> None:
        super().__init__(data)
        self.page = page
        self.fields["dealer"] = forms.TypedChoiceField(
            label=_("First dealer"),
            choices=list(enumerate(page.names)),
            coerce=int,
            initial=page.table.first_dealer,
            widget=forms.Select(attrs={"autofocus": True}),
        )

    def as_dealt(self) -> TablePage:
        """The table with whom is said to have dealt first."""
        if self.is_valid():
            self.page.table.first_dealer = self.cleaned_data["dealer"]
        return self.page


Cell = tuple[BoundField | None, str]
"""What is typed, None where something is recorded already; and what it brought."""
SheetLine = tuple[str, list[Cell], str]
"""What it is called, its cells, and what is said of all of it."""


class TypedForm(forms.Form):
    """``page`` is the table as it stands, ``sheet`` what was typed with what is wrong with it."""

    client_id = forms.UUIDField(widget=forms.HiddenInput)
    base_revision = forms.IntegerField(min_value=0, widget=forms.HiddenInput)
    seats: Mapping[int, int] = {}
    sheet: JudgedSheet

    def __init__(self, data: Any = None, *, page: TablePage, initial: dict[str, Any]) -> None:
        super().__init__(data, initial=initial)
        self.page = page
        self._add_fields(data or {})
        self.sheet = judge(page, {}, seats=self.seats)

    def clean(self) -> dict[str, Any]:
        data = super().clean() or self.cleaned_data
        self.sheet = judge(self.page, self._facts(data), seats=self.seats)
        for each in self.sheet.deals:
            if each.error and (name := self._field_of(each)) not in self.errors:
                self.add_error(name, error_sentence(each.error, self.page.names))
        return data

    def require_whole(self) -> None:
        """Before it is saved nothing is left out in between."""
        for each in self.sheet.deals:
            if each.payload is None and not self.errors.get(name := self._field_of(each)):
                self.add_error(name, missing_words(each.number))

    @property
    def payloads(self) -> list[Facts]:
        return [each.payload for each in self.sheet.deals if each.payload is not None]

    @property
    def problems(self) -> list[tuple[str, str, str]]:
        """Of every field that is wrong: its id, what it is called, what to do."""
        wrong = [name for name in self.fields if name in self.errors]
        return [
            (self[name].auto_id, str(self.fields[name].label), " ".join(map(str, self.errors[name]))) for name in wrong
        ]

    @abstractmethod
    def _add_fields(self, data: Mapping[str, Any]) -> None: ...

    @abstractmethod
    def _facts(self, data: Mapping[str, Any]) -> dict[int, Facts]: ...

    @abstractmethod
    def _field_of(self, judged: JudgedDeal) -> str: ...

    def _text(self, name: str, label: str, *, most: int) -> None:
        kept = {"autocomplete": "off", "autocapitalize": "characters", "spellcheck": "false", "aria-label": label}
        self.fields[name] = forms.CharField(
            label=label, required=False, max_length=most, widget=forms.TextInput(attrs=kept)
        )
