"""The race of a night, over all its tables."""

from collections import defaultdict
from collections.abc import Sequence

from django.db.models import Q

from scoring.moments.course import Gain
from tournaments.selectors.night.page import EventPage, Sitting
from tournaments.selectors.pictures.course import courses
from tournaments.selectors.pictures.race import SHORTEST, Race, race_of


def has_race(page: EventPage) -> bool:
    """Without reading the deals."""
    return max((seat.deals for seats in _tables(page) for seat in seats), default=0) >= SHORTEST


def night_race(page: EventPage) -> Race | None:
    """One statement more."""
    if not has_race(page):
        return None
    tables = {seats[0].table_id: seats for seats in _tables(page)}
    counts = {table: len(seats) for table, seats in tables.items()}
    found = courses(page.event, Q(table__event=page.event), seats=counts)
    gains: dict[int, list[Sequence[Gain]]] = defaultdict(list)
    for table in sorted(found):
        for seat, brought in zip(tables[table], found[table], strict=True):
            gains[seat.player.id].append(brought)
    return race_of([(row.player, gains[row.player.id]) for row in page.standings])


def _tables(page: EventPage) -> list[Sitting]:
    return [*page.running, *page.adjourned, *page.ended]
