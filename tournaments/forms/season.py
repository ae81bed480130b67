"""The forms of a season: its plan, what counts for it, and what its next event may end with."""

from collections.abc import Iterable, Iterator, Sequence
from fractions import Fraction
from itertools import pairwise
from typing import Any, cast

from django import forms
from django.forms.utils import flatatt
from django.utils.html import format_html, format_html_join
from django.utils.safestring import SafeString, mark_safe
from django.utils.translation import gettext_lazy as _

from tournaments.formats.seasons.standing import Bounds, EventResult, SeasonRules, TieBreak
from tournaments.forms.fields import Folded, fields_only
from tournaments.forms.stage.fields import PointsField, RowField
from tournaments.limits import MOST_OF_A_SEASON
from tournaments.models import Club, Event, Season
from tournaments.selectors.season.page import WhatIf
from tournaments.selectors.table.cards import PlayerTag, number_text
from tournaments.words.club import season_choices
from tournaments.words.season import EVENTS, POINTS, TIE_BREAKS, contest_choices, how_added_up, what_counts

TIES = ("first_tie_break", "second_tie_break", "third_tie_break")


def _day() -> forms.DateInput:
    return forms.DateInput(attrs={"type": "date"}, format="%Y-%m-%d")


def _number(label: Any, help_text: Any) -> forms.IntegerField:
    return forms.IntegerField(label=label, help_text=help_text, required=False, min_value=1, max_value=MOST_OF_A_SEASON)


class SeasonForm(Folded, forms.ModelForm):
    """Its rules are asked for as long as it is a draft."""

    class Meta:
        model = Season
        fields = ["name", "starts", "ends", "visibility"]
        widgets = {"starts": _day(), "ends": _day(), "visibility": forms.RadioSelect}

    events = forms.ChoiceField(label=_("Which events count"), choices=[*EVENTS.items()], widget=forms.RadioSelect)
    contests = forms.MultipleChoiceField(
        label=_("Of which games"),
        choices=contest_choices,
        required=False,
        widget=forms.CheckboxSelectMultiple,
        help_text=_("None ticked: of all games."),
    )
    points = forms.ChoiceField(label=_("What an event brings"), choices=[*POINTS.items()], widget=forms.RadioSelect)
    table = RowField(
        label=_("Points by place"),
        help_text=_("From the first place on: 10 8 6 5 4 3 2. Those who share a place share what these places bring."),
    )
    coming = PointsField(label=_("Points for whoever comes in below these places"), required=False)
    best = _number(_("How many events of each player count"), _("The best ones, the others are dropped. Empty: all."))
    least = _number(_("How often somebody has to come for a place"), _("Empty: once."))
    planned = _number(
        _("How many events the season has"), _("Tells when somebody is champion whatever happens. Empty: not known.")
    )
    first_tie_break = forms.ChoiceField(label=_("Tied on points: first"), required=False)
    second_tie_break = forms.ChoiceField(label=_("then"), required=False)
    third_tie_break = forms.ChoiceField(label=_("then"), required=False)

    def __init__(self, data: Any = None, *, club: Club, instance: Season) -> None:
        self.proposed = instance.season_rules if instance.stored_rules else SeasonRules()
        super().__init__(data, instance=instance, initial=_initial(self.proposed))
        visibility = cast(forms.ChoiceField, self.fields["visibility"])
        visibility.label = _("Who sees this season")
        visibility.choices = season_choices(club.visibility)
        for name in TIES:
            cast(forms.ChoiceField, self.fields[name]).choices = [("", _("nothing more")), *TIE_BREAKS.items()]
        if instance.published_at:
            for name in self.fields.keys() - {"name", "visibility"}:
                del self.fields[name]

    @property
    def asked_first(self) -> list[forms.BoundField]:
        return [self[name] for name in ("name", "starts", "ends") if name in self.fields]

    def _folds(self) -> Iterator[tuple[Any, list[str], Sequence[str]]]:
        if not self.instance.published_at:
            counts = ("events", "contests", "points", "table", "coming")
            yield _("What counts, and what it brings"), [*what_counts(self.proposed)], counts
            yield _("How it is added up"), [*how_added_up(self.proposed)], ("best", "least", "planned", *TIES)
        seen_by = dict(season_choices(self.instance.club.visibility))
        who = seen_by.get(self.initial["visibility"], seen_by[""])  # the club may have become stricter since
        yield _("Who sees this season"), [str(who)], ("visibility",)

    def clean(self) -> dict[str, Any]:
        data = super().clean() or self.cleaned_data
        if self.instance.published_at:
            return data
        starts, ends = data.get("starts"), data.get("ends")
        if starts and ends and ends < starts:
            self.add_error("ends", _("The last day is before the first one."))
        if data.get("points") in ("score", "average") and len(data.get("contests", [])) != 1:
            self.add_error("contests", _("Scores of different games cannot be added up: tick one game."))
        if data.get("points") == "table" and "table" in data:
            self._check_table([Fraction(points) for points in data["table"]], Fraction(data.get("coming") or 0))
        best, least = data.get("best"), data.get("least")
        planned = data.get("planned")
        if planned and max(best or 1, least or 1) > planned:
            self.add_error("planned", _("The season cannot have fewer events than have to be played."))
        return data

    def _check_table(self, table: list[Fraction], coming: Fraction) -> None:
        if not table:
            self.add_error("table", _("Say what the places bring, the first one first."))
        elif any(better < worse for better, worse in pairwise(table)):
            self.add_error("table", _("A lower place cannot bring more than a better one: write the most first."))
        elif min(*table, coming) < 0:
            self.add_error("table", _("No place can bring less than nothing."))
        elif coming > table[-1]:
            self.add_error("coming", _("This is more than the last place of the table brings."))

    def season(self) -> dict[str, Any]:
        """As the services take it."""
        data = self.cleaned_data
        if self.instance.published_at:
            season = self.instance
            return {**data, "starts": season.starts, "ends": season.ends, "rules": season.season_rules}
        chain = dict.fromkeys(cast(TieBreak, data[name]) for name in TIES if data[name])
        rules = SeasonRules(
            contests=tuple(data["contests"]),
            events=data["events"],
            points=data["points"],
            table=tuple(map(Fraction, data["table"])),
            coming=Fraction(data["coming"] or 0),
            best=data["best"],
            least=data["least"] or 1,
            planned=data["planned"],
            chain=tuple(chain),
        )
        return {name: data[name] for name in self.Meta.fields} | {"rules": rules}


def _initial(rules: SeasonRules) -> dict[str, Any]:
    return {
        "contests": rules.contests,
        "events": rules.events,
        "points": rules.points,
        "table": " ".join(map(str, rules.table)),
        "coming": str(rules.coming),
        "best": rules.best,
        "least": rules.least if rules.least > 1 else None,
        "planned": rules.planned,
        **dict(zip(TIES, rules.chain, strict=False)),
    }


class CountsForm(forms.Form):
    """One more event that counts."""

    helper = fields_only()
    event = forms.ModelChoiceField(queryset=Event.objects.none(), label=_("Event"), empty_label=_("Choose"))

    def __init__(self, data: Any = None, *, events: Iterable[Event]) -> None:
        super().__init__(data)
        event_list = list(events)
        field = cast(forms.ModelChoiceField, self.fields["event"])
        field.queryset = Event.objects.filter(pk__in=[event.pk for event in event_list])
        field.choices = [("", field.empty_label), *((event.pk, f"{event.name}, {event.date}") for event in event_list)]


PLACES = 6
SCORES = 12  # players who are asked for, from the top
SELECTED = mark_safe(" selected")


def what_if_form(
    data: Any, *, players: Sequence[PlayerTag], rules: SeasonRules, span: Bounds
) -> "WhatIfPlaces | WhatIfScores":
    """``players``: as they stand; ``span``: what an event may bring."""
    if rules.adds_scores:
        return WhatIfScores(data, players=players, span=span)
    return WhatIfPlaces(data, players=players, rules=rules)


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


class WhatIfPlaces(forms.Form):
    """Who might be first, second and so on; a place left out is somebody else's."""

    def __init__(self, data: Any, *, players: Sequence[PlayerTag], rules: SeasonRules) -> None:
        super().__init__(data)
        self.counts_players = rules.points == "places"
        choices = [("", _("nobody of these")), *((str(player.id), player.name) for player in players)]
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
                max_value=MOST_OF_A_SEASON,
                widget=forms.NumberInput(attrs={"class": "form-control"}),
            )

    def clean(self) -> dict[str, Any]:
        data = super().clean() or self.cleaned_data
        chosen = [place for name, place in data.items() if place and name != "players"]
        if len(chosen) != len(set(chosen)):
            raise forms.ValidationError(_("Somebody stands at two places: choose everybody once."))
        lowest = max(self._places(data).values(), default=0)
        if (data.get("players") or lowest) < lowest:
            raise forms.ValidationError(_("There are more places than players: say that more come."))
        return data

    @property
    def what_if(self) -> WhatIf | None:
        """None where nothing is said, or it cannot be."""
        if not self.is_valid():
            return None
        results = [EventResult(player, place) for player, place in self._places(self.cleaned_data).items()]
        return WhatIf(results, self.cleaned_data.get("players")) if results else None

    def _places(self, data: dict[str, Any]) -> dict[int, int]:
        """By player."""
        return {int(place): int(name.removeprefix("p")) for name, place in data.items() if place and name != "players"}


class WhatIfScores(forms.Form):
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
        scores = [Fraction(score) for score in data.values() if score]
        if scores and ((least is not None and min(scores) < least) or (most is not None and max(scores) > most)):
            facts = {"least": number_text(least), "most": number_text(most)}
            raise forms.ValidationError(
                _("A deal brings %(least)s to %(most)s: no average is outside of that.") % facts
            )
        return data

    @property
    def what_if(self) -> WhatIf | None:
        """None where nothing is said, or it cannot be."""
        if not self.is_valid():
            return None
        scores = {int(name[1:]): Fraction(score) for name, score in self.cleaned_data.items() if score}
        results = []
        for player, own in scores.items():
            better = sum(other > own for other in scores.values())
            results.append(EventResult(player, 1 + better, own, 1))
        return WhatIf(results) if results else None
