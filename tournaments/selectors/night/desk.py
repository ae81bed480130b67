"""Everything the director has in front of him on a club night."""

from dataclasses import dataclass
from datetime import datetime

from django.db.models import Q

from tournaments.models import Entrant, Event, Player, Seat, Table
from tournaments.selectors.night.overview import Overview, overview
from tournaments.selectors.night.page import EventPage, event_page
from tournaments.selectors.table.cards import TableCard, seat_rows, table_cards


@dataclass(frozen=True)
class NightDesk:
    page: EventPage
    overview: Overview
    free: list[Entrant]  # here, and at no running table
    seated: list[tuple[Entrant, int]]  # and the number of the table
    gone: list[Entrant]
    absent: list[Player]  # on the roster, not here tonight so far
    pad_tokens: dict[int, str]  # table id -> token of its valid pad link
    resumable: list[tuple[Event, TableCard]]  # adjourned on earlier nights of the same game and rules

    @property
    def ended(self) -> list[TableCard]:
        """Those over for some time."""
        return [card for card in self.page.ended if card.id not in self.overview.shown]


def desk(event_id: int, *, now: datetime) -> NightDesk:
    """Raises Event.DoesNotExist."""
    page = event_page(event_id)
    event = page.event
    entrants = list(event.entrants.select_related("player").order_by("player__name"))
    at_table = dict(
        Seat.objects.filter(table__event=event, table__status=Table.Status.PLAYING).values_list(
            "entrant_id", "table__number"
        )
    )
    known = {entrant.player_id for entrant in entrants}
    tokens = event.tables.filter(pad_links__revoked_at=None).values_list("pk", "pad_links__token")
    return NightDesk(
        page=page,
        overview=overview(event, now=now),
        free=[e for e in entrants if e.present and e.pk not in at_table],
        seated=[(e, at_table[e.pk]) for e in entrants if e.pk in at_table],
        gone=[e for e in entrants if not e.present and e.pk not in at_table],
        absent=[player for player in event.club.players.all() if player.pk not in known],
        pad_tokens={pk: token for pk, token in tokens if token},
        resumable=_resumable(event),
    )


def _resumable(event: Event) -> list[tuple[Event, TableCard]]:
    tables = Table.objects.filter(
        status=Table.Status.ADJOURNED, round=None, event__club=event.club, event__game=event.game
    ).exclude(event=event)
    nights = {table.pk: table.event for table in tables.select_related("event")}
    same = [pk for pk, night in nights.items() if night.game_rules == event.game_rules]
    return [(nights[card.id], card) for card in table_cards(seat_rows(Q(table__in=same)), event)]
