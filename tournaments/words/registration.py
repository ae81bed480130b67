"""What is said to people who enter themselves, and to the director who lets them in."""

from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy, ngettext

from tournaments.models import Event, Registration
from tournaments.words.night import KINDS

RENEWED = gettext_lazy("Made new. The old code opens nothing any more: print the new one, and load the wall anew.")


def let_in(count: int) -> str:
    return ngettext("%(count)s name is let in.", "%(count)s names are let in.", count) % {"count": count}


def removed(count: int) -> str:
    return ngettext("%(count)s name is removed.", "%(count)s names are removed.", count) % {"count": count}


def entered_by_code(name: str) -> str:
    return _("%(name)s is on the list.") % {"name": name}


def what_became(registration: Registration, event: Event) -> str:
    """Of a name, as its phone reads it."""
    if registration.state == Registration.State.LET_IN:
        return str(KINDS[event.kind].let_in)
    if registration.state == Registration.State.WAITING:
        return _("Waits for the director, who sees the name and lets you in.")
    return _("The director has not let this name in. Ask at the desk.")
