"""Fields that forms of several subjects have, and how all forms are drawn."""

import json
import re
from collections.abc import Callable, Iterable, Iterator, Sequence
from typing import Any

from crispy_forms.helper import FormHelper
from django import forms
from django.core.exceptions import ValidationError
from django.utils.translation import gettext_lazy as _

from scoring.deals import check_reason
from scoring.errors import ScoringError
from tournaments.limits import LONGEST_CHANGE, LONGEST_REASON, MOST_TYPED_NAMES
from tournaments.models import tidy_name
from tournaments.words.club import name_fault


def fields_only() -> FormHelper:
    """Crispy draws the fields; the template writes the form, its token and its buttons."""
    helper = FormHelper()
    helper.form_tag = False
    helper.disable_csrf = True
    return helper


class Answering(forms.Form):
    """A form that says what is chosen in it where that is folded away."""

    def answer_of(self, name: str) -> str:
        """What stands in the field, as its choices name it; empty where nothing does."""
        field = self[name]
        value = field.value() or ""
        return str(dict(getattr(field.field, "choices", ())).get(value, value))


class Folded(Answering):
    """A form that folds away what has an answer already."""

    @property
    def folds(self) -> Iterator[tuple[Any, list[str], list[forms.BoundField], bool]]:
        """A title, what the answer is, the fields, and whether to open the fold."""
        for title, answers, names in self._folds():
            wrong_or_other = self.is_bound and any(self[name].errors or name in self.changed_data for name in names)
            yield title, answers, [self[name] for name in names], wrong_or_other

    def _folds(self) -> Iterable[tuple[Any, list[str], Sequence[str]]]:
        """A title, what the answer is, and the names of the fields."""
        return ()


LIST_NUMBER = re.compile(r"^\s*\d{1,3}[.)]\s+")  # as pasted from a list: "1. Ana"


class NameField(forms.CharField):
    """One name, tidied as everywhere."""

    def clean(self, value: object) -> str:
        name = tidy_name(super().clean(value))
        if name:
            _check(name)
        elif self.required:
            raise ValidationError(_("Write at least one name."))
        return name


class NamesField(forms.CharField):
    """One name or many: a line each, or with commas between. Cleans to a list without repeats."""

    widget = forms.Textarea(attrs={"rows": 2, "autocomplete": "off", "spellcheck": "false"})

    def clean(self, value: object) -> list[str]:
        text = super().clean(value)
        parts = (LIST_NUMBER.sub("", part) for part in re.split(r"[\n,;]", text))
        names = list(dict.fromkeys(name for part in parts if (name := tidy_name(part))))
        if self.required and not names:
            raise ValidationError(_("Write at least one name."))
        if len(names) > MOST_TYPED_NAMES:
            raise ValidationError(
                _("That is more than %(most)s names; add them in parts."), params={"most": MOST_TYPED_NAMES}
            )
        for name in names:
            _check(name)
        return names


def _check(name: str) -> None:
    if fault := name_fault(name):
        raise ValidationError(fault)


def reason_field(*, required: bool = False) -> forms.CharField:
    return forms.CharField(label=_("Reason"), max_length=LONGEST_REASON, required=required)


class ChangeField(forms.CharField):
    """A change in JSON: ``read`` makes it of what its ``written`` gave. Whether it fits the table is not said."""

    widget = forms.HiddenInput

    def __init__(self, *, read: Callable[[dict[str, Any]], Any], unreadable: Any) -> None:
        super().__init__(max_length=LONGEST_CHANGE, error_messages={"unreadable": unreadable})
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
