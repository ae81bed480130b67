"""Who comes to a night that is planned, and what tables they make. People are numbers; nobody here asks the time."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime

from tournaments.formats.seating import NotEnoughPeople, table_sizes

SMALLER, LARGER = 3, 4
"""The tables people like to sit at."""


@dataclass(frozen=True)
class Tables:
    """What so many people make, and how few more make it better."""

    people: int
    sizes: Sequence[int]  # none where somebody would have no place at three and four
    more: int  # 0 where nobody is lacking, or no more fit into the room
    then: Sequence[int]


@dataclass(frozen=True)
class Attendance:
    """Each in the order in which they said so; ``most`` fit into the room, if anybody knows."""

    coming: Sequence[int]
    waiting: Sequence[int] = ()  # there is no room for them yet
    offered: Sequence[int] = ()  # they come if they are needed
    released: Sequence[int] = ()  # they would have come, and were not needed
    most: int | None = None


def sizes_of(people: int) -> list[int]:
    """The sizes of the tables that so many people make; none where they are too few."""
    try:
        return table_sizes(people, smallest=SMALLER, largest=LARGER, preferred=LARGER)
    except NotEnoughPeople:
        return []


def tables_of(people: int, *, most: int | None = None) -> Tables:
    """The tables of so many people, and how many ``more`` would fill them; with ``most``, no more people than that."""
    sizes = sizes_of(people)
    more = 0 if not people or (sizes and sizes[-1] == LARGER) else _lacking(people, whole=bool(sizes))
    if most is not None and people + more > most:
        more = 0
    return Tables(people, sizes, more, sizes_of(people + more) if more else [])


def _lacking(people: int, *, whole: bool) -> int:
    """Until every table is a large one, where there are tables; else until there are."""
    return -people % LARGER if whole else next(more for more in range(1, LARGER) if sizes_of(people + more))


def attendance(
    said_yes: Sequence[int], offered: Sequence[int], *, most: int | None = None, is_decided: bool = False
) -> Attendance:
    """``said_yes``: with those who were called, all in the order in which they said so."""
    seats = len(said_yes) if most is None else most
    open_offers, released = ((), offered) if is_decided else (offered, ())
    return Attendance(said_yes[:seats], said_yes[seats:], open_offers, released, most)


def called(attendance: Attendance, last_called: Mapping[int, datetime]) -> list[int]:
    """The players to call, of those who come if they are needed: as few as bring about the best tables. First those who
    were never called, then those whose last call is longest ago, then by who offered it first.
    """
    order = {player: place for place, player in enumerate(attendance.offered)}
    never = [player for player in attendance.offered if player not in last_called]
    before = sorted(set(attendance.offered) - set(never), key=lambda player: (last_called[player], order[player]))
    return [*never, *before][: _needed(attendance)]


def _needed(attendance: Attendance) -> int:
    here = len(attendance.coming)
    most = (
        here + len(attendance.offered)
        if attendance.most is None
        else min(here + len(attendance.offered), max(here, attendance.most))
    )
    return min(range(most - here + 1), key=lambda more: (_faults(here + more), more))


def _faults(people: int) -> tuple[bool, int]:
    """Of their tables: none at all is worse than any number of smaller ones."""
    sizes = sizes_of(people)
    return people > 0 and not sizes, sizes.count(SMALLER)
