"""A phone keeps score of hands: Colonial and Protean."""

import pytest
from playwright.sync_api import Page, expect

from tests.e2e.pad import Pad, Wall, complaints, fits_without_scrolling, payloads, small_targets
from tests.factories import deal, make_night, make_table, seat_table
from tournaments.audit import SYSTEM
from tournaments.codes import claim_code
from tournaments.models import Claim
from tournaments.services.table.claims import call_director

PERFECT_2, NOTHING = ["P3", "P3", "P3", "P2", "P2", "P2"], ["P1", "P1", "G1", "G1", "O1", "O1"]
LEVEL_2, SAME_LEVEL_2 = ["G3", "G3", "O3", "G2", "O2", "O2"], ["G3", "O3", "O3", "G2", "G2", "O2"]
GOLD, SILVER = ["GOC", "GOR", "GOR", "GOF", "GOK", "RUF"], ["SIC", "SIR", "SIR", "SIF", "SIF", "SIF"]


def show(pad: Pad, cards: list[str]) -> None:
    """Enter cards of the hand that is open; a full one goes on to the next."""
    for card in cards:
        pad.tap(f"kind-{card}")


def play_tie(pad: Pad) -> None:
    """Bruno and Chiara tie at a table of three."""
    for hand in (LEVEL_2, SAME_LEVEL_2, NOTHING):
        show(pad, hand)
    pad.tap("next")


@pytest.mark.journey
def test_four_hands_of_six_are_entered_and_saved_in_26_taps(phone, wall):
    table = make_table(seats=4, game="colonial-italian")
    pad, watching = Pad(phone(), table), Wall(wall(), table)
    assert fits_without_scrolling(pad.page)
    assert small_targets(pad.page) == []
    ground = [pad.page.locator(place) for place in (".hands", ".pad-dock")]
    still = [place.bounding_box() for place in ground]
    for card in (*LEVEL_2, *PERFECT_2, *SAME_LEVEL_2, *NOTHING):
        show(pad, [card])
        assert [place.bounding_box() for place in ground] == still
    expect(pad.page.locator(".hands-head p")).to_have_text("Ahead: Chiara")
    expect(pad.page.locator(".hand-ahead .seat-name")).to_have_text("Chiara")
    pad.tap("next")
    expect(pad.page.locator(".reveal-card")).to_have_count(5)
    assert fits_without_scrolling(pad.page)
    assert complaints(pad.page) == []
    pad.tap("save")
    pad.saved("Chiara wins")
    assert pad.taps == 26
    watching.shows("Deals 1", ["0", "0", "1", "0"])


def test_shapes_take_four_hands_of_six_down_to_14_taps(phone):
    table = make_table(seats=4, game="colonial-italian")
    pad = Pad(phone(), table)
    for key in ("shape-P2-P3-5", "kind-P1", "shape-G2-G3-5", "kind-O3", "shape-O2-O3-3"):
        pad.tap(key)
    show(pad, ["G3", "G1", "O1"])
    for key in ("shape-P2-P3-5", "kind-O3", "next", "save"):
        pad.tap(key)
    pad.saved("Bruno wins")
    assert pad.taps == 12
    (payload,) = payloads(table)
    assert payload["hands"]["1"] == ["P2", "P2", "P3", "P3", "P3", "P1"]
    assert payload["hands"]["3"] == ["O2", "O3", "O3", "G3", "G1", "O1"]


SCORES_BESIDE_CARDS = """() => [...document.querySelectorAll(".hand:not(.hand-now) .hand-open")].every((hand) =>
    hand.querySelector(".hand-cards > :last-child").getBoundingClientRect().right
        <= hand.querySelector(".seat-score").getBoundingClientRect().left)"""


def test_an_ordinary_showdown_fits_a_small_phone_upright_and_on_its_side(phone):
    table = make_table(seats=4, game="colonial-italian")
    pad = Pad(phone(), table)
    pad.page.set_viewport_size({"width": 640, "height": 340})
    expect(pad.page.locator(".hand-now .hand-fold")).to_be_visible()
    show(pad, [*LEVEL_2, "P3"])
    for width, height in ((360, 600), (640, 340)):
        pad.page.set_viewport_size({"width": width, "height": height})
        assert fits_without_scrolling(pad.page)
    assert small_targets(pad.page) == []
    pad.page.set_viewport_size({"width": 360, "height": 740})
    assert pad.page.evaluate(SCORES_BESIDE_CARDS)
    show(pad, [*PERFECT_2[1:], *SAME_LEVEL_2, *NOTHING])
    pad.tap("next")
    for width, height in ((360, 600), (640, 340)):
        pad.page.set_viewport_size({"width": width, "height": height})
        assert fits_without_scrolling(pad.page)
    pad.tap("save")
    expect(pad.page.locator('[data-key="undo"]')).to_be_in_viewport(ratio=1)
    pad.page.set_viewport_size({"width": 360, "height": 600})
    assert fits_without_scrolling(pad.page)


def test_with_large_letters_the_hand_that_is_entered_and_the_way_on_are_in_sight(phone):
    table = make_table(seats=3, game="colonial-italian")
    pad = Pad(phone(), table)
    pad.page.evaluate("() => { document.documentElement.style.fontSize = '200%'; }")
    for cards in (LEVEL_2, SAME_LEVEL_2):
        show(pad, cards)
        assert is_above_the_dock(pad.page, ".hand-now")
    show(pad, PERFECT_2)
    pad.tap("next")
    expect(pad.page.locator(".verdict")).to_be_visible()
    assert pad.page.evaluate("() => document.documentElement.scrollWidth") <= 360
    expect(pad.page.locator('[data-key="save"]')).to_be_in_viewport()


def is_above_the_dock(page, part) -> bool:
    return page.evaluate(
        """(part) => {
            const box = document.querySelector(part).getBoundingClientRect();
            return box.top >= -1 && box.bottom <= document.getElementById('pad-dock').getBoundingClientRect().top + 1;
        }""",
        part,
    )


# The pad goes on without its storage after a second, which is not counted here.
SLOW = """() => {
    const answered = new Promise((answer) => { window.answer = answer; });
    window.taps = 0;
    window.addEventListener("click", () => { window.taps += 1; }, true);
    const after = window.setTimeout;
    window.setTimeout = (act, delay, ...rest) => after(act, delay === 1000 ? 60000 : delay, ...rest);
    const open = IDBFactory.prototype.open;
    IDBFactory.prototype.open = function (...given) {
        const asked = open.apply(this, given);
        const listen = asked.addEventListener.bind(asked);
        const late = async (heard) => { await answered; heard(); };
        asked.addEventListener = (kind, heard) => listen(kind, kind === "success" ? () => late(heard) : heard);
        return asked;
    };
}"""


def answer_after(page: Page, taps: int) -> None:
    """A browser tells of a finger that came and went before the page hears the click that it makes of it."""
    page.wait_for_function("taps => window.taps === taps", arg=taps)
    page.evaluate("answer()")


def test_taps_before_the_phones_storage_answers_are_all_done_and_overwrite_nothing_that_it_kept(phone):
    table, page = make_table(seats=4, game="colonial-italian"), phone()
    page.add_init_script(f"({SLOW})()")
    pad, held = Pad(page, table), page.locator(".hand-now button.slot")
    show(pad, ["G3", "O3", "G3"])
    answer_after(page, taps=3)
    expect(held).to_have_count(3)
    pad.stored('["G3","O3","G3"]')
    pad.open(table)
    show(pad, ["P3"])
    answer_after(page, taps=1)
    expect(held).to_have_count(3)
    show(pad, ["G2"])
    expect(held).to_have_count(4)


def test_who_does_not_show_is_out_and_a_tap_too_many_is_undone(phone):
    table = make_table(seats=3, game="colonial-italian")
    pad = Pad(phone(), table)
    show(pad, LEVEL_2)
    pad.tap("not-shown")
    expect(pad.page.locator(".hand-folded .seat-name")).to_have_text("Chiara")
    pad.tap("undo-card")
    expect(pad.page.locator(".hand-folded")).to_have_count(0)
    pad.tap("undo-card")
    expect(pad.page.locator(".hand-now .seat-name")).to_contain_text("Bruno")
    show(pad, LEVEL_2[-1:])
    pad.tap("not-shown")
    show(pad, PERFECT_2)
    for key in ("next", "save"):
        pad.tap(key)
    pad.saved("Ana wins")
    assert payloads(table)[0]["folded"] == [2]


def test_a_hand_is_named_and_lit_as_soon_as_it_is_complete(phone):
    pad = Pad(phone(), make_table(seats=2, game="colonial-italian"))
    page = pad.page
    show(pad, ["P3", "P3", "P3", "P2", "G1", "P1"])
    expect(page.locator('[data-key="seat-1"] .seat-state')).to_have_text("Perfect level 1 in purple")
    expect(page.locator('[data-key="seat-1"] .mini-out')).to_have_count(3)
    expect(page.locator('[data-key="kind-P3"]')).to_have_attribute("aria-label", "Third-level purple, 6 left")
    expect(page.locator(".hand-now .seat-name")).to_contain_text("Ana")
    pad.tap("seat-1")
    pad.tap("slot-4")
    show(pad, ["P2"])
    expect(page.locator('[data-key="seat-1"] .seat-state')).to_have_text("Perfect full pyramid in purple")
    expect(page.locator('[data-key="seat-1"] .mini-out')).to_have_count(0)


def test_the_picker_offers_no_more_cards_than_the_deck_has(phone):
    pad = Pad(phone(), make_table(seats=2, game="colonial-italian"))
    show(pad, ["CAP", "P1", "P1"])
    pad.tap("seat-0")
    expect(pad.page.locator('[data-key="kind-CAP"]')).to_be_disabled()
    pad.tap("kind-P1")
    expect(pad.page.locator('[data-key="kind-P1"]')).to_be_disabled()


def test_a_wrong_winner_is_told_and_the_evaluators_taken(phone, wall):
    table = make_table(seats=3, game="colonial-italian")
    pad, watching = Pad(phone(), table), Wall(wall(), table)
    pad.tap("fold-2")
    for hand in (LEVEL_2, PERFECT_2):
        show(pad, hand)
    for key in ("next", "claim", "claim-1", "next"):
        pad.tap(key)
    expect(pad.page.locator("h2")).to_have_text("By the cards the winner is Ana, the table says Bruno. Which is right?")
    assert complaints(pad.page) == []
    assert payloads(table) == []
    pad.tap("take-winner")
    expect(pad.page.locator("h2")).to_have_text("Ana wins")
    expect(pad.page.locator(".verdict-why")).to_have_text("Perfect level 2 in purple beats level 2.")
    pad.tap("save")
    pad.saved("Ana wins")
    watching.shows("Deals 1", ["1", "0", "0"])
    (payload,) = payloads(table)
    assert payload == {
        "dealer": 0,
        "folded": [2],
        "hands": {"0": PERFECT_2, "1": LEVEL_2},
        "claimed": [0],
    }


def claim(pad: Pad) -> None:
    """Bruno is announced as the winner, though Ana's cards are better."""
    for hand in (LEVEL_2, PERFECT_2):
        show(pad, hand)
    for key in ("next", "claim", "claim-1", "next"):
        pad.tap(key)
    expect(pad.page.locator('[data-key="claim-winner"]')).to_be_disabled()
    pad.page.get_by_label("Why?").fill("shown too late")
    pad.tap("claim-winner")
    expect(pad.page.locator("h2")).to_have_text("The director rules on it")
    assert complaints(pad.page) == []


def test_a_winner_against_the_cards_is_upheld_by_the_director_s_code(phone):
    table = make_table(seats=2, game="colonial-italian")
    pad = Pad(phone(), table)
    claim(pad)
    assert payloads(table) == []
    pad.page.get_by_label("code from the desk").fill("1")
    pad.tap("claim-uphold")
    assert "not the director’s code" in pad.said
    pad.page.get_by_label("code from the desk").fill(claim_code(Claim.objects.get()))
    pad.tap("claim-uphold")
    expect(pad.page.locator("h2")).to_have_text("Deal 2")
    pad.tap("deals")
    pad.tap("deal-1")
    expect(pad.page.locator(".deal-marks")).to_contain_text("by the director’s word: shown too late")


def test_a_claim_taken_back_is_mended_where_it_was_entered(phone):
    table = make_table(seats=2, game="colonial-italian")
    pad, other = Pad(phone(), table), Pad(phone(), table)
    claim(pad)
    expect(other.page.locator("#pad-bar")).to_contain_text("The director is called: Bruno against the cards")
    pad.tap("claim-withdraw")
    for key in ("next", "back", "claim-1", "claim-0", "next", "save"):
        pad.tap(key)
    pad.saved("Ana wins")
    assert [payload["claimed"] for payload in payloads(table)] == [[0]]
    expect(other.page.locator("#pad-bar")).not_to_contain_text("The director is called")


def test_a_tie_is_played_off_by_the_tied_players_for_the_whole_pot(phone, wall):
    table = make_table(seats=3, game="colonial-visions", rules={"score": "cubits"})
    pad, watching = Pad(phone(), table), Wall(wall(), table)
    play_tie(pad)
    pad.page.locator("#paid-0").fill("4")
    pad.tap("level")
    pad.tap("next")
    expect(pad.page.locator("h2")).to_have_text("A tie of Bruno and Chiara")
    expect(pad.page.locator(".verdict-why")).to_have_text("Level 2. They play it off.")
    expect(pad.page.locator(".pad-pot")).to_have_text("12 cubits in the pot")
    pad.tap("save")
    expect(pad.page.locator("h2")).to_have_text("Play-off of deal 1")
    watching.shows("Deals 1", ["0", "0", "0"])
    expect(pad.page.locator(".hands-head p")).to_contain_text("12 cubits in the pot")
    expect(pad.page.locator(".hand .seat-name")).to_have_text(["Bruno Dealer", "Chiara"])
    for hand in (PERFECT_2, LEVEL_2):  # Bruno deals, so Chiara comes first
        show(pad, hand)
    for key in ("next", "more-1", "more-2", "next"):
        pad.tap(key)
    expect(pad.page.locator("h2")).to_contain_text("wins")
    pad.tap("save")
    expect(pad.page.locator("h2")).to_have_text("Deal 3")
    scores = ["−4", "−5", "9"]
    expect(pad.page.locator(".seat-score")).to_have_text(scores)
    watching.shows("Deals 2", scores)


def test_a_tie_cannot_be_voided_while_its_play_off_stands(phone):
    table = make_table(seats=3, game="colonial-visions")
    pad = Pad(phone(), table)
    play_tie(pad)
    pad.tap("save")
    expect(pad.page.locator("h2")).to_have_text("Play-off of deal 1")
    pad.tap("fold-1")
    pad.tap("next")
    pad.tap("save")
    pad.saved("Chiara wins: everybody else folded.")
    pad.tap("deals")
    pad.tap("deal-1")
    pad.tap("void-1")
    expect(pad.page.locator(".pad-error")).to_contain_text("Deal 2 would no longer fit")
    expect(pad.page.locator(".pad-error")).to_contain_text("It plays off a tie that would no longer be there.")
    assert len(payloads(table)) == 2


def test_the_last_player_wins_without_cards_and_folding_is_one_tap(phone):
    table = make_table(seats=4, game="colonial-italian")
    pad = Pad(phone(), table)
    for key in ("fold-0", "fold-1", "fold-3"):
        pad.tap(key)
    expect(pad.page.locator('[data-key="fold-2"]')).to_be_disabled()
    pad.tap("next")
    pad.tap("save")
    pad.saved("Chiara wins: everybody else folded.")
    assert pad.taps == 5
    pad.tap("more")
    expect(pad.page.locator('[data-key="dealer"]')).to_have_value("1")


def test_a_winner_is_noted_without_cards_where_the_event_lets_him(phone):
    table = make_table(seats=2, game="colonial-italian", rules={"cards": "optional"})
    pad = Pad(phone(), table)
    for key in ("more", "without", "next", "claim-1", "next"):
        pad.tap(key)
    expect(pad.page.locator(".pad-warning")).to_have_text("No cards were shown: the winner is the one the table named.")
    pad.tap("save")
    pad.saved("Bruno wins")
    assert payloads(table) == [{"dealer": 0, "folded": [], "claimed": [1]}]


def test_an_earth_deck_is_picked_by_its_faces(phone):
    table = make_table(seats=2, game="colonial-italian", rules={"earth_deck": True, "hand_size": 8})
    pad = Pad(phone(), table)
    show(pad, ["AH", "KH", "QH", "2H", "3H", "4H", "AC", "AD"])
    expect(pad.page.locator('[data-key="seat-1"] .seat-state')).to_have_text("Capstone pyramid")
    assert fits_without_scrolling(pad.page)
    assert small_targets(pad.page) == []


@pytest.mark.journey
def test_six_seats_and_the_quarry_fit_on_the_phone(phone):
    names = ["Bartholomäus Featherstonehaugh-Wojciechowski", "Žydrūnė", "<b>Bob</b>", "Ana", "Elena", "Faust"]
    table = seat_table(make_night(names=names, game="protean", rules={"score": "cubits"}), *names)
    for scheme in ("light", "dark"):
        pad = Pad(phone(color_scheme=scheme), table)
        assert fits_without_scrolling(pad.page)
        assert small_targets(pad.page) == []
        assert complaints(pad.page) == []


def test_a_quarry_card_completes_a_pyramid(phone):
    table = make_table(seats=2, game="protean")
    pad = Pad(phone(), table)
    for hand in (GOLD, SILVER):
        show(pad, hand)
    expect(pad.page.locator(".hand-now .seat-name")).to_have_text("Quarry")
    show(pad, ["GOK", "RUF"])
    expect(pad.page.locator('[data-key="seat-1"]')).to_contain_text("Perfect grand pyramid")
    for key in ("next", "save"):
        pad.tap(key)
    pad.saved("Bruno wins: perfect grand pyramid beats perfect large pyramid.")
    assert payloads(table)[0]["quarry"] == ["GOK", "RUF"]


def test_a_recorded_deal_is_corrected_with_its_cards_at_hand(phone):
    table = make_table(seats=2, game="colonial-italian")
    pad = Pad(phone(), table)
    for hand in (LEVEL_2, PERFECT_2):
        show(pad, hand)
    for key in ("next", "save", "deals", "deal-1", "correct-1"):
        pad.tap(key)
    expect(pad.page.locator('[data-key="seat-0"]')).to_contain_text("Perfect level 2 in purple")
    pad.tap("fold-0")
    pad.tap("next")
    pad.tap("save")
    pad.saved("Deal 1 corrected. Bruno wins: everybody else folded.")
    assert payloads(table)[1] == {"dealer": 0, "folded": [0]}


def test_what_does_not_concern_its_sheet_takes_nobody_back_to_the_beginning(phone):
    night = make_night(game="colonial-italian")
    here, there = seat_table(night, "Ana", "Bruno"), seat_table(night, "Chiara", "Dovas")
    pad = Pad(phone(), here)
    pad.tap("kind-P2")
    deal(there, {"dealer": 0, "folded": [1]})
    with pad.page.expect_response("**/state/"):
        call_director(table_id=here.pk, note="", actor=SYSTEM)
    pad.tap("kind-P3")
    expect(pad.page.locator('[data-key="slot-1"]')).to_be_visible()
