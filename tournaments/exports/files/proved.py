"""The event file: everything that an event claims and what it rests on, in one signed document that
``manage.py verify`` proves. docs/files.md describes it.
"""

import tomllib
from functools import lru_cache

from django.conf import settings

from tournaments.imports.passports import private_key
from tournaments.models import Event
from tournaments.proofs.verify import signed
from tournaments.selectors.whole_event import whole_event

PROVED = "event"
"""A file of its own kind, as its address and the command name it."""


def event_file(event: Event) -> bytes:
    """With names as the reader may see them."""
    return signed(whole_event(event), program=_program(), private=private_key())


@lru_cache(maxsize=1)
def _program() -> str:
    project = tomllib.loads((settings.BASE_DIR / "pyproject.toml").read_text())["project"]
    return f"{project['name']} {project['version']}"
