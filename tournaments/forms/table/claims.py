from django import forms
from django.utils.translation import gettext_lazy as _

from tournaments.forms.layout import fields_only
from tournaments.forms.table.rulings import LONGEST_REASON


class UpholdForm(forms.Form):
    """The reason is shown wherever the deal is shown."""

    reason = forms.CharField(label=_("Reason, for all to read"), max_length=LONGEST_REASON)
    helper = fields_only()


class ClaimForm(forms.Form):
    """Which claim was looked at."""

    claim = forms.IntegerField(widget=forms.HiddenInput)
    helper = fields_only()
