"""What is said of a tournament that is brought in."""

from collections.abc import Iterable, Mapping, Sequence
from typing import NamedTuple, Protocol, TypeVar

from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy, ngettext

from tournaments.words.files.lists import Guessed, how_it_was_read
from tournaments.words.languages import listed

KINDS = {
    "report": gettext_lazy("Tournament report"),
    "deals": gettext_lazy("Deals"),
    "pairings": gettext_lazy("Tables and pairings"),
    "standings": gettext_lazy("Standings"),
    "entrants": gettext_lazy("Entrants"),
}


Kind = TypeVar("Kind", bound=str)


class Faulty(Protocol):
    @property
    def kind(self) -> str: ...
    @property
    def line(self) -> int: ...
    @property
    def says(self) -> str: ...


class PlayedSizes(Protocol):
    @property
    def entrants(self) -> Sequence[object]: ...
    @property
    def rounds(self) -> int: ...
    @property
    def tables(self) -> int: ...


class FaultRow(NamedTuple):
    where: str
    says: str


def fault_rows(faults: Iterable[Faulty]) -> list[FaultRow]:
    where = _("%(file)s, line %(number)s:")
    return [FaultRow(where % {"file": KINDS[each.kind], "number": each.line}, each.says) for each in faults]


def how_sheets_were_read(sheets: Mapping[Kind, Guessed]) -> list[str]:
    return [f"{KINDS[kind]}: {how_it_was_read(sheet)}" for kind, sheet in sheets.items()]


def played_facts(event: PlayedSizes) -> list[str]:
    players, rounds, tables = len(event.entrants), event.rounds, event.tables
    return [
        ngettext("%(count)s player", "%(count)s players", players) % {"count": players},
        ngettext("%(count)s round", "%(count)s rounds", rounds) % {"count": rounds},
        ngettext("%(count)s table", "%(count)s tables", tables) % {"count": tables},
    ]


def played_brought(event: PlayedSizes) -> str:
    return _("Brought in: %(counts)s.") % {"counts": listed(played_facts(event))}


def stand_elsewhere(names: Sequence[str]) -> str:
    """Whom the tie-breaks of the plan place otherwise than the file."""
    text = _("By this tournament’s own tie-breaks these stand elsewhere than in the file: %(names)s.")
    return text % {"names": listed(names)}
