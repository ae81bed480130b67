from collections.abc import Iterable

from tournaments.models import Event, Seat, Table
from tournaments.services.refusals import Refused


def require_free(event: Event, player_ids: Iterable[int]) -> None:
    """Nobody sits at two running tables of an event."""
    busy = Seat.objects.filter(
        table__event=event, table__status=Table.Status.PLAYING, entrant__player__in=list(player_ids)
    ).select_related("entrant__player")
    if names := [seat.entrant.player.name for seat in busy]:
        raise Refused("players-elsewhere", names=names)
