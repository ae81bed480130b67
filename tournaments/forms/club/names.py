"""Names of players, typed or pasted."""

import re

from django import forms
from django.core.exceptions import ValidationError
from django.utils.translation import gettext_lazy as _

from tournaments.forms.layout import fields_only
from tournaments.models import tidy_name
from tournaments.words.club.names import name_fault

MOST_NAMES = 200
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
        if len(names) > MOST_NAMES:
            raise ValidationError(
                _("That is more than %(most)s names; add them in parts."), params={"most": MOST_NAMES}
            )
        for name in names:
            _check(name)
        return names


class NamesForm(forms.Form):
    names = NamesField(label=_("Names"), help_text=_("One a line, or with commas between."))
    helper = fields_only()


def _check(name: str) -> None:
    if fault := name_fault(name):
        raise ValidationError(fault)
