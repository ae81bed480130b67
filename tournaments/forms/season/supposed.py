"""What the next event of a season may end with."""

from collections.abc import Sequence
from fractions import Fraction
from typing import Any

from django import forms
from django.forms.utils import flatatt
from django.utils.html import format_html, format_html_join
from django.utils.safestring import SafeString, mark_safe
from django.utils.translation import gettext_lazy as _

from tournaments.formats.seasons.counting import Bounds, SeasonRules
from tournaments.formats.seasons.points import EventResult
from tournaments.forms.stage.stage_fields import PointsField
from tournaments.selectors.numbers import number_text
from tournaments.selectors.season.page import Supposed
from tournaments.selectors.table.cards import PlayerTag

PLACES = 6
SCORES = 12  # players who are asked for, from the top
MOST_PLAYERS = 400
SELECTED = mark_safe(" selected")


def supposed_form(
    data: Any, *, players: Sequence[PlayerTag], rules: SeasonRules, span: Bounds
) -> "SupposedPlaces | SupposedScores":
    """``players``: as they stand; ``span``: what an event may bring."""
    if rules.adds_scores:
        return SupposedScores(data, players=players, span=span)
    return SupposedPlaces(data, players=players, rules=rules)


class _ChosenOfMany(forms.Select):
    """Django draws each choice by a template of its own: of six lists of sixty players that is half of the page."""

    def render(self, name: str, value: Any, attrs: Any = None, renderer: Any = None) -> SafeString:
        options = format_html_join(
            "\n",
            '<option value="{}"{}>{}</option>',
            ((key, SELECTED if key == (value or "") else "", text) for key, text in self.choices),
        )
        shown = flatatt(self.build_attrs(self.attrs, {"name": name, **(attrs or {})}))
        return format_html("<select{}>{}</select>", shown, options)


class SupposedPlaces(forms.Form):
    """Who might be first, second and so on; a place left out is somebody else's."""

    def __init__(self, data: Any, *, players: Sequence[PlayerTag], rules: SeasonRules) -> None:
        super().__init__(data)
        self.counts_players = rules.points == "places"
        choices = [("", _("nobody of these")), *((str(each.id), each.name) for each in players)]
        places = PLACES if self.counts_players else min(len(rules.table) + 1, PLACES)
        for place in range(1, places + 1):
            self.fields[f"p{place}"] = forms.ChoiceField(
                label=_("Place %(place)s") % {"place": place},
                choices=choices,
                required=False,
                widget=_ChosenOfMany(attrs={"class": "form-select"}),
            )
        if self.counts_players:
            self.fields["players"] = forms.IntegerField(
                label=_("How many come"),
                required=False,
                min_value=1,
                max_value=MOST_PLAYERS,
                widget=forms.NumberInput(attrs={"class": "form-control"}),
            )

    def clean(self) -> dict[str, Any]:
        data = super().clean() or self.cleaned_data
        chosen = [each for name, each in data.items() if each and name != "players"]
        if len(chosen) != len(set(chosen)):
            raise forms.ValidationError(_("Somebody stands at two places: choose everybody once."))
        lowest = max(self._places(data).values(), default=0)
        if (data.get("players") or lowest) < lowest:
            raise forms.ValidationError(_("There are more places than players: say that more come."))
        return data

    @property
    def supposed(self) -> Supposed | None:
        """None where nothing is said, or it cannot be."""
        if not self.is_valid():
            return None
        results = [EventResult(player, place) for player, place in self._places(self.cleaned_data).items()]
        return Supposed(results, self.cleaned_data.get("players")) if results else None

    def _places(self, data: dict[str, Any]) -> dict[int, int]:
        """By player."""
        return {int(each): int(name.removeprefix("p")) for name, each in data.items() if each and name != "players"}


class SupposedScores(forms.Form):
    """What each of those on top might make; whoever is left empty stays at home."""

    def __init__(self, data: Any, *, players: Sequence[PlayerTag], span: Bounds) -> None:
        super().__init__(data)
        self.span = span
        for player in players[:SCORES]:
            self.fields[f"s{player.id}"] = PointsField(
                label=player.name,
                required=False,
                widget=forms.TextInput(attrs={"class": "form-control", "inputmode": "decimal"}),
            )

    def clean(self) -> dict[str, Any]:
        data = super().clean() or self.cleaned_data
        least, most = self.span
        scores = [Fraction(each) for each in data.values() if each]
        if scores and ((least is not None and min(scores) < least) or (most is not None and max(scores) > most)):
            facts = {"least": number_text(least), "most": number_text(most)}
            raise forms.ValidationError(
                _("A deal brings %(least)s to %(most)s: no average is outside of that.") % facts
            )
        return data

    @property
    def supposed(self) -> Supposed | None:
        """None where nothing is said, or it cannot be."""
        if not self.is_valid():
            return None
        scores = {int(name[1:]): Fraction(each) for name, each in self.cleaned_data.items() if each}
        results = [
            EventResult(player, 1 + sum(other > own for other in scores.values()), own, 1)
            for player, own in scores.items()
        ]
        return Supposed(results) if results else None
