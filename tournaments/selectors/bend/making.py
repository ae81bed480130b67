"""The tables whose bend is to be reckoned, and all that it is reckoned from."""

from collections import Counter
from collections.abc import Mapping
from contextlib import suppress
from typing import NamedTuple

from django.db.models import Max, Q

from scoring.bend.pots import Gains, decided_deals, seen
from scoring.bend.story import Knowledge
from scoring.errors import ScoringError
from scoring.games import GAMES
from scoring.result import RecordedTable
from tournaments.models import Deal, Event, Seat, TableBend
from tournaments.selectors.pictures.course import read_recorded, recorded_texts
from tournaments.selectors.ratings.tables import NOT_YET_DISPUTED
from tournaments.selectors.statistics.counting import kept_of_club
from tournaments.selectors.table.confirmations import counts

OVER = Q(table__event__status=Event.Status.FINISHED) & counts(now=NOT_YET_DISPUTED, prefix="table__")
"""Of what belongs to a table: of one that counts, or will unless somebody objects."""


class WaitingTable(NamedTuple):
    """A table that waits, by ``made_of`` what it has been played to."""

    table: int
    made_of: int
    recorded: RecordedTable
    known: Knowledge


def newest_deals(wanted: Q) -> dict[int, int]:
    """By table the revision of the newest version of a deal, of what is ``wanted`` of events that are over."""
    rows = Deal.objects.filter(wanted & OVER).order_by().values("table").annotate(newest=Max("revision"))
    return dict(rows.values_list("table", "newest"))


def newest_waiting() -> Event | None:
    """The event of the newest table that waits."""
    found = TableBend.objects.filter(OVER, waits=True).order_by("-table").select_related("table__event__club").first()
    return found.table.event if found else None


def waiting_tables(event: Event, *, most: int) -> list[WaitingTable]:
    waiting = TableBend.objects.filter(OVER, table__event=event, waits=True).order_by("table")
    made_of = dict(waiting.values_list("table_id", "made_of")[:most])
    tables = _recorded(event, made_of)
    club = kept_of_club(event.club, event.game, players=[None]).get(None, {})
    like = _evening(event.game, tables)
    return [
        WaitingTable(
            table, made_of[table], tables[table], Knowledge(club, like.get(tables[table].seats, ()), seed=str(table))
        )
        for table in made_of
        if table in tables
    ]


def _recorded(event: Event, wanted: Mapping[int, int]) -> dict[int, RecordedTable]:
    """Of games of hands all tables of the event: how it went at one is told from what was dealt at all."""
    of_hands = GAMES[event.game].sheet == "showdown"
    asked = Q(table__event=event) & OVER if of_hands else Q(table__in=wanted)
    seats = Counter(Seat.objects.filter(asked).values_list("table_id", flat=True))
    rules = event.game_rules
    return {
        table: read_recorded(event.game, rules, recorded, seats=seats[table])
        for table, recorded in recorded_texts(asked)
    }


def _evening(key: str, tables: Mapping[int, RecordedTable]) -> dict[int, list[Gains]]:
    """By the size of the table, what deals brought."""
    game, found = GAMES[key], dict[int, list[Gains]]()
    if game.sheet != "showdown":
        return found
    for table in tables.values():
        with suppress(ScoringError):  # recorded before there was the rule that it breaks
            found.setdefault(table.seats, []).extend(seen(decided_deals(game, table, game.score(table))))
    return found
