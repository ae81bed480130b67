"""Who is the same person, and how long a club keeps what."""

from collections.abc import Iterable
from typing import Any, cast

from django import forms
from django.utils.translation import gettext_lazy as _

from tournaments.forms.layout import fields_only
from tournaments.models import Club, Player

KEEP = ("", _("for good"))
YEARS = [KEEP, (2, _("two years")), (3, _("three years")), (5, _("five years")), (10, _("ten years"))]
MONTHS = [KEEP, (1, _("one month")), (6, _("six months")), (12, _("one year")), (24, _("two years"))]


class MergeForm(forms.Form):
    helper = fields_only()
    gone = forms.ModelChoiceField(
        queryset=Player.objects.none(), label=_("Is the same person as"), empty_label=_("Choose")
    )

    def __init__(self, data: Any = None, *, players: Iterable[Player]) -> None:
        super().__init__(data)
        known = list(players)
        field = cast(forms.ModelChoiceField, self.fields["gone"])
        field.queryset = Player.objects.filter(pk__in=[each.pk for each in known])
        # As they come: those called alike first.
        field.choices = [("", field.empty_label), *((each.pk, each.name) for each in known)]


def _number(value: str) -> int | None:
    return int(value) if value else None


class RetentionForm(forms.ModelForm):
    class Meta:
        model = Club
        fields = ["names_for_years", "phones_for_months"]

    helper = fields_only()
    names_for_years = forms.TypedChoiceField(
        label=_("Names of who plays no more are kept"),
        choices=YEARS,
        coerce=_number,
        empty_value=None,
        required=False,
        help_text=_("Counted from the last event. Results stay. Who has an account is left alone."),
    )
    phones_for_months = forms.TypedChoiceField(
        label=_("On which phone something was entered is kept"),
        choices=MONTHS,
        coerce=_number,
        empty_value=None,
        required=False,
        help_text=_("A random name of the phone, in events that are over. What was entered stays."),
    )
