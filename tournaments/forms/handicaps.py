"""Whether a night gives handicaps, and by what they are reckoned."""

from decimal import Decimal
from fractions import Fraction
from typing import Any

from django import forms
from django.utils.translation import gettext_lazy as _

from tournaments.formats.acceleration import NightTerms
from tournaments.forms.fields import fields_only
from tournaments.selectors.table.cards import plain_number_text
from tournaments.services.handicaps import MOST_WINS

MOST_GAMES = 20
MOST_POINTS = 100_000


class NightHandicapForm(forms.Form):
    """``terms`` are those that stand, or are proposed; ``given``: whether the night gives handicaps."""

    handicap = forms.BooleanField(
        label=_("Give a handicap by rating"),
        required=False,
        help_text=_("The weaker have points before the first deal. Ratings do not count them."),
    )
    games = forms.IntegerField(label=_("Games that everybody plays"), min_value=1, max_value=MOST_GAMES, required=False)
    win = forms.DecimalField(
        label=_("A win is worth (points)"),
        min_value=Decimal("0.01"),
        max_value=MOST_POINTS,
        max_digits=9,
        decimal_places=2,
        required=False,
        help_text=_("Proposed: twice the mean difference between two at a table, on your last nights."),
        widget=forms.NumberInput(attrs={"step": "any", "inputmode": "decimal"}),
    )
    most = forms.IntegerField(label=_("At most so many wins"), min_value=1, max_value=MOST_WINS, required=False)
    helper = fields_only()

    def __init__(self, data: Any = None, *, terms: NightTerms, given: bool = False, **kwargs: Any) -> None:
        proposed = {"games": terms.rounds, "win": Decimal(plain_number_text(terms.win)), "most": terms.cap}
        super().__init__(data, initial={**proposed, "handicap": given, **kwargs.pop("initial", {})}, **kwargs)
        self._proposed = terms

    @property
    def terms(self) -> NightTerms | None:
        """As chosen; what was left empty is as proposed."""
        chosen, proposed = self.cleaned_data, self._proposed
        if not chosen["handicap"]:
            return None
        win = Fraction(chosen["win"]) if chosen["win"] else proposed.win
        return NightTerms(rounds=chosen["games"] or proposed.rounds, cap=chosen["most"] or proposed.cap, win=win)

    @property
    def open(self) -> bool:
        """Whether it wants to be seen where it is folded away."""
        return bool(self.errors) or bool(self["handicap"].value())
