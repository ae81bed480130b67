from typing import Any, cast

from django import forms
from django.utils.translation import gettext_lazy as _

from tournaments.forms.layout import fields_only
from tournaments.models import Club, NightAnswer
from tournaments.selectors.club.clubs import players_of

PAGES = ("code", "night")


class ReplyForm(forms.Form):
    """One's own answer; ``page``: to which it leads back."""

    reply = forms.ChoiceField(choices=NightAnswer.Reply)
    page = forms.ChoiceField(choices=[(page, page) for page in PAGES], required=False)


class ReplyForForm(forms.Form):
    """The director answers for somebody."""

    helper = fields_only()
    player = forms.TypedChoiceField(label=_("Player"), coerce=int)
    reply = forms.ChoiceField(label=_("Answer"), choices=NightAnswer.Reply)

    def __init__(self, data: Any = None, *, club: Club) -> None:
        super().__init__(data)
        self.known = {player.pk: player for player in players_of(club)}
        choices = [(pk, player.name) for pk, player in self.known.items()]
        cast(forms.ChoiceField, self.fields["player"]).choices = [("", "–"), *choices]


class CancelForm(forms.Form):
    """Ticked: cancelled; else it takes place after all."""

    cancelled = forms.BooleanField(required=False)
