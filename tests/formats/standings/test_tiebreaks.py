"""Every tie-break against published figures, and case by case.

The published cross-tables are those of IA Mario Held, "Exercises in Tie-Breaking" (FIDE Arbiters' Commission, rev.
2403220900, for C.07), with the solutions given there for each exercise.
"""

from fractions import Fraction

import pytest

from tests.formats.records import cross_table, table
from tournaments.formats.record import ByeRecord, EventRecord, RoundRecord, SeatRecord, TableRecord
from tournaments.formats.standings.ledger import Ledger, drawn_lots
from tournaments.formats.standings.points import SCHEMES, PointRule, own_scheme
from tournaments.formats.standings.ranking import standings
from tournaments.formats.standings.tiebreaks import TIEBREAKS, direct_encounter

WIN = PointRule(scheme=SCHEMES["win"])
PLACES = PointRule(scheme=SCHEMES["4321"])

# Section 2.1: sixteen players, five rounds, with byes, forfeits, an absence and a withdrawal.
SWISS = {
    "1": "+9 =13 =2 +15 =4",
    "2": "+10 +7 =1 +16 =3",
    "3": "=11 +6 +8 =4 =2",
    "4": "+12 =BYE +13 =3 =1",
    "5": "-13 -15 +11 =7 +10",
    "6": "-14 -3 +BYE +10 +8",
    "7": "+15 -2 -16 =5 -11",
    "8": "=16 +14 -3 +13 -6",
    "9": "-1 -10 =BYE -F11 +BYE",
    "10": "-2 +9 -15 -6 -5",
    "11": "=3 -16 -5 +F9 +7",
    "12": "-4 +BYE +F14 -- --",
    "13": "+5 =1 -4 -8 -14",
    "14": "+6 -8 -F12 -- +13",
    "15": "-7 +5 +10 -1 -16",
    "16": "=8 +11 +7 -2 +15",
}
# In the order of the players above.
PUBLISHED = {
    "score": "3.5 4 3.5 3.5 2.5 3 1.5 2.5 1.5 1 2.5 2 1.5 2 2 3.5",
    "buchholz": "12.5 13 15.5 15 8.5 12 14.5 13.5 9 13 13.5 11.5 14 11 12 12.5",
    "buchholz-cut-1": "11 12 13 11.5 7.5 11 12.5 12 7.5 11.5 12 9.5 12 9 11 11",
    "sonneborn-berger": "8 9.5 10.5 9.75 4.25 6.5 3.25 5.25 2.25 1.5 5.75 4 4.25 4.5 3.5 7.25",
    "wins": "2 3 2 2 2 3 1 2 1 1 2 2 1 2 2 3",
    "progressive": "11 13 11 11.5 5 6 6 8.5 2.5 4 5.5 7 7 6 7 10.5",
}

# Section 2.2: a round robin of six; in round 4 player 6 won by forfeit against 5.
ROUND_ROBIN = {
    "1": "=5 +2 +3 -4 +6",
    "2": "+6 -1 +5 =3 +4",
    "3": "+4 +6 -1 =2 +5",
    "4": "-3 -5 =6 +1 -2",
    "5": "=1 +4 -2 -F6 -3",
    "6": "-2 -3 =4 +F5 -1",
}


def figures(record, key, *, rule=WIN, chain=None):
    return {row.id: row.figures[key].value for row in standings(record, rule=rule, chain=chain or [key])}


@pytest.mark.parametrize("key", PUBLISHED)
def test_the_published_swiss_gives_the_published_figures(key):
    expected = dict(zip(SWISS, map(Fraction, PUBLISHED[key].split()), strict=True))
    assert figures(cross_table(SWISS), key) == expected


@pytest.mark.parametrize(("player", "median"), [("2", "8.5"), ("4", "8"), ("12", "6")])
def test_the_median_takes_the_highest_round_from_cut_1_as_well(player, median):
    assert figures(cross_table(SWISS), "buchholz-median")[player] == Fraction(median)


def test_forfeits_are_games_in_a_round_robin():
    """C.07 15.2, exercise 14."""
    found = figures(cross_table(ROUND_ROBIN, scheduled=True), "sonneborn-berger")
    assert list(found.values()) == [Fraction(9.25), Fraction(6.25), 6.25, 4.25, 3.25, 2.25]


def ranks(record, *, rule=WIN, chain=("score", "direct-encounter")):
    return {row.id: row.rank for row in standings(record, rule=rule, chain=chain)}


def test_direct_encounter_in_the_published_round_robin():
    """Exercise 26: two stay tied in front although three were tied, and a forfeit counts."""
    found = ranks(cross_table(ROUND_ROBIN, scheduled=True))
    assert found == {"1": 1, "2": 2, "3": 2, "6": 4, "5": 5, "4": 6}


def test_direct_encounter_decides_nothing_where_a_missing_game_could_change_it():
    """Exercises 23 and 24: four tied in second place and three in seventh, not all of whom have met."""
    found = ranks(cross_table(SWISS))
    assert {who for who, rank in found.items() if rank == 2} == {"1", "3", "4", "16"}
    assert {who for who, rank in found.items() if rank == 7} == {"5", "8", "11"}


# Section 2.4: the same sixteen over nine rounds; "--" is an absence.
NINE_ROUNDS = {
    "1": "+9 =13 =2 +15 =4 =6 =3 =16 +8",
    "2": "+10 +7 =1 +16 +3 =4 -6 =15 =5",
    "3": "=11 +6 +8 =4 -2 +16 =1 +14 +10",
    "4": "+12 =BYE +13 =3 =1 =2 =16 =6 +15",
    "5": "-13 -15 +11 =7 +10 -14 +9 -8 =2",
    "6": "-14 -3 +BYE +10 +8 =1 +2 =4 +16",
    "7": "+15 -2 -16 =5 -11 -10 +13 +9 +14",
    "8": "=16 +14 -3 +13 -6 =11 =15 +5 -1",
    "9": "-1 -10 =BYE -F11 +BYE +13 -5 -7 =12",
    "10": "-2 +9 -15 -6 -5 +7 +12 +11 -3",
    "11": "=3 -16 -5 +F9 +7 =8 -14 -10 =13",
    "12": "-4 +BYE +F14 -- -- -15 -10 =13 =9",
    "13": "+5 =1 -4 -8 -14 -9 -7 =12 =11",
    "14": "+6 -8 -F12 -- +13 +5 +11 -3 -7",
    "15": "-7 +5 +10 -1 -16 +12 =8 =2 -4",
    "16": "=8 +11 +7 -2 +15 -3 =4 =1 -6",
}


def test_direct_encounter_over_nine_rounds():
    """Exercise 25: of the four on 6 points 6 is first and 2 last, 1 and 4 stay tied; a forfeit counts nowhere."""
    found = ranks(cross_table(NINE_ROUNDS))
    by_player = [found[str(player)] for player in range(1, 17)]
    assert by_player == [3, 5, 1, 3, 9, 2, 6, 6, 14, 9, 13, 14, 16, 9, 9, 6]


def event(*tables, **more):
    """One table a round; who is not at it is free."""
    entrants = sorted({seat.id for each in tables for seat in each.seats})
    return EventRecord(tuple(entrants), tuple(RoundRecord((each,)) for each in tables), scheduled=True, **more)


def test_direct_encounter_of_three_who_have_all_met():
    games = ["ab", "ac", "da", "ea", "bc", "bd", "eb", "cd", "ce", "ed"]
    record = event(*(table(*game) for game in games))
    assert figures(record, "score") == {"a": 2, "b": 2, "c": 2, "d": 1, "e": 3}
    assert ranks(record) == {"e": 1, "a": 2, "b": 3, "c": 4, "d": 5}


def test_direct_encounter_goes_on_among_those_it_leaves_tied():
    record = event(*(table(*game) for game in ["ab", "ac", "da", "bc", "bd", "cd"]))
    assert figures(record, "direct-encounter") == {"a": 2, "b": 2, "c": 1, "d": 1}
    assert ranks(record, chain=["direct-encounter"]) == {"a": 1, "b": 2, "c": 3, "d": 4}


def test_who_met_twice_counts_the_average():
    record = event(table("a", "b"), table("b", "a"), table("b", "a"))
    assert figures(record, "direct-encounter") == {"a": Fraction(1, 3), "b": Fraction(2, 3)}


def test_at_a_table_of_four_everybody_meets_everybody():
    record = event(table("a", "b", "c", "d", places=[1, 2, 2, 4]))
    assert figures(record, "direct-encounter") == {"a": 3, "b": 1.5, "c": 1.5, "d": 0}


def test_a_table_of_four_weighs_as_much_as_one_of_two():
    record = event(table("a", "b", "c", "d"))
    assert figures(record, "buchholz", rule=PLACES) == {"a": 2, "b": Fraction(7, 3), "c": Fraction(8, 3), "d": 3}
    assert figures(record, "sonneborn-berger", rule=PLACES) == {"a": 2, "b": 1, "c": Fraction(1, 3), "d": 0}
    assert figures(record, "opponents-average", rule=PLACES)["a"] == 2


def test_a_shared_place_brings_half_the_score_of_the_other():
    record = event(table("a", "b", "c", "d", places=[1, 1, 3, 4]))
    assert figures(record, "score", rule=PLACES) == {"a": 3.5, "b": 3.5, "c": 2, "d": 1}
    assert figures(record, "sonneborn-berger", rule=PLACES)["a"] == Fraction(7, 4) / 3 + 1


POD_WITH_BYE = EventRecord(
    ("a", "b", "c", "d", "e"), (RoundRecord((table(*"abcd"),), (ByeRecord("e", Fraction(5, 2)),)),)
)


def test_a_bye_of_average_points_is_a_draw_with_oneself():
    assert figures(POD_WITH_BYE, "buchholz", rule=PLACES)["e"] == Fraction(5, 2)
    assert figures(POD_WITH_BYE, "sonneborn-berger", rule=PLACES)["e"] == Fraction(5, 4)


@pytest.mark.parametrize(("draw", "counted"), [(1, Fraction(1, 5)), (2, Fraction(4, 5)), (4, Fraction(16, 5))])
def test_of_an_opponent_one_has_drawn_with_a_draws_part_of_a_win_counts(draw, counted):
    rule = PointRule(scheme=own_scheme({2: [5, 0]}, draw=draw))
    assert figures(cross_table({"a": "=b", "b": "=a"}), "sonneborn-berger", rule=rule)["a"] == counted
    assert figures(POD_WITH_BYE, "opponents-average", rule=PLACES)["e"] == 0
    assert figures(POD_WITH_BYE, "wins", rule=PLACES) == {"a": 1, "b": 0, "c": 0, "d": 0, "e": 0}


def test_opponents_of_one_who_withdrew_count_average_points_for_the_rest():
    rounds = (RoundRecord((table(*"abcd"),)), RoundRecord((table(*"abc"),)))
    record = EventRecord(tuple("abcd"), rounds, withdrawn=frozenset("d"))
    parts = {
        part.opponent: part.basis
        for part in standings(record, rule=PLACES, chain=["score", "buchholz"])[0].figures["buchholz"].parts
        if part.round == 1
    }
    assert parts == {"b": 3 + Fraction(5, 2), "c": 3, "d": 1 + Fraction(5, 2)}


def test_a_bye_asked_for_is_cut_before_a_weaker_opponent():
    found = standings(cross_table(SWISS), rule=WIN, chain=["buchholz-cut-1"])
    [cut] = [part for row in found if row.id == "4" for part in row.figures["buchholz-cut-1"].parts if not part.counts]
    assert (cut.round, cut.opponent, cut.amount, cut.note) == (2, None, Fraction(7, 2), "cut")


def test_nobody_met_the_one_who_did_not_come():
    record = EventRecord(("a", "b", "c"), (RoundRecord((table("a", "b", "c", forfeited=["b"], places=[2, None, 1]),)),))
    assert figures(record, "score", rule=PLACES) == {"a": 2.5, "b": 0, "c": 4}
    assert figures(record, "buchholz", rule=PLACES) == {"a": 4, "b": 0, "c": 2.5}


def seat(who, place, **known):
    return SeatRecord(who, place, **known)


VILNIUS = event(
    TableRecord((seat("a", 1, score=90, exact=5, made=16), seat("b", 2, score=80, exact=6, made=16))),
    TableRecord((seat("a", 2, score=30, exact=1, made=4), seat("b", 1, score=35, exact=2, made=4))),
)


def test_figures_of_the_games_add_up_over_all_tables():
    assert figures(VILNIUS, "exact-announcements") == {"a": 6, "b": 8}
    assert figures(VILNIUS, "points-per-announcement") == {"a": 6, "b": Fraction(23, 4)}
    assert figures(VILNIUS, "score", rule=PointRule(scheme=SCHEMES["score"])) == {"a": 120, "b": 115}


def test_what_a_table_did_not_note_counts_nothing():
    record = event(TableRecord((seat("a", 1, net=12), seat("b", 2, net=-12))), table("a", "b"))
    assert figures(record, "net-cubits") == {"a": 12, "b": -12}
    assert figures(record, "exact-announcements") == figures(record, "points-per-announcement") == {"a": 0, "b": 0}


def test_a_shared_first_is_half_a_first_and_half_a_second():
    record = event(table("a", "b", "c", places=[1, 1, 3]), table("a", "b", "c"))
    assert figures(record, "firsts") == {"a": 1.5, "b": 0.5, "c": 0}
    assert figures(record, "seconds") == {"a": 0.5, "b": 1.5, "c": 0}


def test_whose_id_is_another_keeps_the_lot():
    moved = [who + 1000 for who in range(1, 9)]
    drawn = drawn_lots(moved, seed=7, drawn_as={who: who - 1000 for who in moved})
    assert drawn == [who + 1000 for who in drawn_lots(range(1, 9), seed=7)]


def test_lots_depend_on_the_seed_alone():
    everybody = tuple("abcdefgh")
    orders = [
        [row.id for row in standings(EventRecord(everybody, seed=seed), rule=WIN, chain=["lots"])] for seed in (1, 2)
    ]
    fewer = [row.id for row in standings(EventRecord(everybody[1:], seed=1), rule=WIN, chain=["lots"])]
    assert orders[0] != orders[1]
    assert fewer == [who for who in orders[0] if who != "a"]


def test_the_newest_decision_that_names_all_the_tied_counts():
    decisions = ({"c": 1, "a": 2, "b": 3}, {"b": 1, "x": 2, "c": 3, "a": 4}, {"a": 1, "b": 2})
    record = event(table("a", "b", "c", places=[1, 1, 1]), decisions=decisions)
    assert ranks(record, chain=["score", "decided"]) == {"b": 1, "c": 2, "a": 3}


def test_an_open_table_counts_nothing_yet():
    rounds = (RoundRecord((table("a", "b"),)), RoundRecord((table("a", "b", places=[None, None]),)))
    record = EventRecord(("a", "b"), rounds)
    assert figures(record, "score") == {"a": 1, "b": 0}
    assert figures(record, "buchholz") == {"a": 0, "b": 1}


@pytest.mark.parametrize("key", TIEBREAKS)
def test_every_tiebreak_says_what_it_is_and_answers_for_an_event_without_rounds(key):
    tiebreak = TIEBREAKS[key]
    assert tiebreak.key == key
    assert tiebreak.name and tiebreak.definition.endswith(".") and tiebreak.source
    assert len(standings(EventRecord(("a", "b", "c")), rule=WIN, chain=[key])) == 3


def beaten(*games: str):
    """Each of a winner and a loser, or of two who drew ("a=c")."""
    return event(*(table(game[0], game[-1], places=[1, 1] if "=" in game else None) for game in games))


@pytest.mark.parametrize(
    ("games", "positions"),
    [
        (["ac", "cb"], {"a": 1, "b": 1, "c": 1}),  # b reaches a and c by beating a
        (["a=c", "cb"], {"a": 1, "b": 1, "c": 1}),  # b and a can reach c
        (["ca", "cb"], {"a": 2, "b": 2, "c": 1}),  # whatever a and b bring
    ],
)
def test_direct_encounter_puts_in_front_only_whom_no_missing_game_can_catch(games, positions):
    """C.07 6.3."""
    found = direct_encounter(Ledger(beaten(*games), WIN), "abc")
    assert {who: figure.position for who, figure in found.items()} == positions


def test_each_win_is_told_with_how_it_came():
    rows = standings(cross_table(SWISS), rule=WIN, chain=["wins"])
    (of_12,) = [row.figures["wins"].parts for row in rows if row.id == "12"]
    assert [(part.round, part.opponent, part.amount, part.note) for part in of_12] == [
        (2, None, 1, "bye"), (3, None, 1, "forfeit-win"),
    ]  # fmt: skip
