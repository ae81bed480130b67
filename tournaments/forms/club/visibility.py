"""Who sees a club or an event, and what strangers read of a name."""

from typing import Any, cast

from django import forms
from django.utils.translation import gettext_lazy as _

from tournaments.forms.layout import fields_only
from tournaments.models import Club, Event
from tournaments.words.club.visibility import NAMES, OF_CLUB, event_choices, own_names


class ClubVisibilityForm(forms.Form):
    helper = fields_only()
    visibility = forms.ChoiceField(label=_("Who sees the club"), choices=OF_CLUB, widget=forms.RadioSelect)
    shown_names = forms.ChoiceField(
        label=_("What strangers read of a player’s name"),
        choices=NAMES,
        widget=forms.RadioSelect,
        help_text=_("A player, or you for a player, may choose otherwise. Members and players always read full names."),
    )

    def __init__(self, data: Any = None, *, club: Club) -> None:
        super().__init__(data, initial={"visibility": club.visibility, "shown_names": club.shown_names})


class EventVisibilityForm(forms.Form):
    helper = fields_only()
    visibility = forms.ChoiceField(label=_("Who sees this event"), required=False, widget=forms.RadioSelect)

    def __init__(self, data: Any = None, *, event: Event) -> None:
        choices = event_choices(event.club.visibility)
        kept = event.visibility if event.visibility in dict(choices) else ""
        super().__init__(data, initial={"visibility": kept})
        cast(forms.ChoiceField, self.fields["visibility"]).choices = choices


class ShownNameForm(forms.Form):
    """Of one player."""

    helper = fields_only()
    shown_names = forms.ChoiceField(
        label=_("What strangers read of your name"), required=False, choices=own_names, widget=forms.RadioSelect
    )
