"""Everything the director has in front of him on a club night."""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from datetime import datetime
from functools import cached_property
from operator import attrgetter

from django.core.paginator import Page, Paginator
from django.db.models import Q
from django.utils.formats import date_format

from scoring.games import GAMES
from tournaments.models import Event, PadLink, Table, name_order
from tournaments.models.table import ENDED
from tournaments.selectors.night.overview import Overview, overview
from tournaments.selectors.night.page import read_event
from tournaments.selectors.night.regulars import regulars
from tournaments.selectors.night.scoreboard import LiveRow, drawn, person_facts, table_row
from tournaments.selectors.paging import PAGE
from tournaments.selectors.table.cards import PLAYER_COLUMNS, TableCard, rows_of_event, seat_rows, table_cards, tag

MOST_OFFERED = 3


@dataclass(frozen=True)
class NightDesk:
    event: Event
    overview: Overview
    free: list[LiveRow]  # here, and at no running table
    seated: int
    gone: list[LiveRow]
    absent: list[LiveRow]  # on the roster, not here tonight so far: who comes most first
    last_time: int  # of these are ticked, since they came last time and nobody has come so far
    movable: list[LiveRow]
    adjourned: list[LiveRow]  # and on earlier nights of the same game and rules
    ended: "Page[LiveRow]"  # for some time, or taken back
    played: bool  # a deal was recorded, so that the night cannot be discarded

    @property
    def playing(self) -> bool:
        return any(card.playing for card in self.overview.cards)

    @cached_property
    def pad_tokens(self) -> dict[int, str]:
        """By table; asked only where one is open."""
        links = PadLink.objects.filter(table__event=self.event, revoked_at=None)
        return {link.table_id: link.token for link in links}


def desk(event_id: int, *, now: datetime, over: str = "") -> NightDesk:
    """``over`` is the number of the page wanted of those that ended. Raises Event.DoesNotExist."""
    event = read_event(event_id)
    rows = rows_of_event(event.pk)
    glance = overview(event, now=now, rows=rows)
    others = table_cards([row for row in rows if row.table_id not in glance.shown], event)
    ended = [card for card in reversed(others) if card.status in (*ENDED, Table.Status.UNDONE)]
    waiting = [card for card in glance.cards if card.playing and not card.deal_count]
    seated = {row.entrant_id for row in rows if row.status == Table.Status.PLAYING}
    free, gone = _entrants(event, _with_room(event, waiting), seated)
    absent = _absent(event, begun=bool(free or seated or gone))
    return NightDesk(
        event=event,
        overview=glance,
        free=free,
        seated=len(seated),
        gone=gone,
        absent=absent,
        last_time=sum(bool(row.facts["ticked"]) for row in absent),
        movable=[table_row(card) for card in waiting],
        adjourned=_adjourned(event, (*glance.cards, *others)),
        ended=drawn(Paginator(ended, PAGE).get_page(over or 1), _ended),
        played=any(card.deal_count for card in (*glance.cards, *others)),
    )


def _with_room(event: Event, waiting: Iterable[TableCard]) -> list[TableCard]:
    """The tables without a deal at which somebody who has come late is missed most."""
    most = GAMES[event.game].max_seats
    room = [card for card in waiting if len(card.seats) < most]
    return sorted(room, key=lambda card: (len(card.seats), card.number))[:MOST_OFFERED]


def _entrants(event: Event, room: list[TableCard], seated: set[int]) -> tuple[list[LiveRow], list[LiveRow]]:
    """Who is free, with the tables they may sit down at, and who has left."""
    free: list[LiveRow] = []
    gone: list[LiveRow] = []
    columns = ("pk", "present", *(f"player__{column}" for column in PLAYER_COLUMNS))
    entrants = [(pk, present, tag(*player)) for pk, present, *player in event.entrants.values_list(*columns)]
    idle = [entrant for entrant in entrants if entrant[0] not in seated]
    for pk, present, player in sorted(idle, key=lambda entrant: name_order(entrant[2].name)):
        facts = {**person_facts(player), "event": str(event.pk), "entrant": str(pk)}
        offered = tuple(_offer(card, facts) for card in room) if present else ()
        (free if present else gone).append(LiveRow(f"e{pk}", "", {}, facts, offered))
    return free, gone


def _offer(card: TableCard, person: Mapping[str, str]) -> LiveRow:
    facts = {**person, "at": str(card.id), "number": str(card.number)}
    return LiveRow(f"{person['entrant']}-{card.id}", "", {}, facts)


def _absent(event: Event, *, begun: bool) -> list[LiveRow]:
    usual = regulars(event)
    players = event.club.players.filter(archived_at=None).exclude(entries__event=event).values_list(*PLAYER_COLUMNS)
    tags = sorted((tag(*each) for each in players), key=lambda each: (-usual.came[each.id], name_order(each.name)))
    expected = () if begun else usual.last_time
    return [
        LiveRow(f"p{each.id}", "", {}, {**person_facts(each), "ticked": "checked" if each.id in expected else ""})
        for each in tags
    ]


def _ended(card: TableCard) -> LiveRow:
    mistaken = card.may_reopen and not card.deal_count and card.status != Table.Status.UNDONE
    return _with_facts(table_row(card), play_on=_hidden(unless=card.may_reopen), take_back=_hidden(unless=mistaken))


def _adjourned(event: Event, tonight: Iterable[TableCard]) -> list[LiveRow]:
    own = sorted((card for card in tonight if card.status == Table.Status.ADJOURNED), key=attrgetter("number"))
    play_on = _hidden(unless=event.status == Event.Status.OPEN)
    rows = [_with_facts(table_row(card), night="", close="") for card in own]
    for night, card in _resumable(event):
        label = f"{night}, {date_format(night.date, 'MONTH_DAY_FORMAT')}:"
        rows.append(_with_facts(table_row(card), night=label, close="hidden"))
    return [_with_facts(row, event=str(event.pk), play_on=play_on) for row in rows]


def _with_facts(row: LiveRow, **facts: str) -> LiveRow:
    return row._replace(facts={**row.facts, **facts})


def _hidden(*, unless: bool) -> str:
    """The attribute."""
    return "" if unless else "hidden"


def _resumable(event: Event) -> list[tuple[Event, TableCard]]:
    tables = Table.objects.filter(
        status=Table.Status.ADJOURNED, round=None, event__club=event.club, event__game=event.game
    ).exclude(event=event)
    nights = {table.pk: table.event for table in tables.select_related("event")}
    same = [pk for pk, night in nights.items() if night.game_rules == event.game_rules]
    if not same:
        return []
    return [(nights[card.id], card) for card in table_cards(seat_rows(Q(table__in=same)), event)]
