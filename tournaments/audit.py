from dataclasses import dataclass

from django.contrib.auth.models import User

from tournaments.models import AuditEntry, Club, Event, PadLink, Table


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
    before: object = None,
    after: object = None,
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
