"""How people come in. By a code: those of an event's pads, with how long they are good and when they were last used, a
club's permanent ones for its tables and players, what is printed on the cards of its tables. By an account: who belongs
to a club, which invitations are out, and where somebody is signed in.
"""

from collections import defaultdict
from collections.abc import Collection, Iterable, Mapping
from dataclasses import dataclass, field
from datetime import datetime
from typing import NamedTuple

from allauth.usersessions.models import UserSession
from django.contrib.auth.models import User
from django.core.paginator import Page, Paginator
from django.db.models import F, Max, Q, Sum

from tournaments.codes import player_code, table_code
from tournaments.models import (
    AuditEntry,
    Club,
    Event,
    Invitation,
    Member,
    PadLink,
    Player,
    RoomTable,
    Seat,
    Stage,
    Table,
    UnsentDeals,
    name_order,
    plain_letters,
)
from tournaments.models.table import ENDED
from tournaments.permissions import ROLES, Right, Role, rights_in, seat_token
from tournaments.selectors.club.clubs import players_of, with_nights
from tournaments.selectors.table.cards import PlayerTag, TableCard, player_tag, seat_rows, table_cards
from tournaments.signing import invitation_hash

USUAL_ROOM = 6


@dataclass(frozen=True)
class ClubCode:
    code: str
    edition: int
    table: int | None = None
    player: PlayerTag | None = None


def room_size(club: Club) -> int:
    """The highest number a table of the club ever had."""
    return Table.objects.filter(event__club=club).aggregate(most=Max("number"))["most"] or USUAL_ROOM


def codes_of_tables(club: Club, *, count: int) -> list[ClubCode]:
    editions = dict(RoomTable.objects.filter(club=club).values_list("number", "code_edition"))
    numbered = [(number, editions.get(number, 0)) for number in range(1, count + 1)]
    return [ClubCode(table_code(club.pk, number, edition), edition, table=number) for number, edition in numbered]


def codes_of_players(club: Club) -> list[ClubCode]:
    return [
        ClubCode(player_code(player.pk, player.code_edition), player.code_edition, player=player_tag(player))
        for player in players_of(club)
    ]


@dataclass(frozen=True)
class TableNow:
    event: Event
    card: TableCard
    token: str


def played_at(club: Club, number: int) -> list[TableNow]:
    """What is played at this table of the room, or else what ended there last of what is still open."""
    links = PadLink.objects.filter(
        revoked_at=None, table__event__club=club, table__event__status=Event.Status.OPEN, table__number=number
    )
    links = links.exclude(table__status=Table.Status.UNDONE).select_related("table__event").order_by("-table_id")
    now = [link for link in links if link.table.status == Table.Status.PLAYING] or links[:1]
    tables = defaultdict[Event, list[int]](list)
    for link in now:
        tables[link.table.event].append(link.table_id)
    cards = {}
    for event, ids in tables.items():
        for card in table_cards(seat_rows(Q(table__in=ids)), event):
            cards[card.id] = card
    return [TableNow(link.table.event, cards[link.table_id], link.token) for link in now]


Used = dict[tuple[int | None, int | None], datetime]
"""When something was last written by a link (id), and by the address of which seat."""


@dataclass(frozen=True)
class SeatCode:
    number: int  # as people count
    player: PlayerTag
    used_at: datetime | None


@dataclass(frozen=True)
class TableCodes:
    """A table's own code and one for each of its seats, which are made new and revoked with it."""

    table: Table
    link: int | None  # None where they are revoked
    used_at: datetime | None
    seats: list[SeatCode]
    unsent: int

    @property
    def is_over(self) -> bool:
        return self.table.status in ENDED


@dataclass(frozen=True)
class EventCodes:
    tables: list[TableCodes]  # those that are played first
    newest: int  # of the links that are shown

    @property
    def good(self) -> list[TableCodes]:
        return [table for table in self.tables if table.link]


def event_codes(event: Event) -> EventCodes:
    tables = list(event.tables.exclude(status=Table.Status.UNDONE).select_related("round"))
    links = dict(PadLink.objects.filter(table__in=tables, revoked_at=None).values_list("table", "pk"))
    seats: dict[int, list[Seat]] = {}
    for seat in Seat.objects.filter(table__in=tables).select_related("entrant__player", "substitute"):
        seats.setdefault(seat.table_id, []).append(seat)
    used = _used(links.values())
    counts = UnsentDeals.objects.filter(table__in=tables).order_by().values_list("table")
    unsent = dict(counts.annotate(Sum("count")))
    shown = [_codes(table, links.get(table.pk), seats.get(table.pk, []), used, unsent) for table in tables]
    useful = [codes for codes in shown if codes.link or not codes.is_over]
    return EventCodes(sorted(useful, key=_place), max(links.values(), default=0))


def _place(codes: TableCodes) -> tuple[bool, int, int]:
    """Sorts tables by round, the newest first, those that are over last."""
    return codes.is_over, -(codes.table.round_id or 0), codes.table.number


def _used(links: Iterable[int]) -> Used:
    written = AuditEntry.objects.filter(pad_link__in=list(links)).order_by()
    return {
        (link, seat): last_used for link, seat, last_used in written.values_list("pad_link", "seat").annotate(Max("at"))
    }


def _codes(table: Table, link: int | None, seats: list[Seat], used: Used, unsent: dict[int, int]) -> TableCodes:
    return TableCodes(
        table=table,
        link=link,
        used_at=used.get((link, None)),
        seats=[SeatCode(seat.index + 1, player_tag(seat.player), used.get((link, seat.index))) for seat in seats],
        unsent=unsent.get(table.pk, 0),
    )


@dataclass(frozen=True)
class SeatCard:
    number: int  # as people count, from 1
    player: PlayerTag
    token: str


@dataclass(frozen=True)
class PadCard:
    table_id: int
    number: int
    token: str
    stage: Stage | None
    match: int | None  # of its bracket
    seats: list[SeatCard]
    board: int | None = None  # of a match of ``teams``
    teams: list[str] = field(default_factory=list)

    @property
    def players(self) -> list[PlayerTag]:
        return [seat.player for seat in self.seats]


def pad_cards(event: Event, *, table_id: int | None = None, round_id: int | None = None) -> list[PadCard]:
    """What is printed on the cards of an event's tables, of one or of those of a round: those that still play and have
    a valid link."""
    links = PadLink.objects.filter(
        revoked_at=None,
        table__event=event,
        table__status__in=(Table.Status.PLAYING, Table.Status.ADJOURNED),
    )
    if table_id is not None:
        links = links.filter(table=table_id)
    if round_id is not None:
        links = links.filter(table__round=round_id)
    links = links.select_related("table__round__stage").order_by("table__number")
    seats: dict[int, list[Seat]] = {}
    for seat in Seat.objects.filter(table__event=event).select_related("entrant__player", "substitute"):
        seats.setdefault(seat.table_id, []).append(seat)
    teams = dict(event.teams.values_list("side", "name")) if event.has_teams else {}
    return [_pad_card(link, seats[link.table_id], event, teams) for link in links]


def _pad_card(link: PadLink, seats: list[Seat], event: Event, teams: Mapping[int, str]) -> PadCard:
    table, round_ = link.table, link.table.round
    stage = round_.stage if round_ else None
    if stage:
        stage.event = event
    sides = round_.seating.sides(table.match_number) if round_ and table.is_board else ()
    return PadCard(
        table_id=link.table_id,
        number=link.table.number,
        token=link.token,
        stage=stage,
        match=link.table.match,
        seats=[
            SeatCard(seat.index + 1, player_tag(seat.player), seat_token(link, seat.entrant.player_id))
            for seat in seats
        ],
        board=table.game if table.is_board else None,
        teams=[teams[side] for side in sides if side in teams],
    )


ROLE_ORDER = list(Role)
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
        (colleague for colleague in joined if Right.RUN in rights or colleague.user_id == user.pk), key=_member_order
    )
    sought = plain_letters(wanted.name.strip())
    matches = [member for member in members if sought in plain_letters(_member_names(member))]
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


def _member_names(member: Member) -> str:
    player = member.player.full_name if member.player else ""
    return f"{member.user.get_username()}\n{player}"


def _member_order(member: Member) -> tuple[int, str]:
    return ROLE_ORDER.index(Role(member.role)), name_order(member.user.get_username())


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
