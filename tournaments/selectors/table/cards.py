"""Plain values ready to print, shared by the pages."""

from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass
from datetime import datetime
from fractions import Fraction
from itertools import groupby
from operator import attrgetter
from typing import Any, NamedTuple

from django.db.models import Q, QuerySet
from django.utils.formats import get_format

from scoring.game import Rules
from scoring.games import GAMES
from tournaments.audience import current_audience, names_as_shown, reader
from tournaments.formats.record import Points
from tournaments.models import OPEN_TO_ALL, Event, Player, Seat, Table
from tournaments.models.statements import Prepared, PreparedOnce
from tournaments.models.table import ENDED
from tournaments.selectors.following import kept_for_tables
from tournaments.selectors.table.confirmations import is_stopped

HALF = Fraction(1, 2)


class PlayerTag(NamedTuple):
    id: int
    name: str
    short_name: str
    colour: str
    sorts_by: str = ""  # the name itself, which is never shown: one order of those level, for insiders and strangers


@dataclass(frozen=True, slots=True)
class SeatLine:
    id: int
    index: int
    entrant_id: int
    player: PlayerTag
    score: Fraction
    place: int
    leads: bool
    won: bool  # nobody can catch up any more
    stands_in_for: str  # the entrant whose seat a substitute has, else empty
    unscored: bool = False  # ruled on without a deal

    @property
    def score_text(self) -> str:
        return "" if self.unscored else number_text(self.score)

    @property
    def flags(self) -> str:
        """What changes while people look, as pages write it on the seat's row."""
        return " ".join(["leads"] * self.leads + ["won"] * self.won)


class TableState(NamedTuple):
    """How far a table is: the same of many."""

    status_text: str
    playing: bool
    incomplete: bool
    deal_count: int
    deals_total: int | None
    began_in: str


class MatchSide(NamedTuple):
    id: int
    name: str
    wins: Points
    ahead: bool  # alone, or has won the match


class MatchScore(NamedTuple):
    """Which game of its match a table is, and how many each has won; or which board of two teams, and what each has of
    all. The ``sides`` stand in one order, whoever deals first.
    """

    game: int
    games: int
    sides: tuple[MatchSide, ...]
    over: bool
    board: bool = False

    @property
    def first(self) -> MatchSide | None:
        return next((side for side in self.sides if side.ahead), None)

    @property
    def score(self) -> str:
        """Whoever is ahead first."""
        return "–".join(number_text(side.wins) for side in sorted(self.sides, key=lambda side: not side.ahead))

    @property
    def between(self) -> str:
        """Of two teams."""
        one, other = self.sides
        return f"{one.name} {number_text(one.wins)}–{number_text(other.wins)} {other.name}".strip()

    @property
    def extra(self) -> bool:
        """Whether the game was added as its match was level."""
        return self.game > self.games


@dataclass(frozen=True, slots=True)
class TableCard:
    id: int
    number: int
    status: str
    incomplete: bool  # closed unfinished (V10): marked wherever it counts
    playing: bool
    may_reopen: bool  # ended or taken back by the director, not ended by the game
    seats: list[SeatLine]
    deal_count: int
    deals_total: int | None  # None where the table plays on until it is ended
    last_deal_at: datetime | None
    began_in: str
    stopped: str  # why what it shows does not count: "disputed" or, once it has ended, "waiting"; else empty
    match: MatchScore | None = None  # in a round, where several games are played

    @property
    def status_text(self) -> str:
        return str(Table.Status(self.status).label)

    @property
    def stopped_text(self) -> str:
        return str(Table.ConfirmationState(self.stopped).label) if self.stopped else ""

    @property
    def state(self) -> TableState:
        return TableState(
            self.status_text, self.playing, self.incomplete, self.deal_count, self.deals_total, self.began_in
        )

    @property
    def begun(self) -> bool:
        return self.deal_count > 0

    @property
    def seats_of_match(self) -> list[SeatLine]:
        """In the order of the match, where several games are played: who deals first takes turns."""
        if self.match is None or self.match.board:
            return self.seats
        order = [side.id for side in self.match.sides]
        return sorted(self.seats, key=lambda seat: order.index(seat.entrant_id))

    @property
    def at_last_deal(self) -> bool:
        return self.playing and self.deals_total == self.deal_count + 1


LENGTHS = ((14, "short"), (20, "long"), (28, "longer"))


class SeatRow(NamedTuple):
    """A seat with its table and who sits there, as one joined read brings it."""

    table_id: int
    number: int
    status: str
    confirmation: str
    accepted_at: datetime | None
    deal_count: int
    last_deal_at: datetime | None
    began_in: str | None
    began_in_visibility: str | None
    id: int
    seat: int
    score: Fraction
    place: int
    deals: int
    exact: int
    won: bool
    entrant_id: int
    entered: PlayerTag
    substitute: PlayerTag | None

    @property
    def player(self) -> PlayerTag:
        return self.substitute or self.entered


TABLE_COLUMNS = (
    "number",
    "status",
    "confirmation",
    "accepted_at",
    "deal_count",
    "last_deal_at",
    "began_in__name",
    "began_in__visibility",
)
SEAT_COLUMNS = ("pk", "index", "score", "place", "deals", "exact", "won", "entrant_id")
PLAYER_COLUMNS = ("id", "name", "nickname", "colour", "shown_names")
COLUMNS = (
    "table_id",
    *(f"table__{column}" for column in TABLE_COLUMNS),
    *SEAT_COLUMNS,
    *(f"entrant__player__{column}" for column in PLAYER_COLUMNS),
    *(f"substitute__{column}" for column in PLAYER_COLUMNS),
)
ORDER = ("table__number", "table_id", "index")


def seat_rows(wanted: Q) -> list[SeatRow]:
    """Rows of the seats wanted, table by table in the order of their numbers."""
    rows = Seat.objects.filter(wanted).order_by(*ORDER).values_list(*COLUMNS)
    return [_seat_row(row) for row in rows]


def _seat_row(row: Sequence[Any]) -> SeatRow:
    return SeatRow._make([*row[:-10], tag(*row[-10:-5]), None if row[-5] is None else tag(*row[-5:])])


def _seats_by(table: str, **wanted: str | tuple[str, ...]) -> Callable[[Any], QuerySet[Any, Any]]:
    return lambda key: Seat.objects.filter(**{table: key}, **wanted).order_by(*ORDER).values_list(*COLUMNS)


def _seats_in_event(table: str, **wanted: str | tuple[str, ...]) -> PreparedOnce[SeatRow]:
    return PreparedOnce(_seats_by(table, **wanted), _seat_row, reader=reader)


rows_at_table = Prepared(_seats_by("table"), _seat_row)
rows_of_event = _seats_in_event("table__event")
rows_playing = _seats_in_event("table__event", table__status=Table.Status.PLAYING)
_rows_carried_on = _seats_in_event("table__began_in")
_rows_carried_on_openly = _seats_in_event("table__began_in", table__event__visibility__in=OPEN_TO_ALL)


def rows_carried_on(event_id: int) -> list[SeatRow]:
    """At later events; strangers are told of those alone that are no stricter than their club."""
    return _rows_carried_on_openly(event_id) if current_audience() else _rows_carried_on(event_id)


def by_table(rows: Sequence[SeatRow]) -> Iterator[list[SeatRow]]:
    return (list(group) for _, group in groupby(rows, key=attrgetter("table_id")))


def table_cards(rows: Sequence[SeatRow], event: Event) -> list[TableCard]:
    rules = event.game_rules
    return [_card(group, event, rules) for group in by_table(rows)]


def cards_at_play(event: Event) -> dict[int, TableCard]:
    """By table."""
    return {card.id: card for card in table_cards(rows_playing(event.pk), event)}


def shown_cards(event: Event, tables: Iterable[Table]) -> dict[int, TableCard]:
    """Of these, which were read with their seats; the figures of those that play are read anew. What is made of the
    same as before stays: rows that are stored alike are the same (PreparedOnce).
    """
    stored: dict[int, tuple[object, TableCard]] = kept_for_tables(event, ("cards", reader()), dict)
    playing = {rows[0].table_id: rows for rows in by_table(rows_playing(event.pk))}
    rules, cards = event.game_rules, {}
    for table in tables:
        rows = playing.get(table.pk)
        made_of = rows or (table.pad_revision, is_stopped(table))
        stored_source, card = stored.get(table.pk, (None, None))
        if card is None or stored_source != made_of:
            card = _card(rows or [_row(table, seat) for seat in table.seats.all()], event, rules)
            stored[table.pk] = made_of, card
        cards[table.pk] = card
    return cards


def card_of(rows: Sequence[SeatRow], event: Event) -> TableCard:
    """The card of one table, from the rows of its seats."""
    return _card(rows, event, event.game_rules)


def player_tag(player: Player) -> PlayerTag:
    return tag(player.pk, player.name, player.nickname, player.colour, player.shown_names)


def tag(pk: int, name: str, nickname: str, colour: str, shown_names: str) -> PlayerTag:
    """Of PLAYER_COLUMNS."""
    return PlayerTag(pk, *names_as_shown(name, nickname, shown_names), colour, name)


def initials(name: str) -> str:
    """Two letters for the player's hexagon: of the first and last word, or the first two of a single one."""
    words = name.split()
    letters = words[0][0] + words[-1][0] if len(words) > 1 else name.strip()[:2]
    return letters.upper()


def name_length(name: str) -> str:
    """How small it is written where it has to be read from afar."""
    return next((word for most, word in LENGTHS if len(name) <= most), "longest")


def _row(table: Table, seat: Seat) -> SeatRow:
    return SeatRow(
        table_id=table.pk,
        number=table.number,
        status=table.status,
        confirmation=table.confirmation,
        accepted_at=table.accepted_at,
        deal_count=table.deal_count,
        last_deal_at=table.last_deal_at,
        began_in=table.began_in.name if table.began_in else None,
        began_in_visibility=table.began_in.visibility if table.began_in else None,
        id=seat.pk,
        seat=seat.index,
        score=seat.score,
        place=seat.place,
        deals=seat.deals,
        exact=seat.exact,
        won=seat.won,
        entrant_id=seat.entrant_id,
        entered=player_tag(seat.entrant.player),
        substitute=player_tag(seat.substitute) if seat.substitute else None,
    )


def _card(rows: Sequence[SeatRow], event: Event, rules: Rules) -> TableCard:
    table, game = rows[0], GAMES[event.game]
    total = game.deals_in_all(rules, seats=len(rows))
    # Play-offs come on top, and are no deals of anybody's.
    playoffs = table.deal_count - table.deals if game.sheet == "showdown" else 0
    return TableCard(
        id=table.table_id,
        number=table.number,
        status=table.status,
        incomplete=table.status == Table.Status.CLOSED,
        playing=table.status == Table.Status.PLAYING,
        may_reopen=_may_reopen(table, event, rules),
        seats=[_line(row) for row in rows],
        deal_count=table.deal_count,
        deals_total=total and total + playoffs,
        last_deal_at=table.last_deal_at,
        began_in="" if current_audience() and table.began_in_visibility not in OPEN_TO_ALL else table.began_in or "",
        stopped=_stopped(table),
    )


def _line(row: SeatRow) -> SeatLine:
    return SeatLine(
        id=row.id,
        index=row.seat,
        entrant_id=row.entrant_id,
        player=row.player,
        score=row.score,
        place=row.place,
        leads=row.deal_count > 0 and row.place == 1,
        won=row.won and row.status == Table.Status.PLAYING,
        stands_in_for=row.entered.short_name if row.substitute else "",
    )


def _may_reopen(table: SeatRow, event: Event, rules: Rules) -> bool:
    if event.status != Event.Status.OPEN:
        return False
    ended_open = table.status == Table.Status.FINISHED and GAMES[event.game].is_open(rules)
    return ended_open or table.status in (Table.Status.CLOSED, Table.Status.UNDONE)


def _stopped(table: SeatRow) -> str:
    waits = table.status in ENDED and table.confirmation == Table.ConfirmationState.WAITING
    in_question = waits or table.confirmation == Table.ConfirmationState.DISPUTED
    return table.confirmation if in_question and is_stopped(table) else ""


def number_text(value: Fraction | int | float | None, *, places: int | None = None) -> str:
    """A score for people, with the point or comma of the reader's language; what is measured has decimal ``places``."""
    text = plain_number_text(value, places=places)
    return text.replace(".", get_format("DECIMAL_SEPARATOR")) if "." in text else text


def plain_number_text(value: Fraction | int | float | None, *, places: int | None = None) -> str:
    """A number as all languages write it: whole, with ½, or else rounded and with a point; an en dash for none."""
    if value is None:
        return "–"
    if isinstance(value, Fraction) and value.denominator == 1 and value.numerator >= 0:  # as nearly always
        return str(value.numerator)
    size = -value if value < 0 else value
    rest = size % 1
    if rest == HALF and places is None:
        return f"{'−' if value < 0 else ''}{int(size) or ''}½"
    return (f"{float(value):.{2 if places is None else places}f}" if rest else str(int(value))).replace("-", "−")


def signed_text(number: int) -> str:
    """What somebody wins or pays, with its sign: +3, 0, −2."""
    return f"{number:+d}".replace("-", "−") if number else "0"
