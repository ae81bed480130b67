"""Servers that are started at once on one database prepare it one after the other."""

import os
import subprocess
import sys
from pathlib import Path

import pytest
from django.db import connection
from django.db.migrations.executor import MigrationExecutor

from tests.databases import empty_database, empty_installation
from tournaments.models import Club

pytestmark = [pytest.mark.django_db(transaction=True), pytest.mark.slow]

ROOT = Path(__file__).parents[3]


def run_twice(*command: str, data: Path) -> None:
    at = connection.settings_dict
    url = (
        f"sqlite:///{at['NAME']}"
        if connection.vendor == "sqlite"
        else f"postgres://{at['USER']}@/{at['HOST']}/{at['NAME']}"
    )
    environment = {
        **os.environ,
        "DATABASE_URL": url,
        "DATA_DIR": str(data),
        "DJANGO_SETTINGS_MODULE": "pyramid_site.settings",
    }
    runs = [
        subprocess.Popen(
            [sys.executable, "manage.py", *command], cwd=ROOT, env=environment, stderr=subprocess.PIPE, text=True
        )
        for _server in range(2)
    ]
    outcomes = [(run.communicate(timeout=300)[1], run.returncode) for run in runs]
    assert outcomes == [("", 0)] * 2


def test_two_migrate_an_empty_database(tmp_path: Path) -> None:
    with empty_database(tmp_path):
        run_twice("migrate", "--verbosity", "0", data=tmp_path)
        executor = MigrationExecutor(connection)
        assert executor.migration_plan(executor.loader.graph.leaf_nodes()) == []


def test_two_load_one_demo(tmp_path: Path, migrated: Path) -> None:
    with empty_installation(tmp_path, migrated):
        run_twice("load_demo", "--if-empty", data=tmp_path)
        assert Club.objects.count() == 1
