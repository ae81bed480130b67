"""What is said of showdowns, and on how much it rests."""

import pytest

from scoring.showdown.colonial import VISIONS
from scoring.showdown.odds import CHANCES, positions
from scoring.statistics import Counts, added
from tests.factories import make_club
from tournaments.models import Player
from tournaments.selectors.statistics.pages import PlayerCounts
from tournaments.selectors.table.cards import player_tag
from tournaments.words.statistics.figures import hand_picture, hand_tables
from tournaments.words.statistics.showdowns import luck_text, showdown_figures, showdown_players, strength_text

SIX = CHANCES["by-level-6"]
STAND = positions(VISIONS, SIX)
BY_NAME = dict(zip(reversed(SIX.hands), STAND.shares.values(), strict=True))


def held(**hands: int) -> Counts:
    """Hands of six cards that were shown in Visions."""
    named = {name.replace("_", "-"): times for name, times in hands.items()}
    strength = sum(round(10**6 * BY_NAME[name]) * times for name, times in named.items())
    return {
        "deals": sum(named.values()),
        "strength": strength,
        "scatter": round(10**6 * STAND.scatter) * sum(named.values()),
        **{f"held:by-level-6.{name}": n for name, n in named.items()},
    }


def facts(counts: Counts, everybody: Counts | None = None) -> dict[str, tuple[str, str]]:
    return {each.label: (each.value, each.rests) for each in showdown_figures(counts, everybody).facts}


def test_hands_stand_beside_what_the_exact_odds_give():
    (table,) = hand_tables(held(full=30, level_1=60, none=10))
    lines = {line.category: line for line in table.lines}
    assert (table.size, table.hands, len(table.lines)) == (6, 100, 14)
    assert (lines["full pyramid"].held, lines["full pyramid"].due, lines["full pyramid"].one_in) == (30, "18.7", 5)
    assert (lines["Capstone pyramid"].held, lines["Capstone pyramid"].due) == (0, "<0.05")
    assert (lines["level 1"].bar, lines["level 1"].mark, lines["full pyramid"].bar) == (120, 61, 60)
    assert table.says == "Full pyramid: 1 in 5 by the exact odds, here 30 in 100."


def test_hands_of_different_sizes_are_never_added_up():
    counts = added(held(full=3), {"held:by-level-8.full": 2, "held:protean-6.grand": 1})
    assert [(table.size, table.hands) for table in hand_tables(counts)] == [(6, 3), (8, 2), (6, 1)]


@pytest.mark.parametrize(
    ("hands", "text"), [(4, "–"), (10, "73–100 %"), (40, "91 %")], ids=["nothing", "a range", "a figure"]
)
def test_how_good_hands_are_is_told_from_so_many_on(hands, text):
    assert strength_text(held(full=hands)) == text


def test_luck_is_told_beside_everybody_and_only_where_chance_does_not_explain_it():
    everybody = held(full=100, level_1=200, none=100)
    assert luck_text(held(full=50), everybody) == "luckier with the cards than chance explains"
    assert luck_text(held(none=50), everybody) == "unluckier with the cards than chance explains"
    assert luck_text(held(full=10, level_1=20, none=10), everybody) == "neither lucky nor unlucky with the cards"
    assert luck_text(held(full=29), everybody) == luck_text(everybody, everybody) == ""


def test_who_is_lucky_is_worked_out_by_hand():
    """One hand lies s from the half, 49 hands on average s / 7: who is further than 1.96 s / 7 from the others."""
    squares = sum(times * (BY_NAME[name] - 0.5) ** 2 for name, times in SIX.hands.items())
    band = 1.96 * (squares / 28_989_675) ** 0.5 / 7
    scatter = {"scatter": round(49 * 10**6 * squares / 28_989_675)}
    others = {"held:by-level-6.full": 490, "strength": 490 * 600_000}
    own = {
        off: {"held:by-level-6.full": 49, "strength": round(49 * 10**6 * (0.6 + off * band)), **scatter}
        for off in (0.99, 1.01)
    }
    assert luck_text(own[0.99], others) == "neither lucky nor unlucky with the cards"
    assert luck_text(own[1.01], others) == "luckier with the cards than chance explains"


def test_every_figure_says_on_how_much_it_rests():
    counts = {
        **held(full=20, none=20), "deals": 60, "folded": 15, "unseen": 5, "won:cards": 12, "won:alone": 3,
        "cubits:won": 90, "cubits:lost": 120, "pots": 15, "folds:known": 4, "folds:better": 1, "claims:refused": 2,
    }  # fmt: skip
    assert facts(counts, added(counts, held(level_1=100))) == {
        "Hands shown": ("40", "of 60 dealt; 15 folded, 5 not shown"),
        "Better than so many of all hands": (
            "49 %",
            "of 40 hands shown; the club: 36 %; luckier with the cards than chance explains",
        ),
        "Won": ("25 %", "12 by the cards, 3 as the last one in"),
        "Hands folded": ("25 %", "of 60 deals"),
        "Cubits a deal": ("−0.5", "90 won, 120 lost"),
        "Pots won": ("15", "in 60 deals"),
        "Folds that would have won": ("1", "of 4 folded hands that a phone knew"),
        "Winners announced against the cards": ("2", "2 refused, 0 upheld by the director"),
    }
    assert facts(held(full=1)).keys() == {"Hands shown", "Better than so many of all hands", "Won", "Hands folded"}


@pytest.mark.django_db
def test_players_stand_by_the_strength_of_their_hands_and_those_with_few_last():
    club = make_club()
    players = {name: Player.objects.create(club=club, name=name) for name in ("Ana", "Bruno", "Chiara")}
    counts = {"Ana": held(none=9), "Bruno": held(full=4), "Chiara": held(level_2=9)}
    found = showdown_players(PlayerCounts(player_tag(players[name]), each) for name, each in counts.items())
    assert [row.player.name for row in found.rows] == ["Chiara", "Ana", "Bruno"]
    assert all(len(row.cells) == len(found.heads) for row in found.rows)


def test_a_hand_is_drawn_as_the_pyramid_that_it_is():
    colonial = hand_picture({"pyramid": ["P1", "P2", "P2", "P3", "P3", "P3"], "rest": []})
    assert colonial is not None and [len(row) for row in colonial.rows] == [1, 2, 3]
    earth = hand_picture({"pyramid": ["QD", "2S", "3D"], "rest": ["AH", "AS", "AS"]})
    assert earth is not None and ([list(row) for row in earth.rows], earth.rest) == (
        [["QD"], ["2S", "3D"]],
        ["AH", "AS", "AS"],
    )
    assert hand_picture({"exact": 12}) is None
