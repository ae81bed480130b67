"""The latest events of a club that are over, each with who came where."""

from collections.abc import Iterable, Set
from dataclasses import dataclass
from datetime import datetime

from tournaments.models import Club, Event, EventReport
from tournaments.selectors.club.clubs import open_events
from tournaments.selectors.report.page import PlacedPlayer, placed_players, player_tags
from tournaments.selectors.report.told import read_places

LATEST = 20


@dataclass(frozen=True)
class Finished:
    event: Event
    people: list[PlacedPlayer]
    changed_at: datetime


@dataclass(frozen=True)
class ClubFeed:
    club: Club
    events: list[Finished]

    @property
    def changed_at(self) -> datetime | None:
        return max((each.changed_at for each in self.events), default=None)


def club_feed(slug: str, *, stricter: Set[int] | None = None) -> ClubFeed:
    """Of events that hide more than the club those in ``stricter``, or all. Raises Club.DoesNotExist."""
    club = Club.objects.get(slug=slug)
    reports = EventReport.objects.filter(open_events(stricter, path="event__"), event__club=club)
    newest = reports.select_related("event__club").order_by("-event__date", "-event_id")[:LATEST]
    return ClubFeed(club, [each for each in _read(newest) if each.people])


def finished(event: Event) -> Finished | None:
    """Who came where at one that is over; None where there is no report yet, or nobody has a place."""
    found = _read(EventReport.objects.filter(event=event).select_related("event__club"))
    return next((each for each in found if each.people), None)


def _read(reports: Iterable[EventReport]) -> list[Finished]:
    kept = [(report, read_places(report.places)) for report in reports]
    tags = player_tags({each.player for _, places in kept for each in places})
    return [
        Finished(report.event, placed_players(places, tags), report.revised_at or report.made_at)
        for report, places in kept
    ]
