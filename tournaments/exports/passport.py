"""A player's own history as a signed file."""

from datetime import datetime

from tournaments.audience import drawn_for
from tournaments.imports.passports import sealed
from tournaments.limits import MOST_PASSPORT_NIGHTS
from tournaments.models import Player
from tournaments.selectors.integrations import history_of


def passport_of(player: Player, *, now: datetime) -> str:
    """By the name that the player wishes to be told by."""
    with drawn_for(player.shown_names):
        name = player.full_name
    games = history_of(player, most_nights=MOST_PASSPORT_NIGHTS)
    return sealed(club=player.club.name, player=name, number=player.pk, issued_at=now, games=games)
