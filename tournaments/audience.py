"""For whom something is drawn: insiders read everybody's whole name, strangers what the club and each player wish."""

from collections.abc import Iterator
from contextlib import contextmanager
from contextvars import ContextVar

from django.utils.translation import get_language

FULL, CALL, INITIALS = "full", "call", "initials"

# How the club tells strangers its players' names; empty while something is drawn for insiders.
_told: ContextVar[str] = ContextVar("told", default="")


@contextmanager
def drawn_for(wished: str) -> Iterator[None]:
    """Strangers to whom a club tells names so, or insiders (empty)."""
    before = _told.set(wished)
    try:
        yield
    finally:
        _told.reset(before)


def lines_for(wished: str, lines: Iterator[str]) -> Iterator[str]:
    """Lines that are read after the view that drew them for somebody has answered."""
    while True:
        with drawn_for(wished):
            line = next(lines, None)
        if line is None:
            return
        yield line


def told() -> str:
    """What is kept of something drawn is kept for this audience."""
    return _told.get()


def reader() -> tuple[str, str | None]:
    """Who reads the same of everybody: who is anonymous is told so in a language."""
    return told(), get_language()


def told_names(name: str, nickname: str, own: str) -> tuple[str, str]:
    """The name and the short one; ``own`` is the player's choice, empty where there is none."""
    wished = own or told()
    if not told() or wished == FULL:
        return name, nickname or name
    words = name.split()
    shown = " ".join(f"{word[0].upper()}." for word in words) if wished == INITIALS else nickname or words[0]
    return shown, shown
