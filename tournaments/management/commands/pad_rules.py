"""Writes the rules with which the pad scores while it is offline."""

from pathlib import Path

from django.conf import settings
from django.core.management.base import BaseCommand

from scoring.pad_rules import javascript, pad_rules

PATH = Path(settings.BASE_DIR) / "static" / "js" / "pad" / "rules" / "tables.js"


class Command(BaseCommand):
    help = "Writes static/js/pad/rules/tables.js out of the rules. Needed after a change in scoring/; a test tells."
    requires_system_checks = []

    def handle(self, **options: object) -> None:
        PATH.write_text(javascript(pad_rules()))
        self.stdout.write(f"{PATH.relative_to(settings.BASE_DIR)}: {PATH.stat().st_size:,} bytes")
