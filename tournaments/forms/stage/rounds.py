"""What the director says about rounds, and what is wrong with one, in words."""

from collections.abc import Mapping
from typing import Any

from django import forms
from django.utils.text import get_text_list
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy, ngettext

from tournaments.formats.draw import Id
from tournaments.formats.faults import Fault
from tournaments.selectors.numbers import number_text

LONGEST = 600  # minutes
PROVISIONAL = {
    "standing": gettext_lazy("as the table stands"),
    "shared": gettext_lazy("all alike"),
}


class PickForm(forms.Form):
    """The first of two entrants who are to change places."""

    first = forms.IntegerField()


class ExchangeForm(PickForm):
    second = forms.IntegerField()


class OneRoundForm(forms.Form):
    """What is asked for one round of an event only."""

    round = forms.IntegerField(required=False)


class PublishForm(forms.Form):
    minutes = forms.IntegerField(required=False, min_value=1, max_value=LONGEST)


class ClockForm(forms.Form):
    action = forms.ChoiceField(choices=[(key, key) for key in ("set", "start", "pause", "reset")])
    minutes = forms.IntegerField(required=False, min_value=1, max_value=LONGEST)


class ExtraForm(forms.Form):
    minutes = forms.IntegerField(min_value=0, max_value=LONGEST)


def provisional_of(data: Mapping[str, Any]) -> dict[int, str]:
    """How tables without a result are to count, by table id: the fields "provisional-<id>"."""
    given = {key.removeprefix("provisional-"): value for key, value in data.items() if key.startswith("provisional-")}
    return {int(table): value for table, value in given.items() if table.isdecimal() and value in PROVISIONAL}


def fault_words(fault: Fault, names: Mapping[Id, str]) -> str:
    people = get_text_list([names[who] for who in fault.ids], _("and"))
    rounds = get_text_list([str(number) for number in fault.rounds], _("and"))
    match fault.code:
        case "met":
            return ngettext(
                "%(people)s have met in round %(rounds)s.",
                "%(people)s have met in rounds %(rounds)s.",
                len(fault.rounds),
            ) % {"people": people, "rounds": rounds}
        case "kept-apart":
            return _("%(people)s are to be kept apart.") % {"people": people}
        case "second-bye":
            return ngettext(
                "%(people)s had a bye in round %(rounds)s.",
                "%(people)s had a bye in rounds %(rounds)s.",
                len(fault.rounds),
            ) % {"people": people, "rounds": rounds}
        case "other-group":
            return _("They are of different groups.")
        case "left":
            return _("%(people)s: not playing any more.") % {"people": people}
        case _:
            return _("%(points)s points between the best and the worst.") % {"points": number_text(fault.amount)}
