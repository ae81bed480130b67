"""What another club's passport says of a player: taken in as that, and taken away again."""

import re
from collections.abc import Collection
from datetime import datetime
from typing import Any

from django.db import transaction
from django.db.models import QuerySet
from django.utils import timezone

from tournaments import audit
from tournaments.audit import Actor, Details, the_player
from tournaments.models import ClaimedHistory, Club, Player
from tournaments.selectors.club.people import all_of
from tournaments.services.refusals import Missing, Refused


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
    locked_player = _lock(player)
    if issuer in own_issuers and club == locked_player.club.name:
        raise Refused("passport-own")
    replaced = _standing(locked_player).filter(issuer=issuer, club=club).first()
    if replaced and replaced.issued_at >= issued_at:
        raise Refused("passport-older" if replaced.issued_at > issued_at else "passport-again")
    if replaced:
        _end(replaced)
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
        before=_facts(replaced) if replaced else None,
        after=_facts(claim),
    )
    return claim


@transaction.atomic
def take_history_away(*, player: Player, claimed_id: int, actor: Actor) -> None:
    locked_player = _lock(player)
    claimed = _standing(locked_player).filter(pk=claimed_id).first()
    if claimed is None:
        raise Missing
    _end(claimed)
    audit.record(actor, "history-taken-away", club=locked_player.club, before=_facts(claimed), after=_facts(claimed))


def _lock(player: Player) -> Player:
    Club.objects.select_for_update(no_key=True).get(pk=player.club_id)
    person = Player.objects.select_related("club", "merge__into__club").get(pk=player.pk).one
    if person.anonymised_at:
        raise Refused("player-gone")
    return person


def _standing(player: Player) -> QuerySet[ClaimedHistory]:
    return ClaimedHistory.objects.filter(player__in=all_of(player), over_at=None)


def _end(claimed: ClaimedHistory) -> None:
    claimed.over_at = timezone.now()
    claimed.save(update_fields=["over_at"])


def _facts(claimed: ClaimedHistory) -> Details:
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
