"""A list over clubs: the same from the same files, whatever their order; one person is one; what is not sure is only
proposed; and every number follows.
"""

import json
from dataclasses import replace
from itertools import pairwise
from random import Random
from typing import Any

import pytest

from tests.tournaments.proofs.lists import Installation, Somebody, random_files, worked_out
from tournaments.proofs.canonical import canonical
from tournaments.proofs.rated import read_event
from tournaments.proofs.rating_list import RatingList, rating_list
from tournaments.proofs.verify import NoEventFile

NERIS, VILNIA = Installation("one", "Neris"), Installation("two", "Vilnia")


def listed(*events: Any) -> RatingList:
    return rating_list(read_event(canonical(event)) for event in events)


def named(ratings: RatingList) -> list[list[str]]:
    """Who is one person, by the installations that know them."""
    return sorted([f"{issuer[:4]} {number}" for issuer, number in person.known_as] for person in ratings.people)


def known(*pairs: tuple[Installation, Somebody]) -> list[str]:
    return sorted(f"{installation.issuer[:4]} {who.id}" for installation, who in pairs)


@pytest.mark.parametrize("seed", range(20))
def test_every_number_follows_by_the_plain_way_too(seed: int) -> None:
    files = random_files(Random(seed))
    ratings = rating_list(map(read_event, files))
    (game,) = ratings.games
    computed = {
        frozenset(ratings.people[who].known_as): tuple(changes[-1].after) for who, changes in game.changes.items()
    }
    expected = worked_out(files)
    assert computed.keys() == expected.keys()
    for who, strength in computed.items():
        assert strength == pytest.approx(expected[who], abs=1e-9)
    assert any(len(person.known_as) > 1 for person in ratings.people)


@pytest.mark.parametrize("seed", range(5))
def test_the_order_of_the_files_and_a_file_given_twice_change_nothing(seed: int) -> None:
    random = Random(seed)
    files = random_files(random)
    for text in files[:4]:
        whole = json.loads(text)
        files.append(canonical({**whole, "event": {**whole["event"], "revision": 3}}))
    assert rating_list(map(read_event, random.sample(files, len(files)) + files[:3])) == rating_list(
        map(read_event, files)
    )


@pytest.mark.parametrize("seed", range(5))
def test_every_change_is_the_sum_of_what_the_others_brought(seed: int) -> None:
    (game,) = rating_list(map(read_event, random_files(Random(seed)))).games
    for changes in game.changes.values():
        for table in [table for change in changes for table in change.tables]:
            moved = sum(opponent.duel.moved for opponent in table.others)
            assert table.after.mu == pytest.approx(table.before.mu + moved)
        for earlier, later in pairwise(changes):
            assert earlier.after == later.before


def test_of_an_event_the_newer_file_counts() -> None:
    ana, bruno = Somebody(1, "Ana"), Somebody(2, "Bruno")
    older = NERIS.night([[(ana, 1), (bruno, 2)]])
    newer = {**older, "event": {**older["event"], "revision": 11, "name": "Renamed"}}
    ratings = listed(older, newer)
    assert [event.name for event in ratings.events] == ["Renamed"]
    assert [(left.event.revision, left.why) for left in ratings.left_out] == [(10, "older")]
    assert ratings.games == listed(newer).games


def test_what_two_installations_claim_was_played_once() -> None:
    ana, bruno = Somebody(1, "Ana"), Somebody(2, "Bruno")
    there = NERIS.night([[(ana, 1), (bruno, 2)]])
    moved = VILNIA.night([[(ana, 1), (bruno, 2)]], revision=12)
    moved["tables"] = there["tables"]
    ratings = listed(there, moved)
    assert [event.issuer for event in ratings.events] == [VILNIA.issuer]
    assert [left.why for left in ratings.left_out] == ["copy"]


def test_people_with_one_number_at_two_installations_are_two() -> None:
    ana, eva = Somebody(1, "Ana"), Somebody(1, "Eva")
    here, there = Somebody(2, "Bruno"), Somebody(2, "Dovas")
    ratings = listed(NERIS.night([[(ana, 1), (here, 2)]]), VILNIA.night([[(eva, 1), (there, 2)]]))
    assert named(ratings) == sorted(
        [known((NERIS, ana)), known((NERIS, here)), known((VILNIA, eva)), known((VILNIA, there))]
    )


def joined(here: Somebody, there: Somebody) -> RatingList:
    other, another = Somebody(8, "Bruno"), Somebody(9, "Dovas")
    return listed(NERIS.night([[(here, 1), (other, 2)]]), VILNIA.night([[(there, 1), (another, 2)]], day=1))


def test_a_passport_makes_two_one_who_is_named_as_at_the_latest_event() -> None:
    here, there = Somebody(1, "Ana"), Somebody(5, "Ana Longname")
    there.elsewhere = [NERIS.passport(here)]
    ratings = joined(here, there)
    assert known((NERIS, here), (VILNIA, there)) in named(ratings)
    (person,) = [person for person in ratings.people if len(person.known_as) == 2]
    assert (person.name, person.clubs) == ("Ana Longname", ("Neris", "Vilnia"))
    (row,) = [row for row in ratings.games[0].rows if ratings.people[row.person] == person]
    assert row.strength.tables == 2


def test_a_federations_number_makes_two_one_however_it_is_typed() -> None:
    here, there = Somebody(1, "Ana", "LTU 17"), Somebody(5, "Eva", "ltu17")
    assert known((NERIS, here), (VILNIA, there)) in named(joined(here, there))


def test_what_the_latest_event_says_of_somebody_counts() -> None:
    """A wrong number that was corrected joins nobody."""
    ana, eva, bruno = Somebody(1, "Ana", "17"), Somebody(5, "Eva", "17"), Somebody(8, "Bruno")
    wrong = NERIS.night([[(ana, 1), (bruno, 2)]])
    right = NERIS.night([[(replace(ana, federation_number="18"), 1), (bruno, 2)]], day=1)
    there = VILNIA.night([[(eva, 1), (Somebody(9, "Dovas"), 2)]])
    assert all(len(person.known_as) == 1 for person in listed(wrong, right, there).people)


def test_two_who_sat_in_one_event_are_not_made_one_whatever_is_claimed() -> None:
    ana, eva = Somebody(1, "Ana", "17"), Somebody(5, "Eva", "17")
    ratings = listed(NERIS.night([[(ana, 1), (eva, 2)]]))
    assert named(ratings) == sorted([known((NERIS, ana)), known((NERIS, eva))])
    assert [proposal.why for proposal in ratings.proposals] == ["met"]


@pytest.mark.parametrize(
    ("name", "club", "why"),
    [
        ("Ana Žukaitė", "Vilnia", ["name"]),
        ("ŽUKAITE  Ana", "Vilnia", ["name"]),
        ("Ana Žukaitė", "Neris", ["name-and-club"]),
        ("Eva Žukaitė", "Neris", []),
    ],
)
def test_those_of_one_name_are_proposed_and_stay_two(name: str, club: str, why: list[str]) -> None:
    ana, there = Somebody(1, "Ana Žukaitė"), Somebody(5, name)
    elsewhere = Installation("two", club)
    ratings = listed(
        NERIS.night([[(ana, 1), (Somebody(8, "Bruno"), 2)]]), elsewhere.night([[(there, 1), (Somebody(9, "Dovas"), 2)]])
    )
    assert [proposal.why for proposal in ratings.proposals] == why
    assert len(ratings.people) == 4


def test_namesakes_who_sat_in_one_event_are_two() -> None:
    assert listed(NERIS.night([[(Somebody(1, "Ana"), 1), (Somebody(2, "Ana"), 2)]])).proposals == []


def test_of_several_whom_a_number_joins_none_are_made_one_where_two_have_met() -> None:
    """Each pair is proposed once, whatever else speaks for it."""
    ana, eva, there = Somebody(1, "Ana", "17"), Somebody(5, "Eva", "17"), Somebody(3, "Ana", "17")
    ratings = listed(NERIS.night([[(ana, 1), (eva, 2)]]), VILNIA.night([[(there, 1), (Somebody(4, "Bruno"), 2)]]))
    assert len(ratings.people) == 4
    assert [proposal.why for proposal in ratings.proposals] == ["met"] * 3


def test_who_is_known_well_and_has_come_of_late_has_a_rank() -> None:
    """Then come those who will have one, then those who come no more; each time the strongest first."""
    ana, bruno, chiara, dovas = (
        Somebody(number, name) for number, name in enumerate(["Ana", "Bruno", "Chiara", "Dovas"], 1)
    )
    eva = Somebody(5, "Eva")
    ratings = listed(
        NERIS.night([[(dovas, 1), (eva, 2)]] * 90),
        NERIS.night([[(ana, 1), (bruno, 2)], [(bruno, 1), (ana, 2)]] * 45, day=150),
        NERIS.night([[(chiara, 1), (Somebody(6, "Zita"), 2)]], day=184),
    )
    rows = [(ratings.people[row.person].name, row.rank, row.is_away) for row in ratings.games[0].rows]
    assert [rank for _, rank, _ in rows] == [1, 2, None, None, None, None]
    assert [name for name, _, _ in rows[:2]] == ["Bruno", "Ana"]
    assert rows[2:] == [("Chiara", None, False), ("Zita", None, False), ("Dovas", None, True), ("Eva", None, True)]


def test_equal_numbers_share_a_rank() -> None:
    ana, bruno, chiara = (Somebody(number, name) for number, name in enumerate(["Ana", "Bruno", "Chiara"], 1))
    ratings = listed(NERIS.night([[(chiara, 1), (ana, 2), (bruno, 2)], [(ana, 1), (bruno, 1), (chiara, 3)]] * 45))
    assert [(ratings.people[row.person].name, row.rank) for row in ratings.games[0].rows] == [
        ("Ana", 1),
        ("Bruno", 1),
        ("Chiara", 3),
    ]


def test_initials_are_nobodys_name() -> None:
    assert joined(Somebody(1, "A. Ž."), Somebody(5, "A. Ž.")).proposals == []


def test_who_is_left_out_of_the_ranking_counts_for_the_others_and_is_neither_listed_nor_proposed() -> None:
    here, there = Somebody(1, "Ana", ranked=False), Somebody(5, "Ana")
    ratings = joined(here, there)
    assert sorted(ratings.people[row.person].name for row in ratings.games[0].rows) == ["Ana", "Bruno", "Dovas"]
    assert ratings.proposals == []
    assert len(ratings.games[0].changes) == 4


def test_an_event_that_is_not_over_does_not_count_yet() -> None:
    ratings = listed(NERIS.night([[(Somebody(1, "Ana"), 1), (Somebody(2, "Bruno"), 2)]], status="open"))
    assert (ratings.games, [left.why for left in ratings.left_out]) == ([], ["not-over"])


def places(event: Any) -> list[list[int]]:
    return [[place for _, place in table] for table in read_event(canonical(event)).tables]


def test_tables_are_rated_by_rulings_in_the_order_in_which_they_ended() -> None:
    ana, bruno, chiara = Somebody(1, "Ana"), Somebody(2, "Bruno"), Somebody(3, "Chiara")
    night = NERIS.night([[(ana, 1), (bruno, 2), (chiara, 3)] for _ in range(5)])
    first, _, third, fourth, fifth = night["tables"]
    third["counts"] = False
    fourth["deals"][0]["versions"].append({"at": "2026-01-10T20:00:00Z", "deal": None})
    fifth["ended_at"] = first["ended_at"].replace(":01:00Z", ":00:59.5Z")
    entrants = [{"seed": 4 - who["number"], "person": who["number"]} for who in night["people"]]
    for table in night["tables"]:
        for seat in table["seats"]:
            seat["entrant"] = 4 - seat["entrant"]
    rulings = [
        {"table": 1, "kind": "decision", "value": [2, 2, 1]},
        {"table": 1, "kind": "advanced", "value": [1, 2]},
        {"table": 2, "kind": "decision", "value": [2, 2, 1]},
        {"table": 2, "kind": "forfeit", "value": [0]},
    ]
    stage = {"entrants": entrants, "rounds": [{"tables": night["tables"]}], "rulings": rulings}
    assert places({**night, "stages": [stage], "tables": []}) == [[1, 2, 3], [2, 2, 1], [2, 3]]


def test_whoever_stood_in_has_the_result() -> None:
    night = NERIS.night([[(Somebody(1, "Ana"), 1), (Somebody(2, "Bruno"), 2)], [(Somebody(3, "Eva"), 1)]])
    night["tables"][0]["seats"][1]["substitute"] = 3
    assert read_event(canonical(night)).tables == [[(1, 1), (3, 2)]]


@pytest.mark.parametrize(
    "change",
    [
        lambda night: night["people"][0].pop("id"),
        lambda night: night["people"][0].update(id=-1),
        lambda night: night["people"][1].update(id=1),
        lambda night: night["people"][0].update(elsewhere=[{"issuer": "../..", "id": 1}]),
        lambda night: night["people"][0].update(elsewhere=[{"issuer": "ab", "id": 1}]),
        lambda night: night["event"].update(date="today"),
        lambda night: night["tables"][0]["seats"][0].update(substitute=2),
        lambda night: night["tables"][0]["seats"][0].update(entrant=7),
        lambda night: night["tables"][0].update(ended_at="soon"),
    ],
)
def test_a_file_that_says_nobody_or_twice_the_same_is_refused(change: Any) -> None:
    night = NERIS.night([[(Somebody(1, "Ana"), 1), (Somebody(2, "Bruno"), 2)]])
    change(night)
    with pytest.raises(NoEventFile):
        read_event(canonical(night))
