"""Amending several deals of a table at the desk, from what the director chose to his last word."""

import json
from collections.abc import Sequence
from typing import Any

from django import forms
from django.core.exceptions import ValidationError
from django.utils.translation import gettext as _

from tournaments.forms.layout import fields_only
from tournaments.forms.table.rulings import LONGEST_REASON, reason_field
from tournaments.services.table.correct_many import Exchange, Insertion, Rearrangement, read_change

MOST_TEXT = 10_000


class ExchangeForm(forms.Form):
    """Who has sat in whose place; ``names`` are those of the seats, ``last`` is the newest deal."""

    helper = fields_only()

    def __init__(self, data: Any = None, *, names: Sequence[str], last: int) -> None:
        super().__init__(data)
        choices = [(str(index), name) for index, name in enumerate(names)]
        self.fields["one"] = forms.TypedChoiceField(label=_("Player"), choices=choices, coerce=int)
        self.fields["other"] = forms.TypedChoiceField(
            label=_("has sat in the place of"), choices=choices, coerce=int, initial="1"
        )
        self.fields["start"] = forms.IntegerField(label=_("since deal"), min_value=1, max_value=last)

    def clean(self) -> dict[str, Any]:
        data = super().clean() or self.cleaned_data
        if "one" in data and data["one"] == data.get("other"):
            raise ValidationError(_("Choose two different players."))
        return data

    def as_change(self) -> Exchange:
        data = self.cleaned_data
        return Exchange((data["one"], data["other"]), data["start"])


class ForgottenForm(forms.Form):
    """Which deal was forgotten, by the number it should have had; ``last`` is the newest deal."""

    helper = fields_only()

    def __init__(self, data: Any = None, *, last: int) -> None:
        super().__init__(data)
        self.fields["at"] = forms.IntegerField(label=_("It was played as deal"), min_value=1, max_value=last)


class DoItForm(forms.Form):
    """The amendment as it was looked at, and the request's own number, so that it is done once."""

    change = forms.CharField(widget=forms.HiddenInput, max_length=MOST_TEXT)
    revision = forms.IntegerField(min_value=0, widget=forms.HiddenInput)
    client_id = forms.UUIDField(widget=forms.HiddenInput)
    reason = reason_field()
    helper = fields_only()

    def clean_change(self) -> Rearrangement:
        """Raises ValidationError for what no amendment is; whether it fits the table is not said."""
        try:
            return _read(self.cleaned_data["change"])
        except (ValueError, RecursionError) as error:
            raise ValidationError(_("This could not be read. Choose it once more.")) from error


def _read(text: str) -> Rearrangement:
    raw = json.loads(text)
    json.dumps(raw, ensure_ascii=False, allow_nan=False).encode()
    if not isinstance(raw, dict) or "\\u0000" in text:  # no database keeps a NUL in a text, nor half a character
        raise ValueError(text)
    change = read_change(raw)
    override = (change.payload or {}).get("override") if isinstance(change, Insertion) else None
    if len(str(override or "")) > LONGEST_REASON:
        raise ValueError(text)
    return change


def written(change: Rearrangement) -> str:
    return json.dumps(change.written)
