"""Who may do what, and why somebody may not."""

from collections.abc import Collection

from django.utils.functional import Promise
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from tournaments.models import Event, Member
from tournaments.permissions import ROLES, Right

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
    return _("%(role)s of %(event)s") % {"role": name, "event": event.name} if event else name


def role_line(role: str, event: Event | None = None) -> str:
    return f"{role_name(role, event)}: {MEANINGS[Role(role)]}"


def roles_words(roles: Collection[str]) -> str:
    *others, last = [str(Role(role).label) for role in roles]
    either = _("or")
    return f"{', '.join(others)} {either} {last}" if others else last


def who_may(right: str) -> str:
    """Beside something that is closed: “To run the event: owner, director or director of the evening.”"""
    return f"{RIGHTS[Right(right)]}: {roles_words(ROLES[Right(right)])}."


def why_closed(told: object) -> str:
    """Of the text of `MayNot`; nothing of any other refusal."""
    right, _colon, held = str(told).partition(":")
    if right not in list(Right):
        return ""
    return closed_to(held.split(":"), right)


def closed_to(roles: Collection[str], right: str) -> str:
    yours = _("Your role here: %(roles)s.") % {"roles": roles_words(sorted(roles))}
    return f"{yours} {who_may(right)}"


def club_roles() -> list[tuple[str, str]]:
    """To choose from, where somebody is invited or changed."""
    return [(role, role_line(role)) for role in Role if role not in Member.OF_EVENT]
