"""What the log calls confirmations and proposed corrections, as they are called everywhere else.

The tables stay as they are: a server of version 0.2.0 that still runs meanwhile goes on. What it writes into the log
then keeps the words of before, and is shown as "Something was changed".
"""

from collections.abc import Iterator, Mapping
from typing import Any

from django.db import migrations, models
from django.db.models.functions import Cast

CHUNK = 500
SENT = ("payload", "change")
ACTIONS = {
    "opinion": "confirmation",
    "opinion-ruled": "confirmation-ruled",
    "second-opinion-set": "confirmation-set",
    "proposal": "correction-proposed",
    "proposal-agreed": "correction-agreed",
    "proposal-backed": "correction-backed",
    "proposal-declined": "correction-declined",
    "proposal-outdated": "correction-outdated",
    "proposal-withdrawn": "correction-withdrawn",
}
FACTS = {"opinion": "confirmation", "second_opinion": "confirmation_mode", "proposal": "proposed_correction"}


def rename(apps: Any, _schema_editor: Any) -> None:
    _rename(apps, ACTIONS, FACTS)


def rename_back(apps: Any, _schema_editor: Any) -> None:
    _rename(apps, *({now: was for was, now in names.items()} for names in (ACTIONS, FACTS)))


def _rename(apps: Any, actions: Mapping[str, str], facts: Mapping[str, str]) -> None:
    entries = apps.get_model("tournaments", "AuditEntry").objects
    for was, now in actions.items():
        entries.filter(action=was).update(action=now)
    for chunk in _naming(entries, facts):
        for entry in chunk:
            said = {"before": entry.before, "after": entry.after}
            renamed = {name: _renamed(each, facts) for name, each in said.items()}
            if changed := {name: each for name, each in renamed.items() if each != said[name]}:
                entries.filter(pk=entry.pk).update(**changed)


def _naming(entries: Any, facts: Mapping[str, str]) -> Iterator[list[Any]]:
    held = models.Q()
    for name in facts:
        held |= models.Q(was__contains=f'"{name}"') | models.Q(now__contains=f'"{name}"')
    text = {"was": Cast("before", models.TextField()), "now": Cast("after", models.TextField())}
    rows, last = entries.annotate(**text).filter(held).order_by("pk"), 0
    while chunk := list(rows.filter(pk__gt=last)[:CHUNK]):
        yield chunk
        last = chunk[-1].pk


def _renamed(said: Any, facts: Mapping[str, str]) -> Any:
    if isinstance(said, dict):
        return {facts.get(key, key): each if key in SENT else _renamed(each, facts) for key, each in said.items()}
    return [_renamed(each, facts) for each in said] if isinstance(said, list) else said


class Migration(migrations.Migration):
    dependencies = [("tournaments", "0084_outgoing_mail")]

    operations = [
        migrations.AlterField(
            model_name="padlink",
            name="printed_hash",
            field=models.CharField(db_default="", db_index=True, default="", editable=False, max_length=64),
        ),
        migrations.RunPython(rename, rename_back, elidable=True),
    ]
