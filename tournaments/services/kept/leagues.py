"""Keeping up the tables that count for the fixtures of leagues."""

from collections.abc import Mapping

from tournaments.models import Club, Event, League, LeagueTable
from tournaments.selectors.league.counting import (
    Sitting,
    counting_events,
    counts_for,
    kept_tables,
    leagues_of,
    sets_of,
    tables_for,
)
from tournaments.services.kept.differences import Difference


def keep_leagues(event: Event) -> None:
    """Part of every change of an event that is over, and of the one by which it is open again."""
    for league in leagues_of(event):
        found = tables_for(sets_of(league), [event]) if counts_for(event, league) else {}
        _keep(league, event.pk, found.get(event.pk, {}))


def _keep(league: League, event: int, now: Mapping[int, Sitting]) -> None:
    rows = LeagueTable.objects.filter(league=league, event=event)
    was = dict(rows.values_list("table", "sitting"))
    changed = {table: sitting for table, sitting in now.items() if was.get(table) != sitting}
    LeagueTable.objects.bulk_create(
        [LeagueTable(league=league, event_id=event, table_id=pk, sitting=sitting) for pk, sitting in changed.items()],
        update_conflicts=True,
        unique_fields=["league", "table"],
        update_fields=["event", "sitting"],
    )
    rows.filter(table__in=was.keys() - now.keys()).delete()


def write_league(league: League) -> list[Difference]:
    """What is kept of it becomes what its nights give, of whom it is drawn for by now."""
    was, now = kept_tables(league), {}
    if league.drawn_at:
        now = tables_for(sets_of(league), counting_events(league))
    found = []
    for event in was.keys() | now.keys():
        before, after = was.get(event, {}), now.get(event, {})
        if before != after:
            _keep(league, event, after)
            kept, rebuilt = ({"tables": str(sorted(each.items()))} for each in (before, after))
            found.append(Difference(f"{league}, {event}", None, {**kept}, {**rebuilt}))
    return found


def rebuild_leagues(club: Club) -> list[Difference]:
    """The tables of every fixture are those at which exactly its players sat."""
    leagues = League.objects.filter(season__club=club).select_related("season")
    return [each for league in leagues for each in write_league(league)]
