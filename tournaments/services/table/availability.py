from collections.abc import Iterable

from django.db.models import Q

from tournaments.models import Event, Seat, Table
from tournaments.services.refusals import Refused


def require_free(event: Event, player_ids: Iterable[int]) -> None:
    """Nobody sits at two running tables of an event."""
    wanted = list(player_ids)
    busy = Seat.objects.filter(
        Q(substitute__in=wanted) | Q(substitute=None, entrant__player__in=wanted),
        table__event=event,
        table__status=Table.Status.PLAYING,
    ).select_related("entrant__player", "substitute")
    if names := [seat.player.name for seat in busy]:
        raise Refused("players-elsewhere", names=names)
