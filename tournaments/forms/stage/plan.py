from django import forms
from django.utils.translation import gettext_lazy as _

from tournaments.formats.simulation.pace import Pace
from tournaments.formats.stages import FORMATS, Options
from tournaments.forms.layout import fields_only
from tournaments.words.stage.formats import FORMAT_NAMES, REMAINDERS, SIZES


class PlanForm(forms.Form):
    """An evening to be played in advance, some dozens of times."""

    format = forms.ChoiceField(label=_("Format"), choices=[(key, FORMAT_NAMES[key]) for key in FORMATS])
    players = forms.IntegerField(label=_("Players"), min_value=2, max_value=128)
    seats = forms.TypedChoiceField(label=_("At a table"), choices=SIZES, coerce=int)
    rounds = forms.IntegerField(
        label=_("Rounds"), min_value=1, max_value=20, required=False, help_text=_("Empty: as many as the format needs.")
    )
    remainder = forms.ChoiceField(label=_("Where the numbers do not fit"), choices=REMAINDERS)
    deals = forms.IntegerField(
        label=_("Deals a table"), min_value=1, max_value=200, required=False, help_text=_("Empty: sixteen a player.")
    )
    minutes = forms.FloatField(label=_("Minutes a deal"), min_value=0.1, max_value=60)

    helper = fields_only()

    def options(self) -> Options:
        given = self.cleaned_data
        return Options(seats=given["seats"], rounds=given["rounds"], remainder=given["remainder"])

    def pace(self) -> Pace:
        return Pace(deals=self.cleaned_data["deals"], minutes=self.cleaned_data["minutes"])
