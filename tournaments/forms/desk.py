"""The forms of the director's desk: who sits where, messages and answers, and the end of an evening."""

import datetime
import re
from collections.abc import Collection, Iterable, Mapping, Sequence
from typing import Any

from django import forms
from django.core.exceptions import ValidationError
from django.utils import timezone
from django.utils.translation import gettext_lazy as _

from tournaments.forms.fields import NamesField, fields_only
from tournaments.limits import LARGEST_LOT, LONGEST_MESSAGE, LONGEST_NAME, LONGEST_REASON, LONGEST_STEPS
from tournaments.models import Entrant, Player
from tournaments.selectors.night.desk import ClosingTable, DrawnTables, free_numbers
from tournaments.services.desk.undo import Step, is_step
from tournaments.services.refusals import Refused
from tournaments.words.refusals import refusal_text


class AgainForm(forms.Form):
    """An event like one that was: under its name and today, unless something else is said."""

    name = forms.CharField(label=_("Name"), max_length=LONGEST_NAME, required=False)
    date = forms.DateField(
        label=_("Date"), required=False, widget=forms.DateInput(attrs={"type": "date"}, format="%Y-%m-%d")
    )

    helper = fields_only()

    def clean_date(self) -> datetime.date:
        return self.cleaned_data["date"] or timezone.localdate()


ENDINGS = {
    "end": _("End this table"),
    "adjourn": _("Adjourn: play on later"),
    "take-back": _("Take it back: nothing was played"),
    "": _("Let it play on"),
}


class ClosingForm(forms.Form):
    """`all` decides for every table alike; without it each has its own `how-<id>`."""

    all = forms.ChoiceField(choices=[(key, key) for key in ("end", "adjourn")], required=False)

    def __init__(self, data: Any, *, playing: Iterable[ClosingTable], stopped: Iterable[ClosingTable]) -> None:
        super().__init__(data)
        self.playing, self.stopped = list(playing), list(stopped)
        for table in self.playing:
            choices = [(key, text) for key, text in ENDINGS.items() if key in ("", *table.ways)]
            self.fields[f"how-{table.id}"] = forms.ChoiceField(
                choices=choices,
                required=False,
                initial=table.ways[0],
                widget=forms.Select(attrs={"class": "form-select w-auto mw-100"}),
            )
        for table in self.stopped:
            self.fields[f"stands-{table.id}"] = forms.BooleanField(
                required=False, widget=forms.CheckboxInput(attrs={"class": "form-check-input"})
            )

    @property
    def tables(self) -> Mapping[int, str]:
        """What becomes of each table (id) that does not play on."""
        chosen = {table.id: self._how(table, alike=self.cleaned_data["all"]) for table in self.playing}
        return {pk: how for pk, how in chosen.items() if how}

    def _how(self, table: ClosingTable, *, alike: str) -> str:
        """Where nothing was played, ending and adjourning mean nothing."""
        if not alike:
            return str(self.cleaned_data[f"how-{table.id}"])
        return alike if alike in table.ways else table.ways[0]

    @property
    def stand(self) -> list[int]:
        return [table.id for table in self.stopped if self.cleaned_data[f"stands-{table.id}"]]

    @property
    def choices(self) -> list[tuple[ClosingTable, forms.BoundField]]:
        return [(table, self[f"how-{table.id}"]) for table in self.playing]

    @property
    def open(self) -> list[tuple[ClosingTable, forms.BoundField]]:
        return [(table, self[f"stands-{table.id}"]) for table in self.stopped]


class HereForm(forms.Form):
    """Players who are here: ticked on the roster, or written by name."""

    players = forms.TypedMultipleChoiceField(coerce=int, required=False)
    names = NamesField(required=False)

    def __init__(self, data: Any, *, roster: Iterable[Player]) -> None:
        super().__init__(data)
        self.roster = {player.pk: player for player in roster}
        field = self.fields["players"]
        assert isinstance(field, forms.TypedMultipleChoiceField)
        field.choices = [(pk, player.name) for pk, player in self.roster.items()]

    def clean_players(self) -> list[Player]:
        return [self.roster[pk] for pk in self.cleaned_data["players"]]

    def clean(self) -> dict[str, Any]:
        data = super().clean() or self.cleaned_data
        if not self.errors and not data["players"] and not data["names"]:
            raise ValidationError(_("Tick somebody, or write a name."))
        return data


class LeftForm(forms.Form):
    entrant = forms.IntegerField()


class MoveForm(forms.Form):
    """A seat, and where its player goes: "table-4", or "seat-31" to change places."""

    seat = forms.IntegerField()
    to = forms.RegexField(regex=r"^(table|seat)-\d{1,9}$")

    def clean_to(self) -> tuple[str, int]:
        kind, _dash, pk = self.cleaned_data["to"].partition("-")
        return kind, int(pk)


class SitDownForm(forms.Form):
    """An entrant and a table: "31-4"."""

    place = forms.RegexField(regex=r"^\d{1,9}-\d{1,9}$")

    def clean_place(self) -> dict[str, int]:
        entrant, _dash, table = self.cleaned_data["place"].partition("-")
        return {"entrant_id": int(entrant), "table_id": int(table)}


class ResumeForm(forms.Form):
    """An adjourned table of this night, or of an earlier one of the same club."""

    table = forms.IntegerField()


class AnswerForm(forms.Form):
    """To a table's call."""

    answer = forms.ChoiceField(choices=[(key, key) for key in ("coming", "settled")])


class StandsForm(forms.Form):
    reason = forms.CharField(max_length=LONGEST_REASON, required=False)


class MessageForm(forms.Form):
    """To the pads of one table, or of all."""

    table = forms.IntegerField(required=False)
    text = forms.CharField(
        max_length=LONGEST_MESSAGE, error_messages={"required": _("Write what the tables are to read.")}
    )

    @property
    def said(self) -> dict[str, Any]:
        return {"table_id": self.cleaned_data["table"], "text": self.cleaned_data["text"]}


DRAWS = [
    ("others", _("With new opponents")),
    ("year", _("With those they have met least in a year, and on other sides")),
    ("random", _("At random")),
    ("standings", _("By the standings, the best together")),
    ("by-hand", _("By hand")),
]


class DrawForm(forms.Form):
    """How the free players are to be seated; read from the address, so that a draw can be looked at again."""

    how = forms.ChoiceField(choices=DRAWS)
    size = forms.IntegerField(min_value=2)
    seed = forms.IntegerField(min_value=0, max_value=LARGEST_LOT, required=False)


class SeatingForm(forms.Form):
    """Tables as posted: "seat-12=2" sits entrant 12 at table 2, an empty value leaves them waiting.

    The order of the fields is the order of the seats, which dragging changes.
    """

    how = forms.ChoiceField(choices=DRAWS)
    seed = forms.IntegerField(required=False)

    def __init__(self, data: Any, *, free: Sequence[Entrant], taken: Collection[int]) -> None:
        super().__init__(data)
        self.taken = taken
        self.free = list(free)

    def clean(self) -> dict[str, Any]:
        data = super().clean() or self.cleaned_data
        places = self._places()
        if any(entrant is None for entrant, _number in places):
            raise ValidationError(_("The list of players has changed. Look again and seat them once more."))
        if not places:
            raise ValidationError(_("Nobody sits at a table yet."))
        if lost := sorted({number for _entrant, number in places if number in self.taken}):
            raise ValidationError(refusal_text(Refused("table-in-use", tables=lost)))
        drawn = self.drawn()
        data["groups"] = [[entrant.pk for entrant in group] for group in drawn.groups]
        data["numbers"] = drawn.numbers[: len(drawn.groups)]
        return data

    def drawn(self) -> DrawnTables:
        """What was posted, to be opened or shown again; who has come in the meantime waits."""
        tables: dict[int, list[Entrant]] = {}
        for entrant, number in self._places():
            if entrant is not None:
                tables.setdefault(number, []).append(entrant)
        free = [number for number in free_numbers(self.taken, wanted=2 * len(tables) + 1) if number not in tables]
        numbers = [free.pop(0) if number in self.taken else number for number in sorted(tables)]
        groups = [tables[number] for number in sorted(tables)]
        seated = {entrant.pk for group in groups for entrant in group}
        waiting = [entrant for entrant in self.free if entrant.pk not in seated]
        how = self.cleaned_data.get("how", "by-hand")
        return DrawnTables(how, self.cleaned_data.get("seed"), [*numbers, free[0]], groups, waiting)

    def _places(self) -> list[tuple[Entrant | None, int]]:
        """Entrant and table of every seat posted; no entrant where they are not free any more."""
        free = {f"seat-{entrant.pk}": entrant for entrant in self.free}
        return [
            (free.get(name), int(self.data[name]))
            for name in self.data
            if name.startswith("seat-") and re.fullmatch(r"[1-9][0-9]{0,3}", self.data[name])
        ]


PAGES = ("desk", "entrants", "registration", "teams")


class StepsForm(forms.Form):
    """The event and what undoes an action in it, as the page that told of it has them: "7 reopen:12 here:5:6"."""

    steps = forms.RegexField(regex=r"^\d{1,9}( [-a-z]+(:\d{1,9})*)+$", max_length=LONGEST_STEPS)
    page = forms.ChoiceField(choices=[(page, page) for page in PAGES], required=False)

    def __init__(self, data: Any, *, event_id: int) -> None:
        super().__init__(data)
        self.event_id = event_id

    def clean_steps(self) -> list[Step]:
        event, *parts = self.cleaned_data["steps"].split(" ")
        split = [part.split(":") for part in parts]
        steps = [(key, tuple(map(int, arguments))) for key, *arguments in split]
        if int(event) != self.event_id or not all(is_step(*step) for step in steps):
            raise ValidationError("no step")
        return steps
