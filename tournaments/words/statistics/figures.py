"""What a page shows of counts, whatever the game."""

from collections.abc import Sequence
from dataclasses import dataclass

from tournaments.selectors.table.cards import PlayerTag
from tournaments.words.pictures.rates import RateChart


@dataclass(frozen=True)
class FigureFact:
    """``rests``: on how much."""

    label: str
    value: str
    rests: str


@dataclass(frozen=True)
class FigureLine:
    label: str
    cells: Sequence[str]


@dataclass(frozen=True)
class FigureTable:
    """``heads``: of the labels first."""

    title: str
    heads: Sequence[str]
    rows: Sequence[FigureLine]


@dataclass(frozen=True)
class CountFigures:
    """``says``: what the picture shows, whose figures are the first table; ``legend``: how it is read."""

    facts: Sequence[FigureFact]
    says: str = ""
    legend: str = ""
    chart: RateChart | None = None
    tables: Sequence[FigureTable] = ()


@dataclass(frozen=True)
class PlayerFigures:
    player: PlayerTag
    cells: Sequence[str]


@dataclass(frozen=True)
class PlayersTable:
    """``heads``: after the players' own."""

    heads: Sequence[str]
    rows: Sequence[PlayerFigures]
