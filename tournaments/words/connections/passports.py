"""Passports in words: what is wrong with one, and what it claims."""

from collections.abc import Mapping
from datetime import date
from typing import Any

from django.utils.functional import Promise
from django.utils.translation import gettext_lazy, ngettext

from scoring.games import GAMES
from tournaments.words.games import game_name

FAULTS: Mapping[str, str | Promise] = {
    "too-large": gettext_lazy("This file is far too large to be a passport. Nothing was taken in."),
    "unreadable": gettext_lazy("This file is damaged or cut off. Ask for it once more, and pass it on unopened."),
    "no-passport": gettext_lazy("This file is no passport. Choose the one that the other club has made."),
    "version": gettext_lazy("This passport is of another version of Capstone, which this server cannot read yet."),
    "tampered": gettext_lazy("This passport was changed after it was signed, so nothing in it can be believed."),
    "malformed": gettext_lazy("This passport is signed, but says what no passport can say. Nothing was taken in."),
}


def bad_passport(code: str) -> str:
    return str(FAULTS[code])


def claimed_game(facts: Mapping[str, Any]) -> dict[str, object]:
    """A line of what a passport says."""
    rated = next((night for night in reversed(facts["nights"]) if "rating" in night), None)
    tables = ngettext("%(tables)s table", "%(tables)s tables", facts["tables"]) % {"tables": facts["tables"]}
    deals = ngettext("%(deals)s deal", "%(deals)s deals", facts["deals"]) % {"deals": facts["deals"]}
    return {
        "game": game_name(facts["game"]) if facts["game"] in GAMES else facts["game"],
        "begun": date.fromisoformat(facts["from"]),
        "last": date.fromisoformat(facts["to"]),
        "rests_on": f"{tables}, {deals}",
        "places": facts["places"],
        "rating": f"{rated['rating']} ± {rated['band']}" if rated else "",
    }


def grouped_fingerprint(fingerprint: str) -> str:
    """As two people read it to each other."""
    return " ".join(fingerprint[at : at + 4] for at in range(0, 32, 4))
