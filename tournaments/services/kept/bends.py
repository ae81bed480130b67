"""Keeping up which tables' bends are to be reckoned; and reckoning them, which takes too long for a save."""

from collections.abc import Callable, Iterable, Mapping
from typing import Any

from django.db.models import Q

from scoring.bend.story import bend_at, written_steps
from tournaments.models import Club, Event, TableBend
from tournaments.selectors.bend.making import newest_deals, newest_waiting, waiting_tables
from tournaments.services.kept.differences import Difference

AT_ONCE = 16  # tables: a few seconds


def keep_bends(event: Event) -> None:
    """Part of every change of an event that is over, and of the one by which it is open again: what was reckoned of
    other deals is told no more.
    """
    of_event = Q(table__event=event)
    _write(_kept(of_event), newest_deals(of_event))


def _kept(wanted: Q) -> dict[int, int]:
    return dict(TableBend.objects.filter(wanted).values_list("table_id", "made_of"))


def _write(was: Mapping[int, int], now: Mapping[int, int]) -> None:
    TableBend.objects.bulk_create(
        [TableBend(table_id=table, made_of=newest) for table, newest in now.items() if was.get(table) != newest],
        update_conflicts=True,
        unique_fields=["table"],
        update_fields=["made_of", "waits", "story", "steps"],
    )
    if gone := was.keys() - now.keys():
        TableBend.objects.filter(table__in=gone).delete()


def make_bends(*, through: Callable[..., Iterable[Any]] = map) -> bool:
    """Of some tables that wait, those of the newest event; whether there were any. ``through``: what maps, maybe in a
    process of its own.
    """
    event = newest_waiting()
    if event is None:
        return False
    waiting = waiting_tables(event, most=AT_ONCE)
    games = [event.game] * len(waiting)
    bends = through(bend_at, games, [each.recorded for each in waiting], [each.known for each in waiting])
    for each, bend in zip(waiting, bends, strict=True):
        # Whose deals are others by now waits on.
        row = TableBend.objects.filter(table=each.table, made_of=each.made_of)
        told = {"story": bend.story.as_dict(), "steps": written_steps(bend.steps)} if bend else {}
        row.update(waits=False, **told)
    return True


def rebuild_bends(club: Club) -> list[Difference]:
    """Every table of an event that is over has a bend, reckoned of its newest deals or waiting."""
    of_club = Q(table__event__club=club)
    was, now = _kept(of_club), newest_deals(of_club)
    wrong = [table for table in was.keys() | now.keys() if was.get(table) != now.get(table)]
    _write(was, now)
    return [
        Difference(f"{club}, table {table}", None, {"deals": str(was.get(table))}, {"deals": str(now.get(table))})
        for table in wrong
    ]
