"""What the director says about entrants: those of a tournament, who will not sit down, and with whom a stage begins."""

import re
from collections.abc import Iterable, Mapping, Sequence
from decimal import Decimal
from fractions import Fraction
from typing import Any

from django import forms
from django.core.exceptions import ValidationError
from django.core.files.uploadedfile import UploadedFile
from django.utils.translation import gettext
from django.utils.translation import gettext_lazy as _

from tournaments.formats.bracket.progress import LARGEST
from tournaments.forms.desk import HereForm
from tournaments.forms.fields import NameField, fields_only
from tournaments.imports.entry_lists import decoded
from tournaments.limits import (
    HIGHEST_SEED,
    LARGEST_ENTRY_LIST,
    LARGEST_ID,
    LARGEST_LOT,
    LONGEST_REASON,
    MOST_LATE_POINTS,
)
from tournaments.models import ByeRequest, Entrant, Player, StageEntry
from tournaments.selectors.table.cards import plain_number_text
from tournaments.services.refusals import Refused
from tournaments.words.refusals import refusal_text


class AddForm(HereForm):
    checked_in = forms.BooleanField(required=False)

    def __init__(self, data: Any, *, roster: Iterable[Player], begun: bool) -> None:
        super().__init__(data, roster=roster)
        self.begun = begun

    def clean(self) -> dict[str, Any]:
        if self.begun:
            raise ValidationError(refusal_text(Refused("tournament-begun")))
        return super().clean()


class _ShownHandicap(forms.HiddenInput):
    """What the page showed."""

    def __init__(self) -> None:
        super().__init__({"form": "handicaps"})


class HandicapsForm(forms.Form):
    """What each entrant who may have a handicap starts with. Whom the posted page did not show is passed over."""

    def __init__(self, data: Any = None, *, entries: Iterable[StageEntry | Entrant], open_: bool) -> None:
        super().__init__(data)
        for entry in entries:
            entrant = entry if isinstance(entry, Entrant) else entry.entrant
            name, handicap = f"points{entrant.pk}", entry.starts_with
            if handicap and (data is None or name in data):
                field = self.fields[name] = forms.DecimalField(
                    label=entrant.player.name,
                    min_value=0,
                    max_digits=6,
                    decimal_places=2,
                    disabled=not open_,
                    show_hidden_initial=True,
                    initial=Decimal(plain_number_text(handicap.points, places=2)),
                    widget=forms.NumberInput(
                        attrs={
                            "class": "form-control",
                            "step": "any",
                            "inputmode": "decimal",
                            "form": "handicaps",
                            "aria-label": entrant.player.name,
                        }
                    ),
                )
                field.hidden_widget = _ShownHandicap

    def field_of(self, entrant: int) -> Any:
        name = f"points{entrant}"
        return self[name] if name in self.fields else ""

    @property
    def points(self) -> dict[int, Fraction]:
        """By entrant, of those that were changed on the page: others may have changed since, or have more digits."""
        return {int(name.removeprefix("points")): Fraction(self.cleaned_data[name]) for name in self.changed_data}


class ListForm(forms.Form):
    """A list as text or as a file; cleans to the text."""

    text = forms.CharField(
        label=_("The list"),
        required=False,
        strip=False,
        widget=forms.Textarea(attrs={"rows": 8, "spellcheck": "false", "autocomplete": "off"}),
        help_text=_("A name a line, or columns: name, rating, seed, table, team."),
    )
    file = forms.FileField(
        label=_("Or a spreadsheet’s CSV file"),
        required=False,
        allow_empty_file=True,
        widget=forms.FileInput(attrs={"accept": ".csv,.txt,.tsv,text/csv,text/plain"}),
    )
    helper = fields_only()

    def clean_file(self) -> str:
        file: UploadedFile | None = self.cleaned_data["file"]
        if file is None:
            return ""
        if (file.size or 0) > LARGEST_ENTRY_LIST:
            raise ValidationError(_("This file is too large to be a list of entrants."))
        try:
            return decoded(file.read())
        except Refused as refused:
            raise ValidationError(refusal_text(refused)) from refused

    def clean(self) -> dict[str, Any]:
        data = super().clean() or self.cleaned_data
        text = data.get("file") or data.get("text") or ""
        if not self.errors and not text.strip():
            raise ValidationError(_("Paste a list, or choose a file."))
        return data | {"text": text}


class CheckInForm(forms.Form):
    """One entrant, or all where none is named."""

    entrant = forms.IntegerField(required=False, max_value=LARGEST_ID)
    present = forms.BooleanField(required=False)


class StatusForm(forms.Form):
    entrant = forms.IntegerField()
    status = forms.ChoiceField(choices=Entrant.Status)
    reason = forms.CharField(max_length=LONGEST_REASON, required=False)

    def clean(self) -> dict[str, Any]:
        data = super().clean() or self.cleaned_data
        if data.get("status") == Entrant.Status.EXPELLED and not data.get("reason"):
            raise ValidationError(_("Say why: an expulsion needs its reason."))
        return data


class SubstituteForm(forms.Form):
    """An empty name ends the substitution."""

    entrant = forms.IntegerField()
    name = NameField(required=False)


class FixedTableForm(forms.Form):
    entrant = forms.IntegerField()
    table = forms.IntegerField(min_value=1, max_value=HIGHEST_SEED, required=False)


class SeedForm(forms.Form):
    how = forms.ChoiceField(choices=[("rating", _("By rating")), ("random", _("At random"))])
    seed = forms.IntegerField(min_value=0, max_value=LARGEST_LOT, required=False)
    stage = forms.IntegerField(required=False)  # that is about to start, and looked at


class LateForm(forms.Form):
    name = NameField()
    points = forms.DecimalField(min_value=0, max_value=MOST_LATE_POINTS, decimal_places=2)


class ApartForm(forms.Form):
    entrants = forms.TypedMultipleChoiceField(coerce=int, required=False)

    def __init__(self, data: Any, *, entrants: Sequence[Entrant]) -> None:
        super().__init__(data)
        field = self.fields["entrants"]
        assert isinstance(field, forms.TypedMultipleChoiceField)
        field.choices = [(entrant.pk, entrant.player.name) for entrant in entrants]

    def clean_entrants(self) -> list[int]:
        chosen: list[int] = self.cleaned_data["entrants"]
        if len(chosen) < 2:
            raise ValidationError(_("Tick two at least."))
        return chosen


class TogetherForm(forms.Form):
    """The group (ids with dashes between) that need not be kept apart any more."""

    group = forms.RegexField(regex=r"^\d{1,18}(-\d{1,18})*$")

    def clean_group(self) -> list[int]:
        return [int(pk) for pk in self.cleaned_data["group"].split("-")]


class OrderForm(forms.Form):
    """The seeding by hand: numbers beside the entrants, posted as "seed-12=3", and one who moves a place up or down.

    What is no number is passed over.
    """

    up = forms.IntegerField(required=False)
    down = forms.IntegerField(required=False)

    def __init__(self, data: Mapping[str, str], *, entrants: Sequence[int]) -> None:
        super().__init__(data)
        self.entrants = entrants
        self.full_clean()

    @property
    def moved(self) -> int | None:
        return self.cleaned_data.get("up") or self.cleaned_data.get("down")

    @property
    def order(self) -> list[int]:
        """Who was given a number comes to stand there, and the others make room; then one changes with a neighbour."""
        order = [self.entrants[place - 1] for place in sorted(range(1, len(self.entrants) + 1), key=self._key)]
        for way, step in (("up", -1), ("down", 1)):
            if (who := self.cleaned_data.get(way)) in order:
                at = order.index(who)
                other = min(max(at + step, 0), len(order) - 1)
                order[at], order[other] = order[other], order[at]
        return order

    def _key(self, place: int) -> tuple[int, int]:
        text = self.data.get(f"seed-{self.entrants[place - 1]}", "").strip()
        number = int(text) if text.isascii() and text.isdecimal() and len(text) < 5 else place
        return number, (number > place) - (number < place)


ROUND = re.compile(r"round-(\d{1,3})", re.ASCII)


class LeaveForm(forms.Form):
    """How somebody leaves, and what becomes of the ``results`` of a round robin, where that is asked."""

    results = forms.ChoiceField(
        label=_("The results so far"),
        choices=[
            (StageEntry.Results.ANNULLED, _("are annulled: they count for nobody")),
            (StageEntry.Results.KEPT, _("are kept; the rounds to come are lost by forfeit")),
        ],
        widget=forms.RadioSelect,
    )
    status = forms.ChoiceField(
        label=_("Why"),
        choices=[(Entrant.Status.WITHDRAWN, _("withdraws")), (Entrant.Status.EXPELLED, _("is expelled"))],
    )
    reason = forms.CharField(
        label=_("Reason"), max_length=LONGEST_REASON, required=False, help_text=_("Needed for an expulsion.")
    )
    helper = fields_only()

    def __init__(self, data: Mapping[str, Any] | None = None, *, initial: Mapping[str, Any], asks: bool) -> None:
        super().__init__(data, initial=dict(initial))
        if not asks:
            del self.fields["results"]

    def clean(self) -> dict[str, Any]:
        data = super().clean() or self.cleaned_data
        if data.get("status") == Entrant.Status.EXPELLED and not data.get("reason"):
            self.add_error("reason", _("Say why: an expulsion needs its reason."))
        return data


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
