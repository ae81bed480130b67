"""Spares that another laptop goes on from."""

from io import StringIO
from pathlib import Path

from django.core.management import call_command


def take_over(stick: Path) -> str:
    output = StringIO()
    call_command("restore", stick, set_aside=True, stdout=output)
    return output.getvalue()
