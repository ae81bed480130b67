"""What is stored beside the deals because it is read often.

A summary is declared once, here. Saving, correcting, `check_scores` and a club that is brought in all go through the
list.
"""

from collections.abc import Callable
from dataclasses import dataclass

from tournaments.models import Club, Event
from tournaments.services.summaries import events, players, ratings
from tournaments.services.summaries.players import Drift


@dataclass(frozen=True)
class Summary:
    """``update`` is part of every change of an event that is over, and of the one by which it is open again.
    ``rebuild`` works a club's summary out from its deals, stores it, and answers where it was another.
    """

    name: str
    update: Callable[[Event], None]
    rebuild: Callable[[Club], list[Drift]]


SUMMARIES = (
    Summary("tallies", players.update_tallies, players.rebuild_tallies),
    Summary("ratings", ratings.update_ratings, ratings.rebuild_ratings),
    Summary("statistics", players.update_statistics, players.rebuild_statistics),
    Summary("reports", events.update_report, events.rebuild_reports),
    Summary("achievements", players.update_achievements, players.rebuild_achievements),
    Summary("win-probability", events.update_bends, events.rebuild_bends),
    Summary("head-to-head", players.update_meetings, players.rebuild_meetings),
    Summary("seasons", events.update_seasons, events.rebuild_seasons),
    Summary("team-places", ratings.update_team_places, ratings.rebuild_team_places),
    Summary("leagues", events.update_leagues, events.rebuild_leagues),
    Summary("ladders", events.update_ladders, events.rebuild_ladders),
)
"""In this order: a summary may read those before it."""


def update_summaries(event: Event) -> None:
    for summary in SUMMARIES:
        summary.update(event)


def rebuild_summaries(club: Club) -> list[Drift]:
    differences: list[Drift] = []
    for summary in SUMMARIES:
        differences += summary.rebuild(club)
    return differences
