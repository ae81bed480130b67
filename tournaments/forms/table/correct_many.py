"""Correcting several deals of a table at the desk, from what the director chose to his last word."""

from collections.abc import Sequence
from typing import Any

from django import forms
from django.core.exceptions import ValidationError
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from tournaments.forms.layout import fields_only
from tournaments.forms.table.changes import ChangeField
from tournaments.forms.table.rulings import reason_field
from tournaments.services.table.correct_many import Exchange, read_change


class ExchangedSeatsForm(forms.Form):
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


class UndoForm(forms.Form):
    """The change that is taken back, and the request's own number, so that it is done once."""

    revision = forms.IntegerField(min_value=0, widget=forms.HiddenInput)
    client_id = forms.UUIDField(widget=forms.HiddenInput)
    helper = fields_only()


class DoItForm(forms.Form):
    """The correction as it was looked at, and the request's own number, so that it is done once."""

    change = ChangeField(read=read_change, unreadable=gettext_lazy("This could not be read. Choose it once more."))
    revision = forms.IntegerField(min_value=0, widget=forms.HiddenInput)
    client_id = forms.UUIDField(widget=forms.HiddenInput)
    reason = reason_field()
    helper = fields_only()
