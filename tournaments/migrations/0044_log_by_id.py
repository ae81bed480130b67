"""The log names people by id. Its old rows named them as they were called then; read from the newest back, what the
log says of new and renamed players tells whose name each was. A name that nobody had stays as it is.
"""

from collections.abc import Iterator
from typing import Any

from django.db import migrations

CHUNK = 500
SENT = ("payload", "change")
PLAYERS = (
    "player", "players", "names", "seats", "entrants", "groups", "byes", "requested", "forfeited", "moved_on", "level",
    "level_in", "dealer", "substitute", "is_player", "says_player",
)  # fmt: skip
ACCOUNTS = ("person", "owner")

Ref = dict[str, int]
Names = dict[str, Ref]


def by_id(apps: Any, _schema_editor: Any) -> None:
    Club, Player, AuditEntry = (apps.get_model("tournaments", name) for name in ("Club", "Player", "AuditEntry"))
    User = apps.get_model("auth", "User")
    accounts = {name: {"account": pk} for pk, name in User.objects.values_list("pk", "username")}
    for club in Club.objects.order_by("pk").values_list("pk", flat=True):
        players = {name: {"player": pk} for pk, name in Player.objects.filter(club=club).values_list("pk", "name")}
        for row in newest_first(AuditEntry.objects.filter(club=club)):
            said = {"before": row.before, "after": row.after}
            edited = row.action == "player-edited" and whole_edit(row.before, row.after, players)
            now = edited or {key: referring(facts, players, accounts) for key, facts in said.items()}
            changed = {key: facts for key, facts in now.items() if facts != said[key]}
            if changed:
                AuditEntry.objects.filter(pk=row.pk).update(**changed)
            follow_back(row, players)


def newest_first(rows: Any) -> Iterator[Any]:
    last = None
    rows = rows.order_by("-pk")
    while chunk := list((rows if last is None else rows.filter(pk__lt=last))[:CHUNK]):
        yield from chunk
        last = chunk[-1].pk


def referring(facts: Any, players: Names, accounts: Names, key: str = "") -> Any:
    """The same with references for names, as far as they are known."""
    if isinstance(facts, dict):
        return {
            name: each if name in SENT else referring(each, players, accounts, name) for name, each in facts.items()
        }
    if isinstance(facts, list):
        return [referring(each, players, accounts, key) for each in facts]
    known = players if key in PLAYERS else accounts if key in ACCOUNTS else {}
    return known.get(facts, facts) if isinstance(facts, str) else facts


def whole_edit(before: Any, after: Any, players: Names) -> dict[str, Any] | None:
    """Of a player that was edited: what was changed, without what it was called before. None where it is not known
    whose name that is.
    """
    if not isinstance(after, dict) or after.get("name") not in players:
        return None
    was = before if isinstance(before, dict) else {}
    who = {"player": players[after["name"]]}
    edited = [name for name in ("name", "nickname") if name in after and was.get(name) != after[name]]
    colours = [{"colour": facts["colour"]} if "colour" in facts else {} for facts in (was, after)]
    return {"before": {**who, **colours[0]} if was else before, "after": {**who, "edited": edited, **colours[1]}}


def follow_back(row: Any, players: Names) -> None:
    """Who has which name before this entry."""
    facts = row.after if isinstance(row.after, dict) else {}
    if row.action == "players-added":
        for name in filter(players.__contains__, map(str, facts.get("names") or ())):
            del players[name]
    if row.action == "player-edited" and facts.get("name") in players:
        was = row.before if isinstance(row.before, dict) else {}
        who = players.pop(facts["name"])
        players[was["name"] if "name" in was else facts["name"]] = who


class Migration(migrations.Migration):
    dependencies = [("tournaments", "0043_people")]

    operations = [migrations.RunPython(by_id, migrations.RunPython.noop, elidable=True)]
