"""What programs are answered of a club's year, as the pages of the interface describe it."""

from datetime import date

from ninja import Schema
from pydantic import Field

from tournaments.api.schemas import Number, PlayerName


class SeasonRulesFacts(Schema):
    events: str = Field(description="which count: nights, tournaments, all or chosen")
    contests: list[str] = Field(description="of which games; none: of all")
    points: str = Field(description="what an event brings: table, places, score or average")
    table: list[Number] = Field(description="by place, from the first on")
    coming: Number = Field(description="to who comes in below the table")
    best: int | None = Field(description="so many count for each player; null: all")
    least: int = Field(description="how often one has to come for a place")
    planned: int | None = Field(description="how many events it has")
    chain: list[str] = Field(description="what decides between who are level")


class SeasonFacts(Schema):
    id: int
    club: str = Field(description="the club's slug")
    name: str
    starts: date
    ends: date
    status: str = Field(description="draft (for who runs the club), published or archived")
    league: bool = Field(description="whether it has one")
    rules: SeasonRulesFacts


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


class LeagueMemberFacts(Schema):
    player: PlayerName
    points: Number
    counted: Number = Field(description="of these, for the team")


class LeagueTeamFacts(Schema):
    place: int | None = Field(description="shared by who are level; null before anything was played")
    name: str
    points: Number
    members: list[LeagueMemberFacts] = Field(description="who has brought most first")


class LeagueFacts(Schema):
    season: int
    game: str
    divisions: list[DivisionFacts]
    teams: list[LeagueTeamFacts] = Field(description="over all divisions; none where nobody has a team")


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
