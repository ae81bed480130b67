"""What a club or an event gives away, for other programs: docs/files.md."""

import sys
from argparse import ArgumentParser
from collections.abc import Iterator
from typing import Any

from django.core.management.base import BaseCommand, CommandError

from tournaments.audience import INSIDERS, drawn_for
from tournaments.exports.files.catalogue import (
    CLUB_FILES,
    EVENT_FILES,
    KINDS,
    LEAGUE_FILES,
    SCORE_LINES,
    SEASON_FILES,
    club_lines,
    event_lines,
    league_lines,
    season_lines,
)
from tournaments.exports.files.fide_reports import reports
from tournaments.exports.files.of_club import write_club
from tournaments.exports.files.of_event import score_lines
from tournaments.exports.files.proved import PROVED, event_file
from tournaments.exports.files.sheet import DIALECTS, Kind
from tournaments.models import Club, Event, League, Season
from tournaments.selectors.league.page import league_page, read_league
from tournaments.selectors.prizes import categories_of
from tournaments.selectors.season.page import read_season, season_page


class Command(BaseCommand):
    help = "Writes a file of an event, a season or a club to standard output, with everybody's whole name."

    def add_arguments(self, parser: ArgumentParser) -> None:
        files = {"an event": OF_EVENTS, "a season": OF_SEASONS, "a club": OF_CLUBS}
        parser.add_argument("what", help="; ".join(f"of {owner}: {', '.join(names)}" for owner, names in files.items()))
        owner = parser.add_mutually_exclusive_group(required=True)
        owner.add_argument("--event", type=int, help="its number, as its address has it")
        owner.add_argument("--season", type=int, help="its number, as its address has it")
        owner.add_argument("--club", help="as its address has it")
        parser.add_argument("--category", help="only standings of this category of the club's")
        parser.add_argument("--format", dest="kind", choices=KINDS, default="csv")
        parser.add_argument(
            "--language", choices=sorted(DIALECTS), default="en", help="whose spreadsheets read the CSV"
        )

    @drawn_for(INSIDERS)
    def handle(self, *, what: str, kind: Kind, language: str, **options: Any) -> None:
        event, season, club, category = (options[name] for name in ("event", "season", "club", "category"))
        files = OF_EVENTS if event is not None else OF_SEASONS if season is not None else OF_CLUBS
        if what not in files:
            raise CommandError(f"There is no file “{what}”. There are: {', '.join(files)}.")
        if category is not None and (what != "standings" or club is not None):
            raise CommandError("Only the standings of an event or of a season are those of a category.")
        if what == WHOLE:
            write_club(_club(club), sys.stdout.buffer)
            return
        if what == PROVED:
            sys.stdout.buffer.write(event_file(_event(event)))
            return
        if event is not None:
            lines = _of_event(event, what, kind, language, category)
        elif season is not None:
            lines = _of_season(season, what, kind, language, category)
        else:
            lines = club_lines(_club(club), what, kind, language=language)
        for line in lines:
            sys.stdout.write(line)


REPORT, WHOLE = "report", "club"
OF_EVENTS = [*EVENT_FILES, SCORE_LINES, REPORT, PROVED]
OF_SEASONS = [*SEASON_FILES, *LEAGUE_FILES]
OF_CLUBS = [*CLUB_FILES, WHOLE]


def _of_event(pk: int, what: str, kind: Kind, language: str, category: str | None) -> Iterator[str]:
    event = _event(pk)
    if what == REPORT:
        return _reports(event)
    if what == SCORE_LINES:
        return score_lines(event)
    _require_category(event.club, category)
    return event_lines(event, what, kind, language=language, category=category)


def _event(pk: int) -> Event:
    try:
        return Event.objects.select_related("club").get(pk=pk)
    except Event.DoesNotExist as error:
        raise CommandError(f"There is no event {pk}.") from error


def _of_season(pk: int, what: str, kind: Kind, language: str, category: str | None) -> Iterator[str]:
    try:
        season = read_season(pk)
        if what in SEASON_FILES:
            _require_category(season.club, category)
            page = season_page(season, tonight_counts=False)
            return season_lines(page, what, kind, language=language, category=category)
        return league_lines(league_page(read_league(pk)), what, kind, language=language)
    except Season.DoesNotExist as error:
        raise CommandError(f"There is no season {pk}.") from error
    except League.DoesNotExist as error:
        raise CommandError(f"Season {pk} is not played as a league.") from error


def _require_category(club: Club, name: str | None) -> None:
    names = [category.name for category in categories_of(club)]
    if name is not None and name not in names:
        raise CommandError(f"The club has no category “{name}”. There are: {', '.join(names) or 'none'}.")


def _reports(event: Event) -> Iterator[str]:
    stages = list(reports(event).values())
    if len(stages) != 1:
        raise CommandError(f"{event} has {len(stages)} stages that a report can tell: take them from its page Files.")
    return iter(stages)


def _club(slug: str) -> Club:
    try:
        return Club.objects.get(slug=slug)
    except Club.DoesNotExist as error:
        slugs = ", ".join(Club.objects.order_by("slug").values_list("slug", flat=True))
        raise CommandError(f"There is no club “{slug}”. There are: {slugs or 'none'}.") from error
