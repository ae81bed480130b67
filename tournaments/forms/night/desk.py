from collections.abc import Iterable
from typing import Any

from django import forms
from django.core.exceptions import ValidationError
from django.utils.translation import gettext_lazy as _

from tournaments.forms.club.names import NamesField
from tournaments.models import Player


class HereForm(forms.Form):
    """Players who are here: ticked on the roster, or written by name."""

    players = forms.TypedMultipleChoiceField(coerce=int, required=False)
    names = NamesField(required=False)

    def __init__(self, data: Any, *, roster: Iterable[Player]) -> None:
        super().__init__(data)
        self.roster = {player.pk: player for player in roster}
        field = self.fields["players"]
        assert isinstance(field, forms.TypedMultipleChoiceField)
        field.choices = [(pk, player.name) for pk, player in self.roster.items()]

    def clean_players(self) -> list[Player]:
        return [self.roster[pk] for pk in self.cleaned_data["players"]]

    def clean(self) -> dict[str, Any]:
        data = super().clean() or self.cleaned_data
        if not self.errors and not data["players"] and not data["names"]:
            raise ValidationError(_("Tick somebody, or write a name."))
        return data


class LeftForm(forms.Form):
    entrant = forms.IntegerField()


class MoveForm(forms.Form):
    """A seat, and where its player goes: "table-4", or "seat-31" to change places."""

    seat = forms.IntegerField()
    to = forms.RegexField(regex=r"^(table|seat)-\d{1,9}$")

    def clean_to(self) -> tuple[str, int]:
        kind, _dash, pk = self.cleaned_data["to"].partition("-")
        return kind, int(pk)


class SitDownForm(forms.Form):
    """An entrant and a table: "31-4"."""

    place = forms.RegexField(regex=r"^\d{1,9}-\d{1,9}$")

    def clean_place(self) -> dict[str, int]:
        entrant, _dash, table = self.cleaned_data["place"].partition("-")
        return {"entrant_id": int(entrant), "table_id": int(table)}


class ResumeForm(forms.Form):
    """An adjourned table of this night, or of an earlier one of the same club."""

    table = forms.IntegerField()


class AnswerForm(forms.Form):
    """To a table's call."""

    answer = forms.ChoiceField(choices=[(key, key) for key in ("coming", "settled")])


class StandsForm(forms.Form):
    reason = forms.CharField(max_length=200, required=False)


class MessageForm(forms.Form):
    """To the pads of one table, or of all."""

    table = forms.IntegerField(required=False)
    text = forms.CharField(max_length=200, error_messages={"required": _("Write what the tables are to read.")})

    @property
    def said(self) -> dict[str, Any]:
        return {"table_id": self.cleaned_data["table"], "text": self.cleaned_data["text"]}
