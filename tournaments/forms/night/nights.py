from collections.abc import Mapping
from typing import Any

from django import forms
from django.utils.translation import gettext_lazy as _

from scoring.games import GAMES
from tournaments.forms.layout import fields_only
from tournaments.forms.night.game_options import length_fields, option_field
from tournaments.models import Event


class NightForm(forms.ModelForm):
    """A club night of one game: its name and date, and that game's options."""

    class Meta:
        model = Event
        fields = ["name", "date"]
        widgets = {"date": forms.DateInput(attrs={"type": "date"}, format="%Y-%m-%d")}

    helper = fields_only()

    def __init__(self, *args: Any, game: str, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.game = GAMES[game]
        for option in self.game.choices:
            self.fields[option.name] = option_field(option.name, option.values)
        self.fields.update(length_fields(self.game))

    def show_typed(self, data: Mapping[str, str], *, whole: bool) -> None:
        """What has been filled in is shown again. Where the form was sent ``whole``, a missing box is not ticked."""
        boxes = {name for name, field in self.fields.items() if whole and isinstance(field, forms.BooleanField)}
        self.initial.update({name: data.get(name, False) for name in self.fields if name in data or name in boxes})

    def clean(self) -> dict[str, Any]:
        data = super().clean() or self.cleaned_data
        if data.get("length") and not data.get("length_count") and "length_count" not in self.errors:
            self.add_error("length_count", _("Say how many, or let the table end when the players stop."))
        return data

    def rules(self) -> dict[str, object]:
        rules = {name: self.cleaned_data[name] for name in (option.name for option in self.game.choices)}
        if length := self.cleaned_data.get("length"):
            rules[length] = self.cleaned_data["length_count"]
        return rules
