from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from typing import Any, TypedDict, cast

from django.contrib.auth.models import User

from tournaments.models import AuditEntry, Club, Entrant, Event, PadLink, Table
from tournaments.models.statements import insert

Details = TypedDict(
    "Details",
    {
        # What it concerns
        "event": int,
        "stage": int,
        "round": int,
        "deal": int,
        "deals": list[Any],
        "version": int,
        "client_id": str,
        "payload": Mapping[str, Any] | None,
        "change": Mapping[str, Any],
        "proposal": int,
        "player": str,
        "players": list[Any],
        "person": str,
        "names": list[str],
        "seats": list[Any],
        "table": int | None,
        "tables": list[Any],
        "link": int | None,
        # What was said, chosen or entered
        "reason": str,
        "text": str,
        "note": str,
        "verdict": str,
        "kind": str | None,
        "value": list[int],
        "choice": str,
        "how": Mapping[str, Any] | str,
        "order": list[Any],
        # What became of it
        "status": str,
        "opinion": str,
        "role": str | None,
        "is_player": str | None,
        "says_player": str | None,
        "invitation": int,
        "until": str,
        "uses": int,
        "owner": str | None,
        "name": str,
        "nickname": str,
        "colour": str,
        "address": str,
        "date": str,
        "game": str,
        "rules": Mapping[str, Any],
        "night": str,
        "from": int,
        "to": int,
        "at": str,
        "place": int,
        "score": str,
        "scores": list[Any],
        "points": str | None,
        "net": int | None,
        "exact": int,
        "rating": float | None,
        "seed": int | None,
        "entries": list[Any],
        "substitute": str | None,
        "fixed_table": int | None,
        "present": bool,
        "checked_in": bool,
        "archived": bool,
        "registration": bool,
        "registrations": list[int],
        "waiting": int,
        "groups": list[Any],
        "byes": list[str],
        "requested": list[str],
        "requests": list[Any],
        "forfeited": list[str],
        "provisional": Mapping[int, str],
        "moved_on": list[str],
        "level": list[str],
        "level_in": list[str],
        "lots_seed": int,
        "chain": list[str],
        "pinned": list[int],
        "stages": list[Any],
        "stages_over": list[int],
        "rounds": Any,
        "results": str,
        "from_round": int,
        "late_points": str,
        "dealer": str,
        "called_at": str | None,
        "second_opinion": str,
        "accept_minutes": int | None,
        "correction_minutes": int,
        "shared_phones": bool,
        "time_up": str,
        "minutes": int | None,
        "clock": str,
        "started_at": str | None,
        "paused_seconds": int,
    },
    total=False,
)
"""The facts of an entry, each by its one name: people by name where ids alone would say nothing in three years."""


def read_details(stored: object) -> Details:
    """What an entry holds; the oldest ones hold a bare value, which tells nothing by itself."""
    return cast(Details, stored) if isinstance(stored, dict) else {}


@dataclass(frozen=True)
class Actor:
    """Who acts: somebody who is signed in, or whoever holds a table's secret link, or that of one of its seats."""

    user: User | None = None
    pad_link: PadLink | None = None
    seat: int | None = None
    phone: str = ""  # on which, by its cookie


# What the app does by itself: the demo, a command on the server.
SYSTEM = Actor()


def record(
    actor: Actor,
    action: str,
    *,
    club: Club | None = None,
    event: Event | None = None,
    table: Table | None = None,
    before: Details | None = None,
    after: Details | None = None,
) -> AuditEntry:
    """`club`: where no event tells it."""
    whose: dict[str, Any] = {"club_id": event.club_id} if event else {"club": club}
    entry = AuditEntry(
        **whose,
        event=event,
        table=table,
        revision=event.revision if event else None,
        user=actor.user,
        pad_link=actor.pad_link,
        seat=actor.seat,
        action=action,
        before=before,
        after=after,
    )
    insert(entry)
    return entry


def names_of(ids: Iterable[int]) -> list[str]:
    """The names of these entrants (ids), in their order."""
    wanted = list(ids)
    names = dict(Entrant.objects.filter(pk__in=wanted).values_list("pk", "player__name"))
    return [names[pk] for pk in wanted if pk in names]


def seated_at(table: Table) -> list[str]:
    """Who sits at the table, by seat."""
    seats = table.seats.order_by("index").select_related("entrant__player", "substitute")
    return [seat.player.name for seat in seats]
