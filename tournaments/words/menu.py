"""The map of a club's pages, declared once: the menu in every page's head, the marked group, and the pages that Find
knows are made from it. An event's own pages are its tabs (words/night.py).
"""

from collections.abc import Collection, Iterable, Sequence
from dataclasses import dataclass
from itertools import chain

from django.urls import reverse
from django.utils.functional import Promise
from django.utils.translation import gettext_lazy as _

from tournaments.models import Club, Event, plain_letters
from tournaments.permissions import Right
from tournaments.selectors.club.clubs import nearest
from tournaments.selectors.ratings.page import are_shown
from tournaments.words.club import tabs_of_account
from tournaments.words.night import AFTERWARDS, KINDS, Tab, tabs_of


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

# What else people call what stands there, or is done there, with commas between; by the name of the address, and its
# anchor. Who searches for one of these words, or for how one begins, finds the page.
ALSO = {
    "club": _("home, start, today"),
    "calendar": _("calendar, date, schedule, invite, reply, who comes, cancel"),
    "event-new": _("open, start, begin, tonight, play"),
    "tournament-new": _("open, start, cup, championship, knockout, Swiss"),
    "plan": _("rounds, how long, time, format, try out"),
    "roster": _("rename, name, merge, twice, duplicate, delete, remove, archive, import, add, list, members"),
    "categories": _("juniors, women, seniors, age, group"),
    "members": _("roles, rights, scorer, arbiter, account, hand over, leave the club"),
    "members#invite": _("invitation, director, scorer, helper, account"),
    "nights": _("past, earlier, archive, history, old, evenings"),
    "all-time": _("total, overall, career, ever"),
    "seasons": _("new, league, ladder, series, championship, year, points"),
    "ratings": _("strength, Elo, ranking, list"),
    "statistics": _("odds, counts, charts, best"),
    "meetings": _("rivals, compare, against, opponents"),
    "club-files": _("export, import, download, upload, backup, CSV, spreadsheet, bring in"),
    "codes": _("QR, poster, cards, pads, print, scan, phone"),
    "club-visibility": _("private, public, hide, privacy, link, strangers"),
    "logo": _("picture, crest, brand"),
    "connections": _("website, embed, frame, webhook, share"),
    "tokens": _("programs, key, access, developer"),
    "club-log": _("history, changes, who did it"),
    "clubs#found-a-club": _("new club, create, add a club"),
    "backups": _("restore, spare, copy, stick, save, disk"),
    "rules": _("how to play, help, explain, scoring, learn"),
    "account_logout": _("log out, leave, end"),
    "sessions": _("profile, devices, language, log in, user"),
    "account_change_password": _("change, forgotten, log in"),
    "mfa_index": _("passkey, two-factor, security, app, recovery"),
    "account_email": _("address, mail"),
    "account-delete": _("account, leave, forget me"),
    "desk": _("run, direct, control, tables, clock, timer, minutes, cancel, discard"),
    "event": _("standings, places, score, winner, who leads"),
    "report": _("story, share, picture, summary"),
    "tables": _("pairings, sheets, deals, who plays whom"),
    "tables#tables": _("mistake, wrong, fix, change, edit, void, points"),
    "bracket": _("knockout, tree, final"),
    "entrants": _("players, check in, seed, bye, substitute, replace, add"),
    "entrants#desk": _("leave, drop out, retire, gone, remove, absent, no show"),
    "entrants#add": _("late comer, latecomer, newcomer, join, arrive, add"),
    "wall": _("TV, screen, projector, display, beamer"),
    "event-settings": _("rename, name, date, rules, confirmation, hide, private, language, handicap, options"),
    "event-cards": _("QR, code, poster, pads, print, scan, phone"),
    "registration": _("sign up, enter, poster, QR, list, waiting"),
    "event-prints": _("printing, certificate, poster, PDF, sheets, pairings, place cards, paper"),
    "event-statistics": _("odds, counts, charts"),
    "event-files": _("export, import, download, upload, CSV, spreadsheet, results"),
    "prizes": _("awards, certificate, winners, medals"),
    "desk-close": _("close, finish, stop, pause, break, interrupt, tables, the night, the tournament"),
    "event-log": _("history, changes, who did it"),
    "event-again": _("repeat, copy, next week, new"),
    "event-codes": _("QR, link, revoke, lost phone"),
    "teams": _("pairs, clubs, captain"),
    "stages": _("plan, format, rounds, add a stage, final"),
    "desk#seat-them": _("pairings, shuffle, random, start, new table, open a table, seating, seats"),
    "desk#came": _("late comer, latecomer, newcomer, arrive, join, add, here, check in, players"),
    "desk#desk": _("back, revert, mistake, take back"),
    "desk#here": _("withdraw, leave, go home, retire, remove, drop out, absent, no show"),
    "desk#overview-head": _("close a table, finish, stop, pause, interrupt, resume, play on, break"),
    "desk#step-head": _("next, pairings, start"),
    "desk#act": _("open again, continue, play on, unlock"),
    "desk#message-all": _("announce, tell, call, write, all tables, pause"),
}


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
    name: str = ""  # of the address, and its anchor

    @property
    def words(self) -> str:
        """Its label, and what else people call it."""
        return f"{self.label} {ALSO.get(self.name, '')}".replace(",", "")


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
    links = [_link(page, None, None, "") for page in pages]
    addresses = {link.address for link in links}
    return [*links, *(link for link in _links_of(tabs_of_account("")) if link.address not in addresses)]


def event_pages(event: Event, rights: Collection[Right], *, has_bracket: bool) -> list[Link]:
    """Its tabs, then what has none, then what can be done there now."""
    tabs = _links_of(tabs_of(event, page="", rights=rights, has_bracket=has_bracket))
    kind = KINDS[event.kind]
    actions = kind.actions if event.status == Event.Status.OPEN else AFTERWARDS
    places = [
        Link(
            str(place.label),
            reverse(place.address, args=[event.pk], fragment=place.anchor or None),
            name=_name(place.address, place.anchor),
        )
        for place in (*kind.places, *(actions if Right.DIRECT in rights else ()))
    ]
    return list(dict.fromkeys([*tabs, *places]))


def called(links: Sequence[Link], text: str) -> list[Link]:
    """Those whose label has the text, then those of which every word of it begins a word."""
    sought = plain_letters(text.strip())
    labelled = [link for link in links if sought in plain_letters(link.label)]
    return labelled + [link for link in links if link not in labelled and _begins_words(sought, link)]


def nearly_called(links: Iterable[Link], text: str) -> list[Link]:
    return nearest(plain_letters(text.strip()), [(link, link.words) for link in links])


def _begins_words(sought: str, link: Link) -> bool:
    words = plain_letters(link.words).split()
    return all(any(word.startswith(part) for word in words) for part in sought.split())


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
    name = _name(page.name, page.anchor)
    if page is not current:
        return Link(str(page.label), address + (f"#{page.anchor}" if page.anchor else ""), name=name)
    return Link(str(page.label), address, "page" if page.name == page_name else "true", name)


def _links_of(tabs: Iterable[Tab]) -> list[Link]:
    return [Link(tab.label, tab.address, name=tab.name) for tab in tabs]


def _name(address: str, anchor: str) -> str:
    return f"{address}#{anchor}" if anchor else address
