"""Where those go on to play whose table is over."""

from typing import Any

from tournaments.models import Seat, Table

Json = dict[str, Any]


def next_tables(table: Table) -> list[Json]:
    """By seat, the round and number of the next table drawn for him; how it stands there is no news at this one."""
    if table.round_id is None or table.status == Table.Status.PLAYING:
        return []
    here = dict(table.seats.values_list("entrant_id", "index"))
    later = Seat.objects.filter(
        table__event=table.event_id, table__round_id__gt=table.round_id, entrant_id__in=here
    ).exclude(table__status=Table.Status.UNDONE)
    rows = later.values_list("entrant_id", "table__round__number", "table__number").order_by(
        "table__round_id", "table_id"
    )
    found: dict[int, Json] = {}
    for who, number, at in rows:
        found.setdefault(here[who], {"seat": here[who], "round": number, "table": at})
    return [found[seat] for seat in sorted(found)]
