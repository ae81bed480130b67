"""A round that is drawn: how unfinished tables count for it, and what is wrong with it."""

from collections.abc import Mapping

from django.utils.text import get_text_list
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy, ngettext

from tournaments.formats.draw import Id
from tournaments.formats.faults import Fault
from tournaments.selectors.numbers import number_text

PROVISIONAL = {
    "standing": gettext_lazy("as the table stands"),
    "shared": gettext_lazy("all alike"),
}


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
                "%(people)s had a bye, or won without playing, in round %(rounds)s.",
                "%(people)s had a bye, or won without playing, in rounds %(rounds)s.",
                len(fault.rounds),
            ) % {"people": people, "rounds": rounds}
        case "other-group":
            return _("They are of different groups.")
        case "left":
            return _("%(people)s: not playing any more.") % {"people": people}
        case _:
            return _("%(points)s points between the best and the worst.") % {"points": number_text(fault.amount)}
