"""How the pages of the interface describe deals: from the values that `scoring.deals` reads them into, and the fields
that each game in the registry knows. What is sent is not held against it: the game says what is wrong with a deal.
"""

from dataclasses import MISSING, Field, fields
from typing import Annotated, Any, get_args, get_type_hints

from pydantic import TypeAdapter, WithJsonSchema

from scoring.deals import BY_SEAT, SEAT, SEATS
from scoring.deals import Deal as AnyDeal
from scoring.game import Game
from scoring.games import GAMES

Json = dict[str, Any]

DEAL: Json = {"type": ["object"], "format": "deal"}
DEAL_OR_NONE: Json = {"type": ["object", "null"], "format": "deal"}
"""Where these stand `describe_deals` puts what a deal may be."""

Deal = Annotated[dict[str, Any], WithJsonSchema(DEAL)]
DealOrNone = Annotated[dict[str, Any] | None, WithJsonSchema(DEAL_OR_NONE)]


def describe_deals(schema: Json) -> None:
    """Of each deal in there: one object for each way of recording, of which a deal is exactly one."""
    kinds = {kind.__name__: _described(kind, _games_of(kind)) for kind in get_args(AnyDeal)}
    references = [{"$ref": f"#/components/schemas/{name}"} for name in kinds]
    for part in ("paths", "components"):
        schema[part] = _with_deals(schema[part], references)
    schema["components"]["schemas"] |= kinds


def _with_deals(part: Any, references: list[Json]) -> Any:
    if isinstance(part, list):
        return [_with_deals(each, references) for each in part]
    if not isinstance(part, dict):
        return part
    described = {name: _with_deals(each, references) for name, each in part.items()}
    if described.get("format") == "deal":
        del described["format"]
        others = [{"type": name} for name in described.pop("type") if name != "object"]
        described["oneOf"] = [*references, *others]
    return described


def _games_of(kind: type) -> list[Game]:
    names = {field.name for field in fields(kind)}
    return [game for game in GAMES.values() if game.fields <= names]


def _described(kind: type, games: list[Game]) -> Json:
    known = frozenset[str]().union(*(game.fields for game in games))
    hints = get_type_hints(kind)
    recorded = [field for field in fields(kind) if field.name in known]
    properties = {field.name: _property(field, hints[field.name], games) for field in recorded}
    return {
        "type": "object",
        "title": kind.__name__,
        "description": f"Of {_named(games)}: docs/formats.md, with seats from 1",
        "properties": properties,
        "required": [field.name for field in recorded if not _may_be_left_out(field, hints[field.name])],
        "additionalProperties": False,
    }


def _property(field: Field[Any], hint: Any, games: list[Game]) -> Json:
    described = TypeAdapter(hint).json_schema()
    seat = {"minimum": 1, "maximum": max(game.max_seats for game in games)}
    if field.name in SEAT:
        described |= seat
    if field.name in SEATS:
        described["items"] |= seat
    if field.name in BY_SEAT:
        described["description"] = "by seat"
    if described.get("type") in ("array", "object"):  # null says as little as an empty one
        described["type"] = [described["type"], "null"]
    having = [game for game in games if field.name in game.fields]
    return described if having == games else described | {"description": f"of {_named(having)} alone"}


def _may_be_left_out(field: Field[Any], hint: Any) -> bool:
    has_default = (field.default, field.default_factory) != (MISSING, MISSING)
    return has_default or type(None) in get_args(hint)


def _named(games: list[Game]) -> str:
    return ", ".join(game.key for game in games)
