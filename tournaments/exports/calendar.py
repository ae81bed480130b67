"""Nights as calendars read them (RFC 5545). Each has one name for ever; what is cancelled stays, and says so."""

from collections.abc import Callable, Iterable
from dataclasses import dataclass
from datetime import UTC, timedelta

from icalendar import Calendar, Event, vText

from tournaments.models import Club, ComingNight
from tournaments.selectors.coming import Planned
from tournaments.words.calendar import CANCELLED_MARK, standing_text
from tournaments.words.games import game_name

FETCH_EVERY = timedelta(hours=1)
CONFIRMED, TENTATIVE, CANCELLED = "CONFIRMED", "TENTATIVE", "CANCELLED"

Address = Callable[[ComingNight], str]


@dataclass(frozen=True)
class _Entry:
    night: ComingNight
    uid: str
    status: str
    sequence: int
    said: str = ""


def club_calendar(club: Club, nights: Iterable[ComingNight], *, address: Address) -> bytes:
    """Names nobody."""
    entries = [
        _Entry(night, str(night.uid), CANCELLED if night.cancelled_at else CONFIRMED, night.sequence)
        for night in nights
    ]
    return _file(club.name, entries, address)


def own_calendar(club: Club, nights: Iterable[Planned], *, address: Address) -> bytes:
    """Of one player. Every answer raises the sequence, since anybody's may bring this one in."""
    entries = [
        _Entry(night.night, f"own-{night.night.uid}", _own_status(night), night.night.revision, standing_text(night))
        for night in nights
    ]
    return _file(club.name, entries, address)


def _own_status(planned: Planned) -> str:
    own, attendance = planned.own, planned.attendance
    if planned.night.cancelled_at or own is None:
        return CANCELLED
    if own.player_id in attendance.coming:
        return CONFIRMED
    return TENTATIVE if own.player_id in (*attendance.waiting, *attendance.offered) else CANCELLED


def _file(name: str, entries: Iterable[_Entry], address: Address) -> bytes:
    file = Calendar()
    file.add("prodid", "-//Capstone//Coming nights//EN")
    file.add("version", "2.0")
    file.add("x-wr-calname", vText(name))
    file.add("refresh-interval", FETCH_EVERY, parameters={"value": "DURATION"})
    for entry in entries:
        file.add_component(_event(entry, address))
    return bytes(file.to_ical())


def _event(entry: _Entry, address: Address) -> Event:
    night = entry.night
    cancelled = entry.status == CANCELLED and night.cancelled_at
    phrases = [entry.said, str(game_name(night.game)), night.note]
    event = Event()
    event.add("uid", entry.uid)
    event.add("sequence", entry.sequence)
    event.add("status", entry.status)
    event.add("summary", CANCELLED_MARK % {"name": night.name} if cancelled else night.name)
    event.add("dtstart", night.starts_at.astimezone(UTC))
    event.add("dtend", night.ends_at.astimezone(UTC))
    event.add("dtstamp", night.changed_at.astimezone(UTC))
    event.add("last-modified", night.changed_at.astimezone(UTC))
    event.add("description", "\n".join(filter(None, phrases)))
    if night.place:
        event.add("location", night.place)
    event.add("url", address(night))
    return event
