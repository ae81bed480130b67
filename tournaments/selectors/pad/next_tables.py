"""Where those go on to play whose table is over."""

from typing import Any

from tournaments.models import Seat, Table

Json = dict[str, Any]


def next_tables(table: Table) -> list[Json]:
    """By seat, the round and number of the table of a later round at which he plays now."""
    if table.round_id is None or table.status == Table.Status.PLAYING:
        return []
    here = dict(table.seats.values_list("entrant_id", "index"))
    later = Seat.objects.filter(
        table__event=table.event_id,
        table__status=Table.Status.PLAYING,
        table__round_id__gt=table.round_id,
        entrant_id__in=here,
    )
    rows = later.values_list("entrant_id", "table__round__number", "table__number").order_by(
        "table__round_id", "table_id"
    )
    found = [{"seat": here[who], "round": number, "table": at} for who, number, at in rows]
    return sorted(found, key=lambda each: each["seat"])
