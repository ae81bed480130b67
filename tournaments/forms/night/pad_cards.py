"""Which cards are printed for the tables."""

from django import forms

from tournaments.words.table.pad_cards import CARDS


class CardsForm(forms.Form):
    each = forms.ChoiceField(choices=CARDS, required=False)
