"""For whom something is drawn: insiders read everybody's whole name, strangers what the club and each player wish."""

from collections.abc import Iterator, Set
from contextlib import contextmanager
from contextvars import ContextVar

from django.utils.translation import get_language

FULL, CALL, INITIALS = "full", "call", "initials"
INSIDERS = ""
NOBODY = "nobody"  # has been named yet: every name is initials, whatever the club and the player allow

# How the club shows strangers its players' names, or one of the two above.
_audience: ContextVar[str] = ContextVar("audience", default=NOBODY)
# The club whose page is drawn and what its reader may do there, as the page's loader has read it: for the menu alone.
_rights: ContextVar[tuple[int, Set[str]] | None] = ContextVar("rights", default=None)


@contextmanager
def drawn_for(shown_as: str) -> Iterator[None]:
    """The block draws names for INSIDERS, or for strangers as a club shows them."""
    audience_token, rights_token = _audience.set(shown_as), _rights.set(None)
    try:
        yield
    finally:
        _audience.reset(audience_token)
        _rights.reset(rights_token)


def draw_for_insiders() -> None:
    """Whoever has shown a role or a code reads whole names, unless the page has said already for whom it is drawn."""
    if current_audience() == NOBODY:
        _audience.set(INSIDERS)


def draw_with_rights(club: int, rights: Set[str]) -> None:
    _rights.set((club, rights))


def rights_drawn_with(club: int) -> Set[str] | None:
    """None where no loader has read them."""
    drawn = _rights.get()
    return drawn[1] if drawn and drawn[0] == club else None


def lines_for(shown_as: str, lines: Iterator[str]) -> Iterator[str]:
    """Lines that are read after the view that drew them for somebody has answered."""
    while True:
        with drawn_for(shown_as):
            line = next(lines, None)
        if line is None:
            return
        yield line


def current_audience() -> str:
    """How names are shown: what is cached of something drawn is cached for this audience alone."""
    return _audience.get()


def reader() -> tuple[str, str | None]:
    """Who reads the same of everybody: "Anonymous" is said in a language."""
    return current_audience(), get_language()


def names_as_shown(name: str, nickname: str, own: str) -> tuple[str, str]:
    """The name and the short one; ``own`` is the player's choice, empty where there is none."""
    wished = INITIALS if current_audience() == NOBODY else own or current_audience()
    if current_audience() == INSIDERS or wished == FULL:
        return name, nickname or name
    words = name.split()
    shown = " ".join(f"{word[0].upper()}." for word in words) if wished == INITIALS else nickname or words[0]
    return shown, shown
