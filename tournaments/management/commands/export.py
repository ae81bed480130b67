"""What a club or an event gives away, for other programs: docs/files.md."""

import sys
from argparse import ArgumentParser
from collections.abc import Iterator

from django.core.management.base import BaseCommand, CommandError

from tournaments.exports.files.catalogue import CLUB_FILES, EVENT_FILES, KINDS, SCORE_LINES, club_lines, event_lines
from tournaments.exports.files.club_file import write_club
from tournaments.exports.files.of_event import reports, score_lines
from tournaments.exports.files.sheet import DIALECTS, Kind
from tournaments.models import Club, Event


class Command(BaseCommand):
    help = "Writes a file of an event or a club to standard output, with everybody's whole name."

    def add_arguments(self, parser: ArgumentParser) -> None:
        parser.add_argument("what", help=f"of an event: {', '.join(OF_EVENTS)}; of a club: {', '.join(OF_CLUBS)}")
        owner = parser.add_mutually_exclusive_group(required=True)
        owner.add_argument("--event", type=int, help="its number, as its address has it")
        owner.add_argument("--club", help="as its address has it")
        parser.add_argument("--format", dest="kind", choices=KINDS, default="csv")
        parser.add_argument(
            "--language", choices=sorted(DIALECTS), default="en", help="whose spreadsheets read the CSV"
        )

    def handle(
        self, *, what: str, event: int | None, club: str | None, kind: Kind, language: str, **options: object
    ) -> None:
        known = OF_EVENTS if event is not None else OF_CLUBS
        if what not in known:
            raise CommandError(f"There is no file “{what}”. There are: {', '.join(known)}.")
        if what == WHOLE:
            write_club(_club(club or ""), sys.stdout.buffer)
            return
        if event is not None:
            lines = _of_event(event, what, kind, language)
        else:
            lines = club_lines(_club(club or ""), what, kind, language=language)
        for line in lines:
            sys.stdout.write(line)


REPORT, WHOLE = "report", "club"
OF_EVENTS = [*EVENT_FILES, SCORE_LINES, REPORT]
OF_CLUBS = [*CLUB_FILES, WHOLE]


def _of_event(pk: int, what: str, kind: Kind, language: str) -> Iterator[str]:
    try:
        event = Event.objects.select_related("club").get(pk=pk)
    except Event.DoesNotExist as error:
        raise CommandError(f"There is no event {pk}.") from error
    if what == REPORT:
        return _reports(event)
    return score_lines(event) if what == SCORE_LINES else event_lines(event, what, kind, language=language)


def _reports(event: Event) -> Iterator[str]:
    found = list(reports(event).values())
    if len(found) != 1:
        raise CommandError(f"{event} has {len(found)} stages that a report can tell: take them from its page Files.")
    return iter(found)


def _club(slug: str) -> Club:
    try:
        return Club.objects.get(slug=slug)
    except Club.DoesNotExist as error:
        known = ", ".join(Club.objects.order_by("slug").values_list("slug", flat=True))
        raise CommandError(f"There is no club “{slug}”. There are: {known or 'none'}.") from error
