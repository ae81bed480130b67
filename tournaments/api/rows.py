"""Rows of the files that programs read too, with a type for each column."""

from collections.abc import Collection
from typing import Annotated, Any

from ninja import Schema
from pydantic import WithJsonSchema, create_model

from tournaments.api.deals import DEAL_OR_NONE
from tournaments.api.schemas import NEXT
from tournaments.exports.files.sheet import FileColumn

Json = dict[str, Any]


def _type(*names: str, **more: Any) -> Json:
    return {"type": list(names) if len(names) > 1 else names[0], **more}


TEXT, NUMBER = _type("string"), _type("integer")
TEXT_OR_NONE, NUMBER_OR_NONE = _type("string", "null"), _type("integer", "null")
FIGURE, FIGURE_OR_NONE, YES = _type("number"), _type("number", "null"), _type("boolean")
TIME, TIME_OR_NONE = _type("string", format="date-time"), _type("string", "null", format="date-time")

TYPES: dict[str, Json] = {
    **dict.fromkeys(("player", "nickname", "game"), TEXT),
    **dict.fromkeys(("stands_in_for", "substitute", "worth", "counted", "team_status"), TEXT_OR_NONE),
    **dict.fromkeys(("status", "prize", "unit", "why"), TEXT),
    **dict.fromkeys(("category", "winner"), TEXT_OR_NONE),
    "team": TEXT,
    "team_id": NUMBER,
    "events": NUMBER,
    **dict.fromkeys(("best_round", "members_wins", "for_team", "handicap"), FIGURE),
    "value": NUMBER,
    **dict.fromkeys(("winner_id", "share", "adds"), NUMBER_OR_NONE),
    **dict.fromkeys(("player_id", "entrant_id", "deal", "version", "tables"), NUMBER),
    **dict.fromkeys(("first", "second", "third", "lower"), NUMBER),
    **dict.fromkeys(("exact", "group", "stage", "round", "match"), NUMBER_OR_NONE),
    **dict.fromkeys(("match_game", "match_place"), NUMBER_OR_NONE),
    **dict.fromkeys(("table", "table_id", "seat", "place", "rank", "seed", "team_seed"), NUMBER_OR_NONE),
    **dict.fromkeys(("rating", "points", "average", "beaten", "score", "doubt", "match_wins"), FIGURE_OR_NONE),
    **dict.fromkeys(("captain", "present", "voided", "forfeit", "play_off"), YES),
    **dict.fromkeys(("created_at", "arrived_at", "at"), TIME),
    **dict.fromkeys(("archived_at", "left_at"), TIME_OR_NONE),
    "latest": _type("string", "null", format="date"),
    "players": _type("array", items=TEXT),
    "payload": DEAL_OR_NONE,
}
SAYS = {
    "payload": "the deal: docs/formats.md, with seats from 1; null where it was voided",
    "players": "names by seat",
    **dict.fromkeys(("captain", "present", "voided", "forfeit", "play_off"), "whether it is so"),
}


def rows_of(
    name: str, columns: Collection[FileColumn], *, optional: Collection[FileColumn] = (), more: Any = None
) -> Any:
    """A part of a file's rows, as its columns describe them: ``optional`` ones are not in every row, and further ones
    are of the type ``more``.
    """
    properties = {
        column.name: {**TYPES[column.name], "description": SAYS.get(column.name, column.says)}
        for column in (*columns, *optional)
    }
    schema = {
        "type": "object",
        "properties": properties,
        "required": [column.name for column in columns],
        "additionalProperties": more or False,
    }
    fields: Any = {"rows": (list[Annotated[dict[str, Any], WithJsonSchema(schema)]], ...), "next": (str | None, NEXT)}
    return create_model(name, __base__=Schema, **fields)
