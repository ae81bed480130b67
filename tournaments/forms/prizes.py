"""Categories of a club, who is in them, and the prize list of an event."""

from collections.abc import Collection, Iterable
from datetime import date
from typing import Any

from django import forms
from django.core.exceptions import ValidationError
from django.utils.translation import gettext_lazy as _

from tournaments.formats.prizes import Days, PrizeRules, rises_at
from tournaments.forms.fields import fields_only
from tournaments.limits import LARGEST_PRIZE, LONGEST_NAME, LONGEST_UNIT, MOST_PRIZES, MOST_TABLES_PLAYED
from tournaments.models import CategoryStay, PlayerCategory, tidy_name
from tournaments.selectors.prizes import CategoryOn, CategoryPlayer, NamedPrize, PrizeList
from tournaments.services.refusals import Refused
from tournaments.words.refusals import refusal_text
from tournaments.words.standings import BY_PLACES


class CategoryForm(forms.Form):
    helper = fields_only()
    name = forms.CharField(label=_("Name"), max_length=LONGEST_NAME)

    def clean_name(self) -> str:
        name = tidy_name(self.cleaned_data["name"])
        if not name:
            raise ValidationError(_("Write a name."))
        return name


class DayField(forms.DateField):
    widget = forms.DateInput(attrs={"type": "date", "class": "form-control"}, format="%Y-%m-%d")


class PlayerCategoriesForm(forms.Form):
    """For each category of the club whether a player is in it, and from when until when."""

    helper = fields_only()
    revision = forms.IntegerField(required=False, widget=forms.HiddenInput)

    def __init__(
        self,
        data: Any = None,
        *,
        categories: Iterable[PlayerCategory],
        stays: Iterable[CategoryStay],
        revision: int | None = None,
    ) -> None:
        super().__init__(data, initial={"revision": revision})
        self.categories = list(categories)
        by_category = {stay.category_id: stay for stay in stays}
        for category in self.categories:
            stay = by_category.get(category.pk)
            self.fields[f"in{category.pk}"] = forms.BooleanField(
                label=category.name,
                required=False,
                initial=stay is not None,
                widget=forms.CheckboxInput(attrs={"class": "form-check-input"}),
            )
            self.fields[f"since{category.pk}"] = DayField(
                label=_("First day"), required=False, initial=stay and stay.since
            )
            self.fields[f"until{category.pk}"] = DayField(
                label=_("Last day"), required=False, initial=stay and stay.until
            )

    @property
    def rows(self) -> list[list[Any]]:
        return [[self[f"{name}{category.pk}"] for name in ("in", "since", "until")] for category in self.categories]

    @property
    def days(self) -> dict[int, Days]:
        """As the service takes it."""
        data = self.cleaned_data
        return {
            category.pk: Days(data[f"since{category.pk}"], data[f"until{category.pk}"])
            for category in self.categories
            if data[f"in{category.pk}"]
        }

    def clean(self) -> dict[str, Any]:
        data = super().clean() or self.cleaned_data
        for category in self.categories:
            if not Days(data.get(f"since{category.pk}"), data.get(f"until{category.pk}")).in_order:
                self.add_error(f"until{category.pk}", refusal_text(Refused("category-days")))
        return data


class CategoryPlayersForm(forms.Form):
    """Who of the club's players is in a category: ``players`` are ticked, and ``before`` were when the page was made:
    only what was changed there is saved.
    """

    helper = fields_only()
    since = DayField(label=_("First day"), required=False)
    until = DayField(label=_("Last day"), required=False)
    last_day = DayField(
        label=_("Their last day in it"),
        required=False,
        help_text=_("Empty: as if they had never been in it, at past events too."),
    )

    def __init__(self, data: Any = None, *, listed: Collection[CategoryPlayer], last_day: date) -> None:
        super().__init__(data, initial={"last_day": last_day})
        self.listed = listed
        choices = [(row.player.pk, row.player.pk) for row in listed]
        for name in ("players", "before"):
            self.fields[name] = forms.TypedMultipleChoiceField(
                choices=choices,
                coerce=int,
                required=False,
                error_messages={"invalid_choice": refusal_text(Refused("list-changed"))},
            )

    @property
    def rows(self) -> list[tuple[CategoryPlayer, bool, bool]]:
        """Each with whether they are ticked, and were before."""
        if not self.is_bound:
            return [(row, row.is_in, row.is_in) for row in self.listed]
        ticked, before = (self[name].value() for name in ("players", "before"))
        return [(row, str(row.player.pk) in ticked, str(row.player.pk) in before) for row in self.listed]

    @property
    def has_somebody(self) -> bool:
        return any(before for _row, _ticked, before in self.rows)

    @property
    def list_errors(self) -> list[str]:
        """What is wrong with the ticks, or with all of it."""
        return [*self.non_field_errors(), *(error for name in ("players", "before") for error in self[name].errors)][:1]

    @property
    def joining(self) -> set[int]:
        return {*self.cleaned_data["players"]} - {*self.cleaned_data["before"]}

    @property
    def leaving(self) -> set[int]:
        return {*self.cleaned_data["before"]} - {*self.cleaned_data["players"]}

    @property
    def days(self) -> Days:
        return Days(self.cleaned_data["since"], self.cleaned_data["until"])

    def clean(self) -> dict[str, Any]:
        data = super().clean() or self.cleaned_data
        if not Days(data.get("since"), data.get("until")).in_order:
            self.add_error("until", refusal_text(Refused("category-days")))
        return data


SPARE = 2  # empty lines below those that are filled
LEVEL = (("points", _("share the prizes of their places")), ("places", _("are told apart by tie-breaks")))


class PrizesForm(forms.Form):
    """The rules of a list, and a line for each prize."""

    helper = fields_only()
    one_each = forms.BooleanField(
        label=_("Nobody gets two prizes"),
        required=False,
        help_text=_("Whoever could have several gets the most valuable one; others move up."),
    )
    level = forms.ChoiceField(label=_("Players with equal points"), choices=LEVEL, widget=forms.RadioSelect)
    least_tables = forms.IntegerField(label=_("Tables played, at least"), min_value=0, max_value=MOST_TABLES_PLAYED)
    unit = forms.CharField(
        label=_("Unit of the values"),
        max_length=LONGEST_UNIT,
        required=False,
        help_text=_("For instance € or points. Only whole ones are given."),
    )
    revision = forms.IntegerField(required=False, widget=forms.HiddenInput)

    def __init__(
        self,
        data: Any = None,
        *,
        prizes: PrizeList | None,
        categories: Collection[CategoryOn],
        lines: int = 0,
        of_season: bool = False,
        by_points: bool = True,
        revision: int | None = None,
    ) -> None:
        """``lines``: so many at least; ``revision``: as the page showed the list. What a season asks for a place is in
        its own rules. Where not ``by_points``, nobody has equal ones: what was chosen for them stays.
        """
        self.stored = prizes or PrizeList()
        rules = self.stored.terms
        level = "points" if rules.shared else "places"
        initial = {"one_each": rules.one_each, "level": level, "least_tables": rules.least_tables}
        super().__init__(data, initial=initial | {"unit": self.stored.unit, "revision": revision})
        if of_season:
            del self.fields["least_tables"]
        self.by_places = "" if by_points else BY_PLACES
        if not by_points:
            del self.fields["level"]
        self.has_categories = bool(categories)
        choices = [("", _("All players")), *((str(category.id), category.name) for category in categories)]
        self.lines = range(min(MOST_PRIZES, max(lines, self._filled() + SPARE)))
        for line in self.lines:
            self._add_line(line, choices)

    def _filled(self) -> int:
        """How many lines were sent, or are stored."""
        sent = [int(name[4:]) for name in self.data if name.startswith("name") and name[4:].isdecimal()]
        return max((number + 1 for number in sent if number < MOST_PRIZES), default=len(self.stored.prizes))

    def _add_line(self, line: int, choices: list[tuple[str, Any]]) -> None:
        stored = self.stored.prizes[line] if line < len(self.stored.prizes) else None
        self.fields[f"name{line}"] = forms.CharField(
            label=_("Prize"),
            max_length=LONGEST_NAME,
            required=False,
            initial=stored and stored.name,
            widget=forms.TextInput(attrs={"class": "form-control"}),
        )
        self.fields[f"value{line}"] = forms.IntegerField(
            label=_("Value"),
            min_value=0,
            max_value=LARGEST_PRIZE,
            required=False,
            initial=(stored and stored.value) or None,
            widget=forms.NumberInput(attrs={"class": "form-control", "inputmode": "numeric"}),
        )
        self.fields[f"category{line}"] = forms.ChoiceField(
            label=_("For whom"),
            choices=choices,
            required=False,
            initial=str((stored and stored.category) or ""),
            widget=forms.Select(attrs={"class": "form-select"}),
        )

    @property
    def rows(self) -> list[tuple[int, list[Any]]]:
        """Each with its number, from 1."""
        return [(line + 1, [self[f"{name}{line}"] for name in ("name", "value", "category")]) for line in self.lines]

    @property
    def longer(self) -> int | None:
        """How many lines there are with another one; None where there are as many as may be."""
        return len(self.lines) + 1 if len(self.lines) < MOST_PRIZES else None

    @property
    def of_rules(self) -> list[Any]:
        return [self[name] for name in ("one_each", "level", "least_tables") if name in self.fields]

    @property
    def rules_open(self) -> bool:
        return any(field.errors for field in self.of_rules)

    def clean(self) -> dict[str, Any]:
        data = super().clean() or self.cleaned_data
        for line in self.lines:
            if data.get(f"value{line}") and not tidy_name(data.get(f"name{line}") or ""):
                self.add_error(f"name{line}", _("Name this prize, or take its value away."))
        if not self.errors:
            prizes = self.prizes.prizes
            if (at := rises_at(prizes)) is not None:
                raise ValidationError(refusal_text(Refused("prize-rises", name=prizes[at].name)))
        return data

    @property
    def prizes(self) -> PrizeList:
        """As the service takes it."""
        data = self.cleaned_data
        prizes = [
            NamedPrize(data[f"value{line}"] or 0, int(data[f"category{line}"] or 0) or None, name)
            for line in self.lines
            if (name := tidy_name(data[f"name{line}"]))
        ]
        shared = data["level"] == "points" if "level" in data else self.stored.terms.shared
        rules = PrizeRules(data["one_each"], shared, data.get("least_tables", 0))
        return PrizeList(tuple(prizes), rules, tidy_name(data["unit"]))
