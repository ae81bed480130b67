"""Every card of the deck that an event is played with."""

from scoring.games import GAMES
from tournaments.models import Event


def cards_of(event: Event) -> list[str]:
    """As often as the deck has them, suit by suit."""
    deck = GAMES[event.game].deck_by(event.game_rules)
    return [card.code for card in deck.laid_out for _ in range(card.copies)]
