"""What a round's clock says."""

from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from tournaments.formats.clock import State


def clock_labels() -> dict[State, str]:
    left = _("Time left")
    return {"waiting": _("Not started"), "running": left, "warning": left, "paused": _("Paused"), "over": _("Time!")}


def warning_words(seconds: int) -> str:
    """What is said so many seconds before the end."""
    minutes = seconds // 60
    return ngettext("%(n)d minute left", "%(n)d minutes left", minutes) % {"n": minutes}
