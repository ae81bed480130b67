"""What a table tells once it is over, and from what."""

import json

import pytest

from scoring.deals import VilniusDeal
from scoring.result import RecordedTable
from scoring.vilnius.game import VILNIUS
from scoring.vilnius.tricks import TakenTricks
from scoring.win_probability.sheets import WORTH, ChancesAfter, Experience, standard_error, turn_of
from scoring.win_probability.story import Knowledge, bend_of, read_steps, read_story, written_steps
from tests.scoring.sheets import whole_game

KNOWN = Knowledge({"tricks:2.4.3.3": 30})


def vilnius_table(*, deals: int = 32, closed: bool = False) -> RecordedTable:
    played = VILNIUS.read_deals(whole_game(seats=2, seed=4)[:deals], seats=2)
    return RecordedTable(2, 0, {}, played, closed=closed)


def steps(*chances: float) -> list[ChancesAfter]:
    return [ChancesAfter(deal, (chance, 1 - chance)) for deal, chance in enumerate(chances)]


def test_the_table_turned_in_the_deal_that_brought_the_winner_the_most() -> None:
    turn = turn_of(steps(0.5, 0.3, 0.6, 0.5, 1), [0])
    assert turn
    assert (turn.deal, turn.before, turn.after) == (4, 0.5, 1)
    other = turn_of(steps(0.5, 0.3, 0.6, 0.5, 1), [1])
    assert other
    assert other.deal == 1


def test_where_no_deal_brought_much_or_all_were_first_it_never_turned() -> None:
    assert turn_of(steps(0.5, 0.59, 0.68), [0]) is None
    assert turn_of(steps(0.5, 0.9, 0.5), [0, 1]) is None
    assert turn_of(steps(0.5), [0]) is None


def test_before_a_club_has_played_every_trick_off_is_less_likely_and_what_it_plays_moves_that() -> None:
    before = Experience([], tricks=6).odds(("4",), 3)
    assert sum(before) == pytest.approx(1)
    assert before[3] > before[4] > before[5]
    known = Experience([TakenTricks(("4",), 3, 5, WORTH)], tricks=6)
    # Half of it by all tables, half of what then is left by those of this size.
    assert known.odds(("4",), 3)[5] == pytest.approx(before[5] / 4 + 3 / 4)
    assert known.odds(("2",), 3)[5] == pytest.approx(before[5] / 2 + 1 / 2)
    assert known.odds(("4",), 2) == Experience([], tricks=6).odds(("4",), 2)


def test_a_table_that_was_closed_before_its_sheets_were_full_tells_nothing() -> None:
    table = vilnius_table(deals=20, closed=True)
    assert bend_of(VILNIUS, table, VILNIUS.score(table), KNOWN) is None


def test_nothing_is_told_before_the_club_has_made_thirty_announcements() -> None:
    table = vilnius_table()
    assert bend_of(VILNIUS, table, VILNIUS.score(table), Knowledge({"tricks:4.4.3.3": 29})) is None


def test_what_is_kept_of_a_bend_is_read_as_it_was() -> None:
    table = vilnius_table()
    bend = bend_of(VILNIUS, table, VILNIUS.score(table), KNOWN)
    assert bend
    assert bend.story.known == 30
    assert bend.story.bold
    assert bend.story.turn
    assert read_story(json.loads(json.dumps(bend.story.as_dict()))) == bend.story
    kept = read_steps(json.loads(json.dumps(written_steps(bend.steps))))
    assert [step.deal for step in kept] == [step.deal for step in bend.steps]
    for was, step in zip(bend.steps, kept, strict=True):
        assert step.chances == pytest.approx(was.chances, abs=1e-4)


def test_bold_is_the_announcement_with_most_at_stake_of_those_that_were_chosen() -> None:
    table = vilnius_table()
    bend = bend_of(VILNIUS, table, VILNIUS.score(table), KNOWN)
    assert bend
    assert bend.story.bold
    deal, stake = max(((step.deal, step.stake) for step in bend.steps if step.stake), key=lambda each: each[1])
    assert (bend.story.bold.deal, bend.story.bold.stake) == (deal, round(stake, 4))
    declared = table.deals[deal - 1]
    assert isinstance(declared, VilniusDeal)
    assert (bend.story.bold.seat, bend.story.bold.taken) == (declared.declarer, declared.taken)


def test_a_chance_that_was_played_out_says_how_far_it_may_be_off() -> None:
    assert standard_error(0) == 0
    assert standard_error(2500) == 0.01
