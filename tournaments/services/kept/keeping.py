"""What is kept of an event that is over, for reading at any length of history."""

from collections.abc import Callable

from tournaments.models import Event
from tournaments.services.kept.achievements import keep_achievements
from tournaments.services.kept.bends import keep_bends
from tournaments.services.kept.ladders import keep_ladders
from tournaments.services.kept.leagues import keep_leagues
from tournaments.services.kept.meetings import keep_meetings
from tournaments.services.kept.ratings import keep_ratings
from tournaments.services.kept.reports import keep_report
from tournaments.services.kept.seasons import keep_seasons
from tournaments.services.kept.statistics import keep_statistics
from tournaments.services.kept.tallies import keep_tallies

KEEPERS: tuple[Callable[[Event], None], ...] = (
    keep_tallies,
    keep_ratings,
    keep_statistics,
    keep_report,
    keep_achievements,
    keep_bends,
    keep_meetings,
    keep_seasons,
    keep_leagues,
    keep_ladders,
)
"""In this order: what comes later may read what comes before. REBUILDERS (`table.rebuild`) has one for each."""


def keep_up(event: Event) -> None:
    """Part of every change of an event that is over, and of the one by which it is open again."""
    for keep in KEEPERS:
        keep(event)
