"""Why am I here? The page tells how a place and every table came about."""

import re
from fractions import Fraction
from html import unescape

import pytest
from django.db import connection
from django.test import Client
from django.test.utils import CaptureQueriesContext
from django.urls import reverse
from django.utils import translation

from tests.factories import make_night
from tests.tournament_scenes import (
    draw,
    finish_round,
    finish_table,
    ids,
    make_tournament,
    next_round,
    play_round,
    start,
)
from tournaments.audit import SYSTEM
from tournaments.formats.stages import FORMATS
from tournaments.formats.standings.tiebreaks import TIEBREAKS
from tournaments.models import Entrant, Event
from tournaments.selectors.stage.history import why_page
from tournaments.services.night import finish_event
from tournaments.services.stage.entrants import enter_late, expel, keep_apart, withdraw
from tournaments.services.stage.preview import exchange_in_preview
from tournaments.services.stage.rounds import publish_round
from tournaments.words.stage.why import stage_words
from tournaments.words.standings import AT_LARGER_TABLES, TIEBREAK_DEFINITIONS, TIEBREAK_HEADS

pytestmark = pytest.mark.django_db


def address(event: Event, name: str) -> str:
    return reverse("why", args=[event.pk, entrant(event, name).pk])


def entrant(event: Event, name: str) -> Entrant:
    return event.entrants.get(player__name=name)


def text(client: Client, event: Event, name: str) -> str:
    answer = client.get(address(event, name))
    assert answer.status_code == 200
    return re.sub(r"(\s|<[^>]+>)+", " ", unescape(answer.content.decode()))


def win_by_seed(event: Event, *, but: tuple[str, str] = ("", "")) -> None:
    """The stronger by seed wins every table of a round, ``but`` where these two meet the first of them does."""
    for table in next_round(event):
        order = sorted(table.seats.select_related("entrant__player"), key=lambda seat: seat.entrant.seed or 0)
        if {seat.entrant.player.name for seat in order} == set(but):
            order.sort(key=lambda seat: seat.entrant.player.name != but[0])
        finish_table(table, order=[seat.index for seat in order])


def begun(count: int, key: str, options: dict[str, object]) -> Event:
    """The first stage has begun; its draws are the same in every run."""
    event = make_tournament(count, stages=[(key, options)])
    event.stages.update(seed=7)
    start(event)
    return event


def words(event: Event, name: str):
    (stage,) = why_page(event.pk, entrant(event, name).pk).stages
    return stage_words(stage)


def told(event: Event, number: int) -> dict[str, list[str]]:
    """What everybody is told about a round."""
    rounds = {each.player.name: words(event, each.player.name).rounds for each in event.entrants.all()}
    return {name: next(each.sentences for each in of if each.number == number) for name, of in rounds.items()}


@pytest.fixture
def odd() -> Event:
    """Five play two rounds, so that in each somebody rests and in the second somebody is moved down."""
    event = begun(5, "swiss", {"rounds": 3})
    for _ in range(2):
        win_by_seed(event)
    return event


@pytest.fixture
def tied() -> Event:
    """Four have all met: P1 and P2 end on two points, P3 and P4 on one."""
    event = begun(4, "swiss", {"rounds": 3})
    for _ in range(3):
        win_by_seed(event, but=("P4", "P1"))
    return event


def test_every_tie_break_has_the_head_of_a_narrow_column():
    assert TIEBREAK_HEADS.keys() == TIEBREAKS.keys()


@pytest.mark.parametrize("language", ["it", "lt"])
def test_what_a_tie_break_means_is_told_in_every_language(language):
    with translation.override(language):
        told = {key: str(definition) for key, definition in TIEBREAK_DEFINITIONS.items()}
        larger = {key: str(text) for key, text in AT_LARGER_TABLES.items()}
    assert [key for key, tiebreak in TIEBREAKS.items() if told[key] == tiebreak.definition] == []
    assert [key for key, text in larger.items() if text == TIEBREAKS[key].at_larger_tables] == []


def test_a_bye_says_who_else_was_as_near_to_it(client, odd):
    (rested,) = [name for name, said in told(odd, 1).items() if "bye" in said[1]]
    others = [name for name in ("P1", "P2", "P3", "P4", "P5") if name != rested]
    bye = "A bye, because the number of players does not fit the tables. No bye before it."
    assert f"{bye} As near to a bye: {', '.join(others[:3])} and {others[3]}." in text(client, odd, rested)


def test_a_table_says_the_score_group_and_who_was_moved(odd):
    said = told(odd, 2)
    (down,) = [name for name, each in said.items() if "Moved down, to a table of lower scores." in each]
    (up,) = [name for name, each in said.items() if "Moved up, to a table of higher scores." in each]
    level = [name for name, each in said.items() if each[0].startswith("Score before this round: 1, ") and name != down]
    assert said[down][0] == f"Score before this round: 1, the same as {' and '.join(level)}."
    assert said[up][0].startswith("Score before this round: 0, the same as ")


def test_a_seat_says_how_often_one_had_sat_there(odd):
    for name in ("P1", "P2", "P3", "P4", "P5"):
        seats = {number: [s for s in told(odd, number)[name] if s.startswith("Seat ")] for number in (1, 2)}
        if seats[1] and seats[2]:
            assert seats[1] in (["Seat 1, for the first time."], ["Seat 2, for the first time."])
            same = seats[1][0][:6] == seats[2][0][:6]
            assert seats[2][0][6:] == (", 1 time before." if same else ", for the first time.")


def test_a_tie_decided_by_direct_encounter_is_told_on_both_sides(client, tied):
    assert words(tied, "P1").story == ["Above P2: Direct encounter, 1 to 0."]
    assert words(tied, "P2").story == ["Below P1: Direct encounter, 0 to 1.", "Above P3: Score, 2 to 1."]
    (direct,) = [figure for figure in words(tied, "P1").figures if figure.name == "Direct encounter"]
    assert direct.decides
    assert [(line.against[0].player.name, line.basis, line.amount) for line in direct.lines] == [("P2", "1", "1")]
    assert address(tied, "P2") in client.get(address(tied, "P1")).content.decode()


def test_buchholz_tells_every_opponent_and_what_was_cut(tied):
    (cut,) = [figure for figure in words(tied, "P3").figures if figure.name == "Buchholz cut-1"]
    lines = {line.against[0].player.name: (line.basis, line.note, line.counts) for line in cut.lines}
    assert lines == {"P1": ("2", "", True), "P2": ("2", "", True), "P4": ("1", "cut", False)}
    assert cut.value == "4"


def test_a_place_that_nothing_decides_is_tied():
    event = begun(4, "swiss", {"rounds": 1, "chain": ["score"]})
    win_by_seed(event)
    winners = [name for name in ("P1", "P2", "P3", "P4") if words(event, name).place == 1]
    assert len(winners) == 2
    ties = [sentence for name in winners for sentence in words(event, name).story if sentence.startswith("Tied")]
    assert sorted(ties) == sorted(f"Tied with {name}: nothing tells the two apart." for name in winners)


def test_who_was_met_or_is_kept_apart_was_avoided():
    event = make_tournament(8, stages=[("swiss", {"rounds": 4})])
    first, *others = ids(event)
    keep_apart(event_id=event.pk, groups=[[first, others[0]]], actor=SYSTEM)
    start(event)
    for _ in range(2):
        win_by_seed(event)
    said = [sentence for round_ in words(event, "P1").rounds for sentence in round_.sentences]
    assert said.count("Kept apart by the director: P2.") == 2


def test_who_has_gone_is_told_so(client, tied):
    withdraw(event_id=tied.pk, entrant_id=entrant(tied, "P3").pk, actor=SYSTEM)
    expel(event_id=tied.pk, entrant_id=entrant(tied, "P4").pk, reason="", actor=SYSTEM)
    assert words(tied, "P3").story == ["Withdrawn: in no further round.", "Below P2: Score, 1 to 2."]
    assert words(tied, "P4").story == ["Expelled: listed last, without a place."]
    assert "still open" in text(client, tied, "P4")


def test_who_came_late_is_told_from_when_on_and_with_what():
    event = begun(4, "swiss", {"rounds": 3})
    win_by_seed(event)
    enter_late(event_id=event.pk, name="Late", late_points=Fraction(1, 2), actor=SYSTEM)
    win_by_seed(event)
    late = words(event, "Late")
    assert late.story[0] == "Entered late, from round 2 on, with ½ for each round missed."
    assert late.rounds[-1].sentences == ["Not entered yet."]
    assert late.rounds[0].sentences[0] == "Score before this round: ½, the same as nobody else."
    assert late.figures[0].lines[0].note == "entered late"


def test_a_round_says_what_was_done_by_hand():
    event = begun(4, "swiss", {"rounds": 3})
    round_ = draw(event)
    first, second = round_.seating.tables[0].entrants[0], round_.seating.tables[1].entrants[0]
    exchange_in_preview(round_id=round_.pk, first=first, second=second, actor=SYSTEM)
    publish_round(round_id=round_.pk, actor=SYSTEM)
    assert words(event, "P1").rounds[0].sentences[-1] == "The director changed this round by hand."


def test_a_bracket_tells_where_the_seats_came_from(client):
    event = begun(6, "single-elimination", {"third_place": True})
    for _ in range(3):
        win_by_seed(event)
    said = text(client, event, "P1")
    assert "No match in this round: the next one is match 3." in said
    assert "Match 3: P1 (seed 1), P4 (winner of match 1)." in said
    assert "1 of 6" in said
    assert "Not in this round." in text(client, event, "P6")


def test_pods_tell_whole_tables_and_how_they_count(client):
    event = begun(9, "swiss", {"seats": 4, "rounds": 3})
    for _ in range(3):
        win_by_seed(event)
    score = words(event, "P1").figures[0]
    assert [len(line.against) for line in score.lines] == [2, 2, 2]
    said = text(client, event, "P1")
    assert "FIDE C.07 (2024) 8.1, 14.1, 16.5" in said
    assert "At a table of three or more the whole round is cut." in said
    assert "Score before this round: 8, the same as " in said


@pytest.mark.parametrize("key", FORMATS)
def test_every_format_tells_everybody_why(client, key):
    event = begun(7, key, {"seats": 3} if key == "table-knockout" else {})
    play_round(event)
    next_round(event)
    for each in event.entrants.all():
        for round_ in words(event, each.player.name).rounds:
            assert round_.sentences
        assert client.get(reverse("why", args=[event.pk, each.pk])).status_code == 200


def test_before_the_first_round_and_before_the_first_stage(client):
    event = make_tournament(4)
    assert "In no stage so far." in text(client, event, "P1")
    start(event)
    assert "No round has been published yet." in text(client, event, "P1")


def test_only_an_entrant_of_this_tournament_has_the_page(client, tied):
    night, other = make_night(), make_tournament(2)
    wrong = [(night.pk, night.entrants.first().pk), (tied.pk, ids(other)[0]), (tied.pk + 99, ids(tied)[0])]
    assert [client.get(reverse("why", args=pair)).status_code for pair in wrong] == [404, 404, 404]


def test_the_number_of_queries_does_not_grow_with_the_entrants(client):
    counts = []
    for size in (4, 40):
        event = make_tournament(
            size, stages=[("swiss", {"rounds": 2}), ("single-elimination", {"qualify": {"size": 4}})]
        )
        start(event)
        for _ in range(2):
            play_round(event)
        start(event)
        next_round(event)
        finish_round(event)
        in_both = event.stages.get(number=2).entries.first()
        with CaptureQueriesContext(connection) as queries:
            assert client.get(reverse("why", args=[event.pk, in_both.entrant_id])).status_code == 200
        counts.append(len(queries))
    assert counts == [18, 18]


def accelerated(names: str, *, rounds: int) -> Event:
    options = {"seats": 2, "rounds": rounds, "acceleration": "baku"}
    event = make_tournament(names=names, stages=[("swiss", options)])
    start(event)
    play_round(event)
    return event


def test_an_accelerated_draw_tells_what_only_it_counts(client):
    event = accelerated("ABCDEFGH", rounds=3)
    assert "1 of this are virtual points" in text(client, event, "A")
    assert "The upper half has virtual points" in text(client, event, "H")
    play_round(event)
    assert "½ of this are virtual points" in text(client, event, "A")
    play_round(event)
    assert text(client, event, "A").count("virtual points") == 2


def test_a_mcmahon_tells_what_one_started_with_and_how_it_counts(client):
    options = {"seats": 2, "rounds": 3, "acceleration": "mcmahon", "bands": 2}
    event = make_tournament(names="ABCDEFGH", stages=[("swiss", options)])
    start(event)
    play_round(event)
    leader, last = text(client, event, "A"), text(client, event, "H")
    assert "1 of this are starting points, which the standings count too." in leader
    assert leader.count("before the first round") == last.count("before the first round") + 2
    assert "of this are starting points" not in last


def test_who_comes_late_has_no_virtual_points_and_gives_nobody_any(client):
    event = accelerated("ABCDE", rounds=6)
    for name in ("Late", "Later", "Latest", "Last"):
        enter_late(event_id=event.pk, name=name, late_points=Fraction(), actor=SYSTEM)
    play_round(event)
    assert "of this are virtual points" not in text(client, event, "Late")
    assert text(client, event, "D").count("1 of this are virtual points") == 2
    assert "of this are virtual points" not in text(client, event, "E")


def test_the_place_in_an_event_that_is_over_is_not_a_place_so_far(client):
    event = begun(4, "swiss", {"rounds": 2})
    play_round(event)
    assert "Place so far" in text(client, event, "P1")
    finish_event(event_id=event.pk, actor=SYSTEM)
    assert "Place so far" not in text(client, event, "P1")
