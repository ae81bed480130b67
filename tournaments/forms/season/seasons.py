"""How a season is planned, what counts for it besides, and who might win what comes next."""

from collections.abc import Iterable
from fractions import Fraction
from itertools import pairwise
from typing import Any, cast

from django import forms
from django.utils.translation import gettext_lazy as _

from tournaments.formats.seasons.counting import SeasonRules, TieBreak
from tournaments.forms.layout import fields_only
from tournaments.forms.stage.stage_fields import PointsField, RowField
from tournaments.models import Club, Event, Season
from tournaments.words.club.visibility import season_choices
from tournaments.words.season.counting import EVENTS, POINTS, TIE_BREAKS, contest_choices

TIES = ("first_tie_break", "second_tie_break", "third_tie_break")


def _day() -> forms.DateInput:
    return forms.DateInput(attrs={"type": "date"}, format="%Y-%m-%d")


def _number(label: Any, help_text: Any) -> forms.IntegerField:
    return forms.IntegerField(label=label, help_text=help_text, required=False, min_value=1, max_value=400)


class SeasonForm(forms.ModelForm):
    """Its rules are asked for as long as it is a draft."""

    class Meta:
        model = Season
        fields = ["name", "starts", "ends", "visibility"]
        widgets = {"starts": _day(), "ends": _day(), "visibility": forms.RadioSelect}

    helper = fields_only()
    field_order = (
        "name",
        "starts",
        "ends",
        "events",
        "contests",
        "points",
        "table",
        "coming",
        "best",
        "least",
        "planned",
    )
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
        help_text=_("From the first place on: 10 8 6 5 4 3 2. Who shares a place shares what these places bring."),
    )
    coming = PointsField(label=_("Points for whoever comes in below these places"), required=False)
    best = _number(_("How many events of each player count"), _("The best ones, the others are dropped. Empty: all."))
    least = _number(_("How often one has to come for a place"), _("Empty: once."))
    planned = _number(
        _("How many events the season has"), _("Tells when somebody is champion whatever happens. Empty: not known.")
    )
    first_tie_break = forms.ChoiceField(label=_("Level on points: first"), required=False)
    second_tie_break = forms.ChoiceField(label=_("then"), required=False)
    third_tie_break = forms.ChoiceField(label=_("then"), required=False)

    def __init__(self, data: Any = None, *, club: Club, instance: Season) -> None:
        rules = instance.season_rules if instance.stored_rules else SeasonRules()
        super().__init__(data, instance=instance, initial=_initial(rules))
        self.fields["visibility"] = self.fields.pop("visibility")  # below all that counts
        visibility = cast(forms.ChoiceField, self.fields["visibility"])
        visibility.label = _("Who sees this season")
        visibility.choices = season_choices(club.visibility)
        for name in TIES:
            cast(forms.ChoiceField, self.fields[name]).choices = [("", _("nothing more")), *TIE_BREAKS.items()]
        if instance.published_at:
            for name in self.fields.keys() - {"name", "visibility"}:
                del self.fields[name]

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
            self._check_table([Fraction(each) for each in data["table"]], Fraction(data.get("coming") or 0))
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
            kept = self.instance
            return {**data, "starts": kept.starts, "ends": kept.ends, "rules": kept.season_rules}
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
    event = forms.ModelChoiceField(
        queryset=Event.objects.none(), label=_("One more event counts"), empty_label=_("Choose")
    )

    def __init__(self, data: Any = None, *, events: Iterable[Event]) -> None:
        super().__init__(data)
        known = list(events)
        field = cast(forms.ModelChoiceField, self.fields["event"])
        field.queryset = Event.objects.filter(pk__in=[each.pk for each in known])
        field.choices = [("", field.empty_label), *((each.pk, f"{each.name}, {each.date}") for each in known)]
