"""Decks as they are looked at: a card by its parts, and a pyramid in rows."""

import pytest

from scoring.cards import COLONIAL_DECK, EARTH_DECK, PROTEAN_DECK, Deck


@pytest.mark.parametrize(
    ("deck", "pyramid", "rows"),
    [
        (COLONIAL_DECK, "P2 P3 G3", ["P2", "P3 G3"]),
        (COLONIAL_DECK, "P1 P2 G2 P3 G3 O3", ["P1", "P2 G2", "P3 G3 O3"]),
        (COLONIAL_DECK, "CAP P2 P2 P3 P3", ["P2 P2", "CAP P3 P3"]),
        (COLONIAL_DECK, "CAP P2 P2 P3 P3 P3", ["CAP", "P2 P2", "P3 P3 P3"]),
        (COLONIAL_DECK, "CAP P3 P3", ["CAP", "P3 P3"]),
        (COLONIAL_DECK, "", []),
        (EARTH_DECK, "AC KH QS 2H 3S", ["KH QS", "AC 2H 3S"]),
        (PROTEAN_DECK, "GOC SIR BRR", ["GOC", "SIR BRR"]),
        (PROTEAN_DECK, "GOR SIR BRF SAK EMF", ["GOR SIR", "BRF SAK EMF"]),
        (PROTEAN_DECK, "GOC", ["GOC"]),
    ],
)
def test_a_hand_is_stacked_as_the_pyramid_it_makes(deck: Deck, pyramid: str, rows: list[str]) -> None:
    assert deck.rows(pyramid.split()) == [row.split() for row in rows]


def test_a_card_is_its_suit_and_what_is_written_besides() -> None:
    cards = {**COLONIAL_DECK.by_code, **EARTH_DECK.by_code, **PROTEAN_DECK.by_code}
    faces = {"P1": "1", "CAP": "CAP", "QD": "Q", "AC": "A", "SAK": "K", "GOC": "C"}
    assert {code: cards[code].face for code in faces} == faces


def test_an_earth_deck_lies_before_a_player_from_the_ace_down() -> None:
    hearts = [card.code for card in EARTH_DECK.laid_out if card.suit == "H"]
    assert hearts == ["AH", "KH", "QH", "4H", "3H", "2H"]
    assert COLONIAL_DECK.laid_out == list(COLONIAL_DECK.cards)
