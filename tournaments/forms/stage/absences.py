"""What the director says of those who will not sit down."""

import re
from collections.abc import Iterable, Mapping
from typing import Any

from django import forms
from django.utils.translation import gettext_lazy as _

from tournaments.forms.layout import fields_only
from tournaments.models import ByeRequest

ROUND = re.compile(r"round-(\d{1,3})", re.ASCII)


class ByesForm(forms.Form):
    """A choice for each round to come, posted as "round-3". What an older page asks for besides, for rounds that are
    drawn by now, is among ``byes`` too, so that it is refused and not passed over.
    """

    helper = fields_only()

    def __init__(
        self, data: Mapping[str, Any] | None = None, *, asked: Mapping[int, str], worths: Iterable[str]
    ) -> None:
        super().__init__(data)
        names = dict(ByeRequest.Worth.choices)
        choices = [("", _("plays")), *((worth, _("bye: %(points)s") % {"points": names[worth]}) for worth in worths)]
        for number, worth in asked.items():
            self.fields[f"round-{number}"] = forms.ChoiceField(
                label=_("Round %(number)s") % {"number": number}, choices=choices, required=False, initial=worth
            )

    @property
    def byes(self) -> dict[int, str]:
        posted = {match[1]: str(worth) for name, worth in self.data.items() if (match := ROUND.fullmatch(name))}
        return {int(number): worth for number, worth in posted.items() if worth}
