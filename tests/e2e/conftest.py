"""A real server and a real browser over one database.

The tests' own connection and the server's process open the same one, so a test makes its cast with the services
and looks at the outcome in the browser. Each test starts with an empty database.
"""

import os
import subprocess
import sys
from collections.abc import Callable, Iterator
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any
from urllib.parse import urlsplit

import pytest
from django.conf import settings as django_settings
from django.contrib.auth.hashers import PBKDF2PasswordHasher
from django.contrib.auth.models import User
from django.db import connection
from django.test import Client
from playwright.sync_api import Browser, BrowserContext, ConsoleMessage, Page, Request, expect, sync_playwright

from tests.e2e.servers import ROOT, Server
from tests.factories import sign_in as signed_in

SCREENSHOTS = ROOT / "var" / "e2e"
LOG_NAME = "server.log"
CHROMIUM_ARGS = [
    "--no-sandbox",
    "--disable-gpu",
    "--disable-quic",
    "--disable-background-networking",
    "--disable-component-update",
    "--disable-sync",
    "--no-first-run",
]
PHONE = {
    "viewport": {"width": 360, "height": 740},
    "device_scale_factor": 2,
    "has_touch": True,
    "is_mobile": True,
}
DESK = {"viewport": {"width": 1280, "height": 800}}
WALL = {"viewport": {"width": 1920, "height": 1080}}
# A quick machine has a page loaded before it was laid out once, and its typefaces come while the test goes on: what is
# laid out before the page counts as loaded waits for them.
LAY_OUT = "document.addEventListener('DOMContentLoaded', () => document.body?.getBoundingClientRect());"

# Playwright runs an event loop in this thread, which Django would take for an async view.
os.environ["DJANGO_ALLOW_ASYNC_UNSAFE"] = "1"

# What a page shows by itself it shows within this on a machine that does five other things as well, and before a page
# without a stream asks again (15 s, static/js/live.js): how fast it does belongs to the measurements.
expect.set_options(timeout=12_000)

OpenPage = Callable[..., Page]


@pytest.fixture(scope="module", autouse=True)
def quick_settings() -> Iterator[None]:
    """Instead of the one for the other tests: the server's process has to agree. Accounts are hashed in one round."""
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(PBKDF2PasswordHasher, "iterations", 1)
        yield


@pytest.fixture(scope="session")
def server_folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return tmp_path_factory.mktemp("server")


@pytest.fixture(scope="session")
def server_environment(django_db_setup: None, server_folder: Path) -> dict[str, str]:
    environment = os.environ | {
        "DATABASE_URL": database_url(),
        "SECRET_KEY": django_settings.SECRET_KEY,
        "STATIC_ROOT": str(server_folder / "static"),
        "BACKUPS": str(server_folder / "backups"),
        "DEBUG": "off",
    }
    collect = [sys.executable, "manage.py", "collectstatic", "--noinput", "--verbosity", "0"]
    subprocess.run(collect, cwd=ROOT, env=environment, check=True)
    return environment


def database_url() -> str:
    """Of the tests' own database, so that the server opens the same one."""
    name = connection.settings_dict["NAME"]
    if connection.vendor == "sqlite":
        return f"sqlite:///{name}"
    given = urlsplit(os.environ["DATABASE_URL"])
    return given._replace(path=f"{given.path.rpartition('/')[0]}/{name}").geturl()


@pytest.fixture(scope="session")
def server(server_environment: dict[str, str], server_folder: Path) -> Iterator[str]:
    """The server of all tests that need none of their own; yields its address."""
    served = Server(server_environment, log=server_folder / LOG_NAME)
    try:
        served.start()
        yield served.address
    finally:
        served.stop()


@pytest.fixture
def own_server(transactional_db: None, server_environment: dict[str, str], tmp_path: Path) -> Iterator[Server]:
    """One that a test may stop, kill and start."""
    served = Server(server_environment, log=tmp_path / LOG_NAME)
    served.start()
    yield served
    served.stop()


@pytest.fixture(scope="session")
def chromium() -> Iterator[Browser]:
    path = subprocess.run([ROOT / "scripts" / "chromium"], check=True, capture_output=True, text=True)
    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=path.stdout.strip(), args=CHROMIUM_ARGS)
        yield browser
        browser.close()


@dataclass
class Browsers:
    """The browser contexts one test opened, and what went wrong in them."""

    chromium: Browser
    address: str
    server_log: Path
    contexts: list[BrowserContext] = field(default_factory=list)
    complaints: list[str] = field(default_factory=list)

    def open(self, screen: dict[str, Any], **options: Any) -> Page:
        # As in a club's own network, where plain http has none; and they would hide requests from a test's routes.
        usual = {"base_url": self.address, "service_workers": "block"}
        context = self.chromium.new_context(**(usual | screen | options))
        context.set_default_timeout(20_000)
        context.add_init_script(LAY_OUT)
        context.on("request", self.note_request)
        context.on("console", self.note_message)
        context.on("weberror", lambda error: self.complaints.append(f"script error: {error.error}"))
        self.contexts.append(context)
        return context.new_page()

    def note_request(self, request: Request) -> None:
        if not request.url.startswith((self.address, "data:", "blob:", "about:")):
            self.complaints.append(f"asked for something outside: {request.url}")

    def note_message(self, message: ConsoleMessage) -> None:
        if "Content Security Policy" in message.text:
            self.complaints.append(message.text)

    def pages(self) -> list[Page]:
        return [page for context in self.contexts for page in context.pages]


@pytest.fixture
def browsers(transactional_db: None, server: str, server_folder: Path, chromium: Browser) -> Iterator[Browsers]:
    opened = Browsers(chromium=chromium, address=server, server_log=server_folder / LOG_NAME)
    yield opened
    for context in opened.contexts:
        context.close()
    assert opened.complaints == []


@pytest.fixture
def phone(browsers: Browsers) -> OpenPage:
    """Open a page on a phone; every call is another phone. Options go to the browser context."""
    return lambda **options: browsers.open(PHONE, **options)


@pytest.fixture
def desk(browsers: Browsers) -> OpenPage:
    """Open a page on the director's laptop."""
    return lambda **options: browsers.open(DESK, **options)


@pytest.fixture
def wall(browsers: Browsers) -> OpenPage:
    """Open a page on the projector."""
    return lambda **options: browsers.open(WALL, **options)


@pytest.fixture
def sign_in(server: str) -> Callable[[Page, User], None]:
    """Put the user's session into the page's browser, without going through the sign-in page."""

    def sign_in(page: Page, user: User) -> None:
        client = signed_in(Client(), user)
        name = django_settings.SESSION_COOKIE_NAME
        page.context.add_cookies([{"name": name, "value": client.cookies[name].value, "url": server}])

    return sign_in


@pytest.hookimpl(wrapper=True)
def pytest_runtest_makereport(item: pytest.Item, call: pytest.CallInfo[None]) -> Any:
    """Keep a picture of every open page of a failed test, say where it lies, and what the server said."""
    report = yield
    browsers = getattr(item, "funcargs", {}).get("browsers")
    if report.when == "call" and report.failed and browsers:
        SCREENSHOTS.mkdir(parents=True, exist_ok=True)
        for number, page in enumerate(browsers.pages(), start=1):
            path = SCREENSHOTS / f"{item.name}-{number}.png".replace("/", "-")
            try:
                page.screenshot(path=path)
            except Exception as error:  # an assertion of a route's handler, say: it would end the worker
                report.sections.append(("Screenshot", f"none: {error}"))
            else:
                report.sections.append(("Screenshot", f"{path}  {page.url}"))
        report.sections.append(("The server's log ends with", browsers.server_log.read_text()[-3000:]))
    return report
