"""Standings as a whole: ranks, status, explanations, and laws over events of every kind."""

from dataclasses import replace
from fractions import Fraction
from random import Random

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from tests.formats.records import cross_table, table
from tournaments.formats.record import ByeRecord, EventRecord, RoundRecord, SeatRecord, TableRecord
from tournaments.formats.standings.ledger import EDITIONS, settled_tiers
from tournaments.formats.standings.points import SCHEMES, PointRule
from tournaments.formats.standings.ranking import (
    ChainError,
    RankingCache,
    by_lot,
    check_chain,
    level_tiers,
    standings,
    usual_chain,
)
from tournaments.formats.standings.tiebreaks import TIEBREAKS

WIN = PointRule(scheme=SCHEMES["win"])
BLIND_TO_NAMES = [key for key in TIEBREAKS if key not in ("lots", "decided")]
RATIOS = {"opponents-average", "points-per-announcement"}


def test_rank_is_shared_where_nothing_decides():
    rows = standings(cross_table({"a": "+b", "b": "-a", "c": "=d", "d": "=c", "e": "--"}), rule=WIN, chain=["score"])
    assert [(row.rank, row.id) for row in rows] == [(1, "a"), (2, "c"), (2, "d"), (4, "b"), (4, "e")]


def test_in_a_game_of_announcements_what_was_announced_comes_before_what_was_decided_and_lots_come_last():
    assert usual_chain(announces=True)[-4:] == ("exact-announcements", "points-per-announcement", "decided", "lots")
    assert usual_chain(announces=False)[-3:] == ("wins", "decided", "lots")


def test_whom_only_a_lot_tells_apart_are_level():
    record = cross_table({"a": "+b", "b": "-a", "c": "=d", "d": "=c", "e": "--"})
    rows = standings(record, rule=WIN, chain=["score", "lots"])
    assert [sorted(tier) for tier in level_tiers(rows)] == [["a"], ["c", "d"], ["b", "e"]]
    assert by_lot(rows) == {"b", "c", "d", "e"}
    shared = standings(record, rule=WIN, chain=["score"])
    assert [sorted(tier) for tier in level_tiers(shared)] == [["a"], ["c", "d"], ["b", "e"]]
    assert by_lot(shared) == set()


def test_no_lot_parts_who_share_their_place_and_others_are_parted_as_before():
    record = cross_table({"a": "=b", "b": "=a", "c": "=d", "d": "=c", "e": "--"})
    by_lots = [row.id for row in standings(record, rule=WIN, chain=["score", "lots"])]
    cache = RankingCache()
    standings(record, rule=WIN, chain=["score", "lots"], cache=cache)
    together = frozenset(by_lots[1:3])
    rows = standings(replace(record, shared=frozenset([together])), rule=WIN, chain=["score", "lots"], cache=cache)
    assert [row.rank for row in rows] == [1, 2, 2, 4, 5]
    assert {row.id for row in rows[1:3]} == together and rows[0].id == by_lots[0]


@pytest.mark.parametrize(
    ("decisions", "tiers"),
    [
        ([], ["abcd"]),
        ([{"a": 1, "b": 2, "c": 3}], ["abcd"]),
        ([{"d": 1, "c": 2, "b": 3, "a": 4}], ["d", "c", "b", "a"]),
        ([{"a": 1, "b": 1, "c": 3, "d": 4}], ["ab", "c", "d"]),
        ([{"b": 1, "a": 2}, {"a": 1, "b": 1, "c": 3, "d": 4}], ["ab", "c", "d"]),
        ([{"a": 1, "b": 1, "c": 3, "d": 4}, {"b": 1, "a": 2}], ["b", "a", "c", "d"]),
    ],
)
def test_who_is_level_after_a_decision_is_told_apart_by_the_newest_that_names_them(decisions, tiers):
    assert ["".join(tier) for tier in settled_tiers(decisions, "abcd")] == tiers


def test_a_row_says_which_tiebreak_put_it_below_the_one_above():
    record = cross_table({"a": "+b =c", "b": "-a +d", "c": "=d =a", "d": "=c -b"})
    rows = standings(record, rule=WIN, chain=["score", "wins"])
    assert [(row.id, row.decided_by) for row in rows] == [("a", None), ("b", "score"), ("c", "wins"), ("d", "score")]


def test_the_withdrawn_keep_their_rank_and_the_expelled_have_none():
    record = cross_table({"a": "+b --", "b": "-a +c", "c": "+d -b", "d": "-c --"})
    record = replace(record, withdrawn=frozenset("d"), expelled=frozenset("a"))
    rows = standings(record, rule=WIN, chain=["score", "buchholz"])
    assert [(row.rank, row.id, row.status) for row in rows] == [
        (1, "b", "active"),
        (2, "c", "active"),
        (3, "d", "withdrawn"),
        (None, "a", "expelled"),
    ]


def test_results_against_the_expelled_still_count():
    record = replace(cross_table({"a": "+b", "b": "-a"}), expelled=frozenset("b"))
    [row, _] = standings(record, rule=WIN, chain=["score", "buchholz"])
    assert (row.points, row.figures["score"].value) == (1, 1)


def test_why_am_i_here_opponent_by_opponent():
    record = cross_table({"a": "+b =c", "b": "-a +d", "c": "=d =a", "d": "=c -b"})
    row = standings(record, rule=WIN, chain=["score", "buchholz", "sonneborn-berger"])[0]
    assert [(part.round, part.amount) for part in row.figures["score"].parts] == [(1, 1), (2, Fraction(1, 2))]
    parts = [(part.opponent, part.basis, part.amount) for part in row.figures["sonneborn-berger"].parts]
    assert parts == [("b", 1, 1), ("c", 1, Fraction(1, 2))]


def test_direct_encounter_is_asked_only_where_there_is_a_tie():
    record = cross_table({"a": "+b", "b": "-a", "c": "=d", "d": "=c"})
    rows = standings(record, rule=WIN, chain=["score", "direct-encounter"])
    assert ["direct-encounter" in row.figures for row in rows] == [False, True, True, False]


@pytest.mark.parametrize(
    ("chain", "code", "key"),
    [([], "empty", None), (["score", "elo"], "unknown", "elo"), (["wins", "score", "wins"], "twice", "wins")],
)
def test_an_order_of_tiebreaks_that_cannot_be_used_is_refused(chain, code, key):
    with pytest.raises(ChainError) as error:
        check_chain(chain)
    assert (error.value.code, error.value.key) == (code, key)


@pytest.mark.parametrize("seats", [("a", "a"), ("a", "z")])
def test_a_round_that_seats_somebody_twice_or_a_stranger_is_refused(seats):
    with pytest.raises(ValueError, match="round 1"):
        standings(EventRecord(("a", "b"), (RoundRecord((table(*seats),)),)), rule=WIN)


@st.composite
def events(draw):
    """Events with tables of two to four, byes, forfeits, open tables, absences; everything from one seed."""
    random = Random(draw(st.integers(0, 2**32)))
    everybody = [f"p{number}" for number in range(draw(st.integers(2, 13)))]
    seats = draw(st.integers(2, 4))
    rounds = [_round(random, everybody, seats) for _ in range(draw(st.integers(0, 6)))]
    return EventRecord(
        tuple(everybody),
        tuple(rounds),
        withdrawn=frozenset(random.sample(everybody, 1)),
        expelled=frozenset(random.sample(everybody, random.choice([0, 0, 1]))),
        scheduled=draw(st.booleans()),
    )


def _round(random, everybody, seats):
    order = random.sample(everybody, len(everybody) - random.choice([0, 0, 1]))
    cut = len(order) - len(order) % seats
    tables = [_table(random, order[start : start + seats]) for start in range(0, cut, seats)]
    byes = [ByeRecord(who, Fraction(random.randint(0, 4), 2), random.random() < 0.3) for who in order[cut:]]
    return RoundRecord(tuple(tables), tuple(byes))


def _table(random, ids):
    forfeited = frozenset(who for who in ids if random.random() < 0.1)
    open_ = random.random() < 0.1
    seats = [
        SeatRecord(
            who,
            None if open_ else random.randint(1, len(ids)),
            random.randint(-9, 30),
            random.choice([None, 3]),
            random.choice([None, 0, 16]),
            random.choice([None, -7, 4]),
        )
        for who in ids
    ]
    return TableRecord(tuple(seats), forfeited)


RULES = st.sampled_from([PointRule(scheme=scheme) for scheme in SCHEMES.values()])
CHAINS = st.permutations(BLIND_TO_NAMES).flatmap(lambda keys: st.integers(1, len(keys)).map(lambda n: keys[:n]))


def facts(rows):
    return {row.id: (row.rank, row.points, {key: row.figures[key].value for key in row.figures}) for row in rows}


def shuffled(record, random, name=lambda who: who):
    """The same event, everything in another order and everybody under another name."""

    def seats(table):
        renamed = [replace(seat, id=name(seat.id)) for seat in table.seats]
        return TableRecord(tuple(random.sample(renamed, len(renamed))), frozenset(map(name, table.forfeited)))

    rounds = [
        RoundRecord(
            tuple(map(seats, random.sample(each.tables, len(each.tables)))),
            tuple(replace(bye, id=name(bye.id)) for bye in random.sample(each.byes, len(each.byes))),
        )
        for each in record.rounds
    ]
    return replace(
        record,
        entrants=tuple(map(name, random.sample(record.entrants, len(record.entrants)))),
        rounds=tuple(rounds),
        withdrawn=frozenset(map(name, record.withdrawn)),
        expelled=frozenset(map(name, record.expelled)),
    )


@settings(max_examples=60)
@given(record=events(), rule=RULES, chain=CHAINS, seed=st.integers(0, 99))
def test_the_order_of_what_is_put_in_changes_nothing(record, rule, chain, seed):
    rows = standings(record, rule=rule, chain=chain)
    assert [row.id for row in standings(shuffled(record, Random(seed)), rule=rule, chain=chain)] == [r.id for r in rows]


@settings(max_examples=60)
@given(record=events(), rule=RULES, chain=CHAINS, seed=st.integers(0, 99))
def test_names_change_nothing(record, rule, chain, seed):
    names = dict(zip(record.entrants, Random(seed).sample(record.entrants, len(record.entrants)), strict=True))
    mine = facts(standings(record, rule=rule, chain=chain))
    theirs = facts(standings(shuffled(record, Random(seed), names.__getitem__), rule=rule, chain=chain))
    assert {names[who]: fact for who, fact in mine.items()} == theirs


@settings(max_examples=60)
@given(record=events(), rule=RULES, chain=CHAINS)
def test_everybody_stands_somewhere_and_ranks_count_up(record, rule, chain):
    rows = standings(record, rule=rule, chain=chain)
    assert sorted(row.id for row in rows) == sorted(record.entrants)
    ranked = [row.rank for row in rows if row.rank]
    assert all(
        rank in (number, before)
        for number, (rank, before) in enumerate(zip(ranked, [0, *ranked], strict=False), start=1)
    )
    assert all(row.figures["score"].value == row.points for row in rows if "score" in row.figures)
    assert all(
        (row.decided_by is None) == (row.rank in (1, None) or ranked.index(row.rank) != n) for n, row in enumerate(rows)
    )


@settings(max_examples=60)
@given(record=events(), rule=RULES, chain=CHAINS)
def test_a_figure_is_what_its_parts_come_to(record, rule, chain):
    for row in standings(record, rule=rule, chain=chain):
        for key, figure in row.figures.items():
            amount = sum(part.amount for part in figure.parts if part.counts)
            over = sum(part.basis for part in figure.parts) if key in RATIOS else 1
            assert figure.value * over == (amount if figure.parts else 0)


def changed(record, random):
    """What may have happened since: another result, a round more or one taken back, somebody who has left, a word."""
    rounds, everybody = list(record.rounds), list(record.entrants)
    what = random.choice(["table", "table", "round", "back", "left", "seed", "word"])
    if what == "table" and rounds:
        number = random.randrange(len(rounds))
        tables = list(rounds[number].tables)
        if tables:
            at = random.randrange(len(tables))
            tables[at] = _table(random, [seat.id for seat in tables[at].seats])
        rounds[number] = replace(rounds[number], tables=tuple(tables))
    elif what == "round":
        rounds.append(_round(random, everybody, 2))
    elif what == "back":
        rounds = rounds[:-1]
    gone = frozenset(random.sample(everybody, 1)) if what == "left" else record.withdrawn
    said = tuple([{who: random.randint(1, 3) for who in everybody}] if what == "word" else record.decisions)
    return replace(record, rounds=tuple(rounds), withdrawn=gone, seed=record.seed + (what == "seed"), decisions=said)


@settings(max_examples=40)
@given(record=events(), rule=RULES, chain=CHAINS, edition=st.sampled_from(EDITIONS), seed=st.integers(0, 99))
def test_who_is_ranked_again_and_again_stands_as_if_ranked_for_the_first_time(record, rule, chain, edition, seed):
    random, cache, rest = Random(seed), RankingCache(), [key for key in TIEBREAKS if key not in (*chain, "lots")]
    for _ in range(6):
        more = random.choice([[], [], rest])  # with the last result lots come in
        given = {"rule": rule, "chain": [*chain, *more, "lots"], "edition": edition}
        assert standings(record, **given, cache=cache) == standings(record, **given)
        record = changed(record, random)


def test_after_a_tables_end_nobody_is_counted_anew_whom_it_does_not_concern(monkeypatch):
    asked = {}

    def spied(tiebreak):
        def compute(ledger, entrants):
            asked.setdefault(tiebreak.key, set()).update(entrants)
            return tiebreak.compute(ledger, entrants)

        return replace(tiebreak, compute=compute)

    for key in ("wins", "buchholz", "direct-encounter"):
        monkeypatch.setitem(TIEBREAKS, key, spied(TIEBREAKS[key]))
    first = [table(*pair) for pair in ("ab", "cd", "ef", "gh", "ij", "kl")]
    second = [table(*pair, places=[None, None]) for pair in ("ac", "eg", "ik", "bd", "fh", "jl")]
    cache, chain = RankingCache(), ["score", "direct-encounter", "buchholz", "wins"]
    for tables in (second, [table("a", "c"), *second[1:]]):
        asked.clear()
        record = EventRecord(tuple("abcdefghijkl"), (RoundRecord(tuple(first)), RoundRecord(tuple(tables))))
        standings(record, rule=WIN, chain=chain, cache=cache)
    assert asked == {"wins": set("ac"), "buchholz": set("abc"), "direct-encounter": set("cegik")}


@settings(max_examples=40)
@given(record=events(), rule=RULES)
def test_lots_leave_nobody_tied(record, rule):
    ranks = [row.rank for row in standings(record, rule=rule, chain=["score", "lots"]) if row.rank]
    assert ranks == list(range(1, len(ranks) + 1))
