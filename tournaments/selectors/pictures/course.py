"""How tables went, deal by deal: what pictures of a game are drawn from."""

from collections.abc import Iterable
from functools import lru_cache
from typing import NamedTuple

from django.db.models import Q, TextField
from django.db.models.functions import Cast

from scoring.games import GAMES
from scoring.moments.course import Course
from scoring.moments.moment import Story
from scoring.options import Rules
from scoring.result import RecordedTable
from tournaments.models import Deal, Event, Table
from tournaments.selectors.table.deal_history import live_deals, read_text

RuleItems = tuple[tuple[str, object], ...]
Texts = tuple[str | None, ...]  # of deals 1, 2, … as they are stored


class RecordedTexts(NamedTuple):
    closed: bool
    first_dealer: int
    texts: Texts


def courses(event: Event, wanted: Q, *, seats: dict[int, int]) -> dict[int, Course]:
    """Of the event's tables that are ``wanted``, by their ids, in one statement. ``seats``: how many each has."""
    rules = tuple(sorted(event.game_rules.items()))
    return {
        table: course(event.game, rules, seats[table], recorded)
        for table, recorded in recorded_texts(wanted)
        if table in seats
    }


def recorded_texts(wanted: Q) -> Iterable[tuple[int, RecordedTexts]]:
    """By table, of the deals that are wanted."""
    found: dict[int, tuple[bool, int, dict[int, str | None]]] = {}
    rows = (
        Deal.objects.filter(wanted)
        .order_by("table_id", "number", "version")
        .annotate(text=Cast("payload", TextField()))
        .values_list("table_id", "table__status", "table__first_dealer", "number", "text")
    )
    for table, status, first_dealer, number, text in rows:
        found.setdefault(table, (status == Table.Status.CLOSED, first_dealer, {}))[2][number] = text
    for table, (closed, first_dealer, newest) in found.items():
        texts = tuple(newest.get(number) for number in range(1, max(newest) + 1))
        yield table, RecordedTexts(closed, first_dealer, texts)


@lru_cache(maxsize=512)
def course(game: str, rules: RuleItems, seats: int, recorded: RecordedTexts) -> Course:
    """Scored once while the table stands as it does: of a room, few tables have moved since the last look."""
    return story(game, rules, seats, recorded).course


def stories(event: Event, wanted: Q, *, seats: dict[int, int]) -> dict[int, Story]:
    """The same as `courses`, with all that is known of each deal."""
    rules = tuple(sorted(event.game_rules.items()))
    return {
        table: story(event.game, rules, seats[table], recorded)
        for table, recorded in recorded_texts(wanted)
        if table in seats
    }


def story(game: str, rules: RuleItems, seats: int, recorded: RecordedTexts) -> Story:
    checked = Rules(dict(rules))
    table = read_recorded(game, checked, recorded, seats=seats)
    return Story(table, GAMES[game].score(table), counts_cubits=GAMES[game].unit(checked) == "cubits")


def read_recorded(game: str, rules: Rules, recorded: RecordedTexts, *, seats: int) -> RecordedTable:
    played = {
        number: None if text is None else read_text(game, text, seats)
        for number, text in enumerate(recorded.texts, start=1)
    }
    return RecordedTable(seats, recorded.first_dealer, rules, live_deals(played), recorded.closed)
