"""Where everything of the evening is, as the command `evening` says it after filling the database."""

from typing import Any, TypedDict

DIRECTOR = "director"
OF_YEARS = ("season", "compare", "rivals", "group", "ratings", "statistics", "player's statistics", "report")

Payload = dict[str, Any]


class TableToPlay(TypedDict):
    id: int
    event: int
    club: int  # at which place among the evening's
    page: str
    pad: str
    deals: list[Payload]  # to be saved, in this order
    played: int  # before them


class Pages(TypedDict):
    """Of one club's evening."""

    results: str
    wall: str
    desk: str
    club: str
    player: str  # who sits at its first table


class Evening(TypedDict):
    clubs: list[Pages]
    year: dict[str, str]  # pages of what a club remembers, by name; none of a club without a history
    tables: list[TableToPlay]
    session: str  # the director's
    register: str  # where people enter themselves in a tournament; empty where nobody is to
