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
    RoomTable,
    ShownNames,
    Visibility,
    name_order,
    plain_letters,
    tidy_name,
)
from tournaments.models.confirmation import Claim, Confirmation, Message, ProposedCorrection
from tournaments.models.event import Entrant, Event, Registration
from tournaments.models.kept.ratings import ClubRating, EventForecast, EventRating, RatingModel
from tournaments.models.kept.tallies import ContestTally, EventTally
from tournaments.models.ruling import Ruling
from tournaments.models.seating import Provisional, RoundSeating, SeatedTable
from tournaments.models.stage import ByeRequest, PreviewStep, Round, Stage, StageEntry
from tournaments.models.table import Contribution, Deal, PadLink, Seat, Table, UnsentDeals

__all__ = [
    "OPEN_TO_ALL",
    "ApiToken",
    "AuditEntry",
    "ByeRequest",
    "Claim",
    "Club",
    "ClubRating",
    "Colour",
    "Confirmation",
    "ContestTally",
    "Contribution",
    "Deal",
    "Entrant",
    "Event",
    "EventForecast",
    "EventRating",
    "EventTally",
    "Invitation",
    "Member",
    "Message",
    "NameAside",
    "PadLink",
    "Player",
    "PlayerMerge",
    "PreviewStep",
    "ProposedCorrection",
    "Provisional",
    "RatingModel",
    "RecordedForGood",
    "Registration",
    "RoomTable",
    "Round",
    "RoundSeating",
    "Ruling",
    "Seat",
    "SeatedTable",
    "ShownNames",
    "Stage",
    "StageEntry",
    "Table",
    "UnsentDeals",
    "Visibility",
    "name_order",
    "plain_letters",
    "tidy_name",
]
