"""Everything the director has in front of them on a club night: its tables, who is free, who usually comes, and what is
to be decided before the evening is over.
"""

from collections import Counter, defaultdict
from collections.abc import Collection, Iterable, Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime
from functools import cached_property
from itertools import combinations, count, islice
from operator import attrgetter

from django.core.paginator import Page, Paginator
from django.db.models import Exists, OuterRef, Q, QuerySet
from django.db.models.functions import Coalesce
from django.utils.formats import date_format

from scoring.game import Game
from scoring.games import GAMES
from tournaments.formats.seating import NotEnoughPeople, table_sizes
from tournaments.models import WITHOUT_ROUNDS, Entrant, Event, PadLink, Seat, Table, name_order
from tournaments.models.table import ENDED
from tournaments.selectors.night.overview import Overview, OverviewTable, overview
from tournaments.selectors.night.scoreboard import PAGE, LiveRow, drawn, person_facts, table_row
from tournaments.selectors.night.standings import read_event
from tournaments.selectors.table.cards import PLAYER_COLUMNS, TableCard, rows_of_event, seat_rows, table_cards, tag

NIGHTS = 12  # by which it is counted how often somebody comes
WEEKS = 4  # nights whose opponents are avoided


@dataclass(frozen=True)
class Regulars:
    """Players by id."""

    came: Counter[int]  # to how many of the last nights
    last_time: frozenset[int]  # to the newest night of this name, or else of any


def came() -> Q:
    """Entrants of a night who are here, or have played a deal, also at a table that was carried on to another night:
    whoever left before theirs had not come after all.
    """
    played = Seat.objects.filter(table__deal_count__gt=0)
    carried_on = played.filter(entrant__player=OuterRef("player"), table__began_in=OuterRef("event"))
    return Q(present=True) | Q(Exists(played.filter(entrant=OuterRef("pk")))) | Q(Exists(carried_on))


def regulars(event: Event) -> Regulars:
    nights = dict(_before(event, NIGHTS).values_list("pk", "name"))
    people: dict[int, set[int]] = defaultdict(set)
    for night, player in Entrant.objects.filter(came(), event__in=nights).values_list("event", "player"):
        people[night].add(player)
    latest = next((pk for pk, name in nights.items() if name == event.name), next(iter(nights), None))
    visits = Counter(player for players in people.values() for player in players)
    return Regulars(visits, frozenset(people[latest] if latest else ()))


def met_lately(event: Event) -> Counter[frozenset[int]]:
    """How much two players (ids) are to be kept apart: tonight's opponents most, then those of the last night."""
    nights = [event.pk, *_before(event, WEEKS).values_list("pk", flat=True)]
    weight = {pk: WEEKS + 1 - ago for ago, pk in enumerate(nights)}
    seats = Seat.objects.filter(table__event__in=nights).exclude(table__status=Table.Status.UNDONE)
    tables: dict[tuple[int, int], list[int]] = defaultdict(list)
    who = Coalesce("substitute", "entrant__player")
    for night, table, player in seats.annotate(who=who).values_list("table__event", "table", "who"):
        tables[night, table].append(player)
    met: Counter[frozenset[int]] = Counter()
    for (night, _table), players in tables.items():
        for pair in map(frozenset, combinations(players, 2)):
            met[pair] += weight[night]
    return met


def _before(event: Event, most: int) -> QuerySet[Event]:
    """The last nights to which anybody came, the newest first."""
    nights = event.club.events.filter(kind__in=WITHOUT_ROUNDS, date__lte=event.date).exclude(pk=event.pk)
    earlier = nights.exclude(status=Event.Status.DISCARDED)
    anybody = Entrant.objects.filter(came(), event=OuterRef("pk"))
    return earlier.filter(Exists(anybody)).order_by("-date", "-id")[:most]


# Where players do not say otherwise; every one of the games seats four.
USUAL_SIZE = 4


@dataclass(frozen=True)
class DrawnTables:
    """Tables drawn but not yet opened; `waiting` sit at none of them."""

    how: str
    seed: int | None
    numbers: list[int]
    groups: list[list[Entrant]]
    waiting: list[Entrant]

    @property
    def tables(self) -> list[tuple[int, list[Entrant]]]:
        """Numbers and players; one table more than was drawn, for whoever wants smaller ones."""
        return list(zip(self.numbers, [*self.groups, []], strict=True))


@dataclass(frozen=True)
class AdjournedTable:
    """``is_ready``: all who sit at it are here and free, so that it can play on."""

    table: Table
    free: list[Entrant]
    is_ready: bool


def free_entrants(event: Event) -> list[Entrant]:
    """Those who are here tonight and sit at no running table, in the order of arrival."""
    seated = Seat.objects.filter(table__event=event, table__status=Table.Status.PLAYING).values("entrant")
    present = event.entrants.filter(present=True).exclude(pk__in=seated)
    return list(present.select_related("player").order_by("arrived_at", "pk"))


def resumable(event: Event) -> list[Table]:
    """Adjourned tables that can play on here: of this night, and of others of the club by the same game and rules."""
    adjourned = Table.objects.filter(status=Table.Status.ADJOURNED, round=None)
    same_game = adjourned.filter(event__club=event.club_id, event__game=event.game).select_related("event")
    tables = same_game.order_by("event__date", "event", "number")
    return [table for table in tables if table.event_id == event.pk or table.event.game_rules == event.game_rules]


def adjourned_tables(event: Event, free: Sequence[Entrant]) -> list[AdjournedTable]:
    """Adjourned tables that people who are free belong to."""
    tables = resumable(event)
    players: dict[int, list[int]] = {table.pk: [] for table in tables}
    seats = Seat.objects.filter(table__in=tables).order_by("index")
    for table_id, player in seats.values_list("table", "entrant__player"):
        players[table_id].append(player)
    by_player = {entrant.player_id: entrant for entrant in free}
    lines = []
    for table in tables:
        present = [by_player[player] for player in players[table.pk] if player in by_player]
        if present:
            lines.append(AdjournedTable(table, present, is_ready=len(present) == len(players[table.pk])))
    return lines


def place_of(event: Event, seat_id: int) -> tuple[int, int]:
    """The table (id) of a seat, and its index there. Raises Seat.DoesNotExist."""
    table, index = Seat.objects.values_list("table_id", "index").get(pk=seat_id, table__event=event)
    return table, index


def name_of(event_id: int, entrant_id: int) -> str:
    """The name of an entrant's player; empty where nobody of that id is entered."""
    return Entrant.objects.filter(event=event_id, pk=entrant_id).values_list("player__name", flat=True).first() or ""


def numbers_in_use(event: Event, *, but: Table | None = None) -> set[int]:
    """The tables of the room at which somebody plays, `but` this one."""
    playing = event.tables.filter(status=Table.Status.PLAYING).exclude(pk=but.pk if but else 0)
    return set(playing.values_list("number", flat=True))


def free_numbers(taken: Collection[int], *, wanted: int) -> list[int]:
    """The lowest numbers of the room's tables that are not taken, as many as are ``wanted``."""
    return list(islice((number for number in count(1) if number not in taken), wanted))


def size_choices(game: Game, people: int) -> list[tuple[int, str]]:
    """The ways to split `people` into tables as even as can be: the size aimed at, and "4 + 4 + 3".

    The usual size comes first, then smaller tables, then larger ones.
    """
    allowed = range(game.min_seats, game.max_seats + 1)
    counts: dict[tuple[int, ...], int] = {}
    for preferred in sorted(allowed, key=lambda size: (size > USUAL_SIZE, abs(size - USUAL_SIZE))):
        try:
            sizes = table_sizes(people, smallest=allowed[0], largest=allowed[-1], preferred=preferred)
        except NotEnoughPeople:
            continue
        counts.setdefault(tuple(sizes), preferred)
    return [(preferred, sizes_text(sizes)) for sizes, preferred in counts.items()]


def sizes_text(sizes: Sequence[int]) -> str:
    """Sizes of tables in words: "4 + 4 + 3", and "12 × 4 + 3 × 3" where there are many."""
    if len(sizes) <= 5:
        return " + ".join(map(str, sizes))
    return " + ".join(f"{sizes.count(size)} × {size}" for size in dict.fromkeys(sizes))


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
    play_on: list[LiveRow]  # the others that are adjourned, of which everybody is free
    held: int  # so many of the free sit at these
    ended: "Page[LiveRow]"  # for some time, or taken back
    taken_back: int  # so many of these
    played: bool  # a deal was recorded, so that the night cannot be discarded

    @property
    def playing(self) -> int:
        """So many tables."""
        return sum(card.playing for card in self.overview.cards)

    @property
    def finished(self) -> int:
        """So many of the tables that ended for some time."""
        return self.ended.paginator.count - self.taken_back

    @property
    def awaits_players(self) -> bool:
        """Nobody has come so far."""
        return not (self.seated or self.free or self.played)

    @cached_property
    def pad_tokens(self) -> dict[int, str]:
        """By table; asked only where one is open."""
        links = PadLink.objects.filter(table__event=self.event, revoked_at=None)
        return {link.table_id: link.token for link in links}


def desk(event_id: int, *, now: datetime, over: str = "") -> NightDesk:
    """The desk of a night. ``over`` is the number of the page wanted of those that ended. Raises Event.DoesNotExist."""
    event = read_event(event_id)
    rows = rows_of_event(event.pk)
    glance = overview(event, now=now, rows=rows)
    others = table_cards([row for row in rows if row.table_id not in glance.shown], event)
    ended = [card for card in reversed(others) if card.status in (*ENDED, Table.Status.UNDONE)]
    waiting = [card for card in glance.cards if card.playing and not card.deal_count]
    seated = {row.entrant_id for row in rows if row.status == Table.Status.PLAYING}
    free, away = _entrants(event, _with_room(event, waiting), seated)
    absent = _absent(event, begun=bool(free or seated or away))
    free_players = {row.facts["player"] for row in free}
    adjourned = _adjourned(event, (*glance.cards, *others))
    ready = [card for card, _row in adjourned if _players_of(card) <= free_players]
    return NightDesk(
        event=event,
        overview=glance,
        free=free,
        seated=len(seated),
        gone=away,
        absent=absent,
        last_time=sum(bool(row.facts["ticked"]) for row in absent),
        movable=[table_row(card) for card in waiting],
        adjourned=[row for card, row in adjourned if card not in ready],
        play_on=[row for card, row in adjourned if card in ready],
        held=len(set().union(*map(_players_of, ready))),
        ended=drawn(Paginator(ended, PAGE).get_page(over or 1), _ended),
        taken_back=sum(card.status == Table.Status.UNDONE for card in ended),
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
    absent: list[LiveRow] = []
    columns = ("pk", "present", *(f"player__{column}" for column in PLAYER_COLUMNS))
    entrants = [(pk, present, tag(*player)) for pk, present, *player in event.entrants.values_list(*columns)]
    idle = [entrant for entrant in entrants if entrant[0] not in seated]
    for pk, present, player in sorted(idle, key=lambda entrant: name_order(entrant[2].name)):
        facts = {**person_facts(player), "event": str(event.pk), "entrant": str(pk)}
        offered = tuple(_offer(card, facts) for card in room) if present else ()
        (free if present else absent).append(LiveRow(f"e{pk}", "", {}, facts, offered))
    return free, absent


def _offer(card: TableCard, person: Mapping[str, str]) -> LiveRow:
    facts = {**person, "at": str(card.id), "number": str(card.number)}
    return LiveRow(f"{person['entrant']}-{card.id}", "", {}, facts)


def _absent(event: Event, *, begun: bool) -> list[LiveRow]:
    usual = regulars(event)
    players = event.club.players.filter(archived_at=None).exclude(entries__event=event).values_list(*PLAYER_COLUMNS)
    tags = sorted(
        (tag(*player) for player in players), key=lambda player: (-usual.came[player.id], name_order(player.name))
    )
    expected = () if begun else usual.last_time
    return [
        LiveRow(f"p{tag.id}", "", {}, {**person_facts(tag), "ticked": "checked" if tag.id in expected else ""})
        for tag in tags
    ]


def _ended(card: TableCard) -> LiveRow:
    mistaken = card.may_reopen and not card.deal_count and card.status != Table.Status.UNDONE
    return _with_facts(table_row(card), play_on=_hidden(unless=card.may_reopen), take_back=_hidden(unless=mistaken))


def _players_of(card: TableCard) -> set[str]:
    return {str(seat.player.id) for seat in card.seats}


def _adjourned(event: Event, tonight: Iterable[TableCard]) -> list[tuple[TableCard, LiveRow]]:
    own = sorted((card for card in tonight if card.status == Table.Status.ADJOURNED), key=attrgetter("number"))
    play_on = _hidden(unless=event.status == Event.Status.OPEN)
    rows = [(card, _with_facts(table_row(card), night="", close="")) for card in own]
    for night, card in _resumable(event):
        label = f"{night}, {date_format(night.date, 'MONTH_DAY_FORMAT')}:"
        rows.append((card, _with_facts(table_row(card), night=label, close="hidden")))
    return [(card, _with_facts(row, event=str(event.pk), play_on=play_on)) for card, row in rows]


def _with_facts(row: LiveRow, **facts: str) -> LiveRow:
    return row._replace(facts={**row.facts, **facts})


def _hidden(*, unless: bool) -> str:
    """The attribute."""
    return "" if unless else "hidden"


def _resumable(event: Event) -> list[tuple[Event, TableCard]]:
    """Of other nights."""
    nights = {table.pk: table.event for table in resumable(event) if table.event_id != event.pk}
    if not nights:
        return []
    return [(nights[card.id], card) for card in table_cards(seat_rows(Q(table__in=nights)), event)]


@dataclass(frozen=True)
class ClosingTable:
    line: OverviewTable
    ways: Sequence[str]  # how it can end, the usual one first

    @property
    def id(self) -> int:
        return self.card.id

    @property
    def card(self) -> TableCard:
        return self.line.card


@dataclass(frozen=True)
class Closing:
    playing: list[ClosingTable]
    stopped: list[ClosingTable]  # their results do not count before somebody says so
    claims: list[ClosingTable]  # a winner against the cards, to be ruled on

    @property
    def is_something(self) -> bool:
        return bool(self.playing or self.stopped or self.claims)

    @property
    def has_empty(self) -> bool:
        """A table that is taken back, since nothing was played there."""
        return any("take-back" in table.ways for table in self.playing)


def closing(event: Event, *, now: datetime) -> Closing:
    lines = [*(glance := overview(event, now=now)).urgent, *glance.others]
    tables = [ClosingTable(line, _ways(line, event)) for line in sorted(lines, key=lambda line: line.card.number)]
    return Closing(
        playing=[table for table in tables if table.card.playing],
        stopped=[table for table in tables if table.line.state == "disputed" or _waits(table.line)],
        claims=[table for table in tables if table.line.claim],
    )


def _ways(line: OverviewTable, event: Event) -> Sequence[str]:
    if line.card.deal_count or event.has_rounds:
        return ("end", "adjourn")
    return ("take-back",)


def _waits(line: OverviewTable) -> bool:
    return line.state == "waiting" and line.accepted_at is None
