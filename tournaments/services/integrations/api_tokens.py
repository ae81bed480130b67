"""Tokens of programs: made and revoked by the owner of a club."""

from collections.abc import Callable
from datetime import datetime, timedelta
from uuid import UUID

from django.contrib.auth.models import User
from django.db import transaction
from django.db.models import Q
from django.utils import timezone
from django.utils.crypto import get_random_string

from tournaments import audit
from tournaments.audit import Actor, Details
from tournaments.limits import LONGEST_TOKEN
from tournaments.models import ApiAnswer, ApiToken, Club, Event
from tournaments.selectors.integrations import TOKEN_KIND
from tournaments.services.refusals import Missing, Refused
from tournaments.signing import hex_signature


@transaction.atomic
def made_once(*, club: Club, client_id: UUID | None, make: Callable[[], Event]) -> Event:
    """The event that a program makes under this id, however long ago it was."""
    if client_id is None:
        return make()
    Club.objects.select_for_update(no_key=True).get(pk=club.pk)
    if event := club.events.filter(client_id=client_id).first():
        return event
    answer = make()
    club.events.filter(pk=answer.pk).update(client_id=client_id)
    return answer


@transaction.atomic
def answered_once(
    *, club_id: int, client_id: UUID, request_hash: str, act: Callable[[], tuple[int, str]]
) -> tuple[int, str, bool]:
    """The status and text that ``act`` answers, and whether that was before: what a program sends again with this id is
    answered as the first time, even at once. What ``act`` refuses is not kept, as it changed nothing.
    """
    facts = {"request_hash": request_hash, "at": timezone.now()}
    row, is_new = ApiAnswer.objects.get_or_create(club_id=club_id, client_id=client_id, defaults=facts)
    if not is_new:
        if row.request_hash != request_hash:
            raise Refused("client-id-taken")
        return row.status, row.answer, True
    row.status, row.answer = act()
    row.save(update_fields=["status", "answer"])
    return row.status, row.answer, False


def forget_answers(*, now: datetime) -> None:
    ApiAnswer.objects.filter(at__lt=now - ANSWERS_KEPT).delete()


SECRET_LENGTH = 40
ANSWERS_KEPT = timedelta(days=7)
USE_NOTED = timedelta(hours=1)


@transaction.atomic
def make_token(*, club: Club, name: str, scope: str, good_for: timedelta, user: User) -> tuple[ApiToken, str]:
    """The token, and its text, which nobody can read again."""
    if scope not in ApiToken.Scope.values or not timedelta() < good_for <= LONGEST_TOKEN:
        raise Missing
    secret = get_random_string(SECRET_LENGTH)
    token = ApiToken.objects.create(
        club=club,
        name=name,
        scope=scope,
        secret_hash=hex_signature(TOKEN_KIND, secret),
        made_by=user,
        good_until=timezone.now() + good_for,
    )
    audit.record(Actor(user=user), "token-made", club=club, after=_facts(token))
    return token, f"capstone_{token.pk}_{secret}"


@transaction.atomic
def revoke_token(*, club: Club, token_id: int, actor: Actor) -> None:
    token = ApiToken.objects.select_for_update().filter(club=club, pk=token_id).first()
    if token is None:
        raise Missing
    if token.revoked_at is None:
        token.revoked_at = timezone.now()
        token.save(update_fields=["revoked_at"])
        audit.record(actor, "token-revoked", club=club, before=_facts(token), after=_facts(token))


def note_use(token: ApiToken, *, now: datetime) -> None:
    """Notes that a token was used, once an hour: whoever asks often costs no write."""
    if token.used_at is None or now - token.used_at >= USE_NOTED:
        unnoted = Q(used_at=None) | Q(used_at__lte=now - USE_NOTED)
        ApiToken.objects.filter(unnoted, pk=token.pk).update(used_at=now)


def _facts(token: ApiToken) -> Details:
    return {"program": token.pk, "name": token.name, "scope": token.scope, "until": token.good_until.isoformat()}
