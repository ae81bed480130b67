"""What the server says of itself, to whom, and what it never says."""

import asyncio
import json
import logging
import sys
from collections.abc import Iterator
from datetime import timedelta
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import pytest
from django.db import connection
from django.utils import timezone
from pytest_django import Settings

from pyramid_site.entry.application import Application
from pyramid_site.watching.figures import Figures, as_text, of_all, share
from pyramid_site.watching.masks import JsonLines, Lines, masked, request_id
from pyramid_site.watching.readiness import Readings
from pyramid_site.watching.watched import Watched
from tests.entry.asking import Asked, ask, hub, run, scope
from tests.factories import make_table, pad_token
from tournaments import migrations
from tournaments.models import UnsentDeals

NEWEST = max(path.stem for path in Path(migrations.__path__[0]).glob("0*.py"))

served = pytest.mark.django_db(transaction=True)  # which threads of their own ask


def get(address: str, *, site: Watched | None = None, **headers: str) -> tuple[Asked, str]:
    named = {name.replace("_", "-"): value for name, value in headers.items()}
    heard: list[tuple[Asked, bytes]] = []

    async def test() -> None:
        heard.append(await ask(site or Watched(Application(hub)), scope("GET", address, headers=named)))

    run(test())
    [(asked, body)] = heard
    return asked, body.decode()


@pytest.fixture(autouse=True)
def own_figures(settings: Settings, tmp_path: Path) -> None:
    settings.METRICS_DIR = tmp_path / "metrics"
    settings.METRICS_TOKEN = ""
    settings.LEAST_DISK = 0


def test_it_says_that_it_lives_whatever_name_it_is_asked_by(settings: Settings) -> None:
    settings.ALLOWED_HOSTS = ["scores.example.org"]
    asked, body = get("/healthz", host="10.0.0.7")
    assert (asked.status, body) == (200, "ok\n")


@served
@pytest.mark.parametrize("address", ["/healthz", "/readyz", "/metrics", "/robots.txt", "/.well-known/security.txt"])
def test_its_own_addresses_say_too_what_pages_here_never_ask_a_browser_for(address: str, settings: Settings) -> None:
    asked, _body = get(address)
    assert dict(asked.headers).get("permissions-policy") == settings.PERMISSIONS_POLICY


@served
def test_it_says_that_it_is_ready_and_how_long_a_phone_has_not_been_able_to_send() -> None:
    since = timezone.now() - timedelta(minutes=3)
    UnsentDeals.objects.create(table=make_table(), phone="6a0b4f3e-0a44-4a43-9c4e-0f6d1f0c7f55", count=2, since=since)
    asked, body = get("/readyz")
    told = json.loads(body)
    assert asked.status == 200
    assert 180 <= told.pop("oldest_unsent_seconds") <= 240
    assert told == {"ready": True, "database": "ok", "migrations": "ok", "disk": "ok"}


@served
def test_nobody_makes_it_seem_unready_by_asking_very_often() -> None:
    async def test() -> None:
        site = Watched(Application(hub))
        asked = await asyncio.gather(*(ask(site, scope("GET", "/readyz")) for _ in range(60)))
        assert {each.status for each, _ in asked} == {200}

    run(test())


@served
@pytest.mark.parametrize(("vendor", "status"), [("sqlite", 503), ("postgresql", 200)])
def test_a_disk_that_is_full_or_gone_is_told_and_it_is_ready_where_no_request_needs_one(
    vendor: str, status: int, settings: Settings, monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    if connection.vendor != vendor:
        monkeypatch.setattr("pyramid_site.watching.readiness.connection", SimpleNamespace(vendor=vendor))
        monkeypatch.setattr(Readings, "_migrations", "ok")
    settings.LEAST_DISK = sys.maxsize
    asked, body = get("/readyz")
    assert (asked.status, json.loads(body)["disk"]) == (status, "nearly full")
    settings.DATA_DIR = tmp_path / "pulled-out"
    asked, body = get("/readyz")
    assert (asked.status, json.loads(body)["disk"]) == (status, "away")


@served
def test_with_a_migration_missing_it_is_not_ready() -> None:
    with connection.cursor() as cursor:
        cursor.execute("DELETE FROM django_migrations WHERE name = %s", [NEWEST])
        try:
            asked, body = get("/readyz")
        finally:
            cursor.execute(
                "INSERT INTO django_migrations (app, name, applied) VALUES ('tournaments', %s, CURRENT_TIMESTAMP)",
                [NEWEST],
            )
    assert (asked.status, json.loads(body)["migrations"]) == (503, "missing")


@served
def test_figures_are_for_who_has_the_token(settings: Settings) -> None:
    assert get("/metrics")[0].status == 404
    settings.METRICS_TOKEN = "a long token of the operator"
    assert get("/metrics", authorization="Bearer a guess")[0].status == 401
    site = Watched(Application(hub))
    get("/rules/", site=site)
    get("/pad/nobody/", site=site)
    asked, body = get("/metrics", site=site, authorization=f"Bearer {settings.METRICS_TOKEN}")
    assert asked.status == 200
    lines = body.splitlines()
    assert 'capstone_requests_total{method="GET",view="rules",status="200"} 1' in lines
    assert 'capstone_requests_total{method="GET",view="pad",status="404"} 1' in lines
    assert 'capstone_request_seconds_bucket{view="rules",le="+Inf"} 1' in lines
    assert {"capstone_database_up 1", "capstone_migrated 1", "capstone_unsent_phones 0"} <= set(lines)
    assert "nobody" not in body


@served
def test_backups_whose_folder_is_away_are_as_old_as_can_be(settings: Settings, tmp_path: Path) -> None:
    settings.METRICS_TOKEN, settings.BACKUPS = "a long token of the operator", tmp_path / "pulled-out"
    _, body = get("/metrics", authorization=f"Bearer {settings.METRICS_TOKEN}")
    [age] = [line.split()[1] for line in body.splitlines() if line.startswith("capstone_backup_age_seconds ")]
    assert float(age) > 2 * 86400


def test_figures_of_all_processes_are_summed_and_of_one_that_ended_forgotten(tmp_path: Path) -> None:
    share(tmp_path, {"requests_running": 2})
    (tmp_path / "1").write_text('{"requests_running": 3}')
    (tmp_path / "999999999").write_text('{"requests_running": 5}')
    assert of_all(tmp_path) == {"requests_running": 5}
    assert not (tmp_path / "999999999").exists()


def test_figures_stand_under_what_they_are() -> None:
    figures = Figures()
    figures.count(method="BREW", view="rules", status=405, seconds=0.2)
    assert as_text(figures.counted()).splitlines() == [
        "# TYPE capstone_request_seconds histogram",
        'capstone_request_seconds_bucket{view="rules",le="0.3"} 1',
        'capstone_request_seconds_bucket{view="rules",le="1.0"} 1',
        'capstone_request_seconds_bucket{view="rules",le="3.0"} 1',
        'capstone_request_seconds_bucket{view="rules",le="+Inf"} 1',
        'capstone_request_seconds_count{view="rules"} 1',
        'capstone_request_seconds_sum{view="rules"} 0.2',
        "# TYPE capstone_requests_running gauge",
        "capstone_requests_running 0",
        "# TYPE capstone_requests_total counter",
        'capstone_requests_total{method="other",view="rules",status="405"} 1',
    ]


@pytest.fixture
def told(caplog: pytest.LogCaptureFixture) -> Iterator[pytest.LogCaptureFixture]:
    with caplog.at_level(logging.INFO, logger="capstone.requests"):
        yield caplog


def as_json(record: logging.LogRecord) -> dict[str, Any]:
    told: dict[str, Any] = json.loads(JsonLines().format(record))
    return told


@served
def test_a_request_is_a_line_with_an_id_and_without_its_secret(told: pytest.LogCaptureFixture) -> None:
    token = pad_token(make_table(), seat=0)
    asked, _ = get(f"/pad/{token}/state/?key=one-time")
    get("/guessed/3T4nXb8-QmPq2LwY7sdk90aa/")
    [line, guessed] = [as_json(record) for record in told.records if record.name == "capstone.requests"]
    assert {name: line[name] for name in ("method", "path", "view", "status", "address", "level")} == {
        "method": "GET",
        "path": "/pad/***/state/",
        "view": "pad-state",
        "status": 200,
        "address": "192.0.2.7",
        "level": "info",
    }
    assert line["ms"] > 0 and line["bytes"] > 100
    assert guessed["path"] == "/guessed/***/"
    assert len(dict(asked.headers)["x-request-id"]) == 16


def test_an_error_carries_the_id_of_its_request_and_no_secret() -> None:
    record = logging.LogRecord(
        "django.request", logging.ERROR, "", 1, "Internal Server Error: %s", ("/pad/s3cret/",), None
    )
    request_id.set("0123456789abcdef")
    told = as_json(record)
    assert (told["id"], told["message"]) == ("0123456789abcdef", "Internal Server Error: /pad/***/")
    assert Lines().format(record) == "Internal Server Error: /pad/***/"


@pytest.mark.parametrize(
    ("written", "shown"),
    [
        ("GET /pad/3.7.abc/deals/2/ HTTP/1.1", "GET /pad/***/deals/2/ HTTP/1.1"),
        ("https://x.org/codes/p-1-0-0-beef/", "https://x.org/codes/***/"),
        ("/sign-in/link/?key=AAAA&next=/", "/sign-in/link/?key=***&next=/"),
        ("/events/5/?q=Ana&link=4072c7cfc77a2415", "/events/5/?q=Ana&link=***"),
        ("/sign-in/?next=%2Fpad%2Fabc%2F", "/sign-in/?next=%2Fpad%2F***%2F"),
        ("/pad/sw.js", "/pad/sw.js"),
        ("/clubs/neris/codes/", "/clubs/neris/codes/"),
    ],
)
def test_secret_addresses_are_masked_wherever_they_are_written(written: str, shown: str) -> None:
    assert masked(written) == shown


def test_whoever_finds_a_fault_reads_where_to_tell_it(settings: Settings) -> None:
    address = "/.well-known/security.txt"
    assert get(address)[0].status == 404
    settings.SECURITY_CONTACT = "mailto:security@example.org"
    settings.PUBLIC_ADDRESS = "https://scores.example.org"
    asked, body = get(address)
    assert asked.status == 200
    assert "Contact: mailto:security@example.org\n" in body and "Expires: " in body
    assert "Canonical: https://scores.example.org/.well-known/security.txt\n" in body


@served
def test_a_proxy_that_nobody_named_is_named_in_the_log(settings: Settings, caplog: pytest.LogCaptureFixture) -> None:
    settings.PUBLIC_ADDRESS = "https://scores.example.org"
    for _ in range(2):
        get("/rules/", x_forwarded_proto="https")
    said = "192.0.2.7 says that requests came by https. If it is the proxy: FORWARDED_ALLOW_IPS=192.0.2.7"
    assert caplog.messages == [said]


def test_robots_are_told_what_no_search_wants() -> None:
    asked, body = get("/robots.txt")
    assert asked.status == 200
    assert body.startswith("User-agent: *\n") and "Disallow: /codes/\n" in body
