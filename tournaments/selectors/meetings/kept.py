"""What is kept of who met whom."""

from collections import defaultdict
from collections.abc import Collection
from typing import TypeVar

from django.db.models import Q, QuerySet

from tournaments.formats.meetings.pairs import Met, Pair, meetings
from tournaments.models import Club, ClubMeeting, Event, EventMeeting
from tournaments.selectors.ratings.tables import tables_of

Kept = TypeVar("Kept", EventMeeting, ClubMeeting)
PAIR = ("low_id", "high_id")


def met_at(event: Event) -> dict[Pair, Met]:
    """What an event that is over brings: of the tables, and by the places, by which it rates."""
    return meetings(tables_of([event.pk])[event.pk]) if event.status == Event.Status.FINISHED else {}


def by_pair(rows: QuerySet[Kept]) -> dict[Pair, Met]:
    """Of one event, or of one game of one club."""
    return {(low, high): Met._make(sums) for low, high, *sums in rows.values_list(*PAIR, *Met._fields)}


def among(club: Club, players: Collection[int]) -> dict[str, dict[Pair, Met]]:
    """By game, of every two of these who have met."""
    return _by_game(club.meetings.filter(low__in=players, high__in=players))


def others_met(club: Club, player: int) -> dict[str, dict[int, Met]]:
    """By game, what somebody has had of each other, as they see it."""
    found: dict[str, dict[int, Met]] = defaultdict(dict)
    for game, pairs in _by_game(club.meetings.filter(Q(low=player) | Q(high=player))).items():
        for (low, high), meeting in pairs.items():
            found[game][high if low == player else low] = meeting if low == player else meeting.turned
    return dict(found)


def _by_game(rows: QuerySet[ClubMeeting]) -> dict[str, dict[Pair, Met]]:
    found: dict[str, dict[Pair, Met]] = defaultdict(dict)
    for game, low, high, *sums in rows.order_by("game").values_list("game", *PAIR, *Met._fields):
        found[game][low, high] = Met._make(sums)
    return dict(found)
