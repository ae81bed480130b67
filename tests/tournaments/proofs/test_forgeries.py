"""What somebody with a key of their own could put into a file, and what the verifier says of it."""

import json
from collections.abc import Callable
from typing import Any
from uuid import uuid4

import pytest
from pytest_django import DjangoDbBlocker

from tests.databases import standing
from tests.factories import deal
from tests.tournament_scenes import begun, draw, finish_round, finish_table, next_round
from tests.tournaments.proofs.scenes import file_of, played
from tests.tournaments.stage.test_extra_games import a_final, draw_level
from tests.tournaments.stage.test_matches import games, people, win
from tournaments.audit import SYSTEM
from tournaments.models import Event
from tournaments.proofs.tables import Difference
from tournaments.proofs.verify import NoEventFile, Proof, check_facts
from tournaments.services.stage.late_corrections import DealChange, correct_late
from tournaments.services.stage.preview import discard_preview
from tournaments.services.stage.rounds import draw_round, publish_round
from tournaments.services.stage.rulings import forfeit

pytestmark = pytest.mark.django_db
Json = dict[str, Any]


def facts_of(event: Event) -> Json:
    facts: Json = json.loads(file_of(event))
    return facts


def difference(facts: Json) -> str:
    """Where the first is; empty where everything agrees."""
    try:
        check_facts(facts, Proof())
    except Difference as error:
        return error.where
    return ""


@pytest.fixture(scope="module")
def swiss_file(django_db_setup: None, django_db_blocker: DjangoDbBlocker) -> bytes:
    with standing(django_db_blocker):
        return file_of(played("swiss"))


@pytest.fixture
def swiss(swiss_file: bytes) -> Json:
    facts: Json = json.loads(swiss_file)
    return facts


def request_of(facts: Json, number: int) -> Json:
    group: Json = facts["stages"][0]["rounds"][number - 1]["draw"]["request"]["groups"][0]
    return group


def known_round(facts: Json) -> Json:
    first: Json = request_of(facts, 2)["rounds"][0]
    return first


def a_bye_goes_to_another(facts: Json) -> None:
    known_round(facts)["byes"][0][0] = 1


def a_table_is_left_out(facts: Json) -> None:
    known_round(facts)["tables"].pop()


def a_result_is_turned_round(facts: Json) -> None:
    known_round(facts)["tables"][0]["places"].reverse()


def a_float_is_invented(facts: Json) -> None:
    request_of(facts, 3)["floats"][1] = [1]


def a_round_is_left_out(facts: Json) -> None:
    for name in ("rounds", "floats", "matches"):
        request_of(facts, 3)[name].pop()


def another_seed_is_drawn_from(facts: Json) -> None:
    request_of(facts, 1)["seed"] = "1"


def somebody_is_not_drawn_for(facts: Json) -> None:
    request_of(facts, 1)["entrants"].remove(7)


def somebody_asked_for_a_bye(facts: Json) -> None:
    request_of(facts, 1)["resting"] = [1]


def the_plan_was_another(facts: Json) -> None:
    facts["stages"][0]["rounds"][0]["draw"]["request"]["options"]["seats"] = 3


def two_are_exchanged(facts: Json) -> None:
    first, second = facts["stages"][0]["rounds"][0]["tables"][:2]
    first["seats"][0]["entrant"], second["seats"][0]["entrant"] = (
        second["seats"][0]["entrant"],
        first["seats"][0]["entrant"],
    )


def somebody_sits_twice(facts: Json) -> None:
    round_ = facts["stages"][0]["rounds"][0]
    round_["edited"] = True
    round_["tables"][0]["seats"][0]["entrant"] = round_["tables"][1]["seats"][0]["entrant"]


def a_float_is_forgotten(facts: Json) -> None:
    next(round_ for round_ in facts["stages"][0]["rounds"] if round_["floats"])["floats"].pop()


def table_with_deals(facts: Json) -> Json:
    tables = [table for round_ in facts["stages"][0]["rounds"] for table in round_["tables"] if table["deals"]]
    first: Json = tables[0]
    return first


def a_winner_is_another(facts: Json) -> None:
    seats = table_with_deals(facts)["seats"]
    for name in ("place", "score"):
        seats[0][name], seats[1][name] = seats[1][name], seats[0][name]


def a_deal_is_left_out(facts: Json) -> None:
    table_with_deals(facts)["deals"].pop()


def two_rounds_are_exchanged(facts: Json) -> None:
    facts["stages"][0]["rounds"][:2] = reversed(facts["stages"][0]["rounds"][:2])


def two_places_are_exchanged(facts: Json) -> None:
    for rows, name in ((facts["standings"], "person"), (facts["stages"][0]["places"][0], "entrant")):
        rows[0][name], rows[1][name] = rows[1][name], rows[0][name]


def a_draw_is_thrown_away(facts: Json) -> None:
    facts["stages"][0]["thrown_away"] += 1


def a_draw_is_not_kept(facts: Json) -> None:
    facts["stages"][0]["rounds"][0]["draw"] = None


def a_round_was_seated_by_hand(facts: Json) -> None:
    facts["stages"][0]["rounds"][0]["edited"] = True


def a_result_is_ruled(facts: Json) -> None:
    """As it is by its deals."""
    table = table_with_deals(facts)
    places = [seat["place"] for seat in table["seats"]]
    ruling = {"table": table["table"], "kind": "decision", "value": places, "at": "2026-11-27T20:00:00.000000Z"}
    facts["stages"][0]["rulings"].append(ruling)


def a_result_is_ruled_twice(facts: Json) -> None:
    facts["stages"][0]["rulings"].append(facts["stages"][0]["rulings"][-1])


def a_tie_is_settled(facts: Json) -> None:
    places = facts["stages"][0]["places"][0]
    order = [places[0]["entrant"], places[-1]["entrant"]]
    ruling = {"table": None, "kind": "order", "value": order, "at": "2026-11-27T20:00:00.000000Z"}
    facts["stages"][0]["rulings"].append(ruling)


def a_lot_is_drawn_twice(facts: Json) -> None:
    entrants = facts["stages"][0]["entrants"]
    entrants[0]["lot"] = entrants[1]["lot"]


@pytest.mark.parametrize(
    ("forge", "where"),
    [
        (a_bye_goes_to_another, "round 2, group 1: before the draw: round 1: byes"),
        (a_table_is_left_out, "round 2, group 1: before the draw: round 1: tables"),
        (a_result_is_turned_round, "round 2, group 1: before the draw: round 1: table"),
        (a_float_is_invented, "round 3, group 1: before the draw: floats"),
        (a_round_is_left_out, "round 3, group 1: before the draw"),
        (another_seed_is_drawn_from, "round 1, group 1: before the draw: seed"),
        (somebody_is_not_drawn_for, "round 1, group 1: before the draw: entrants"),
        (somebody_asked_for_a_bye, "round 1, group 1: before the draw: resting"),
        (the_plan_was_another, "round 1: plan of the draw"),
        (two_are_exchanged, "round 1"),
        (somebody_sits_twice, "round 1: entrants"),
        (a_float_is_forgotten, "floats"),
        (a_winner_is_another, "seat 1: score and place"),
        (a_deal_is_left_out, "seat 1: score and place"),
        (two_places_are_exchanged, "group 1"),
        (two_rounds_are_exchanged, "order of the rounds"),
        (a_draw_is_thrown_away, "draws that were thrown away"),
        (a_draw_is_not_kept, "a draw that is not kept"),
        (a_round_was_seated_by_hand, "seated otherwise"),
        (a_result_is_ruled, "rulings on table"),
        (a_result_is_ruled_twice, "rulings on table"),
        (a_tie_is_settled, "rulings on ties"),
        (a_lot_is_drawn_twice, "lots"),
    ],
)
def test_it_is_found_without_the_signature(swiss: Json, forge: Callable[[Json], None], where: str) -> None:
    assert difference(swiss) == ""
    forge(swiss)
    assert where in difference(swiss)


@pytest.mark.parametrize("change", [("place", True), ("score", False), ("substitute", False)])
def test_a_number_is_not_written_as_yes_or_no(swiss: Json, change: tuple[str, bool]) -> None:
    name, value = change
    table_with_deals(swiss)["seats"][0][name] = value
    with pytest.raises(NoEventFile, match="another kind"):
        check_facts(swiss, Proof())


@pytest.mark.parametrize(("name", "value"), [("edited", 0), ("play_off", 0)])
def test_and_yes_or_no_not_as_a_number(swiss: Json, name: str, value: int) -> None:
    swiss["stages"][0]["rounds"][0][name] = value
    with pytest.raises(NoEventFile, match="another kind"):
        check_facts(swiss, Proof())


def test_a_draw_that_was_thrown_away_cannot_be_hidden() -> None:
    event = begun(6, stages=[("swiss", {"rounds": 1})])
    discard_preview(round_id=draw(event).pk, actor=SYSTEM)
    next_round(event)
    finish_round(event)
    facts = facts_of(event)
    assert (facts["stages"][0]["thrown_away"], difference(facts)) == (1, "")
    facts["stages"][0]["thrown_away"] = 0
    assert "thrown away" in difference(facts)


def test_nobody_has_another_lot_in_another_stage() -> None:
    facts = facts_of(played("cut"))
    assert difference(facts) == ""
    facts["stages"][1]["entrants"][0]["lot"] += "1"
    assert "stage 2: lot of entrant 1" in difference(facts)


def test_a_draw_may_rest_on_a_result_from_before_its_correction_and_on_no_other() -> None:
    event = begun(6, stages=[("swiss", {"rounds": 2})])
    table, *_ = next_round(event)
    finish_table(table, winner=0)
    finish_round(event)
    next_round(event)
    change = DealChange(1, {**table.deals.get().payload, "claimed": [1]}, uuid4())
    correct_late(table_id=table.pk, change=change, replay=False, reason="written wrong", actor=SYSTEM)
    facts = facts_of(event)
    assert difference(facts) == ""
    known = next(known for known in known_round(facts)["tables"] if known["scores"] != [0, 0])
    known["scores"] = [score * 2 for score in known["scores"]]
    assert "table 1" in difference(facts)


def forfeited_before_the_first_deal() -> Event:
    """The others play on; and at another table nobody comes."""
    event = begun(8, stages=[("swiss", {"seats": 4, "rounds": 1})])
    first, second = next_round(event)
    finish_table(second, order=[0, 1, 2, 3])
    forfeit(table_id=first.pk, seats=[1], reason="", actor=SYSTEM)
    forfeit(table_id=second.pk, seats=[0, 1, 2], reason="", actor=SYSTEM)
    finish_table(first, winner=0)
    return event


def test_the_word_of_the_director_is_that_of_the_log() -> None:
    facts = facts_of(forfeited_before_the_first_deal())
    assert difference(facts) == ""
    for entry in [entry for entry in facts["log"] if entry["ruling"]]:
        assert entry["ruling"][0] in ("decision", "forfeit")
    facts["stages"][0]["rulings"].pop()
    assert difference(facts) != ""


@pytest.mark.parametrize("counted", ["standing", "shared"])
def test_a_draw_may_rest_on_a_table_that_still_played(counted: str) -> None:
    event = begun(6, stages=[("swiss", {"rounds": 2})], rules={"deals": 2, "cards": "optional"})
    table, *_ = next_round(event)
    deal(table, {"dealer": table.first_dealer, "claimed": [1]})
    for other in [other for other in event.tables.all() if other != table]:
        finish_table(other, winner=0)
    round_ = draw_round(stage_id=event.stages.get().pk, actor=SYSTEM, provisional={table.pk: counted})
    deal(table, {"dealer": 1 - table.first_dealer, "claimed": [0]})
    publish_round(round_id=round_.pk, actor=SYSTEM)
    facts = facts_of(event)
    assert facts["stages"][0]["rounds"][1]["provisional"] == [{"table": 1, "counted": counted}]
    assert difference(facts) == ""


def test_a_draw_knows_the_handicaps_that_were_given():
    facts = facts_of(played("handicap"))
    assert not difference(facts)
    del request_of(facts, 1)["handicaps"][0]
    assert difference(facts) == "stage 1, round 1, group 1: before the draw: handicaps"


def tables_of(facts: Json) -> list[Json]:
    tables: list[Json] = facts["stages"][0]["rounds"][0]["tables"]
    return tables


def test_an_extra_game_where_the_match_was_decided_is_none() -> None:
    event, first = a_final(games=3, decided="total")
    for _ in range(3):
        win(games(first)[-1], people(first)[0])
    facts = facts_of(event)
    assert not difference(facts)
    for table in tables_of(facts):
        table["extra_games"] = 1
    assert difference(facts) == f"table {tables_of(facts)[0]['table']}: extra games"


def an_extra_game() -> Json:
    event, first = a_final()
    draw_level(first)
    win(games(first)[1], people(first)[0])
    facts = facts_of(event)
    assert not difference(facts)
    return facts


def test_an_extra_game_that_the_plan_leaves_to_the_director_is_none() -> None:
    facts = an_extra_game()
    facts["stages"][0]["options"]["level"] = "director"
    assert "extra games" in difference(facts)


def test_an_extra_game_cannot_be_left_out() -> None:
    facts = an_extra_game()
    tables_of(facts).pop()
    assert "games of the match" in difference(facts)


def test_a_match_whose_games_bring_points_is_not_decided_otherwise() -> None:
    facts = facts_of(played("double-swiss"))
    for table in tables_of(facts):
        table["decided"] = "wins"
    assert "what decides the match" in difference(facts)
