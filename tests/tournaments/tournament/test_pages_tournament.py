"""A tournament's pages for everyone: what they say at every moment, and that they cost the same for 4 as for 40."""

import re
from html import unescape
from random import Random

import pytest
from django.db import connection
from django.test import Client
from django.test.utils import CaptureQueriesContext
from django.urls import reverse

from tests.factories import announce, deal, make_member, make_table
from tests.tournament_scenes import (
    draw,
    finish_round,
    finish_table,
    ids,
    make_tournament,
    next_round,
    play_event,
    play_round,
    play_stage,
    start,
)
from tournaments.audit import SYSTEM
from tournaments.models import Member, Round
from tournaments.selectors.stage.history import cross_tables
from tournaments.selectors.tournament.page import states_of
from tournaments.services.night import finish_event
from tournaments.services.stage.entrants import expel, substitute, withdraw
from tournaments.services.stage.rounds import start_clock
from tournaments.services.stage.rulings import forfeit

pytestmark = pytest.mark.django_db

PAGES = ("event", "cross-table", "bracket", "wall")
PLANS = {
    "swiss": [("swiss", {"rounds": 3})],
    "swiss of four": [("swiss", {"seats": 4, "rounds": 2})],
    "groups, then knockout": [
        ("round-robin", {"groups": 2}),
        ("single-elimination", {"qualify": {"per_group": 2}, "third_place": True}),
    ],
    "double elimination": [("double-elimination", {"grand_final": "reset"})],
    "table knockout": [("table-knockout", {"seats": 4, "advance": 2})],
    "strikes": [("strikes", {"seats": 4, "lives": 2})],
}


def text(client: Client, name: str, pk: int, query: str = "") -> str:
    """What the page says, without its markup."""
    answer = client.get(reverse(name, args=[pk]) + query)
    assert answer.status_code == 200
    return " ".join(unescape(re.sub(r"<[^>]+>", " ", answer.content.decode())).split())


def rows(client: Client, name: str, pk: int, *, caption: str, query: str = "") -> list[list[str]]:
    """The cells of the body of the table with this caption."""
    html = client.get(reverse(name, args=[pk]) + query).content.decode()
    (body,) = re.findall(rf"<caption[^>]*>{caption}</caption>.*?<tbody>(.*?)</tbody>", html, re.S)[:1]
    cells = [re.findall(r"<t[hd].*?</t[hd]>", row, re.S) for row in body.split("<tr")[1:]]
    return [[" ".join(unescape(re.sub(r"<[^>]+>", " ", cell)).split()) for cell in row] for row in cells]


@pytest.mark.flood
@pytest.mark.parametrize("plan", PLANS)
def test_every_page_can_be_read_at_every_moment_of_every_format(client, plan):
    event = make_tournament(9, stages=PLANS[plan])

    def look() -> None:
        for name in PAGES:
            for headers in ({}, {"HX-Request": "true"}):
                assert client.get(reverse(name, args=[event.pk]), headers=headers).status_code == 200
        for round_ in Round.objects.filter(stage__event=event, status=Round.Status.PUBLISHED):
            assert client.get(reverse("pairings", args=[round_.pk])).status_code == 200

    look()
    start(event)
    look()
    next_round(event, minutes=30)
    look()
    finish_round(event, Random(1))
    look()
    play_stage(event, Random(2))
    play_event(event, Random(3))
    look()
    finish_event(event_id=event.pk, actor=SYSTEM)
    look()


def test_before_it_begins_it_shows_who_has_entered(client):
    event = make_tournament(names=["Ana", "Bruno"])
    page = text(client, "event", event.pk)
    assert "Ana" in page
    assert "Players 2" in page
    assert "Standings" not in page


def test_a_preview_is_for_the_director_alone(client):
    event = make_tournament(4)
    start(event)
    preview = draw(event)
    assert client.get(reverse("pairings", args=[preview.pk])).status_code == 404
    assert "Round 1" not in text(client, "event", event.pk)


def test_people_find_themselves_by_table_and_by_name(client):
    event = make_tournament(names=["Dovas", "Ana", "Bruno"])
    start(event)
    (table,) = next_round(event)
    one, other = (seat.player.name for seat in table.seats.all())
    (free,) = {"Dovas", "Ana", "Bruno"} - {one, other}
    expected = {one: ["1", "1", other], other: ["1", "2", one], free: ["–", "", "bye"]}
    for name, pk, query in (("event", event.pk, "?by=name"), ("pairings", table.round_id, "")):
        found = rows(client, name, pk, caption="By name", query=query)
        assert found == [[who, *expected[who]] for who in sorted(expected)]
    assert rows(client, "pairings", table.round_id, caption="By table") == [["1", f"{one} 0 {other} 0"]]
    assert f"Bye: {free}" in text(client, "event", event.pk)


def test_standings_tell_points_figures_and_what_decided(client):
    event = make_tournament(4, stages=[("swiss", {"rounds": 1, "chain": ["score", "wins", "lots"]})])
    start(event)
    for table in next_round(event):
        finish_table(table, order=[0, 1])
    found = rows(client, "event", event.pk, caption="Standings")
    assert [(row[0], row[-1], row[-3]) for row in found] == [
        ("1 lot", "1", "1"),
        ("2 lot", "1", "1"),
        ("3 lot", "0", "0"),
        ("4 lot", "0", "0"),
    ]
    page = client.get(reverse("event", args=[event.pk])).content.decode()
    deciding = [
        re.findall(r'<td class="number place-figure">\s*(<span class="decides")?', row)
        for row in page.split("<tr")[2:6]
    ]
    assert [[bool(mark) for mark in marks] for marks in deciding] == [[False, False], [False, True]] * 2
    first = event.entrants.get(player__name=found[0][1].split()[-1])
    assert reverse("why", args=[event.pk, first.pk]) in page


def test_no_lot_places_anybody_while_there_is_something_to_play_and_nobody_leads_before_a_result(client):
    event = make_tournament(5, stages=[("swiss", {"rounds": 2, "chain": ["score", "lots"]})])
    start(event)
    first, second = next_round(event)
    address = reverse("event", args=[event.pk])
    found = rows(client, "event", event.pk, caption="Standings")
    assert [row[0] for row in found] == ["–"] * 5, "not even who has a bye"
    assert [row[1].split()[-1] for row in found] == ["P1", "P2", "P3", "P4", "P5"]
    assert 'class="leads"' not in client.get(address).content.decode()
    assert 'class="leads"' not in client.get(reverse("wall", args=[event.pk])).content.decode()
    finish_table(first, order=[0, 1])
    finish_table(second, order=[0, 1])
    found = rows(client, "event", event.pk, caption="Standings")
    assert [row[0] for row in found] == ["1", "1", "1", "4", "4"]
    assert "by-lot" not in client.get(address).content.decode()


def test_nobody_leads_while_all_have_their_lives(client):
    event = make_tournament(4, stages=[("strikes", {"seats": 2, "lives": 2})])
    start(event)
    first, _second = next_round(event)
    assert [row[0] for row in rows(client, "event", event.pk, caption="Standings")] == ["–"] * 4
    finish_table(first, order=[0, 1])
    assert [row[0] for row in rows(client, "event", event.pk, caption="Standings")] == ["1", "1", "1", "4"]


def test_who_has_gone_is_marked_and_the_expelled_have_no_place(client):
    event = make_tournament(6)
    start(event)
    play_round(event)
    gone, out = ids(event)[:2]
    withdraw(event_id=event.pk, entrant_id=gone, actor=SYSTEM)
    expel(event_id=event.pk, entrant_id=out, reason="cards", actor=SYSTEM)
    found = {row[1].split(" ", 1)[1]: row[0] for row in rows(client, "event", event.pk, caption="Standings")}
    assert found["P2 expelled"] == "–"
    assert found["P1 withdrawn"].isdigit()


def test_a_substitute_is_named_with_the_one_whose_seat_it_is(client):
    event = make_tournament(4)
    substitute(event_id=event.pk, entrant_id=ids(event)[0], name="Zita", actor=SYSTEM)
    start(event)
    tables = next_round(event)
    for page in (text(client, "event", event.pk), text(client, "pairings", tables[0].round_id)):
        assert "Zita for P1" in page
    assert "Zita" in text(client, "wall", event.pk)


def test_a_forfeit_and_a_decision_are_told_at_the_table(client):
    event = make_tournament(4)
    start(event)
    first, second = next_round(event)
    forfeit(table_id=first.pk, seats=[1], reason="not there", actor=SYSTEM)
    finish_table(second, order=[1, 0])
    page = text(client, "event", event.pk)
    # Of the table, and of who did not come; the names of tie-breaks come after them.
    assert page[: page.index("Buchholz")].count("forfeit") == 2
    absent = first.seats.get(index=1).entrant.player
    assert f"{absent.name} for forfeit" in page
    assert "decided by the director" in page
    assert "closed unfinished" not in page


def test_what_comes_next_names_the_stages_that_have_not_begun(client):
    event = make_tournament(4, stages=[("swiss", {"rounds": 2}), ("single-elimination", {})])
    start(event)
    next_round(event)
    page = client.get(reverse("event", args=[event.pk]))
    assert [stage["number"] for stage in page.context["planned"]] == [2]


def test_the_clock_runs_on_the_page_and_on_the_wall_until_the_round_is_over(client):
    event = make_tournament(4)
    start(event)
    tables = next_round(event, minutes=40)
    start_clock(round_id=tables[0].round_id, actor=SYSTEM)
    for name in ("event", "wall"):
        assert "Time left" in text(client, name, event.pk)
    finish_round(event)
    for name in ("event", "wall"):
        assert "Time left" not in text(client, name, event.pk)


def test_two_who_met_stand_against_each_other_in_the_cross_table(client):
    event = make_tournament(3, stages=[("round-robin", {})])
    start(event)
    (table,) = next_round(event)
    finish_table(table, order=[0, 1])
    winner, loser = (seat.player.name for seat in table.seats.all())
    found = {row[0].split()[1]: row[1:] for row in rows(client, "cross-table", event.pk, caption="Cross-table")}
    order = [row[0].split()[1] for row in rows(client, "cross-table", event.pk, caption="Cross-table")]
    assert found[winner][order.index(loser)] == "1"
    assert found[loser][order.index(winner)] == "0"
    assert found[winner][order.index(winner)] == "–"
    assert found[winner][-2:] == ["1", "1"]


def test_who_forfeits_is_marked_so_in_the_cross_table(client):
    event = make_tournament(3, stages=[("round-robin", {})])
    start(event)
    (table,) = next_round(event)
    forfeit(table_id=table.pk, seats=[1], reason="ill", actor=SYSTEM)
    first, second, _ = rows(client, "cross-table", event.pk, caption="Cross-table")
    assert (first[2], second[1]) == ("+", "−")


def test_a_match_that_is_played_shows_its_scores_in_the_bracket(client):
    event = make_tournament(4, game="vilnius", rules={}, stages=[("single-elimination", {})])
    start(event)
    (table, _) = next_round(event)
    assert "P1 0" not in text(client, "bracket", event.pk)
    deal(table, announce(1, 3, 3))
    page = text(client, "bracket", event.pk)
    assert "P1 0" in page and "P4 10" in page


def test_larger_tables_are_crossed_round_by_round(client):
    event = make_tournament(4, stages=[("swiss", {"seats": 4, "rounds": 2})])
    start(event)
    (table,) = next_round(event)
    finish_table(table, order=[3, 2, 1, 0])
    found = rows(client, "cross-table", event.pk, caption="Cross-table")
    last = table.seats.get(index=3).player.name
    assert found[0] == [f"1 {last}", "Table 1 place 1 4", "4", "1"]
    assert found[3][1] == "Table 1 place 4 1"


def test_a_large_swiss_is_crossed_round_by_round_with_the_numbers_of_the_opponents(client):
    event = make_tournament(18)
    start(event)
    play_round(event)
    found = rows(client, "cross-table", event.pk, caption="Cross-table")
    assert len(found[0]) == 4
    number, result = found[0][1].split()[-1], found[0][1].split()[2]
    assert result == "1"
    assert found[int(number) - 1][1].endswith("0 against 1")


def test_the_bracket_shows_names_tables_and_who_goes_on(client):
    event = make_tournament(4, stages=[("single-elimination", {})])
    start(event)
    first, _second = next_round(event)
    finish_table(first, order=[0, 1])
    page = text(client, "bracket", event.pk)
    assert "winner of match 2" in page
    assert "Table 2 · playing" in page
    assert reverse("table", args=[first.pk]) in client.get(reverse("bracket", args=[event.pk])).content.decode()
    assert [row[0] for row in rows(client, "event", event.pk, caption="Standings")] == ["3"]


def test_final_places_run_over_all_stages(client):
    event = make_tournament(6, stages=PLANS["groups, then knockout"])
    play_event(event, Random(4))
    finish_event(event_id=event.pk, actor=SYSTEM)
    found = rows(client, "event", event.pk, caption="Final places")
    assert [row[0] for row in found] == ["1", "2", "3", "4", "5", "5"]
    assert "Stage 1" in text(client, "event", event.pk)
    assert "Final places" in text(client, "wall", event.pk)


def test_the_wall_shows_the_tables_of_the_current_round_only(client):
    event = make_tournament(4)
    start(event)
    play_round(event)
    tables = next_round(event)
    wall = client.get(reverse("wall", args=[event.pk])).context["wall"]
    assert [row.key for sheet in wall.table_sheets for row in sheet] == [f"t{table.pk}" for table in tables]
    assert {row.person.id for column in wall.places_sheets[0].columns for row in column} == set(ids(event))
    assert (wall.round, wall.brackets) == (2, [])


def test_in_a_knockout_the_wall_shows_tables_and_bracket(client):
    event = make_tournament(8, stages=[("single-elimination", {})])
    start(event)
    first, *_others = next_round(event)
    html = client.get(reverse("wall", args=[event.pk])).content.decode()
    assert 'data-sheet="tables-1"' in html
    assert 'data-sheet="bracket-1"' in html
    assert 'data-sheet="standings-1"' not in html
    assert f'data-row="t{first.pk}"' in html


def test_there_is_no_cross_table_of_a_night(client):
    night = make_table().event
    for name in ("cross-table", "bracket"):
        assert client.get(reverse(name, args=[night.pk])).status_code == 404


def test_an_unchanged_page_is_not_sent_again(client):
    event = make_tournament(4)
    start(event)
    (table, _other) = next_round(event)
    for name, pk in (*((name, event.pk) for name in PAGES), ("pairings", table.round_id)):
        address = reverse(name, args=[pk])
        first = client.get(address, headers={"HX-Request": "true"})
        again = {"HX-Request": "true", "If-None-Match": first["ETag"]}
        assert client.get(address, headers=again).status_code == 304
        finish_table(table, order=[0, 1])
        assert client.get(address, headers=again).status_code == 200


# Who may see it; the event, its stages and what is played; who looks first, when a result counts by itself, and of the
# stage the entries, rounds, tables (which, then those), seats, rulings. To print, which round and which others.
QUERIES = {"event": 13, "cross-table": 4, "wall": 5, "pairings": 5}


def test_the_number_of_queries_does_not_grow_with_the_entrants(client):
    counts: dict[str, list[int]] = {}
    for count in (4, 40):
        event = make_tournament(count)
        start(event)
        play_round(event)
        tables = next_round(event)
        for name in QUERIES:
            address = reverse(name, args=[tables[0].round_id if name == "pairings" else event.pk])
            with CaptureQueriesContext(connection) as queries:
                assert client.get(address).status_code == 200
            counts.setdefault(name, []).append(len(queries))
    assert counts == {name: [most, most] for name, most in QUERIES.items()}


@pytest.mark.parametrize(
    ("count", "options", "warned"),
    [(22, {}, True), (22, {"groups": 2}, False), (22, {"rounds": 9}, False), (8, {}, False)],
)
def test_a_round_robin_of_very_many_rounds_is_warned_of_before_it_is_drawn(client, count, options, warned):
    event = make_tournament(count, stages=(("round-robin", options),))
    user = make_member(event.club, Member.Role.DIRECTOR)
    client.force_login(user, backend="django.contrib.auth.backends.ModelBackend")
    stage = event.stages.get()
    note = "Everybody meets everybody in 21 rounds."
    assert (note in client.get(reverse("stage-start", args=[stage.pk])).content.decode()) == warned
    start(event)
    assert (note in client.get(reverse("desk", args=[event.pk])).content.decode()) == warned
    draw(event)
    assert note not in client.get(reverse("desk", args=[event.pk])).content.decode()


def test_a_round_in_the_cross_table_leads_to_its_table_and_says_what_it_brought():
    event = make_tournament(5, stages=[("swiss", {"seats": 4, "rounds": 2})])
    start(event)
    pair, three = sorted(next_round(event), key=lambda table: table.seats.count())
    finish_table(three, order=[2, 1, 0])
    finish_table(pair, order=[1, 0])
    (cross,) = cross_tables(states_of(event))
    numbers = {row.person.id: number for number, row in enumerate(cross.groups[0].rows, start=1)}
    turns = {row.person.id: row.turns[0] for row in cross.groups[0].rows}
    loser, winner = (seat.entrant_id for seat in pair.seats.all())
    won, lost = turns[winner], turns[loser]
    assert (won.table, won.table_id, won.against, won.place) == (pair.number, pair.pk, numbers[loser], None)
    assert (won.mark.text, won.mark.kind, lost.mark.text, lost.mark.kind) == ("1", "won", "0", "lost")
    for place, seat in enumerate(reversed(three.seats.all()), start=1):
        turn = turns[seat.entrant_id]
        assert (turn.table, turn.table_id, turn.mark, turn.against, turn.place) == (
            three.number, three.pk, None, None, place,
        )  # fmt: skip
        assert turn.points == ("4", "3", "2")[place - 1] or turn.points
