"""What became of a message to a webhook."""

from collections.abc import Mapping

from django.utils.functional import Promise
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy, ngettext

from tournaments.models import Delivery

FAULTS: Mapping[str, str | Promise] = {
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
        return _("waits to be sent") if delivery.due_at else _("not sent: the webhook was switched off")
    tried = ngettext("%(n)s try", "%(n)s tries", delivery.tries) % {"n": delivery.tries}
    if delivery.arrived:
        return _("arrived, %(tried)s") % {"tried": tried}
    if delivery.due_at:
        return _("not taken, %(tried)s; it is tried again by itself") % {"tried": tried}
    return _("not taken, %(tried)s; given up") % {"tried": tried}


def answer_words(delivery: Delivery) -> str:
    if delivery.tried_at is None:
        return ""
    if delivery.answer is None:
        return str(FAULTS[delivery.fault])
    if 300 <= delivery.answer < 400:
        return _("Answer %(status)s: it leads on to another address, which is not followed.") % {
            "status": delivery.answer
        }
    return _("Answer %(status)s") % {"status": delivery.answer}
