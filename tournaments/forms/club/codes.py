"""Which permanent codes are printed, and which one is made new."""

from django import forms
from django.utils.translation import gettext_lazy as _

from tournaments.words.club.codes import KINDS, TABLES

MOST_TABLES = 200


class CodesForm(forms.Form):
    of = forms.ChoiceField(choices=KINDS, initial=TABLES, widget=forms.HiddenInput)
    count = forms.IntegerField(label=_("Tables in the room"), min_value=1, max_value=MOST_TABLES)


class RenewForm(forms.Form):
    """The edition that was seen, so that a second tap does nothing."""

    edition = forms.IntegerField(min_value=0)
