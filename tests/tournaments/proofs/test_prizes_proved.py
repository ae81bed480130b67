"""An event file holds its prizes, and who gets them follows from its places."""

import json
from copy import deepcopy
from typing import Any

import pytest

from tests.tournaments.prizes.scenes import category, finished_night, give
from tests.tournaments.proofs.scenes import EVENTS, file_of, played
from tests.tournaments.proofs.test_event_files import proved
from tournaments.proofs.tables import Difference
from tournaments.proofs.verify import Proof, check_facts

pytestmark = pytest.mark.django_db


def test_a_night_proves_its_prizes():
    report = proved(file_of(finished_night()))
    assert (report.checked["prizes"], report.unchecked["category"]) == (3, 2)


@pytest.mark.parametrize("shared", [True, False])
@pytest.mark.parametrize("name", EVENTS)
def test_an_event_of_every_format_proves_its_prizes(name, shared):
    event = played(name, 1)
    juniors = category(event.club, "Junior", "P2", "P3", "P4")
    prizes = [("Gold", 50, None), ("Silver", 31, None), ("Best junior", 40, juniors), ("Next", 7, juniors)]
    give(event, *prizes, shared=shared, least_tables=1)
    report = proved(file_of(event))
    assert report.checked["prizes"] == 4


def forged(facts: dict[str, Any]) -> str:
    try:
        check_facts(facts, Proof())
    except Difference as error:
        return error.where
    return ""


def test_whoever_gives_a_prize_to_another_is_found():
    facts = json.loads(file_of(finished_night()))
    assert forged(facts) == ""
    for part, value in (("people", [4]), ("amount", 51), ("left", 1), ("why", "nobody")):
        changed = deepcopy(facts)
        changed["event"]["prizes"]["awards"][0][part] = value
        assert forged(changed) == "prizes"
    changed = deepcopy(facts)
    changed["event"]["prizes"]["categories"][0]["people"].append(9)
    assert forged(changed) == "prizes: categories"
    changed = deepcopy(facts)
    changed["event"]["prizes"]["list"][0]["category"] = 2
    assert forged(changed) == "prizes: list"
