"""A correction as it was looked at, on its way to the director's last word. Nothing is kept in between."""

import json
from collections.abc import Callable
from typing import Any

from django import forms
from django.core.exceptions import ValidationError

from scoring.deals import check_reason
from scoring.errors import ScoringError
from tournaments.forms.table.rulings import LONGEST_REASON

MOST_TEXT = 10_000


class ChangeField(forms.CharField):
    """A change in JSON: ``read`` makes it of what its ``written`` gave. Whether it fits the table is not said."""

    widget = forms.HiddenInput

    def __init__(self, *, read: Callable[[dict[str, Any]], Any], unreadable: Any) -> None:
        super().__init__(max_length=MOST_TEXT, error_messages={"unreadable": unreadable})
        self.read = read

    def prepare_value(self, value: Any) -> Any:
        return json.dumps(value.written) if hasattr(value, "written") else value

    def clean(self, value: object) -> Any:
        text = super().clean(value)
        try:
            return self._change(text)
        except (ValueError, RecursionError, ScoringError) as error:
            raise ValidationError(self.error_messages["unreadable"]) from error

    def _change(self, text: str) -> Any:
        raw = json.loads(text)
        json.dumps(raw, ensure_ascii=False, allow_nan=False).encode()
        if not isinstance(raw, dict) or "\\u0000" in text:  # no database keeps a NUL in a text, nor half a character
            raise ValueError(text)
        change = self.read(raw)
        check_reason(getattr(change, "payload", None) or {}, longest=LONGEST_REASON)
        return change
