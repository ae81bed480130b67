"""What stands above standings: who leads, or has won, and by how much."""

import json
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction

from django.utils.functional import Promise
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from tournaments.models import Event
from tournaments.selectors.night.standings import EventPage
from tournaments.selectors.numbers import number_text
from tournaments.selectors.stage.places import PlaceRow

Patterns = Mapping[str, str | Promise]

LEADS: Patterns = {
    "by": gettext_lazy("{name} leads by {margin}"),
    "alone": gettext_lazy("{name} leads"),
    "two": gettext_lazy("{name} and {other} are tied for first"),
    "more": gettext_lazy("{count} are tied for first"),
}
WON: Patterns = {
    "by": gettext_lazy("{name} won by {margin}"),
    "alone": gettext_lazy("{name} won"),
    "two": gettext_lazy("{name} and {other} share first place"),
    "more": gettext_lazy("{count} share first place"),
}


@dataclass(frozen=True)
class Lead:
    """``patterns`` as static/js/scoreboard.js fills them in when figures change."""

    text: str
    patterns: str = ""


def night_lead(page: EventPage) -> Lead:
    """By how much only where points say who is ahead."""
    event = page.event
    words = _words(event)
    if event.by_average:
        words = {**words, "by": words["alone"]}
    rows = [row for row in page.standings if row.average is not None]
    leaders = [row.player.short_name for row in rows if row.leads]
    margin = rows[0].points - rows[1].points if len(rows) > 1 else Fraction(0)
    patterns = json.dumps({name: str(text) for name, text in words.items()})
    return Lead(_text(words, leaders, margin), patterns if event.status == Event.Status.OPEN else "")


def stage_lead(rows: Sequence[PlaceRow], event: Event) -> Lead:
    return Lead(_text(_words(event), [row.person.tag.name for row in rows if row.place == 1], Fraction(0)))


def _words(event: Event) -> Patterns:
    return WON if event.status == Event.Status.FINISHED else LEADS


def _text(words: Patterns, leaders: Sequence[str], margin: Fraction) -> str:
    """As `lead` in static/js/scoreboard.js."""
    if not leaders:
        return _("Standings")
    kind = "more" if len(leaders) > 2 else "two" if len(leaders) == 2 else "by" if margin > 0 else "alone"
    facts = {"name": leaders[0], "other": leaders[-1], "count": len(leaders), "margin": number_text(margin)}
    return str(words[kind]).format(**facts)
