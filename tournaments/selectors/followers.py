"""Whether those who follow an event or a table still may: the database is asked, so it does not matter which process
took their right away.
"""

from collections.abc import Collection, Iterable
from typing import NamedTuple

from allauth.usersessions.models import UserSession
from django.contrib.sessions.models import Session
from django.db.models import Exists, OuterRef
from django.utils import timezone

from tournaments.codes import HeldCode, codes_that_count, held_code
from tournaments.models import Member, Visibility
from tournaments.selectors.integrations import clubs_of_tokens
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
