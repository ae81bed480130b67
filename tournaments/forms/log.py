"""What of the log is to be shown, as an address anybody can keep."""

from collections.abc import Mapping, Sequence
from itertools import groupby
from typing import Any

from django import forms
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from tournaments.limits import LARGEST_ID, LONGEST_SEARCH
from tournaments.selectors.log import TableLabel, Wanted
from tournaments.words.log.actions import KINDS, NAMED_BY_SEATS, actions_of, actions_worded
from tournaments.words.log.lines import table_words

SELECT = {"class": "form-select"}
SEARCH = {"class": "form-control", "type": "search", "autocomplete": "off"}


class LogFilterForm(forms.Form):
    """Whatever of it makes no sense is passed over: an address that has grown old still shows a log."""

    table = forms.TypedChoiceField(
        label=gettext_lazy("Table"), required=False, coerce=int, empty_value=None, widget=forms.Select(SELECT)
    )
    kind = forms.ChoiceField(label=gettext_lazy("What"), required=False, widget=forms.Select(SELECT))
    who = forms.ChoiceField(label=gettext_lazy("Who"), required=False, widget=forms.Select(SELECT))
    text = forms.CharField(
        label=gettext_lazy("Text"), required=False, max_length=LONGEST_SEARCH, widget=forms.TextInput(SEARCH)
    )
    before = forms.IntegerField(required=False, min_value=1, max_value=LARGEST_ID, widget=forms.HiddenInput)

    def __init__(
        self,
        data: Mapping[str, Any],
        *,
        kinds: Sequence[str],
        people: Mapping[int, str],
        phones: Mapping[int, str] | None = None,
        tables: Sequence[TableLabel] | None = None,
    ) -> None:
        super().__init__(data)
        self._choose("kind", [("", _("Everything")), *((kind, KINDS[kind]) for kind in kinds)])
        self._choose("who", _people(people, phones))
        if tables is None:
            del self.fields["table"]
        else:
            self._choose("table", [("", _("All tables")), *_by_round(tables)])

    def wanted(self) -> Wanted:
        self.is_valid()
        data = self.cleaned_data
        text = data.get("text") or ""
        return Wanted(
            table=data.get("table"),
            actions=actions_of(data["kind"]) if data.get("kind") else None,
            who=data.get("who") or "",
            text=text,
            worded=actions_worded(text) if text else (),
            dealt=actions_of(*NAMED_BY_SEATS),
            before=data.get("before"),
        )

    def _choose(self, name: str, choices: Sequence[Any]) -> None:
        field = self.fields[name]
        assert isinstance(field, forms.ChoiceField)
        field.choices = choices


def _people(people: Mapping[int, str], phones: Mapping[int, str] | None) -> list[Any]:
    choices: list[Any] = [("", _("Everybody")), *((f"u{pk}", name) for pk, name in people.items())]
    if phones is not None:
        choices += [("phones", _("All phones"))]
        if phones:
            choices += [(_("Own phones"), [(f"p{pk}", name) for pk, name in phones.items()])]
    return [*choices, ("app", _("Nobody: the app, visitors"))]


def _by_round(tables: Sequence[TableLabel]) -> list[Any]:
    """A club night's tables in order; a tournament's under their rounds."""
    choices: list[Any] = []
    for (stage, round_), group in groupby(tables, key=lambda table: (table.stage, table.round)):
        listed = [(listed_table.pk, table_words(listed_table)) for listed_table in group]
        if round_ is None:
            choices += listed
        else:
            choices.append((_("Stage %(stage)s, round %(round)s") % {"stage": stage, "round": round_}, listed))
    return choices
