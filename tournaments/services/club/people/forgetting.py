"""Taking a name out of all that is stored: the one exception to rows that are never edited, and only for names."""

import json
import re
from collections.abc import Callable, Mapping
from functools import reduce
from operator import or_
from typing import Any, NamedTuple

from django.db.models import JSONField, Model, Q, QuerySet, TextField
from django.db.models.functions import Cast

from tournaments.models import (
    ApiToken,
    AuditEntry,
    Claim,
    Club,
    ComingNight,
    Confirmation,
    Deal,
    Event,
    Message,
    NameAside,
    Player,
    ProposedCorrection,
    Registration,
    Ruling,
    Table,
)
from tournaments.services.change import lock_events


class Texts(NamedTuple):
    """Columns in which people may have been named."""

    model: type[Model]
    club: str
    columns: tuple[str, ...]


WHERE = (
    Texts(AuditEntry, "club", ("before", "after")),
    Texts(Table, "event__club", ("call_note",)),
    Texts(Deal, "table__event__club", ("payload", "reason")),
    Texts(Confirmation, "table__event__club", ("reason",)),
    Texts(ProposedCorrection, "table__event__club", ("change", "reason")),
    Texts(Claim, "table__event__club", ("payload", "reason")),
    Texts(Ruling, "stage__event__club", ("reason",)),
    Texts(Message, "event__club", ("text",)),
    Texts(Registration, "event__club", ("name",)),
    Texts(ComingNight, "club", ("place", "note")),
    Texts(ApiToken, "club", ("name",)),
)
# What programs read. A player may be called Gold, and gold stays a colour.
CODES = {
    "action", "address", "at", "called_at", "chain", "choice", "client_id", "clock", "colour", "date",
    "game", "hands", "how", "kind", "late_points", "opinion", "points", "quarry", "results", "role", "rules", "score",
    "second_opinion", "started_at", "status", "time_up", "trump", "until", "verdict", "winners",
}  # fmt: skip
TELLING = 3  # letters


def lock_for_forgetting(club: Club) -> None:
    """Notes of events that are played change otherwise under it, or wait for it for ever."""
    lock_events(Q(club=club, status=Event.Status.OPEN))
    Club.objects.select_for_update(no_key=True).get(pk=club.pk)


def forget_names(club: Club, *, name: str, nickname: str, instead: str) -> None:
    """Others of the club whose names hold this one keep theirs."""
    words = [word for word in (name, nickname) if word]
    without = _replacing(club, name, nickname, instead)
    for texts in WHERE:
        for column in texts.columns:
            _rewrite(texts, club, column, words, without)


def _replacing(club: Club, name: str, nickname: str, instead: str) -> Callable[[str], str]:
    named = Player.objects.filter(club=club).values_list("name", flat=True)
    aside = NameAside.objects.filter(player__club=club).values_list("name", flat=True)
    longer = {other for other in (*named, *aside) if name in other and name != other}
    spared = [re.escape(other) for other in sorted(longer, key=len, reverse=True)]
    # One word alone may be one of the language, in small letters.
    gone = [f"(?i:{re.escape(name)})" if " " in name else re.escape(name), *filter(None, [re.escape(nickname)])]
    spare = f"(?P<spared>{'|'.join(spared)})|" if spared else "(?P<spared>(?!))|"
    pattern = re.compile(rf"(?<!\w)(?:{spare}{'|'.join(gone)})(?!\w)".replace("\\ ", r"\s+"))
    return lambda text: pattern.sub(lambda found: found["spared"] or instead, text)


def _rewrite(texts: Texts, club: Club, column: str, words: list[str], without: Callable[[str], str]) -> None:
    is_json = isinstance(texts.model._meta.get_field(column), JSONField)
    # Past the guards of what is only ever added to.
    rows: QuerySet[Any] = QuerySet(texts.model).filter(**{texts.club: club})
    held = rows.annotate(stored=Cast(column, TextField())).filter(_holding(words)).order_by()
    for pk, stored in held.values_list("pk", column):
        cleaned = _within(stored, without) if is_json else without(stored)
        if cleaned != stored:
            rows.filter(pk=pk).update(**{column: cleaned})


def _holding(words: list[str]) -> Q:
    """Rows that may. SQLite knows capitals in ASCII alone, and keeps other letters in JSON by their codes."""
    return reduce(or_, (Q(stored__icontains=text) for word in words for text in _telling(word)))


def _telling(word: str) -> set[str]:
    """The longest part of it that is stored alike everywhere; else all of it, as it may be spelt."""
    plain = max(re.findall("[A-Za-z0-9]+", word), key=len, default="")
    if len(plain) >= TELLING:
        return {plain}
    spelt = [case(part) for part in word.split() for case in (str, str.lower, str.upper)]
    return {text for each in spelt for text in (each, json.dumps(each)[1:-1])}


def _within(stored: Any, without: Callable[[str], str]) -> Any:
    if isinstance(stored, str):
        return without(stored)
    if isinstance(stored, list):
        return [_within(each, without) for each in stored]
    if isinstance(stored, Mapping):
        return {key: value if key in CODES else _within(value, without) for key, value in stored.items()}
    return stored
