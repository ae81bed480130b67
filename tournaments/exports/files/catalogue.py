"""Every file that is given away, by name: for pages, the command, and docs/files.md."""

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Any, Generic, TypeVar

from tournaments.exports.files import of_club, of_event, of_prizes, of_teams
from tournaments.exports.files.sheet import FileColumn, Kind, Sheet, csv_lines, json_lines
from tournaments.models import Club, Event, Season
from tournaments.selectors.league.page import LeaguePage
from tournaments.selectors.season.page import SeasonPage

Subject = TypeVar("Subject", Club, Event, SeasonPage, LeaguePage)
KINDS: tuple[Kind, ...] = ("csv", "json")


@dataclass(frozen=True)
class FileOut(Generic[Subject]):
    """``columns`` by what it is of, where that makes a difference; ``closed``: for who may direct alone, since it tells
    more than any open page.
    """

    sheet: Callable[[Subject], Sheet]
    columns: Mapping[str, Sequence[FileColumn]]
    closed: bool = False


EVENT_FILES: Mapping[str, FileOut[Event]] = {
    "standings": FileOut(of_event.standings, {"a club night": of_event.NIGHT, "a tournament": of_event.TOURNAMENT}),
    "pairings": FileOut(of_event.pairings, {"an event": of_event.PAIRINGS}),
    "cross-table": FileOut(of_event.cross_table, {"a tournament": of_event.CROSS_TABLE}),
    "prizes": FileOut(of_prizes.prizes, {"an event": of_prizes.PRIZES}),
    "teams": FileOut(of_teams.teams, {"an event": of_teams.TEAMS}),
    "deals": FileOut(of_event.deals, {"an event": of_event.DEALS}),
    "entrants": FileOut(of_event.entrants, {"an event": of_event.ENTRANTS}, closed=True),
}
CLUB_FILES: Mapping[str, FileOut[Club]] = {
    "standings": FileOut(of_club.standings, {"a club": of_club.ALL_TIME}),
    "ratings": FileOut(of_club.ratings, {"a club": of_club.RATINGS}),
    "ladders": FileOut(of_club.ladders, {"a club": of_club.LADDERS}),
    "players": FileOut(of_club.players, {"a club": of_club.PLAYERS}, closed=True),
}
SEASON_FILES: Mapping[str, FileOut[SeasonPage]] = {
    "standings": FileOut(of_club.season_standings, {"a season": of_club.STANDINGS}),
    "events": FileOut(of_club.events, {"a season": of_club.EVENTS}),
    "teams": FileOut(of_teams.season_teams, {"a season": of_teams.SEASON_TEAMS}),
}
LEAGUE_FILES: Mapping[str, FileOut[LeaguePage]] = {
    "league": FileOut(of_club.league, {"a season": of_club.LEAGUE}),
    "fixtures": FileOut(of_club.fixtures, {"a season": of_club.FIXTURES}),
    "league-teams": FileOut(of_teams.league_teams, {"a season": of_teams.LEAGUE_TEAMS}),
}
SCORE_LINES = "tables"
"""A file of its own kind: what `manage.py score` takes."""


def event_files(event: Event) -> Mapping[str, FileOut[Event]]:
    """What there is of this one: without rounds nobody has met everybody."""
    is_there = {"cross-table": event.has_rounds, "prizes": event.prizes is not None, "teams": event.has_teams}
    return {name: file for name, file in EVENT_FILES.items() if is_there.get(name, True)}


def event_lines(event: Event, name: str, kind: Kind, *, language: str, category: str | None = None) -> Iterator[str]:
    """Standings may be those of a ``category``, by its name. Raises KeyError where there is no such file."""
    of_category = name == "standings" and category is not None
    sheet = of_prizes.standings_of(event, category) if of_category else EVENT_FILES[name].sheet(event)
    return _lines(sheet, kind, _event_head(event, name), language)


def club_lines(club: Club, name: str, kind: Kind, *, language: str) -> Iterator[str]:
    """Raises KeyError where there is no such file."""
    return _lines(CLUB_FILES[name].sheet(club), kind, _club_head(club, name), language)


def season_lines(
    page: SeasonPage, name: str, kind: Kind, *, language: str, category: str | None = None
) -> Iterator[str]:
    """As ``event_lines``."""
    of_category = name == "standings" and category is not None
    sheet = of_prizes.season_standings_of(page, category) if of_category else SEASON_FILES[name].sheet(page)
    return _lines(sheet, kind, _season_head(page.season, name), language)


def league_lines(page: LeaguePage, name: str, kind: Kind, *, language: str) -> Iterator[str]:
    """Raises KeyError where there is no such file."""
    return _lines(LEAGUE_FILES[name].sheet(page), kind, _season_head(page.league.season, name), language)


def _lines(sheet: Sheet, kind: Kind, head: Mapping[str, Any], language: str) -> Iterator[str]:
    return csv_lines(sheet, language=language) if kind == "csv" else json_lines(sheet, head)


def _club_head(club: Club, name: str) -> dict[str, Any]:
    return {"capstone": name, "version": 1, "club": {"slug": club.slug, "name": club.name}}


def _season_head(season: Season, name: str) -> dict[str, Any]:
    facts = {
        "id": season.pk,
        "name": season.name,
        "starts": season.starts.isoformat(),
        "ends": season.ends.isoformat(),
        "revision": season.revision,
    }
    return {**_club_head(season.club, name), "season": facts}


def _event_head(event: Event, name: str) -> dict[str, Any]:
    """``revision`` tells two of one event apart: the greater is the newer."""
    facts = {
        "id": event.pk,
        "name": event.name,
        "date": event.date.isoformat(),
        "kind": event.kind,
        "game": event.game,
        "rules": dict(event.game_rules),
        "status": event.status,
        "revision": event.revision,
    }
    return {**_club_head(event.club, name), "event": facts}
