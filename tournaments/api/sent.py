"""What programs send, as the pages of the interface describe it."""

from datetime import date, time
from decimal import Decimal
from typing import Annotated, Any, Literal
from uuid import UUID

from ninja import Schema
from ninja.params.functions import Body
from pydantic import ConfigDict, Field, StrictInt

from scoring.games import GAMES
from tournaments.api.deals import Deal, DealOrNone
from tournaments.api.schemas import Id
from tournaments.limits import (
    HIGHEST_SEED,
    LARGEST_LOT,
    LARGEST_PRIZE,
    LONGEST_MESSAGE,
    LONGEST_NAME,
    LONGEST_NOTE,
    LONGEST_PLACE,
    LONGEST_PLAN,
    LONGEST_PLAYER_NAME,
    LONGEST_REASON,
    LONGEST_UNIT,
    MOST_CALL_HOURS,
    MOST_IN_A_TIE,
    MOST_LATE_POINTS,
    MOST_NIGHTS_PLANNED,
    MOST_OF_A_SEASON,
    MOST_OF_A_TEAM,
    MOST_PRIZES,
    MOST_ROUND_MINUTES,
    MOST_SEATS_SENT,
    MOST_SENT,
    MOST_STARTERS_SENT,
    MOST_TABLES_A_ROOM,
    MOST_TABLES_PLAYED,
)
from tournaments.words.stage.plans import PRESETS

Name = Annotated[str, Field(min_length=1, max_length=LONGEST_PLAYER_NAME)]
Seat = Annotated[StrictInt, Field(ge=1, le=MOST_SEATS_SENT, description="counted from 1")]
Minutes = Annotated[StrictInt, Field(ge=1, le=MOST_ROUND_MINUTES)]
Ids = Annotated[list[Id], Field(min_length=1, max_length=MOST_STARTERS_SENT)]
Key = Annotated[str, Field(pattern="^[1-9][0-9]{0,17}$", description="an id")]
Seats = Annotated[list[Seat], Field(min_length=1, max_length=MOST_SEATS_SENT)]
Places = Annotated[
    list[Annotated[StrictInt, Field(ge=1, le=MOST_SEATS_SENT)]],
    Field(min_length=1, max_length=MOST_SEATS_SENT, description="by seat, equal ones shared, 1 the best"),
]
Reason = Annotated[str, Field(max_length=LONGEST_REASON)]
Points = Annotated[Decimal, Field(ge=0, le=MOST_LATE_POINTS, decimal_places=2)]
Count = Annotated[StrictInt, Field(ge=1, le=MOST_OF_A_SEASON)]
VisibilitySent = Literal["", "public", "unlisted", "private"]


class Strict(Schema):
    model_config = ConfigDict(extra="forbid")


class Repeatable(Strict):
    """What may come with everything that is written."""

    client_id: UUID | None = Field(
        None, description="made by the program, once for each change: sent again, it is answered as the first time"
    )


class Sending(Strict):
    """What has to come with everything that is recorded at a table."""

    client_id: UUID = Field(description="made by the program, once for each change: sent again, it changes nothing")
    base_revision: StrictInt = Field(description="revision that the program had seen of the table")
    after: UUID | None = Field(None, description="client_id of what the program sent before this")


class DealSent(Sending):
    payload: Deal = Field(description="the deal: docs/formats.md, with seats from 1")
    number: StrictInt | None = Field(None, description="which deal the program takes it for")


class VoidSent(Sending):
    version: StrictInt | None = Field(None, description="the version of the deal that the program had seen")
    reason: str = Field("", max_length=LONGEST_REASON, description="as the log tells it")


class CorrectionSent(VoidSent):
    payload: Deal = Field(description="the deal as it was played: docs/formats.md, with seats from 1")


class EventSent(Repeatable):
    name: str = Field(min_length=1, max_length=LONGEST_NAME)
    day: date | None = Field(None, alias="date", description="today where nothing is said")
    game: str = Field(json_schema_extra={"enum": list(GAMES)})
    chosen: dict[str, Any] = Field(default_factory=dict, alias="rules", description="its options: docs/formats.md")
    plan: str | None = Field(
        None,
        max_length=LONGEST_PLAN,
        description="of a tournament: its stages in one line (docs/formats.md), or a usual plan: "
        + ", ".join(PRESETS)
        + ". Without one it is a club night",
    )


class PeopleSent(Repeatable):
    names: list[Name] = Field(min_length=1, max_length=MOST_SENT)
    present: bool = Field(default=False, description="they are there, as a stage begins; on a night they always are")


class StartSent(Repeatable):
    entrants: list[Id] | None = Field(
        None,
        max_length=MOST_STARTERS_SENT,
        description="the strongest first; without them who is there, or comes from the stage before",
    )


class PrizeSent(Strict):
    name: str = Field(min_length=1, max_length=LONGEST_NAME)
    value: Annotated[StrictInt, Field(ge=0, le=LARGEST_PRIZE, description="in whole units; 0: none")] = 0
    category: str | None = Field(None, max_length=LONGEST_NAME, description="the club’s, by name; null: for all")


class PrizesSent(Repeatable):
    """``prizes`` null takes the list away; without any there are only standings by category."""

    base_revision: StrictInt | None = Field(None, description="the event’s as it was read; refused if the list changed")
    prizes: list[PrizeSent] | None = Field(max_length=MOST_PRIZES, description="in order, none worth more than before")
    unit: str = Field("", max_length=LONGEST_UNIT)
    one_each: bool = Field(default=True, description="nobody has two")
    shared: bool = Field(default=True, description="equal points share, whatever tie-breaks say")
    least_tables: Annotated[StrictInt, Field(ge=0, le=MOST_TABLES_PLAYED)] = 0


class TablesSent(Repeatable):
    tables: list[Annotated[list[Id], Field(min_length=1, max_length=MOST_SEATS_SENT)]] = Field(
        min_length=1, max_length=MOST_SENT, description="of each the entrants, by seat"
    )


class PreviewSeen(Repeatable):
    seen: StrictInt | None = Field(None, description="version of the preview as it was seen; refused if it changed")


class PublishSent(PreviewSeen):
    minutes: Minutes | None = Field(None, description="of the round's clock")


class DrawSent(Repeatable):
    provisional: dict[Key, Literal["standing", "shared"]] = Field(
        default_factory=dict, max_length=MOST_SENT, description="tables without a result: as they stand, or all alike"
    )


class ExchangeSent(PreviewSeen):
    first: Id = Field(description="entrant")
    second: Id = Field(description="entrant who changes places with the first")


class SeatingSent(PreviewSeen):
    entrants: Ids
    to: StrictInt | Literal["new", "bye", "out"] = Field(
        description="number of a table, a new one, free this round, or (who has left) nowhere"
    )


class PinSent(PreviewSeen):
    what: StrictInt | Literal["all", "byes"] = Field("all", description="number of a table, the byes, or all")
    pinned: bool = Field(default=True, description="stays as it is when the rest is drawn again")


class ClockSent(Repeatable):
    action: Literal["set", "start", "pause", "reset"]
    minutes: Minutes | None = Field(None, description="how long the round is to take in all")


class LateSent(Repeatable):
    name: Name
    points: Points = Field(Decimal(0), description="for each round missed")


class CheckInSent(Repeatable):
    entrants: Ids | None = Field(None, description="all who play, where nobody is named")
    present: bool = True


class SeedsSent(Repeatable):
    how: Literal["rating", "random", "order"]
    lot: Annotated[StrictInt, Field(ge=0, le=LARGEST_LOT)] | None = Field(None, description="of random")
    entrants: Ids | None = Field(None, description="of order: the strongest first; who is left out follows as before")


class ApartSent(Repeatable):
    groups: list[Annotated[list[Id], Field(min_length=2, max_length=MOST_SENT)]] = Field(
        max_length=MOST_SENT, description="of entrants no two of whom are drawn together; replaces those before"
    )


class TeamSent(Strict):
    id: Id | None = Field(None, description="of a team that there is already; it keeps its number")
    name: str = Field(min_length=1, max_length=LONGEST_NAME)
    entrants: Ids
    captain: Id | None = Field(None, description="one of the entrants")


class TeamsSent(Repeatable):
    base_revision: StrictInt | None = Field(None, description="the event’s as they were read; refused if they changed")
    teams: list[TeamSent] = Field(max_length=MOST_SENT, description="all of the event, instead of those before")
    best: StrictInt = Field(0, ge=0, le=MOST_OF_A_TEAM, description="how many members count in a round; 0: all")


class LineUpSent(Repeatable):
    entrants: Ids


class HandicapSent(Repeatable):
    given: bool = Field(default=True, description="false: nobody has one")
    games: StrictInt | None = Field(None, description="that everybody plays; null, as in the others: as it is proposed")
    win: Decimal | None = Field(None, description="how many points it is worth")
    most: StrictInt | None = Field(None, description="how many wins a handicap is at most")


class HandicapsSent(Repeatable):
    points: dict[Key, Annotated[Decimal, Field(ge=0, le=9_999, decimal_places=2)]] = Field(
        min_length=1, max_length=MOST_SENT, description="by entrant"
    )


class LeavingSent(Repeatable):
    results: Literal["kept", "annulled"] | None = Field(None, description="of a round robin, where it has to be said")


class ExpulsionSent(LeavingSent):
    reason: Reason = Field(min_length=1)


class ReasonSent(Repeatable):
    reason: Reason = ""


class SubstituteSent(Repeatable):
    name: Name | None = Field(None, description="who plays from now on; null ends that")


class ByeSent(Strict):
    round: Annotated[StrictInt, Field(ge=1, le=HIGHEST_SEED)]
    worth: Literal["zero", "half", "full"]


class ByesSent(Repeatable):
    byes: list[ByeSent] = Field(max_length=MOST_SENT, description="of all rounds to come; of others there are none")


class FixedTableSent(Repeatable):
    table: Annotated[StrictInt, Field(ge=1, le=HIGHEST_SEED)] | None = Field(
        None, description="number of the table at which the entrant always sits; null: at any"
    )


class SittingSent(Repeatable):
    table: Id


class LengthSent(Repeatable):
    rounds: Annotated[StrictInt, Field(ge=1, le=99)]


class PlacesSent(ReasonSent):
    places: Places


class MatchSent(ReasonSent):
    places: Places | None = Field(None, description="by seat; null: as the match stands")


class MatchesSent(Repeatable):
    games: Annotated[StrictInt, Field(ge=1, le=9)]
    decided: Literal["wins", "total"] = "wins"
    last_games: list[Annotated[StrictInt, Field(ge=1, le=9)]] | None = Field(None, max_length=12)


class ForfeitSent(ReasonSent):
    seats: Seats


class CorrectingSent(Repeatable):
    """One of three: a ``deal`` with its new payload (null voids it), ``places`` by word, or seats that ``forfeit``."""

    deal: Annotated[StrictInt, Field(ge=1)] | None = Field(None, description="number of the deal")
    payload: DealOrNone = Field(None, description="as it was played: docs/formats.md, with seats from 1; null voids it")
    places: Places | None = None
    forfeit: Seats | None = None


class LateCorrectionSent(CorrectingSent):
    seen: Annotated[str, Field(max_length=64)] = Field(description="the seal of the preview")
    replay: bool = Field(default=False, description="take later rounds that move back, and draw the next one anew")
    reason: Reason = Field(min_length=1)


class TieSent(ReasonSent):
    order: Annotated[list[Id], Field(min_length=2, max_length=MOST_IN_A_TIE)] = Field(
        description="entrants who are level and have settled it, the best first"
    )


class LevelSent(Repeatable):
    entrants: Ids = Field(description="who is level")


class FirstSent(LevelSent):
    choice: Literal["play-off", "shared", "lot"]


class ExtraSent(Repeatable):
    minutes: Annotated[StrictInt, Field(ge=0, le=MOST_ROUND_MINUTES)] = Field(description="more than others, in all")


class ResumeSent(Repeatable):
    event: Id | None = Field(None, description="on which night the table goes on; null: on its own")


class MessageSent(Repeatable):
    text: Annotated[str, Field(min_length=1, max_length=LONGEST_MESSAGE)]
    table: Id | None = Field(None, description="null: all tables")


class NightSent(Repeatable):
    """A night to come, with the rules of the event that it is ``like``, else the usual ones of its ``game``."""

    name: str = Field(min_length=1, max_length=LONGEST_NAME)
    game: str | None = Field(None, json_schema_extra={"enum": [*GAMES, None]})
    like: Id | None = None
    day: date = Field(alias="date")
    begins: time
    ends: time = Field(description="after midnight where it is not after begins")
    place: str = Field("", max_length=LONGEST_PLACE)
    tables: Annotated[StrictInt, Field(ge=1, le=MOST_TABLES_A_ROOM)] | None = Field(None, description="in the room")
    call_hours: Annotated[StrictInt, Field(ge=0, le=MOST_CALL_HOURS)] = Field(
        3, description="so many hours before it is decided who is needed"
    )
    note: str = Field("", max_length=LONGEST_NOTE)
    visibility: VisibilitySent = ""


class NightsSent(NightSent):
    nights_count: Annotated[StrictInt, Field(ge=1, le=MOST_NIGHTS_PLANNED)] = 1
    every: Annotated[StrictInt, Field(ge=1, le=4)] = Field(1, description="weeks between two of them")


class CancelSent(Repeatable):
    cancelled: bool = Field(default=True, description="false: it takes place after all")


class SeasonSent(Repeatable):
    """Of a season that is published the name and the visibility alone are read: its rules stay."""

    name: str = Field(min_length=1, max_length=LONGEST_NAME)
    starts: date | None = None
    ends: date | None = None
    visibility: VisibilitySent = ""
    events: Literal["nights", "tournaments", "all", "chosen"] = Field("nights", description="which events count")
    contests: list[Annotated[str, Field(max_length=40)]] = Field(
        default_factory=list, max_length=20, description="of which games, as the season's rules have them; none: of all"
    )
    points: Literal["table", "places", "score", "average"] = Field("table", description="what an event brings")
    table: list[Points] = Field(
        [Decimal(points) for points in (10, 8, 6, 5, 4, 3, 2)], max_length=30, description="by place, from the first on"
    )
    coming: Points = Field(Decimal(1), description="to who comes in below the table")
    best: Count | None = Field(None, description="so many count for each player; null: all")
    least: Count | None = Field(None, description="how often one has to come for a place")
    planned: Count | None = Field(None, description="how many events it has")
    chain: list[Literal["wins", "best", "every", "events", "newest"]] = Field(
        ["wins", "best", "every"], max_length=3, description="what decides between who are level"
    )


class ArchiveSent(Repeatable):
    archived: bool = Field(default=True, description="false: the season goes on")


class CountsSent(Repeatable):
    event: Id
    counts: bool = True


def _optional(kind: type[Schema]) -> Any:
    """A body that may be left out."""
    return Body(kind.model_validate({}))


NOTHING, STARTERS, MINUTES = _optional(Repeatable), _optional(StartSent), _optional(PublishSent)
SEEN, DRAW, PIN, CHECK_IN = _optional(PreviewSeen), _optional(DrawSent), _optional(PinSent), _optional(CheckInSent)
LEAVING, REASON, SUBSTITUTE = _optional(LeavingSent), _optional(ReasonSent), _optional(SubstituteSent)
FIXED_TABLE, RESUME, HANDICAP = _optional(FixedTableSent), _optional(ResumeSent), _optional(HandicapSent)
CANCEL, ARCHIVE, MATCH = _optional(CancelSent), _optional(ArchiveSent), _optional(MatchSent)
