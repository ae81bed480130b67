"""Whatever a director may want to go to: tables by number or player, people, events."""

from collections.abc import Sequence
from dataclasses import dataclass, field

from tournaments.models import Club, Event, Player, Seat, Table, name_order, plain_letters

MOST = 6  # of each


@dataclass(frozen=True)
class FoundTable:
    id: int
    event_id: int
    number: int
    names: list[str] = field(default_factory=list)


@dataclass(frozen=True)
class Findings:
    tables: list[FoundTable]
    events: list[Event]
    players: list[Player]


def find(text: str, *, clubs: Sequence[Club], event: Event | None) -> Findings:
    """In these clubs; tables only of this event. Accents and capitals do not matter; without a text there is little."""
    sought = plain_letters(text.strip())
    tables = _tables(event, sought) if event and sought else []
    events = Event.objects.filter(club__in=clubs).exclude(status=Event.Status.DISCARDED).order_by("-date", "-pk")
    if not sought:
        return Findings([], list(events.filter(status=Event.Status.OPEN)[:MOST]), [])
    named = [each for each in events.only("pk", "name", "date", "status") if sought in plain_letters(each.name)]
    people = Player.objects.filter(club__in=clubs, merge=None, anonymised_at=None).order_by()
    players = [each for each in people if sought in plain_letters(f"{each.name}\n{each.nickname}")]
    return Findings(tables, named[:MOST], sorted(players, key=lambda each: _rank(each, sought))[:MOST])


def _rank(player: Player, sought: str) -> tuple[bool, bool, str]:
    """Whose name begins so comes first, and who is archived last."""
    return player.archived_at is not None, not _begins(player.name, sought), name_order(player.name)


def _begins(name: str, sought: str) -> bool:
    return any(word.startswith(sought) for word in plain_letters(name).split())


def _tables(event: Event, sought: str) -> list[FoundTable]:
    """Of the same number the one that plays, else the newest."""
    seats = Seat.objects.filter(table__event=event).exclude(table__status=Table.Status.UNDONE)
    shown = {Table.Status.PLAYING: 0, Table.Status.ADJOURNED: 1}
    found: dict[int, FoundTable] = {}
    ranks: dict[int, tuple[int, int]] = {}
    for seat in seats.select_related("table", "entrant__player", "substitute").order_by("table", "index"):
        table = seat.table
        found.setdefault(table.pk, FoundTable(table.pk, event.pk, table.number)).names.append(seat.player.name)
        ranks[table.pk] = (shown.get(Table.Status(table.status), 2), -table.pk)
    hits = [
        table
        for table in found.values()
        if sought == str(table.number) or any(sought in plain_letters(name) for name in table.names)
    ]
    said = {table.id: any(_begins(name, sought) for name in table.names) for table in hits}
    return sorted(hits, key=lambda table: (not said[table.id], *ranks[table.id]))[:MOST]
