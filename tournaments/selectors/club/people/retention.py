"""Whose names a club would keep no longer, by its own rule."""

from collections.abc import Iterable
from dataclasses import dataclass
from datetime import date, datetime

from django.db.models import Max
from django.utils import timezone

from tournaments.models import AuditEntry, Club, Entrant, Event, Player, Seat, name_order

MONTHS = 12


@dataclass(frozen=True)
class Absent:
    player: Player
    last_seen: date  # the latest event or word of a director, or the day of the list where there is none


def absent_for(club: Club, *, years: int, now: datetime) -> list[Absent]:
    """Who has not taken part for so long, the longest first. Who has an account is left alone: they can ask."""
    limit = months_before(now, years * MONTHS).date()
    players = club.players.filter(anonymised_at=None, merge=None, member=None)
    seen = _last_seen(club)
    rows = [Absent(each, seen.get(each.pk, timezone.localdate(each.created_at))) for each in players]
    gone = [row for row in rows if row.last_seen < limit]
    return sorted(gone, key=lambda row: (row.last_seen, name_order(row.player.name)))


def _last_seen(club: Club) -> dict[int, date]:
    """Whoever is in an event that is open is seen today."""
    entered = Entrant.objects.filter(event__club=club).exclude(event__status=Event.Status.DISCARDED).order_by()
    sat = Seat.objects.filter(table__event__club=club).exclude(substitute=None).order_by()
    found: dict[int, date] = {}
    _latest(found, entered.values_list("player").annotate(latest=Max("event__date")))
    _latest(found, entered.exclude(substitute=None).values_list("substitute").annotate(latest=Max("event__date")))
    _latest(found, sat.values_list("substitute").annotate(latest=Max("table__event__date")))
    _latest(found, _kept_by_hand(club))
    here = entered.filter(event__status=Event.Status.OPEN).values_list("player", flat=True)
    return found | dict.fromkeys(here, date.max)


def _kept_by_hand(club: Club) -> list[tuple[int, date]]:
    """Whose name was given back, or who was brought back to the list: the rule begins anew for them."""
    kept = AuditEntry.objects.filter(club=club, event=None, action__in=("player-named-again", "player-returned"))
    return [(pk, timezone.localdate(at)) for pk, at in kept.values_list("after__player__player", "at") if pk]


def _latest(found: dict[int, date], rows: Iterable[tuple[int, date]]) -> None:
    for player, latest in rows:
        found[player] = max(latest, found.get(player, latest))


def months_before(now: datetime, months: int) -> datetime:
    """The same day so many months ago, the 28th at the latest."""
    years, month = divmod(now.year * MONTHS + now.month - 1 - months, MONTHS)
    return now.replace(year=years, month=month + 1, day=min(now.day, 28))
