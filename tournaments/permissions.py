"""Roles, the rights they give, and loaders that read a row for whoever may act on it (others: 404 or 403)."""

import re
from collections.abc import Collection, Set
from dataclasses import dataclass, replace
from enum import StrEnum
from functools import cached_property

from django.conf import settings
from django.contrib.auth.models import AnonymousUser, User
from django.core.exceptions import PermissionDenied
from django.db.models import Q
from django.http import Http404
from django.shortcuts import get_object_or_404
from django.utils import timezone

from tournaments.audience import draw_for_insiders, draw_with_rights
from tournaments.audit import Actor
from tournaments.models import (
    ApiToken,
    Club,
    ComingNight,
    Event,
    Member,
    PadLink,
    Player,
    PlayerCategory,
    Round,
    Season,
    Seat,
    Stage,
    Table,
    Webhook,
    name_order,
)
from tournaments.models.prepared import open_links
from tournaments.models.table import PAD
from tournaments.signing import is_signed

Visitor = User | AnonymousUser

NUMBER = re.compile("[1-9][0-9]{0,17}")
Role = Member.Role


class Right(StrEnum):
    """What somebody may do, from least to most."""

    BELONG = "belong"
    LOOK = "look"
    SCORE = "score"
    RULE = "rule"
    DIRECT = "direct"
    RUN = "run"
    OWN = "own"


# The one table of who may do what. Which right an address asks for: docs/permissions.md. The roles of an event count in
# it alone, those of the club in all of its events; a keeper is an owner everywhere.
ROLES: dict[Right, tuple[Role, ...]] = {
    Right.BELONG: (Role.OWNER, Role.DIRECTOR, Role.SCORER, Role.READER, Role.PLAYER),
    Right.LOOK: (Role.OWNER, Role.DIRECTOR, Role.EVENING, Role.ARBITER, Role.SCORER, Role.READER),
    Right.SCORE: (Role.OWNER, Role.DIRECTOR, Role.EVENING, Role.ARBITER, Role.SCORER),
    Right.RULE: (Role.OWNER, Role.DIRECTOR, Role.EVENING, Role.ARBITER),
    Right.DIRECT: (Role.OWNER, Role.DIRECTOR, Role.EVENING),
    Right.RUN: (Role.OWNER, Role.DIRECTOR),
    Right.OWN: (Role.OWNER,),
}

# The role that a program has in its club.
PROGRAM_ROLES: dict[str, Role] = {
    ApiToken.Scope.READ: Role.READER,
    ApiToken.Scope.RECORD: Role.SCORER,
    ApiToken.Scope.DIRECT: Role.DIRECTOR,
}


class MayNot(PermissionDenied):
    """A member asks for what is closed to their roles. Its text is read by ``words.club``."""

    def __init__(self, right: Right, roles: Collection[Role]) -> None:
        super().__init__(":".join([right, *sorted(roles)]))


def roles_in(user: Visitor, club: Club, event: Event | None = None) -> set[Role]:
    if not user.is_authenticated:
        return set()
    if user.is_superuser:
        return {Role.OWNER}
    memberships = Member.objects.filter(Q(event=None) | Q(event=event), club=club, user=user)
    return {current_role(role, status) for role, status in memberships.values_list("role", "event__status")}


def current_role(role: str, status: str | None) -> Role:
    """The director of an evening may only look once it is over; ``status`` is that of the role's event."""
    return Role.READER if role == Role.EVENING and status != Event.Status.OPEN else Role(role)


def rights_in(user: Visitor, club: Club, event: Event | None = None) -> set[Right]:
    return rights_of(roles_in(user, club, event))


def rights_of(roles: Set[Role]) -> set[Right]:
    return {right for right, allowed in ROLES.items() if not roles.isdisjoint(allowed)}


def require(right: Right, user: Visitor, club: Club, event: Event | None = None) -> None:
    """A stranger is not told that there is anything; a member who may not is told so. Who may reads whole names."""
    roles = roles_in(user, club, event)
    if not roles:
        raise Http404
    if roles.isdisjoint(ROLES[right]):
        raise MayNot(right, roles)
    draw_for_insiders()
    draw_with_rights(club.pk, rights_of(roles))


def is_keeper(user: Visitor) -> bool:
    """Of the whole installation, which is more than any of its clubs; but in a back room who owns them all keeps it."""
    if not user.is_authenticated or user.is_superuser or settings.PUBLIC_ADDRESS:
        return user.is_superuser
    owned = Member.objects.filter(user=user, role=Member.Role.OWNER)
    return not Club.objects.exclude(members__in=owned).exists()


def require_keeper(user: Visitor) -> None:
    if not is_keeper(user):
        raise Http404


def may_open_clubs(user: Visitor) -> bool:
    """The first one belongs to whoever opens it."""
    return is_keeper(user) or (user.is_authenticated and not Club.objects.exists())


def clubs_to_direct(user: User) -> list[Club]:
    """By name."""
    directed = Club.objects.filter(members__user=user, members__role__in=ROLES[Right.RUN])
    return sorted(Club.objects.all() if user.is_superuser else directed, key=lambda club: name_order(club.name))


def club_to_direct(user: Visitor, slug: str, *, right: Right = Right.RUN) -> Club:
    club = get_object_or_404(Club, slug=slug)
    require(right, user, club)
    return club


def member_to_change(user: Visitor, slug: str, pk: int, *, right: Right) -> Member:
    club = club_to_direct(user, slug, right=right)
    return get_object_or_404(Member.objects.select_related("club", "user", "event"), club=club, pk=pk)


def category_to_fill(user: Visitor, slug: str, pk: int) -> PlayerCategory:
    club = club_to_direct(user, slug)
    return get_object_or_404(PlayerCategory.objects.select_related("club"), club=club, pk=pk)


def webhook_to_own(user: Visitor, slug: str, pk: int) -> Webhook:
    club = club_to_direct(user, slug, right=Right.OWN)
    return get_object_or_404(Webhook.objects.select_related("club"), club=club, pk=pk)


def own_membership(user: Visitor, slug: str) -> Member:
    club = club_to_direct(user, slug, right=Right.BELONG)
    return get_object_or_404(Member.objects.select_related("club", "user"), club=club, event=None, user=user)


def sees_skill(user: Visitor, player: Player, rights: Collection[Right]) -> bool:
    """What is for the player alone, and whoever runs the club."""
    own = Member.objects.filter(event=None, user_id=user.pk or 0, player=player)
    return Right.RUN in rights or (user.is_authenticated and own.exists())


def event_to_direct(user: Visitor, pk: int, *, right: Right = Right.DIRECT) -> Event:
    event = get_object_or_404(Event.objects.select_related("club"), pk=pk)
    require(right, user, event.club, event)
    return event


def sees_desk(user: Visitor, event: Event) -> bool:
    return Right.LOOK in rights_in(user, event.club, event)


def event_in(clubs: Collection[Club], pk: str) -> Event | None:
    """The event of this number, if it is of one of these clubs."""
    return Event.objects.select_related("club").filter(pk=pk, club__in=clubs).first() if NUMBER.fullmatch(pk) else None


def coming_to_direct(user: Visitor, pk: int, *, right: Right = Right.RUN) -> ComingNight:
    night = get_object_or_404(ComingNight.objects.select_related("club", "event", "like"), pk=pk)
    require(right, user, night.club)
    return night


def tournament_to_direct(user: Visitor, pk: int) -> Event:
    event = event_to_direct(user, pk)
    if not event.has_rounds:
        raise Http404
    return event


def stage_to_direct(user: Visitor, pk: int, *, right: Right = Right.DIRECT) -> Stage:
    stage = get_object_or_404(Stage.objects.select_related("event__club"), pk=pk)
    require(right, user, stage.event.club, stage.event)
    return stage


def round_to_direct(user: Visitor, pk: int) -> Round:
    round_ = get_object_or_404(Round.objects.select_related("stage__event__club"), pk=pk)
    require(Right.DIRECT, user, round_.stage.event.club, round_.stage.event)
    return round_


def table_to_direct(user: Visitor, pk: int, *, right: Right = Right.DIRECT) -> Table:
    table = get_object_or_404(Table.objects.select_related("event__club"), pk=pk)
    require(right, user, table.event.club, table.event)
    return table


def table_to_resume(user: Visitor, pk: int, event: Event) -> Table:
    """In this event: its own, of an evening that is over, or of another that they direct too."""
    table = get_object_or_404(Table.objects.select_related("event"), pk=pk, event__club=event.club_id)
    if table.event != event and table.event.status == Event.Status.OPEN:
        require(Right.DIRECT, user, event.club, table.event)
    return table


def season_to_run(user: Visitor, pk: int) -> Season:
    season = get_object_or_404(Season.objects.select_related("club"), pk=pk)
    require(Right.RUN, user, season.club)
    return season


def season_to_see(rights: Set[Right], pk: int) -> Season:
    """With its club and league. A draft is there for those alone who run the club."""
    season = get_object_or_404(Season.objects.select_related("club", "league"), pk=pk)
    if season.published_at is None and Right.RUN not in rights:
        raise Http404
    return season


def seat_to_direct(user: Visitor, pk: int) -> Seat:
    joined = Seat.objects.select_related("table__event__club", "entrant__player", "substitute")
    seat = get_object_or_404(joined, pk=pk)
    require(Right.DIRECT, user, seat.table.event.club, seat.table.event)
    return seat


def player_to_edit(user: Visitor, pk: int) -> Player:
    player = get_object_or_404(Player.objects.select_related("club", "merge__into__club"), pk=pk)
    require(Right.RUN, user, player.club)
    return player


@dataclass(frozen=True)
class PadKey:
    """What a secret address says, which we have signed: a table's link, and whose seat it is."""

    link: int
    edition: str
    player: int | None = None


class PadOver(Exception):
    """A pad's address that was good as long as its event lasted, and a while longer."""

    def __init__(self, event: Event) -> None:
        self.event = event


class PadHolder:
    """Whoever has such an address. Whether it opens a table (else 404, or it is over) shows when `link` is asked."""

    def __init__(self, key: PadKey, by: Actor) -> None:
        self.key = key
        self.by = by  # on which phone, or by which program
        self.event: int | None = None  # in which a deal was saved

    @cached_property
    def valid_link(self) -> PadLink | None:
        return next((link for link in open_links(self.key.link) if link.edition == self.key.edition), None)

    @property
    def lasting_link(self) -> PadLink:
        """The pad's valid link, also of an event that is over. Raises Http404."""
        if self.valid_link is None:
            raise Http404
        draw_for_insiders()
        return self.valid_link

    @property
    def link(self) -> PadLink:
        event = self.lasting_link.table.event
        if event.codes_ended(now=timezone.now()):
            raise PadOver(event)
        return self.lasting_link

    @property
    def is_outdated(self) -> bool:
        """The address was good once, and was revoked."""
        return self.valid_link is None and PadLink.objects.filter(pk=self.key.link).exists()

    @cached_property
    def seat(self) -> int | None:
        if self.key.player is None:
            return None
        seats = Seat.objects.filter(table=self.link.table_id)
        own_seat = seats.filter(entrant__player=self.key.player).first()
        # A card that was printed before its player was merged into another row of the list.
        return (own_seat or get_object_or_404(seats, entrant__player__merged__gone=self.key.player)).index

    @property
    def actor(self) -> Actor:
        return replace(self.by, pad_link=self.link, seat=self.seat)


def pad_to_score(token: str, *, phone: str = "") -> PadHolder:
    return PadHolder(_key(token), Actor(phone=phone))


def table_to_score(pk: int, by: Actor) -> PadHolder:
    """For who needs no address of the table's pad, which has to be open."""
    link = get_object_or_404(PadLink.objects.only("edition"), table=pk, revoked_at=None)
    return PadHolder(PadKey(link.pk, link.edition), by)


def _key(token: str) -> PadKey:
    """Raises Http404 for an address that nobody has signed, without asking the database."""
    signed, _, signature = token.rpartition(".")
    if signed.count(".") != 2 or not is_signed(PAD, signed, signature):
        raise Http404
    link, edition, player = signed.split(".")
    return PadKey(int(link), edition, int(player) or None)


def seat_token(link: PadLink, player_id: int) -> str:
    """The player's own address at a table, in whichever seat: renewed and revoked with the table's. Nobody but the
    server can make another one from it.
    """
    return link.token_of(player_id)
