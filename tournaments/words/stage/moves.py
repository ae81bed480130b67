"""What a late correction moves, with names."""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass

from tournaments.formats.consequences import PlaceMoved
from tournaments.formats.draw import Id, Seating
from tournaments.selectors.stage.records import StageState
from tournaments.selectors.table.cards import PlayerTag, player_tag
from tournaments.services.stage.late_corrections import LateImpact


@dataclass(frozen=True)
class PlaceLine:
    player: PlayerTag
    before: int | None
    after: int | None


@dataclass(frozen=True)
class SeatingLine:
    round: int
    tables_changed: int
    before: list[str]
    after: list[str] | None  # None: nobody could be seated, or the stage would have been over


@dataclass(frozen=True)
class MatchLine:
    match: int
    before: list[str]  # by seat; empty while it is open who sits there
    after: list[str]
    played: bool


@dataclass(frozen=True)
class MovesPage:
    places: list[PlaceLine]
    seatings: list[SeatingLine]
    matches: list[MatchLine]

    @property
    def nothing(self) -> bool:
        return not (self.places or self.seatings or self.matches)


def moves_page(impact: LateImpact) -> MovesPage:
    state, moves = impact.state, impact.moves
    return MovesPage(
        places=place_lines(state, moves.places),
        seatings=[
            SeatingLine(
                each.round,
                each.tables_changed,
                _tables(state, each.before),
                _tables(state, each.after) if each.after else None,
            )
            for each in moves.seatings
        ],
        matches=[
            MatchLine(each.match, _names(state, each.before), _names(state, each.after), each.played)
            for each in moves.matches
        ],
    )


def place_lines(state: StageState, moves: Iterable[PlaceMoved]) -> list[PlaceLine]:
    return [PlaceLine(player_tag(state.entrants[each.id].player), each.before, each.after) for each in moves]


def _tables(state: StageState, seating: Seating) -> list[str]:
    return [" – ".join(_names(state, table)) for table in (*seating.tables, *([bye] for bye in seating.byes))]


def _names(state: StageState, ids: Iterable[Id | None] | Sequence[Id]) -> list[str]:
    return [state.entrants[who].player.short_name if who is not None else "" for who in ids]
