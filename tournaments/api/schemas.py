"""What programs send and are answered, as the pages of the interface describe it."""

from datetime import date, datetime
from typing import Annotated, Any, Generic, TypeVar
from uuid import UUID

from ninja import Schema
from pydantic import ConfigDict, Field, StrictInt, WithJsonSchema, create_model

from scoring.games import GAMES
from tournaments.exports.files.sheet import FileColumn
from tournaments.limits import (
    LARGEST_ID,
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

NEXT: Any = Field(description="address of the rows that follow; null where there are none")
Row = TypeVar("Row")
Number = int | float
Id = Annotated[StrictInt, Field(ge=1, le=LARGEST_ID)]


class Refusal(Schema):
    """``error`` has a ``code`` and its facts, ``message`` is a sentence in the language that is asked for."""

    error: dict[str, Any]
    message: str
    field: str | None = Field(None, description="what it concerns")


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
    status: str = Field(description="planned, running or finished")
    commitment: str = Field(description="SHA-256 of the seed of all its draws, known before them: docs/formats.md")
    seed: str | None = Field(description="the seed itself, once the stage is over")
    rounds: list[RoundFacts]


class PlayerName(Schema):
    id: int
    name: str = Field(description="as whoever asks may read it")


class SeatFacts(Schema):
    seat: int = Field(description="counted from 0, as in deals")
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
    first_dealer: int = Field(description="seat, counted from 0")
    opened_at: datetime
    ended_at: datetime | None
    seats: list[SeatFacts]


class StandingTable(TableFacts):
    revision: int = Field(description="what is sent as base_revision by who has seen this")


class DealFacts(Schema):
    number: int
    version: int
    at: datetime = Field(description="when this version was recorded")
    payload: dict[str, Any] | None = Field(description="the deal: docs/formats.md; null where it was voided")


class TableDeals(Schema):
    revision: int = Field(description="what is sent as base_revision by who has seen this")
    rows: list[DealFacts]


class PlayerFacts(PlayerName):
    club: str = Field(description="the club's slug")


class Sending(Schema):
    """What has to come with everything that is written at a table."""

    model_config = ConfigDict(extra="forbid")

    client_id: UUID = Field(description="made by the program, once for each change: sent again, it changes nothing")
    base_revision: StrictInt = Field(description="revision that the program had seen of the table")
    after: UUID | None = Field(None, description="client_id of what the program sent before this")


class DealSent(Sending):
    payload: dict[str, Any] = Field(description="the deal: docs/formats.md")
    number: StrictInt | None = Field(None, description="which deal the program takes it for")


class VoidSent(Sending):
    version: StrictInt | None = Field(None, description="the version of the deal that the program had seen")
    reason: str = Field("", max_length=LONGEST_REASON, description="as the log tells it")


class CorrectionSent(VoidSent):
    payload: dict[str, Any] = Field(description="the deal as it was played: docs/formats.md")


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
    payload: dict[str, Any]


class Overtaken(Refusal):
    number: int | None = Field(None, description="the deal that was recorded otherwise")
    changes: list[DealNow] = Field(description="the deals that are new to the program, as they are now")


class Strict(Schema):
    model_config = ConfigDict(extra="forbid")


class EventSent(Strict):
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
    client_id: UUID | None = Field(
        None, description="made by the program, once for each event: sent again, it is answered with the event as it is"
    )


class PeopleSent(Strict):
    names: list[Annotated[str, Field(min_length=1, max_length=LONGEST_PLAYER_NAME)]] = Field(
        min_length=1, max_length=MOST_SENT
    )
    present: bool = Field(
        default=False, description="they are there: what a stage begins with. On a club night they always are"
    )


class PeopleEntered(Schema):
    entrants: list[int] = Field(description="by id, in the order of the names")


class StartSent(Strict):
    entrants: list[Id] | None = Field(
        None,
        max_length=MOST_STARTERS_SENT,
        description="the strongest first; without them who is there, or comes from the stage before",
    )


class TablesSent(Strict):
    tables: list[Annotated[list[Id], Field(min_length=1, max_length=MOST_SEATS_SENT)]] = Field(
        min_length=1, max_length=MOST_SENT, description="of each the entrants, by seat"
    )


class TablesOpened(Schema):
    tables: list[int] = Field(description="by id, in the order in which they were sent")


class PublishSent(Strict):
    minutes: Annotated[StrictInt, Field(ge=1, le=MOST_ROUND_MINUTES)] | None = Field(
        None, description="of the round's clock"
    )


class Published(Schema):
    round: int
    tables: list[int]


def rows_of(name: str, *columns: FileColumn) -> Any:
    """A part of a file's rows, as its columns describe them."""
    properties = {column.name: {"description": column.says} for column in columns}
    row = WithJsonSchema({"type": "object", "properties": properties})
    fields: Any = {"rows": (list[Annotated[dict[str, Any], row]], ...), "next": (str | None, NEXT)}
    return create_model(name, __base__=Schema, **fields)


class SeasonFacts(Schema):
    id: int
    club: str = Field(description="the club's slug")
    name: str
    starts: date
    ends: date
    status: str = Field(description="draft (for who runs the club), published or archived")
    league: bool = Field(description="whether it has one")
    rules: dict[str, Any] = Field(
        description="which events count, points by place, how many count (best), how often one has to come (least)"
    )


class SeasonNight(Schema):
    event: int | None = Field(description="null where it is hidden from who asks")
    name: str
    day: date | None
    place: int | None
    points: Number
    counted: bool = Field(description="false: dropped, better ones count")
    provisional: bool = Field(description="the event is open")


class SeasonPlace(Schema):
    place: int | None = Field(description="shared by who are level; null for who came too seldom")
    player: PlayerName
    points: Number
    deals: int = Field(description="they rest on")
    best: int | None = Field(description="the best place that is possible yet; null where nobody knows, or none is")
    worst: int | None = Field(description="the place that is sure; null where none is")
    events: list[SeasonNight]


class LeaguePlace(Schema):
    place: int = Field(description="shared by who are level")
    player: PlayerName
    points: Number
    played: int = Field(description="how many of the division were met")
    has_left: bool


class FixturePlayer(Schema):
    player: PlayerName
    place: int | None


class FixtureFacts(Schema):
    id: int
    round: int
    starts: date
    ends: date
    state: str = Field(description="to-come, due, late, tonight, played, decided or left")
    table: int | None = Field(description="where it was played; null where that is hidden, or it was not")
    players: list[FixturePlayer] = Field(description="who is at home first")


class DivisionFacts(Schema):
    number: int
    rows: list[LeaguePlace]
    fixtures: list[FixtureFacts]


class LeagueFacts(Schema):
    season: int
    game: str
    divisions: list[DivisionFacts]


class LadderFacts(Schema):
    id: int
    club: str = Field(description="the club's slug")
    name: str
    game: str
    closed: bool


class LadderPlaceFacts(Schema):
    place: int
    player: PlayerName


class ChallengeFacts(Schema):
    id: int
    challenger: PlayerName
    challenged: PlayerName
    last_day: date


class StandingLadder(LadderFacts):
    rungs: list[LadderPlaceFacts] = Field(description="its places, the highest first; who is anonymous has no row")
    challenges: list[ChallengeFacts] = Field(description="that are open")
