"""A field of a deal is known wherever deals are checked, entered, told apart, shown and described."""

import re
from dataclasses import fields
from pathlib import Path

import pytest

from scoring.deals import Deal, ShowdownDeal, VilniusDeal

ROOT = Path(__file__).resolve().parent.parent.parent
PAD = "static/js/pad"
COLLISION = f"{PAD}/screens/collision.js"
# Whatever kind of deal it is: a field that one of these leaves out is lost at the next correction, or goes untold.
PLACES = [
    f"{PAD}/rules/*.js",
    COLLISION,
    "tournaments/forms/table.py",
    "tournaments/words/log/lines.py",
    "docs/formats.md",
    "tests/phone/random_tables.py",
]
DRAFTS = {VilniusDeal: f"{PAD}/store/drafts/announcements.js", ShowdownDeal: f"{PAD}/store/drafts/showdown.js"}
# Phones mark turns only where the game checks them, and two that differ in what follows from the table say the same.
LEFT_OUT = {DRAFTS[ShowdownDeal]: {"out_of_turn"}, COLLISION: {"out_of_turn", "playoff_of"}}


@pytest.mark.parametrize("kind", DRAFTS)
def test_every_field_of_a_deal_is_known_where_deals_are(kind: type[Deal]) -> None:
    names = {field.name for field in fields(kind)} - {"given"}
    unknown = {place: names - LEFT_OUT.get(place, set()) - words_in(place) for place in [*PLACES, DRAFTS[kind]]}
    assert {place: lacking for place, lacking in unknown.items() if lacking} == {}


def words_in(place: str) -> set[str]:
    return {word for path in ROOT.glob(place) for word in re.findall(r"\w+", path.read_text())}
