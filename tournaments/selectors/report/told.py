"""A report as it is kept: who came where, and what is worth telling, people by id."""

from collections.abc import Iterable, Mapping
from dataclasses import asdict, dataclass, field
from typing import Any, NamedTuple

from scoring.moments.moment import Fact


class KeptPlace(NamedTuple):
    """``points`` as a fraction, empty where they are not what placed people; ``exact`` of so many announcements
    ``made``, both 0 where nothing is announced.
    """

    place: int
    player: int
    points: str = ""
    exact: int = 0
    made: int = 0


@dataclass(frozen=True)
class Moment:
    """As `scoring.moments.moment.TableMoment`, of players; of some there is no table."""

    kind: str
    players: tuple[int, ...]
    bits: float
    table: int | None = None
    deal: int | None = None
    facts: Mapping[str, Fact] = field(default_factory=dict)


@dataclass(frozen=True)
class KeptReport:
    """``places``: best first."""

    places: list[KeptPlace]
    moments: list[Moment]


def as_stored(report: KeptReport) -> dict[str, Any]:
    """The columns of an EventReport, as they are read again."""
    moments = [asdict(moment) | {"players": list(moment.players)} for moment in report.moments]
    return {"places": [list(placed) for placed in report.places], "moments": moments}


def read_places(stored: Iterable[list[Any]]) -> list[KeptPlace]:
    return [KeptPlace._make(each) for each in stored]


def read_moments(stored: Iterable[dict[str, Any]]) -> list[Moment]:
    return [Moment(**(each | {"players": tuple(each["players"])})) for each in stored]
