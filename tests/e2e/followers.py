"""Pages that follow an event in a real browser, without a server: requests are answered, and news told, by the test.

So a test decides what arrives when, and may look after every message whether a page shows what a fresh one would.
"""

import random
from contextvars import copy_context
from pathlib import Path
from typing import Any
from urllib.parse import urlsplit

from django.contrib.staticfiles import finders
from django.test import Client
from playwright.sync_api import BrowserContext, Page, Request, Route

from tournaments.live import news_text
from tournaments.live.topics import Topic
from tournaments.models import Event

SITE = "http://testserver"
TELL = "([name, data]) => tell(name, data)"
SCRIPT = (Path(__file__).parent / "followers.js").read_text()


class Site:
    """Answers the browser. A part that is fetched may be held up, so that it is old when it arrives."""

    def __init__(self, context: BrowserContext, client: Client, chance: random.Random) -> None:
        self.context = context
        self.client = client
        self.chance = chance
        self.held: list[tuple[Route, dict[str, Any]]] = []
        self.asked = 0  # of the pages, without static files
        self.connected = copy_context()  # Playwright answers in a context of its own, which would have its own database
        context.set_default_timeout(20_000)
        context.add_init_script(SCRIPT)
        context.route("**/*", self.answer)

    def answer(self, route: Route, request: Request) -> None:
        path = urlsplit(request.url).path
        if path.startswith("/static/"):
            route.fulfill(path=finders.find(path.removeprefix("/static/")))
            return
        self.asked += not path.endswith(("/race/", "/wall/opened/"))  # small parts that are asked for now and then
        answer = self.connected.copy().run(self.get, request.url, request.headers)
        if "hx-request" in request.headers and self.chance.random() < 0.3:
            self.held.append((route, answer))
        else:
            route.fulfill(**answer)

    def get(self, address: str, headers: dict[str, str]) -> dict[str, Any]:
        wanted = {name: headers[name] for name in ("accept-language", "hx-request") if name in headers}
        answer = self.client.get(address.removeprefix(SITE), headers=wanted)
        assert answer.status_code == 200, address
        return {"body": answer.content, "content_type": answer.headers["Content-Type"]}

    def release(self) -> None:
        held, self.held = self.held, []
        for route, answer in held:
            route.fulfill(**answer)


class Follower:
    """A page, and the part of it that follows."""

    def __init__(self, site: Site, event: Event, address: str, part: str, *, table: int | None = None) -> None:
        self.site = site
        self.topic = Topic("event", event.pk)
        self.address = SITE + address
        self.part = part
        self.away = False
        self.complaints: list[str] = []
        self.heard: list[list[str]] = []
        self.page: Page = site.context.new_page()
        self.page.on("pageerror", lambda error: self.complaints.append(str(error)))
        self.page.goto(self.address)
        self.language = str(self.page.evaluate("navigator.language"))
        if table is not None:
            self.topic = Topic("table", table, self.language, "insiders")
        self.tell()

    def tell(self) -> None:
        """The news of now, as a stream brings them."""
        lines = news_text(self.topic, 0).decode().split("\n")
        fields = dict(line.split(": ", 1) for line in lines if line)
        self.heard = [*self.heard[-2:], [fields["event"], fields["data"]]]
        self.page.evaluate(TELL, self.heard[-1])

    def tell_again(self) -> None:
        """What it has heard before, as a stream begins at another server that has not heard the latest yet."""
        self.page.evaluate(TELL, self.heard[0])

    def goes_away(self) -> None:
        self.away = True
        self.page.evaluate("lookAway(true)")

    def comes_back(self) -> None:
        self.away = False
        self.page.evaluate("lookAway(false)")

    def settle(self) -> None:
        """Until nothing is fetched or drawn any more."""
        while True:
            self.site.release()
            if self.page.evaluate("calm()") and not self.site.held:
                return

    def differences(self) -> list[str]:
        """Between what the page shows and a fresh one would, line by line."""
        fresh = self.site.get(self.address, {"accept-language": self.language})["body"].decode()
        shown: list[str] = self.page.evaluate("([fresh, part]) => differences(fresh, part)", [fresh, self.part])
        return [*self.complaints, *shown]
