"""What programs direct: whole events without a browser."""

import pytest

from tests.factories import make_night
from tests.tournament_scenes import begun, make_tournament, start
from tests.tournaments.programs.scenes import Program, sending, stranger, token_for
from tournaments.models import AuditEntry, Event, Player, Table

pytestmark = pytest.mark.django_db


def director(event: Event) -> Program:
    return Program(token_for(event.club, "direct"))


@pytest.mark.parametrize("make", [lambda: make_night(names=["Ana"]), lambda: make_tournament(names=["Ana"])])
def test_people_enter_by_name_and_who_is_entered_stays_so(make):
    event = make()
    path = f"/events/{event.pk}/entrants"
    first = director(event).post(path, {"names": ["Ana", " Zoe  Ž. "]}).json()
    again = director(event).post(path, {"names": ["zoe ž."]}).json()
    assert again["entrants"] == first["entrants"][1:]
    rows = director(event).get(path).json()["rows"]
    assert [row["player"] for row in rows] == ["Ana", "Zoe Ž."]
    assert AuditEntry.objects.filter(program__name="Scoreboard", action__in=["entered", "players-here"]).exists()


@pytest.mark.parametrize(
    ("names", "code"),
    [
        ([], "malformed"),
        (["  "], "name"),
        (["\u200b"], "name"),
        (["x" * 61], "malformed"),
        ([5], "malformed"),
        ("Ana", "malformed"),
    ],
)
def test_a_name_that_is_none_is_refused_and_nobody_is_entered(names, code):
    event = make_night(names=["Ana"])
    answer = director(event).post(
        f"/events/{event.pk}/entrants", {"names": ["Good", *names] if code == "name" else names}
    )
    assert (answer.status_code, answer.json()["error"]["code"]) == (422, code)
    assert [player.name for player in Player.objects.all()] == ["Ana"]


def test_a_round_is_drawn_seen_by_nobody_else_and_published():
    event = begun(4)
    program, path = director(event), f"/events/{event.pk}/stages/1/rounds"
    assert (program.post(path).json()["status"], program.post(path).json()["error"]["code"]) == (
        "preview",
        "preview-waiting",
    )
    assert stranger().get(f"/events/{event.pk}/tables").json()["rows"] == []
    opened = program.post(f"{path}/1/publish", {"minutes": 40}).json()
    assert [row["id"] for row in stranger().get(f"/events/{event.pk}/tables").json()["rows"]] == opened["tables"]
    again = program.post(f"{path}/1/publish", {})
    assert (again.status_code, again.json()["error"]["code"]) == (422, "no-preview")
    for wrong in (f"/events/{event.pk}/stages/2/rounds", f"{path}/9/publish"):
        assert program.post(wrong, {}).status_code == 404


def test_a_tournament_is_played_by_programs_alone():
    event = begun(4, stages=[("swiss", {"rounds": 2})])
    program, path = director(event), f"/events/{event.pk}/stages/1/rounds"
    for number in (1, 2):
        program.post(path)
        for table in program.post(f"{path}/{number}/publish", {}).json()["tables"]:
            seen = program.get(f"/tables/{table}").json()["revision"]
            sent = sending({"dealer": 0, "claimed": [0]}, base_revision=seen)
            assert program.post(f"/tables/{table}/deals", sent).status_code == 200
    assert program.post(path).json()["error"]["code"] == "stage-over"
    assert {table.status for table in Table.objects.all()} == {"finished"}
    rows = [row for row in program.get(f"/events/{event.pk}/standings").json()["rows"] if row["stage"] == 1]
    assert [row["points"] for row in rows] == [2, 1, 1, 0]


def test_nothing_is_drawn_of_a_stage_that_has_not_begun_or_an_event_of_another_club():
    event, other = make_tournament(4), make_tournament(4)
    start(other)
    answer = director(event).post(f"/events/{event.pk}/stages/1/rounds")
    assert (answer.status_code, answer.json()["error"]["code"]) == (422, "stage-not-running")
    assert director(event).post(f"/events/{other.pk}/stages/1/rounds").status_code == 404
    assert not other.stages.get().rounds.exists()
