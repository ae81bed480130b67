"""What programs read of clubs and events: as much as is open to them."""

from hashlib import sha256

import pytest
from django.db import connection
from django.test.utils import CaptureQueriesContext

from tests.factories import announce, deal, make_night, make_table, seat_table
from tests.tournament_scenes import begun, play_round, start
from tests.tournaments.api.scenes import Program, of_another_club, stranger, token_for
from tests.tournaments.prizes.scenes import category, give
from tournaments.api.seats import payload_from_1
from tournaments.audit import SYSTEM
from tournaments.models import ApiToken, Event, ShownNames, Table, Visibility
from tournaments.services.club.clubs import set_club_visibility

pytestmark = pytest.mark.django_db


@pytest.fixture
def table() -> Table:
    table = make_table()
    deal(table, announce(1, 3, 3))
    table.refresh_from_db()
    return table


def addresses(event: Event) -> list[str]:
    """Of everything that is open as far as the event is."""
    of_event = ["", "/file", "/stages", "/tables", "/standings", "/pairings", "/prizes", "/deals"]
    of_club = ["", "/events", "/standings", "/ratings"]
    table, player = event.tables.first(), event.club.players.first()
    return [
        *(f"/events/{event.pk}{each}" for each in of_event),
        *(f"/clubs/{event.club.slug}{each}" for each in of_club),
        f"/tables/{table.pk}",
        f"/tables/{table.pk}/deals",
        f"/players/{player.pk}",
    ]


def hide(event: Event) -> None:
    club = event.club
    set_club_visibility(club=club, visibility=Visibility.PRIVATE, shown_names=ShownNames.FULL, actor=SYSTEM)


def test_a_stranger_reads_what_is_public_and_nothing_of_what_is_hidden(table):
    assert {each: stranger().get(each).status_code for each in addresses(table.event)} == dict.fromkeys(
        addresses(table.event), 200
    )
    hide(table.event)
    for program in (stranger(), of_another_club()):
        assert {program.get(each).status_code for each in addresses(table.event)} == {404}
    own = Program(token_for(table.event.club))
    assert {own.get(each).status_code for each in addresses(table.event)} == {200}
    assert [club["slug"] for club in own.get("/clubs").json()["rows"]] == ["neris", "vilnia"]
    assert [club["slug"] for club in stranger().get("/clubs").json()["rows"]] == ["vilnia"]


def test_strangers_read_names_as_the_club_tells_them(table):
    club = table.event.club
    set_club_visibility(club=club, visibility=Visibility.PUBLIC, shown_names=ShownNames.INITIALS, actor=SYSTEM)

    def names(program: Program) -> list[str]:
        return [seat["player"]["name"] for seat in program.get(f"/tables/{table.pk}").json()["seats"]]

    assert (names(stranger()), names(Program(token_for(club)))) == (["A.", "B."], ["Ana", "Bruno"])
    rows = stranger().get(f"/events/{table.event_id}/standings").json()["rows"]
    assert {row["player"] for row in rows} == {"A.", "B."}


def test_a_table_is_told_with_its_deals_in_utc(table):
    found = stranger().get(f"/tables/{table.pk}").json()
    assert (found["number"], found["status"], found["stage"], found["ended_at"]) == (1, "playing", None, None)
    assert [(seat["seat"], seat["score"], seat["place"]) for seat in found["seats"]] == [(1, 0, 2), (2, 10, 1)]
    deals = stranger().get(f"/tables/{table.pk}/deals").json()
    assert deals["revision"] == found["revision"] == table.event.revision
    (told,) = deals["rows"]
    assert (told["number"], told["version"], told["payload"]) == (1, 1, payload_from_1(announce(1, 3, 3)))
    assert told["at"].endswith("Z") and found["opened_at"].endswith("Z")


def test_a_tournament_is_told_by_stages_and_its_preview_to_directors_alone():
    play_round(event := begun(4))
    path = f"/events/{event.pk}/stages"
    club = event.club
    assert Program(token_for(club, "direct")).post(f"{path}/1/rounds").status_code == 200
    (found,) = stranger().get(path).json()
    assert [each["status"] for each in found["rounds"]] == ["published"]
    (found,) = Program(token_for(club, "direct")).get(path).json()
    assert [each["status"] for each in found["rounds"]] == ["published", "preview"]


def test_the_seed_of_a_stage_is_told_when_the_stage_is_over_and_its_commitment_from_the_beginning():
    event = begun(4, stages=[("swiss", {"rounds": 1}), ("single-elimination", {"qualify": {"size": 2}})])
    committed = [(stage.commitment, None) for stage in event.stages.all()]
    path, first = f"/events/{event.pk}/stages", event.stages.get(number=1)
    assert [(stage["commitment"], stage["seed"]) for stage in stranger().get(path).json()] == committed
    play_round(event)
    start(event)
    committed[0] = (sha256(str(first.seed).encode()).hexdigest(), str(first.seed))
    assert [(stage["commitment"], stage["seed"]) for stage in stranger().get(path).json()] == committed


def test_long_lists_come_in_parts(table):
    first = stranger().get(f"/events/{table.event_id}/standings?limit=1").json()
    assert len(first["rows"]) == 1
    path = first["next"].removeprefix("http://testserver/api/1")
    second = stranger().get(path).json()
    assert (len(second["rows"]), second["next"]) == (1, None)
    assert first["rows"] != second["rows"]
    for asked in ("limit=0", "limit=501", "offset=-1", "limit=x"):
        answer = stranger().get(f"/clubs?{asked}")
        assert (answer.status_code, answer.json()["code"]) == (422, "malformed")


def test_the_list_of_players_wants_a_token_and_that_of_entrants_one_that_directs(table):
    players, entrants = f"/clubs/{table.event.club.slug}/players", f"/events/{table.event_id}/entrants"
    said = {
        name: (program.get(players).status_code, program.get(entrants).status_code)
        for name, program in {
            "stranger": stranger(),
            "another": of_another_club(),
            "read": Program(token_for(table.event.club)),
            "direct": Program(token_for(table.event.club, "direct")),
        }.items()
    }
    assert said == {"stranger": (401, 401), "another": (404, 404), "read": (200, 403), "direct": (200, 200)}


def test_what_has_not_changed_is_not_told_again(table):
    program, turns = Program(token_for(table.event.club)), iter([announce(0, 1, 1), announce(1, 1, 1)])
    for path in (f"/events/{table.event_id}/standings", f"/tables/{table.pk}"):
        tag = program.get(path)["ETag"]
        with CaptureQueriesContext(connection) as queries:
            again = program.get(path, **{"If-None-Match": tag})
        assert (again.status_code, again.content, again["ETag"]) == (304, b"", tag)
        assert len(queries) == 3  # the token, who sees it, the revision
        assert stranger().get(path, **{"If-None-Match": tag}).status_code == 200
        deal(table, next(turns))
        assert program.get(path, **{"If-None-Match": tag}).status_code == 200


def test_the_file_of_an_event_has_its_tag_too(table):
    path = f"/events/{table.event_id}/file"
    answer = stranger().get(path)
    assert answer["Cache-Control"] == "private, no-cache"
    assert stranger().get(path, **{"If-None-Match": answer["ETag"]}).status_code == 304


def test_reading_writes_nothing_but_once_an_hour_that_the_token_is_used(table):
    program = Program(token_for(table.event.club))
    program.get("/clubs")
    noted = ApiToken.objects.get().used_at
    assert noted
    with CaptureQueriesContext(connection) as queries:
        program.get("/clubs")
    assert not [each for each in queries if each["sql"].startswith(("UPDATE", "INSERT", "SAVEPOINT", "BEGIN"))]
    assert ApiToken.objects.get().used_at == noted


def test_a_night_costs_as_few_queries_with_many_tables_as_with_one():
    def asked(tables: int) -> list[int]:
        names = [f"Player {number}" for number in range(2 * tables)]
        night = make_night(club=None if tables == 1 else Event.objects.get().club, names=names)
        for number in range(tables):
            deal(seat_table(night, *names[2 * number : 2 * number + 2]), announce(1, 3, 3))
        counts = []
        for each in addresses(night):
            with CaptureQueriesContext(connection) as queries:
                assert stranger().get(each).status_code == 200
            counts.append(len(queries))
        return counts

    assert asked(1) == asked(4)


def test_lists_are_asked_for_some_rows_alone():
    table = make_table()
    event, club = table.event, table.event.club
    later = make_table(club=club, game="colonial-italian", rules={"cards": "optional"}).event
    Event.objects.filter(pk=later.pk).update(date="2026-12-24", status=Event.Status.FINISHED)
    Event.objects.filter(pk=event.pk).update(date="2026-11-20")
    ana = club.players.get(name="Ana").pk

    def asked(path: str) -> list[int]:
        answer = stranger().get(path)
        assert answer.status_code == 200, answer.json()
        return [row.get("id") or row["player_id"] for row in answer.json()["rows"]]

    events, of_event = f"/clubs/{club.slug}/events", f"/events/{event.pk}"
    assert asked(f"{events}?status=open") == asked(f"{events}?game=vilnius") == [event.pk]
    assert asked(f"{events}?since=2026-12-01&player={ana}") == [later.pk]
    assert asked(f"{events}?player={ana + 1000}") == []
    assert asked(f"{of_event}/tables?status=playing&player={ana}&since=2026-01-01T00:00:00Z") == [table.pk]
    assert asked(f"{of_event}/tables?status=closed") == asked(f"{of_event}/tables?since=2099-01-01T00:00:00Z") == []
    assert asked(f"{of_event}/standings?player={ana}") == asked(f"{of_event}/pairings?player={ana}") == [ana]
    assert asked(f"/clubs/{club.slug}/standings?player={ana}&game=colonial-italian") == []
    deal(table, announce(1, 3, 3))
    assert len(stranger().get(f"{of_event}/deals?since=2026-01-01T00:00:00Z").json()["rows"]) == 1
    assert stranger().get(f"{of_event}/deals?since=2099-01-01T00:00:00Z").json()["rows"] == []


def test_a_stage_is_told_with_the_options_of_its_plan_and_the_rounds_it_has_now():
    event = begun(4, stages=[("swiss", {"seats": 4, "rounds": 2, "points": "7531"})])
    director = Program(token_for(event.club, "direct"))
    director.post(f"/events/{event.pk}/stages/1/length", {"rounds": 3})
    (stage,) = stranger().get(f"/events/{event.pk}/stages").json()
    assert stage["options"].items() >= {"seats": 4, "rounds": 3, "points": "7531"}.items()
    assert stage["options"]["chain"][0] == "score"


@pytest.mark.parametrize(
    ("asked", "parameter", "problem"),
    [
        ("/clubs?colour=red", "colour", "unknown"),
        ("/events/{event}?limit=3", "limit", "unknown"),
        ("/events/{event}/deals?since=yesterday", "since", "wrong-kind"),
        ("/events/{event}/tables?player=Ana", "player", "wrong-kind"),
        ("/events/{event}/tables?limit=0", "limit", "not-allowed"),
        ("/events/{event}/tables?status=open", "status", "not-allowed"),
        ("/events/{event}/pairings?status=rest", "status", "not-allowed"),
        ("/clubs/{club}/events?game=chess", "game", "not-allowed"),
    ],
)
def test_a_parameter_that_an_address_does_not_take_is_refused(table, asked, parameter, problem):
    answer = stranger().get(asked.format(event=table.event_id, club=table.event.club.slug))
    said = answer.json()
    assert (answer.status_code, said["code"], said["params"]) == (
        422,
        "malformed",
        {"parameter": parameter, "problem": problem},
    )
    assert answer["Content-Type"] == "application/problem+json"


def test_addresses_are_whole_and_seats_count_from_1_everywhere(table):
    event = stranger().get(f"/events/{table.event_id}").json()
    assert event["stream"].startswith(f"http://testserver/events/{table.event_id}/stream/")
    told = stranger().get(f"/tables/{table.pk}").json()
    (deal_told,) = stranger().get(f"/events/{table.event_id}/deals").json()["rows"]
    pairings = stranger().get(f"/events/{table.event_id}/pairings").json()["rows"]
    assert told["first_dealer"] == 1 and [row["seat"] for row in pairings] == [seat["seat"] for seat in told["seats"]]
    assert deal_told["payload"]["declarer"] == 2 and [*deal_told["payload"]] == sorted(deal_told["payload"])


def test_what_the_rows_of_prizes_add_is_what_is_given():
    event = begun(4, stages=(("swiss", {"rounds": 1}),))
    play_round(event)
    give(event, ("Gold", 31, None), ("Silver", 20, None), ("Bronze", 9, None))
    rows = stranger().get(f"/events/{event.pk}/prizes").json()["rows"]
    figures = [(row["prize"], row["share"], row["adds"]) for row in rows]
    assert figures == [("Gold", 25, 25)] * 2 + [("Silver", 25, 0)] * 2 + [("Bronze", 4, 4)] * 2
    give(event, ("Gold", 5, category(event.club, "Senior")))
    (row,) = stranger().get(f"/events/{event.pk}/prizes").json()["rows"]
    assert (row["share"], row["adds"]) == (None, None)
