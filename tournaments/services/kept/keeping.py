"""What is kept of an event that is over, for reading at any length of history."""

from collections.abc import Callable

from tournaments.models import Event
from tournaments.services.kept.ratings import keep_ratings
from tournaments.services.kept.seasons import keep_seasons
from tournaments.services.kept.tallies import keep_tallies

KEEPERS: tuple[Callable[[Event], None], ...] = (keep_tallies, keep_ratings, keep_seasons)
"""In this order: what comes later may read what comes before. REBUILDERS (`table.rebuild`) has one for each."""


def keep_up(event: Event) -> None:
    """Part of every change of an event that is over, and of the one by which it is open again."""
    for keep in KEEPERS:
        keep(event)
