"""A club in words: roles and who may do what, accounts, invitations, players, visibility, and the club's picture; its
passports, embeds and messages to webhooks.
"""

from collections.abc import Collection, Mapping
from dataclasses import dataclass
from datetime import date
from typing import Any

from django.conf import settings
from django.urls import reverse
from django.utils.formats import date_format
from django.utils.functional import Promise
from django.utils.timezone import localtime
from django.utils.translation import gettext, gettext_lazy, ngettext
from django.utils.translation import gettext_lazy as _

from scoring.games import GAMES
from tournaments.limits import LONGEST_PLAYER_NAME
from tournaments.models import Club, Delivery, Event, Invitation, Member, ShownNames, Visibility
from tournaments.permissions import ROLES, Right
from tournaments.selectors.club.people import MergePreview
from tournaments.selectors.club.standings import Contest
from tournaments.selectors.integrations import FramedPart, FramedTable
from tournaments.selectors.table.cards import initials
from tournaments.services.refusals import Refused
from tournaments.words.games import game_name, unit_name
from tournaments.words.night import Tab
from tournaments.words.refusals import refusal_text

# Django's own, of which it has lost the translations since it writes them with this apostrophe.
OF_PASSWORDS = [
    gettext_lazy("Your password can’t be too similar to your other personal information."),
    gettext_lazy("Your password can’t be a commonly used password."),
    gettext_lazy("Your password can’t be entirely numeric."),
]

TABS = {
    "sessions": gettext_lazy("Signed in"),
    "account_change_password": gettext_lazy("Password"),
    "mfa_index": gettext_lazy("Second factor"),
    "account_email": gettext_lazy("E-mail"),
    "clubs": gettext_lazy("Your clubs"),
    "account-delete": gettext_lazy("Delete"),
}
FOR_MAIL = {"account_email"}

ACCOUNT_DELETED = gettext_lazy("Your account is deleted, and you are signed out everywhere.")

# The first that is found in what a browser says of itself; what others also claim to be stands last.
BROWSERS = {
    "Edg": "Edge",
    "OPR/": "Opera",
    "SamsungBrowser": "Samsung Internet",
    "Firefox": "Firefox",
    "FxiOS": "Firefox",
    "CriOS": "Chrome",
    "Chrome": "Chrome",
    "Safari": "Safari",
}
SYSTEMS = {
    "iPhone": "iPhone",
    "iPad": "iPad",
    "Android": "Android",
    "Windows": "Windows",
    "Mac OS": "Mac",
    "CrOS": "Chromebook",
    "Linux": "Linux",
}


def tabs_of_account(path: str) -> list[Tab]:
    """``path`` is what is shown."""
    tabs = {reverse(name): name for name in TABS if settings.HAS_MAIL or name not in FOR_MAIL}
    marked = max((address for address in tabs if path.startswith(address)), key=len, default="")
    return [Tab(name, str(TABS[name]), address, address == marked) for address, name in tabs.items()]


def browser_in_words(agent: str) -> str:
    browser = next((name for mark, name in BROWSERS.items() if mark in agent), "")
    system = next((name for mark, name in SYSTEMS.items() if mark in agent), "")
    if browser and system:
        return gettext("%(browser)s on %(system)s") % {"browser": browser, "system": system}
    return browser or system or gettext("A browser that does not say which it is")


def sessions_ended(count: int) -> str:
    return ngettext("Signed out there.", "Signed out in %(count)s places.", count) % {"count": count}


TABLES, PLAYERS = "tables", "players"
KINDS = [(TABLES, _("Tables of the room")), (PLAYERS, _("Players"))]


def contest_name(contest: Contest) -> str:
    """The game, and what its nights counted where that tells contests apart."""
    game = game_name(contest.game)
    return f"{game} · {unit_name(contest.unit)}" if contest.has_others else game


Role = Member.Role

# What each right is, as said of an action that is closed to somebody.
RIGHTS: dict[Right, str | Promise] = {
    Right.BELONG: gettext_lazy("This is for the club’s members"),
    Right.LOOK: gettext_lazy("To look at the desk and the log"),
    Right.SCORE: gettext_lazy("To open pads and cards, and to correct several deals"),
    Right.RULE: gettext_lazy("To correct and to rule"),
    Right.DIRECT: gettext_lazy("To run the event"),
    Right.RUN: gettext_lazy("To run the club: its events, players and codes"),
    Right.OWN: gettext_lazy("To invite, change and remove members"),
}
# What a role is good for, beside its name where somebody is invited.
MEANINGS: dict[Role, str | Promise] = {
    Role.OWNER: gettext_lazy("everything, members too"),
    Role.DIRECTOR: gettext_lazy("all events, players and codes"),
    Role.SCORER: gettext_lazy("looks at desks and logs, opens pads and cards, corrects deals"),
    Role.READER: gettext_lazy("looks at desks and logs"),
    Role.PLAYER: gettext_lazy("belongs to the club, with a place on its list"),
    Role.ARBITER: gettext_lazy("corrects and rules in this event"),
    Role.EVENING: gettext_lazy("runs this event until it is closed"),
}


def role_name(role: str, event: Event | None = None) -> str:
    name = str(Role(role).label)
    return gettext("%(role)s of %(event)s") % {"role": name, "event": event.name} if event else name


def role_line(role: str, event: Event | None = None) -> str:
    return f"{role_name(role, event)}: {MEANINGS[Role(role)]}"


def roles_words(roles: Collection[str]) -> str:
    *others, last = [str(Role(role).label) for role in roles]
    either = gettext("or")
    return f"{', '.join(others)} {either} {last}" if others else last


def who_may(right: str) -> str:
    """Beside something that is closed: “To run the event: owner, director or director of the evening.”"""
    return f"{RIGHTS[Right(right)]}: {roles_words(ROLES[Right(right)])}."


def why_closed(reason: object) -> str:
    """Of the text of `MayNot`; nothing of any other refusal."""
    right, _colon, roles = str(reason).partition(":")
    if right not in list(Right):
        return ""
    return closed_to(roles.split(":"), right)


def closed_to(roles: Collection[str], right: str) -> str:
    if not roles:  # taken away in this moment
        return who_may(right)
    yours = gettext("Your role here: %(roles)s.") % {"roles": roles_words(sorted(roles))}
    return f"{yours} {who_may(right)}"


def club_roles() -> list[tuple[str, str]]:
    """To choose from, where somebody is invited or changed."""
    return [(role, role_line(role)) for role in Role if role not in Member.OF_EVENT]


def mail_of(invitation: Invitation, address: str) -> tuple[str, str]:
    """Subject and text."""
    facts = {
        "person": invitation.made_by.get_username(),
        "club": invitation.club.name,
        "role": role_name(invitation.role, invitation.event),
        "until": date_format(localtime(invitation.good_until), "SHORT_DATETIME_FORMAT"),
        "address": address,
    }
    subject = gettext("Invitation to %(club)s") % facts
    text = gettext(
        "%(person)s invites you into the club %(club)s as %(role)s.\n\n%(address)s\n\n"
        "The link can be used once, until %(until)s."
    )
    return subject, text % facts


def name_fault(name: str) -> str:
    """What is wrong with a player's name; empty where nothing is."""
    if len(name) > LONGEST_PLAYER_NAME:
        sentence = ngettext(
            "“%(start)s…” is too long: %(most)s letter at the most.",
            "“%(start)s…” is too long: %(most)s letters at the most.",
            LONGEST_PLAYER_NAME,
        )
        return sentence % {"start": name[:20], "most": LONGEST_PLAYER_NAME}
    if not any(letter.isalnum() for letter in name):
        return gettext("“%(name)s” has no letter in it.") % {"name": name}
    return ""


ANONYMISED = gettext_lazy("Anonymous from now on. For seven days the name can be given back.")
NAMED_AGAIN = gettext_lazy("The name is back, and everything is as it was.")
BY_THE_CLUB = gettext_lazy("somebody in the club")
DELETED = gettext_lazy("Deleted.")
PARTED = gettext_lazy("They are two again. What was moved is back.")


def merged(gone: str, into: str) -> str:
    return gettext("%(gone)s is %(into)s from now on.") % {"gone": gone, "into": into}


def against(preview: MergePreview) -> str:
    """Why these two cannot be merged; empty where they can."""
    names = {"name": preview.gone.name, "other": preview.into.name}
    if preview.refused:
        return refusal_text(Refused(preview.refused, **names))
    if preview.met:
        return refusal_text(Refused("merge-met", **names, events=[event.name for event in preview.met]))
    return ""


Choices = list[tuple[str, str | Promise]]

UNLISTED = _("Unlisted: only those with the link see it, and no list shows it.")
OF_CLUB: Choices = [
    (Visibility.PUBLIC, _("Public: everybody may find and see it, search engines too.")),
    (Visibility.UNLISTED, UNLISTED),
    (Visibility.PRIVATE, _("Private: only members see it, and people with a code of an event while that lasts.")),
]
AS_THE_CLUB = {
    Visibility.PUBLIC: _("As the club: public."),
    Visibility.UNLISTED: _("As the club: unlisted."),
    Visibility.PRIVATE: _("As the club: private."),
}
OF_EVENT = {
    Visibility.UNLISTED: UNLISTED,
    Visibility.PRIVATE: _("Private: only members see it, and people with one of its codes while it lasts."),
}
OF_SEASON = {
    Visibility.UNLISTED: UNLISTED,
    Visibility.PRIVATE: _("Private: only members see it."),
}
NAMES: Choices = [
    (ShownNames.FULL, _("The full name: Ana Rossi")),
    (ShownNames.CALL, _("The nickname, or else the first name: Ana")),
    (ShownNames.INITIALS, _("Initials: A. R.")),
]
AS_THE_CLUB_WISHES = _("As the club wishes")


def event_choices(club: str) -> Choices:
    return _within(club, OF_EVENT)


def season_choices(club: str) -> Choices:
    return _within(club, OF_SEASON)


def _within(club: str, texts: Mapping[Visibility, str | Promise]) -> Choices:
    """What is of a club may be stricter than it, never freer."""
    order = Visibility.values
    stricter = [(value, text) for value, text in texts.items() if order.index(value) > order.index(club)]
    return [("", AS_THE_CLUB[Visibility(club)]), *stricter]


def own_names() -> Choices:
    return [("", AS_THE_CLUB_WISHES), *NAMES]


SUITS = ("purple", "green", "orange")


@dataclass(frozen=True)
class Logo:
    letters: str
    suit: str
    picture: str  # in Base64; empty: it is drawn


def logo_of(club: Club, picture: str = "") -> Logo:
    return Logo(initials(club.name), SUITS[club.pk % len(SUITS)], picture)


def framed_words(frame: FramedPart) -> str:
    if frame.event is None:
        return gettext("Whatever is played in the club, or was played last")
    if frame.bracket:
        return gettext("%(event)s: bracket") % {"event": frame.event.name}
    return gettext("%(event)s: standings") % {"event": frame.event.name}


def counted_words(table: FramedTable) -> str:
    """What heads the last column; empty where there is none."""
    return {"points": gettext("Points"), "lives": gettext("Lives"), "places": ""}[table.counted]


PASSPORT_FAULTS: Mapping[str, str | Promise] = {
    "too-large": gettext_lazy("This file is far too large to be a passport. Nothing was taken in."),
    "unreadable": gettext_lazy("This file is damaged or cut off. Ask for it once more, and pass it on unopened."),
    "no-passport": gettext_lazy("This file is not a passport. Choose the one that the other club has made."),
    "version": gettext_lazy("This passport is of another version of Capstone, which this server cannot read yet."),
    "tampered": gettext_lazy("This passport was changed after it was signed, so nothing in it can be believed."),
    "malformed": gettext_lazy("This passport is signed, but says what no passport can say. Nothing was taken in."),
}


def bad_passport(code: str) -> str:
    return str(PASSPORT_FAULTS[code])


def claimed_game(facts: Mapping[str, Any]) -> dict[str, object]:
    """A line of what a passport says."""
    rated = next((night for night in reversed(facts["nights"]) if "rating" in night), None)
    tables = ngettext("%(tables)s table", "%(tables)s tables", facts["tables"]) % {"tables": facts["tables"]}
    deals = ngettext("%(deals)s deal", "%(deals)s deals", facts["deals"]) % {"deals": facts["deals"]}
    return {
        "game": game_name(facts["game"]) if facts["game"] in GAMES else facts["game"],
        "begun": date.fromisoformat(facts["from"]),
        "last": date.fromisoformat(facts["to"]),
        "rests_on": f"{tables}, {deals}",
        "places": facts["places"],
        "rating": f"{rated['rating']} ± {rated['band']}" if rated else "",
    }


def grouped_fingerprint(fingerprint: str) -> str:
    """As two people read it to each other."""
    return " ".join(fingerprint[start : start + 4] for start in range(0, 32, 4))


DELIVERY_FAULTS: Mapping[str, str | Promise] = {
    "slow": gettext_lazy("No answer within eight seconds."),
    "silent": gettext_lazy("Nothing answers at this address."),
    "certificate": gettext_lazy("Its certificate is not good for this address."),
    "nonsense": gettext_lazy("What answered is no web server."),
    "inside": gettext_lazy("The address leads into this server’s own network, so it was not called."),
    "": gettext_lazy("The server stopped meanwhile."),
}


def state_words(delivery: Delivery) -> str:
    """What came of it, and what follows."""
    if not delivery.tries:
        return gettext("waits to be sent") if delivery.due_at else gettext("not sent: the webhook was switched off")
    tried = ngettext("%(n)s try", "%(n)s tries", delivery.tries) % {"n": delivery.tries}
    if delivery.arrived:
        return gettext("arrived, %(tried)s") % {"tried": tried}
    if delivery.due_at:
        return gettext("not taken, %(tried)s; it is tried again by itself") % {"tried": tried}
    return gettext("not taken, %(tried)s; given up") % {"tried": tried}


def answer_words(delivery: Delivery) -> str:
    if delivery.tried_at is None:
        return ""
    if delivery.answer is None:
        return str(DELIVERY_FAULTS[delivery.fault])
    if 300 <= delivery.answer < 400:
        return gettext("Answer %(status)s: it leads on to another address, which is not followed.") % {
            "status": delivery.answer
        }
    return gettext("Answer %(status)s") % {"status": delivery.answer}
