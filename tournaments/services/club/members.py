"""Who belongs to a club, in which role, as which player of its list; the links that invite people; how accounts end;
and the mail that people are sent. It leaves beside requests: who asks waits for no mail server, nor learns by the time
it takes whom it knows.
"""

import logging
from datetime import datetime, timedelta
from smtplib import SMTPException

from allauth.account.models import EmailAddress
from allauth.mfa.models import Authenticator
from allauth.usersessions.models import UserSession
from django.contrib.admin.models import LogEntry
from django.contrib.auth.models import User
from django.core.mail import EmailMessage
from django.db import IntegrityError, transaction
from django.db.models import F, Q
from django.db.models.functions import Lower
from django.utils import timezone
from django.utils.crypto import get_random_string

from tournaments import audit
from tournaments.audit import Actor, Details, the_account, the_player
from tournaments.limits import LONGEST_INVITATION, MOST_INVITED
from tournaments.models import ApiToken, Club, Event, Invitation, Member, OutgoingMail, Player
from tournaments.permissions import Right, Role, rights_in, rights_of
from tournaments.selectors.access import owned_alone
from tournaments.services.change import commit_note, lock_event, lock_events
from tournaments.services.integrations.trusted import revoke_token
from tournaments.services.refusals import Missing, Refused
from tournaments.signing import invitation_hash

logger = logging.getLogger(__name__)


@transaction.atomic
def set_member(*, club: Club, user: User, role: str, actor: Actor, event: Event | None = None) -> Member:
    """Somebody may do more or less in the club, or in an event, from now on, or for the first time."""
    _lock(club, event)
    existing = Member.objects.filter(club=club, event=event, user=user).first()
    old_role = existing.role if existing else None
    if existing and role != Member.Role.OWNER:
        _refuse_the_last_owner(existing)
    member, _ = Member.objects.update_or_create(club=club, event=event, user=user, defaults={"role": role})
    person = _person(member)
    old_facts: Details = {**person, "role": old_role}
    commit_note(club, event, actor, "member-set", before=old_facts, after={**person, "role": role})
    return member


@transaction.atomic
def remove_member(*, member: Member, actor: Actor) -> None:
    """Members leave by themselves. What they have done stays in the log under their name."""
    _lock(member.club, member.event)
    locked_member = _again(member)
    _refuse_the_last_owner(locked_member)
    person = _person(locked_member)
    old_facts: Details = {**person, "role": locked_member.role}
    new_facts: Details = {**person, "role": None}
    commit_note(locked_member.club, locked_member.event, actor, "member-removed", before=old_facts, after=new_facts)
    locked_member.delete()


@transaction.atomic
def hand_over(*, to: Member, actor: Actor) -> None:
    """The club has another owner; who hands it over directs on."""
    _lock(to.club)
    new_owner = _again(to)
    if new_owner.event or new_owner.user == actor.user:
        raise Refused("hand-over-to-another")
    if actor.user and Right.OWN not in rights_in(actor.user, new_owner.club):  # by now, after another window of theirs
        raise Refused("handed-over-already")
    set_member(club=new_owner.club, user=new_owner.user, role=Member.Role.OWNER, actor=actor)
    giver = Member.objects.filter(club=new_owner.club, event=None, user=actor.user).first()
    if giver:
        set_member(club=new_owner.club, user=giver.user, role=Member.Role.DIRECTOR, actor=actor)


@transaction.atomic
def say_player(*, member: Member, player: Player | None, actor: Actor) -> None:
    """The member says which player of the list they are, or takes that back; a director confirms it."""
    _lock(member.club)
    locked_member = _again(member)
    if locked_member.says_player == player:
        return
    if player:
        _refuse_another_member(player, locked_member)
    _set_players(locked_member, locked_member.player, player, "member-says-player", actor)


@transaction.atomic
def confirm_player(*, member: Member, player: Player, confirmed: bool, actor: Actor) -> None:
    """`player`: whom the director has seen the member ask for."""
    _lock(member.club)
    locked_member = _again(member)
    if locked_member.says_player != player:
        raise Refused("says-another")
    if confirmed:
        _refuse_another_member(player, locked_member)
    _set_players(locked_member, player if confirmed else locked_member.player, None, "member-player-answered", actor)


def _set_players(member: Member, player: Player | None, says: Player | None, action: str, actor: Actor) -> None:
    old_facts = _players(member)
    member.player, member.says_player = player, says
    member.save(update_fields=["player", "says_player"])
    audit.record(actor, action, club=member.club, before=old_facts, after=_players(member))


def _players(member: Member) -> Details:
    is_player, says = member.player, member.says_player
    return {
        **_person(member),
        "is_player": the_player(is_player.pk) if is_player else None,
        "says_player": the_player(says.pk) if says else None,
    }


def _lock(club: Club, event: Event | None = None) -> None:
    """Of two who change the members at once, the second sees what the first did. An event is locked before its club."""
    if event:
        lock_event(event.pk)
    Club.objects.select_for_update(no_key=True).get(pk=club.pk)


def _again(member: Member) -> Member:
    joined = Member.objects.select_related("club", "event", "user", "player", "says_player")
    row = joined.filter(pk=member.pk).first()
    if row is None:
        raise Missing
    return row


def _refuse_the_last_owner(member: Member) -> None:
    owners = Member.objects.filter(club=member.club_id, role=Member.Role.OWNER)
    if member.role == Member.Role.OWNER and not owners.exclude(pk=member.pk).exists():
        raise Refused("last-owner")


def _refuse_another_member(player: Player, member: Member) -> None:
    players = Player.objects.filter(pk=player.pk, club=member.club_id, anonymised_at=None, merge=None)
    if member.event_id or not players.exists():
        raise Missing
    if Member.objects.filter(player=player).exclude(pk=member.pk).exists():
        raise Refused("player-of-another", name=player.name)


def _person(member: Member) -> Details:
    return {"person": the_account(member.user)}


PERSONAL = timedelta(days=7)
TOKEN_LENGTH = 32


def invite_person(*, club: Club, role: str, event: Event | None, actor: Actor) -> tuple[Invitation, str]:
    """The invitation, and its secret, which nobody can read again."""
    if (role in Member.OF_EVENT) != (event is not None):
        raise Missing
    return _invite(club, event, role, timezone.now() + PERSONAL, 1, actor)


def invite_hall(*, club: Club, until: datetime, uses: int, actor: Actor) -> tuple[Invitation, str]:
    now = timezone.now()
    if not now < until <= now + LONGEST_INVITATION or not 0 < uses <= MOST_INVITED:
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
    commit_note(club, event, actor, "invited", after=_facts(invitation))
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
        commit_note(club, invitation.event, actor, "invitation-revoked", before=facts, after=facts)


@transaction.atomic
def accept(*, token: str, user: User, now: datetime) -> Member:
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
    return member


@transaction.atomic
def join(*, token: str, name: str, password: str, now: datetime) -> Member:
    """Lets somebody join with an account that is made for it; whoever has tapped twice has it already."""
    try:
        with transaction.atomic():
            user = User.objects.create_user(name, password=password)
    except IntegrityError as error:
        raise Refused("account-name-taken") from error
    return accept(token=token, user=user, now=now)


def is_good(invitation: Invitation, now: datetime) -> bool:
    """What somebody has made who may not invite any more would let them in again."""
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


@transaction.atomic
def end_other_sessions(*, user: User, session_key: str | None, only: int | None = None) -> int:
    """Ends all of the account's sessions but that of this key, or ``only`` one of them (id). Returns how many."""
    others = UserSession.objects.filter(user=user).exclude(session_key=session_key)
    ended = list(others.filter(pk=only) if only else others)
    for session in ended:
        session.end()
    return len(ended)


@transaction.atomic
def delete_account(*, user: User) -> None:
    """Deletes an account for its owner, who leaves every club. The row stays, without anything that says whose it was,
    because what clubs recorded refers to it.
    """
    lock_events(Q(members__user=user))
    clubs = Club.objects.filter(members__user=user).values("pk")
    list(Club.objects.select_for_update(no_key=True).filter(pk__in=clubs).order_by("pk"))
    if alone := owned_alone(user):
        raise Refused("account-owns", clubs=[club.name for club in alone])
    actor = Actor(user=user)
    for member in Member.objects.filter(user=user).select_related("club").order_by("pk"):
        remove_member(member=member, actor=actor)
    for token in ApiToken.objects.filter(made_by=user, revoked_at=None).select_related("club"):
        revoke_token(club=token.club, token_id=token.pk, actor=actor)
    end_other_sessions(user=user, session_key=None)
    addresses = [user.email, *EmailAddress.objects.filter(user=user).values_list("email", flat=True)]
    their_mail = {address.lower() for address in addresses if address}  # however it was typed
    OutgoingMail.objects.annotate(plain_to=Lower("to")).filter(plain_to__in=their_mail).delete()
    for model in (EmailAddress, Authenticator):
        model.objects.filter(user=user).delete()
    nameless = f"deleted account {user.pk}"  # which nobody can choose, for its spaces
    LogEntry.objects.filter(content_type__model="user", object_id=str(user.pk)).update(object_repr=nameless)
    _take_name(user, nameless)
    logger.warning("Account %s was deleted by its owner", user.pk)


def _take_name(user: User, nameless: str) -> None:
    user.username, user.first_name, user.last_name, user.email = nameless, "", "", ""
    user.is_active = user.is_staff = user.is_superuser = False
    user.last_login = None
    user.set_unusable_password()
    user.save()
    user.groups.clear()
    user.user_permissions.clear()


MAILS_AT_A_TIME = 50
AGAIN_AFTER = timedelta(seconds=20)  # twice as long with every try
DAY = timedelta(days=1)


@transaction.atomic
def post_mail(*, to: str, subject: str, text: str, good_for: timedelta = DAY) -> None:
    """Puts a mail into the outbox, to be sent at once, or as long as it is good. Without an address it costs the same,
    and is sent nowhere.
    """
    now = timezone.now()
    OutgoingMail.objects.create(to=to, subject=subject, text=text, due_at=now, good_until=now + good_for)


def send_due_mail(*, now: datetime) -> int:
    """Says how many were sent. Whoever claims one and dies has tried it; it is tried again."""
    # A mail server may take its time for each: a claim is as old as itself, not as this call.
    ahead = now - timezone.now()
    due = OutgoingMail.objects.filter(due_at__lte=now)[:MAILS_AT_A_TIME]
    return sum(_send_mail(mail, timezone.now() + ahead) for mail in due)


def claim_mail(mail: OutgoingMail, *, now: datetime) -> bool:
    """Whether no other server was first."""
    following = min(now + AGAIN_AFTER * 2**mail.tries, mail.good_until)
    mine = OutgoingMail.objects.filter(pk=mail.pk, due_at=mail.due_at)
    return mine.update(due_at=following, tries=F("tries") + 1) == 1


def _send_mail(mail: OutgoingMail, now: datetime) -> bool:
    if now >= mail.good_until:
        logger.error("Mail was not sent in %s tries, and would come too late now", mail.tries)
        mail.delete()
        return False
    if not claim_mail(mail, now=now):
        return False
    if mail.to:
        try:
            EmailMessage(mail.subject, mail.text, None, [mail.to]).send()
        except (OSError, SMTPException, ValueError):
            logger.exception("Mail could not be sent")
            return False
    mail.delete()
    return bool(mail.to)
