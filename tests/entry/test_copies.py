"""Whether a save is on a second database node before it is answered."""

import json
import os

import pytest
from django.db import connection
from django.test import Client
from django.urls import reverse
from pytest_django import Settings

from pyramid_site.entry.application import Application
from pyramid_site.watching.watched import Watched
from tests.databases import primary_and_standby, reached_by
from tests.e2e.servers import wait_until
from tests.entry.asking import ask, hub, run, scope
from tests.factories import make_night, make_user
from tournaments.backups.copies import copies

pytestmark = pytest.mark.django_db(transaction=True)

HAS_NODES = "POSTGRES_BIN" in os.environ  # so it is in scripts/test-postgres
SYNCHRONOUS = "ALTER SYSTEM SET synchronous_standby_names = '*'"
RELOAD = "SELECT pg_reload_conf()"
NOTHING_ELSE = "on one database node only"


def told() -> dict[str, object]:
    heard: list[dict[str, object]] = []

    async def test() -> None:
        heard.append(json.loads((await ask(Watched(Application(hub)), scope("GET", "/readyz")))[1]))

    run(test())
    return heard[0]


def figures(token: str) -> list[str]:
    heard: list[str] = []

    async def test() -> None:
        asked = scope("GET", "/metrics", headers={"authorization": f"Bearer {token}"})
        heard.append((await ask(Watched(Application(hub)), asked))[1].decode())

    run(test())
    return heard[0].splitlines()


def test_a_server_says_how_many_nodes_have_a_copy_of_every_save(settings: Settings) -> None:
    settings.LEAST_DISK, settings.METRICS_TOKEN = 0, "a long token of the operator"
    if not HAS_NODES:
        return
    with primary_and_standby() as (primary, standby), reached_by(primary.port):
        assert told()["copies"] == 0, "what lags behind is no copy"
        primary.run(SYNCHRONOUS, RELOAD)
        wait_until(lambda: told()["copies"] == 1)
        assert "capstone_database_copies 1" in figures(settings.METRICS_TOKEN)
        primary.run("ALTER SYSTEM RESET synchronous_standby_names", RELOAD)
        standby.stop()
        wait_until(lambda: told()["copies"] == 0)


def test_a_role_that_may_not_know_says_nothing() -> None:
    if not HAS_NODES:
        return
    with primary_and_standby() as (primary, _), reached_by(primary.port):
        primary.run("CREATE ROLE stranger")
        with connection.cursor() as cursor:
            cursor.execute("SET ROLE stranger")
        try:
            assert copies() is None
        finally:
            with connection.cursor() as cursor:
                cursor.execute("RESET ROLE")


def test_sqlite_says_nothing_of_copies(settings: Settings) -> None:
    settings.LEAST_DISK, settings.METRICS_TOKEN = 0, "a long token of the operator"
    if connection.vendor == "sqlite":
        assert "copies" not in told()
        assert not [line for line in figures(settings.METRICS_TOKEN) if "copies" in line]


def test_the_desk_tells_whoever_keeps_the_server_that_no_copy_is_left(
    client: Client, monkeypatch: pytest.MonkeyPatch
) -> None:
    night = make_night()
    client.force_login(make_user("keeper", is_superuser=True), backend="django.contrib.auth.backends.ModelBackend")
    assert NOTHING_ELSE not in client.get(reverse("desk", args=[night.pk])).content.decode(), "one node is all there is"
    monkeypatch.setitem(connection.settings_dict, "HOST", f"{connection.settings_dict['HOST']},10.0.0.12")
    alone = NOTHING_ELSE in client.get(reverse("desk", args=[night.pk])).content.decode()
    assert alone is (connection.vendor == "postgresql")
