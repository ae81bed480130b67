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
