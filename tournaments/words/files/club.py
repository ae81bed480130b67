"""What a club's file holds, in words."""

from collections.abc import Mapping
from typing import NamedTuple, Protocol

from django.utils.translation import gettext as _
from django.utils.translation import ngettext


class HeldRows(Protocol):
    @property
    def name(self) -> str: ...
    @property
    def sizes(self) -> Mapping[str, tuple[int, int, int]]: ...


class FileFacts(NamedTuple):
    counts: list[str]
    done: str


def file_facts(file: HeldRows) -> FileFacts:
    players, events, tables, deals, seasons = (
        file.sizes[kind][0] for kind in ("player", "event", "table", "deal", "season")
    )
    counts = [
        ngettext("%(count)s player", "%(count)s players", players) % {"count": players},
        ngettext("%(count)s event", "%(count)s events", events) % {"count": events},
        ngettext("%(count)s table", "%(count)s tables", tables) % {"count": tables},
        ngettext("%(count)s recorded deal", "%(count)s recorded deals", deals) % {"count": deals},
        ngettext("%(count)s season", "%(count)s seasons", seasons) % {"count": seasons},
    ]
    told = [each for each, count in zip(counts, (players, events, tables, deals, seasons), strict=True) if count]
    return FileFacts(told, _("Brought in: %(name)s, %(counts)s.") % {"name": file.name, "counts": ", ".join(told)})
