"""Which codes of an event are made new."""

from typing import Any

from django import forms
from django.core.validators import MaxValueValidator, MinValueValidator

LARGEST = 2**63 - 1
SMALLEST = [MinValueValidator(0), MaxValueValidator(LARGEST)]


class TablesField(forms.Field):
    """Tables (ids), each in a field of the same name."""

    widget = forms.SelectMultiple

    def to_python(self, value: Any) -> list[int]:
        number = forms.IntegerField(validators=SMALLEST)
        return [number.clean(each) for each in value or ()]


class RenewCodesForm(forms.Form):
    """`newest`: of the links that were seen, so that a second tap does nothing."""

    table = TablesField()
    newest = forms.IntegerField(validators=SMALLEST)
