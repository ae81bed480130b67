"""While a server is upgraded the version before goes on: it finds every column it knows, and may leave out what is new.

The version before is the one whose latest migration the newest file in `demos` is named after. That its code saves and
follows on the new tables, scripts/test-before shows.
"""

from collections.abc import Iterator
from pathlib import Path
from typing import Any

from django.apps.registry import Apps
from django.db import connection, migrations, models
from django.db.migrations.loader import MigrationLoader
from django.db.migrations.state import ProjectState

DEMOS = Path(__file__).parent / "demos"


def test_the_version_before_goes_on_where_this_one_has_migrated() -> None:
    loader = MigrationLoader(None, replace_migrations=False)
    number = max(demo.name[:4] for demo in DEMOS.glob("*.json.xz"))
    [before] = [node for node in loader.disk_migrations if node[0] == "tournaments" and node[1].startswith(number)]
    assert list(obstacles(loader.project_state(before).apps, loader.project_state().apps)) == []


def test_what_would_stop_the_version_before_is_named() -> None:
    state = ProjectState()
    fields = [("id", models.AutoField(primary_key=True)), ("name", models.TextField()), ("seat", models.IntegerField())]
    migrations.CreateModel("table", [*fields, ("round", models.IntegerField())]).state_forwards("tournaments", state)
    before = state.clone().apps
    for change in (
        migrations.RemoveField("table", "name"),
        migrations.AlterField("table", "seat", models.TextField()),
        migrations.AlterField("table", "round", models.IntegerField(null=True)),
        migrations.AddField("table", "game", models.TextField(default="vilnius")),
        migrations.AddField("table", "deck", models.TextField(db_default="")),
        migrations.AddField("table", "wall", models.TextField(null=True)),
        migrations.AddConstraint("table", models.UniqueConstraint(fields=["seat"], name="one_seat")),
    ):
        change.state_forwards("tournaments", state)
    assert list(obstacles(before, state.clone().apps)) == [
        "tournaments_table.name is gone",
        "tournaments_table.seat has become text",
        "tournaments_table.game is not null, and the database has no default",
        "tournaments_table has the constraint one_seat",
    ]


def obstacles(before: Apps, now: Apps) -> Iterator[str]:
    tables = {model._meta.db_table: model for model in ours(now)}
    for model in ours(before):
        table = model._meta.db_table
        if table not in tables:
            yield f"{table} is gone"
        else:
            yield from obstacles_in(table, model, tables[table])


def obstacles_in(table: str, before: type[models.Model], now: type[models.Model]) -> Iterator[str]:
    old, new = columns(before), columns(now)
    for name, field in old.items():
        if name not in new:
            yield f"{table}.{name} is gone"
        elif new[name].db_type(connection) != field.db_type(connection):
            yield f"{table}.{name} has become {new[name].db_type(connection)}"
        elif field.null and not new[name].null:
            yield f"{table}.{name} is not null any more"
        elif new[name].unique and not field.unique:
            yield f"{table}.{name} is unique"
    for name in new.keys() - old.keys():
        if not new[name].null and not new[name].has_db_default():
            yield f"{table}.{name} is not null, and the database has no default"
    known = {constraint.name for constraint in before._meta.constraints}
    for constraint in now._meta.constraints:
        if constraint.name not in known:
            yield f"{table} has the constraint {constraint.name}"


def ours(apps: Apps) -> Iterator[type[models.Model]]:
    return apps.get_app_config("tournaments").get_models(include_auto_created=True)


def columns(model: type[models.Model]) -> dict[str, Any]:
    return {field.column: field for field in model._meta.local_concrete_fields}
