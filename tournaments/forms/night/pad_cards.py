"""Which cards are printed for the tables."""

from django import forms
from django.utils.translation import gettext_lazy as _

CARDS = [("table", _("One code a table")), ("seat", _("A code for every seat"))]


class CardsForm(forms.Form):
    each = forms.ChoiceField(choices=CARDS, required=False)
