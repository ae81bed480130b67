"""What a program is told that asks for something it does not get."""

from collections.abc import Mapping

from django.utils.functional import Promise
from django.utils.translation import gettext_lazy as _

from tournaments.models import ApiToken

SENTENCES: Mapping[str, str | Promise] = {
    "token-needed": _("This wants a token. The owner of the club makes one under Members, Programs."),
    "token-unknown": _("This token is good no more, or never was. The owner of the club makes another."),
    "scope-too-small": _("This token does less than that: it %(scope)s. The owner of the club makes another."),
    "malformed": _("“%(field)s” is missing or cannot be read: see the description of the interface."),
    "method-not-allowed": _("This address is asked in another way: see the description of the interface."),
    "no-json": _("Send it as JSON, and say so: “Content-Type: application/json”."),
    "too-big": _("This is too long: 256 kB are taken at most."),
    "not-found": _("There is nothing here, or nothing for you."),
}


def program_text(code: str, *, scope: str = "", field: str = "") -> str:
    return str(SENTENCES[code]) % {"scope": ApiToken.Scope(scope).label if scope else "", "field": field}
