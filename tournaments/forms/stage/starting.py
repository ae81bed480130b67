"""Who begins a stage, as the director has left the proposal: a tick and a number for everybody."""

import re
from typing import Any

from django import forms
from django.core.exceptions import ValidationError
from django.utils.translation import gettext as _

from tournaments.formats.bracket.matches import LARGEST


class StartForm(forms.Form):
    """Posted as "in-12=on" and "seed-12=3": entrant 12 begins as number 3. Who has no number follows the others, and
    those who are all let in ("admit=12 15") come last.
    """

    action = forms.ChoiceField(choices=[("again", ""), ("start", "")], required=False)

    def clean(self) -> dict[str, Any]:
        data = super().clean() or self.cleaned_data
        chosen = [int(name[3:]) for name in self.data if re.fullmatch(r"in-[0-9]{1,9}", name)]
        seeds = {who: self._seed(who) for who in chosen}
        given = [seed for seed in seeds.values() if seed is not None]
        if len(set(given)) < len(given) and data.get("action") == "start":
            self.add_error(None, ValidationError(_("Two have the same number. Look again, then start.")))
        admitted = [who for who in numbers(self.data.get("admit", "")) if who not in seeds]
        data["entrants"] = [*sorted(chosen, key=lambda who: seeds[who] or LARGEST + 1), *admitted]
        return data

    def _seed(self, who: int) -> int | None:
        text = self.data.get(f"seed-{who}", "")
        return int(text) if re.fullmatch(r"[0-9]{1,4}", text) else None


class LevelForm(forms.Form):
    """What is to tell those apart who are level at the cut ("12 15"): lots, or a play-off."""

    lots = forms.CharField(required=False)
    play_off = forms.CharField(required=False)

    def clean(self) -> dict[str, Any]:
        data = super().clean() or self.cleaned_data
        data["level"] = numbers(data.get("lots") or data.get("play_off") or "")
        return data


def numbers(text: str) -> list[int]:
    """Ids with spaces between them; nothing where anything else is written."""
    return [int(word) for word in text.split()] if re.fullmatch(r"[0-9]{1,9}( [0-9]{1,9})*", text) else []
