"""What is worth telling of an evening: how tables were won, announcements, hands; and which of it is told."""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, replace
from fractions import Fraction
from random import Random
from typing import Any

from scoring.games import GAMES
from scoring.moments import MOST, MOST_OF_A_KIND, Gain, Story, TableMoment, bits, chosen, moments_of
from scoring.result import RecordedTable
from scoring.vilnius.game import QUOTAS

ORDER = [announced for announced, times in enumerate(QUOTAS) for _ in range(times)]
HANDS = {
    "perfect": ("P3", "P3", "P3", "P2", "P2", "P1"),
    "full": ("P3", "O3", "G3", "P2", "G2", "P1"),
    "none": ("P3", "G3", "O3", "P3", "G3", "O3"),
}


def vilnius(*off: Sequence[int]) -> Story:
    """A whole table: by seat, how many tricks each announcement misses by."""
    deals: list[dict[str, Any]] = []
    for turn in range(16 * len(off)):
        seat, lap = (turn + 1) % len(off), turn // len(off)
        announced = ORDER[lap]
        taken = announced + off[seat][lap] if announced < 3 else announced - off[seat][lap]
        deals.append({"declarer": seat, "announced": announced, "taken": taken})
    return told_of("vilnius", len(off), deals)


def told_of(game: str, seats: int, deals: Iterable[dict[str, Any]], **rules: object) -> Story:
    read = GAMES[game].read_deals(deals, seats=seats)
    table = RecordedTable(seats, 0, GAMES[game].check_rules(rules), read)
    return Story(table, GAMES[game].score(table), counts_cubits=rules.get("score") == "cubits")


def found(kind: str, *stories: Story, game: str = "vilnius") -> list[TableMoment]:
    rules = stories[0].table.rules
    every = moments_of(GAMES[game], GAMES[game].check_rules(rules), dict(enumerate(stories)))
    return [moment for moment in every if moment.kind == kind]


LAST_THEN_BEST = [[2] * 8 + [0] * 8, [0] * 8 + [2] * 8, [1] * 16]


def test_who_was_last_alone_and_won_alone_came_back_from_where_that_was_most_unlikely() -> None:
    (moment,) = found("comeback", vilnius([2] * 8 + [0] * 8, [0] * 8 + [3] * 8, [1] * 16))
    assert moment.seats == (0,) and moment.facts == {"behind": "32", "seats": 3}
    assert moment.deal == 3 * 8  # seat 0 declares third


def test_who_led_from_the_beginning_has_no_comeback_and_nothing_was_decided_late() -> None:
    story = vilnius([0] * 16, [1] * 16, [2] * 16)
    assert not [*found("comeback", story), *found("lead", story), *found("decided", story)]


def test_the_lead_that_goes_to_and_fro_is_told_with_the_deal_that_settled_it() -> None:
    ahead = [0, 0, 2, 2, 0, 0, 2, 2, 0, 0, 2, 2, 0, 0, 0, 0]
    story = vilnius([1, *ahead[1:]], [0, 2, 0, 0, 2, 2, 0, 0, 2, 2, 0, 0, 2, 2, 2, 2])
    (moment,) = found("lead", story)
    assert moment.seats == (0,) and moment.facts == {"times": 7} and moment.deal == 28


def test_a_table_decided_by_its_last_announcement_is_told() -> None:
    (moment,) = found("decided", vilnius([0] * 15 + [3], [1] + [0] * 15))
    assert moment.seats == (1,) and moment.deal == 31 and moment.bits == 4


def test_a_close_table_names_both_and_by_how_much_and_a_shared_first_place_is_none() -> None:
    (moment,) = found("close", vilnius([1, 3] * 8, [3, 1] * 7 + [3, 0]))
    assert moment.seats == (1, 0) and Fraction(moment.facts["margin"]) == 2
    assert not found("close", vilnius([1, 3] * 8, [3, 1] * 8))


def test_of_a_table_on_which_the_director_ruled_no_race_is_told() -> None:
    story = vilnius(*LAST_THEN_BEST)
    every = moments_of(GAMES["vilnius"], GAMES["vilnius"].check_rules({}), {1: replace(story, ruled=True)})
    assert {moment.kind for moment in every} <= {"only-exact", "run", "sheet"}


def test_the_only_exact_one_of_a_number_is_told_with_how_many_tried() -> None:
    sixth = [1] * 16
    tables = [vilnius([1] * 15 + [0], sixth), vilnius(sixth, sixth)]
    (moment,) = found("only-exact", *tables)
    assert (moment.table, moment.seats, moment.facts) == (0, (0,), {"announced": 6, "made": 4})
    assert moment.deal == 32 and moment.bits == 2


def test_the_longest_run_and_the_best_sheet_are_rarer_where_others_miss_more() -> None:
    run = [0] * 10 + [1] * 6
    (among_bad, *_), (among_good, *_) = (
        found("run", vilnius(run, [other] * 16), vilnius([other] * 16, [1] * 16)) for other in (1, 0)
    )
    assert among_bad.facts == {"length": 10} and among_bad.bits > among_good.bits
    (sheet, *_) = found("sheet", vilnius(run, [1] * 16), vilnius([1] * 16, [1] * 16))
    assert sheet.facts == {"exact": 10, "made": 16}


def showdown(number: int, **more: Any) -> dict[str, Any]:
    return {"dealer": number % 2, "hands": {"0": HANDS["none"], "1": HANDS["perfect"]}, **more}


def test_the_rarest_hand_is_told_by_its_exact_odds_and_the_poorest_never() -> None:
    story = told_of("colonial-italian", 2, [showdown(0), showdown(1)])
    hands = found("hand", story, game="colonial-italian")
    assert {moment.facts["category"] for moment in hands} == {"perfect-3-purple"}
    assert hands[0].facts["one_in"] == 4194 and hands[0].facts["won"] == 1 and hands[0].seats == (1,)


def test_a_hand_that_comes_every_evening_is_not_told() -> None:
    deals = [{"dealer": 0, "hands": {"0": HANDS["full"], "1": HANDS["none"]}}]
    assert not found("hand", told_of("colonial-italian", 2, deals), game="colonial-italian")


def test_cards_of_the_earth_deck_are_as_rare_as_those_they_stand_for() -> None:
    hands = {"0": ["2H", "3H", "4H", "KH", "QH", "AH"], "1": ["2S", "2D", "3S", "3D", "4S", "4D"]}
    deals = [{"dealer": 0, "hands": hands}]
    (told,) = found("hand", told_of("colonial-italian", 2, deals, earth_deck=True), game="colonial-italian")
    assert told.facts["one_in"] == 4194 and told.seats == (0,)


def test_the_biggest_pot_is_told_where_it_is_twice_the_usual_one() -> None:
    deals = [showdown(number, paid={"0": 2, "1": 2}) for number in range(6)]
    deals[3]["paid"] = {"0": 20, "1": 20}
    (pot,) = found("pot", told_of("colonial-italian", 2, deals, score="cubits"), game="colonial-italian")
    assert pot.deal == 4 and pot.facts == {"pot": 40, "usual": 4} and pot.seats == (1,)
    assert not found("pot", told_of("colonial-italian", 2, deals[:3], score="cubits"), game="colonial-italian")


@dataclass(frozen=True)
class Told:
    kind: str
    bits: float
    players: tuple[int, ...]


def test_at_most_seven_are_told_two_of_a_kind_and_none_twice_about_the_same_player() -> None:
    chances = Random(3)
    for _ in range(200):
        every = [
            Told(chances.choice("abcdef"), chances.random(), tuple(chances.sample(range(5), chances.randint(1, 2))))
            for _ in range(chances.randint(0, 40))
        ]
        told = chosen(every)
        assert len(told) <= MOST and told == sorted(told, key=lambda each: -each.bits)
        for kind in "abcdef":
            people = [who for each in told if each.kind == kind for who in each.players]
            assert len(people) == len(set(people))
            assert sum(each.kind == kind for each in told) <= MOST_OF_A_KIND
        if every:
            assert told[0].bits == max(each.bits for each in every)


def test_rarity_is_counted_in_coins() -> None:
    assert [bits(chance) for chance in (1, 0.5, 0.125, 3)] == [0, 1, 3, 0]


def test_each_gain_knows_its_deal() -> None:
    story = vilnius([0] * 16, [1] * 16)
    assert story.course[0][0] == Gain(10, 0, True, 2) and story.course[1][0].deal == 1
