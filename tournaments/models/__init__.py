from tournaments.models.append_only import RecordedForGood
from tournaments.models.audit import AuditEntry
from tournaments.models.club import (
    OPEN_TO_ALL,
    ApiToken,
    Club,
    Colour,
    Invitation,
    Member,
    NameAside,
    Player,
    PlayerMerge,
    RatingsBegin,
    RatingsFor,
    RoomTable,
    ShownNames,
    Visibility,
    name_order,
    plain_letters,
    tidy_name,
)
from tournaments.models.confirmation import Claim, Confirmation, Message, ProposedCorrection
from tournaments.models.connections.passports import ClaimedHistory
from tournaments.models.connections.webhooks import Delivery, Webhook, WebhookTopic
from tournaments.models.crest import ClubCrest
from tournaments.models.event import Entrant, Event, Registration
from tournaments.models.kept.bends import TableBend
from tournaments.models.kept.ladders import ChallengeTable, LadderMove
from tournaments.models.kept.leagues import LeagueTable
from tournaments.models.kept.meetings import ClubMeeting, EventMeeting
from tournaments.models.kept.ratings import ClubRating, EventForecast, EventRating, RatingModel
from tournaments.models.kept.reports import EventReport
from tournaments.models.kept.seasons import SeasonPoints
from tournaments.models.kept.statistics import ClubCounts, EventCounts, EventFeat
from tournaments.models.kept.tallies import ContestTally, EventTally
from tournaments.models.kept.told import ToldAchievement
from tournaments.models.ruling import Ruling
from tournaments.models.seating import Provisional, RoundSeating, SeatedTable
from tournaments.models.stage import ByeRequest, PreviewStep, Round, Stage, StageEntry
from tournaments.models.table import Contribution, Deal, PadLink, Seat, Table, UnsentDeals
from tournaments.models.year.calendar import ComingNight, NightAnswer
from tournaments.models.year.ladder import Challenge, Ladder, LadderAct
from tournaments.models.year.league import Fixture, League, LeaguePlayer
from tournaments.models.year.season import Season, SeasonEvent

__all__ = [
    "OPEN_TO_ALL",
    "ApiToken",
    "AuditEntry",
    "ByeRequest",
    "Challenge",
    "ChallengeTable",
    "Claim",
    "ClaimedHistory",
    "Club",
    "ClubCounts",
    "ClubCrest",
    "ClubMeeting",
    "ClubRating",
    "Colour",
    "ComingNight",
    "Confirmation",
    "ContestTally",
    "Contribution",
    "Deal",
    "Delivery",
    "Entrant",
    "Event",
    "EventCounts",
    "EventFeat",
    "EventForecast",
    "EventMeeting",
    "EventRating",
    "EventReport",
    "EventTally",
    "Fixture",
    "Invitation",
    "Ladder",
    "LadderAct",
    "LadderMove",
    "League",
    "LeaguePlayer",
    "LeagueTable",
    "Member",
    "Message",
    "NameAside",
    "NightAnswer",
    "PadLink",
    "Player",
    "PlayerMerge",
    "PreviewStep",
    "ProposedCorrection",
    "Provisional",
    "RatingModel",
    "RatingsBegin",
    "RatingsFor",
    "RecordedForGood",
    "Registration",
    "RoomTable",
    "Round",
    "RoundSeating",
    "Ruling",
    "Season",
    "SeasonEvent",
    "SeasonPoints",
    "Seat",
    "SeatedTable",
    "ShownNames",
    "Stage",
    "StageEntry",
    "Table",
    "TableBend",
    "ToldAchievement",
    "UnsentDeals",
    "Visibility",
    "Webhook",
    "WebhookTopic",
    "name_order",
    "plain_letters",
    "tidy_name",
]
