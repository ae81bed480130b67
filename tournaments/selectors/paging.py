"""Long lists, a page at a time, and somebody found in them."""

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from functools import cached_property
from typing import Generic, TypeVar

from django.core.paginator import Page, Paginator

from tournaments.models import plain_letters

Line = TypeVar("Line")

PAGE = 100


@dataclass(frozen=True)
class PagedList(Generic[Line]):
    """One page of a list. ``found`` are all lines that were looked for, each with the number of its page."""

    page: "Page[Line]"
    text: str
    found: list[tuple[int, Line]]

    @cached_property
    def found_here(self) -> list[Line]:
        return [line for number, line in self.found if number == self.page.number]

    @property
    def only_found(self) -> Line | None:
        return self.found[0][1] if len(self.found) == 1 else None


def paged(lines: Sequence[Line], *, page: str, text: str, names: Callable[[Line], str]) -> PagedList[Line]:
    """The page of this number; without one, that of the first line whose ``names`` hold every word of the text."""
    words = plain_letters(text).split()

    def has_words(line: Line) -> bool:
        letters = plain_letters(names(line))
        return all(word in letters for word in words)

    entries = [(index // PAGE + 1, line) for index, line in enumerate(lines) if words and has_words(line)]
    first = entries[0][0] if entries else 1
    return PagedList(Paginator(lines, PAGE).get_page(page or first), text.strip(), entries)
