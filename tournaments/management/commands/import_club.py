"""A whole club from the file that `export club` has given: docs/files.md."""

from pathlib import Path

from django.contrib.auth.models import User
from django.core.management.base import BaseCommand, CommandError, CommandParser

from tournaments.audit import SYSTEM
from tournaments.imports.club_file import ClubFile, open_club_file
from tournaments.models import Club
from tournaments.selectors.files import proposed_people
from tournaments.services.files.club import bring_club
from tournaments.services.refusals import Refused
from tournaments.words.refusals import refusal_text


class Command(BaseCommand):
    help = "Brings a whole club in from its file, all of it or nothing. Exit status 2 where that is not possible."

    def add_arguments(self, parser: CommandParser) -> None:
        parser.add_argument("file", type=Path)
        options = parser.add_mutually_exclusive_group()
        options.add_argument("--owner", help="whose the new club is, by the name of the account")
        options.add_argument("--into", help="the club it becomes part of, as its address has it")
        parser.add_argument(
            "--same",
            action="append",
            default=[],
            metavar="THEIRS=OURS",
            help="two numbers: a player of the file is one of the list; repeat it for each. Without it: by their names",
        )
        parser.add_argument("--dry-run", action="store_true", help="do it, say what it was, and undo it")

    def handle(
        self,
        *,
        file: Path,
        owner: str | None,
        into: str | None,
        same: list[str],
        dry_run: bool,
        **options: object,
    ) -> None:
        account = _account(owner) if owner else None
        club = _club(into) if into else None
        try:
            with file.open("rb") as opened:
                club_file = open_club_file(opened)
                people = _people(club_file, club, same)
                self._tell(club_file, people)
                brought = bring_club(
                    rows=club_file.rows(),
                    sizes=club_file.sizes,
                    name=club_file.name,
                    slug=club_file.slug,
                    into=club,
                    people=people,
                    owner=account,
                    actor=SYSTEM,
                    rehearsal=dry_run,
                )
        except OSError as error:
            raise CommandError(f"{file} cannot be read: {error.strerror}.", returncode=2) from error
        except Refused as refused:
            raise CommandError(refusal_text(refused), returncode=2) from refused
        self.stdout.write(
            "This would work; nothing was brought in." if dry_run else f"Brought in: {brought} ({brought.slug})."
        )

    def _tell(self, club_file: ClubFile, people: dict[int, int]) -> None:
        for kind, (count, _first, _last) in club_file.sizes.items():
            if count:
                self.stdout.write(f"{kind}: {count}")
        for person in club_file.people:
            if person.id in people:
                self.stdout.write(f"{person.id} {person.name}: is player {people[person.id]} of the list")


def _people(club_file: ClubFile, club: Club | None, same: list[str]) -> dict[int, int]:
    if club is None:
        return {}
    if not same:
        return proposed_people(club, club_file.people)
    try:
        return {int(theirs): int(ours) for theirs, ours in (pair.split("=") for pair in same)}
    except ValueError as error:
        raise CommandError("--same takes two numbers, such as 12=34.", returncode=2) from error


def _account(username: str) -> User:
    try:
        return User.objects.get(username=username)
    except User.DoesNotExist as error:
        raise CommandError(f"There is no account “{username}”.", returncode=2) from error


def _club(slug: str) -> Club:
    try:
        return Club.objects.get(slug=slug)
    except Club.DoesNotExist as error:
        raise CommandError(f"There is no club “{slug}”.", returncode=2) from error
