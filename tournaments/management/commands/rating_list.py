"""A rating list over the event files of any number of installations: docs/files.md."""

import sys
from argparse import ArgumentParser
from collections.abc import Iterable, Sequence
from pathlib import Path
from typing import Any

from django.core.management.base import BaseCommand, CommandError

from tournaments.exports.files.rating_list import list_files
from tournaments.exports.files.sheet import DIALECTS
from tournaments.proofs.printed import UNREADABLE, answer
from tournaments.proofs.rated import ListedEvent, read_event
from tournaments.proofs.rating_list import rating_list
from tournaments.proofs.verify import NoEventFile


class Command(BaseCommand):
    help = "Proves event files of any clubs and writes one rating list of them, with every change explained."
    requires_system_checks: list[str] = []

    def add_arguments(self, parser: ArgumentParser) -> None:
        parser.add_argument("files", nargs="+", metavar="FILE", type=Path)
        parser.add_argument("--out", required=True, metavar="FOLDER", type=Path, help="of this list alone")
        parser.add_argument("--language", choices=sorted(DIALECTS), default="en")

    def handle(self, *, files: Sequence[Path], out: Path, language: str, **options: Any) -> None:
        status = 0
        for text, code in answer(files, as_json=False):
            if code:
                self.stderr.write(text)
            status = max(status, code)
        if status:
            sys.exit(status)
        ratings = rating_list(map(_read, files))
        _write(out, list_files(ratings, language=language))
        names = sorted(game.game for game in ratings.games)
        self.stdout.write(
            f"{len(ratings.events)} events, {len(ratings.left_out)} files left out, {len(ratings.people)} people, "
            f"{len(ratings.proposals)} proposals; {', '.join(names) or 'no games'}: {out}"
        )


def _read(file: Path) -> ListedEvent:
    try:
        return read_event(file.read_bytes())
    except NoEventFile as error:
        raise CommandError(f"{file}: cannot be read as an event file ({error})", returncode=UNREADABLE) from error


def _write(out: Path, files: Iterable[tuple[str, bytes]]) -> None:
    """Pages of people who are no longer in the list go."""
    people = out / "people"
    old_pages = set(people.glob("*.html")) if people.is_dir() else set()
    for name, content in files:
        path = out / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_bytes(content)
        old_pages.discard(path)
    for path in old_pages:
        path.unlink()
