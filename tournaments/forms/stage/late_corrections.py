"""A late correction on its way from what the director chose to his last word. Nothing is kept in between."""

import hashlib
import json
from typing import Any
from uuid import UUID, uuid4

from django import forms
from django.core.exceptions import ValidationError
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from tournaments.forms.layout import fields_only
from tournaments.forms.table.rulings import LONGEST_REASON, reason_field
from tournaments.services.stage.late_corrections import Change, DealChange, ForfeitChange, Impact, PlacesChange

MOST_TEXT = 10_000
FOLLOWS = [
    ("no", gettext_lazy("Standings only: later rounds stay as they were seated")),
    ("yes", gettext_lazy("Replay from here: later rounds are taken back and drawn anew")),
]


class SaveForm(forms.Form):
    """For a table that no later round rests on: saved at once, if the table is still as it was shown."""

    revision = forms.IntegerField(min_value=0, widget=forms.HiddenInput)
    reason = reason_field()
    helper = fields_only()


class ConfirmForm(forms.Form):
    """The correction as it was looked at (``change``, ``seen``), and what is to follow from it."""

    change = forms.CharField(widget=forms.HiddenInput, max_length=MOST_TEXT)
    seen = forms.CharField(widget=forms.HiddenInput, max_length=64)
    replay = forms.ChoiceField(
        label=gettext_lazy("What follows"), choices=FOLLOWS, widget=forms.RadioSelect, initial="no"
    )
    reason = reason_field(required=True)
    helper = fields_only()

    def offer(self, impact: Impact) -> None:
        """Leave only what can be chosen."""
        field = self.fields["replay"]
        assert isinstance(field, forms.ChoiceField)
        field.choices = FOLLOWS if can_replay(impact) else FOLLOWS[:1]

    def clean_change(self) -> Change:
        return read_change(self.cleaned_data["change"])

    def clean_replay(self) -> bool:
        return self.cleaned_data["replay"] == "yes"


def can_replay(impact: Impact) -> bool:
    """Nothing stands against it, and there is something to draw anew."""
    preview = impact.state.preview and not impact.state.plan.form.scheduled
    return impact.may_replay and bool(impact.replayed or preview)


def seal(impact: Impact) -> str:
    """The same as long as the same moves: what the director agrees to is what he has seen."""
    seen = (impact.moves, impact.replayed, can_replay(impact))
    return hashlib.sha256(repr(seen).encode()).hexdigest()


def written(change: Change) -> str:
    if isinstance(change, DealChange):
        return json.dumps({"deal": change.number, "payload": change.payload, "client_id": str(change.client_id)})
    if isinstance(change, PlacesChange):
        return json.dumps({"places": change.places})
    return json.dumps({"forfeit": change.seats})


def strike_out(number: int) -> DealChange:
    return DealChange(number, None, uuid4())


def read_change(text: str) -> Change:
    """Raises ValidationError for anything that ``written`` would not write; whether it fits the table is not said."""
    try:
        return _change(json.loads(text))
    except (ValueError, KeyError, TypeError, AttributeError, RecursionError) as error:
        raise ValidationError(_("This correction could not be read. Choose it once more.")) from error


def _change(raw: Any) -> Change:
    text = json.dumps(raw, ensure_ascii=False, allow_nan=False)
    text.encode()
    if not isinstance(raw, dict) or "\\u0000" in text:  # no database keeps a NUL in a text, nor half a character
        raise ValueError(raw)
    if "places" in raw:
        return PlacesChange(_numbers(raw["places"]))
    if "forfeit" in raw:
        return ForfeitChange(_numbers(raw["forfeit"]))
    (number,), payload = _numbers([raw["deal"]]), raw["payload"]
    if payload is not None and (
        not isinstance(payload, dict) or len(str(payload.get("override") or "")) > LONGEST_REASON
    ):
        raise ValueError(payload)
    return DealChange(number, payload, UUID(raw["client_id"]))


def _numbers(values: Any) -> tuple[int, ...]:
    if not isinstance(values, list) or any(type(value) is not int for value in values):
        raise ValueError(values)
    return tuple(values)
