"""What the files are called that an event or a club gives away."""

from collections.abc import Mapping
from typing import Any, Literal, NamedTuple

from django.utils.translation import gettext_lazy as _

TITLES = {
    ("event", "standings"): (_("Standings"), _("Places, points and tie-breaks; of a tournament by stage and group.")),
    ("event", "pairings"): (_("Tables and pairings"), _("Who sat where, round by round, with score and place.")),
    ("event", "cross-table"): (_("Cross-table"), _("Everybody against everybody, or round by round.")),
    ("event", "deals"): (_("Deals"), _("Every deal as it counts now, in one row each.")),
    ("event", "entrants"): (_("Entrants"), _("With seed, rating, and when they came and left.")),
    ("club", "standings"): (_("All-time standings"), _("Of every game the club has played.")),
    ("club", "ratings"): (_("Ratings"), _("With what they rest on.")),
    ("club", "ladders"): (_("Ladders"), _("Who stands where.")),
    ("club", "players"): (_("Players"), _("The club’s list, also of who comes no more.")),
}


class ListedFile(NamedTuple):
    name: str
    title: str
    says: str
    closed: bool


def listed_files(owner: Literal["event", "club"], files: Mapping[str, Any], *, also_closed: bool) -> list[ListedFile]:
    """Those that whoever looks may have."""
    shown = {name: each.closed for name, each in files.items() if also_closed or not each.closed}
    return [_listed(name, *TITLES[owner, name], closed=closed) for name, closed in shown.items()]


def _listed(name: str, title: object, says: object, *, closed: bool) -> ListedFile:
    return ListedFile(name, str(title), str(says), closed)
