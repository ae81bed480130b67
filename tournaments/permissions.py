import re
from dataclasses import dataclass
from functools import cached_property

from django.contrib.auth.models import AnonymousUser, User
from django.core.exceptions import PermissionDenied
from django.http import Http404
from django.shortcuts import get_object_or_404
from django.utils.crypto import constant_time_compare, salted_hmac

from tournaments.audit import Actor
from tournaments.models import Club, Event, Member, PadLink, Player, Round, Seat, Stage, Table

Visitor = User | AnonymousUser

PLAYER = re.compile("[0-9]{1,18}")
DIRECTING = {Member.Role.OWNER, Member.Role.DIRECTOR}


def role_in(user: Visitor, club: Club) -> str | None:
    if not user.is_authenticated:
        return None
    if user.is_superuser:
        return Member.Role.OWNER
    return Member.objects.filter(club=club, user=user).values_list("role", flat=True).first()


def can_direct(user: Visitor, club: Club) -> bool:
    return role_in(user, club) in DIRECTING


def require_director(user: Visitor, club: Club) -> None:
    """A stranger is not told that there is anything to direct; a member who may not is told so."""
    role = role_in(user, club)
    if role is None:
        raise Http404
    if role not in DIRECTING:
        raise PermissionDenied


def clubs_to_direct(user: User) -> list[Club]:
    """By name."""
    clubs = Club.objects.order_by("name")
    return list(clubs if user.is_superuser else clubs.filter(members__user=user, members__role__in=DIRECTING))


def club_to_direct(user: Visitor, slug: str) -> Club:
    club = get_object_or_404(Club, slug=slug)
    require_director(user, club)
    return club


def event_to_direct(user: Visitor, pk: int) -> Event:
    event = get_object_or_404(Event.objects.select_related("club"), pk=pk)
    require_director(user, event.club)
    return event


def tournament_to_direct(user: Visitor, pk: int) -> Event:
    event = event_to_direct(user, pk)
    if event.kind != Event.Kind.TOURNAMENT:
        raise Http404
    return event


def stage_to_direct(user: Visitor, pk: int) -> Stage:
    stage = get_object_or_404(Stage.objects.select_related("event__club"), pk=pk)
    require_director(user, stage.event.club)
    return stage


def round_to_direct(user: Visitor, pk: int) -> Round:
    round_ = get_object_or_404(Round.objects.select_related("stage__event__club"), pk=pk)
    require_director(user, round_.stage.event.club)
    return round_


def table_to_direct(user: Visitor, pk: int) -> Table:
    table = get_object_or_404(Table.objects.select_related("event__club"), pk=pk)
    require_director(user, table.event.club)
    return table


def player_to_edit(user: Visitor, pk: int) -> Player:
    player = get_object_or_404(Player.objects.select_related("club"), pk=pk)
    require_director(user, player.club)
    return player


@dataclass(frozen=True)
class PadKey:
    """What a secret address says: the table's link, and whose seat it is where it is a seat's own."""

    token: str
    player: int | None = None


class PadHolder:
    """Whoever has such an address. Whether it opens a table (else 404) shows when `link` is asked."""

    def __init__(self, key: PadKey) -> None:
        self.key = key

    @cached_property
    def link(self) -> PadLink:
        links = PadLink.objects.select_related("table__event__club")
        return get_object_or_404(links, token=self.key.token, revoked_at=None)

    @cached_property
    def seat(self) -> int | None:
        if self.key.player is None:
            return None
        return get_object_or_404(Seat, table=self.link.table_id, entrant__player=self.key.player).index

    @property
    def actor(self) -> Actor:
        return Actor(pad_link=self.link, seat=self.seat)


def pad_to_score(token: str) -> PadHolder:
    table_token, dot, signed = token.partition(".")
    if not dot:
        return PadHolder(PadKey(table_token))
    player = signed.partition(".")[0]
    if not PLAYER.fullmatch(player) or not constant_time_compare(token, seat_token(table_token, int(player))):
        raise Http404
    return PadHolder(PadKey(table_token, int(player)))


def seat_token(table_token: str, player_id: int) -> str:
    """The player's own address at a table, wherever he sits there: made from the table's, so that it is renewed and
    revoked with it.
    """
    signature = salted_hmac("pad-seat", f"{table_token}.{player_id}", algorithm="sha256").hexdigest()[:20]
    return f"{table_token}.{player_id}.{signature}"
