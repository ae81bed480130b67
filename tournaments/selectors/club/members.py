"""Who belongs to a club, which invitations are out, and where somebody is signed in."""

from collections.abc import Collection
from dataclasses import dataclass, field
from datetime import datetime
from typing import NamedTuple

from allauth.usersessions.models import UserSession
from django.contrib.auth.models import User
from django.core.paginator import Page, Paginator
from django.db.models import F, Q

from tournaments.models import (
    Club,
    Event,
    Invitation,
    Member,
    Player,
    name_order,
    plain_letters,
)
from tournaments.permissions import ROLES, Right, Role, rights_in
from tournaments.selectors.club.clubs import with_nights
from tournaments.signing import invitation_hash

ORDER = list(Role)
MEMBERS_A_PAGE = 20


@dataclass(frozen=True)
class MembersPage:
    club: Club
    rights: set[Right]
    own: Member | None
    members: list[Member]  # of the club, then of its events
    page: Page[Member]  # of those who are asked for
    invitations: list[Invitation] = field(default_factory=list)

    @property
    def directors(self) -> list[Member]:
        return [member for member in self.members if member.role in ROLES[Right.RUN]]

    @property
    def asking(self) -> list[Member]:
        return [member for member in self.members if member.says_player]


class AskedMembers(NamedTuple):
    """Which page of members is asked for, and what their names shall contain."""

    name: str = ""
    directors: bool = False  # these alone
    page: str = ""


EVERYBODY = AskedMembers()


def members_page(club: Club, user: User, *, now: datetime, wanted: AskedMembers = EVERYBODY) -> MembersPage:
    """Players see themselves alone, and only owners the invitations."""
    rights = rights_in(user, club)
    joined = Member.objects.filter(club=club).select_related("user", "player", "says_player", "event")
    members = sorted(
        (colleague for colleague in joined if Right.RUN in rights or colleague.user_id == user.pk), key=_order
    )
    sought = plain_letters(wanted.name.strip())
    matches = [member for member in members if sought in plain_letters(_names(member))]
    if wanted.directors:
        matches = [member for member in matches if member.role in ROLES[Right.RUN]]
    return MembersPage(
        club=club,
        rights=rights,
        own=next((member for member in members if member.user_id == user.pk and member.event_id is None), None),
        members=members,
        page=Paginator(matches, MEMBERS_A_PAGE).get_page(wanted.page),
        invitations=_open_invitations(club, now) if Right.OWN in rights else [],
    )


def _names(member: Member) -> str:
    player = member.player.full_name if member.player else ""
    return f"{member.user.get_username()}\n{player}"


def _order(member: Member) -> tuple[int, str]:
    return ORDER.index(Role(member.role)), name_order(member.user.get_username())


def _open_invitations(club: Club, now: datetime) -> list[Invitation]:
    good = Q(revoked_at=None, good_until__gt=now, uses__lt=F("most_uses"))
    over = Q(event__status__in=[Event.Status.FINISHED, Event.Status.DISCARDED])
    owners = club.members.filter(role=Role.OWNER).values("user")
    theirs = Q(made_by__in=owners) | Q(made_by__is_superuser=True)
    return list(club.invitations.filter(good, theirs).exclude(over).select_related("event", "made_by"))


def joinable_events(club: Club) -> list[Event]:
    """The club's events for which somebody can be given a role."""
    return list(club.events.filter(status=Event.Status.OPEN))


def invitation_of(token: str) -> Invitation | None:
    joined = Invitation.objects.select_related("club", "event")
    return joined.filter(code_hash=invitation_hash(token)).first()


def host_of(invitation: Invitation) -> str:
    """The name of who invites, as the club's list has it; empty where they are not on it: strangers are told no
    account.
    """
    host = Player.objects.filter(club=invitation.club_id, member__user=invitation.made_by_id).first()
    return host.short_name if host else ""


def free_players(club: Club, *, besides: Collection[int] = ()) -> list[Player]:
    """The players of the list whom no member is yet, each with `night_count`."""
    free = club.players.filter(Q(member=None) | Q(pk__in=besides), archived_at=None)
    return sorted(with_nights(free), key=lambda player: name_order(player.name))


@dataclass(frozen=True)
class SignedIn:
    pk: int
    since: datetime
    address: str
    agent: str
    is_here: bool


def sessions_of(user: User, *, session_key: str | None) -> list[SignedIn]:
    """The places where somebody is signed in: this browser first, then the newest."""
    sessions = [
        SignedIn(
            session.pk, session.created_at, session.ip, session.user_agent, is_here=session.session_key == session_key
        )
        for session in UserSession.objects.purge_and_list(user)
    ]
    return sorted(sessions, key=lambda session: (not session.is_here, -session.since.timestamp()))


def owned_alone(user: User) -> list[Club]:
    """Clubs that would have no owner without this account."""
    owners = Member.objects.filter(role=Member.Role.OWNER)
    shared = owners.exclude(user=user).values("club")
    return list(Club.objects.filter(pk__in=owners.filter(user=user).values("club")).exclude(pk__in=shared))
