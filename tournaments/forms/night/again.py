import datetime

from django import forms
from django.utils import timezone
from django.utils.translation import gettext_lazy as _

from tournaments.forms.layout import fields_only


class AgainForm(forms.Form):
    """An event like one that was: under its name and today, unless something else is said."""

    name = forms.CharField(label=_("Name"), max_length=80, required=False)
    date = forms.DateField(
        label=_("Date"), required=False, widget=forms.DateInput(attrs={"type": "date"}, format="%Y-%m-%d")
    )

    helper = fields_only()

    def clean_date(self) -> datetime.date:
        return self.cleaned_data["date"] or timezone.localdate()
