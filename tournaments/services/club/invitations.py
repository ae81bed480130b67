"""A link that gives a role: once, or as a player to a whole hall."""

from datetime import datetime, timedelta

from django.contrib.auth.models import User
from django.db import IntegrityError, transaction
from django.utils import timezone
from django.utils.crypto import get_random_string

from tournaments import audit
from tournaments.audit import Actor, Details
from tournaments.models import Club, Event, Invitation, Member, Player
from tournaments.permissions import Right, Role, rights_in, rights_of
from tournaments.services.club.members import say_player, set_member
from tournaments.services.refusals import Missing, Refused
from tournaments.signing import invitation_hash

PERSONAL = timedelta(days=7)
MOST_USES = 20
LONGEST = timedelta(days=31)
TOKEN_LENGTH = 32


def invite_person(*, club: Club, role: str, event: Event | None, actor: Actor) -> tuple[Invitation, str]:
    """The invitation, and its secret, which nobody can read again."""
    if (role in Member.OF_EVENT) != (event is not None):
        raise Missing
    return _invite(club, event, role, timezone.now() + PERSONAL, 1, actor)


def invite_hall(*, club: Club, until: datetime, uses: int, actor: Actor) -> tuple[Invitation, str]:
    now = timezone.now()
    if not now < until <= now + LONGEST or not 0 < uses <= MOST_USES:
        raise Missing
    return _invite(club, None, Member.Role.PLAYER, until, uses, actor)


@transaction.atomic
def _invite(
    club: Club, event: Event | None, role: str, until: datetime, uses: int, actor: Actor
) -> tuple[Invitation, str]:
    token = get_random_string(TOKEN_LENGTH)
    invitation = Invitation.objects.create(
        club=club,
        event=event,
        role=role,
        code_hash=invitation_hash(token),
        made_by=_signed_in(actor),
        good_until=until,
        most_uses=uses,
    )
    audit.record(actor, "invited", club=club, event=event, after=_facts(invitation))
    return invitation, token


@transaction.atomic
def revoke_invitation(*, club: Club, invitation_id: int, actor: Actor) -> None:
    invitation = Invitation.objects.select_for_update(of=["self"]).filter(club=club, pk=invitation_id).first()
    if invitation is None:
        raise Missing
    if invitation.revoked_at is None:
        invitation.revoked_at = timezone.now()
        invitation.save(update_fields=["revoked_at"])
        facts = _facts(invitation)
        audit.record(actor, "invitation-revoked", club=club, event=invitation.event, before=facts, after=facts)


@transaction.atomic
def accept(*, token: str, user: User, player: Player | None, now: datetime) -> Member:
    """Whoever has the role already, or more, spends nothing; nobody can do less than before."""
    invitation = Invitation.objects.select_for_update(of=["self"]).filter(code_hash=invitation_hash(token)).first()
    if invitation is None:
        raise Missing
    if not is_good(invitation, now):
        raise Refused("invitation-over")
    actor = Actor(user=user)
    member = Member.objects.filter(club=invitation.club, event=invitation.event, user=user).first()
    if member is None or _stands_higher(invitation.role, member.role):
        invitation.uses += 1
        invitation.save(update_fields=["uses"])
        member = set_member(club=invitation.club, event=invitation.event, user=user, role=invitation.role, actor=actor)
    if player and invitation.event is None:
        say_player(member=member, player=player, actor=actor)
    return member


@transaction.atomic
def join(*, token: str, name: str, password: str, player: Player | None, now: datetime) -> Member:
    """With an account that is made for it; whoever has tapped twice has it already."""
    try:
        with transaction.atomic():
            user = User.objects.create_user(name, password=password)
    except IntegrityError as error:
        raise Refused("account-name-taken") from error
    return accept(token=token, user=user, player=player, now=now)


def is_good(invitation: Invitation, now: datetime) -> bool:
    """What somebody has made who may not invite any more would let him in again by the back door."""
    event = invitation.event
    return (
        invitation.revoked_at is None
        and now < invitation.good_until
        and invitation.uses < invitation.most_uses
        and (event is None or event.status == Event.Status.OPEN)
        and Right.OWN in rights_in(invitation.made_by, invitation.club)
    )


def _stands_higher(offered: str, held: str) -> bool:
    """Who is a scorer already gains nothing by becoming a player."""
    return rights_of({Role(held)}) < rights_of({Role(offered)})


def _facts(invitation: Invitation) -> Details:
    return {
        "invitation": invitation.pk,
        "role": invitation.role,
        "until": invitation.good_until.isoformat(),
        "uses": invitation.most_uses,
    }


def _signed_in(actor: Actor) -> User:
    assert actor.user  # nobody else is let to the page
    return actor.user
