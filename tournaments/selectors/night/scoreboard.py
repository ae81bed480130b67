"""What everybody in the room may see of an event, as rows whose figures pages exchange in place. While the event's
outline stays, flags, cells and the order of the lists are all that changes; else a page fetches its part anew. Cells
hold what all languages share: numbers with a point. Long lists come a page at a time, and somebody is found in them.
"""

from collections.abc import Callable, Collection, Iterable, Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property, lru_cache
from types import MappingProxyType
from typing import Any, Generic, NamedTuple, TypeVar, cast

from django.core.paginator import Page, Paginator

from tournaments.models import Event, plain_letters
from tournaments.selectors.following import accepted_by_themselves, kept_of_same
from tournaments.selectors.night.standings import TEXTS, EventPage, Sitting, StandingRow, night_page, read_event
from tournaments.selectors.table.cards import (
    PlayerTag,
    SeatLine,
    TableCard,
    by_table,
    card_of,
    initials,
    name_length,
    number_text,
    plain_number_text,
    rows_playing,
)

Line = TypeVar("Line")

PAGE = 100


@dataclass(frozen=True)
class PagedList(Generic[Line]):
    """One page of a list. ``found`` are all lines that were looked for, each with the number of its page."""

    page: "Page[Line]"
    text: str
    found: list[tuple[int, Line]]

    @cached_property
    def found_here(self) -> list[Line]:
        return [line for number, line in self.found if number == self.page.number]

    @property
    def only_found(self) -> Line | None:
        return self.found[0][1] if len(self.found) == 1 else None


def paged(lines: Sequence[Line], *, page: str, text: str, names: Callable[[Line], str]) -> PagedList[Line]:
    """The page of this number; without one, that of the first line whose ``names`` hold every word of the text."""
    words = plain_letters(text).split()

    def has_words(line: Line) -> bool:
        letters = plain_letters(names(line))
        return all(word in letters for word in words)

    entries = [(index // PAGE + 1, line) for index, line in enumerate(lines) if words and has_words(line)]
    first = entries[0][0] if entries else 1
    return PagedList(Paginator(lines, PAGE).get_page(page or first), text.strip(), entries)


class LiveRow(NamedTuple):
    """``cells`` change while people look, ``facts`` do not and are not sent; ``rows`` lie within it."""

    key: str
    flags: str
    cells: Mapping[str, str]
    facts: Mapping[str, str] = MappingProxyType({})
    rows: tuple["LiveRow", ...] = ()


TILES = 24  # tables a page

Shown = TypeVar("Shown")


RowMessage = list[Any]
"""Of a row its key, flags, texts of the cells, and the rows within it, where there are any."""

Lists = dict[str, Mapping[str, Any]]


@dataclass(frozen=True, slots=True)
class Scoreboard:
    """As static/js/scoreboard.js reads it: names of cells once a list, then rows without them."""

    revision: int
    outline: int
    accepted: int  # results, by themselves: pages that showed fewer are outdated though the outline stays
    lists: Lists

    def as_dict(self) -> dict[str, Any]:
        return {
            "revision": self.revision,
            "outline": self.outline,
            "accepted": self.accepted,
            "lists": {name: facts for name, facts in self.lists.items() if facts["rows"]},
        }


def row_message(row: LiveRow) -> RowMessage:
    within = [[row_message(row) for row in row.rows]] if row.rows else []
    return [row.key, row.flags, list(row.cells.values()), *within]


def scoreboard(event_id: int, *, beside: Callable[[EventPage], Lists]) -> Scoreboard:
    """An event's running figures, alike for all; ``beside``: what a night has beside its own lists. Raises
    Event.DoesNotExist.
    """
    event = read_event(event_id)
    if event.has_rounds:
        lists = _playing(event)
    else:
        page = night_page(event)
        lists = night_lists(page) | beside(page)
    return Scoreboard(event.revision, event.outline, accepted_by_themselves(event.pk), lists)


PART = 20  # rows that a browser need not lay out while they are out of sight together


class StandingsPart(NamedTuple):
    """Rows of a page of the standings, with how many stand before them and may come to stand there at most."""

    start: int
    most: int
    rows: list[LiveRow]


@dataclass(frozen=True, slots=True)
class NightView:
    """A page of a night's standings and one of its tables; with a search those of whoever is found."""

    listed: PagedList[StandingRow]
    standings: "Page[LiveRow]"
    tables: Mapping[str, "Page[LiveRow]"]  # running, adjourned, ended, carried on

    @property
    def start(self) -> int:
        """How many stand before this page."""
        return (self.standings.number - 1) * self.standings.paginator.per_page

    @property
    def parts(self) -> list[StandingsPart]:
        """The last may fill the page."""
        rows, most = list(self.standings), self.standings.paginator.per_page
        parts = [
            StandingsPart(self.start + start, PART, rows[start : start + PART]) for start in range(0, len(rows), PART)
        ]
        return [*parts[:-1], *(last._replace(most=self.start + most - last.start) for last in parts[-1:])]


def night_view(page: EventPage, *, text: str, place: str, tables: str) -> NightView:
    """``place`` and ``tables`` are the numbers of the pages wanted, empty for the first, or for who is found."""
    listed = paged(
        page.standings, page=place, text=text, names=lambda row: f"{row.player.short_name} {row.player.name}"
    )
    people = {row.player.id for _, row in listed.found}
    lists = {"running": page.running, "adjourned": page.adjourned, "ended": page.ended, "carried_on": page.carried_on}
    return NightView(
        listed=listed,
        standings=drawn(listed.page, lambda row: standing_row(row, found=row.player.id in people)),
        tables={name: _tiles(_at(live_list, people), page.event, tables) for name, live_list in lists.items()},
    )


def _at(tables: list[Sitting], people: set[int]) -> list[Sitting]:
    """Where any of these people sit; all, where nobody is found."""
    if not people:
        return tables
    return [seats for seats in tables if any(seat.player.id in people for seat in seats)]


def _tiles(tables: list[Sitting], event: Event, number: str) -> "Page[LiveRow]":
    return drawn(Paginator(tables, TILES).get_page(number or 1), lambda seats: table_row(card_of(seats, event)))


def drawn(page: "Page[Shown]", draw: Callable[[Shown], LiveRow]) -> "Page[LiveRow]":
    """The page with a row drawn for each of its items."""
    return Page([draw(item) for item in page], page.number, cast("Paginator[LiveRow]", page.paginator))


def night_lists(page: EventPage) -> Lists:
    standings = [_standing_message(row) for row in page.standings]
    return {
        "standings": {"cells": STANDING, "inner": (), "rows": standings},
        "running": _tables(page.event, page.running),
    }


def _playing(event: Event) -> Lists:
    """In a tournament only what is being played changes without a new outline."""
    return {"running": _tables(event, by_table(rows_playing(event.pk)))}


def _tables(event: Event, sittings: Iterable[Sitting]) -> Mapping[str, Any]:
    """Of most tables nothing is new since the last news: their seats are the same rows (PreparedOnce)."""
    sources = ((seats[0].table_id, seats) for seats in sittings)
    rows = kept_of_same(event, "figures", sources, lambda seats: row_message(table_figures(card_of(seats, event))))
    return {"cells": TABLE, "inner": SEAT, "rows": rows}


STANDING = ("rank", *TEXTS)
TABLE = ("deals", "done")
SEAT = ("score",)


def _standing_message(row: StandingRow) -> RowMessage:
    rank = str(row.rank) if row.has_place else "–"
    raised = flags(leads=row.leads, playing=row.playing, incomplete=row.incomplete)
    return [f"p{row.player.id}", raised, [rank, *row.texts]]


def standing_figures(row: StandingRow) -> LiveRow:
    key, raised, texts = _standing_message(row)
    return LiveRow(key, raised, dict(zip(STANDING, texts, strict=True)))


def standing_row(row: StandingRow, *, within: str = "", found: bool = False) -> LiveRow:
    """The live row of somebody's place. ``within``: what tells this list from others on the page; ``found``: this row
    was looked for.
    """
    facts = {
        **person_facts(row.player),
        "anchor": f"{within}p{row.player.id}",
        "found": str(found).lower(),
        "handicap": row.handicap_text,
    }
    return standing_figures(row)._replace(facts=facts)


def table_figures(card: TableCard) -> LiveRow:
    return LiveRow(
        key=f"t{card.id}",
        flags=flags(playing=card.playing, last=card.at_last_deal),
        cells={
            "deals": f"{card.deal_count}/{card.deals_total}" if card.deals_total else str(card.deal_count),
            "done": str(card.deal_count),
        },
        rows=tuple([seat_figures(seat) for seat in card.seats]),
    )


TEAM_FACTS = ("first_team", "first_points", "second_team", "second_points", "sides")


def _team_facts(card: TableCard) -> dict[str, str]:
    """Empty where the table is no board of two teams."""
    if card.match is None or not card.match.board:
        return dict.fromkeys(TEAM_FACTS, "")
    first, second = card.match.sides
    texts = [first.name, number_text(first.wins), second.name, number_text(second.wins), card.match.between]
    return dict(zip(TEAM_FACTS, texts, strict=True))


def table_row(card: TableCard, *, note: str = "", match: str = "", absent: Collection[int] = ()) -> LiveRow:
    """The live row of a table. ``note`` is the director's ruling in words, ``match`` what its match is called and how
    that stands, ``absent`` the seats (ids) that were forfeited.
    """
    return table_figures(card)._replace(
        facts={
            "table": str(card.id),
            "number": str(card.number),
            "status": note or card.status_text,
            "kind": "quiet" if note else "playing" if card.playing else "warn" if card.incomplete else "quiet",
            "stopped": card.stopped_text,
            "stopped_kind": card.stopped,
            "began_in": card.began_in,
            "seats": str(len(card.seats)),
            "match": match,
            "game": str(card.match.game if card.match else ""),
            "games": str(card.match.games if card.match else ""),
            **_team_facts(card),
            "total": str(card.deals_total or ""),
        },
        rows=tuple(seat_row(seat, playing=card.playing, absent=seat.id in absent) for seat in card.seats_of_match),
    )


def seat_figures(seat: SeatLine, *, absent: bool = False) -> LiveRow:
    score = "" if absent or seat.unscored else plain_number_text(seat.score)
    return LiveRow(key=f"s{seat.id}", flags=seat.flags, cells={"score": score})


def seat_row(seat: SeatLine, *, playing: bool, absent: bool = False) -> LiveRow:
    """``note`` and ``unseen`` are keys of words.night.scoreboard: beside the score, or for who hears the page."""
    first = seat.leads and not playing
    return seat_figures(seat, absent=absent)._replace(
        facts={
            **person_facts(seat.player),
            "seat": str(seat.id),
            "stands_in_for": seat.stands_in_for,
            "team": "",  # as selectors/teams.py puts it in
            "note": "absent" if absent else "first" if first and seat.unscored else "",
            "unseen": "is-first" if first and not seat.unscored else "",
        },
    )


def people(event_id: int) -> dict[str, Mapping[str, str]]:
    """The facts of the rows of the standings, for pages that show a part of them only."""
    page = night_page(read_event(event_id))
    return {row.key: row.facts for row in map(standing_row, page.standings)}


@lru_cache(maxsize=4096)
def person_facts(player: PlayerTag) -> Mapping[str, str]:
    return {
        "player": str(player.id),
        "name": player.short_name,
        "full_name": player.name,
        "initials": initials(player.short_name),
        "colour": player.colour,
        "length": name_length(player.short_name),
    }


@lru_cache(maxsize=64)
def flags(**all_flags: bool) -> str:
    return " ".join([name for name, raised in all_flags.items() if raised])
