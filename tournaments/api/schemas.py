"""What programs send and are answered, as the pages of the interface describe it."""

from datetime import date, datetime
from typing import Annotated, Any, Generic, TypeVar

from ninja import Schema
from pydantic import ConfigDict, Field, StrictInt

from tournaments.api.deals import Deal, DealOrNone
from tournaments.limits import (
    LARGEST_ID,
)

NEXT: Any = Field(description="address of the rows that follow; null where there are none")
Row = TypeVar("Row")
Number = int | float
Id = Annotated[StrictInt, Field(ge=1, le=LARGEST_ID)]


class Problem(Schema):
    """A problem document (RFC 9457). What a program goes by is its ``code``: docs/api.md lists them."""

    type: str = Field(description="about:blank")
    title: str = Field(description="of the status")
    status: int
    code: str
    detail: str = Field(description="what the code means")
    params: dict[str, Any] = Field(description="what it is about, by name: seats, tables, limits")
    field: str = Field("", description="JSON pointer into the body, where one field is at fault; else absent")


class Listed(Schema, Generic[Row]):
    rows: list[Row]
    next: str | None = NEXT


class ClubFacts(Schema):
    slug: str
    name: str
    visibility: str = Field(description="public, unlisted or private")


class EventFacts(Schema):
    id: int
    club: str = Field(description="the club's slug")
    name: str
    date: date
    kind: str = Field(description="club-night or tournament")
    game: str
    rules: dict[str, Any]
    status: str = Field(description="open, finished or discarded")
    revision: int = Field(description="one more with every change")
    stream: str = Field(description="address of the stream of changes; good today and tomorrow")


class RoundFacts(Schema):
    id: int
    number: int
    status: str = Field(description="preview, published")
    minutes: int | None
    published_at: datetime | None


class StageFacts(Schema):
    id: int
    number: int
    format: str
    options: dict[str, Any] = Field(description="of its plan: docs/formats.md; absent ones have their defaults")
    status: str = Field(description="planned, running or finished")
    commitment: str = Field(description="SHA-256 of the seed of all its draws, known before them: docs/formats.md")
    seed: str | None = Field(description="the seed itself, once the stage is over")
    rounds: list[RoundFacts]


class PlayerName(Schema):
    id: int
    name: str = Field(description="as whoever asks may read it")


class SeatFacts(Schema):
    seat: int = Field(description="counted from 1")
    entrant: int = Field(description="whose seat it is, also where a substitute plays")
    player: PlayerName
    score: Number
    place: int


class EventFile(Schema):
    """docs/samples/event.schema.json has the rest."""

    model_config = ConfigDict(extra="allow")

    format: str = Field(description="capstone-event/1")
    program: str
    key: str = Field(description="Ed25519, in base64")
    signature: str = Field(description="over the canonical JSON of all but the signature, in base64")


class TableFacts(Schema):
    id: int
    event: int
    number: int = Field(description="of the table in the room")
    stage: int | None = Field(description="number of the stage; null on a club night")
    round: int | None = Field(description="number of the round; null on a club night")
    status: str = Field(description="playing, adjourned, finished or closed")
    game: int = Field(description="which game of a match this is")
    games: int = Field(description="how many the match has at most; 1: it is this table alone")
    first_dealer: int = Field(description="seat, counted from 1")
    opened_at: datetime
    ended_at: datetime | None
    seats: list[SeatFacts]


class MatchFacts(Schema):
    decided: str = Field(description="what decides the match: wins, total, or games; board: teams meet over boards")
    extra: int = Field(description="how many of the games were added as the two were level")
    wins: list[str] = Field(description="games won, by seat; at a board the teams’ points")
    over: bool


class StandingTable(TableFacts):
    match: MatchFacts | None = Field(description="of several games; null where the table is no match")
    revision: int = Field(description="what is sent as base_revision by who has seen this")


class DealFacts(Schema):
    number: int
    version: int
    at: datetime = Field(description="when this version was recorded")
    payload: DealOrNone = Field(description="the deal: docs/formats.md, with seats from 1; null where it was voided")


class TableDeals(Schema):
    revision: int = Field(description="what is sent as base_revision by who has seen this")
    rows: list[DealFacts]


class PlayerFacts(PlayerName):
    club: str = Field(description="the club's slug")


class DealVersionFacts(Schema):
    number: int
    version: int
    revision: int


class RecordedDeal(Schema):
    deal: DealVersionFacts
    repeated: bool = Field(description="it had been recorded before")


class Proposed(Schema):
    """The table asks for a confirmation: a player at another seat has to agree on a pad."""

    proposal: int


class DealNow(Schema):
    number: int
    version: int
    voided: bool
    payload: Deal


class Overtaken(Problem):
    """Where something was recorded meanwhile, with what that was."""

    number: int | None = Field(None, description="the deal that was recorded otherwise")
    changes: list[DealNow] = Field([], description="the deals that are new to the program, as they are now")


class PeopleEntered(Schema):
    entrants: list[int] = Field(description="by id, in the order of the names")


class EntrantFacts(Schema):
    id: int
    player: PlayerName
    status: str = Field(description="active, withdrawn or expelled")
    present: bool
    seed: int | None
    table: int | None = Field(description="number of the table at which the entrant always sits")
    substitute: PlayerName | None = Field(description="who plays in the entrant's place")


class EntrantsChanged(Schema):
    entrants: list[int] = Field(description="whom it changed, by id; of seeds all, in their order")


class TeamFacts(Schema):
    id: int
    name: str
    entrants: list[int] = Field(description="the captain first, where there is one")
    captain: int | None


class TeamsFacts(Schema):
    teams: list[TeamFacts]
    best: int = Field(description="how many members count in a round; 0: all")


class LevelFacts(Schema):
    entrants: list[int] = Field(description="by id")
    places: int = Field(description="so many of them go on")


class StartFacts(Schema):
    entrants: list[int] = Field(description="with whom the stage begins where nobody is named, the strongest first")
    level: list[LevelFacts] = Field(description="whom nothing tells apart at the cut; nobody of them is in")
    missing: list[int] = Field(description="entered, and not checked in")


class DrawnTable(Schema):
    number: int
    entrants: list[int] = Field(description="by seat")
    forfeited: list[int] = Field(description="who has left since, so that the others play without them")
    pinned: bool
    faults: list[str] = Field(description="what no draw would do, say met, kept-apart or gap")


class DrawnBye(Schema):
    entrant: int
    worth: str = Field(description="zero, half or full")


class PreviewFacts(Schema):
    id: int
    number: int
    version: int = Field(description="what is sent as seen by who has read this")
    tables: list[DrawnTable]
    byes: list[int] = Field(description="who is free, by entrant")
    requested: list[DrawnBye] = Field(description="who had asked for a bye")
    unseated: list[int] = Field(description="who is due and has no place")


class PlaceMovedFacts(Schema):
    entrant: int
    before: int | None
    after: int | None


class StageMovedFacts(Schema):
    stage: int = Field(description="its number")
    comes: list[int] = Field(description="by entrant")
    leaves: list[int]
    rounds: list[int] = Field(description="numbers of those that a replay takes back")
    tables: list[int] = Field(description="numbers of those that have begun and forbid it")


class ImpactFacts(Schema):
    seen: str = Field(description="the seal: what is sent with the correction")
    later_round: bool = Field(description="whether later rounds rest on the table")
    places: list[PlaceMovedFacts] = Field(description="that move")
    rounds: list[int] = Field(description="numbers of those that would be seated otherwise")
    matches: list[int] = Field(description="numbers of those of a bracket whose seats would change")
    replayed: list[int] = Field(description="numbers of the rounds that a replay takes back")
    stages: list[StageMovedFacts] = Field(description="later ones that would begin otherwise")
    can_replay: bool


class RulingMade(Schema):
    ruling: int


class MessageMade(Schema):
    message: int


class ComingFacts(Schema):
    id: int
    club: str = Field(description="the club's slug")
    name: str
    game: str
    starts: datetime
    ends: datetime
    place: str
    note: str
    tables: int | None = Field(description="in the room")
    status: str = Field(description="planned, cancelled or opened")
    event: int | None = Field(description="once it is opened")
    coming: int = Field(description="how many come")
    waiting: int = Field(description="how many wait for a place")


class NightsPlanned(Schema):
    nights: list[int] = Field(description="by id")


class TablesOpened(Schema):
    tables: list[int] = Field(description="by id, in the order in which they were sent")


class Published(Schema):
    round: int
    tables: list[int]
