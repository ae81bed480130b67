"""A table of announcements as it stands on paper."""

from collections.abc import Mapping, Sequence
from uuid import UUID, uuid4

from tests.factories import whole_vilnius_game
from tournaments.models import Table


def as_typed(deals: Sequence[Mapping[str, object]], *, trump: str = "h") -> dict[str, str]:
    """Of a game of announcements from its first deal on: what stands in each cell."""
    made: dict[object, int] = {}
    cells = {}
    for deal in deals:
        seat = deal["declarer"]
        made[seat] = made.get(seat, 0) + 1
        cells[f"line-{made[seat]}-{seat}"] = f"{deal['announced']}{trump}{deal['taken']}"
    return cells


def posted(table: Table, cells: Mapping[str, str], *, client_id: UUID | None = None, **more: str) -> dict[str, str]:
    """The form as it is sent to be recorded."""
    table.refresh_from_db()
    first = {"client_id": str(client_id or uuid4()), "base_revision": str(table.revision), "save": "save"}
    return {**first, "dealer": str(table.first_dealer), **cells, **more}


def whole_sheet(seats: int = 2) -> dict[str, str]:
    return as_typed(whole_vilnius_game(seats))
