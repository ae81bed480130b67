"""Rounds without a game, by both editions of FIDE C.07 article 16.

The figures are FIDE's: those of Mario Held's Swiss by the FIDE tie-break checker 1.9.57 (rules of 2024-08-01 and of
2026-03-01), the single cases the worked examples of the Arbiters' Manual 2026, which give both.
"""

from collections.abc import Sequence
from fractions import Fraction

import pytest

from tests.formats.records import cross_table, table
from tests.formats.standings.test_tiebreaks import SWISS
from tournaments.formats.record import ByeRecord, EventRecord, RoundRecord, TableRecord
from tournaments.formats.standings.ledger import EDITIONS
from tournaments.formats.standings.points import SCHEMES, PointRule, own_scheme
from tournaments.formats.standings.ranking import standings

WIN = PointRule(scheme=SCHEMES["win"])
PLACES = PointRule(scheme=SCHEMES["4321"])
BY_SIZE = PointRule(scheme=own_scheme({3: [3, 2, 0], 4: [5, 3, 2, 0]}))

# In the order of the players; where the editions do not differ, one line for both.
CHECKED = {
    ("buchholz", "2024"): "12.5 13 15.5 15 8.5 12 14.5 13.5 9 13 13.5 11.5 14 11 12 12.5",
    ("buchholz", "2026"): "12.5 13 15.5 14 8.5 11.5 14.5 13.5 9 13 12.5 11.5 14 11 12 12.5",
    ("buchholz-cut-1", "2024"): "11 12 13 11.5 7.5 11 12.5 12 7.5 11.5 12 9.5 12 9 11 11",
    ("buchholz-cut-1", "2026"): "11 12 13 11.5 7.5 10.5 12.5 12 7.5 11.5 11 9.5 12 9 11 11",
    ("buchholz-median", "2024"): "7 8.5 9 8 5 7.5 8.5 8.5 4 7.5 8.5 6 8.5 6 7.5 7",
    ("buchholz-median", "2026"): "7 8.5 9 8 5 7 8.5 8.5 4 7.5 7.5 6 8.5 6 7.5 7",
    ("sonneborn-berger", "2024"): "8 9.5 10.5 9.75 4.25 6.5 3.25 5.25 2.25 1.5 5.75 4 4.25 4.5 3.5 7.25",
    ("sonneborn-berger", "2026"): "8 9.5 10.5 9.25 4.25 6 3.25 5.25 2.25 1.5 4.75 4 4.25 4.5 3.5 7.25",
    **{("wins", edition): "2 3 2 2 2 3 1 2 1 1 2 2 1 2 2 3" for edition in EDITIONS},
}


def figures(record: EventRecord, key: str, edition: str, *, rule: PointRule = WIN) -> dict[int, Fraction | None]:
    return {row.id: row.figures[key].value for row in standings(record, rule=rule, chain=[key], edition=edition)}


@pytest.mark.parametrize(("key", "edition"), CHECKED)
def test_the_published_swiss_gives_the_figures_of_the_checker(key: str, edition: str):
    expected = dict(zip(SWISS, map(Fraction, CHECKED[key, edition].split()), strict=True))
    assert figures(cross_table(SWISS), key, edition) == expected


class Example:
    """One player's event: what each round brought against whom, everybody's other rounds played with strangers."""

    def __init__(self, turns: str, *, withdrawn_after: int | None = None) -> None:
        self.turns = [turn.split("/") for turn in turns.split()]
        self.last = withdrawn_after or len(self.turns)
        self.strangers = 0
        self.rounds: list[tuple[list[TableRecord], list[ByeRecord]]] = [([], []) for _ in self.turns]
        for number, turn in enumerate(self.turns):
            self._play(number, *turn)

    def _play(self, number: int, result: str, points: str = "") -> None:
        tables, byes = self.rounds[number]
        if result in ("Z", "H"):
            byes.append(ByeRecord("hero", Fraction(result == "H", 2), requested=True))
            return
        other = f"o{number}"
        match result:
            case "F+":
                tables.append(table("hero", other, forfeited=[other]))
            case "F-":
                tables.append(table("hero", other, forfeited=["hero"]))
            case _:
                tables.append(table("hero", other, places={"+": (1, 2), "=": (1, 1), "-": (2, 1)}[result]))
        theirs = {"+": 0, "F+": 0, "=": Fraction(1, 2), "-": 1, "F-": 1}[result]
        self._elsewhere(other, number, Fraction(points) - theirs)

    def _elsewhere(self, who: str, met: int, points: Fraction) -> None:
        """``who`` comes to so many points in the other rounds, all of them played."""
        for number in (each for each in range(len(self.turns)) if each != met):
            gain = min(points, Fraction(1))
            points -= gain
            stranger = f"s{self.strangers}"
            self.strangers += 1
            places = {Fraction(1): (1, 2), Fraction(1, 2): (1, 1), Fraction(0): (2, 1)}[gain]
            self.rounds[number][0].append(table(who, stranger, places=places))

    def record(self) -> EventRecord:
        rounds = tuple(RoundRecord(tuple(tables), tuple(byes)) for tables, byes in self.rounds)
        seated = {seat.id for round_ in rounds for each in round_.tables for seat in each.seats}
        return EventRecord(tuple(sorted({"hero", *seated})), rounds)


# By edition; each turn is a result and what the opponent came to.
EXAMPLES = {
    # Laxman: a zero-point bye in the fourth of ten rounds, 7 points.
    ("+/5 +/5 -/6.5 Z +/4.5 =/6 +/5 =/6.5 +/5.5 +/6", "buchholz"): (57, 55),
    ("+/5 +/5 -/6.5 Z +/4.5 =/6 +/5 =/6.5 +/5.5 +/6", "buchholz-cut-1"): (50, 50),
    ("+/5 +/5 -/6.5 Z +/4.5 =/6 +/5 =/6.5 +/5.5 +/6", "sonneborn-berger"): (37.25, 37.25),
    # Example 01: a forfeit win in the seventh of nine rounds over somebody who counts 5.5, 7 points.
    ("+/5 +/5.5 =/5 +/4.5 -/6 +/5.5 F+/5.5 =/6.5 +/6", "buchholz"): (51, 49.5),
    # Example 03: a forfeit loss to somebody with 7.5, then away in the last of ten rounds, 6.5 points.
    ("+/3.5 +/6 +/6.5 =/7.5 +/6.5 =/8 +/6.5 =/7 F-/7.5 Z", "buchholz"): (64.5, 63),
}


@pytest.mark.parametrize(("turns", "key"), EXAMPLES)
@pytest.mark.parametrize("edition", EDITIONS)
def test_the_examples_of_the_arbiters_manual(turns: str, key: str, edition: str):
    expected = EXAMPLES[turns, key][EDITIONS.index(edition)]
    assert figures(Example(turns).record(), key, edition)["hero"] == Fraction(expected)


def test_with_three_points_for_a_win_a_draw_is_worth_one_everywhere():
    """a drew with b, beat c, and left; b lost to nobody. The figures over three are what the checker multiplies."""
    rule = PointRule(scheme=SCHEMES["310"])
    rows = {"a": "=b +c --", "b": "=a =d +c", "c": "+d -a -b", "d": "-c =b --"}
    for edition in EDITIONS:
        assert figures(cross_table(rows), "score", edition, rule=rule) == {"a": 4, "b": 5, "c": 3, "d": 1}
        found = figures(cross_table(rows), "sonneborn-berger", edition, rule=rule)
        assert found == {"a": Fraction(5, 3) + 3, "b": Fraction(5, 3) + Fraction(2, 3) + 3, "c": 2, "d": Fraction(5, 3)}
    found = [figures(cross_table(rows), "buchholz", edition, rule=rule)["a"] for edition in EDITIONS]
    assert found == [5 + 3 + 4, 5 + 3 + 3]


def larger(*rounds: Sequence[TableRecord]) -> EventRecord:
    seated = {seat.id for tables in rounds for each in tables for seat in each.seats}
    return EventRecord(tuple(sorted(seated)), tuple(RoundRecord(tuple(tables)) for tables in rounds))


def test_at_a_larger_table_those_who_were_due_limit_the_dummy_on_average():
    """a has 4 + 4 + 0; b, c and d, whom a left sitting, have 9, 6 and 5."""
    record = larger(
        [table("a", "b", "c", "d")], [table("a", "b", "c", "d")], [table("b", "c", "d", "a", forfeited=["a"])]
    )
    found = {edition: figures(record, "buchholz", edition, rule=PLACES)["a"] for edition in EDITIONS}
    due = Fraction(10 + 7 + 4, 3)
    assert found == {"2024": 2 * due + 8, "2026": 2 * due + min(8, due)}


def test_a_full_bye_on_request_is_not_cut_first():
    """16.2.1: it counts as an allocated one."""
    rows = {"1": "+2 +BYE -3", "2": "-1 +3 +BYE", "3": "+BYE -2 +1"}
    asked = cross_table(rows)
    first, second, third = asked.rounds
    bye = ByeRecord("1", 1, requested=True)
    wanted = EventRecord(asked.entrants, (first, RoundRecord(second.tables, (bye,)), third))
    for edition in EDITIONS:
        assert figures(wanted, "buchholz-cut-1", edition) == figures(asked, "buchholz-cut-1", edition)


@pytest.mark.parametrize(
    ("rule", "others", "points"), [(WIN, ("b",), 1), (PLACES, ("b", "c", "d"), 4), (BY_SIZE, ("b", "c"), 3)]
)
def test_a_bye_worth_a_win_is_one_also_in_a_round_without_any_table(rule, others, points):
    empty = RoundRecord((), (ByeRecord("a", Fraction(points)), *(ByeRecord(who, Fraction(0), True) for who in others)))
    record = EventRecord(("a", *others), (RoundRecord((table("b", *others[1:], "a"),)), empty))
    assert figures(record, "wins", "2024", rule=rule) == {"a": 1, "b": 1, **dict.fromkeys(others[1:], 0)}


def test_without_any_table_the_points_say_what_a_bye_is_worth():
    rule = PointRule(scheme=own_scheme({4: [5, 3, 2, 0]}))
    record = EventRecord(tuple("ab"), (RoundRecord((), (ByeRecord("a", Fraction(5)), ByeRecord("b", Fraction(0)))),))
    assert figures(record, "wins", "2024", rule=rule) == {"a": 1, "b": 0}
