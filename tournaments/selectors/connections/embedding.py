"""What other pages show in a frame: who is ahead, in few rows."""

from dataclasses import dataclass

from django.db.models import QuerySet

from tournaments.models import Club, Event
from tournaments.selectors.club.clubs import open_events
from tournaments.selectors.night.standings import event_standings
from tournaments.selectors.stage.chain import has_bracket
from tournaments.selectors.stage.places import Counted, PlaceRow, final_places, shown_section
from tournaments.selectors.tournament.page import states_of

MOST = 50
OFFERED = 3


@dataclass(frozen=True)
class FramedRow:
    place: int | None
    name: str
    value: str = ""


@dataclass(frozen=True)
class FramedTable:
    group: int | None
    counted: Counted
    rows: list[FramedRow]
    more: int  # who stand below


@dataclass(frozen=True)
class FramedPart:
    """What can be shown of a club: what is newest in it, or of this event the standing or the bracket."""

    club: Club
    event: Event | None = None
    bracket: bool = False


def newest_event(club: Club) -> Event | None:
    """That is played, or else was played last, of those that are no stricter than the club."""
    shown = _events(club)
    return shown.filter(status=Event.Status.OPEN).first() or shown.first()


def frames_of(club: Club) -> list[FramedPart]:
    found = [FramedPart(club)]
    for event in _events(club)[:OFFERED]:
        found.append(FramedPart(club, event))
        if has_bracket(event):
            found.append(FramedPart(club, event, bracket=True))
    return found


def _events(club: Club) -> QuerySet[Event]:
    return club.events.filter(open_events(set())).exclude(status=Event.Status.DISCARDED).select_related("club")


def framed_standing(event: Event) -> list[FramedTable]:
    if event.kind == Event.Kind.CLUB_NIGHT:
        rows = [
            FramedRow(row.rank if row.average is not None else None, row.player.name, row.points_text)
            for row in event_standings(event)
        ]
        return [_table(rows)]
    states = states_of(event)
    if not states:
        return []
    section = shown_section(states[-1])
    if event.status == Event.Status.FINISHED and (len(states) > 1 or len(section.groups) > 1):
        return [_table([_row(row) for row in final_places(states)], counted="places")]
    return [
        _table([_row(row) for row in group.rows], group=group.number, counted=section.counted)
        for group in section.groups
    ]


def _row(row: PlaceRow) -> FramedRow:
    return FramedRow(row.place, row.person.tag.name, row.value)


def _table(rows: list[FramedRow], *, group: int | None = None, counted: Counted = "points") -> FramedTable:
    return FramedTable(group, counted, rows[:MOST], max(0, len(rows) - MOST))
