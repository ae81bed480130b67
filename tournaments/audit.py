from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from typing import Any

from django.contrib.auth.models import User

from tournaments.models import AuditEntry, Club, Entrant, Event, PadLink, Table

Details = Mapping[str, Any]
"""Named facts, with names of people where ids alone would say nothing in three years."""


@dataclass(frozen=True)
class Actor:
    """Who acts: somebody who is signed in, or whoever holds a table's secret link, or that of one of its seats."""

    user: User | None = None
    pad_link: PadLink | None = None
    seat: int | None = None


# What the app does by itself: the demo, a command on the server.
SYSTEM = Actor()


def record(
    actor: Actor,
    action: str,
    *,
    club: Club,
    event: Event | None = None,
    table: Table | None = None,
    before: Details | None = None,
    after: Details | None = None,
) -> AuditEntry:
    return AuditEntry.objects.create(
        club=club,
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


def names_of(ids: Iterable[int]) -> list[str]:
    """The names of these entrants (ids), in their order."""
    wanted = list(ids)
    names = dict(Entrant.objects.filter(pk__in=wanted).values_list("pk", "player__name"))
    return [names[pk] for pk in wanted if pk in names]


def seated_at(table: Table) -> list[str]:
    """Who sits at the table, by seat."""
    seats = table.seats.order_by("index").select_related("entrant__player", "substitute")
    return [seat.player.name for seat in seats]
