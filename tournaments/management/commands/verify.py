"""Proves event files: docs/files.md."""

import sys
from argparse import ArgumentParser
from collections.abc import Sequence
from pathlib import Path
from typing import Any

from django.core.management.base import BaseCommand

from tournaments.proofs.printed import HELP, add_arguments, answer


class Command(BaseCommand):
    help = HELP
    requires_system_checks: list[str] = []

    def add_arguments(self, parser: ArgumentParser) -> None:
        add_arguments(parser)

    def handle(self, *, files: Sequence[Path], json: bool, **options: Any) -> None:
        status = 0
        for text, code in answer(files, as_json=json):
            self.stdout.write(text)
            status = max(status, code)
        if status:
            sys.exit(status)
