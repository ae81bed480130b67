"""A club that upgrades finds everything it had, and every figure that is kept as its records give it.

Each file in `demos` holds, by table, the rows of the demo as the program of that time loaded it: the one whose latest
migration had that number (0081: version 0.2.0; 0085: version 0.9.0, from which on upgrades are promised).
"""

import json
import lzma
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from django.core.management import call_command
from django.core.management.color import no_style
from django.db import connection, transaction
from django.db.migrations.executor import MigrationExecutor
from django.db.migrations.loader import MigrationLoader
from django.db.migrations.recorder import MigrationRecorder
from django.db.migrations.state import StateApps

from tests.databases import empty_database, empty_installation
from tournaments.services.rebuild import rebuild_scores

pytestmark = pytest.mark.django_db(transaction=True)

DEMOS = sorted((Path(__file__).parent / "demos").glob("*.json.xz"))
SQUASHED = "0001_squashed_0081"
WORDS = "0085_words_of_the_first_version"
# Since 0085.
ACTIONS = {"opinion": "confirmation", "second-opinion-set": "confirmation-set"}
FACTS = {"opinion": "confirmation", "second_opinion": "confirmation_mode"}

Rows = dict[int, dict[str, Any]]
"""By id, what stands in each column."""


@pytest.mark.flood(1)
@pytest.mark.parametrize("demo", DEMOS, ids=lambda demo: demo.name[:4])
@pytest.mark.slow
def test_an_upgrade_loses_nothing_and_leaves_every_kept_figure_right(demo: Path, tmp_path: Path) -> None:
    tables = json.loads(lzma.decompress(demo.read_bytes()))
    with empty_database(tmp_path):
        load(tables, lay_out(demo.name[:4]))
        before = {table: stored(table) for table in tables}
        for entry in before["tournaments_auditentry"].values():
            entry["action"] = ACTIONS.get(entry["action"], entry["action"])
        call_command("migrate", verbosity=0, no_backup=True)
        after = {table: stored(table) for table in tables}
        unlike = list(rebuild_scores(keep=False))
    assert [line for table in tables for line in differences(table, before[table], after[table])] == []
    assert unlike == []


def test_the_log_says_confirmation_and_correction_where_it_said_opinion_and_proposal(
    tmp_path: Path, migrated: Path
) -> None:
    actions = {"opinion-ruled": "confirmation-ruled", "proposal": "correction-proposed", **ACTIONS, "deal": "deal"}
    sent = {"opinion": "as a phone sent it"}
    said = {"opinion": "waiting", "proposal": 7, "scores": [{"opinion": ""}], "change": sent, "reason": "proposal"}
    says = {"confirmation": "waiting", "proposed_correction": 7, "scores": [{"confirmation": ""}], "change": sent}
    with empty_installation(tmp_path, migrated):
        call_command("migrate", "tournaments", "0084", verbosity=0, no_backup=True)
        apps = MigrationLoader(connection).project_state(("tournaments", WORDS)).apps
        club = apps.get_model("tournaments", "Club").objects.create(name="Neris", slug="neris")
        entries = apps.get_model("tournaments", "AuditEntry").objects
        for action in actions:
            entries.create(club=club, action=action, before=None, after=said)
        rows = entries.order_by("pk").filter(before__isnull=True).values_list("action", "after")
        call_command("migrate", "tournaments", "0085", verbosity=0, no_backup=True)
        upgraded = list(rows.all())
        call_command("migrate", "tournaments", "0084", verbosity=0, no_backup=True)
        assert list(rows.all()) == [(action, said) for action in actions]
    assert upgraded == [(action, {**says, "reason": "proposal"}) for action in actions.values()]


def lay_out(number: str) -> StateApps:
    """The tables as this migration left them, and the models of that time."""
    executor = MigrationExecutor(connection)
    names = [name for app, name in executor.loader.disk_migrations if app == "tournaments"]
    [last] = [name for name in names if name.startswith(number) or name.endswith(f"squashed_{number}")]
    others = [node for node in executor.loader.graph.leaf_nodes() if node[0] != "tournaments"]
    apps = executor.migrate([("tournaments", last), *others]).apps
    if last == SQUASHED:  # which has recorded those it stands for; a program of that time knew of these alone
        MigrationRecorder(connection).record_unapplied("tournaments", SQUASHED)
    return apps


def load(tables: dict[str, dict[str, list[Any]]], apps: StateApps) -> None:
    with transaction.atomic(), connection.cursor() as cursor:
        for table, each in tables.items():
            columns = ", ".join(f'"{column}"' for column in each["columns"])
            values = ", ".join(["%s"] * len(each["columns"]))
            cursor.executemany(f'INSERT INTO "{table}" ({columns}) VALUES ({values})', each["rows"])
        for statement in connection.ops.sequence_reset_sql(no_style(), list(apps.get_models())):
            cursor.execute(statement)


def stored(table: str) -> Rows:
    with connection.cursor() as cursor:
        cursor.execute(f'SELECT * FROM "{table}"')
        columns = [column[0] for column in cursor.description]
        rows = [dict(zip(columns, row, strict=True)) for row in cursor.fetchall()]
    return {row["id"]: row for row in rows}


def differences(table: str, before: Rows, after: Rows) -> Iterator[str]:
    """What was said is said still; what had not been kept may have been added."""
    for pk, row in before.items():
        for column, value in row.items():
            now = after.get(pk, {}).get(column)
            if value is not None and now != value and not (table.endswith("auditentry") and facts(value) == facts(now)):
                yield f"{table} {pk}, {column}: {value!r} has become {now!r}"


def facts(logged: Any) -> Any:
    """In the words of today, in whatever order the database keeps them."""
    text = logged if isinstance(logged, str) and logged.startswith("{") else json.dumps(logged, default=str)
    return json.loads(text, object_pairs_hook=lambda pairs: {FACTS.get(key, key): each for key, each in pairs})
