"""How the others would stand if somebody left a round robin."""

from collections.abc import Iterable
from dataclasses import dataclass

from tournaments.formats.consequences import Standing
from tournaments.selectors.numbers import number_text
from tournaments.selectors.stage.absences import LeavingLine
from tournaments.selectors.stage.people import Person


@dataclass(frozen=True)
class StandingCell:
    """``gain`` are the points won or lost by the choice, with their sign; empty for none."""

    place: str
    points: str
    gain: str = ""
    rises: bool = False
    falls: bool = False


@dataclass(frozen=True)
class LeavingRow:
    person: Person
    now: StandingCell
    annulled: StandingCell
    kept: StandingCell


def leaving_rows(lines: Iterable[LeavingLine]) -> list[LeavingRow]:
    return [
        LeavingRow(line.person, _cell(line.now, line.now), _cell(line.now, line.annulled), _cell(line.now, line.kept))
        for line in lines
    ]


def _cell(before: Standing, after: Standing) -> StandingCell:
    gained = after.points - before.points
    sign = "+" if gained > 0 else ""
    was, now = before.place or 0, after.place or 0
    return StandingCell(
        place=str(after.place or "–"),
        points=number_text(after.points),
        gain=f"{sign}{number_text(gained)}" if gained else "",
        rises=now < was,
        falls=now > was,
    )
