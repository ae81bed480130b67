"""Where everything of the evening is, as the command `evening` says it after filling the database."""

from typing import Any, TypedDict

DIRECTOR = "director"

Payload = dict[str, Any]


class TableToPlay(TypedDict):
    id: int
    page: str
    pad: str
    deals: list[Payload]  # to be saved, in this order
    played: int  # before them


class Evening(TypedDict):
    results: str
    wall: str
    desk: str
    club: str
    player: str  # who sits at the first table
    tables: list[TableToPlay]
    session: str  # the director's
    register: str  # where anybody enters himself in a tournament; empty where nobody is to
