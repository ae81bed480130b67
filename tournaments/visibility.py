"""Who sees the pages of a club and its events. To all others what is hidden is answered like what is missing."""

from collections.abc import Callable, Collection, Sequence, Set
from dataclasses import dataclass
from typing import Any, Literal, NamedTuple

from django.contrib.auth.models import AnonymousUser
from django.db.models import QuerySet
from django.http import Http404, HttpRequest
from django.utils import timezone
from django.utils.crypto import constant_time_compare

from tournaments.audience import INSIDERS
from tournaments.codes import HeldCode, codes_that_count
from tournaments.limits import LARGEST_ID
from tournaments.models import ApiToken, Club, ComingNight, Event, Member, Player, Round, Season, Table, Visibility
from tournaments.models.statements import Prepared
from tournaments.permissions import PROGRAM_ROLES, Right, Role, Visitor, current_role, rights_of
from tournaments.signing import hex_signature, is_hex_signed, signature

MOST_PASSES = 60
LINK = 16  # letters of the key of something unlisted

Kind = Literal["club", "player", "event", "table", "round", "coming", "season"]
Followed = Literal["event", "table"]
# Of a stream: everybody, while it is public and as strangers read names; or who was let in, as one or the other.
Audience = Literal["", "strangers", "insiders"]
LET_IN: tuple[Audience, ...] = ("insiders", "strangers")
# To whom the key of a stream was given: what its text begins with.
BY_ACCOUNT, BY_CODE, BY_LINK, BY_TOKEN = "a", "c", "k", "t"
SIGNED = "~"


class Premises(NamedTuple):
    """Where somebody looks: at a club, at an event or a season of it, or at a night that it has planned."""

    club: int
    club_visibility: str
    shown_names: str
    event: int | None = None
    own_visibility: str = ""  # of the event, the night or the season
    coming: int | None = None
    season: int | None = None

    @property
    def visibility(self) -> Visibility:
        return Visibility.stricter(self.club_visibility, self.own_visibility)

    @property
    def is_public(self) -> bool:
        return self.visibility == Visibility.PUBLIC

    @property
    def hides(self) -> bool:
        """The event, the night or the season is stricter than its club."""
        return self.visibility != self.club_visibility

    @property
    def hidden_with(self) -> str:
        """Whatever is found by one link: all of the club, or this event, night or season alone."""
        own = f"n{self.coming}" if self.coming else f"s{self.season}" if self.season else f"e{self.event}"
        return own if self.hides else f"c{self.club}"


OF_CLUB = ("pk", "visibility", "shown_names")
OF_ITS_OWN = (*(f"club__{name}" for name in OF_CLUB), "visibility", "pk")


def _of_event(path: str) -> list[str]:
    return [*(f"{path}club__{name}" for name in OF_CLUB), f"{path}pk", f"{path}visibility"]


def _found(rows: Callable[[Any], QuerySet[Any]], columns: Sequence[str]) -> Prepared[Premises]:
    return Prepared(lambda key: rows(key).order_by().values_list(*columns), lambda row: Premises(*row))


PREMISES: dict[Kind, Prepared[Premises]] = {
    "club": _found(lambda slug: Club.objects.filter(slug=slug), OF_CLUB),
    "player": _found(lambda pk: Player.everyone.filter(pk=pk), [f"club__{name}" for name in OF_CLUB]),
    "event": _found(lambda pk: Event.objects.filter(pk=pk), _of_event("")),
    "table": _found(lambda pk: Table.objects.filter(pk=pk), _of_event("event__")),
    "coming": Prepared(
        lambda pk: ComingNight.objects.filter(pk=pk).order_by().values_list(*OF_ITS_OWN),
        lambda row: Premises(row[0], row[1], row[2], own_visibility=row[3], coming=row[4]),
    ),
    "season": Prepared(
        lambda pk: Season.objects.filter(pk=pk).order_by().values_list(*OF_ITS_OWN),
        lambda row: Premises(row[0], row[1], row[2], own_visibility=row[3], season=row[4]),
    ),
    "round": _found(lambda pk: Round.objects.filter(pk=pk), _of_event("stage__event__")),
}


class AsMember(AnonymousUser):
    """Nobody, who reads every club as its players do: for a file that whoever asks for it may have whole."""


@dataclass(frozen=True)
class Passes:
    """What a browser has been given: the links by which it came, and the codes of events that it holds. Kept in a
    signed cookie, not here.
    """

    links: tuple[str, ...] = ()
    codes: tuple[HeldCode, ...] = ()

    def with_link(self, link: str) -> "Passes":
        return Passes((*self.links, link)[-MOST_PASSES:], self.codes) if link not in self.links else self

    def with_code(self, code: HeldCode) -> "Passes":
        if code in self.codes:
            return self
        others = [other for other in self.codes if other[:-1] != code[:-1]]  # an earlier edition counts no more
        return Passes(self.links, (*others, code)[-MOST_PASSES:])


@dataclass(frozen=True)
class Seen:
    """How somebody sees them: an insider (a member, or who holds a code) reads whole names and finds everything."""

    premises: Premises
    rights: Set[Right]
    inside: bool
    stricter: Set[int] | None = None  # of the club's events that are stricter than it, those they may see; None: all
    by: str = ""  # the code, link or token that let them in; empty: their account, or nothing was needed

    @property
    def shown_names(self) -> str:
        """How names are shown: what is drawn differs by this alone."""
        return INSIDERS if self.inside else self.premises.shown_names


def premises_of_night(night: ComingNight) -> Premises:
    club = night.club
    return Premises(club.pk, club.visibility, club.shown_names, own_visibility=night.visibility, coming=night.pk)


def premises_at(club: Club, event: Event | None = None, season: Season | None = None) -> Premises:
    """Of what has been read already."""
    premises = Premises(club.pk, club.visibility, club.shown_names)
    if season:
        return premises._replace(own_visibility=season.visibility, season=season.pk)
    return premises._replace(event=event.pk, own_visibility=event.visibility) if event else premises


def premises_of(kind: Kind, key: int | str) -> Premises:
    if isinstance(key, int) and abs(key) > LARGEST_ID:
        raise Http404
    for premises in PREMISES[kind](key):
        return premises
    raise Http404


def premises_of_all(kind: Followed, keys: Collection[int]) -> dict[int, Premises]:
    """Of those events or tables that there are."""
    path = "event__" if kind == "table" else ""
    rows = Table.objects.all() if kind == "table" else Event.objects.all()
    rows_found = rows.filter(pk__in=keys).order_by().values_list("pk", *_of_event(path))
    return {pk: Premises(*row) for pk, *row in rows_found}


def look(premises: Premises, *, user: Visitor, passes: Passes, key: str) -> Seen:
    """Raises Http404 for whoever may not see it; `key` is that of a link, as its address has it."""
    roles, of_events = _roles_at(premises, user)
    codes = [] if roles else codes_that_count(code for code in passes.codes if opens(code, premises))
    by_account = bool(roles or (of_events and not premises.hides))
    inside = by_account or bool(codes)
    if not inside and not _is_open(premises, passes, key):
        raise Http404
    by_code = f"{BY_CODE}{codes[-1]}" if codes else f"{BY_LINK}{premises.hidden_with}"
    stricter = None if roles else of_events | {code.event for code in codes}
    return Seen(premises, rights_of(roles), inside, stricter, by="" if by_account else by_code)


def look_by(program: ApiToken | None, premises: Premises) -> Seen:
    """In its own club a program finds what its scope lets it, elsewhere what strangers find. Raises Http404."""
    if program is None or program.club_id != premises.club:
        return look(premises, user=AnonymousUser(), passes=Passes(), key="")
    return Seen(premises, rights_of({PROGRAM_ROLES[program.scope]}), inside=True, by=f"{BY_TOKEN}{program.pk}")


def is_good_link(premises: Premises, key: str) -> bool:
    is_signed = is_hex_signed("unlisted", premises.hidden_with, key, length=LINK)
    return premises.visibility == Visibility.UNLISTED and is_signed


def link_key(premises: Premises) -> str:
    """What the address of something unlisted ends with, where it is given to somebody."""
    return hex_signature("unlisted", premises.hidden_with)[:LINK]


def with_key(address: str, premises: Premises) -> str:
    """The address as it is given to others."""
    return f"{address}?link={link_key(premises)}" if premises.visibility == Visibility.UNLISTED else address


def by_account(user: int, *, password: str, session: str) -> str:
    """Whoever is signed in with this session, until it ends or the (hashed) password is another."""
    return f"{BY_ACCOUNT}{user}-{signature('follower', f'{session}.{password}')}"


def follower_of(request: HttpRequest) -> str:
    """To whom the key of a stream on this page is given. A page that is opened by a code alone says so in
    `request.held`.
    """
    seen: Seen | None = getattr(request, "seen", None)
    code_held: HeldCode | None = getattr(request, "held", None)
    if code_held:
        return f"{BY_CODE}{code_held}"
    if seen and seen.by:
        return seen.by
    user, session = request.user, request.session.session_key or ""
    return by_account(user.pk, password=user.password, session=session) if user.is_authenticated else ""


def stream_key(kind: Followed, pk: int, audience: Audience, by: str) -> str:
    """Stands in the address of a stream on pages that were let in: for what it was given, and to whom. It opens
    nothing once their right has ended, and is good today and tomorrow at most.
    """
    return f"{by}{SIGNED}{_key_signature(kind, pk, audience, by, day=_today())}"


def key_to_follow(premises: Premises, table: int | None, *, inside: bool, by: str) -> str:
    """Of the stream of an event or one of its tables; empty where everybody is told the same."""
    assert premises.event
    if premises.is_public and not (table and inside):
        return ""
    audience: Audience = "insiders" if inside else "strangers"
    return stream_key("table", table, audience, by) if table else stream_key("event", premises.event, audience, by)


def key_holder(key: str) -> str:
    """To whom it was given."""
    return key.rpartition(SIGNED)[0]


def may_follow(audience: Audience, visibility: Visibility) -> bool:
    """Whether a stream goes on for them."""
    if audience == "strangers":
        return visibility != Visibility.PRIVATE
    return audience == "insiders" or visibility == Visibility.PUBLIC


def audience_let_in(kind: Followed, pk: int, key: str) -> Audience:
    """For whom we have signed it; empty for a key that is not ours, or is of the day before yesterday."""
    by, _, given = key.rpartition(SIGNED)
    today = _today()
    for audience in LET_IN:
        signed = [_key_signature(kind, pk, audience, by, day=day) for day in (today, today - 1)]
        if any(constant_time_compare(given, signature) for signature in signed):
            return audience
    return ""


def clubs_known_to(user: Visitor, passes: Passes) -> set[int]:
    """Besides those that everybody may find, by id."""
    clubs = {code.club for code in codes_that_count(passes.codes)}
    if by_link := [int(link[1:]) for link in passes.links if link[0] == "c"]:
        unlisted = Club.objects.filter(pk__in=by_link, visibility=Visibility.UNLISTED)
        clubs.update(unlisted.values_list("pk", flat=True))
    if user.is_authenticated:
        own = Club.objects.all() if user.is_superuser else Club.objects.filter(members__user=user)
        clubs.update(own.values_list("pk", flat=True))
    if isinstance(user, AsMember):
        clubs.update(Club.objects.values_list("pk", flat=True))
    return clubs


def _key_signature(kind: Followed, pk: int, audience: Audience, by: str, *, day: int) -> str:
    return signature("stream", f"{kind}.{pk}.{audience}.{day}.{by}")


def _today() -> int:
    return timezone.now().toordinal()


def _is_open(premises: Premises, passes: Passes, key: str) -> bool:
    if premises.visibility == Visibility.UNLISTED:
        return premises.hidden_with in passes.links or is_good_link(premises, key)
    return premises.is_public


def _roles_at(premises: Premises, user: Visitor) -> tuple[set[Role], set[int]]:
    """In the event or the club; and the club's events in which there is any, by id."""
    if isinstance(user, AsMember):
        return {Role.PLAYER}, set()
    if not user.is_authenticated:
        return set(), set()
    if user.is_superuser:
        return {Role.OWNER}, set()
    memberships = Member.objects.filter(club=premises.club, user=user).values_list("role", "event", "event__status")
    rows = list(memberships)
    roles = {current_role(role, status) for role, event, status in rows if event in (None, premises.event)}
    return roles, {event for _role, event, _status in rows if event}


def opens(code: HeldCode, premises: Premises) -> bool:
    """Whether a code that counts lets in here: to its event, and to all that is as open as its club."""
    return code.event == premises.event if premises.hides else code.club == premises.club
