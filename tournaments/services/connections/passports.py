"""What another club's passport says of a player: taken in as that, and taken away again."""

from collections.abc import Collection
from datetime import datetime
from typing import Any

from django.db import transaction
from django.db.models import QuerySet
from django.utils import timezone

from tournaments import audit
from tournaments.audit import Actor, Details, the_player
from tournaments.models import ClaimedHistory, Club, Player
from tournaments.selectors.club.people.same import all_of
from tournaments.services.refusals import Missing, Refused


@transaction.atomic
def claim_history(
    *,
    player: Player,
    club: str,
    issuer: str,
    issued_at: datetime,
    games: list[dict[str, Any]],
    own_issuers: Collection[str],
    actor: Actor,
) -> ClaimedHistory:
    """In place of what an older passport of that club said."""
    known = _lock(player)
    if issuer in own_issuers and club == known.club.name:
        raise Refused("passport-own")
    before = _standing(known).filter(issuer=issuer, club=club).first()
    if before and before.issued_at >= issued_at:
        raise Refused("passport-older" if before.issued_at > issued_at else "passport-again")
    if before:
        _end(before)
    made = ClaimedHistory.objects.create(
        player=known, issuer=issuer, club=club, issued_at=issued_at, games=games, user=actor.user
    )
    audit.record(
        actor, "history-claimed", club=known.club, before=_facts(before) if before else None, after=_facts(made)
    )
    return made


@transaction.atomic
def take_history_away(*, player: Player, claimed_id: int, actor: Actor) -> None:
    known = _lock(player)
    claimed = _standing(known).filter(pk=claimed_id).first()
    if claimed is None:
        raise Missing
    _end(claimed)
    audit.record(actor, "history-taken-away", club=known.club, before=_facts(claimed), after=_facts(claimed))


def _lock(player: Player) -> Player:
    Club.objects.select_for_update(no_key=True).get(pk=player.club_id)
    known = Player.objects.select_related("club", "merge__into__club").get(pk=player.pk).one
    if known.anonymised_at:
        raise Refused("player-gone")
    return known


def _standing(player: Player) -> QuerySet[ClaimedHistory]:
    return ClaimedHistory.objects.filter(player__in=all_of(player), over_at=None)


def _end(claimed: ClaimedHistory) -> None:
    claimed.over_at = timezone.now()
    claimed.save(update_fields=["over_at"])


def _facts(claimed: ClaimedHistory) -> Details:
    return {"player": the_player(claimed.player_id), "passport": claimed.pk, "from_club": claimed.club}
