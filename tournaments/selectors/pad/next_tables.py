"""Where those go on to play whose table is over."""

from typing import Any

from tournaments.models import Seat, Table

Json = dict[str, Any]


def next_tables(table: Table) -> list[Json]:
    """By seat, the number of the next table and its round (None on a club night); how it stands there is no news."""
    if table.status == Table.Status.PLAYING:
        return []
    here = dict(table.seats.values_list("entrant_id", "index"))
    drawn = {"table__round_id__gt": table.round_id} if table.round_id else {"table_id__gt": table.pk}
    later = Seat.objects.filter(table__event=table.event_id, entrant_id__in=here, **drawn).exclude(
        table__status=Table.Status.UNDONE
    )
    rows = later.values_list("entrant_id", "table__round__number", "table__number").order_by(
        "table__round_id", "table_id"
    )
    found: dict[int, Json] = {}
    for who, number, at in rows:
        found.setdefault(here[who], {"seat": here[who], "round": number, "table": at})
    return [found[seat] for seat in sorted(found)]
