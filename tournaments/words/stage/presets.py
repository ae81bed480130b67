"""Usual tournaments, to begin a plan with."""

from collections.abc import Mapping, Sequence
from typing import Any

from django.utils.functional import Promise
from django.utils.translation import gettext_lazy as _

from tournaments.formats.plan import PlanError, chain_from, read_plan
from tournaments.formats.standings.ledger import EDITIONS

Planned = tuple[str, Mapping[str, Any]]

USUAL = "swiss"
USUAL_BYES = {"scored_byes": 2, "byes_end": 1}
NEWEST = {"edition": EDITIONS[-1], **USUAL_BYES}
PRESETS: Mapping[str, tuple[str | Promise, Sequence[Planned]]] = {
    "swiss": (_("Swiss"), [("swiss", {"seats": 4, **NEWEST})]),
    "swiss-cut": (
        _("Swiss, then a cut"),
        [("swiss", {"seats": 4, **NEWEST}), ("table-knockout", {"seats": 4, "advance": 2, "qualify": {"size": 8}})],
    ),
    "round-robin": (_("Round robin"), [("round-robin", {"seats": 2})]),
    "groups-knockout": (
        _("Groups, then a knockout"),
        [
            ("round-robin", {"seats": 2, "groups": 4}),
            ("single-elimination", {"qualify": {"per_group": 2}, "third_place": True}),
        ],
    ),
    "single-elimination": (_("Single elimination"), [("single-elimination", {"third_place": True})]),
    "double-elimination": (_("Double elimination"), [("double-elimination", {"grand_final": "reset"})]),
    "table-knockout": (_("Tables knockout"), [("table-knockout", {"seats": 4, "advance": 2})]),
    "strikes": (_("Strikes"), [("strikes", {"seats": 4, "lives": 2})]),
}


def preset_stages(preset: str) -> Sequence[Planned]:
    """The stages of a key of PRESETS, or of a chain written out as ``chain_from`` takes it. Raises PlanError."""
    if preset in PRESETS:
        return PRESETS[preset][1]
    stages = chain_from(preset)
    if not stages:
        raise PlanError("empty", "stages")
    newest = [(key, {**NEWEST, **options} if key == "swiss" else options) for key, options in stages]
    for key, options in newest:
        read_plan(key, options)
    return newest
