"""The facts an entry of the log tells, by their labels and in words."""

from collections.abc import Callable, Mapping, Sequence
from typing import Any

from django.utils.functional import Promise
from django.utils.text import capfirst
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy as lazy

from tournaments.forms.stage_words import stage_in_words
from tournaments.models import Colour, Entrant, Event, Member, Opinion, Round, Ruling, Stage, Table

NOTHING = "–"
Words = Mapping[str, str | Promise]

LABELS: Words = {
    "accept_minutes": lazy("Accepted by itself after minutes"),
    "address": lazy("Address"),
    "at": lazy("At"),
    "byes": lazy("Byes"),
    "called_at": lazy("Called at"),
    "checked_in": lazy("Checked in"),
    "choice": lazy("What follows"),
    "clock": lazy("Clock"),
    "colour": lazy("Colour"),
    "correction_minutes": lazy("Players may correct for minutes"),
    "date": lazy("Date"),
    "deal": lazy("Deal"),
    "dealer": lazy("First dealer"),
    "deals": lazy("Deals"),
    "entries": lazy("Entries"),
    "exact": lazy("Exact"),
    "fixed_table": lazy("Fixed table"),
    "folded": lazy("Folded"),
    "forfeited": lazy("Forfeit"),
    "from": lazy("From table"),
    "from_round": lazy("From round"),
    "game": lazy("Game"),
    "groups": lazy("Kept apart"),
    "how": lazy("How"),
    "kind": lazy("Ruling"),
    "late_points": lazy("Points"),
    "link": lazy("Pad link"),
    "minutes": lazy("Minutes"),
    "moved_on": lazy("Stay where they have moved on to"),
    "name": lazy("Name"),
    "names": lazy("Names"),
    "net": lazy("Cubits net"),
    "nickname": lazy("Nickname"),
    "night": lazy("Night"),
    "note": lazy("Note"),
    "opinion": lazy("Second opinion"),
    "order": lazy("Order"),
    "owner": lazy("Owner"),
    "paused_seconds": lazy("Seconds paused"),
    "person": lazy("Person"),
    "place": lazy("Place"),
    "player": lazy("Player"),
    "players": lazy("Players"),
    "points": lazy("Points"),
    "present": lazy("Here"),
    "provisional": lazy("Counted provisionally"),
    "rating": lazy("Rating"),
    "reason": lazy("Reason"),
    "registration": lazy("Registration open"),
    "role": lazy("Role"),
    "round": lazy("Round"),
    "rounds": lazy("Rounds"),
    "rules": lazy("Rules"),
    "score": lazy("Score"),
    "scores": lazy("Scores"),
    "seats": lazy("Seats"),
    "second_opinion": lazy("Second opinion asked for"),
    "seed": lazy("Seed"),
    "stage": lazy("Stage"),
    "stages": lazy("Stages"),
    "stages_over": lazy("Stages over by that"),
    "started_at": lazy("Started at"),
    "status": lazy("State"),
    "substitute": lazy("Substitute"),
    "table": lazy("Table"),
    "tables": lazy("Tables"),
    "text": lazy("Text"),
    "time_up": lazy("When time is up"),
    "to": lazy("To table"),
    "value": lazy("Seats or places"),
    "verdict": lazy("Verdict"),
    "version": lazy("Version"),
}

STATES: Words = {
    **dict(Stage.Status.choices),
    **dict(Round.Status.choices),
    **dict(Event.Status.choices),
    **dict(Entrant.Status.choices),
    **dict(Table.Status.choices),
}
VALUES: Mapping[str, Words] = {
    "status": STATES,
    "opinion": dict(Table.Opinion.choices),
    "verdict": dict(Opinion.Verdict.choices),
    "second_opinion": dict(Event.SecondOpinion.choices),
    "time_up": dict(Event.TimeUp.choices),
    "game": dict(Event.Game.choices),
    "colour": dict(Colour.choices),
    "role": dict(Member.Role.choices),
    "kind": dict(Ruling.Kind.choices),
    "clock": {"not-started": lazy("not started"), "running": lazy("runs"), "paused": lazy("paused")},
    "choice": {
        "standings only": lazy("standings only"),
        "replay": lazy("the later rounds are drawn anew"),
    },
}
# Told for machines, or said by another fact of the same entry.
UNTOLD = {
    "event",
    "version",
    "client_id",
    "payload",
    "change",
    "proposal",
    "checked_in",
    "order",
    "paused_seconds",
    "started_at",
}


def label_of(key: str) -> str:
    return str(LABELS[key]) if key in LABELS else capfirst(key.replace("_", " "))


def value_words(key: str, value: Any) -> str:
    """One fact in words, whatever its shape."""
    if key in SHAPES and value:
        return SHAPES[key](value)
    if value is None or value in ("", [], {}):
        return str(VALUES[key][""]) if key == "opinion" and value == "" else NOTHING
    if isinstance(value, bool):
        return _("yes") if value else _("no")
    if isinstance(value, str):
        return str(VALUES.get(key, {}).get(value, value))
    if isinstance(value, Mapping):
        return ", ".join(f"{label_of(str(name))}: {value_words(str(name), each)}" for name, each in value.items())
    if isinstance(value, Sequence):
        parts = [value_words(key, each) for each in value]
        return ("; " if any(isinstance(each, Mapping | list) for each in value) else ", ").join(parts)
    return str(value)


def _tables(tables: Sequence[Any]) -> str:
    """Their numbers, or who sits where."""
    if not all(isinstance(each, Mapping) for each in tables):
        return ", ".join(map(str, tables))
    named = [(each.get("table"), ", ".join(each.get("seats") or [])) for each in tables]
    return "; ".join(_("table %(number)s: %(names)s") % {"number": number, "names": names} for number, names in named)


def _stages(stages: Sequence[Mapping[str, Any]]) -> str:
    formats = dict(Stage.Format.choices)
    return "; ".join(
        ", ".join([str(formats.get(each["format"], each["format"])), *stage_in_words(each["format"], each["options"])])
        for each in stages
    )


SHAPES: Mapping[str, Callable[[Any], str]] = {"tables": _tables, "stages": _stages}
