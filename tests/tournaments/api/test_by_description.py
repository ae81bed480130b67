"""A program that knows the description alone runs evenings. Each answer to what it writes is lost once, and asked for
again.
"""

import json
from typing import Any
from uuid import uuid4

import pytest
from django.test import Client
from django.utils import timezone
from jsonschema import Draft202012Validator

from tests.factories import make_club
from tests.tournaments.api.scenes import token_for
from tournaments.models import AuditEntry, Club, Deal, Stage, Table
from tournaments.services.rebuild import rebuild_scores

pytestmark = pytest.mark.django_db
PEOPLE = [f"Player {number:02}" for number in range(1, 24)]
ONCE = ("event-created", "seeded", "byes-requested", "entered-late", "substitute", "late-correction", "lots-drawn")
SEED = 2  # of the draws: by this one some are level at the cut
PLAN = "swiss:seats=4:rounds=2:remainder=byes:byes_end=0,table-knockout:seats=4:size=8"


class Bot:
    """Calls operations by their ids in the description, and holds every answer against it."""

    def __init__(self, club: Club) -> None:
        self.client = Client(headers={"Authorization": f"Bearer {token_for(club, 'direct')}"})
        self.described = _closed(self.client.get("/api/1/openapi.json").json())
        self.operations = {
            operation["operationId"]: (method, path, operation)
            for path, methods in self.described["paths"].items()
            for method, operation in methods.items()
        }

    def ask(self, operation: str, /, **given: Any) -> Any:
        status, facts = self._ask(operation, given)
        assert status == 200, (operation, facts)
        return facts

    def problem(self, operation: str, /, **given: Any) -> tuple[str, str]:
        _status, facts = self._ask(operation, given)
        return facts["field"], facts["params"]["problem"]

    def refused(self, operation: str, /, **given: Any) -> str:
        status, facts = self._ask(operation, given)
        assert status >= 400, (operation, facts)
        return str(facts["code"])

    def _ask(self, name: str, given: dict[str, Any]) -> tuple[int, Any]:
        method, path, operation = self.operations[name]
        named = [each["name"] for each in operation["parameters"] if each["in"] == "path"]
        address = path.format(**{each: given.pop(each) for each in named})
        if method == "get":
            return self._checked(operation, self.client.get(address, given))
        body = json.dumps({"client_id": str(uuid4()), **given})
        first, again = (self.client.post(address, body, content_type="application/json") for _lost in range(2))
        assert first.status_code == again.status_code
        assert {**first.json(), "repeated": True} == {**again.json(), "repeated": True}
        return self._checked(operation, again)

    def _checked(self, operation: dict[str, Any], answer: Any) -> tuple[int, Any]:
        (content,) = operation["responses"][str(answer.status_code)]["content"].values()
        components = self.described["components"]
        Draft202012Validator({**content["schema"], "components": components}).validate(answer.json())
        return answer.status_code, answer.json()


def _closed(described: Any) -> Any:
    """The description, with objects that have what it names and nothing else."""
    if isinstance(described, list):
        return [_closed(part) for part in described]
    if not isinstance(described, dict):
        return described
    shut = {"additionalProperties": False} if described.get("type") == "object" and "properties" in described else {}
    return shut | {name: _closed(part) for name, part in described.items()}


class Tournament:
    def __init__(self, bot: Bot, club: Club) -> None:
        self.bot = bot
        rules = {"deals": 1, "cards": "optional"}
        facts = {"name": "Autumn Open", "game": "colonial-italian", "rules": rules, "plan": PLAN}
        self.event = bot.ask("make_event", club=club.slug, **facts)["id"]
        Stage.objects.filter(event=self.event).update(seed=SEED)
        self.entrants = bot.ask("enter_people", event=self.event, names=PEOPLE, present=True)["entrants"]

    def ask(self, operation: str, /, **given: Any) -> Any:
        return self.bot.ask(operation, event=self.event, **given)

    def entrant(self, operation: str, who: int, **given: Any) -> Any:
        return self.ask(operation, entrant=who, **given)

    def publish(self, stage: int) -> list[int]:
        number = self.ask("draw", stage=stage)["number"]
        seen = self.ask("preview", stage=stage, round=number)["version"]
        return list(self.ask("publish", stage=stage, round=number, seen=seen, minutes=40)["tables"])

    def play(self, tables: list[int]) -> None:
        """The first has a deal, the others share their places, so that many are level in the end."""
        for index, table in enumerate(tables):
            facts = self.bot.ask("table", table=table)
            if facts["status"] != "playing":
                continue
            if index:
                self.bot.ask("decide", table=table, places=[1] * len(facts["seats"]), reason="No deal in time")
                continue
            payload = {"dealer": facts["first_dealer"], "claimed": [facts["seats"][0]["seat"]]}
            sent = {"base_revision": facts["revision"], "payload": payload}
            assert self.bot.ask("record_deal", table=table, **sent)["deal"]["number"] == 1


@pytest.fixture
def club() -> Club:
    return make_club()


def test_a_swiss_of_23_in_fours_with_all_that_happens_and_its_knockout(club: Club) -> None:
    bot = Bot(club)
    open_ = Tournament(bot, club)
    seeded = open_.ask("seed", how="order", entrants=open_.entrants[::-1])["entrants"]
    assert seeded == open_.entrants[::-1]
    resting = open_.entrants[4]
    open_.entrant("give_byes", resting, byes=[{"round": 2, "worth": "half"}])
    open_.ask("start", stage=1)
    _the_first_round_is_changed_by_hand(open_)
    _the_second_has_others(open_, resting)
    _an_early_result_is_corrected(open_)
    _those_level_at_the_cut_are_told_apart(open_)
    _the_knockout_is_played(open_)
    assert open_.ask("finish")["status"] == "finished"
    assert bot.refused("finish", event=open_.event) == "event-finished"
    standings = open_.ask("standings")["rows"]
    assert [row["place"] for row in standings if row["stage"] is None][:2] == [1, 2]
    assert not [*rebuild_scores(keep=False)]
    actions = [*AuditEntry.objects.filter(event=open_.event).values_list("action", flat=True)]
    assert [actions.count(action) for action in ONCE] == [1] * len(ONCE)


def _the_first_round_is_changed_by_hand(open_: Tournament) -> None:
    assert open_.ask("draw", stage=1)["status"] == "preview"
    where = {"stage": 1, "round": 1}
    drawn = open_.ask("preview", **where)
    assert ([len(table["entrants"]) for table in drawn["tables"]], len(drawn["byes"])) == ([4] * 5, 3)
    first, second = (table["entrants"][0] for table in drawn["tables"][:2])
    exchanged = open_.ask("exchange", **where, first=first, second=second, seen=drawn["version"])
    assert [table["entrants"][0] for table in exchanged["tables"][:2]] == [second, first]
    outdated = {**where, "first": first, "second": second, "seen": drawn["version"]}
    assert open_.bot.refused("exchange", event=open_.event, **outdated) == "preview-changed"
    open_.ask("discard", **where)
    tables = open_.publish(1)
    facts = open_.bot.ask("table", table=tables[0])
    missing = facts["seats"][3]["entrant"]
    assert open_.entrant("absent", missing)["status"] == "withdrawn"
    assert len(open_.bot.ask("table", table=tables[0])["seats"]) == 3
    open_.bot.ask("adjourn", table=tables[1])
    assert open_.bot.ask("resume", table=tables[1])["status"] == "playing"
    decided = open_.bot.ask("decide", table=tables[2], places=[1, 1, 1, 1], reason="The cards fell down")
    assert decided["status"] == "closed"
    open_.play(tables)


def _the_second_has_others(open_: Tournament, resting: int) -> None:
    late = open_.ask("enter_late", name="Player 24", points=0.5)
    playing = [row for row in open_.ask("entrants", status="active")["rows"] if row["entrant_id"] != resting]
    leaving, replaced = (row["entrant_id"] for row in playing[:2])
    assert open_.entrant("withdraw", leaving)["status"] == "withdrawn"
    assert open_.entrant("substitute", replaced, name="Player 25")["substitute"]["name"] == "Player 25"
    assert open_.ask("draw", stage=1)["number"] == 2
    drawn = open_.ask("preview", stage=1, round=2)
    assert drawn["requested"] == [{"entrant": resting, "worth": "half"}]
    there = {*drawn["byes"], *(who for table in drawn["tables"] for who in table["entrants"])}
    assert late["id"] in there and leaving not in there
    tables = open_.ask("publish", stage=1, round=2, seen=drawn["version"])["tables"]
    seats = [seat for row in open_.ask("tables")["rows"] for seat in row["seats"] if row["round"] == 2]
    assert [seat["player"]["name"] for seat in seats if seat["entrant"] == replaced] == ["Player 25"]
    open_.play(tables)


def _an_early_result_is_corrected(open_: Tournament) -> None:
    """A deal of the first round, while the second rests on it: looked at, then made as it was seen."""
    first = next(row for row in open_.ask("tables", status="finished")["rows"] if row["round"] == 1)
    change = {"deal": 1, "payload": {"dealer": 1, "claimed": [2]}}
    late = {"base_revision": open_.bot.ask("table", table=first["id"])["revision"], "payload": change["payload"]}
    assert open_.bot.refused("correct_deal", table=first["id"], number=1, **late) == "later-round"
    impact = open_.bot.ask("look_at_correction", table=first["id"], **change)
    assert impact["later_round"] and impact["places"]
    told = {"seen": impact["seen"], "reason": "Misheard"}
    corrected = open_.bot.ask("make_correction", table=first["id"], **change, **told)
    assert [seat["place"] for seat in corrected["seats"]][1] == 1
    other = {"deal": 1, "payload": {"dealer": 1, "claimed": [1]}}
    assert open_.bot.refused("make_correction", table=first["id"], **other, seen="0", reason="x") == "stale"


def _those_level_at_the_cut_are_told_apart(open_: Tournament) -> None:
    assert open_.bot.refused("start", event=open_.event, stage=2) == "level-at-cut"
    (level,) = open_.ask("start_of", stage=2)["level"]
    assert len(level["entrants"]) > level["places"] > 0
    open_.ask("draw_lots", stage=2, entrants=level["entrants"])
    start = open_.ask("start_of", stage=2)
    assert (start["level"], len(start["entrants"])) == ([], 8)
    assert open_.ask("start", stage=2)["status"] == "running"


def _the_knockout_is_played(open_: Tournament) -> None:
    for tables_of_round in (2, 1):
        tables = open_.publish(2)
        assert len(tables) == tables_of_round
        shared = {"table": tables[0], "places": [1, 1, 1, 1], "reason": ""}
        assert open_.bot.refused("decide", **shared) == "places-wrong"
        for table in tables:
            open_.bot.ask("decide", table=table, places=[2, 1, 4, 3], reason="Timed")
    assert open_.bot.refused("draw", event=open_.event, stage=2) == "stage-over"


def test_a_night_is_planned_opened_and_played_and_counts_for_a_season(club: Club) -> None:
    bot, today = Bot(club), timezone.localdate()
    season = bot.ask(
        "plan_season",
        club=club.slug,
        name="Autumn",
        starts=f"{today}",
        ends=f"{today}",
        table=[5, 3],
        best=2,
        chain=["best"],
    )
    assert (season["status"], season["rules"]["table"], season["rules"]["best"]) == ("draft", [5, 3], 2)
    assert bot.problem("plan_season", club=club.slug, name="Winter") == ("/starts", "missing")
    wrong = {"name": "Autumn", "starts": f"{today}", "ends": "2020-01-01"}
    assert bot.refused("edit_season", season=season["id"], **wrong) == "malformed"
    bot.ask("publish_season", season=season["id"])
    plan = {"name": "Friday", "game": "vilnius", "date": f"{today}", "begins": "00:00", "ends": "00:00", "tables": 2}
    assert bot.refused("plan", club=club.slug, **{**plan, "date": "2020-01-01"}) == "malformed"
    (night,) = bot.ask("plan", club=club.slug, **plan)["nights"]
    assert bot.ask("change", coming=night, **{**plan, "place": "Library"})["place"] == "Library"
    assert bot.ask("cancel", coming=night)["status"] == "cancelled"
    assert bot.refused("open_night", coming=night) == "coming-cancelled"
    assert bot.ask("cancel", coming=night, cancelled=False)["status"] == "planned"
    event = bot.ask("open_night", coming=night)["id"]
    assert [row["status"] for row in bot.ask("nights", club=club.slug)["rows"]] == ["opened"]
    _the_night_is_played(bot, event)
    (row, *_) = bot.ask("season_standings", season=season["id"])["rows"]
    assert (row["player"]["name"], row["points"]) == ("Bruno", 5)
    assert [row["counted"] for row in bot.ask("all_time", club=club.slug)["rows"]] == [None, None]
    assert bot.ask("archive_season", season=season["id"])["status"] == "archived"


def _the_night_is_played(bot: Bot, event: int) -> None:
    ana, bruno, chiara = bot.ask("enter_people", event=event, names=["Ana", "Bruno", "Chiara"])["entrants"]
    (table,) = bot.ask("seat", event=event, tables=[[ana, bruno]])["tables"]
    assert bot.ask("leave", event=event, entrant=chiara)["present"] is False
    payload = {"declarer": 2, "announced": 3, "trump": None, "taken": 3}
    seen = bot.ask("table", table=table)["revision"]
    recorded = bot.ask("record_deal", table=table, base_revision=seen, payload=payload)
    assert (recorded["deal"]["number"], recorded["repeated"], Deal.objects.count()) == (1, True, 1)
    bot.ask("send", event=event, text="Last deal", table=table)
    assert bot.ask("adjourn", table=table)["status"] == "adjourned"
    assert bot.ask("resume", table=table)["status"] == "playing"
    bot.ask("end", table=table)
    assert bot.ask("finish", event=event)["status"] == "finished"
    assert Table.objects.get().status == Table.Status.CLOSED
