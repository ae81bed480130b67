"""Feats of which the highest is a record, or the lowest, by kind."""

from collections.abc import Callable, Sequence
from dataclasses import dataclass

from django.utils.functional import Promise
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy, ngettext

from scoring.games import GAMES
from tournaments.selectors.statistics.pages import EventStatistics, Holding, KeptRecord, RecordKind

MOST_FEATS = 3


@dataclass(frozen=True)
class RecordWords:
    wanted: RecordKind
    title: str | Promise
    text: Callable[[Holding], str]
    several: str | Promise = ""  # of an event's


@dataclass(frozen=True)
class ShownRecord:
    title: str
    holdings: Sequence[tuple[Holding, str]]


def sheet_text(held: Holding) -> str:
    """What it could have brought, and how many were exact."""
    return _("%(points)d points, %(exact)s exact; %(best)s were possible") % {"points": held.value, **held.detail}


def streak_text(held: Holding) -> str:
    return ngettext("%(count)d in a row", "%(count)d in a row", held.value) % {"count": held.value}


def decided_text(held: Holding) -> str:
    if not held.value:
        return _("by the last deal")
    return ngettext("%(count)d deal to go", "%(count)d deals to go", held.value) % {"count": held.value}


RECORDS: Sequence[RecordWords] = (
    RecordWords(RecordKind("sheet"), gettext_lazy("Best sheet"), sheet_text, gettext_lazy("Best sheets")),
    RecordWords(RecordKind("sheet", lowest=True), gettext_lazy("Lowest sheet"), sheet_text),
    RecordWords(RecordKind("streak"), gettext_lazy("Most exact announcements in a row"), streak_text),
    RecordWords(
        RecordKind("decided"), gettext_lazy("Earliest decided table"), decided_text, gettext_lazy("Deals that decided")
    ),
)


def wanted_records() -> dict[str, list[RecordKind]]:
    """By game."""
    return {
        key: [words.wanted for words in RECORDS if words.wanted.kind in game.feat_kinds] for key, game in GAMES.items()
    }


def shown_record(record: KeptRecord) -> ShownRecord:
    words = next(words for words in RECORDS if words.wanted == record.wanted)
    return ShownRecord(str(words.title), [(held, words.text(held)) for held in record.holdings])


def event_feats(page: EventStatistics) -> list[ShownRecord]:
    """Of each kind a few, the highest first, and the one that is lowest where that is a record too."""
    found = []
    for words in RECORDS:
        feats = page.feats.get(words.wanted.kind, [])
        chosen = feats[-1:] if words.wanted.lowest else feats[:MOST_FEATS]
        if chosen:
            found.append(ShownRecord(str(words.several or words.title), [(held, words.text(held)) for held in chosen]))
    return found
