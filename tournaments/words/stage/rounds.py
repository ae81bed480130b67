"""A round that is drawn: how unfinished tables count for it, what is wrong with it, and what was changed by hand."""

from collections.abc import Iterable, Mapping

from django.utils.translation import gettext_lazy, ngettext

from tournaments.formats.draw import Id
from tournaments.formats.faults import Fault
from tournaments.models import PreviewStep
from tournaments.selectors.numbers import number_text
from tournaments.words.languages import listed

PROVISIONAL = {
    "standing": gettext_lazy("as the table stands"),
    "shared": gettext_lazy("all alike"),
}


# What is wrong with a table or with those who have none; what tells of rounds stands in `fault_words`.
FAULTS = {
    "kept-apart": gettext_lazy("%(people)s are to be kept apart."),
    "other-group": gettext_lazy("They are of different groups."),
    "left": gettext_lazy("%(people)s: not playing any more."),
    "gap": gettext_lazy("%(amount)s points between the best and the worst."),
    "same-seat": gettext_lazy("%(people)s: the third time running in this seat."),
    "too-small": gettext_lazy("Nobody to play with: seat somebody here, or let %(people)s be free."),
    "no-points": gettext_lazy("No points are set for a table of %(amount)s."),
    "size": gettext_lazy("A table of %(amount)s, which a draw would not make."),
    "free": gettext_lazy("Free, although a draw would seat them: %(people)s."),
    "missing": gettext_lazy("Without a place in this round: %(people)s."),
}

STEPS = {
    "preview-edited": gettext_lazy("changed places, %(people)s"),
    "preview-seated": gettext_lazy("seated otherwise, %(people)s"),
    "preview-pinned": gettext_lazy("pinned or unpinned"),
    "preview-redrawn": gettext_lazy("drawn again"),
}


def step_words(step: PreviewStep, names: Mapping[Id, str]) -> str:
    """What the latest change by hand was."""
    return str(STEPS[step.action]) % {"people": _listed(step.entrants, names)}


def _listed(ids: Iterable[Id], names: Mapping[Id, str]) -> str:
    return listed([names[who] for who in ids])


def fault_words(fault: Fault, names: Mapping[Id, str]) -> str:
    people = _listed(fault.ids, names)
    rounds = listed([str(number) for number in fault.rounds])
    match fault.code:
        case "met":
            return ngettext(
                "%(people)s have met in round %(rounds)s.",
                "%(people)s have met in rounds %(rounds)s.",
                len(fault.rounds),
            ) % {"people": people, "rounds": rounds}
        case "second-bye":
            return ngettext(
                "%(people)s had a bye, or won without playing, in round %(rounds)s.",
                "%(people)s had a bye, or won without playing, in rounds %(rounds)s.",
                len(fault.rounds),
            ) % {"people": people, "rounds": rounds}
        case code:
            return str(FAULTS[code]) % {"people": people, "amount": number_text(fault.amount)}
