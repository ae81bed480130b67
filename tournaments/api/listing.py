"""Long lists, some rows at a time."""

from collections.abc import Iterable, Mapping
from datetime import date
from itertools import islice
from typing import Annotated, Any, Literal

from ninja import Query, Schema
from pydantic import AwareDatetime, Field

from scoring.games import GAMES
from tournaments.api.callers import Call
from tournaments.exports.files.sheet import Sheet, json_cell
from tournaments.limits import LARGEST_ID, LONGEST_NAME

GAME = f"^({'|'.join(GAMES)})$"
TableStatus = Literal["playing", "adjourned", "finished", "closed"]


class Rows(Schema):
    limit: int = Field(100, ge=1, le=500, description="rows at once")
    offset: int = Field(0, ge=0, le=10_000_000, description="rows before them")


class OfPlayer(Rows):
    player: int | None = Field(None, ge=1, le=LARGEST_ID, description="only rows of this player")


class OfGame(OfPlayer):
    game: str | None = Field(None, pattern=GAME, description="only rows of this game")


class OfEvents(OfGame):
    status: Literal["open", "finished"] | None = None
    since: date | None = Field(None, description="only events of this day or later")


class OfStandings(OfPlayer):
    category: str | None = Field(
        None,
        max_length=LONGEST_NAME,
        description="only rows of this category of the club’s, by name; places stay those among all",
    )


class OfPairings(OfPlayer):
    status: Literal[TableStatus, "bye", "requested-bye"] | None = None


class OfEntrants(OfPlayer):
    status: Literal["active", "withdrawn", "expelled"] | None = None


class OfTables(OfPlayer):
    status: TableStatus | None = None
    since: AwareDatetime | None = Field(None, description="only tables that were opened then or later")


class OfDeals(Rows):
    since: AwareDatetime | None = Field(None, description="only versions that were recorded then or later")


class OfSeasons(Rows):
    status: Literal["draft", "published", "archived"] | None = None


class OfLadders(Rows):
    game: str | None = Field(None, pattern=GAME, description="only ladders of this game")


Asked = Annotated[Rows, Query()]
AskedGame = Annotated[OfGame, Query()]
AskedStandings = Annotated[OfStandings, Query()]
AskedPairings = Annotated[OfPairings, Query()]
AskedEntrants = Annotated[OfEntrants, Query()]
AskedEvents = Annotated[OfEvents, Query()]
AskedTables = Annotated[OfTables, Query()]
AskedDeals = Annotated[OfDeals, Query()]
AskedSeasons = Annotated[OfSeasons, Query()]
AskedLadders = Annotated[OfLadders, Query()]

COLUMNS = {"player": "player_id", "game": "game", "status": "status"}


def listed(request: Call, rows: Iterable[Any], part: Rows) -> Mapping[str, Any]:
    """Of all rows these, and where the others are."""
    items = list(islice(rows, part.offset, part.offset + part.limit + 1))
    return following(request, items, part)


def following(request: Call, rows: list[Any], part: Rows) -> Mapping[str, Any]:
    """One part of a list. ``rows`` has one row more than the part where there are more."""
    query = request.GET.copy()
    query["limit"], query["offset"] = str(part.limit), str(part.offset + part.limit)
    address = request.build_absolute_uri(f"{request.path}?{query.urlencode()}")
    return {"rows": rows[: part.limit], "next": address if len(rows) > part.limit else None}


def of_sheet(request: Call, sheet: Sheet, part: Rows) -> Mapping[str, Any]:
    """The rows that were asked for, as objects."""
    names = [column.name for column in sheet.columns]
    wanted = {names.index(COLUMNS[name]): value for name, value in part.dict().items() if name in COLUMNS and value}
    rows = (row for row in sheet.rows if all(row[column] == value for column, value in wanted.items()))
    return listed(request, (dict(zip(names, map(json_cell, row), strict=True)) for row in rows), part)
