"""A few players of a club, each with each other: who has met whom, who was ahead, who sat at whose side."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from itertools import combinations

from tournaments.formats.meetings.pairs import NEVER, Met, Pair, between
from tournaments.models import Club, plain_letters
from tournaments.selectors.meetings.kept import among
from tournaments.selectors.meetings.people import people_of
from tournaments.selectors.table.cards import PlayerTag

FEWEST, MOST = 2, 12
SHADES = 4


@dataclass(frozen=True)
class MatrixCell:
    """Of a row's player with a column's. ``shade``: how often they have met, beside those who have most often."""

    met: Met
    shade: int


@dataclass(frozen=True)
class Matrix:
    """``rows``: a cell for each player, none with oneself. ``game`` is empty where all games are counted, which leaves
    the places aside.
    """

    game: str
    games: list[str]
    players: list[PlayerTag]
    rows: list[tuple[PlayerTag, list[MatrixCell | None]]]
    pairs: int
    most: tuple[PlayerTag, PlayerTag, int] | None
    never: list[tuple[PlayerTag, PlayerTag]]


@dataclass(frozen=True)
class GroupPage:
    club: Club
    people: list[PlayerTag]  # to choose from


def group_page(slug: str) -> GroupPage:
    """Raises Club.DoesNotExist."""
    club = Club.objects.get(slug=slug)
    return GroupPage(club, people_of(club))


def sought(people: Sequence[PlayerTag], text: str, *, chosen: Sequence[int]) -> list[PlayerTag]:
    """Those chosen first, then whose name, as it is read here, has the text in it."""
    wanted = plain_letters(text.strip())
    ticked = [each for each in people if each.id in chosen]
    found = [each for each in people if wanted in plain_letters(f"{each.name}\n{each.short_name}")]
    return ticked + [each for each in found if each.id not in chosen]


def matrix(club: Club, players: Sequence[PlayerTag], game: str = "") -> Matrix:
    """Raises KeyError where none of them have met at the game."""
    kept = among(club, [each.id for each in players])
    if game and game not in kept:
        raise KeyError(game)
    found = kept[game] if game else _together(kept)
    most = max((each.tables for each in found.values()), default=0)
    rows = [(one, [_cell(found, one, other, most) for other in players]) for one in players]
    tables = {(one, other): between(found, one.id, other.id).tables for one, other in combinations(players, 2)}
    top = max(tables, key=lambda pair: tables[pair], default=None)
    return Matrix(
        game=game,
        games=sorted(kept),
        players=list(players),
        rows=rows,
        pairs=len(tables),
        most=(*top, most) if top and most else None,
        never=[pair for pair, count in tables.items() if not count],
    )


def _together(kept: Mapping[str, Mapping[Pair, Met]]) -> dict[Pair, Met]:
    found: dict[Pair, Met] = {}
    for pairs in kept.values():
        for pair, each in pairs.items():
            found[pair] = found.get(pair, NEVER).plus(each)
    return found


def _cell(found: Mapping[Pair, Met], one: PlayerTag, other: PlayerTag, most: int) -> MatrixCell | None:
    if one == other:
        return None
    met = between(found, one.id, other.id)
    return MatrixCell(met, -(-SHADES * met.tables // most) if most else 0)
