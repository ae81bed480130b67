from datetime import timedelta

from django import forms
from django.utils.translation import gettext_lazy as _

from tournaments.forms.layout import fields_only
from tournaments.models import ApiToken

DAYS = [(7, _("one week")), (90, _("three months")), (365, _("one year"))]


class TokenForm(forms.ModelForm):
    helper = fields_only()
    days = forms.TypedChoiceField(label=_("Good for"), choices=DAYS, coerce=int, initial=90)

    class Meta:
        model = ApiToken
        fields = ["name", "scope"]
        help_texts = {"name": _("So that you know it again: “Scoreboard in the hall”.")}

    @property
    def good_for(self) -> timedelta:
        return timedelta(days=self.cleaned_data["days"])
