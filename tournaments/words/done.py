"""What has been done, as the next page says it above."""

from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy, ngettext

SAVED = gettext_lazy("Saved.")
CODE_RENEWED = gettext_lazy("Made new. Print the new card; the old one opens nothing any more.")
UNDONE = gettext_lazy("Undone. The deals say what they said before.")


def players_added(count: int) -> str:
    text = ngettext("%(count)s player is on the roster now.", "%(count)s players are on the roster now.", count)
    return text % {"count": count}


def entrants_added(count: int) -> str:
    return ngettext("%(count)s player entered.", "%(count)s players entered.", count) % {"count": count}


def registered(name: str) -> str:
    return _("%(name)s is on the list. Tell the director when you are in the room.") % {"name": name}
