"""Whether a passport is what a club has signed, without a network or a database: docs/integrations.md."""

import sys
from argparse import ArgumentParser
from pathlib import Path

from django.core.management.base import BaseCommand, CommandError

from tournaments.imports.passports import BadPassport, own_fingerprints, read_passport
from tournaments.limits import LARGEST_PASSPORT
from tournaments.words.club import bad_passport, claimed_game, grouped_fingerprint


class Command(BaseCommand):
    help = "Says whose passport a file is and who has signed it; or how those that are made here are signed."
    requires_system_checks = []

    def add_arguments(self, parser: ArgumentParser) -> None:
        actions = parser.add_subparsers(dest="act", required=True)
        verify = actions.add_parser("verify", help="exit status 1 with a sentence where it cannot be believed")
        verify.add_argument("file", type=Path)
        verify.add_argument("--issuer", help="the fingerprint by which it must be signed, as the other club shows it")
        actions.add_parser("fingerprint", help="that of this installation")

    def handle(self, *, act: str, **options: object) -> None:
        if act == "fingerprint":
            sys.stdout.write(f"{grouped_fingerprint(own_fingerprints()[0])}\n")
            return
        _verify(Path(str(options["file"])), str(options["issuer"] or ""))


def _verify(file: Path, issuer: str) -> None:
    try:
        with file.open("rb") as opened:
            passport = read_passport(opened.read(LARGEST_PASSPORT + 1))
    except OSError as error:
        raise CommandError(f"{file} cannot be read: {error.strerror}.") from error
    except BadPassport as bad:
        raise CommandError(bad_passport(str(bad))) from bad
    signed = grouped_fingerprint(passport.issuer)
    if issuer and not signed.replace(" ", "").startswith(issuer.replace(" ", "").lower()[:32]):
        raise CommandError(f"It is signed by {signed}, which is not who you named.")
    lines = [f"{passport.player}, {passport.club}, {passport.issued_at:%Y-%m-%d}", f"signed by {signed}"]
    lines += [
        "{game}: {rests_on}, places {places}, rating {rating}".format(**claimed_game(game)) for game in passport.games
    ]
    sys.stdout.write("\n".join([*lines, ""]))
