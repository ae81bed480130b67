"""Whole events from the first entrant to the last place, all through the services, and the laws they keep."""

from collections import Counter
from fractions import Fraction
from itertools import combinations
from random import Random

import pytest

from tests.formats.systems.swiss_events import can_be_paired
from tests.tournament_scenes import draw, finish_table, make_tournament, open_tables, start
from tournaments.audit import SYSTEM
from tournaments.formats.plan import next_round
from tournaments.formats.stages import FORMATS, stage_standings
from tournaments.models import AuditEntry, Round, Stage
from tournaments.selectors.stage.records import stage_state
from tournaments.services.rebuild import rebuild_scores
from tournaments.services.refusals import Refused
from tournaments.services.stage.rounds import publish_round

pytestmark = pytest.mark.django_db

EVENTS = {
    "swiss for two": [("swiss", {"rounds": 4})],
    "double swiss": [("swiss", {"rounds": 4, "games": 2, "points": "games"})],
    "swiss for three": [("swiss", {"seats": 3, "rounds": 3})],
    "swiss for four": [("swiss", {"seats": 4, "rounds": 3})],
    "single": [("single-elimination", {"third_place": True})],
    "double": [("double-elimination", {"grand_final": "reset"})],
    "table knockout": [("table-knockout", {"seats": 4, "advance": 2})],
    "strikes": [("strikes", {"seats": 4, "lives": 2})],
    "round robin for four": [("round-robin", {"seats": 4, "rounds": 3})],
    "swiss, cut": [("swiss", {"rounds": 3}), ("single-elimination", {"qualify": {"size": 4}, "third_place": True})],
    "groups, knockout": [("round-robin", {}), ("single-elimination", {"qualify": {"per_group": 2}})],
}


def test_every_format_is_played_here():
    assert {key for stages in EVENTS.values() for key, _ in stages} == FORMATS.keys()


@pytest.mark.flood
@pytest.mark.parametrize("name", EVENTS)
@pytest.mark.parametrize("count", [7, 16, 33, 64])
def test_a_whole_event_keeps_the_laws_to_its_last_place(count, name):
    stages, random = EVENTS[name], Random(f"{count} {name}")
    if stages[0] == ("round-robin", {}):
        stages = [("round-robin", {"groups": max(2, count // 8)}), *stages[1:]]
    event = make_tournament(count, stages=stages)
    for _ in stages:
        stage = start(event)
        while play_one(event, stage, random):
            assert stage.rounds.count() < 40, "the stage does not end"
        check_the_end(stage)
    assert not list(rebuild_scores(keep=False))
    revisions = AuditEntry.objects.filter(event=event).values_list("revision", flat=True)
    assert len(set(revisions)) == len(revisions)


def play_one(event, stage, random) -> bool:
    """One round, drawn, published and played to its end; False when there is none."""
    before = stage_state(Stage.objects.get(pk=stage.pk))
    if next_round(before.plan, before.groups) is None:
        with pytest.raises(Refused, match="stage-over"):
            draw(event)
        return False
    round_ = draw(event)
    tables = publish_round(round_id=round_.pk, actor=SYSTEM)
    round_.refresh_from_db()
    check_round(before, round_, tables)
    for table in tables:
        play(table, random)
    for table in open_tables(event):  # the second game of a match
        play(table, random)
    assert not open_tables(event)
    return True


def play(table, random):
    seats = list(range(table.seats.count()))
    if len(seats) == 2 and random.random() < 0.2:
        finish_table(table, winner=random.choice(seats))
    else:
        finish_table(table, order=random.sample(seats, len(seats)))


def check_round(before, round_, tables):
    seated = [[seat.entrant_id for seat in table.seats.all()] for table in tables]
    byes = round_.seating.byes
    everybody = [who for table in seated for who in table] + list(byes)
    assert len(everybody) == len(set(everybody)), "somebody is there twice"
    assert len({table.number for table in tables}) == len(tables)
    assert all(table.pad_links.count() == 1 for table in tables)
    options, key = before.plan.options, before.plan.form.key
    smallest = max(2, options.seats - 1) if key == "swiss" else 2
    assert all(smallest <= len(table) <= options.seats for table in seated)
    if key == "swiss":
        assert set(everybody) == {entry.entrant_id for entry in before.entries}, "somebody is left out"
        assert len(byes) <= (len(everybody) % 2 if options.seats == 2 else 0), "somebody is idle without need"
        assert_no_needless_rematch(before, seated, byes)
    elif key == "round-robin" and options.seats == 2:
        groups = [group for group in before.groups if not set(everybody).isdisjoint(group.entrants)]
        assert sorted(everybody) == sorted(who for group in groups for who in group.entrants)
        assert len(byes) == sum(len(group.entrants) % 2 for group in groups)
    elif key == "strikes":
        assert set(everybody) == still_in(before)
        assert not byes or len(everybody) < 3


def assert_no_needless_rematch(before, seated, byes):
    met = {frozenset(pair) for table in tables_of(before) for pair in combinations(table, 2)}
    again = [pair for table in seated for pair in combinations(table, 2) if frozenset(pair) in met]
    if before.plan.options.seats == 2:
        had = Counter(bye for round_ in before.rounds for bye in round_.seating.byes)
        assert all(had[who] == 0 for who in byes), "a second bye"
        people = [who for table in seated for who in table]
        assert not again or not can_be_paired(people, lambda one, other: frozenset((one, other)) not in met)
    elif len(before.entries) >= 16:
        assert not again


def still_in(state) -> set[int]:
    """Counted afresh: who was last at a table loses a life, and two are all they have."""
    lost = Counter(
        max(table.seats.all(), key=lambda seat: place_of(state, table, seat)).entrant_id for table in state.all_tables
    )
    return {entry.entrant_id for entry in state.entries if lost[entry.entrant_id] < 2}


def tables_of(state) -> list[list[int]]:
    return [[seat.entrant_id for seat in table.seats.all()] for table in state.all_tables]


def place_of(state, table, seat) -> int:
    rulings = state.rulings.get(table.pk)
    return rulings[-1].value[seat.index] if rulings else seat.place


def check_the_end(stage):
    state = stage_state(Stage.objects.get(pk=stage.pk))
    assert not state.open_tables
    assert next_round(state.plan, state.groups) is None
    assert {round_.status for round_ in stage.rounds.all()} == {Round.Status.PUBLISHED}
    for group in state.groups:
        order = state.plan.form.places(group, state.plan.options)
        assert sorted(who for _, who in order) == sorted(group.entrants), "somebody has no place"
        assert [place for place, _ in order].count(1) == 1
        assert [place for place, _ in order] == sorted(place for place, _ in order)
    if state.plan.form.standings:
        check_standings(state)
    elif state.plan.form.duels:
        check_losses(state)


def check_standings(state):
    """The points of everybody, summed up from the tables once more."""
    points: Counter[int] = Counter()
    for table in (game for newest in state.all_tables for game in state.games.get(newest.pk, [newest])):
        row = points_of(table, seats=state.plan.options.seats)
        for seat in table.seats.all():
            points[seat.entrant_id] += row[place_of(state, table, seat) - 1]
    if not state.plan.form.scheduled:
        for round_ in state.rounds:
            points.update({who: Fraction(3, 2) if state.games else Fraction(1) for who in round_.seating.byes})
    for group in state.groups:
        rows = stage_standings(group, state.plan.options, scheduled=state.plan.form.scheduled)
        assert {row.id: row.points for row in rows} == {who: points[who] for who in group.entrants}
        assert [row.points for row in rows] == sorted((row.points for row in rows), reverse=True)
    if state.plan.form.scheduled and state.plan.options.seats == 2:
        met = Counter(frozenset(table) for table in tables_of(state))
        assert set(met.values()) == {1}
        assert len(met) == sum(len(group.entrants) * (len(group.entrants) - 1) // 2 for group in state.groups)


def points_of(table, *, seats) -> list[Fraction]:
    """By place: a win where two sit at the tables of the stage, else from 4 down to 1 in equal steps."""
    size = len(table.seats.all())
    return [Fraction(1), Fraction(0)] if seats == 2 else [4 - Fraction(3, size - 1) * place for place in range(size)]


def check_losses(state):
    """Everybody but the winner loses as often as it takes; the match for the third place takes nobody out."""
    lost = Counter(
        seat.entrant_id for table in state.all_tables for seat in table.seats.all() if place_of(state, table, seat) == 2
    )
    (group,) = state.groups
    champion = state.plan.form.places(group, state.plan.options)[0][1]
    lives = 2 if state.plan.form.key == "double-elimination" else 1
    others = Counter(lost[who] for who in group.entrants if who != champion)
    assert lost[champion] < lives
    # Who loses the semi-final and the match for the third place loses twice; who wins that one, once.
    twice = int(state.plan.options.third_place and len(group.entrants) > 3)
    assert others == Counter({lives: len(group.entrants) - 1 - twice}) + Counter({lives + 1: twice})
