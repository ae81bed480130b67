"""What is printed: cards, seatings, sheets to go on upon paper, certificates and the club's picture; and a paper sheet
while it is typed in, judged deal by deal. Nothing is written here.
"""

from base64 import b64decode
from binascii import Error
from collections import defaultdict
from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass, replace
from datetime import datetime
from typing import Any
from uuid import UUID, uuid5

from scoring.deals import Deal as PlayedDeal
from scoring.errors import ScoringError
from scoring.games import GAMES
from scoring.result import TableResult
from tournaments.models import Club, ClubLogo, Deal, Event, Round, Stage, Table, name_order
from tournaments.selectors.night.standings import OnPodium
from tournaments.selectors.stage.entrants import entrants_in_order
from tournaments.selectors.stage.rounds import (
    NameLine,
    RoundTable,
    RoundView,
    name_lines,
    newest_round,
    pairings_page,
    published_rounds,
)
from tournaments.selectors.stage.stages import Person, person
from tournaments.selectors.table.cards import TableCard, rows_playing, table_cards
from tournaments.selectors.table.deals import Payload, Sheet, live_deals, read_deal, score_table, table_record
from tournaments.selectors.table.page import Level, PaperSheet, TablePage, sheets_of
from tournaments.selectors.tournament.page import everybody_placed


def certified(event: Event, *, most: int | None, winners: Collection[int] = ()) -> list[OnPodium]:
    """Down to place ``most``, with all who share it, and the ``winners`` of prizes (players); nobody while the event is
    open.
    """
    if event.status != Event.Status.FINISHED:
        return []
    placed = everybody_placed(event)
    return [person for person in placed if most is None or person.place <= most or person.player.id in winners]


SIDE = 320  # pixels
LARGEST_DRAWN = 600_000  # letters: no picture of so many pixels needs more
PNG = b"\x89PNG\r\n\x1a\n\0\0\0\rIHDR" + SIDE.to_bytes(4, "big") * 2


def own_logo(club: Club) -> str:
    """A club's logo in Base64; empty where it has none."""
    return ClubLogo.objects.filter(club=club).values_list("picture", flat=True).first() or ""


def logo_edition(club: Club) -> int | None:
    """The number by which browsers tell a club's logo from the one before; None where it has none."""
    changed = ClubLogo.objects.filter(club=club).values_list("changed_at", flat=True).first()
    return int(changed.timestamp() * 1000) if changed else None


def is_drawn_here(picture: str) -> bool:
    """Of the one kind and size that this program makes."""
    try:
        return len(picture) <= LARGEST_DRAWN and b64decode(picture, validate=True).startswith(PNG)
    except (Error, ValueError):
        return False


def cards_of(event: Event) -> list[str]:
    """As often as the deck has them, suit by suit."""
    deck = GAMES[event.game].deck_by(event.game_rules)
    return [card.code for card in deck.laid_out for _ in range(card.copies)]


@dataclass(frozen=True)
class TableSheets:
    card: TableCard
    sheets: list[PaperSheet]


def sheets_as_they_stand(event: Event, cards: Sequence[TableCard]) -> list[TableSheets]:
    """The sheets of these tables, by two queries for however many tables."""
    tables = Table.objects.in_bulk([card.id for card in cards])
    deals = _newest_deals(event, cards)
    return [_of_table(event, tables[card.id], card, deals[card.id]) for card in cards]


def _of_table(event: Event, table: Table, card: TableCard, sheet: Sheet) -> TableSheets:
    table.event = event
    result = score_table(table, sheet, seats=len(card.seats))
    played = [(sheet.get(number), brought) for number, brought in enumerate(result.deals, start=1)]
    return TableSheets(card, sheets_of(card, played, result))


def _newest_deals(event: Event, cards: Sequence[TableCard]) -> dict[int, Sheet]:
    seats = {card.id: len(card.seats) for card in cards}
    rows = Deal.objects.filter(table__in=seats).order_by("table_id", "number", "version")
    newest: dict[int, dict[int, PlayedDeal | None]] = defaultdict(dict)
    for table, number, payload in rows.values_list("table_id", "number", "payload"):
        newest[table][number] = read_deal(event.game, payload, seats=seats[table])
    return {table: newest[table] for table in seats}


def blank_levels(event: Event) -> list[Level]:
    """Of a sheet on which nothing has been announced."""
    quotas = GAMES[event.game].descriptor(event.game_rules)["quotas"]
    return [Level(announced, (), range(quota)) for announced, quota in enumerate(quotas)]


@dataclass(frozen=True)
class Sittings:
    """``rounds`` are those there are to choose from; of a night none."""

    rounds: list[Round]
    round: Round | None
    tables: list[TableCard]
    names: list[NameLine]
    byes: list[Person]
    view: RoundView | None = None
    stage: Stage | None = None


def sittings(event: Event, *, round_id: int | None, now: datetime) -> Sittings:
    """Who sits where in a round of the event, in the newest where none of its rounds is asked for; on a night, now."""
    if not event.has_rounds:
        cards = table_cards(rows_playing(event.pk), event)
        return Sittings([], None, cards, name_lines([RoundTable(card, "", None) for card in cards], []), [])
    rounds = published_rounds(event)
    if not rounds:
        return Sittings([], None, [], [], [])
    chosen = next((round_ for round_ in rounds if round_.pk == round_id), newest_round(rounds))
    view = pairings_page(chosen.pk, now=now).view
    byes = [*view.byes, *(who for who, _points in view.requested)]
    return Sittings(rounds, chosen, [table.card for table in view.tables], view.names, byes, view, view.stage)


def people_in(event: Event) -> list[Person]:
    """Who takes part, by name; who has left needs no card."""
    people = [person(entrant) for entrant in entrants_in_order(event)]
    return sorted((person for person in people if not person.gone), key=lambda person: name_order(person.tag.name))


Facts = Mapping[str, Any]
"""A deal without who declared or dealt it, which is told by whose turn it was."""

USUAL = 12  # lines that are offered where the game has no length of its own
MORE = 3  # lines below the last that is filled


@dataclass(frozen=True)
class TypedTurn:
    """Deal ``number`` of the table: the announcement on so many a line of the seat's own column."""

    number: int
    seat: int
    line: int


@dataclass(frozen=True)
class JudgedDeal:
    """``payload`` is None where nothing stands, or nothing that can be read."""

    number: int
    seat: int | None  # who declares or deals; None where the game is over
    tied: tuple[int, ...]  # who alone plays, where it is a play-off
    payload: Payload | None
    error: ScoringError | None
    deal: PlayedDeal | None  # where it fits
    brought: Any


@dataclass(frozen=True)
class JudgedSheet:
    deals: list[JudgedDeal]
    result: TableResult


def id_of(client_id: UUID, place: int) -> UUID:
    """The ``client_id`` of one of the deals that are recorded with one sheet, the first at place 0."""
    return uuid5(client_id, str(place))


def is_recorded(page: TablePage, client_id: UUID) -> bool:
    return any(row.client_id == id_of(client_id, 0) for row in page.history)


def next_number(page: TablePage) -> int:
    return len(live_deals(_current(page))) + 1


def turns_left(page: TablePage) -> list[TypedTurn]:
    """The turns that are left in a game of announcements, until every sheet is full."""
    result = _as_it_stands(page)
    sheets = [seat.sheet for seat in result.seats]
    announced, counts_left = (
        [sheet.made if sheet else 0 for sheet in sheets],
        [sum(sheet.left) if sheet else 0 for sheet in sheets],
    )
    turns: list[TypedTurn] = []
    seats, seat = len(sheets), result.turn
    while seat is not None and any(counts_left):
        counts_left[seat], announced[seat] = counts_left[seat] - 1, announced[seat] + 1
        turns.append(TypedTurn(next_number(page) + len(turns), seat, announced[seat]))
        after = [(seat + step) % seats for step in range(1, seats + 1)]
        seat = next((other for other in after if counts_left[other]), None)
    return turns


def lines_of_hands(page: TablePage, filled: Sequence[int]) -> range:
    """The deals that are offered; some more below the last of those ``filled``."""
    first = next_number(page)
    return range(first, max(first + USUAL, max(filled, default=0) + 1 + MORE))


def judge(page: TablePage, facts: Mapping[int, Facts], *, seats: Mapping[int, int]) -> JudgedSheet:
    """``facts`` by deal; ``seats`` says who declares, where that is known before. What does not fit those before it is
    left out, as what is missing.
    """
    played: list[PlayedDeal | None] = list(live_deals(_current(page)))
    result, judged = _as_it_stands(page), []
    for number in range(len(played) + 1, max([len(played), *facts]) + 1):
        seat, tied = seats.get(number, result.turn), result.playoff_seats
        payload = _payload(page, facts[number], result, seat or 0) if number in facts else None
        deal, error = read_deal(page.event.game, payload, seats=len(page.names)), None
        try:
            result = _scored(page, (*played, deal))
        except ScoringError as refused:
            deal, error = None, refused
            result = _scored(page, (*played, None))
        played.append(deal)
        judged.append(JudgedDeal(number, seat, tied, payload, error, deal, result.deals[number - 1]))
    return JudgedSheet(judged, result)


def _payload(page: TablePage, facts: Facts, result: TableResult, seat: int) -> Payload:
    if GAMES[page.event.game].sheet == "announcements":
        return {"declarer": seat, **facts}
    tie = {} if result.playoff_of is None else {"playoff_of": result.playoff_of}
    return {"dealer": seat, **facts, **tie}


def _current(page: TablePage) -> dict[int, PlayedDeal | None]:
    return {line.number: line.deal for line in page.deals}


def _as_it_stands(page: TablePage) -> TableResult:
    """The table as it stands, also where it has been ended meanwhile: what was typed is not lost from the screen."""
    return _scored(page, live_deals(_current(page)))


def _scored(page: TablePage, deals: tuple[PlayedDeal | None, ...]) -> TableResult:
    record = table_record(page.table, {}, seats=len(page.names))
    return GAMES[page.event.game].score(replace(record, deals=deals, closed=False))
