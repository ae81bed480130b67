"""Everybody of a division against everybody, as a table."""

from collections import defaultdict
from dataclasses import dataclass
from typing import Literal

from tournaments.selectors.league.page import DivisionPage, LeagueLine

Mark = Literal["won", "drawn", "lost", "to-play"]


@dataclass(frozen=True)
class CrossMeeting:
    """Of two, as the one of the row sees it."""

    fixture: int
    mark: Mark
    score: str
    so_far: bool  # of tonight, and counts once the night is over


@dataclass(frozen=True)
class CrossLine:
    line: LeagueLine
    cells: list[list[CrossMeeting] | None]  # by column; None: oneself


def cross_lines(division: DivisionPage) -> list[CrossLine]:
    met = defaultdict[tuple[int, int], list[CrossMeeting]](list)
    for fixture in division.fixtures:
        for own in fixture.sat:
            for other in fixture.sat:
                if own is not other:
                    score = f"{own.score}:{other.score}" if own.score else ""
                    known = fixture.is_over or fixture.has_ended
                    mark = _mark(own.place, other.place) if known else "to-play"
                    meeting = CrossMeeting(fixture.id, mark, score, fixture.has_ended)
                    met[own.player.id, other.player.id].append(meeting)
    ids = [line.player.id for line in division.lines]
    return [
        CrossLine(line, [None if line.player.id == other else met[line.player.id, other] for other in ids])
        for line in division.lines
    ]


def _mark(place: int | None, other: int | None) -> Mark:
    if place is None or other is None:
        return "to-play"
    return "drawn" if place == other else "won" if place < other else "lost"
