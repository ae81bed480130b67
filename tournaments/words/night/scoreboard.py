"""What stands beside a score, by its key."""

from django.utils.functional import Promise
from django.utils.translation import gettext_lazy as _

NOTES: dict[str, str | Promise] = {
    "": "",
    "absent": _("forfeit"),
    "first": _("first"),
    "is-first": _("(first)"),
}
