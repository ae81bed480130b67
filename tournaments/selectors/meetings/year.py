"""Who has met whom in the year before an event, for paying it back: others at the table, and at other sides."""

from collections.abc import Collection, Sequence
from datetime import timedelta

from django.db.models import Sum

from tournaments.formats.meetings.pairs import Met, Pair, between
from tournaments.formats.seating import seat_with_others, sit_round
from tournaments.models import Entrant, Event, EventMeeting
from tournaments.selectors.night.regulars import met_lately

YEAR = timedelta(days=365)
LATELY = 3  # tables of the year that one of `met_lately`'s is worth


def met_in_a_year(event: Event, players: Collection[int]) -> dict[Pair, Met]:
    """At events that are over, of any game."""
    days = {"event__date__gt": event.date - YEAR, "event__date__lte": event.date}
    rows = EventMeeting.objects.filter(event__club=event.club_id, low__in=players, high__in=players, **days)
    sums = {name: Sum(name) for name in Met._fields}
    found = (
        rows.order_by()
        .values_list("low_id", "high_id")
        .annotate(**{f"all_{name}": each for name, each in sums.items()})
    )
    return {(low, high): Met._make(counts) for low, high, *counts in found}


def seat_by_the_year(
    event: Event, people: Sequence[Entrant], sizes: Sequence[int], *, seed: int
) -> list[list[Entrant]]:
    """Who has met least in a year sits together, and not as tonight or on the last nights; within a table at whose side
    one has sat least.
    """
    year = met_in_a_year(event, {entrant.player_id for entrant in people})
    lately = met_lately(event)

    def met(one: Entrant, other: Entrant) -> int:
        pair = one.player_id, other.player_id
        return between(year, *pair).tables + LATELY * lately[frozenset(pair)]

    def sat_left(one: Entrant, other: Entrant) -> int:
        return between(year, one.player_id, other.player_id).sat_left

    return [sit_round(table, sat_left=sat_left) for table in seat_with_others(people, sizes, met=met, seed=seed)]
