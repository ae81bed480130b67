"""Decks as they are looked at: a card by its parts, and a pyramid in rows."""

import pytest

from scoring.cards import COLONIAL_DECK, EARTH_DECK, PROTEAN_DECK, Deck
from scoring.games import GAMES


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


@pytest.mark.parametrize(
    ("game", "hand_size", "enough_for"),
    [("colonial-italian", 6, 5), ("colonial-italian", 8, 4), ("colonial-visions", 6, 4), ("colonial-visions", 8, 4)],
)
@pytest.mark.parametrize("earth_deck", [False, True])
def test_up_to_so_many_the_cards_cannot_run_out(
    game: str, hand_size: int, enough_for: int, *, earth_deck: bool
) -> None:
    rules = GAMES[game].check_rules({"hand_size": hand_size, "earth_deck": earth_deck})
    sizes = range(GAMES[game].min_seats, GAMES[game].max_seats + 1)
    needed = {seats: GAMES[game].cards_needed(rules, seats=seats) for seats in sizes}
    enough = [seats for seats, cards in needed.items() if cards is not None and not cards.may_run_out]
    assert enough == list(range(2, enough_for + 1))


def test_six_at_an_italian_table_can_need_sixty_cards_of_fifty_five() -> None:
    game = GAMES["colonial-italian"]
    assert game.cards_needed(game.check_rules({}), seats=6) == (36, 24, 55)
    assert game.cards_needed(game.check_rules({"hand_size": 8}), seats=6) == (48, 24, 55)


@pytest.mark.parametrize("key", ["vilnius", "protean"])
def test_a_deck_that_is_enough_for_every_table_is_not_spoken_of(key: str) -> None:
    game = GAMES[key]
    needed = [game.cards_needed(game.check_rules({}), seats=seats) for seats in range(2, game.max_seats + 1)]
    assert not any(cards and cards.may_run_out for cards in needed)
