"""What the club's log still calls somebody, where it does not refer to the club's list."""

from collections.abc import Collection
from typing import Any

from tournaments.audit import PlayerRef, replaced, the_player
from tournaments.models import AuditEntry, Club, Player
from tournaments.models.statements import update
from tournaments.selectors.log.names import entries_saying, keys_of_people

FREE = {"reason", "note", "text"}


def forget_name(*, club: Club, player: Player, names: Collection[str]) -> int:
    """Wherever one of these names is all that is said, the log refers to the player from now on. Tells in how many
    entries. A part of what anonymises somebody: in its transaction, with its entry.
    """
    found = [row for row in entries_saying(club, names) if _refers_instead(row, the_player(player.pk), names)]
    for row in found:
        update(row, only=("before", "after"))
    return len(found)


def _refers_instead(row: AuditEntry, player: PlayerRef, names: Collection[str]) -> bool:
    keys, said = keys_of_people(row.action) | FREE, [row.before, row.after]

    def by(key: str, each: Any) -> Any:
        return player if key in keys and isinstance(each, str) and each in names else each

    row.before, row.after = (replaced(facts, by) for facts in said)
    return [row.before, row.after] != said
