"""What programs direct: whole events without a browser."""

from typing import Any

import pytest

from tests.factories import announce, deal, make_club, make_night, seat_table
from tests.tournament_scenes import begun, ids, make_tournament, next_round, play_round, rated, start
from tests.tournaments.api.scenes import Program, sending, stranger, token_for
from tests.tournaments.prizes.scenes import finished_night
from tournaments.models import AuditEntry, Club, Event, Player, Stage, StageEntry, Table
from tournaments.selectors.stage.records import stage_state

pytestmark = pytest.mark.django_db


def director(event: Event) -> Program:
    return Program(token_for(event.club, "direct"))


def made(club: Club, **sent: object) -> Any:
    facts = {"name": "Autumn Open", "date": "2026-11-22", "game": "colonial-italian", **sent}
    return Program(token_for(club, "direct")).post(f"/clubs/{club.slug}/events", facts)


def test_an_event_is_made_as_the_form_does():
    club = make_club()
    night = made(club, game="vilnius", rules={"no_trump": True}).json()
    assert (night["kind"], night["rules"], night["status"]) == (
        "club-night",
        {"no_trump": True, "record_trump": True},
        "open",
    )
    assert made(club, plan="swiss:seats=4:rounds=3,table-knockout:seats=4:size=8").json()["kind"] == "tournament"
    formats = Stage.objects.order_by("number").values_list("format", "options__rounds")
    assert [*formats] == [("swiss", 3), ("table-knockout", None)]
    assert AuditEntry.objects.filter(program__name="Scoreboard", action="event-created").count() == 2


def test_an_event_that_is_sent_again_is_there_once_in_each_club():
    club, sent = make_club(), {"client_id": "8a6c0c7e-3f1b-4c57-9b0e-2d7f5f0c9a44"}
    assert [made(club).status_code for _ in range(2)] == [200, 200]
    first = made(club, **sent).json()
    assert made(club, **sent).json() == first
    other = made(club, **sent, name="Otherwise")
    assert (other.status_code, other.json()["code"]) == (409, "client-id-taken")
    assert made(make_club(name="Vilnia"), **sent).json()["id"] != first["id"]
    assert club.events.count() == 3
    assert AuditEntry.objects.filter(club=club, action="event-created").count() == 3


@pytest.mark.parametrize(
    ("sent", "code", "field"),
    [
        ({"client_id": "mine"}, "malformed", "/client_id"),
        ({"name": " \u200b"}, "malformed", "/name"),
        ({"name": "\u0958" * 80}, "malformed", "/name"),
        ({"game": "chess"}, "malformed", "/game"),
        ({"date": "2026-13-01"}, "malformed", "/date"),
        ({"rules": {"deals": 0}}, "malformed", "/rules/deals"),
        ({"rules": {"lives": 1}}, "malformed", "/rules/lives"),
        ({"plan": "swiss:rounds=0"}, "plan", "/plan"),
        ({"plan": "chess"}, "plan", "/plan"),
        ({"plan": "", "name": "x"}, "plan", "/plan"),
        ({"plan": "swiss:seats=9"}, "plan", "/plan"),
        ({"stages": []}, "malformed", "/stages"),
    ],
)
def test_an_event_that_cannot_be_played_is_refused_and_none_is_made(sent, code, field):
    answer = made(make_club(), **sent)
    assert (answer.status_code, answer.json()["code"], answer.json()["field"]) == (422, code, field)
    assert not Event.objects.exists()


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
    assert (answer.status_code, answer.json()["code"]) == (422, code)
    assert [player.name for player in Player.objects.all()] == ["Ana"]


def test_a_round_is_drawn_seen_by_nobody_else_and_published():
    event = begun(4)
    program, path = director(event), f"/events/{event.pk}/stages/1/rounds"
    assert (program.post(path).json()["status"], program.post(path).json()["code"]) == (
        "preview",
        "preview-waiting",
    )
    assert stranger().get(f"/events/{event.pk}/tables").json()["rows"] == []
    opened = program.post(f"{path}/1/publish", {"minutes": 40}).json()
    assert [row["id"] for row in stranger().get(f"/events/{event.pk}/tables").json()["rows"]] == opened["tables"]
    again = program.post(f"{path}/1/publish", {})
    assert (again.status_code, again.json()["code"]) == (422, "no-preview")
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
    assert program.post(path).json()["code"] == "stage-over"
    assert {table.status for table in Table.objects.all()} == {"finished"}
    rows = [row for row in program.get(f"/events/{event.pk}/standings").json()["rows"] if row["stage"] == 1]
    assert [row["points"] for row in rows] == [2, 1, 1, 0]


def test_a_stage_begins_with_whoever_is_there_or_in_the_order_that_is_sent():
    for sent in ({}, {"entrants": [4, 3, 2, 1]}):
        event = make_tournament(4)
        program, entered = director(event), ids(event)
        order = [entered[who - 1] for who in sent.get("entrants", [1, 2, 3, 4])]
        begun_by = program.post(f"/events/{event.pk}/stages/1/start", {"entrants": order} if sent else {})
        assert (begun_by.status_code, begun_by.json()["status"]) == (200, "running")
        assert [*StageEntry.objects.filter(stage__event=event).values_list("entrant", flat=True)] == order
        again = program.post(f"/events/{event.pk}/stages/1/start", {})
        assert (again.status_code, again.json()["code"]) == (422, "stage-begun")


@pytest.mark.parametrize("who", [[], [1], [1, 1], [2**62, 1], [0], ["1"], [True], None])
def test_a_stage_begins_with_nobody_who_is_not_entered(who):
    event = make_tournament(4, checked_in=False)
    answer = director(event).post(f"/events/{event.pk}/stages/1/start", {} if who is None else {"entrants": who})
    assert answer.status_code == 422 and not StageEntry.objects.exists()


def test_a_later_stage_waits_for_the_one_before():
    event = begun(8, stages=[("swiss", {"rounds": 1}), ("single-elimination", {"qualify": {"size": 2}})])
    path, program = f"/events/{event.pk}/stages/2/start", director(event)
    early = program.post(path, {})
    assert (early.status_code, early.json()["code"]) == (422, "rounds-left")
    play_round(event)
    level = program.post(path, {})
    assert (level.status_code, level.json()["code"]) == (422, "level-at-cut")
    (places,) = stage_state(event.stages.get(number=1)).places
    chosen = program.post(path, {"entrants": [who for _place, who in places[:2]]})
    assert (chosen.status_code, chosen.json()["status"]) == (200, "running")


def test_a_round_is_taken_back_until_something_is_recorded():
    event = begun(4)
    program, path = director(event), f"/events/{event.pk}/stages/1/rounds"
    program.post(path)
    assert program.post(f"{path}/1/undo").json()["rounds"] == []
    program.post(path)
    first, _second = program.post(f"{path}/1/publish", {}).json()["tables"]
    assert program.post(f"{path}/1/undo").json()["rounds"] == []
    program.post(path)
    first, _second = program.post(f"{path}/1/publish", {}).json()["tables"]
    deal(Table.objects.get(pk=first), {"dealer": 0, "claimed": [0]})
    refused = program.post(f"{path}/1/undo")
    assert (refused.status_code, refused.json()["code"]) == (422, "round-begun")


def test_a_tournament_is_finished_once_its_adjourned_tables_have_a_result():
    event = begun(4)
    program, finish = director(event), f"/events/{event.pk}/finish"
    for table in next_round(event):
        program.post(f"/tables/{table.pk}/adjourn")
    refused = program.post(finish).json()
    assert (refused["code"], refused["params"]["tables"]) == ("tables-adjourned", [1, 2])
    for table in event.tables.all():
        program.post(f"/tables/{table.pk}/end")
    assert program.post(finish).json()["status"] == "finished"


def test_a_night_is_seated_ended_and_finished_and_goes_on_again():
    night = make_night(names=["Ana", "Bruno", "Chiara", "Dovas"])
    program, entered = director(night), ids(night)
    (table,) = program.post(f"/events/{night.pk}/tables", {"tables": [entered[:2]]}).json()["tables"]
    twice = program.post(f"/events/{night.pk}/tables", {"tables": [entered[2:], entered[:2]]})
    assert (twice.status_code, twice.json()["code"]) == (422, "players-elsewhere")
    assert program.post(f"/events/{night.pk}/finish").json()["code"] == "tables-playing"
    ended = program.post(f"/tables/{table}/end").json()
    assert (ended["id"], ended["status"], ended["ended_at"][-1]) == (table, "closed", "Z")
    assert program.post(f"/tables/{table}/end").json()["code"] == "table-over"
    assert program.post(f"/tables/{table}/reopen").json()["status"] == "playing"
    program.post(f"/tables/{table}/end")
    assert program.post(f"/events/{night.pk}/finish").json()["status"] == "finished"
    assert program.post(f"/events/{night.pk}/finish").json()["code"] == "event-finished"
    assert program.post(f"/events/{night.pk}/reopen").json()["status"] == "open"
    assert Table.objects.count() == 1


def test_what_is_refused_as_a_whole_concerns_no_field():
    event = begun(4)
    program, path = director(event), f"/events/{event.pk}"
    program.post(f"{path}/stages/1/rounds")
    drawn = program.post(f"{path}/stages/1/rounds").json()
    assert drawn["code"] == "preview-waiting" and "field" not in drawn
    program.post(f"{path}/finish")
    assert program.post(f"{path}/finish").json()["detail"] == "The event is over."
    long = program.post(f"{path}/entrants", {"names": ["x" * 300_000]})
    assert (long.status_code, long.json()["code"]) == (413, "too-big")


def test_nothing_is_drawn_of_a_stage_that_has_not_begun_or_an_event_of_another_club():
    event, other = make_tournament(4), make_tournament(4)
    start(other)
    answer = director(event).post(f"/events/{event.pk}/stages/1/rounds")
    assert (answer.status_code, answer.json()["code"]) == (422, "stage-not-running")
    assert director(event).post(f"/events/{other.pk}/stages/1/rounds").status_code == 404
    assert not other.stages.get().rounds.exists()


def test_a_program_that_records_directs_nothing():
    night = make_night(names=["Ana", "Bruno"])
    table = seat_table(night, "Ana", "Bruno")
    recording = Program(token_for(night.club, "record"))
    new = recording.post(f"/clubs/{night.club.slug}/events", {"name": "Open", "game": "vilnius"})
    ended = [recording.post(path) for path in (f"/tables/{table.pk}/end", f"/events/{night.pk}/finish")]
    assert {answer.status_code for answer in (new, *ended)} == {403}
    assert Event.objects.get().status == Event.Status.OPEN and Table.objects.get().status == Table.Status.PLAYING


def test_who_comes_late_sits_down_and_an_event_that_was_opened_by_mistake_is_discarded():
    night = make_night(names=["Ana", "Bruno", "Chiara"])
    program, (ana, bruno, chiara) = director(night), ids(night)
    (table,) = program.post(f"/events/{night.pk}/tables", {"tables": [[ana, bruno]]}).json()["tables"]
    sat = program.post(f"/events/{night.pk}/entrants/{chiara}/sit-down", {"table": table}).json()
    assert [seat["player"]["name"] for seat in sat["seats"]] == ["Ana", "Bruno", "Chiara"]
    path = f"/events/{night.pk}/entrants/{chiara}/no-show"
    assert program.post(path).json()["present"] is False
    assert [seat["seat"] for seat in program.get(f"/tables/{table}").json()["seats"]] == [1, 2]
    assert program.post(path).status_code == 404
    assert program.post(f"/events/{night.pk}/discard").json()["status"] == "discarded"
    assert program.get(f"/clubs/{night.club.slug}/events").json()["rows"] == []
    assert program.post(f"/events/{night.pk}/reopen").json()["status"] == "open"


def test_a_preview_is_seated_pinned_drawn_again_and_taken_back_by_hand():
    event = begun(8, stages=[("swiss", {"seats": 2, "rounds": 2})])
    program, path = director(event), f"/events/{event.pk}/stages/1/rounds/1"
    program.post(f"/events/{event.pk}/stages/1/rounds")
    drawn = program.get(path).json()
    who = drawn["tables"][0]["entrants"]
    freed = program.post(f"{path}/seat", {"entrants": who, "to": "bye", "seen": drawn["version"]}).json()
    assert (sorted(freed["byes"]), len(freed["tables"])) == (sorted(who), 3)
    pinned = program.post(f"{path}/pin", {"what": "byes"}).json()
    assert pinned["version"] == drawn["version"] + 2
    assert program.post(f"{path}/back").json()["byes"] == freed["byes"]
    assert program.post(f"{path}/back").json()["tables"] == drawn["tables"]
    again = program.post(f"{path}/redraw")
    assert (again.status_code, again.json()["code"]) == (422, "same-draw")
    assert program.post(f"{path}/publish", {"seen": 0}).json()["code"] == "preview-changed"
    assert program.post(f"{path}/publish").status_code == 200
    clock = program.post(f"{path}/clock", {"action": "start", "minutes": 30})
    assert (clock.json()["minutes"], program.get(path).json()["code"]) == (30, "no-preview")
    assert program.post(f"/events/{event.pk}/stages/1/length", {"rounds": 3}).status_code == 200


def test_a_table_is_ruled_on_and_the_ruling_is_lifted():
    event = begun(4)
    play_round(event)
    program = director(event)
    first, second = event.tables.values_list("pk", flat=True)
    decided = program.post(f"/tables/{first}/places", {"places": [2, 1], "reason": "Misheard"})
    assert decided.status_code == 200, decided.json()
    assert program.post(f"/tables/{first}/places", {"places": [2, 2]}).json()["code"] == "places-wrong"
    assert program.post(f"/tables/{first}/lift").status_code == 200
    assert program.post(f"/tables/{second}/forfeit", {"seats": [2], "reason": "Left"}).status_code == 200
    assert program.post(f"/tables/{second}/forfeit", {"seats": [3]}).json()["code"] == "seat-missing"
    assert AuditEntry.objects.filter(action="ruling", program__name="Scoreboard").count() == 3


def test_a_prize_list_is_set_as_a_whole_and_one_that_somebody_else_set_is_not_overwritten():
    night = finished_night()
    program, path = director(night), f"/events/{night.pk}/prizes"
    prizes = [{"name": " Gold  cup ", "value": 50}, {"name": "Best junior", "value": 30, "category": "Junior"}]
    sent = {"client_id": "5d5b3c0c-9d5f-4f0e-8a52-6a3c6f1d2b11", "base_revision": night.revision, "unit": "€"}
    sent |= {"prizes": prizes, "least_tables": 1, "shared": False}
    first = program.post(path, sent)
    assert (first.status_code, first.json()["revision"]) == (200, night.revision + 1)
    assert program.post(path, sent).json() == first.json()
    rows = program.get(path).json()["rows"]
    assert [(row["prize"], row["winner"], row["share"]) for row in rows] == [
        ("Gold cup", "Bruno", 50), ("Best junior", "Chiara", 30),
    ]  # fmt: skip
    late = {"base_revision": night.revision, "prizes": []}
    assert (program.post(path, late).status_code, program.post(path, late).json()["code"]) == (409, "stale")
    assert program.post(path, {"prizes": None, "base_revision": night.revision + 1}).status_code == 200
    assert program.get(path).json()["rows"] == []
    assert AuditEntry.objects.filter(program__name="Scoreboard", action="prizes-set").count() == 2


@pytest.mark.parametrize(
    ("prizes", "code", "field"),
    [
        ([{"name": "Gold", "category": "Elsewhere"}], "malformed", "/prizes/0/category"),
        ([{"name": " "}], "malformed", "/prizes/0/name"),
        ([{"name": "\u0958" * 80}], "text-long", ""),
        ([{"name": "Gold", "value": -1}], "malformed", "/prizes/0/value"),
        ([{"name": "Gold"}, {"name": "Silver", "value": 5}], "prize-rises", ""),
        ([{"name": "Gold"}] * 31, "malformed", "/prizes"),
    ],
)
def test_a_prize_list_that_cannot_be_is_refused(prizes, code, field):
    night = finished_night()
    answer = director(night).post(f"/events/{night.pk}/prizes", {"prizes": prizes})
    assert (answer.status_code, answer.json()["code"], answer.json().get("field", "")) == (422, code, field)
    assert director(night).get(f"/events/{night.pk}/prizes").json()["rows"]


def test_a_night_gives_handicaps_which_the_director_changes_until_its_first_deal():
    night = make_night(names=["Ana", "Bruno", "Chiara"])
    rated(night, Ana=1650.0, Bruno=1500.0, Chiara=1350.0)
    program, path = director(night), f"/events/{night.pk}/handicap"
    ana, bruno, _chiara = ids(night)

    def refused(address: str, sent: dict[str, Any]) -> tuple[int, str, str]:
        answer = program.post(address, sent)
        return answer.status_code, answer.json()["code"], answer.json().get("field", "")

    assert refused(f"{path}/points", {"points": {str(bruno): 1}}) == (422, "no-handicaps", "")
    assert refused(path, {"games": 0}) == (422, "malformed", "/games")
    assert refused(path, {"win": 1e300}) == (422, "malformed", "/win")
    assert program.post(path, {"games": 3, "win": 20}).status_code == 200
    assert handicaps(program, night) == {"Ana": 0, "Bruno": 10, "Chiara": 30}
    assert program.post(f"{path}/points", {"points": {str(bruno): 12.5}}).status_code == 200
    assert handicaps(program, night) == {"Ana": 0, "Bruno": 12.5, "Chiara": 30}
    assert refused(f"{path}/points", {"points": {str(bruno): 181}}) == (422, "handicap-range", "")
    assert refused(f"{path}/points", {"points": {"999": 1}}) == (422, "list-changed", "")
    assert refused(f"{path}/points", {"points": {str(bruno): 1e9}}) == (422, "malformed", f"/points/{bruno}")
    assert program.post(path, {"given": False}).status_code == 200
    assert set(handicaps(program, night).values()) == {0}
    assert program.post(path).status_code == 200  # as the page proposes: a game, and a win worth a point
    assert handicaps(program, night) == {"Ana": 0, "Bruno": 0, "Chiara": 0.5}
    table = seat_table(night, "Ana", "Bruno")
    deal(table, announce(1 - table.first_dealer, 2, 2))
    assert refused(path, {"given": False}) == (422, "night-begun", "")
    assert refused(f"{path}/points", {"points": {str(ana): 1}}) == (422, "night-begun", "")
    tournament = make_tournament(2)
    assert director(tournament).post(f"/events/{tournament.pk}/handicap").json()["code"] == "no-night"


def handicaps(program: Program, night: Event) -> dict[str, float]:
    rows = program.get(f"/events/{night.pk}/standings").json()["rows"]
    return {row["player"]: row["handicap"] for row in rows}
