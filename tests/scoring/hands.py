"""Decks, hands and deals for the tests, in which only the facts that matter appear."""

from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from itertools import combinations_with_replacement
from math import comb, prod

from hypothesis import strategies as st

from scoring.cards import COLONIAL_DECK, PROTEAN_DECK, Deck
from scoring.errors import ScoringError
from scoring.fields import Payload
from scoring.game import read_table
from scoring.games import GAMES
from scoring.result import AnnouncementResult, RecordedTable, ShowdownResult, TableResult
from scoring.showdown.game import ShowdownGame

COLONIAL_COPIES = {"CAP": 1} | {f"{suit}{level}": 3 * level for suit in "PGO" for level in (1, 2, 3)}


def all_cards(deck: Deck) -> list[str]:
    return [card for card, copies in deck.copies.items() for _ in range(copies)]


def hands_of(deck: Deck, *, sizes: Sequence[int]) -> st.SearchStrategy[list[str]]:
    """Hands that can really be dealt, every copy of a card being a card of its own."""
    cards = all_cards(deck)
    drawn = [st.lists(st.integers(0, len(cards) - 1), min_size=size, max_size=size, unique=True) for size in sizes]
    return st.one_of(drawn).map(lambda places: [cards[place] for place in places])


def colonial_hands(*sizes: int) -> st.SearchStrategy[list[str]]:
    return hands_of(COLONIAL_DECK, sizes=sizes or (6,))


def protean_hands(*sizes: int) -> st.SearchStrategy[list[str]]:
    return hands_of(PROTEAN_DECK, sizes=sizes or (6,))


def every_colonial_multiset(size: int) -> Iterator[tuple[tuple[str, ...], int]]:
    """Every hand as a multiset, with the number of real hands behind it; counted without the evaluator's own means."""
    for hand in combinations_with_replacement(COLONIAL_COPIES, size):
        held = Counter(hand)
        if all(count <= COLONIAL_COPIES[kind] for kind, count in held.items()):
            yield hand, prod(comb(COLONIAL_COPIES[kind], count) for kind, count in held.items())


def score(
    game: str, deals: Sequence[object], /, *, seats: int = 2, first_dealer: int = 0, **rules: object
) -> TableResult:
    table = {"seats": seats, "first_dealer": first_dealer, "rules": rules, "deals": list(deals)}
    return GAMES[game].score(read_table(GAMES[game], table))


def record(
    game: str, deals: Sequence[Payload | None], /, *, seats: int = 2, closed: bool = False, **rules: object
) -> RecordedTable:
    """As `score` has it, and with voided deals."""
    return RecordedTable(seats, 0, rules, GAMES[game].read_deals(deals, seats=seats), closed=closed)


def showdown_game(key: str) -> ShowdownGame:
    game = GAMES[key]
    assert isinstance(game, ShowdownGame)
    return game


def error_in(table: object, game: str) -> Mapping[str, object]:
    """The error as JSON that a table raises."""
    try:
        GAMES[game].score(read_table(GAMES[game], table))
    except ScoringError as error:
        return error.as_dict()
    raise AssertionError("nothing was wrong with it")


def error_of(game: str, deals: Sequence[object], /, *, seats: int = 2, **rules: object) -> Mapping[str, object]:
    return error_in({"seats": seats, "rules": rules, "deals": list(deals)}, game)


def verdict(result: TableResult, number: int = 1) -> ShowdownResult:
    deal = result.deals[number - 1]
    assert isinstance(deal, ShowdownResult)
    return deal


def announcement(result: TableResult, number: int = 1) -> AnnouncementResult:
    deal = result.deals[number - 1]
    assert isinstance(deal, AnnouncementResult)
    return deal


def scores(result: TableResult) -> list[object]:
    return [seat.score for seat in result.seats]


def places(result: TableResult) -> list[int]:
    return [seat.place for seat in result.seats]
