"""What people say who enter themselves, and what the director says to that."""

from django import forms
from django.utils.translation import gettext_lazy as _

from tournaments.forms.club import NameField
from tournaments.forms.layout import fields_only
from tournaments.limits import LONGEST_PLAYER_NAME

PAGES = ("desk", "entrants", "registration")


class RegisterForm(forms.Form):
    name = NameField(
        label=_("Your name"),
        max_length=LONGEST_PLAYER_NAME,
        widget=forms.TextInput(attrs={"autocomplete": "name"}),
        help_text=_("As it shall stand in the standings."),
    )
    helper = fields_only()


class EnterForm(forms.Form):
    """An event, by a player's own code."""

    event = forms.IntegerField()


class FromPageForm(forms.Form):
    """``page``: to which it leads back."""

    page = forms.ChoiceField(choices=[(page, page) for page in PAGES], required=False)

    @property
    def leads_to(self) -> str:
        return str(self.cleaned_data.get("page") or "desk")


class RegistrationForm(FromPageForm):
    is_open = forms.BooleanField(required=False)


class WrittenNamesForm(FromPageForm):
    """Names at the registration (ids): "12-13-14", or a single one as a player of the club: "12:31"."""

    names = forms.RegexField(regex=r"^\d{1,18}((-\d{1,18}){0,499}|:\d{1,18})$")

    def clean_names(self) -> tuple[list[int], int | None]:
        names, _colon, player = self.cleaned_data["names"].partition(":")
        return [int(pk) for pk in names.split("-")], int(player) if player else None
