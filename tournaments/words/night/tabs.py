"""What leads from page to page of one event, the same on each."""

from collections.abc import Collection
from dataclasses import dataclass

from django.urls import reverse
from django.utils.translation import gettext_lazy as _

from tournaments.models import Event
from tournaments.permissions import Right

LABELS = {
    "event": _("Results"),
    "report": _("Report"),
    "tables": _("Tables"),
    "bracket": _("Bracket"),
    "entrants": _("Entrants"),
    "desk": _("Desk"),
    "wall": _("Wall"),
    "event-log": _("Log"),
    "event-settings": _("Settings"),
}
ROUNDS = _("Rounds")
ASKS = {"entrants": Right.DIRECT, "desk": Right.LOOK, "event-log": Right.LOOK, "event-settings": Right.DIRECT}
OF_TOURNAMENTS = {"bracket", "entrants"}
# Under which tab a page stands that is none itself; the others are of the desk.
WITHIN = {
    "race": "event",
    "event-bend": "event",
    "event-statistics": "event",
    "register": "event",
    "enter": "event",
    "why": "event",
    "cross-table": "event",
    "table": "tables",
    "table-paper": "tables",
    "pairings": "tables",
    "event-files": "event",
    "event-prints": "event",
    "print-sheet": "event",
    "entrants-list": "entrants",
    "entrants-order": "entrants",
    "entrant-leave": "entrants",
    "entrant-byes": "entrants",
    "stages": "event-settings",
    "tie-breaks": "event-settings",
}


@dataclass(frozen=True)
class Tab:
    label: str
    address: str
    marked: bool


def tabs_of(event: Event, *, page: str, rights: Collection[Right], has_bracket: bool) -> list[Tab]:
    """``page`` is the name of the address that is shown."""
    tournament = event.kind == Event.Kind.TOURNAMENT
    hidden = {name for name, right in ASKS.items() if right not in rights}
    hidden = hidden | (set() if event.status == Event.Status.FINISHED else {"report"})
    hidden = hidden | (set() if tournament else OF_TOURNAMENTS) | (set() if has_bracket else {"bracket"})
    marked = page if page in LABELS else WITHIN.get(page, "desk")
    return [
        Tab(str(ROUNDS if name == "tables" and tournament else label), reverse(name, args=[event.pk]), name == marked)
        for name, label in LABELS.items()
        if name not in hidden
    ]
