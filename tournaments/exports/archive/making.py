"""A static copy of the pages, which outlives the server: all pages of the kinds below that links lead to.

First all are asked for; then, when it is known which there are, their links are made to lead to them.
"""

import re
from collections import deque
from collections.abc import Callable, Iterator, Set
from contextlib import suppress
from functools import partial
from pathlib import Path
from tempfile import TemporaryDirectory
from urllib.parse import unquote
from xml.etree.ElementTree import Element

from django.conf import settings
from django.contrib.auth.models import AnonymousUser
from django.contrib.staticfiles import finders
from django.contrib.staticfiles.storage import staticfiles_storage
from django.urls import Resolver404, resolve, reverse

from tournaments.exports.archive.addresses import file_name, own_address, path_between
from tournaments.exports.archive.pages import addresses, lead, parsed, quiet, written
from tournaments.exports.archive.reader import PageReader, own_host
from tournaments.models import Club, Event
from tournaments.services.refusals import Refused
from tournaments.visibility import AsMember, Premises, premises_at, with_key

FIRST = "index.html"
OF_INSTALLATION = frozenset({"home", "clubs", "passport-issuer", "passport-issuer-file"})
OF_CLUB = ("club", "nights", "all-time", "meetings", "compare", "calendar", "coming", "ladder", "club-files")
OF_YEAR = ("statistics", "statistics-game", "definitions", "ratings", "ratings-game", "seasons", "season", "season-why")
OF_SEASON = ("season-statistics", "season-statistics-game", "league", "division", "fixture")
OF_PEOPLE = ("player", "player-statistics", "rivals", "why", "rating-change", "event-people")
OF_EVENT = ("event", "tables", "table", "event-statistics", "event-bend", "report", "event-files")
OF_TOURNAMENT = ("pairings", "cross-table", "bracket", "handicaps")
FILES = ("logo-picture", "report-card", "event-report", "event-score-lines", "event-proved", "verifier")
SHEETS = tuple(f"{subject}-file-{kind}" for subject in ("club", "season", "event") for kind in ("csv", "json"))
PAGES = frozenset(
    ("privacy", "rules", "rules-game", *OF_CLUB, *OF_YEAR, *OF_SEASON, *OF_PEOPLE, *OF_EVENT, *OF_TOURNAMENT)
) | frozenset((*FILES, *SHEETS))
"""The names of addresses. Not among them: what is followed while people play, forms, paper, frames for other pages,
feeds, and the cards of players, which are made to be shared one by one.
"""
CHOICES = {"meetings": {"who", "find"}, "compare": {"game"}}
"""Parts of a query by which there would be as many pages as pairs of people, and more."""
HTML, CSS = "text/html", ".css"
SHOWN = re.compile(r"""url\(["']?([^"')]+)["']?\)""")

Report = Callable[[int, int], None]


def archive_of(club: Club | None, event: Event | None, *, whole: bool, most: int | None = None) -> "Archive":
    """Of an event, a club, or all there is, as strangers read it; ``whole``: as the club does. Raises Refused where
    they read nothing of it.
    """
    reader = PageReader(AsMember() if whole else AnonymousUser())
    if event:
        first = reverse("event", args=[event.pk])
        archive = Archive(reader, first, PAGES, lambda premises: premises.event == event.pk, most=most)
        _let_in(reader, with_key(first, premises_at(event.club, event)))
    elif club:
        first = reverse("club", args=[club.slug])
        archive = Archive(reader, first, PAGES, lambda premises: premises.club == club.pk, most=most)
        _let_in(reader, with_key(first, premises_at(club)))
    else:
        archive = Archive(reader, reverse("home"), PAGES | OF_INSTALLATION, lambda _premises: True, most=most)
    return archive


def _let_in(reader: PageReader, address: str) -> None:
    if reader.ask(address).status != 200:
        raise Refused("archive-hidden")


class Archive:
    """What the reader finds from the address `first` on. ``holds`` says whether a page of these premises belongs to it;
    it is refused where there are more than ``most``.
    """

    def __init__(
        self,
        reader: PageReader,
        first: str,
        kinds: Set[str],
        holds: Callable[[Premises], bool],
        *,
        most: int | None = None,
    ) -> None:
        self._reader = reader
        self._first = first
        self._kinds = kinds
        self._holds = holds
        self._most = most
        home = reverse("home")
        self._answers: dict[str, Path] = {}
        self._moved = {home: first} if first != home else {}
        self._statics: dict[str, bytes] = {}
        self._drawings: dict[str, dict[str, Element]] = {}

    def files(self, report: Report) -> Iterator[tuple[str, bytes]]:
        """Each with its name, once all have been asked for; reports how many those are, and of how many known."""
        with TemporaryDirectory() as folder:
            self._read(Path(folder), report)
            for address, path in self._answers.items():
                content = path.read_bytes()
                yield self._name(address), self._led(address, content) if path.suffix else content
            for address, content in self._statics.items():
                yield file_name(address), content

    def _read(self, folder: Path, report: Report) -> None:
        waiting, addresses = deque([self._first]), {self._first, *self._moved}
        while waiting:
            report(len(self._answers), len(addresses))
            for address in self._ask(waiting.popleft(), folder):
                if address not in addresses and self._is_kept(address):
                    addresses.add(address)
                    waiting.append(address)

    def _ask(self, address: str, folder: Path) -> list[str]:
        """Keeps the answer, and tells what it leads to."""
        answer = self._reader.ask(address)
        if answer.location:
            self._moved[address] = target = _own(answer.location, page=address)
            self._first = target if address == self._first else self._first
            return [target]
        if answer.status >= 500:
            raise Refused("archive-trouble", address=address)
        if answer.status != 200 or (answer.premises and not self._holds(answer.premises)):
            return []
        if self._most is not None and len(self._answers) >= self._most:
            raise Refused("archive-large")
        is_page = answer.media == HTML
        path = folder / f"{len(self._answers)}{'.html' if is_page else ''}"
        self._answers[address] = path
        if not is_page:
            path.write_bytes(answer.body)
            return []
        page = parsed(answer.body.decode())
        quiet(page, lambda part: self._reader.ask(_own(part, page=address), part=True).body.decode())
        path.write_text(written(page))
        return [_own(href, page=address) for href in addresses(page)]

    def _led(self, address: str, content: bytes) -> bytes:
        page = parsed(content.decode())
        lead(page, partial(self._target, address), self._symbol)
        return written(page).encode()

    def _target(self, page: str, href: str) -> str | None:
        address_asked = _own(href, page=page)
        if not address_asked:
            return href
        address = self._moved.get(address_asked, address_asked)
        if address in self._answers or self._has_static(address):
            return path_between(self._name(page), self._name(address), element=href.partition("#")[2])
        return None

    def _name(self, address: str) -> str:
        return FIRST if address == self._first else file_name(address)

    def _is_kept(self, address: str) -> bool:
        path, _, query = address.partition("?")
        with suppress(Resolver404):
            name = resolve(path).url_name or ""
            names = {pair.partition("=")[0] for pair in query.split("&")}
            return name in self._kinds and names.isdisjoint(CHOICES.get(name, ()))
        return False

    def _symbol(self, href: str) -> Element | None:
        address, _, name = href.partition("#")
        if address not in self._drawings:
            drawing = parsed((_static_file(address) or b"").decode())
            self._drawings[address] = {symbol.get("id", ""): symbol for symbol in drawing.iter("symbol")}
        return self._drawings[address].get(name)

    def _has_static(self, address: str) -> bool:
        """Takes it along, with what it shows."""
        if address in self._statics:
            return True
        content = _static_file(address)
        if content is None:
            return False
        self._statics[address] = content
        if address.endswith(CSS):
            for shown in SHOWN.findall(content.decode()):
                self._has_static(_own(shown, page=address))
        return True


def _own(href: str, *, page: str) -> str:
    return own_address(href, page=page, host=own_host())


def _static_file(address: str) -> bytes | None:
    name = unquote(address.removeprefix(settings.STATIC_URL))
    if not name or name == address:
        return None
    collected, source = Path(staticfiles_storage.path(name)), finders.find(name)
    path = collected if collected.is_file() else source and Path(source)
    return path.read_bytes() if path else None
