from dataclasses import dataclass

from tournaments.models import Event, PadLink, Seat, Table
from tournaments.selectors.rows import PlayerTag, player_tag


@dataclass(frozen=True)
class PadCard:
    table_id: int
    number: int
    token: str
    players: list[PlayerTag]


def pad_cards(event: Event, *, table_id: int | None = None, round_id: int | None = None) -> list[PadCard]:
    """What is printed on the cards of an event's tables, of one or of those of a round: those that still play and have
    a valid link."""
    links = PadLink.objects.filter(
        revoked_at=None,
        table__event=event,
        table__status__in=(Table.Status.PLAYING, Table.Status.ADJOURNED),
    )
    if table_id is not None:
        links = links.filter(table=table_id)
    if round_id is not None:
        links = links.filter(table__round=round_id)
    links = links.select_related("table").order_by("table__number")
    players: dict[int, list[PlayerTag]] = {}
    for seat in Seat.objects.filter(table__event=event).select_related("entrant__player", "substitute"):
        players.setdefault(seat.table_id, []).append(player_tag(seat.player))
    return [PadCard(link.table_id, link.table.number, link.token, players[link.table_id]) for link in links]
