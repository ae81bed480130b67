from collections.abc import Sequence

from tournaments.models import Entrant, PadLink, Seat, Table


def create_tables(seated: Sequence[tuple[Table, Sequence[Entrant]]]) -> None:
    """New tables, each with its entrants by seat: all at once. One that is not played gets no pad."""
    tables = [table for table, _entrants in seated]
    Table.objects.bulk_create(tables)
    Seat.objects.bulk_create(
        Seat(table=table, index=index, entrant=entrant, substitute_id=entrant.substitute_id)
        for table, entrants in seated
        for index, entrant in enumerate(entrants)
    )
    PadLink.objects.bulk_create(PadLink(table=table) for table in tables if table.status == Table.Status.PLAYING)


def make_place(table: Table, index: int | None) -> int:
    """Where a seat can be added: last, or at this `index`, from which the others move on."""
    seats = list(table.seats.order_by("-index"))
    place = len(seats) if index is None else min(index, len(seats))
    for seat in seats:
        if seat.index >= place:
            Seat.objects.filter(pk=seat.pk).update(index=seat.index + 1)
    return place
