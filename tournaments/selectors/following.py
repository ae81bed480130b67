"""What pages follow: revisions and versions; and a cache of what is made of an event, once in a process for all its
readers, until more of the event changes than running figures. Whether those who follow an event or a table still may:
the database is asked, so it does not matter which process took their right away.
"""

from collections.abc import Callable, Collection, Hashable, Iterable
from datetime import UTC, datetime
from threading import Lock, RLock
from typing import Any, NamedTuple, TypeVar

from allauth.usersessions.models import UserSession
from django.contrib.sessions.models import Session
from django.db.models import Count, Exists, OuterRef, Q, QuerySet
from django.utils import timezone

from tournaments.audience import current_audience
from tournaments.codes import HeldCode, codes_that_count, held_code
from tournaments.formats.boards import BOARDS
from tournaments.models import (
    ApiToken,
    Event,
    Member,
    Round,
    Table,
    Visibility,
    prepared,
)
from tournaments.visibility import (
    BY_ACCOUNT,
    BY_CODE,
    BY_LINK,
    BY_TOKEN,
    Followed,
    Premises,
    by_account,
    opens,
    premises_of_all,
)


def event_revision(pk: int) -> int | None:
    return Event.objects.filter(pk=pk).values_list("revision", flat=True).first()


class Newest(NamedTuple):
    revision: int
    visibility: Visibility


def event_revisions(event_ids: Iterable[int]) -> dict[int, Newest]:
    rows = prepared.event_revisions(list(event_ids))
    return {pk: Newest(revision, Visibility.stricter(*visibilities)) for pk, revision, *visibilities in rows}


def table_revisions(table_ids: Iterable[int]) -> dict[int, Newest]:
    """By table, the event's revision at the latest change of anything that its pads show: Table.shown_revision, and at
    a board that of the other boards of its match. No further query where no board is asked for.
    """
    newest: dict[int, Newest] = {}
    boards: dict[int, tuple[int, int]] = {}  # by table the round, and what the boards of a match have in common
    for pk, own, of_all, decided, round_id, number, game, *visibilities in prepared.table_revisions(list(table_ids)):
        newest[pk] = Newest(max(own, of_all), Visibility.stricter(*visibilities))
        if decided == BOARDS:
            boards[pk] = round_id, number - game
    latest: dict[tuple[int, int], int] = {}
    for round_id, number, game, revision in prepared.pad_revisions_in(sorted({match[0] for match in boards.values()})):
        match = round_id, number - game
        latest[match] = max(revision, latest.get(match, 0))
    for pk, match in boards.items():
        newest[pk] = newest[pk]._replace(revision=max(newest[pk].revision, latest[match]))
    return newest


def is_table_of(table_id: int, event_id: int) -> bool:
    return Table.objects.filter(pk=table_id, event=event_id).exists()


def accepted_by_themselves(event_id: int) -> int:
    """How many results count although nobody has confirmed them, because their time is up. No revision tells."""
    now = timezone.now()
    return sum(moment <= now for moment in prepared.waiting_until(event_id))


def event_version(pk: int) -> str | None:
    return _version(Event.objects.filter(pk=pk), "")


def table_version(pk: int) -> str | None:
    """The version of the table's event: what else happens there may show on the table's page too."""
    return _version(Table.objects.filter(pk=pk), "event__")


def picture_version(pk: int) -> str | None:
    """Pictures are drawn anew twice a minute at most, however fast a room plays."""
    return f"{pk}.{int(timezone.now().timestamp() // 30)}"


def opened_version(pk: int) -> str | None:
    """What phones have opened together is told for a minute, in which it is drawn again only where there is news."""
    return f"{event_version(pk)}.{int(timezone.now().timestamp() // 60)}"


def round_version(pk: int) -> str | None:
    return _version(Round.objects.filter(pk=pk), "stage__event__")


def _version(rows: QuerySet[Any], event: str) -> str | None:
    """An event's revision, how many results have been accepted by themselves, as nobody writes when that happens, and
    when the event was made: after a restore another event may have its key. None for an event that is over, whose
    players' names change without a revision.
    """
    tables = f"{event}tables"
    by_itself = Q(
        **{f"{tables}__confirmation": Table.ConfirmationState.WAITING, f"{tables}__accepted_at__lte": timezone.now()}
    )
    played = rows.filter(**{f"{event}status": Event.Status.OPEN})
    counted = played.annotate(by_themselves=Count(tables, filter=by_itself))
    values = counted.values_list(f"{event}revision", "by_themselves", f"{event}created_at").first()
    return None if values is None else f"{values[0]}.{values[1]}.{values[2]:%y%m%d%H%M%S%f}"


MOST_EVENTS = 4  # events

Source = TypeVar("Source")
Made = TypeVar("Made")


class EventCache:
    """What was made of one event. Whoever asks while something is being made waits for it."""

    def __init__(self, event: Event) -> None:
        self._event = event.pk
        self.created_at = event.created_at
        self._made: dict[Hashable, tuple[Hashable, Any]] = {}
        self._lock = RLock()
        self._until = datetime.min.replace(tzinfo=UTC)

    def take(self, key: Hashable, version: Hashable, make: Callable[[], Made]) -> Made:
        audience_key = current_audience(), key  # names are not the same for all
        with self._lock:
            if audience_key not in self._made or self._made[audience_key][0] != version:
                self._made[audience_key] = version, make()
            entry: Made = self._made[audience_key][1]
            return entry

    def accepted_until(self, outline: int) -> datetime:
        """The time until which no further result counts by itself. No outline tells when one does."""
        with self._lock:
            if timezone.now() >= self._until:
                self._made.pop((current_audience(), "accepted"), None)
            self._until = self.take("accepted", outline, lambda: _next_accepted(self._event))
            return self._until


_caches: dict[int, EventCache] = {}  # whose event was asked for last comes last
_turn = Lock()


def kept(event: Event, key: Hashable, make: Callable[[], Made]) -> Made:
    """What `make` makes of the event, from the cache until the event's outline changes or a result is accepted by
    itself. `event` was read before, so the answer is at least as new. An event that is over is not cached: its players'
    names change without a new outline.
    """
    if event.status != Event.Status.OPEN:
        return make()
    cache = _cache_of(event)
    return cache.take(key, (event.outline, cache.accepted_until(event.outline)), make)


def kept_for_tables(event: Event, key: Hashable, make: Callable[[], Made]) -> Made:
    """What `make` makes of the event, from the cache until something changes that concerns more than one table; for
    changes at one table there is Table.pad_revision.
    """
    return _cache_of(event).take(key, event.pads_revision, make) if event.status == Event.Status.OPEN else make()


def kept_of_same(
    event: Event, key: Hashable, those: Iterable[tuple[int, Source]], make: Callable[[Source], Made]
) -> list[Made]:
    """What `make` makes of each of `those` pairs of a key and a source, from the cache while the source is the same."""
    stored: dict[int, tuple[Source, Made]] = kept_for_tables(event, key, dict)
    made_values = []
    for pk, made_of in those:
        entry = stored.get(pk)
        if entry is None or entry[0] != made_of:
            entry = stored[pk] = made_of, make(made_of)
        made_values.append(entry[1])
    return made_values


def _cache_of(event: Event) -> EventCache:
    with _turn:
        cache = _caches.pop(event.pk, None)
        if cache is None or cache.created_at != event.created_at:  # after a restore another may have its key
            cache = EventCache(event)
        _caches[event.pk] = cache
        if len(_caches) > MOST_EVENTS:
            del _caches[next(iter(_caches))]
        return cache


def _next_accepted(event_id: int) -> datetime:
    now = timezone.now()
    return min(
        (moment for moment in prepared.ended_waiting_until(event_id) if moment > now),
        default=datetime.max.replace(tzinfo=UTC),
    )


class Follower(NamedTuple):
    kind: Followed
    pk: int
    by: str  # as `visibility.follower_of` tells it


class Account(NamedTuple):
    pk: int
    is_keeper: bool


def who_may_follow(followers: Collection[Follower]) -> set[Follower]:
    """Those of these followers whose right lasts, by a fixed number of statements; none for what nobody follows by."""
    if not followers:
        return set()
    rights = _Rights({follower.by for follower in followers})
    places: dict[tuple[Followed, int], Premises] = {}
    for kind in {follower.kind for follower in followers}:
        premises = premises_of_all(kind, {follower.pk for follower in followers if follower.kind == kind})
        places |= {(kind, pk): premise for pk, premise in premises.items()}
    return {
        follower for follower in followers if (place := places.get(follower[:2])) and rights.reach(follower.by, place)
    }


class _Rights:
    def __init__(self, keys: Collection[str]) -> None:
        self._accounts = _accounts(by for by in keys if by.startswith(BY_ACCOUNT))
        self._roles = _roles({account.pk for account in self._accounts.values() if not account.is_keeper})
        self._codes = _codes(by for by in keys if by.startswith(BY_CODE))
        tokens = [int(by.removeprefix(BY_TOKEN)) for by in keys if by.startswith(BY_TOKEN)]
        self._tokens = clubs_of_tokens(tokens, now=timezone.now())

    def reach(self, by: str, premises: Premises) -> bool:
        if by.startswith(BY_ACCOUNT):
            return self._account_reaches(by, premises)
        if by.startswith(BY_CODE):
            return by in self._codes and opens(self._codes[by], premises)
        if by.startswith(BY_TOKEN):
            return self._tokens.get(int(by.removeprefix(BY_TOKEN))) == premises.club
        is_linked = premises.visibility == Visibility.UNLISTED and by == f"{BY_LINK}{premises.hidden_with}"
        return is_linked or (by.startswith(BY_LINK) and premises.is_public)

    def _account_reaches(self, by: str, premises: Premises) -> bool:
        """As `visibility.look` lets accounts in."""
        account = self._accounts.get(by)
        if account is None or account.is_keeper:
            return account is not None
        events = self._roles.get((account.pk, premises.club), set())
        return not events.isdisjoint({None, premises.event}) or (bool(events) and not premises.hides)


def _accounts(keys: Iterable[str]) -> dict[str, Account]:
    """The accounts that are still signed in where they were, by the same password."""
    users = {int(by.removeprefix(BY_ACCOUNT).partition("-")[0]) for by in keys}
    lasting = Session.objects.filter(pk=OuterRef("session_key"), expire_date__gt=timezone.now())
    sessions = UserSession.objects.filter(Exists(lasting), user__in=users, user__is_active=True)
    rows = sessions.order_by().values_list("session_key", "user__password", "user", "user__is_superuser")
    return {by_account(user, password=hashed, session=key): Account(user, keeper) for key, hashed, user, keeper in rows}


def _roles(users: Collection[int]) -> dict[tuple[int, int], set[int | None]]:
    """The events in which they have one, or None for the club itself, by account and club."""
    seats: dict[tuple[int, int], set[int | None]] = {}
    for user, club, event in Member.objects.filter(user__in=users).order_by().values_list("user", "club", "event"):
        seats.setdefault((user, club), set()).add(event)
    return seats


def _codes(keys: Iterable[str]) -> dict[str, HeldCode]:
    codes = [held_code(by.removeprefix(BY_CODE)) for by in keys]
    return {f"{BY_CODE}{code}": code for code in codes_that_count([code for code in codes if code])}


def good_tokens(now: datetime) -> QuerySet[ApiToken]:
    owned = Member.objects.filter(club=OuterRef("club"), user=OuterRef("made_by"), role=Member.Role.OWNER)
    return ApiToken.objects.filter(
        Q(Exists(owned)) | Q(made_by__is_superuser=True), made_by__is_active=True, revoked_at=None, good_until__gt=now
    )


def clubs_of_tokens(tokens: Collection[int], *, now: datetime) -> dict[int, int]:
    """The clubs (ids) of those of these tokens (ids) that are still good, by token."""
    return dict(good_tokens(now).filter(pk__in=tokens).order_by().values_list("pk", "club"))
