"""The map of a club's pages, declared once: the menu in every page's head, the marked group, and the pages that Find
knows are made from it. An event's own pages are its tabs (words/night.py).
"""

from collections.abc import Collection, Iterable
from dataclasses import dataclass
from itertools import chain

from django.urls import reverse
from django.utils.functional import Promise
from django.utils.translation import gettext_lazy as _

from tournaments.models import Club, Event, plain_letters
from tournaments.permissions import Right
from tournaments.selectors.club.clubs import nearest
from tournaments.selectors.ratings.page import are_shown
from tournaments.words.night import KINDS, tabs_of


@dataclass(frozen=True)
class Page:
    """``name`` is that of its address. What stands below it has its name and more after a dash, or is in ``below``."""

    name: str
    label: str | Promise
    right: Right | None = None  # without which it is not shown; None: to whoever sees the club
    anchor: str = ""
    of_club: bool = True  # otherwise of the whole installation
    below: tuple[str, ...] = ()


@dataclass(frozen=True)
class Group:
    name: str
    label: str | Promise
    pages: tuple[Page, ...]


FOUND = Page("clubs", _("Found a club"), anchor="found-a-club", of_club=False)
BACKUPS = Page("backups", _("Backups"), of_club=False)
RULES = Page("rules", _("Rules"), of_club=False)
SIGN_OUT = Page("account_logout", _("Sign out"), of_club=False)

PLAY, PEOPLE, RESULTS, SET_UP, YOU = "play", "people", "results", "set-up", "you"
CLUB_GROUPS = (
    Group(
        PLAY,
        _("Play"),
        (
            Page("club", _("Tonight")),
            Page("calendar", _("Coming nights"), below=("coming",)),
            Page("event-new", _("New club night"), Right.RUN),
            Page("tournament-new", _("New tournament"), Right.RUN),
            Page("plan", _("Plan an event"), Right.RUN, of_club=False),
        ),
    ),
    Group(
        PEOPLE,
        _("People"),
        (
            Page(
                "roster",
                _("Players"),
                Right.RUN,
                below=("player", "players", "rivals", "passport", "passports", "retention"),
            ),
            Page("categories", _("Categories"), Right.RUN, below=("category",)),
            Page("members", _("Members and directors"), Right.BELONG, below=("member", "invite", "invitation")),
            Page("members", _("Invite somebody"), Right.OWN, anchor="invite"),
        ),
    ),
    Group(
        RESULTS,
        _("Results"),
        (
            Page("nights", _("Nights and tournaments")),
            Page("all-time", _("All time")),
            Page("seasons", _("Seasons"), below=("season", "league", "division", "fixture", "ladder")),
            Page("ratings", _("Ratings"), below=("rating",)),
            Page("statistics", _("Statistics and records"), below=("definitions",)),
            Page("meetings", _("Head to head"), below=("compare",)),
            Page("club-files", _("Files"), below=("bring-in-here", "club-archive")),
        ),
    ),
    Group(
        SET_UP,
        _("Set-up"),
        (
            Page("codes", _("Permanent codes"), Right.RUN, below=("code-renew",)),
            Page("club-visibility", _("Who sees the club"), Right.OWN),
            Page("logo", _("Logo"), Right.OWN),
            Page("connections", _("Integrations"), Right.OWN, below=("webhook", "frames", "delivery")),
            Page("tokens", _("API tokens"), Right.OWN, below=("token",)),
            Page("club-log", _("Log of the club"), Right.RUN),
            FOUND,
        ),
    ),
)
OWN_PAGES = Group(
    YOU,
    _("You"),
    (
        Page("sessions", _("Account"), of_club=False, below=("account", "mfa")),
        Page("clubs", _("Your clubs"), of_club=False, below=("backups", "bring-in")),
    ),
)


@dataclass(frozen=True)
class Reader:
    rights: Collection[Right]
    inside: bool  # of the club
    may_found: bool  # another club


@dataclass(frozen=True)
class Link:
    label: str
    address: str
    current: str = ""  # as aria-current has it


@dataclass(frozen=True)
class ShownGroup:
    name: str
    label: str
    is_current: bool
    links: list[Link]


def club_menu(club: Club, reader: Reader, *, page_name: str, event: Event | None) -> list[ShownGroup]:
    """``shown`` is the name of the address that is looked at: a page of ``event``, where there is one."""
    current = None if event else page_at(page_name)
    lit = _group_of_event(event) if event else group_of(current)
    groups = [
        ShownGroup(group.name, str(group.label), group.name == lit, _links(group, club, reader, current, page_name))
        for group in CLUB_GROUPS
    ]
    return [group for group in groups if group.links]


def own_menu(page_name: str) -> ShownGroup:
    """For whoever is signed in."""
    current = page_at(page_name)
    links = [_link(page, None, current, page_name) for page in OWN_PAGES.pages]
    return ShownGroup(YOU, str(OWN_PAGES.label), current in OWN_PAGES.pages, links)


def club_pages(club: Club, rights: Collection[Right]) -> list[Link]:
    """In the order of the menu."""
    reader = Reader(rights, inside=bool(rights), may_found=False)
    groups = [_links(group, club, reader, None, "") for group in CLUB_GROUPS]
    return list(chain.from_iterable(groups))


def own_pages(*, may_found: bool, keeps: bool) -> list[Link]:
    """Of whoever is signed in, and of the installation that they keep."""
    pages = [*OWN_PAGES.pages, RULES, *([BACKUPS] if keeps else []), *([FOUND] if may_found else []), SIGN_OUT]
    return [_link(page, None, None, "") for page in pages]


def event_pages(event: Event, rights: Collection[Right], *, has_bracket: bool) -> list[Link]:
    """Its tabs, then what has none, then what can be done there now."""
    tabs = [Link(tab.label, tab.address) for tab in tabs_of(event, page="", rights=rights, has_bracket=has_bracket)]
    kind = KINDS[event.kind]
    can_act = Right.DIRECT in rights and event.status == Event.Status.OPEN
    places = [
        Link(str(place.label), reverse(place.address, args=[event.pk], fragment=place.anchor or None))
        for place in (*kind.places, *(kind.actions if can_act else ()))
    ]
    return list(dict.fromkeys([*tabs, *places]))


def called(links: Iterable[Link], text: str) -> list[Link]:
    sought = plain_letters(text.strip())
    return [link for link in links if sought in plain_letters(link.label)]


def nearly_called(links: Iterable[Link], text: str) -> list[Link]:
    return nearest(plain_letters(text.strip()), [(link, link.label) for link in links])


def page_at(name: str) -> Page | None:
    """The page of the map at which, or below which, the address of this name stands."""
    depths = {page: _depth(page, name) for group in (*CLUB_GROUPS, OWN_PAGES) for page in group.pages}
    deepest = max(depths, key=lambda page: depths[page])
    return deepest if depths[deepest] else None


def group_of(page: Page | None) -> str:
    return next((group.name for group in (*CLUB_GROUPS, OWN_PAGES) if page in group.pages), "")


def _depth(page: Page, name: str) -> int:
    """How much of the name it covers; nothing where it stands elsewhere."""
    if page.anchor:
        return 0
    return max(len(above) if f"{name}-".startswith(f"{above}-") else 0 for above in (page.name, *page.below))


def _group_of_event(event: Event) -> str:
    return PLAY if event.status == Event.Status.OPEN else RESULTS


def _links(group: Group, club: Club, reader: Reader, current: Page | None, page_name: str) -> list[Link]:
    return [_link(page, club, current, page_name) for page in group.pages if _is_for(page, club, reader)]


def _is_for(page: Page, club: Club, reader: Reader) -> bool:
    if page.right and page.right not in reader.rights:
        return False
    if page.name == "ratings":
        return are_shown(club, inside=reader.inside)
    return page != FOUND or reader.may_found


def _link(page: Page, club: Club | None, current: Page | None, page_name: str) -> Link:
    address = reverse(
        page.name,
        args=[club.slug] if club and page.of_club else [],
        query={"club": club.slug} if club and page.name == "plan" else None,
    )
    if page is not current:
        return Link(str(page.label), address + (f"#{page.anchor}" if page.anchor else ""))
    return Link(str(page.label), address, "page" if page.name == page_name else "true")
