"""Whom a club trusts: programs, by tokens that its owner makes and revokes; another club's passport of a player, taken
in as that and taken away again; and pages that may show the club's in a frame.
"""

import re
from collections.abc import Callable, Collection
from datetime import datetime, timedelta
from typing import Any
from uuid import UUID

from django.contrib.auth.models import User
from django.db import transaction
from django.db.models import Q, QuerySet
from django.utils import timezone
from django.utils.crypto import get_random_string

from tournaments import audit
from tournaments.audit import Actor, Details, the_player
from tournaments.limits import LONGEST_TOKEN
from tournaments.models import ApiAnswer, ApiToken, ClaimedHistory, Club, Event, Player
from tournaments.selectors.club.people import all_of
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
    audit.record(Actor(user=user), "token-made", club=club, after=_token_facts(token))
    return token, f"capstone_{token.pk}_{secret}"


@transaction.atomic
def revoke_token(*, club: Club, token_id: int, actor: Actor) -> None:
    token = ApiToken.objects.select_for_update().filter(club=club, pk=token_id).first()
    if token is None:
        raise Missing
    if token.revoked_at is None:
        token.revoked_at = timezone.now()
        token.save(update_fields=["revoked_at"])
        audit.record(actor, "token-revoked", club=club, before=_token_facts(token), after=_token_facts(token))


def note_use(token: ApiToken, *, now: datetime) -> None:
    """Notes that a token was used, once an hour: whoever asks often costs no write."""
    if token.used_at is None or now - token.used_at >= USE_NOTED:
        unnoted = Q(used_at=None) | Q(used_at__lte=now - USE_NOTED)
        ApiToken.objects.filter(unnoted, pk=token.pk).update(used_at=now)


def _token_facts(token: ApiToken) -> Details:
    return {"program": token.pk, "name": token.name, "scope": token.scope, "until": token.good_until.isoformat()}


@transaction.atomic
def claim_history(
    *,
    player: Player,
    club: str,
    issuer: str,
    issued_at: datetime,
    games: list[dict[str, Any]],
    number: int | None = None,
    own_issuers: Collection[str],
    actor: Actor,
) -> ClaimedHistory:
    """In place of what an older passport of that club said; ``number`` is the player's there."""
    locked_player = _lock_player(player)
    if issuer in own_issuers and club == locked_player.club.name:
        raise Refused("passport-own")
    replaced = _standing_claims(locked_player).filter(issuer=issuer, club=club).first()
    if replaced and replaced.issued_at >= issued_at:
        raise Refused("passport-older" if replaced.issued_at > issued_at else "passport-again")
    if replaced:
        _end_claim(replaced)
    claim = ClaimedHistory.objects.create(
        player=locked_player,
        issuer=issuer,
        club=club,
        number=number,
        issued_at=issued_at,
        games=games,
        user=actor.user,
    )
    audit.record(
        actor,
        "history-claimed",
        club=locked_player.club,
        before=_claim_facts(replaced) if replaced else None,
        after=_claim_facts(claim),
    )
    return claim


@transaction.atomic
def take_history_away(*, player: Player, claimed_id: int, actor: Actor) -> None:
    locked_player = _lock_player(player)
    claimed = _standing_claims(locked_player).filter(pk=claimed_id).first()
    if claimed is None:
        raise Missing
    _end_claim(claimed)
    audit.record(
        actor, "history-taken-away", club=locked_player.club, before=_claim_facts(claimed), after=_claim_facts(claimed)
    )


def _lock_player(player: Player) -> Player:
    Club.objects.select_for_update(no_key=True).get(pk=player.club_id)
    person = Player.objects.select_related("club", "merge__into__club").get(pk=player.pk).one
    if person.anonymised_at:
        raise Refused("player-gone")
    return person


def _standing_claims(player: Player) -> QuerySet[ClaimedHistory]:
    return ClaimedHistory.objects.filter(player__in=all_of(player), over_at=None)


def _end_claim(claimed: ClaimedHistory) -> None:
    claimed.over_at = timezone.now()
    claimed.save(update_fields=["over_at"])


def _claim_facts(claimed: ClaimedHistory) -> Details:
    return {"player": the_player(claimed.player_id), "passport": claimed.pk, "from_club": claimed.club}


ANYBODY = "*"
# What a policy for frames may hold, and nothing that would add to it.
ORIGIN = re.compile(r"https?://(\*\.)?[a-z0-9-]+(\.[a-z0-9-]+)*(:[0-9]{1,5})?")


@transaction.atomic
def set_frames(*, club: Club, framed_by: str, actor: Actor) -> None:
    """Which pages may show the club's standings and brackets in a frame."""
    origins = list(dict.fromkeys(origin.lower().rstrip("/") for origin in framed_by.split()))
    for origin in origins:
        if origin != ANYBODY and not ORIGIN.fullmatch(origin):
            raise Refused("frames-unknown", origin=origin)
    locked_club = Club.objects.select_for_update(no_key=True).get(pk=club.pk)
    old_facts: Details = {"framed_by": locked_club.framed_by}
    locked_club.framed_by = ANYBODY if ANYBODY in origins else " ".join(origins)
    if locked_club.framed_by != old_facts["framed_by"]:
        locked_club.save(update_fields=["framed_by"])
        audit.record(
            actor, "frames-set", club=locked_club, before=old_facts, after={"framed_by": locked_club.framed_by}
        )
