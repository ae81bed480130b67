"""What programs are told of seasons, leagues and ladders."""

from datetime import date
from typing import Any

from ninja import Schema
from pydantic import Field

from tournaments.api.schemas import Number, PlayerName


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


class RungFacts(Schema):
    place: int
    player: PlayerName


class ChallengeFacts(Schema):
    id: int
    challenger: PlayerName
    challenged: PlayerName
    last_day: date


class StandingLadder(LadderFacts):
    rungs: list[RungFacts] = Field(description="the highest first; who is anonymous has a place and no rung")
    challenges: list[ChallengeFacts] = Field(description="that are open")
