"""On a public server: one setting, https, its own names, and nobody's word but the proxy's."""

import asyncio
import os
import subprocess
import sys
from pathlib import Path

import pytest
from django.core.management import call_command
from django.test import Client, RequestFactory
from django.urls import reverse
from pytest_django import Settings
from uvicorn.middleware.proxy_headers import ProxyHeadersMiddleware

from pyramid_site.entry.application import Application
from pyramid_site.public import Unguarded, check_public
from tests.entry.asking import Asked, ask, hub, run, scope
from tests.factories import make_table, make_user, pad_token
from tournaments.addresses import phone_address

ROOT = Path(__file__).resolve().parent.parent.parent
NAMED = {"PUBLIC": "on", "ALLOWED_HOSTS": "scores.example.org"}


def check_deploy(folder: Path, **environment: str) -> subprocess.CompletedProcess[str]:
    command = [sys.executable, "manage.py", "check", "--deploy", "--fail-level", "WARNING"]
    given = os.environ | {"DATA_DIR": str(folder), "DATABASE_URL": f"sqlite:///{folder}/db"} | environment
    return subprocess.run(command, cwd=ROOT, env=given, capture_output=True, text=True, timeout=60, check=False)


def test_one_setting_and_the_servers_name_leave_nothing_to_warn_of(tmp_path: Path) -> None:
    checked = check_deploy(tmp_path, **NAMED)
    assert (checked.returncode, checked.stderr) == (0, "")


def test_a_public_server_without_a_name_says_what_to_set_and_does_not_start(tmp_path: Path) -> None:
    checked = check_deploy(tmp_path, PUBLIC="on", ALLOWED_HOSTS="")
    assert checked.returncode == 1
    assert checked.stderr.startswith("PUBLIC needs ALLOWED_HOSTS") and "Traceback" not in checked.stderr


@pytest.mark.parametrize(
    ("hosts", "proxies", "debug"),
    [
        ([], "", False),
        (["*"], "", False),
        (["scores.example.org", "*"], "", False),
        ([".example.org"], "", False),
        (["scores.example.org"], "*", False),
        (["scores.example.org"], "", True),
    ],
)
def test_a_public_server_is_not_left_open_by_mistake(hosts: list[str], proxies: str, *, debug: bool) -> None:
    with pytest.raises(Unguarded):
        check_public(hosts, proxies=proxies, debug=debug)


@pytest.fixture
def public(settings: Settings) -> None:
    settings.PUBLIC_ADDRESS = "https://scores.example.org"
    settings.ALLOWED_HOSTS = ["scores.example.org"]
    settings.SECURE_SSL_REDIRECT = True
    settings.SECURE_HSTS_SECONDS = 1000


def asked_by(address: str, **headers: str) -> Asked:
    """`/rules/`, of a server whose proxy is on the same machine."""
    given = {"host": "scores.example.org"} | {name.replace("_", "-"): value for name, value in headers.items()}
    heard: list[Asked] = []

    async def test() -> None:
        behind_proxy = ProxyHeadersMiddleware(Application(hub), "127.0.0.1")  # type: ignore[arg-type]
        asked = scope("GET", "/rules/", headers=given) | {"client": (address, 5000)}
        heard.append((await ask(behind_proxy, asked))[0])

    run(test())
    return heard[0]


@pytest.mark.django_db(transaction=True)
@pytest.mark.usefixtures("public")
def test_that_it_came_by_https_is_believed_of_the_proxy_alone() -> None:
    by_proxy = asked_by("127.0.0.1", x_forwarded_proto="https", x_forwarded_for="192.0.2.9")
    assert by_proxy.status == 200
    assert dict(by_proxy.headers)["strict-transport-security"] == "max-age=1000"
    past_it = asked_by("192.0.2.9", x_forwarded_proto="https", x_forwarded_for="127.0.0.1")
    assert (past_it.status, dict(past_it.headers)["location"]) == (301, "https://scores.example.org/rules/")


@pytest.mark.django_db(transaction=True)
@pytest.mark.usefixtures("public")
def test_a_stream_by_plain_http_is_sent_to_https_too() -> None:
    night = make_table().event

    async def test() -> None:
        address = reverse("event-live", args=[night.pk])
        request, _ = await ask(Application(hub), scope("GET", address, headers={"host": "scores.example.org"}))
        assert request.status == 301

    asyncio.run(test())


@pytest.mark.usefixtures("public")
def test_codes_lead_to_the_servers_own_name_whatever_name_it_was_asked_by() -> None:
    request = RequestFactory().get("/", headers={"host": "evil.example"})
    assert phone_address(request, "/pad/x/") == "https://scores.example.org/pad/x/"


@pytest.mark.django_db
@pytest.mark.usefixtures("public")
def test_what_is_printed_at_the_start_names_the_public_address(capsys: pytest.CaptureFixture[str]) -> None:
    call_command("announce")
    said = capsys.readouterr().out
    assert "https://scores.example.org/sign-in/link/" in said
    assert "localhost" not in said and "http://" not in said


@pytest.mark.django_db
def test_pages_with_secrets_are_kept_by_nobody(client: Client) -> None:
    table = make_table()
    token = table.pad_links.get().token
    client.force_login(make_user("keeper", is_superuser=True), backend="django.contrib.auth.backends.ModelBackend")
    secret = [
        reverse("pad", args=[token]),
        reverse("pad-state", args=[token]),
        reverse("pad", args=["nobody"]),
        reverse("desk", args=[table.event_id]),
        reverse("event-cards", args=[table.event_id]),
        reverse("table-card", args=[table.pk]),
        reverse("event-codes", args=[table.event_id]),
        reverse("sign-in-link") + "?key=x",
        reverse("invitation", args=["x"]),
        reverse("code", args=["x"]),
        reverse("account_confirm_email", args=["x"]),
        reverse("sessions"),
        reverse("members", args=[table.event.club.slug]),
        reverse("codes", args=[table.event.club.slug]),
        reverse("backups"),
    ]
    kept = [address for address in secret if not forbids_keeping(client.get(address).headers["Cache-Control"])]
    assert kept == []
    assert "no-store" not in Client().get(reverse("event", args=[table.event_id])).headers["Cache-Control"]


def forbids_keeping(header: str) -> bool:
    return {"no-store", "private"} <= {part.strip() for part in header.split(",")}


@pytest.mark.django_db
def test_every_answer_says_what_pages_here_never_ask_a_browser_for(client: Client) -> None:
    addresses = ["/", "/nothing/", "/static/js/live.js", reverse("account_login"), "/api/1/"]
    table = make_table()
    addresses += [reverse("event", args=[table.event_id]), reverse("pad", args=[pad_token(table)])]
    for address in addresses:
        response = client.get(address)
        assert list(response), address  # a file that is there after `make run` is closed at its end
        policy = response["Permissions-Policy"].split(", ")
        assert {"camera=()", "microphone=()", "geolocation=()", "payment=()", "usb=()"} <= set(policy), address
        assert not [each for each in policy if each.startswith(("screen-wake-lock", "clipboard", "web-share", "pub"))]
