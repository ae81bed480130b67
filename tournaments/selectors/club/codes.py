"""The club's permanent codes: one for each table of its room, one for each player."""

from dataclasses import dataclass

from django.db.models import Max, Q

from tournaments.codes import player_code, table_code
from tournaments.models import Club, Event, PadLink, RoomTable, Table
from tournaments.selectors.club.clubs import players_of
from tournaments.selectors.table.cards import PlayerTag, TableCard, player_tag, seat_rows, table_cards

USUAL_ROOM = 6


@dataclass(frozen=True)
class ClubCode:
    code: str
    edition: int
    table: int | None = None
    player: PlayerTag | None = None


def room_size(club: Club) -> int:
    """The highest number a table of the club ever had."""
    return Table.objects.filter(event__club=club).aggregate(most=Max("number"))["most"] or USUAL_ROOM


def codes_of_tables(club: Club, *, count: int) -> list[ClubCode]:
    editions = dict(RoomTable.objects.filter(club=club).values_list("number", "code_edition"))
    numbered = [(number, editions.get(number, 0)) for number in range(1, count + 1)]
    return [ClubCode(table_code(club.pk, number, edition), edition, table=number) for number, edition in numbered]


def codes_of_players(club: Club) -> list[ClubCode]:
    return [
        ClubCode(player_code(player.pk, player.code_edition), player.code_edition, player=player_tag(player))
        for player in players_of(club)
    ]


@dataclass(frozen=True)
class TableNow:
    event: Event
    card: TableCard
    token: str


def played_at(club: Club, number: int) -> list[TableNow]:
    """What is played at this table of the room, or else what ended there last of what is still open."""
    links = PadLink.objects.filter(
        revoked_at=None, table__event__club=club, table__event__status=Event.Status.OPEN, table__number=number
    )
    links = links.exclude(table__status=Table.Status.UNDONE).select_related("table__event").order_by("-table_id")
    now = [link for link in links if link.table.status == Table.Status.PLAYING] or links[:1]
    events = {link.table_id: link.table.event for link in now}
    cards = {
        card.id: card
        for event in set(events.values())
        for card in table_cards(seat_rows(Q(table__in=[pk for pk in events if events[pk] == event])), event)
    }
    return [TableNow(link.table.event, cards[link.table_id], link.token) for link in now]
