from dataclasses import dataclass

from tournaments.models import Event, PadLink, Seat, Table
from tournaments.permissions import seat_token
from tournaments.selectors.table.cards import PlayerTag, player_tag


@dataclass(frozen=True)
class SeatCard:
    number: int  # as people count, from 1
    player: PlayerTag
    token: str


@dataclass(frozen=True)
class PadCard:
    table_id: int
    number: int
    token: str
    seats: list[SeatCard]

    @property
    def players(self) -> list[PlayerTag]:
        return [seat.player for seat in self.seats]


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
    seats: dict[int, list[Seat]] = {}
    for seat in Seat.objects.filter(table__event=event).select_related("entrant__player", "substitute"):
        seats.setdefault(seat.table_id, []).append(seat)
    return [_card(link, seats[link.table_id]) for link in links]


def _card(link: PadLink, seats: list[Seat]) -> PadCard:
    return PadCard(
        table_id=link.table_id,
        number=link.table.number,
        token=link.token,
        seats=[
            SeatCard(seat.index + 1, player_tag(seat.player), seat_token(link, seat.entrant.player_id))
            for seat in seats
        ],
    )
