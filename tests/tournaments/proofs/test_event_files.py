"""Whatever was played, the event's file proves itself, and what is changed in it is found."""

import json
from collections.abc import Iterator
from copy import deepcopy
from pathlib import Path
from random import Random
from typing import Any

import pytest
from jsonschema import Draft202012Validator

from tests.factories import announce, correct, deal, make_table
from tests.tournament_scenes import begun, draw, finish_table, next_round, play_stage
from tests.tournaments.night.test_standings import closed_before_all_announced
from tests.tournaments.prizes.scenes import give
from tests.tournaments.proofs.scenes import EVENTS, file_of, played
from tests.tournaments.stage.test_extra_games import a_final, draw_level
from tests.tournaments.stage.test_matches import a_match, games, people, record_of, win
from tests.tournaments.teams.scenes import team_up
from tournaments.audit import SYSTEM
from tournaments.models import Event, Table
from tournaments.proofs.canonical import canonical
from tournaments.proofs.tables import Difference
from tournaments.proofs.verify import NoEventFile, Proof, check_facts, verify
from tournaments.services.night import rank_by_average
from tournaments.services.stage import preview
from tournaments.services.stage.entrants import reinstate, withdraw
from tournaments.services.stage.rounds import publish_round
from tournaments.services.stage.rulings import decide_match, decide_places, forfeit, lift_ruling

pytestmark = pytest.mark.django_db
SCHEMA = Path(__file__).parents[3] / "docs/samples/event.schema.json"


@pytest.mark.parametrize("name", EVENTS)
def test_an_event_of_every_format_proves_itself(name):
    report = proved(file_of(played(name)))
    assert report.checked["draws"] and report.checked["places"] and report.checked["standings"]
    assert (+report.unchecked).keys() == ({"expected-wins"} if name == "handicap" else set())


@pytest.mark.flood
@pytest.mark.parametrize("seed", range(1, 5))
@pytest.mark.parametrize("name", EVENTS)
def test_an_event_with_corrections_rulings_and_changes_by_hand_proves_itself(name, seed):
    report = proved(file_of(played(name, seed)))
    assert not report.unchecked["draw-not-kept"]


def test_a_club_night_proves_itself_with_a_table_that_plays_on():
    table = make_table(seats=3)
    for number in range(4):
        deal(table, announce((number + 1) % 3, 2, 2))
    correct(table, 2, announce(2, 2, 1))
    report = proved(file_of(table.event))
    assert (report.checked["deals"], report.unchecked["version-replaced"]) == (4, 1)


@pytest.mark.parametrize("by_average", [False, True])
def test_who_announced_nothing_has_a_place_in_a_nights_file_and_files_that_gave_none_prove_themselves(by_average):
    event = closed_before_all_announced()
    give(event, ("First", 9, None), ("Second", 6, None), ("Third", 3, None), ("Fourth", 1, None))
    team_up(event, Reds="Ana Bruno", Blues="Chiara Dovas")
    rank_by_average(event_id=event.pk, by_average=by_average, actor=SYSTEM)
    facts = json.loads(file_of(event))
    assert [row["place"] for row in facts["standings"]] == [1, 1, 3, 3]
    check_facts(facts, Proof())
    for row in facts["standings"][2:]:
        row["place"] = None
    with pytest.raises(Difference, match="prizes"):
        check_facts(facts, Proof())  # whoever has no place has no prize
    del facts["event"]["prizes"], facts["event"]["teams"]
    check_facts(facts, Proof())
    facts["standings"][2]["place"] = 3
    with pytest.raises(Difference, match="standings: person"):
        check_facts(facts, Proof())


def test_a_draw_that_was_taken_back_for_the_one_before_proves_itself():
    event = begun(8, stages=[("swiss", {"rounds": 1})])
    round_ = draw(event)
    first, second = (table.entrants[0] for table in round_.seating.tables[:2])
    preview.exchange_in_preview(round_id=round_.pk, first=first, second=second, actor=SYSTEM)
    preview.undo_in_preview(round_id=round_.pk, actor=SYSTEM)
    preview.pin_in_preview(round_id=round_.pk, what=1, pinned=True, actor=SYSTEM)
    withdraw(event_id=event.pk, entrant_id=round_.seating.tables[1].entrants[0], actor=SYSTEM)
    preview.redraw_preview(round_id=round_.pk, actor=SYSTEM)
    preview.undo_in_preview(round_id=round_.pk, actor=SYSTEM)
    reinstate(event_id=event.pk, entrant_id=round_.seating.tables[1].entrants[0], actor=SYSTEM)
    publish_round(round_id=round_.pk, actor=SYSTEM)
    assert proved(file_of(event)).checked["draws"] == 1


def test_who_has_left_and_forfeits_once_more_by_the_directors_word_has_forfeited_once():
    event = begun(4, stages=[("single-elimination", {})])
    round_ = draw(event)
    withdraw(event_id=event.pk, entrant_id=round_.seating.tables[0].entrants[0], actor=SYSTEM)
    table = publish_round(round_id=round_.pk, actor=SYSTEM)[0]
    forfeit(table_id=table.pk, seats=[0], reason="has gone", actor=SYSTEM)
    assert proved(file_of(event)).checked["draws"] == 1


def test_an_event_that_counts_the_games_own_score_proves_itself():
    event = begun(4, stages=[("swiss", {"rounds": 1, "points": "score"})])
    play_stage(event)
    assert proved(file_of(event)).checked["draws"] == 1


def test_who_left_a_match_before_its_second_game_has_forfeited_by_the_log():
    event, first = a_match(3)
    win(first, people(first)[0])
    forfeit(table_id=games(first)[1].pk, seats=[1], reason="", actor=SYSTEM)
    assert proved(file_of(event)).checked["draws"]


def test_a_double_swiss_whose_games_were_drawn_proves_itself():
    assert proved(file_of(drawn_games(points="games"))).checked["draws"] == 3


def test_a_draw_of_an_earlier_program_that_names_no_games_won_proves_itself():
    whole = json.loads(file_of(drawn_games()))
    requests = [round_["draw"]["request"] for round_ in whole["stages"][0]["rounds"]]
    tables = [table for request in requests for round_ in request["groups"][0]["rounds"] for table in round_["tables"]]
    assert [table.pop("wins") for table in tables]
    check_facts(whole, Proof())
    tables[0]["places"].reverse()
    with pytest.raises(Difference, match="before the draw"):
        check_facts(whole, Proof())


def drawn_games(**options: str) -> Event:
    event = begun(7, stages=[("swiss", {"rounds": 3, "games": 2, **options})])
    for _round in range(3):
        for first in next_round(event):
            decide_places(table_id=first.pk, places=[1, 1], reason="level", actor=SYSTEM)
            finish_table(Table.objects.get(round=first.round, number=first.number, game=2))
    return event


def test_an_extra_game_proves_itself_also_where_a_correction_made_it_needless():
    _event, first = a_final()
    draw_level(first)
    draw_level(games(first)[1])
    win(games(first)[2], people(first)[0])
    assert proved(file_of(first.event)).checked["deals"] == 6
    correct(games(first)[1], 2, {"dealer": 0, "claimed": [0]})
    assert proved(file_of(first.event)).checked["places"]


def test_an_extra_game_proves_itself_also_where_the_game_before_was_played_on_afterwards():
    event, first = a_final()
    ana, bruno = people(first)
    draw_level(first)
    win(games(first)[1], ana)
    correct(first, 1, None)
    deal(first, {"dealer": 0, "claimed": [1]})
    assert {seat.id: seat.place for seat in record_of(event).seats} == {ana: 2, bruno: 1}
    assert proved(file_of(event)).checked["places"]


def test_extra_games_after_one_that_was_ruled_level_against_its_scores_prove_themselves():
    event, first = a_final()
    ana, bruno = people(first)
    win(first, ana)
    decide_places(table_id=first.pk, places=[1, 1], reason="", actor=SYSTEM)
    draw_level(games(first)[1])
    win(games(first)[2], bruno)
    assert proved(file_of(event)).checked["places"]


def test_a_match_decided_at_its_only_game_when_the_extra_one_was_still_empty_proves_itself():
    event, first = a_final()
    draw_level(first)
    decide_match(table_id=first.pk, places=[2, 1], reason="", actor=SYSTEM)
    assert proved(file_of(event)).checked["places"]


def test_of_two_who_never_came_one_after_the_other_both_have_forfeited_by_the_log():
    event, first = a_match(3, games=1)
    for _ in range(2):
        forfeit(table_id=first.pk, seats=[0], reason="", actor=SYSTEM)
    lift_ruling(table_id=first.pk, reason="", actor=SYSTEM)
    assert proved(file_of(event)).checked["draws"]


def proved(text: bytes) -> Proof:
    report = verify(text)
    assert report.difference is None, report.as_dict()["difference"]
    schema = json.loads(SCHEMA.read_text())
    Draft202012Validator.check_schema(schema)
    assert [error.json_path for error in Draft202012Validator(schema).iter_errors(json.loads(text))] == []
    return report


def test_a_draw_rests_on_the_handicaps_that_entrants_began_with():
    whole = json.loads(file_of(played("handicap")))
    for given in ([], [[8, 1]]):
        changed = deepcopy(whole)
        changed["stages"][0]["rounds"][0]["draw"]["request"]["groups"][0]["handicaps"] = given
        with pytest.raises(Difference, match="handicaps"):
            check_facts(changed, Proof())


CHANGES = 50


@pytest.mark.flood
@pytest.mark.parametrize("seed", range(4))
@pytest.mark.parametrize("name", EVENTS)
def test_whatever_is_changed_in_a_file_is_found(name, seed):
    """By the signature; and where whoever changed it could sign it anew, unless nothing that it claims is another."""
    text = file_of(played(name, seed))
    whole, random = json.loads(text), Random(seed)
    for _ in range(CHANGES):
        changed, path = changed_once(whole, random)
        try:
            check_facts(changed, Proof())
        except (Difference, NoEventFile):
            continue
        assert claims(changed) == claims(whole), path
    assert is_refused(canonical(changed))
    at = random.randrange(len(text))
    assert is_refused(text[:at] + bytes([text[at] ^ 1]) + text[at + 1 :])


def is_refused(text: bytes) -> bool:
    try:
        return verify(text).difference is not None
    except NoEventFile:
        return True


def changed_once(whole: dict[str, Any], random: Random) -> tuple[dict[str, Any], list[Any]]:
    """One value is another, one item is missing, or two have changed places; and where."""
    changed = deepcopy(whole)
    part = random.choice(["stages", "stages", "stages", "standings", "log", "people", "event"])
    path = [part, *random.choice(list(places_in(changed[part])))]
    *way, last = path
    there = changed
    for step in way:
        there = there[step]
    old = deepcopy(there)
    if isinstance(there, list) and random.random() < 0.3:
        del there[last]
    elif isinstance(there, list) and len(there) > 1 and random.random() < 0.5:
        other = (last + 1) % len(there)
        there[last], there[other] = there[other], there[last]
    else:
        there[last] = another(there[last], random)
    return (changed, path) if there != old else changed_once(whole, random)


def places_in(value: Any) -> Iterator[list[Any]]:
    items = value.items() if isinstance(value, dict) else enumerate(value) if isinstance(value, list) else ()
    for name, item in items:
        yield [name]
        yield from ([name, *path] for path in places_in(item))


def another(value: Any, random: Random) -> Any:
    if isinstance(value, bool) or value is None:
        return not value
    if isinstance(value, int):
        return value + random.choice([-1, 1])
    if isinstance(value, str):
        return value[:-1] + chr(ord(value[-1]) ^ 1) if value else "x"
    return type(value)()


def claims(whole: dict[str, Any]) -> list[Any]:
    """Who was drawn to which table, what every seat scored, and all places with their tie-breaks."""
    rounds = [round_ for stage in whole["stages"] for round_ in stage["rounds"]]
    seats = [table["seats"] for round_ in rounds for table in round_["tables"]]
    drawn = [round_["draw"] and round_["draw"]["answer"] for round_ in rounds]
    places = [stage["places"] for stage in whole["stages"]]
    scores = [[(seat["entrant"], seat["score"], seat["place"]) for seat in seats_of] for seats_of in seats]
    return [drawn, scores, places, sorted(whole["standings"], key=lambda row: row["person"])]
