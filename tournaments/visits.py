"""Who sees the pages of a club and its events. To all others what is hidden is answered like what is missing."""

from collections.abc import Callable, Iterable, Sequence, Set
from dataclasses import dataclass
from typing import Any, Literal, NamedTuple

from django.contrib.auth.models import AnonymousUser
from django.db.models import Q, QuerySet
from django.http import Http404
from django.utils import timezone
from django.utils.crypto import constant_time_compare, salted_hmac

from tournaments.models import ApiToken, Club, ComingNight, Event, Member, Player, Round, Season, Table, Visibility
from tournaments.models.statements import Prepared
from tournaments.permissions import PROGRAM_ROLES, Right, Role, Visitor, current_role, rights_of
from tournaments.signing import hex_signature, is_hex_signed

MOST_PASSES = 60
LARGEST = 2**63
LINK = 16  # letters of the key of something unlisted

Kind = Literal["club", "player", "event", "table", "round", "coming", "season"]
Followed = Literal["event", "table"]
# Of a stream: everybody, while it is public and as strangers read names; or who was let in, as one or the other.
Audience = Literal["", "strangers", "insiders"]
LET_IN: tuple[Audience, ...] = ("insiders", "strangers")


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
    "player": _found(lambda pk: Player.objects.filter(pk=pk), [f"club__{name}" for name in OF_CLUB]),
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


@dataclass(frozen=True)
class Passes:
    """What a browser has been given: the links by which it came, and the events (by id, with their clubs) of which it
    holds a code. Kept in a signed cookie, not here.
    """

    links: tuple[str, ...] = ()
    codes: tuple[tuple[int, int], ...] = ()

    def with_link(self, found: str) -> "Passes":
        return Passes((*self.links, found)[-MOST_PASSES:], self.codes) if found not in self.links else self

    def with_code(self, event: Event) -> "Passes":
        held = (event.pk, event.club_id)
        return Passes(self.links, (*self.codes, held)[-MOST_PASSES:]) if held not in self.codes else self


@dataclass(frozen=True)
class Seen:
    """How somebody sees them: an insider (a member, or who holds a code) reads whole names and finds everything."""

    premises: Premises
    rights: Set[Right]
    inside: bool
    stricter: Set[int] | None = None  # of the club's events that are stricter than it, those he may see; None: all

    @property
    def told(self) -> str:
        """How names are told: what is drawn differs by this alone."""
        return "" if self.inside else self.premises.shown_names


def premises_of_night(night: ComingNight) -> Premises:
    club = night.club
    return Premises(club.pk, club.visibility, club.shown_names, own_visibility=night.visibility, coming=night.pk)


def premises_at(club: Club, event: Event | None = None, season: Season | None = None) -> Premises:
    """Of what has been read already."""
    found = Premises(club.pk, club.visibility, club.shown_names)
    if season:
        return found._replace(own_visibility=season.visibility, season=season.pk)
    return found._replace(event=event.pk, own_visibility=event.visibility) if event else found


def premises_of(kind: Kind, key: int | str) -> Premises:
    if isinstance(key, int) and abs(key) >= LARGEST:
        raise Http404
    for premises in PREMISES[kind](key):
        return premises
    raise Http404


def look(premises: Premises, *, user: Visitor, passes: Passes, key: str) -> Seen:
    """Raises Http404 for whoever may not see it; `key` is that of a link, as its address has it."""
    roles, of_events = _roles_at(premises, user)
    codes = set() if roles else _codes_held(premises, passes)
    inside = bool(roles or codes or (of_events and not premises.hides))
    if not inside and not _is_open(premises, passes, key):
        raise Http404
    return Seen(premises, rights_of(roles), inside, None if roles else of_events | codes)


def look_by(program: ApiToken | None, premises: Premises) -> Seen:
    """In its own club a program finds what its scope lets it, elsewhere what strangers find. Raises Http404."""
    if program is None or program.club_id != premises.club:
        return look(premises, user=AnonymousUser(), passes=Passes(), key="")
    return Seen(premises, rights_of({PROGRAM_ROLES[program.scope]}), inside=True)


def is_good_link(premises: Premises, key: str) -> bool:
    is_signed = is_hex_signed("unlisted", premises.hidden_with, key, length=LINK)
    return premises.visibility == Visibility.UNLISTED and is_signed


def link_key(premises: Premises) -> str:
    """What the address of something unlisted ends with, where it is given to somebody."""
    return hex_signature("unlisted", premises.hidden_with)[:LINK]


def with_key(address: str, premises: Premises) -> str:
    """The address as it is given to others."""
    return f"{address}?link={link_key(premises)}" if premises.visibility == Visibility.UNLISTED else address


def stream_key(kind: Followed, pk: int, audience: Audience) -> str:
    """Stands in the address of a stream on pages that were let in, so that a stream asks nobody who is there. Good
    today and tomorrow.
    """
    return _stream_key(kind, pk, audience, day=_today())


def key_to_follow(premises: Premises, table: int | None, *, inside: bool) -> str:
    """Of the stream of an event or one of its tables; empty where everybody is told the same."""
    assert premises.event
    if premises.is_public and not (table and inside):
        return ""
    audience: Audience = "insiders" if inside else "strangers"
    return stream_key("table", table, audience) if table else stream_key("event", premises.event, audience)


def is_told(audience: Audience, visibility: Visibility) -> bool:
    """Whether a stream goes on for them."""
    if audience == "strangers":
        return visibility != Visibility.PRIVATE
    return audience == "insiders" or visibility == Visibility.PUBLIC


def audience_let_in(kind: Followed, pk: int, key: str) -> Audience:
    for audience in LET_IN:
        if any(constant_time_compare(key, _stream_key(kind, pk, audience, day=_today() - ago)) for ago in (0, 1)):
            return audience
    return ""


def clubs_known_to(user: Visitor, passes: Passes) -> set[int]:
    """Besides those that everybody may find, by id."""
    known = set(_lasting(event for event, _club in passes.codes).values_list("club", flat=True))
    if by_link := [int(link[1:]) for link in passes.links if link[0] == "c"]:
        unlisted = Club.objects.filter(pk__in=by_link, visibility=Visibility.UNLISTED)
        known.update(unlisted.values_list("pk", flat=True))
    if user.is_authenticated:
        own = Club.objects.all() if user.is_superuser else Club.objects.filter(members__user=user)
        known.update(own.values_list("pk", flat=True))
    return known


def _stream_key(kind: Followed, pk: int, audience: Audience, *, day: int) -> str:
    said = f"{kind}.{pk}.{audience}.{day}"
    return salted_hmac("stream", said, algorithm="sha256").hexdigest()[:16]


def _today() -> int:
    return timezone.now().toordinal()


def _is_open(premises: Premises, passes: Passes, key: str) -> bool:
    if premises.visibility == Visibility.UNLISTED:
        return premises.hidden_with in passes.links or is_good_link(premises, key)
    return premises.is_public


def _roles_at(premises: Premises, user: Visitor) -> tuple[set[Role], set[int]]:
    """In the event or the club; and the club's events in which there is any, by id."""
    if not user.is_authenticated:
        return set(), set()
    if user.is_superuser:
        return {Role.OWNER}, set()
    found = Member.objects.filter(club=premises.club, user=user).values_list("role", "event", "event__status")
    rows = list(found)
    here = {current_role(role, status) for role, event, status in rows if event in (None, premises.event)}
    return here, {event for _role, event, _status in rows if event}


def _codes_held(premises: Premises, passes: Passes) -> set[int]:
    """That count here: the events, by id."""
    own = premises.hides
    held = [event for event, club in passes.codes if (event == premises.event if own else club == premises.club)]
    return set(_lasting(held).values_list("pk", flat=True))


def _lasting(held: Iterable[int]) -> QuerySet[Event]:
    """Of these events those whose codes still count; nothing is asked where there are none."""
    lasting = Q(codes_end_at=None) | Q(codes_end_at__gt=timezone.now())
    return Event.objects.filter(lasting, pk__in=list(held)).order_by()
