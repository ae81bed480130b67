"""A club that upgrades finds everything it had, and every figure that is kept as its records give it.

Each file in `demos` holds, by table, the rows of the demo as the program of that time loaded it: the one whose latest
migration had that number.
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
from django.db.migrations.state import StateApps

from tests.databases import empty_database
from tournaments.audit import Ref, with_names
from tournaments.services.table.rebuild import rebuild_scores

pytestmark = pytest.mark.django_db(transaction=True)

DEMOS = sorted((Path(__file__).parent / "demos").glob("*.json.xz"))
# Since 0006.
RENAMED = {
    "tournaments_opinion": "tournaments_confirmation",
    "tournaments_proposal": "tournaments_proposedcorrection",
    "tournaments_event.second_opinion": "confirmation",
    "tournaments_table.opinion": "confirmation",
}

Rows = dict[int, dict[str, Any]]
"""By id, what stands in each column."""


@pytest.mark.parametrize("demo", DEMOS, ids=lambda demo: demo.name[:4])
def test_an_upgrade_loses_nothing_and_leaves_every_kept_figure_right(demo: Path, tmp_path: Path) -> None:
    tables = json.loads(lzma.decompress(demo.read_bytes()))
    with empty_database(tmp_path):
        load(tables, lay_out(demo.name[:4]))
        before = {table: stored(table) for table in tables}
        for user in before["auth_user"].values():  # since 0040: who had no password signs in by a plain director's link
            user |= {"is_superuser": False, "is_staff": False}
        call_command("migrate", verbosity=0, no_backup=True)
        after = {table: stored(RENAMED.get(table, table)) for table in tables}
        with_names_again(after, before)
        unlike = list(rebuild_scores(keep=False))
    assert [line for table in tables for line in differences(table, before[table], after[table])] == []
    assert unlike == []


def lay_out(number: str) -> StateApps:
    """The tables as this migration left them, and the models of that time."""
    executor = MigrationExecutor(connection)
    [last] = [
        (app, name) for app, name in executor.loader.disk_migrations if app == "tournaments" and name[:4] == number
    ]
    others = [node for node in executor.loader.graph.leaf_nodes() if node[0] != "tournaments"]
    return executor.migrate([last, *others]).apps


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


def with_names_again(after: dict[str, Rows], before: dict[str, Rows]) -> None:
    """Since 0044 people are in the log by id, and of an edited player it tells that the name was another, not which."""
    kinds = (("player", "tournaments_player", "name"), ("account", "auth_user", "username"))
    names: dict[Ref, str] = {(kind, pk): row[name] for kind, table, name in kinds for pk, row in after[table].items()}
    for pk, row in after["tournaments_auditentry"].items():
        for column in ("before", "after"):
            said = before["tournaments_auditentry"].get(pk, {}).get(column)
            facts, was = (json.loads(each) if isinstance(each, str) else each for each in (row[column], said))
            told = with_names(facts, names)
            same = told["player"] == was["name"] if row["action"] == "player-edited" and was else told == was
            row[column] = said if same else told


def written_out(before: Any, after: Any) -> bool:
    """Whether these options of a stage say what they said, and what had been left to the usual besides."""
    said, says = (json.loads(each) if isinstance(each, str) else each for each in (before, after))
    return bool(said.items() <= says.items())


def differences(table: str, before: Rows, after: Rows) -> Iterator[str]:
    """What was said is said still; what had not been kept may have been added."""
    for pk, row in before.items():
        for column, value in row.items():
            now = after.get(pk, {}).get(RENAMED.get(f"{table}.{column}", column))
            if value is not None and now != value and not (column == "options" and written_out(value, now)):
                yield f"{table} {pk}, {column}: {value!r} has become {now!r}"
