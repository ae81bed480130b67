"""Who plays where, by name: what a room full of people looks for before the first deal."""

from collections.abc import Iterable
from dataclasses import dataclass
from itertools import groupby

from tournaments.models.club import name_order
from tournaments.selectors.table.cards import PlayerTag

NAMES_A_COLUMN = 12
COLUMNS = 3


@dataclass(frozen=True)
class Found:
    player: PlayerTag
    table: int  # its number
    letter: str  # before the first of those whose names begin with it, else empty


@dataclass(frozen=True)
class OpeningSheet:
    part: int
    of: int
    columns: list[list[Found]]

    @property
    def letters(self) -> str:
        """From which to which, where one sheet does not hold all."""
        found = [each for column in self.columns for each in column]
        first, last = _initial(found[0].player), _initial(found[-1].player)
        return first if first == last else f"{first}–{last}"


def by_name(seated: Iterable[tuple[PlayerTag, int]]) -> list[Found]:
    """Of players and the numbers of their tables."""
    ordered = sorted(seated, key=lambda each: (name_order(each[0].short_name), each[0].id))
    return [
        Found(player, table, "" if number else letter)
        for letter, group in groupby(ordered, key=lambda each: _initial(each[0]))
        for number, (player, table) in enumerate(group)
    ]


def _initial(player: PlayerTag) -> str:
    return player.short_name[:1].upper()
