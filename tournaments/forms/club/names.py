"""Names typed or pasted into one field."""

import re

from django import forms
from django.core.exceptions import ValidationError
from django.utils.translation import gettext_lazy as _
from django.utils.translation import ngettext_lazy

from tournaments.forms.layout import fields_only
from tournaments.models import Player, tidy_name

NAME_LENGTH = Player._meta.get_field("name").max_length or 0
MOST_NAMES = 200


class NamesField(forms.CharField):
    """One name or many: a line each, or with commas between. Cleans to a list without repeats."""

    widget = forms.Textarea(attrs={"rows": 2, "autocomplete": "off", "spellcheck": "false"})

    def clean(self, value: object) -> list[str]:
        text = super().clean(value)
        names = list(dict.fromkeys(name for part in re.split(r"[\n,;]", text) if (name := tidy_name(part))))
        if self.required and not names:
            raise ValidationError(_("Write at least one name."))
        if len(names) > MOST_NAMES:
            raise ValidationError(
                _("That is more than %(most)s names; add them in parts."), params={"most": MOST_NAMES}
            )
        for name in names:
            check_name(name)
        return names


class NamesForm(forms.Form):
    names = NamesField(label=_("Names"), help_text=_("One a line, or with commas between."))
    helper = fields_only()


def check_name(name: str) -> None:
    if len(name) > NAME_LENGTH:
        raise ValidationError(
            ngettext_lazy(
                "“%(start)s…” is too long: %(most)s letter at the most.",
                "“%(start)s…” is too long: %(most)s letters at the most.",
                NAME_LENGTH,
            ),
            params={"start": name[:20], "most": NAME_LENGTH},
        )
    if not any(letter.isalnum() for letter in name):
        raise ValidationError(_("“%(name)s” has no letter in it."), params={"name": name})
