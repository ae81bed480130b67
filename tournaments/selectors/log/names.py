"""Names that stand in a log from before it kept people by id, where nobody could tell whose they were."""

from collections import Counter
from collections.abc import Collection

from django.db.models import Q, TextField
from django.db.models.functions import Cast

from tournaments.audit import leaves
from tournaments.models import AuditEntry, Club
from tournaments.selectors.log.entries import as_stored

PEOPLE = {
    "player", "players", "names", "seats", "entrants", "groups", "byes", "requested", "forfeited", "moved_on", "level",
    "level_in", "dealer", "substitute", "is_player", "says_player",
}  # fmt: skip
OF_EDITED = {"name", "nickname"}


def keys_of_people(action: str) -> set[str]:
    """The facts of such an entry that may be somebody's name."""
    return PEOPLE | OF_EDITED if action == "player-edited" else PEOPLE


def names_left(club: Club) -> Counter[str]:
    """How often which of them stands there."""
    rows = AuditEntry.objects.filter(club=club).values_list("action", "before", "after").order_by("pk").iterator()
    said = ((keys_of_people(action), leaves([before, after])) for action, before, after in rows)
    return Counter(name for keys, each in said for key, name in each if key in keys and isinstance(name, str) and name)


def entries_saying(club: Club, texts: Collection[str]) -> list[AuditEntry]:
    """Those in whose facts one of these stands somewhere."""
    rows = AuditEntry.objects.filter(club=club).annotate(
        was=Cast("before", TextField()), now=Cast("after", TextField())
    )
    found = Q(pk=None)
    for text in as_stored(*texts):
        found |= Q(was__contains=text) | Q(now__contains=text)
    return list(rows.filter(found).order_by("pk"))
