"""Who sees ratings."""

from typing import Any

from django import forms
from django.utils.translation import gettext_lazy as _

from tournaments.forms.layout import fields_only
from tournaments.models import Club
from tournaments.words.club.ratings import RATINGS_BEGIN, RATINGS_FOR


class RatingsForm(forms.Form):
    helper = fields_only()
    ratings_for = forms.ChoiceField(label=_("Who sees ratings"), choices=RATINGS_FOR, widget=forms.RadioSelect)
    ratings_begin = forms.ChoiceField(
        label=_("When they begin anew"),
        choices=RATINGS_BEGIN,
        widget=forms.RadioSelect,
        help_text=_("All ratings are worked out once more, from all tables."),
    )

    def __init__(self, data: Any = None, *, club: Club) -> None:
        super().__init__(data, initial={"ratings_for": club.ratings_for, "ratings_begin": club.ratings_begin})
