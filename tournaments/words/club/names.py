from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from tournaments.models import Player

LONGEST_NAME = Player._meta.get_field("name").max_length or 0


def name_fault(name: str) -> str:
    """What is wrong with a player's name; empty where nothing is."""
    if len(name) > LONGEST_NAME:
        sentence = ngettext(
            "“%(start)s…” is too long: %(most)s letter at the most.",
            "“%(start)s…” is too long: %(most)s letters at the most.",
            LONGEST_NAME,
        )
        return sentence % {"start": name[:20], "most": LONGEST_NAME}
    if not any(letter.isalnum() for letter in name):
        return _("“%(name)s” has no letter in it.") % {"name": name}
    return ""
