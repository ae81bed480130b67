"""Who has registered for an event, who waits for the director, and whose name a name looks like to the eye."""

import re
import unicodedata
from collections.abc import Iterable
from dataclasses import dataclass
from datetime import datetime
from functools import lru_cache
from pathlib import Path

from django.db.models import QuerySet

from tournaments.models import WITHOUT_ROUNDS, Club, Event, Player, Registration
from tournaments.selectors.stage.entrants import has_begun

TABLE = Path(__file__).with_name("confusables.txt")


def _read_table() -> dict[int, str]:
    lines = [line.split() for line in TABLE.read_text(encoding="utf-8").splitlines() if not line.startswith("#")]
    return {ord(written): read for read, letters in lines for written in letters}


PLAIN = _read_table()


def lookalikes(name: str, players: Iterable[Player]) -> list[Player]:
    """Those whom this name may be taken for, by name or nickname, and who bears it."""
    looks = _looks(name)
    return [player for player in players if looks & (_looks(player.name) | _looks(player.nickname))]


@lru_cache(maxsize=16384)
def _looks(name: str) -> frozenset[str]:
    """As it is written and in small letters: capital I is read as l, small i is not."""
    seen = unicodedata.normalize("NFKD", name)
    letters = "".join(part for part in seen if unicodedata.category(part) not in ("Mn", "Me", "Cf"))
    return frozenset(key for part in (letters, letters.casefold()) for key in _joined(part.translate(PLAIN)) if key)


def _joined(text: str) -> tuple[str, str]:
    """However the words are parted, and in whichever order."""
    words = re.findall(r"[^\W_]+", text.casefold())
    return "".join(words), "".join(sorted(words))


State = Registration.State
FEW = 30  # who came in last, of whom the director may still say that it was a mistake


@dataclass(frozen=True)
class WrittenName:
    id: int
    name: str
    at: datetime
    like: list[Player]  # of the club, whom the name may be taken for

    @property
    def choices(self) -> list[tuple[str, str]]:
        """Who it may be, as the form takes it."""
        return [(f"{self.id}:{player.pk}", player.name) for player in self.like]

    @property
    def same(self) -> Player | None:
        """Who bears this very name: nobody else of the club can."""
        return next((player for player in self.like if player.name.casefold() == self.name.casefold()), None)


@dataclass(frozen=True)
class FromOneNetwork:
    """The names that came from one network address."""

    names: list[WrittenName]

    @property
    def ids(self) -> list[int]:
        return [name.id for name in self.names]

    @property
    def simple(self) -> list[int]:
        """Whose names look like nobody's."""
        return [name.id for name in self.names if not name.like]


@dataclass(frozen=True)
class RegistrationList:
    is_open: bool
    waiting: list[FromOneNetwork]
    let_in: list[FromOneNetwork]

    @property
    def count(self) -> int:
        return sum(len(group.names) for group in self.waiting)

    @property
    def ids(self) -> list[int]:
        return [pk for group in self.waiting for pk in group.ids]

    @property
    def simple(self) -> list[int]:
        return [pk for group in self.waiting for pk in group.simple]


def is_open(event: Event) -> bool:
    """A tournament's registration closes by itself when its first stage begins."""
    return event.status == Event.Status.OPEN and event.registration_open and not has_begun(event)


def registration_list(event: Event, *, everything: bool = False) -> RegistrationList:
    """Names that wait to be let in; with ``everything`` also who was let in last. The club's list is read only where
    somebody waits.
    """
    states = [State.WAITING, State.LET_IN] if everything else [State.WAITING]
    rows = event.registrations.filter(state__in=states).select_related("entrant__player")
    waiting = [row for row in rows if row.state == State.WAITING]
    came = [row for row in rows if row.entrant][-FEW:]
    players = list(_listed(event.club)) if waiting else []
    return RegistrationList(is_open(event), _by_network(waiting, players), _by_network(came[::-1], []))


def who_it_may_be(club: Club, name: str) -> list[Player]:
    return _like(name, _listed(club))


def _like(name: str, players: Iterable[Player]) -> list[Player]:
    """Each as who that is since they were merged."""
    return list(dict.fromkeys(player.one for player in lookalikes(name, players)))


def _listed(club: Club) -> QuerySet[Player]:
    """What somebody's row shows in place of a name is nobody's name."""
    return club.players.filter(anonymised_at=None).select_related("merge__into")


def _by_network(rows: Iterable[Registration], players: list[Player]) -> list[FromOneNetwork]:
    by_network: dict[str, list[WrittenName]] = {}
    for row in rows:
        name = row.said_name
        by_network.setdefault(row.origin, []).append(WrittenName(row.pk, name, row.at, _like(name, players)))
    return [FromOneNetwork(names) for names in by_network.values()]


def own_registrations(event: Event, ids: Iterable[int]) -> list[Registration]:
    """Those that this phone has written, so that it can say what became of them."""
    return list(event.registrations.filter(pk__in=list(ids)).select_related("entrant__player"))


def events_to_enter(player: Player) -> list[Event]:
    """Of the player's club, with open registration, where nobody knows yet that this player is there."""
    entered = player.entries.filter(present=True) | player.entries.exclude(event__kind__in=WITHOUT_ROUNDS)
    events = Event.objects.filter(club=player.club, status=Event.Status.OPEN, registration_open=True)
    return [event for event in events.exclude(pk__in=entered.values("event")) if is_open(event)]


def came_in(event: Event, ids: Iterable[int]) -> dict[int, int | None]:
    """Those of these registrations (ids) that were let in, and as which player (id) if they were written otherwise."""
    rows = event.registrations.filter(pk__in=list(ids), state=State.LET_IN).select_related("entrant")
    return {row.pk: row.entrant.player_id if row.entrant and row.name else None for row in rows}
