"""Passports, embeds and messages to webhooks, in words."""

from collections.abc import Mapping
from datetime import date
from typing import Any

from django.utils.functional import Promise
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy, ngettext

from scoring.games import GAMES
from tournaments.models import Delivery
from tournaments.selectors.integrations import FramedPart, FramedTable
from tournaments.words.games import game_name


def framed_words(frame: FramedPart) -> str:
    if frame.event is None:
        return _("Whatever is played in the club, or was played last")
    if frame.bracket:
        return _("%(event)s: bracket") % {"event": frame.event.name}
    return _("%(event)s: standings") % {"event": frame.event.name}


def counted_words(table: FramedTable) -> str:
    """What heads the last column; empty where there is none."""
    return {"points": _("Points"), "lives": _("Lives"), "places": ""}[table.counted]


PASSPORT_FAULTS: Mapping[str, str | Promise] = {
    "too-large": gettext_lazy("This file is far too large to be a passport. Nothing was taken in."),
    "unreadable": gettext_lazy("This file is damaged or cut off. Ask for it once more, and pass it on unopened."),
    "no-passport": gettext_lazy("This file is not a passport. Choose the one that the other club has made."),
    "version": gettext_lazy("This passport is of another version of Capstone, which this server cannot read yet."),
    "tampered": gettext_lazy("This passport was changed after it was signed, so nothing in it can be believed."),
    "malformed": gettext_lazy("This passport is signed, but says what no passport can say. Nothing was taken in."),
}


def bad_passport(code: str) -> str:
    return str(PASSPORT_FAULTS[code])


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


DELIVERY_FAULTS: Mapping[str, str | Promise] = {
    "slow": gettext_lazy("No answer within eight seconds."),
    "silent": gettext_lazy("Nothing answers at this address."),
    "certificate": gettext_lazy("Its certificate is not good for this address."),
    "nonsense": gettext_lazy("What answered is no web server."),
    "inside": gettext_lazy("The address leads into this server’s own network, so it was not called."),
    "": gettext_lazy("The server stopped meanwhile."),
}


def state_words(delivery: Delivery) -> str:
    """What came of it, and what follows."""
    if not delivery.tries:
        return _("waits to be sent") if delivery.due_at else _("not sent: the webhook was switched off")
    tried = ngettext("%(n)s try", "%(n)s tries", delivery.tries) % {"n": delivery.tries}
    if delivery.arrived:
        return _("arrived, %(tried)s") % {"tried": tried}
    if delivery.due_at:
        return _("not taken, %(tried)s; it is tried again by itself") % {"tried": tried}
    return _("not taken, %(tried)s; given up") % {"tried": tried}


def answer_words(delivery: Delivery) -> str:
    if delivery.tried_at is None:
        return ""
    if delivery.answer is None:
        return str(DELIVERY_FAULTS[delivery.fault])
    if 300 <= delivery.answer < 400:
        return _("Answer %(status)s: it leads on to another address, which is not followed.") % {
            "status": delivery.answer
        }
    return _("Answer %(status)s") % {"status": delivery.answer}
