"""An event file holds its teams, and how they stand follows from its rounds."""

import json
from copy import deepcopy

import pytest

from tests.tournaments.prizes.scenes import played_night
from tests.tournaments.proofs.scenes import EVENTS, file_of, played
from tests.tournaments.proofs.test_event_files import proved
from tests.tournaments.proofs.test_prizes_proved import forged
from tests.tournaments.teams.scenes import team_up

pytestmark = pytest.mark.django_db


@pytest.mark.parametrize("best", [0, 1])
@pytest.mark.parametrize("name", EVENTS)
def test_an_event_of_every_format_proves_its_teams(name, best):
    event = played(name, 1)
    names = list(event.entrants.order_by("pk").values_list("player__name", flat=True))
    team_up(event, best=best, Reds=" ".join(names[:3]), Blues=" ".join(names[3:5]))
    report = proved(file_of(event))
    assert (report.checked["teams"], report.unchecked["team"]) == (2, min(len(names), 5))


def test_a_night_proves_its_teams_and_whoever_changes_them_is_found():
    night = played_night()
    team_up(night, North="Ana Dovas", South="Bruno Chiara")
    facts = json.loads(file_of(night))
    assert forged(facts) == ""
    for part, value in (("place", 2), ("points", 99), ("rounds", []), ("decided_by", "best-round")):
        changed = deepcopy(facts)
        changed["event"]["teams"]["standing"][0][part] = value
        assert forged(changed) == "teams: standing"
    for part, value in (("people", [1, 99]), ("people", [1, 2, 3, 4]), ("captain", 9)):
        changed = deepcopy(facts)
        changed["event"]["teams"]["list"][0][part] = value
        assert forged(changed) == "teams"
