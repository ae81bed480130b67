"""What programs send, as the pages of the interface describe it."""

from datetime import date
from typing import Annotated, Any
from uuid import UUID

from ninja import Body, Schema
from pydantic import ConfigDict, Field, StrictInt

from scoring.games import GAMES
from tournaments.api.schemas import Id
from tournaments.limits import (
    LONGEST_NAME,
    LONGEST_PLAN,
    LONGEST_PLAYER_NAME,
    LONGEST_REASON,
    MOST_ROUND_MINUTES,
    MOST_SEATS_SENT,
    MOST_SENT,
    MOST_STARTERS_SENT,
)
from tournaments.words.stage.plans import PRESETS

Name = Annotated[str, Field(min_length=1, max_length=LONGEST_PLAYER_NAME)]
Seat = Annotated[StrictInt, Field(ge=1, le=MOST_SEATS_SENT, description="counted from 1")]
Minutes = Annotated[StrictInt, Field(ge=1, le=MOST_ROUND_MINUTES)]


class Strict(Schema):
    model_config = ConfigDict(extra="forbid")


class Repeatable(Strict):
    """What may come with everything that is written."""

    client_id: UUID | None = Field(
        None,
        description="made by the program, once for each change: sent again, it is answered as the first time",
    )


class Sending(Strict):
    """What has to come with everything that is recorded at a table."""

    client_id: UUID = Field(description="made by the program, once for each change: sent again, it changes nothing")
    base_revision: StrictInt = Field(description="revision that the program had seen of the table")
    after: UUID | None = Field(None, description="client_id of what the program sent before this")


class DealSent(Sending):
    payload: dict[str, Any] = Field(description="the deal: docs/formats.md, with seats from 1")
    number: StrictInt | None = Field(None, description="which deal the program takes it for")


class VoidSent(Sending):
    version: StrictInt | None = Field(None, description="the version of the deal that the program had seen")
    reason: str = Field("", max_length=LONGEST_REASON, description="as the log tells it")


class CorrectionSent(VoidSent):
    payload: dict[str, Any] = Field(description="the deal as it was played: docs/formats.md, with seats from 1")


class EventSent(Repeatable):
    name: str = Field(min_length=1, max_length=LONGEST_NAME)
    day: date | None = Field(None, alias="date", description="today where nothing is said")
    game: str = Field(json_schema_extra={"enum": list(GAMES)})
    chosen: dict[str, Any] = Field(
        default_factory=dict, alias="rules", description="the game's options: docs/formats.md"
    )
    plan: str | None = Field(
        None,
        max_length=LONGEST_PLAN,
        description="of a tournament: its stages in one line (docs/formats.md), or a usual plan: "
        + ", ".join(PRESETS)
        + ". Without one it is a club night",
    )


class PeopleSent(Repeatable):
    names: list[Name] = Field(min_length=1, max_length=MOST_SENT)
    present: bool = Field(
        default=False, description="they are there: what a stage begins with. On a club night they always are"
    )


class StartSent(Repeatable):
    entrants: list[Id] | None = Field(
        None,
        max_length=MOST_STARTERS_SENT,
        description="the strongest first; without them who is there, or comes from the stage before",
    )


class TablesSent(Repeatable):
    tables: list[Annotated[list[Id], Field(min_length=1, max_length=MOST_SEATS_SENT)]] = Field(
        min_length=1, max_length=MOST_SENT, description="of each the entrants, by seat"
    )


class PublishSent(Repeatable):
    minutes: Minutes | None = Field(None, description="of the round's clock")


def _optional(kind: type[Schema]) -> Any:
    """A body that may be left out."""
    return Body(kind.model_validate({}))


NOTHING, STARTERS, MINUTES = _optional(Repeatable), _optional(StartSent), _optional(PublishSent)
