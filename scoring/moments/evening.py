"""All that is worth telling of an evening's tables, and which of it is told."""

from __future__ import annotations

from collections import Counter
from collections.abc import Hashable, Iterable, Mapping, Sequence
from typing import Protocol, TypeVar

from scoring.games import AnyGame
from scoring.moments.announcements import of_announcements
from scoring.moments.hands import of_hands
from scoring.moments.moment import Story, TableMoment
from scoring.moments.race import of_the_race
from scoring.options import Rules
from scoring.vilnius.game import AnnouncementGame

MOST = 7
MOST_OF_A_KIND = 2


class Told(Protocol):
    @property
    def kind(self) -> str: ...

    @property
    def bits(self) -> float: ...

    @property
    def players(self) -> Sequence[Hashable]: ...


T = TypeVar("T", bound=Told)


def moments_of(game: AnyGame, rules: Rules, stories: Mapping[int, Story]) -> list[TableMoment]:
    """Of all tables of an evening, by their keys; those of each kind in the order of the tables."""
    found = [moment for table, story in stories.items() for moment in of_the_race(table, story)]
    if isinstance(game, AnnouncementGame):
        return found + list(of_announcements({table: story.course for table, story in stories.items()}))
    return found + list(of_hands(game, rules, stories))


def chosen(moments: Iterable[T], *, most: int = MOST) -> list[T]:
    """The rarest, first the rarest of all: of one kind two at most, and none twice about the same player."""
    told: list[T] = []
    kinds: Counter[str] = Counter()
    about: set[tuple[str, Hashable]] = set()
    for moment in sorted(moments, key=lambda each: -each.bits):
        whom = {(moment.kind, player) for player in moment.players}
        if len(told) < most and kinds[moment.kind] < MOST_OF_A_KIND and not whom & about:
            told.append(moment)
            kinds[moment.kind] += 1
            about |= whom
    return told
