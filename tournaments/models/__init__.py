from tournaments.models.append_only import RecordedForGood
from tournaments.models.audit import AuditEntry
from tournaments.models.club import Club, Colour, Member, Player, name_order, plain_letters, tidy_name
from tournaments.models.confirmation import Confirmation, Message, ProposedCorrection
from tournaments.models.event import Entrant, Event
from tournaments.models.ruling import Ruling
from tournaments.models.seating import Provisional, RoundSeating, SeatedTable
from tournaments.models.stage import PreviewStep, Round, Stage, StageEntry
from tournaments.models.table import Deal, PadLink, Seat, Table
from tournaments.models.tally import ContestTally, EventTally

__all__ = [
    "AuditEntry",
    "Club",
    "Colour",
    "Confirmation",
    "ContestTally",
    "Deal",
    "Entrant",
    "Event",
    "EventTally",
    "Member",
    "Message",
    "PadLink",
    "Player",
    "PreviewStep",
    "ProposedCorrection",
    "Provisional",
    "RecordedForGood",
    "Round",
    "RoundSeating",
    "Ruling",
    "Seat",
    "SeatedTable",
    "Stage",
    "StageEntry",
    "Table",
    "name_order",
    "plain_letters",
    "tidy_name",
]
