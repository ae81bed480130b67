"""C9-C15, P3-P9: verdicts, play-offs, pots and the length of a table."""

from fractions import Fraction
from typing import Any

import pytest

from scoring.games import GAMES
from tests.scoring.hands import error_of, places, record, score, scores, verdict

# Six cards each, best first; no two of them share more cards than the deck has.
CAPSTONE = "P3 P3 P3 P2 P2 CAP"
PURPLE = "P3 P3 P3 P2 P2 P1"
GREEN = "G3 G3 G3 G2 G2 G1"
FULL = "P3 G3 O3 G2 O2 O1"
SMALL_HIGH = "O3 G3 O2 P1 P1 O1"
SMALL_LOW = "O3 G3 O2 P1 G1 G1"
NOTHING = "G3 O1 G1 P2 P2 O2"
TIE = {0: SMALL_LOW, 2: SMALL_HIGH}


def deal(dealer: int = 0, hands: dict[int, str] | None = None, **more: Any) -> dict[str, object]:
    shown = {str(seat): cards.split() for seat, cards in (hands or {}).items()}
    return {"dealer": dealer, **({"hands": shown} if hands else {}), **more}


@pytest.mark.parametrize(
    ("clause", "hands", "winner", "decided_by"),
    [
        ("C8", {0: FULL, 1: GREEN}, 1, "category"),
        ("C8 suit", {0: GREEN, 1: PURPLE}, 1, "suit"),
        ("C8 Capstone above full perfect", {0: CAPSTONE, 1: GREEN}, 0, "category"),
        ("C9", {0: SMALL_LOW, 1: SMALL_HIGH}, 1, "kicker"),
    ],
)
def test_a_showdown_is_decided_by(clause: str, hands: dict[int, str], winner: int, decided_by: str) -> None:
    result = verdict(score("colonial-italian", [deal(hands=hands)]))
    assert (result.winners, result.decided_by) == ((winner,), decided_by)
    assert result.runner_up == 1 - winner


def test_c9_the_cards_that_decided_are_named() -> None:
    result = verdict(score("colonial-italian", [deal(hands={0: SMALL_LOW, 1: SMALL_HIGH})]))
    assert result.kicker == ("P1", "G1")


def test_c9_the_cards_that_decided_are_named_as_held_in_an_earth_deck() -> None:
    hands = {0: "2S 3D KD AH AS AS", 1: "3S 4D QD AH AH AD"}
    result = verdict(score("colonial-italian", [deal(hands=hands)], earth_deck=True))
    assert (result.winners, result.kicker) == ((1,), ("AH", "AS"))
    assert result.hands[0].pyramid == ("KD", "2S", "3D")


def test_c9_a_queen_that_decides_is_named_before_a_king_of_a_lower_suit() -> None:
    hands = {0: "KH QH KD KD 2S 3D", 1: "KH QS KD QD 2S 3D"}
    result = verdict(score("colonial-italian", [deal(hands=hands)], earth_deck=True))
    assert (result.winners, result.kicker) == ((0,), ("QH", "QS"))
    assert result.hands[0].rest == ("KH", "QH", "KD")


def test_c10_visions_ties_where_only_the_cards_outside_differ() -> None:
    result = score("colonial-visions", [deal(hands={0: SMALL_LOW, 1: SMALL_HIGH})])
    assert (verdict(result).winners, verdict(result).decided_by) == ((0, 1), "tie")
    assert (result.playoff_of, result.playoff_seats) == (1, (0, 1))


def test_c10_perfect_outranks_all_changes_the_winner() -> None:
    hands = {0: FULL, 1: "O3 O3 O2 P1 G1 O1"}
    assert verdict(score("colonial-visions", [deal(hands=hands)])).winners == (0,)
    assert verdict(score("colonial-visions", [deal(hands=hands)], perfect_outranks_all=True)).winners == (1,)


def test_c13_the_pot_goes_to_the_winner_and_net_results_sum_to_zero() -> None:
    paid = {"0": 10, "1": 2, "2": 10}
    result = score(
        "colonial-italian", [deal(hands={0: GREEN, 2: FULL}, folded=[1], paid=paid)], seats=3, score="cubits"
    )
    assert verdict(result).pot == 22
    assert verdict(result).net == {0: 12, 1: -2, 2: -10}
    assert scores(result) == [12, -2, -10]
    assert places(result) == [1, 2, 3]


def test_c13_a_deal_without_cubits_is_no_gain_and_no_loss() -> None:
    result = score("colonial-italian", [deal(hands={0: GREEN, 1: FULL})], score="cubits")
    assert verdict(result).net is None
    assert scores(result) == [0, 0]


def test_c14_a_tie_is_not_won_until_its_play_off() -> None:
    tied = deal(hands={**TIE, 1: NOTHING}, paid={"0": 5, "1": 5, "2": 5})
    pending = score("colonial-visions", [tied], seats=3, deals=1)
    assert scores(pending) == [0, 0, 0]
    assert (pending.finished, pending.playoff_of, pending.playoff_seats) == (False, 1, (0, 2))
    assert (verdict(pending).pot, verdict(pending).net) == (15, None)


CHAIN = [
    deal(0, {**TIE, 1: NOTHING}, paid={"0": 5, "1": 6, "2": 5}),
    deal(2, TIE, paid={"0": 1, "2": 1}, playoff_of=1),
    deal(1, {0: GREEN, 2: FULL}, paid={"0": 3, "2": 4}, playoff_of=2),
]


@pytest.mark.parametrize("named", [1, 2], ids=["its root", "the latest tie"])
def test_c14_the_pot_is_carried_through_every_play_off(named: int) -> None:
    result = score("colonial-visions", [*CHAIN[:2], CHAIN[2] | {"playoff_of": named}], seats=3, score="cubits")
    assert [verdict(result, number).pot for number in (1, 2, 3)] == [16, 18, 25]
    assert verdict(result, 3).net == {0: 25 - 9, 1: -6, 2: -10}
    assert scores(result) == [16, -6, -10]
    assert result.playoff_of is None


def test_c14_a_chain_is_one_deal_won() -> None:
    result = score("colonial-visions", CHAIN, seats=3)
    assert scores(result) == [1, 0, 0]
    assert (result.turn, result.finished) == (1, False)
    assert score("colonial-visions", CHAIN, seats=3, deals=1).finished
    assert not score("colonial-visions", CHAIN, seats=3, deals=2).finished


def test_c14_a_voided_play_off_leaves_the_tie_open() -> None:
    result = GAMES["colonial-visions"].score(
        record("colonial-visions", [CHAIN[0], None, CHAIN[2] | {"playoff_of": 1}], seats=3)
    )
    assert verdict(result, 3).winners == (0,)
    assert verdict(result, 3).net == {0: 23 - 8, 1: -6, 2: -9}


def test_c15_the_last_player_wins_and_shows_nothing() -> None:
    result = score("colonial-italian", [deal(folded=[0, 2], paid={"0": 1, "1": 1})], seats=3, score="cubits")
    assert (verdict(result).winners, verdict(result).decided_by) == ((1,), "last-player")
    assert verdict(result).hands == {}
    assert scores(result) == [-1, 1, 0]


def test_c15_the_last_player_may_show_all_the_same() -> None:
    result = verdict(score("colonial-italian", [deal(hands={1: GREEN}, folded=[0])]))
    assert (result.decided_by, result.hands[1].category) == ("last-player", "perfect-3-green")


@pytest.mark.parametrize(("claimed", "decided_by"), [([1], "claim"), ([0, 1], "tie")])
def test_c13_a_winner_noted_without_cards_is_unverified(claimed: list[int], decided_by: str) -> None:
    result = score("colonial-italian", [deal(claimed=claimed)], cards="optional")
    assert (verdict(result).winners, verdict(result).decided_by) == (tuple(claimed), decided_by)
    assert verdict(result).unverified


def test_c13_a_claim_that_agrees_changes_nothing() -> None:
    result = verdict(score("colonial-italian", [deal(hands={0: GREEN, 1: FULL}, claimed=[0])]))
    assert (result.winners, result.decided_by, result.unverified) == ((0,), "category", False)


def test_c13_the_director_may_uphold_a_claim_against_the_cards() -> None:
    upheld = deal(hands={0: GREEN, 1: FULL}, claimed=[1], override="Seat 0 showed out of turn")
    result = score("colonial-italian", [upheld])
    assert (verdict(result).winners, verdict(result).decided_by) == ((1,), "claim")
    assert verdict(result).override == "Seat 0 showed out of turn"
    assert scores(result) == [0, 1]


def test_the_next_dealer_sits_left_of_the_last_one() -> None:
    assert score("colonial-italian", [], seats=3, first_dealer=2).turn == 2
    assert score("colonial-italian", [deal(2, {0: GREEN, 1: FULL, 2: NOTHING})], seats=3).turn == 0


def test_a_table_ends_after_so_many_deals() -> None:
    once = deal(hands={0: GREEN, 1: FULL})
    assert not score("colonial-italian", [once], deals=2).finished
    finished = score("colonial-italian", [once, once], deals=2)
    assert (finished.finished, finished.turn) == (True, None)
    assert error_of("colonial-italian", [once] * 3, deals=2) == {"code": "table-finished", "deal": 3}


def test_a_table_ends_when_somebody_reaches_the_goal() -> None:
    once = deal(hands={0: GREEN, 1: FULL}, paid={"0": 5, "1": 5})
    assert score("colonial-italian", [once] * 2, race_to=2).finished
    assert not score("colonial-italian", [once] * 2, race_to=11, score="cubits").finished
    assert score("colonial-italian", [once] * 2, race_to=10, score="cubits").finished


def test_a_voided_deal_does_not_count_towards_the_length() -> None:
    once = deal(hands={0: GREEN, 1: FULL})
    result = GAMES["colonial-italian"].score(record("colonial-italian", [once, None, once], deals=2))
    assert (result.finished, result.deals[1]) == (True, None)


def test_a_table_closed_by_the_director_waits_for_nobody() -> None:
    result = GAMES["colonial-italian"].score(record("colonial-italian", [deal(hands={0: GREEN, 1: FULL})], closed=True))
    assert (result.turn, result.finished) == (None, False)


GRAND = "GOC GOR SIR SIF GOK SIK"
GRAND_TOO = "BRC BRR SAR SAF BRK SAK"
JUNK = "RUF EMF EMF RUK EMK GOF"


def test_p3_the_quarry_decides_and_may_serve_several() -> None:
    hands = {0: "GOC GOR GOR GOF GOF SAF", 1: "SIC SIR SIR SIF SIF SAF"}
    result = verdict(score("protean", [deal(hands=hands, quarry=["GOK", "RUF"])]))
    assert result.winners == (0,)
    assert [result.hands[seat].category for seat in (0, 1)] == ["perfect-squared-large", "squared-large"]
    assert [result.hands[seat].quarry for seat in (0, 1)] == ["GOK", "GOK"]
    assert result.hands[0].pyramid == ("GOC", "GOR", "GOR", "GOF", "GOF", "GOK")


def test_p5_the_higher_suit_wins() -> None:
    hands = {0: "SIC SIR SIR SIF SIK SIK", 1: "GOC GOR GOR GOF GOK GOK"}
    result = verdict(score("protean", [deal(hands=hands, quarry=["RUF", "RUF"])]))
    assert (result.winners, result.decided_by) == ((1,), "suit")


@pytest.mark.parametrize(
    ("dealer", "net"), [(0, {0: -4, 1: 7, 2: -3}), (1, {0: -4, 1: 6, 2: -2}), (2, {0: -4, 1: 7, 2: -3})]
)
def test_p5_odd_cubits_go_to_the_first_tied_player_left_of_the_dealer(dealer: int, net: dict[int, int]) -> None:
    hands = {0: JUNK, 1: GRAND, 2: GRAND_TOO}
    paid = {"0": 4, "1": 0, "2": 9}
    result = score("protean", [deal(dealer, hands, quarry=["RUF", "RUF", "GOF"], paid=paid)], seats=3, score="cubits")
    assert (verdict(result).winners, verdict(result).decided_by) == ((1, 2), "split")
    assert verdict(result).net == net
    assert scores(result) == list(net.values())


def test_p5_a_split_deal_counts_its_share_to_each_winner() -> None:
    hands = {0: JUNK, 1: GRAND, 2: GRAND_TOO}
    result = score("protean", [deal(0, hands, quarry=["RUF", "RUF", "GOF"])], seats=3)
    assert scores(result) == [0, Fraction(1, 2), Fraction(1, 2)]
    assert [seat["score"] for seat in result.as_dict()["seats"]] == [0, 0.5, 0.5]  # type: ignore[attr-defined]


def test_p5_an_event_may_choose_the_play_off() -> None:
    tied = deal(0, {0: JUNK, 1: GRAND, 2: GRAND_TOO}, quarry=["RUF", "RUF", "GOF"])
    result = score("protean", [tied], seats=3, tie="playoff")
    assert (verdict(result).decided_by, result.playoff_of, result.playoff_seats) == ("tie", 1, (1, 2))
    decided = deal(1, {1: GRAND, 2: JUNK}, quarry=["RUF", "RUF"], playoff_of=1)
    assert scores(score("protean", [tied, decided], seats=3, tie="playoff")) == [0, 1, 0]


def test_p7_nobody_has_any_hand_and_all_share() -> None:
    hands = {0: JUNK, 1: "GOF SIF BRK SAK GOK SIK"}
    result = verdict(score("protean", [deal(hands=hands, quarry=["BRF", "SAF"])]))
    assert (result.winners, result.hands[0].category) == ((0, 1), "none")


def test_p9_the_last_player_needs_no_quarry() -> None:
    assert verdict(score("protean", [deal(folded=[0])])).decided_by == "last-player"


def test_three_equal_shares_make_a_whole() -> None:
    everyone = {0: JUNK, 1: "GOF SIF BRK SAK GOK SIK", 2: "BRF SAF SAF BRK SAK GOF"}
    split = deal(hands=everyone, quarry=["BRF", "BRF", "SIF"])
    result = score("protean", [split] * 3, seats=3)
    assert scores(result) == [1, 1, 1]
    assert [seat["score"] for seat in result.as_dict()["seats"]] == [1, 1, 1]  # type: ignore[attr-defined]


def test_the_answer_of_the_interface() -> None:
    result = score("colonial-italian", [deal(hands={0: CAPSTONE.lower(), 2: GREEN}, folded=[1])], seats=3)
    assert result.as_dict() == {
        "seats": [{"score": 1, "place": 1}, {"score": 0, "place": 2}, {"score": 0, "place": 2}],
        "finished": False,
        "deals": [
            {
                "winners": [0],
                "decided_by": "category",
                "hands": {
                    "0": {
                        "category": "capstone",
                        "pyramid": ["CAP", "P2", "P2", "P3", "P3", "P3"],
                        "rest": [],
                        "quarry": None,
                    },
                    "2": {
                        "category": "perfect-3-green",
                        "pyramid": ["G1", "G2", "G2", "G3", "G3", "G3"],
                        "rest": [],
                        "quarry": None,
                    },
                },
                "unverified": False,
                "pot": 0,
                "net": None,
                "kicker": None,
                "runner_up": 2,
                "override": None,
            }
        ],
        "turn": 1,
        "playoff_of": None,
        "playoff_seats": [],
    }


def test_c13_of_a_claim_that_agrees_the_directors_reason_is_kept() -> None:
    agreed = deal(hands={0: GREEN, 1: FULL}, claimed=[0], override="Looked at twice")
    result = verdict(score("colonial-italian", [agreed]))
    assert (result.winners, result.decided_by, result.override) == ((0,), "category", "Looked at twice")


@pytest.mark.parametrize(
    ("claimed", "more"),
    [([1], {}), ([2], {"folded": [2], "override": "Sat here"}), ([1, 2], {"folded": [2], "override": "Sat here"})],
)
def test_c13_a_claim_against_the_cards_wants_the_director_and_somebody_still_in(
    claimed: list[int], more: dict[str, Any]
) -> None:
    played = deal(hands={0: GREEN, 1: FULL}, claimed=claimed, **more)
    assert error_of("colonial-italian", [played], seats=3 if more else 2)["code"] == "claim-differs"
