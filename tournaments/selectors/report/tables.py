"""What an event's own tables have to tell."""

from collections import defaultdict
from dataclasses import replace

from django.db.models import Q

from scoring.games import GAMES
from scoring.moments.evening import moments_of
from scoring.moments.moment import TableMoment
from tournaments.models import Event, Ruling, Seat
from tournaments.selectors.pictures.course import stories
from tournaments.selectors.ratings.tables import NOT_YET_DISPUTED
from tournaments.selectors.report.told import Moment
from tournaments.selectors.table.confirmations import counts

Seated = dict[int, tuple[int, ...]]
"""By table, who really sat there, in the order of the seats."""


def moments_at_tables(event: Event) -> list[Moment]:
    """Of its results that count, or will unless somebody objects, in a fixed number of queries."""
    seated = _seated(event)
    found = stories(event, Q(table__in=seated), seats={table: len(players) for table, players in seated.items()})
    ruled = _ruled(event)
    told = {table: replace(found[table], ruled=table in ruled) for table in sorted(found)}
    return [_told(each, seated) for each in moments_of(GAMES[event.game], event.game_rules, told)]


def _told(found: TableMoment, seated: Seated) -> Moment:
    players = tuple(seated[found.table][seat] for seat in found.seats)
    return Moment(found.kind, players, round(found.bits, 3), found.table, found.deal, found.facts)


def _seated(event: Event) -> Seated:
    rows = (
        Seat.objects.filter(counts(now=NOT_YET_DISPUTED, prefix="table__"), table__event=event, table__deal_count__gt=0)
        .order_by("table_id", "index")
        .values_list("table_id", "substitute_id", "entrant__player_id")
    )
    found: dict[int, list[int]] = defaultdict(list)
    for table, substitute, player in rows:
        found[table].append(substitute or player)
    return {table: tuple(players) for table, players in found.items()}


def _ruled(event: Event) -> set[int]:
    """Tables of which the newest word of the director says how they ended."""
    rulings = Ruling.objects.filter(table__event=event).exclude(kind=Ruling.Kind.ADVANCED).order_by("id")
    newest = dict(rulings.values_list("table_id", "kind"))
    return {table for table, kind in newest.items() if table and kind != Ruling.Kind.LIFTED}
