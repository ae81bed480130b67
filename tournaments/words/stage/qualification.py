from django.utils.translation import gettext_lazy as _

from tournaments.selectors.stage.qualification import StartLine

REASONS = {
    "seeded": _("by seed"),
    "group-place": _("place %(place)s in group %(group)s"),
    "best-runner-up": _("best runner-up: place %(place)s in group %(group)s"),
    "cut": _("place %(place)s in the stage before"),
    "by-hand": _("put in by the director"),
}


def reason_words(line: StartLine) -> str:
    """Why somebody is in."""
    return str(REASONS[line.reason]) % {"place": line.place, "group": line.group}
