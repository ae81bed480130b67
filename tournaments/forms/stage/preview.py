"""What the director says about a preview: whom he has in mind, and what is to become of them."""

from typing import Any

from django import forms
from django.core.exceptions import ValidationError


class IdsField(forms.Field):
    """Ids, each once, in the order given."""

    widget = forms.MultipleHiddenInput

    def to_python(self, value: Any) -> list[int]:
        try:
            return list(dict.fromkeys(int(each) for each in value or ()))
        except ValueError as error:
            raise ValidationError("no ids") from error


class PlaceField(forms.CharField):
    """The number of a table, or one of the ``words``."""

    def __init__(self, *words: str, required: bool = True) -> None:
        super().__init__(required=required)
        self.words = words

    def to_python(self, value: Any) -> Any:
        text = super().to_python(value) or ""
        if text in self.words or text in self.empty_values:
            return text
        try:
            return int(text)
        except ValueError as error:
            raise ValidationError("no table") from error


class PickForm(forms.Form):
    """Who is picked: the ``first`` of two who are to change places, or ``several``, of whom one or a whole table is
    added or taken away.
    """

    first = forms.IntegerField(required=False)
    several = forms.BooleanField(required=False)
    pick = IdsField(required=False)
    toggle = forms.IntegerField(required=False)
    table = forms.IntegerField(required=False)


class PreviewForm(forms.Form):
    """A change, and the version of the preview that was seen."""

    seen = forms.IntegerField(required=False)


class ExchangeForm(PreviewForm):
    first = forms.IntegerField()
    second = forms.IntegerField()


class SeatForm(PreviewForm):
    entrants = IdsField()
    to = PlaceField("new", "bye", "out")


class PinForm(PreviewForm):
    pin = PlaceField("all", "byes", required=False)
    unpin = PlaceField("all", "byes", required=False)

    def clean(self) -> dict[str, Any]:
        data = super().clean() or self.cleaned_data
        pin, unpin = data.pop("pin", ""), data.pop("unpin", "")
        return {**data, "what": pin or unpin, "pinned": bool(pin)}
