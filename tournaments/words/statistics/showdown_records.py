"""What stands beside a record of showdowns, or of how a table went."""

from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from scoring.showdown.chances import MILLION
from tournaments.selectors.statistics.pages import Holding
from tournaments.words.games import category_name
from tournaments.words.statistics.hands import grouped


def hand_text(held: Holding) -> str:
    return _("%(hand)s, 1 in %(one_in)s") % {
        "hand": category_name(str(held.detail["category"])),
        "one_in": grouped(held.value),
    }


def weakest_text(held: Holding) -> str:
    return _("%(hand)s, though %(share)d %% of all hands are better") % {
        "hand": category_name(str(held.detail["category"])),
        "share": round(100 * held.value / MILLION),
    }


def pot_text(held: Holding) -> str:
    return ngettext("%(number)s cubit", "%(number)s cubits", held.value) % {"number": grouped(held.value)}


def deals_won_text(held: Holding) -> str:
    return ngettext("%(count)d deal in a row", "%(count)d deals in a row", held.value) % {"count": held.value}


def behind_text(held: Holding) -> str:
    return ngettext("%(number)s behind, last of all", "%(number)s behind, last of all", held.value) % {
        "number": grouped(held.value)
    }
