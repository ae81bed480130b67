"""What is told whoever tries something too often, and for how long he has to wait."""

from math import ceil

from django.utils.translation import gettext_lazy as _
from django.utils.translation import ngettext_lazy

MINUTE = 60

SENTENCES = {
    "failed-sign-ins": _("Too many wrong passwords were tried, for this name or from your network. %(wait)s"),
    "registrations": _("Very many names were entered from your network in a short time. %(wait)s"),
    "answers": _("Very many answers were given from your network in a short time. %(wait)s"),
    "joinings": _("Very many people have joined from your network in a short time. %(wait)s"),
    "files": _("Very many files were fetched from your network in a short time. %(wait)s"),
    "messages": _("Very many messages were sent by hand from your network in a short time. %(wait)s"),
    "codes": _("That was tried too often, with your account or from your network. %(wait)s"),
    "calls": _("The director has been called very often from here; the last call stands. %(wait)s"),
    "claims": _("The director has been asked about winners very often from here. %(wait)s"),
    "programs": _("This program, or one from your network, asks very often. %(wait)s"),
    "missed-links": _("Too many addresses were tried that lead nowhere. %(wait)s A code that is good still opens."),
}
WAIT = ngettext_lazy(
    "Please wait %(minutes)s minute, then try again.", "Please wait %(minutes)s minutes, then try again.", "minutes"
)


def too_often(of: str, seconds: int) -> str:
    return str(SENTENCES[of]) % {"wait": WAIT % {"minutes": ceil(seconds / MINUTE)}}
