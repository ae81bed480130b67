"""What the pages are called to which a director may jump."""

from collections.abc import Iterable
from typing import NamedTuple

from django.utils.functional import Promise
from django.utils.translation import gettext_lazy as _

from tournaments.models import plain_letters


class Place(NamedTuple):
    """A page by the name of its address, of an event or of a club."""

    address: str
    label: str | Promise


OF_A_NIGHT = (
    Place("desk", _("Desk")),
    Place("event", _("Results")),
    Place("wall", _("Wall")),
    Place("event-cards", _("All table cards")),
    Place("event-prints", _("On paper")),
    Place("desk-close", _("End or adjourn all tables")),
    Place("event-settings", _("Settings")),
    Place("event-log", _("Log")),
    Place("event-again", _("Once more: the same event again")),
)
OF_A_TOURNAMENT = (Place("entrants", _("Entrants")), Place("stages", _("Stages")), *OF_A_NIGHT)
OF_A_CLUB = (
    Place("club", _("Club")),
    Place("event-new", _("New club night")),
    Place("tournament-new", _("New tournament")),
    Place("roster", _("Players")),
    Place("codes", _("Permanent codes")),
    Place("club-log", _("Log of the club")),
)


def called(places: Iterable[Place], text: str) -> list[Place]:
    sought = plain_letters(text.strip())
    return [place for place in places if sought in plain_letters(str(place.label))]
