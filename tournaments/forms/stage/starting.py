"""With whom a stage begins, and how those who are level are told apart."""

import re
from typing import Any

from django import forms
from django.core.exceptions import ValidationError
from django.utils.translation import gettext

from tournaments.formats.bracket.progress import LARGEST


class SpacedIdsField(forms.CharField):
    """Ids with spaces between them; cleans to a list, empty where anything else is written."""

    def clean(self, value: object) -> list[int]:
        text = super().clean(value)
        return [int(word) for word in text.split()] if re.fullmatch(r"[0-9]{1,9}( [0-9]{1,9})*", text) else []


class StartForm(forms.Form):
    """Posted as "in-12=on" and "seed-12=3": entrant 12 begins as number 3. Who has no number follows the others, and
    those who are all let in ("admit=12 15") come last.
    """

    action = forms.ChoiceField(choices=[("again", ""), ("start", "")], required=False)
    admit = SpacedIdsField(required=False)

    def clean(self) -> dict[str, Any]:
        data = super().clean() or self.cleaned_data
        chosen = [int(name[3:]) for name in self.data if re.fullmatch(r"in-[0-9]{1,9}", name)]
        seeds = {who: self._seed(who) for who in chosen}
        given = [seed for seed in seeds.values() if seed is not None]
        if len(set(given)) < len(given) and data.get("action") == "start":
            self.add_error(None, ValidationError(gettext("Two have the same number. Look again, then start.")))
        admitted = [who for who in data.get("admit", []) if who not in seeds]
        data["entrants"] = [*sorted(chosen, key=lambda who: seeds[who] or LARGEST + 1), *admitted]
        return data

    def _seed(self, who: int) -> int | None:
        text = self.data.get(f"seed-{who}", "")
        return int(text) if re.fullmatch(r"[0-9]{1,4}", text) else None


FIRST_PLACE = ("play-off", "shared", "lots")


class LevelForm(forms.Form):
    """Who is level at the cut, and is to be told apart."""

    level = SpacedIdsField(required=False)


class FirstPlaceForm(LevelForm):
    """Who of those level for first place is first, and how that is settled."""

    choice = forms.ChoiceField(choices=[(choice, "") for choice in FIRST_PLACE])
