"""Takes names out of all that is stored: the one exception to rows that are never edited, and only for names."""

import json
import re
from collections.abc import Callable, Collection, Mapping
from functools import reduce
from operator import or_
from typing import Any, NamedTuple
from urllib.parse import unquote_plus, urlsplit

from django.db.models import JSONField, Model, Q, QuerySet, TextField
from django.db.models.functions import Cast

from tournaments.audit import SYSTEM, PlayerRef, replaced, the_player
from tournaments.limits import LONGEST_PLAYER_NAME, shortened
from tournaments.models import (
    ApiToken,
    AuditEntry,
    Claim,
    Club,
    ComingNight,
    Confirmation,
    Deal,
    Event,
    Ladder,
    LeaguePlayer,
    Message,
    NameAside,
    Player,
    PlayerCategory,
    ProposedCorrection,
    Registration,
    Ruling,
    Season,
    Table,
    Team,
    Webhook,
    plain_letters,
)
from tournaments.models.statements import update
from tournaments.proofs.chain import CODES, TEXTS
from tournaments.selectors.log import entries_saying, keys_of_people
from tournaments.services.change import lock_events, redraw
from tournaments.services.integrations.webhooks import switch_webhook


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
    Texts(ComingNight, "club", ("name", "place", "note")),
    Texts(Event, "club", ("name", "prizes")),
    Texts(PlayerCategory, "club", ("name",)),
    Texts(Team, "event__club", ("name",)),
    Texts(Season, "club", ("name", "prizes")),
    Texts(LeaguePlayer, "league__season__club", ("team",)),
    Texts(Ladder, "club", ("name",)),
    Texts(ApiToken, "club", ("name",)),
)
# Addresses in which they may be named: cleaned whole, since half an address leads to somebody else.
ADDRESSES = (Texts(Webhook, "club", ("address",)), Texts(Club, "pk", ("framed_by",)))
ERASED = "https://erased.invalid"  # where nothing can ever be (RFC 2606)
TELLING = 3  # letters
TELLING_ADDRESSES = ("webhook-made", "webhook-secret", "webhook-switched", "frames-set")


def lock_for_forgetting(club: Club) -> None:
    """Locks the club's open events, then the club: notes of events that are played would change meanwhile, or wait for
    ever.
    """
    lock_events(Q(club=club, status=Event.Status.OPEN))
    Club.objects.select_for_update(no_key=True).get(pk=club.pk)


def forget_names(club: Club, *, name: str, nickname: str, instead: str) -> None:
    """Others of the club whose names hold this one keep theirs."""
    words = [word for word in (name, nickname) if word]
    without = _replacing(club, name, nickname, instead)
    _forget_addresses(club, words)
    for texts in WHERE:
        for column in texts.columns:
            changed = _rewrite(texts, club, column, words, without)
            if texts.model is Event:
                redraw(Q(pk__in=changed))
            elif texts.model is Team:
                _rename_sides(changed)


def _rename_sides(teams: Collection[int]) -> None:
    """What stands for these teams (ids) where they meet over boards is called as they are."""
    for side, name in Team.objects.filter(pk__in=teams).exclude(side=None).values_list("side__player", "name"):
        Player.everyone.filter(pk=side).update(name=shortened(name, LONGEST_PLAYER_NAME))
    redraw(Q(teams__in=teams))


def _forget_addresses(club: Club, words: list[str]) -> None:
    """Whoever was told there is told nothing more, until an owner says where."""
    for webhook in club.webhooks.all():
        if _is_in_address(webhook.address, words):
            switch_webhook(club=club, webhook_id=webhook.pk, on=False, actor=SYSTEM)
            club.webhooks.filter(pk=webhook.pk).update(address=ERASED)
    origins = Club.objects.values_list("framed_by", flat=True).get(pk=club.pk).split()
    spared = " ".join(origin for origin in origins if not _is_in_address(origin, words))
    Club.objects.filter(pk=club.pk).update(framed_by=spared)
    entries: QuerySet[Any] = QuerySet(AuditEntry).filter(club=club, action__in=TELLING_ADDRESSES)
    for pk, *facts in entries.values_list("pk", "before", "after"):
        before, after = (_without_addresses(fact, words) for fact in facts)
        if [before, after] != facts:
            entries.filter(pk=pk).update(before=before, after=after)


def _without_addresses(stored: Any, words: list[str]) -> Any:
    def cleaned(text: str) -> str:
        return " ".join(ERASED if _is_in_address(word, words) else word for word in text.split(" "))

    if stored is None:
        return None
    return {key: cleaned(value) if isinstance(value, str) else value for key, value in stored.items()}


def _is_in_address(address: str, words: list[str]) -> bool:
    """However its words are joined there. One word alone is often that of a server, and of nobody."""
    host, rest = (
        plain_letters(unquote_plus(piece)) for piece in (urlsplit(address).netloc, address.partition("://")[2])
    )
    for word in words:
        joined = r"[\W_]*".join(re.escape(plain_letters(part)) for part in word.split())
        where = rest if " " in word else rest.removeprefix(host)
        if re.search(rf"(?<![^\W_]){joined}(?![^\W_])", where):
            return True
    return False


def _replacing(club: Club, name: str, nickname: str, instead: str) -> Callable[[str], str]:
    named = Player.objects.filter(club=club).values_list("name", flat=True)
    aside = NameAside.objects.filter(player__club=club).values_list("name", flat=True)
    longer = {other for other in (*named, *aside) if name in other and name != other}
    spared = [re.escape(other) for other in sorted(longer, key=len, reverse=True)]
    # One word alone may be one of the language, in small letters.
    patterns = [f"(?i:{re.escape(name)})" if " " in name else re.escape(name), *filter(None, [re.escape(nickname)])]
    spare = f"(?P<spared>{'|'.join(spared)})|" if spared else "(?P<spared>(?!))|"
    pattern = re.compile(rf"(?<!\w)(?:{spare}{'|'.join(patterns)})(?!\w)".replace("\\ ", r"\s+"))
    return lambda text: pattern.sub(lambda match: match["spared"] or instead, text)


def _rewrite(texts: Texts, club: Club, column: str, words: list[str], without: Callable[[str], str]) -> list[int]:
    """Says in which rows."""
    field, changed = texts.model._meta.get_field(column), []
    is_json, longest = isinstance(field, JSONField), getattr(field, "max_length", None)
    # Past the guards of what is only ever added to.
    rows: QuerySet[Any] = QuerySet(texts.model).filter(**{texts.club: club})
    found_rows = rows.annotate(stored=Cast(column, TextField())).filter(_holding(words)).order_by()
    for pk, stored in found_rows.values_list("pk", column):
        cleaned = _within(stored, without) if is_json else without(stored)
        if longest:
            cleaned = shortened(cleaned, longest)
        if cleaned != stored:
            rows.filter(pk=pk).update(**{column: cleaned})
            changed.append(pk)
    return changed


def _holding(words: list[str]) -> Q:
    """Rows that may. SQLite knows capitals in ASCII alone, and keeps other letters in JSON by their codes."""
    return reduce(or_, (Q(stored__icontains=text) for word in words for text in _telling(word)))


def _telling(word: str) -> set[str]:
    """The longest part of it that is stored alike everywhere; else all of it, as it may be spelt."""
    plain = max(re.findall("[A-Za-z0-9]+", word), key=len, default="")
    if len(plain) >= TELLING:
        return {plain}
    spelt = [case(part) for part in word.split() for case in (str, str.lower, str.upper)]
    return {text for spelling in spelt for text in (spelling, json.dumps(spelling)[1:-1])}


def _within(stored: Any, without: Callable[[str], str]) -> Any:
    if isinstance(stored, str):
        return without(stored)
    if isinstance(stored, list):
        return [_within(item, without) for item in stored]
    if isinstance(stored, Mapping):
        return {key: value if key in CODES else _within(value, without) for key, value in stored.items()}
    return stored


def forget_name(*, club: Club, player: Player, names: Collection[str]) -> int:
    """Wherever one of these names is all that is said, the log refers to the player from now on. Tells in how many
    entries. A part of what anonymises somebody: in its transaction, with its entry.
    """
    entries = [row for row in entries_saying(club, names) if _refers_instead(row, the_player(player.pk), names)]
    for row in entries:
        update(row, only=("before", "after"))
    return len(entries)


def _refers_instead(row: AuditEntry, player: PlayerRef, names: Collection[str]) -> bool:
    keys, texts = keys_of_people(row.action) | TEXTS, [row.before, row.after]

    def by(key: str, fact: Any) -> Any:
        return player if key in keys and isinstance(fact, str) and fact in names else fact

    row.before, row.after = (replaced(facts, by) for facts in texts)
    return [row.before, row.after] != texts
