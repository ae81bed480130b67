from tournaments.models.append_only import RecordedForGood
from tournaments.models.audit import AuditEntry
from tournaments.models.club import Club, Colour, Member, Player, tidy_name
from tournaments.models.event import Entrant, Event
from tournaments.models.table import Deal, PadLink, Seat, Table

__all__ = [
    "AuditEntry",
    "Club",
    "Colour",
    "Deal",
    "Entrant",
    "Event",
    "Member",
    "PadLink",
    "Player",
    "RecordedForGood",
    "Seat",
    "Table",
    "tidy_name",
]
