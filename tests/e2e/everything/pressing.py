"""Somebody who opens every page that leads anywhere, and presses one of each kind of whatever can be pressed there."""

import logging
import re
import time
from collections import Counter, deque
from contextlib import suppress
from dataclasses import dataclass, field
from pathlib import Path
from random import Random
from typing import Any
from urllib.parse import parse_qsl, urljoin, urlsplit

from django.urls import Resolver404, resolve
from playwright.sync_api import BrowserContext, ConsoleMessage, Error, Page, Request, Response

from tests.e2e.everything.world import Restored

CONTROLS = (Path(__file__).parent / "controls.js").read_text()
LAST = re.compile("logout|sessions-end|discard|delete|anonymise|remove|revoke|leave|archive|finish|cancel|away")
FILES = re.compile(r"\.(csv|jsonl?|ics|png|atom|trf|zip|pyz|svg|webmanifest)$")
# What fails to load is judged by its status; what a page had asked for when another came is given up.
NO_FAULT = re.compile("Failed to load resource|htmx:sendAbort|htmx:afterRequest")
STATES = 2  # in which one control of a page is pressed
LABELS = 6  # of controls that differ in nothing else: one for each person, say
DEEPEST = 3  # presses one after the other
PATIENCE = 5.0  # seconds for an answer; then once more, from the beginning, with
MORE_PATIENCE = 120.0  # as an archive of all pages needs
GONE = 8  # controls on pages that stand in a session, or show what was done just now
PLAIN = 2  # pages of a name on which nothing could be sent: further ones are not opened, in whatever state

logger = logging.getLogger(__name__)

Kind = tuple[str, ...]


@dataclass(frozen=True)
class Target:
    """What is pressed one after the other on a page; all but the last have been pressed before."""

    address: str
    presses: tuple[Kind, ...]

    @property
    def is_last(self) -> bool:
        return any(LAST.search(kind[1]) for kind in self.presses)

    def __str__(self) -> str:
        said = " then ".join(f"“{kind[4] or kind[5]}” ({kind[2]} {kind[1]})" for kind in self.presses)
        return f"{self.address}: {said}"


@dataclass
class Watch:
    """What goes wrong in a page, and what it waits for."""

    troubles: list[str] = field(default_factory=list)
    waits: set[Request] = field(default_factory=set)
    answers: int = 0  # that are no page: files, further windows
    method: str = "GET"  # the page was made by
    writes: bool = False  # since the world was as it was

    def follow(self, context: BrowserContext, page: Page) -> None:
        page.on("request", self.begin)
        page.on("requestfinished", self.end)
        page.on("requestfailed", self.end)
        page.on("response", self.note)
        page.on("console", self.hear)
        page.on("pageerror", lambda error: self.troubles.append(f"script: {error}"))
        page.on("download", lambda download: self.count())
        page.on("dialog", lambda dialog: dialog.accept())
        context.on("page", lambda page: self.count())

    def begin(self, request: Request) -> None:
        if request.resource_type != "eventsource":
            self.waits.add(request)
            self.writes = self.writes or request.method != "GET"

    def end(self, request: Request) -> None:
        self.waits.discard(request)

    def count(self) -> None:
        self.answers += 1

    def note(self, response: Response) -> None:
        request = response.request
        if response.status >= 400:
            self.troubles.append(f"{response.status} for {request.method} {urlsplit(response.url).path}")
        if request.is_navigation_request() and not 300 <= response.status < 400:
            self.method = request.method

    def hear(self, message: ConsoleMessage) -> None:
        if message.type == "error" and not NO_FAULT.match(message.text):
            self.troubles.append(f"console: {message.text[:300]}")


class Walker:
    def __init__(
        self, role: str, context: BrowserContext, restored: Restored, files: dict[str, Path], seed: int, only: str
    ):
        self.role, self.context, self.restored, self.files = role, context, restored, files
        self.random, self.only = Random(seed), re.compile(only)
        context.add_init_script(CONTROLS)
        self.page = context.new_page()
        self.storage = context.new_cdp_session(self.page)
        self.watch = Watch()
        self.watch.follow(context, self.page)
        self.pages: dict[str, str] = {}
        self.kinds: set[Kind] = set()
        self.alike: Counter[Kind] = Counter()
        self.plain: Counter[str] = Counter()
        self.targets: deque[Target] = deque()
        self.beginning: frozenset[str] = frozenset()  # pages that are there before anything is pressed
        self.findings: list[str] = []
        self.missed: list[Target] = []
        self.pressed = 0
        self.gone = 0  # pages of what was made by presses, in a world that was made anew since

    # Which page, which control

    def page_kind(self, address: str) -> str:
        parts = urlsplit(address)
        try:
            name = resolve(parts.path).view_name
        except Resolver404:
            return parts.path
        first, number, *_ = [*parts.path.strip("/").split("/"), "", ""]
        known = self.restored.world.states
        if name == "pad":
            table, _secret, player, *_ = number.split(".")
            return f"pad-{known.get(('pad', int(table)), 'new')}{'' if player == '0' else '-own'}"
        state = known.get((first, int(number)), "new") if number.isdecimal() else ""
        asked = sorted({key for key, _value in parse_qsl(parts.query)})
        return " ".join([name, *([f"({state})"] if state else []), *asked])

    def kind_of(self, control: dict[str, Any]) -> Kind:
        here = "" if control["place"] else self.page_kind(self.page.url)
        if control["method"] != "post":
            here = here.split(" ")[0]
        action = self.page_kind(urljoin(self.page.url, control["action"])).split(" ")[0] if control["action"] else ""
        names = (control["method"], control["name"], control["label"], control["key"])
        return (here, action, *names)

    def new_kinds(self, controls: list[dict[str, Any]]) -> list[Kind]:
        found = []
        for control in controls:
            kind = self.kind_of(control)
            everywhere = (kind[0].split(" ")[0], *kind[1:])
            alike = (*everywhere[:4], control["tag"], kind[5])
            known = kind in self.kinds or self.alike[everywhere] >= STATES or self.alike[alike] >= LABELS
            if known or not self.only.search(" ".join(kind)):
                continue
            self.kinds.add(kind)
            self.alike.update((everywhere, alike))
            found.append(kind)
        return found

    # Visiting

    def visit(self, address: str) -> None:
        """And whatever its links lead to, if there was no page of that kind."""
        waiting = deque([(address, "the beginning")])
        while waiting:
            address, origin = waiting.popleft()
            address = address.partition("#")[0]
            kind = self.page_kind(address)
            name = kind.partition(" ")[0]
            if kind in self.pages or self.plain[name] == PLAIN or not address.startswith(self.restored.address):
                continue
            self.pages[kind] = address
            waiting.extend((link, address) for link in self.look_at(address, origin))

    def look_at(self, address: str, origin: str) -> list[str]:
        if FILES.search(urlsplit(address).path):
            answer = self.page.request.get(address)
            if answer.status >= 400:
                self.report(f"{origin} leads to {address}: {answer.status}")
            return []
        self.go_to(address)
        if self.watch.troubles:
            self.report(f"{origin} leads to {address}: {'; '.join(dict.fromkeys(self.watch.troubles))}")
        there = self.evaluate("onPage()")
        for fault in ("nameless", "tokenless"):
            for part in there[fault]:
                self.report(f"{address}: {fault}: {part}")
        if not any(each["method"] == "post" and not each["place"] for each in there["pressable"]):
            self.plain[self.page_kind(address).partition(" ")[0]] += 1
        found = [Target(address, (kind,)) for kind in self.new_kinds(there["pressable"])]
        if self.pressed:  # they may be of something that a press has made: at once, before the world is made anew
            self.targets.extendleft(reversed(found))
        else:
            self.targets.extend(found)
        logger.info("%s: page %d: %s", self.role, len(self.pages), address)
        return list(there["links"])

    def report(self, finding: str) -> None:
        self.findings.append(f"{self.role}: {finding}")
        logger.info(self.findings[-1])

    def go_to(self, address: str) -> None:
        session = self.restored.world.sessions.get(self.role)
        if "/pad/" in self.page.url or "/codes/" in self.page.url:
            self.forget()
        self.context.clear_cookies()
        if session:
            self.context.add_cookies([{"name": "sessionid", "value": session, "url": self.restored.address}])
        self.watch.troubles.clear()
        self.watch.waits.clear()
        self.watch.method = "GET"
        self.open_page(address)
        self.settle(before=None, patience=20)

    def open_page(self, address: str) -> None:
        """Once more where the page that the last press led to comes only now."""
        try:
            try:
                self.page.goto(address)
            except Error as error:
                if "interrupted by another navigation" not in error.message:
                    raise
                self.page.goto(address)
        except Error as error:
            self.watch.troubles.append(error.message)

    def evaluate(self, script: str, argument: object = None) -> Any:
        """Asked of the page that comes, where one comes at this moment."""
        while True:
            try:
                return self.page.evaluate(script, argument)
            except Error as error:
                if "context was destroyed" not in error.message:
                    raise
                self.page.wait_for_load_state()

    def forget(self) -> None:
        """What pads keep in the browser."""
        with suppress(Error):
            self.page.goto("about:blank")  # or it is kept after all when the page is left
        kept = {"origin": self.restored.address, "storageTypes": "indexeddb,local_storage"}
        self.storage.send("Storage.clearDataForOrigin", kept)

    def settle(self, *, before: str | None, patience: float) -> bool:
        """Until nothing is asked any more, and something has changed; tells whether it has."""
        deadline = time.monotonic() + patience
        answers = self.watch.answers
        while time.monotonic() < deadline:
            self.page.wait_for_timeout(10)
            try:
                if self.watch.answers > answers:
                    return True
                still = not self.watch.waits and self.page.evaluate("isStill()")
                if still and (before is None or self.page.evaluate("seen()") != before):
                    return True
            except Error:
                continue  # another page comes
        return False

    # Pressing

    def press_all(self) -> None:
        """What ends or removes something comes last, in an order of chance."""
        self.beginning = frozenset(self.pages.values())
        ends: list[Target] = []
        while self.targets:
            target = self.targets.popleft()
            if target.is_last:
                ends.append(target)
            else:
                self.try_out(target)
        self.random.shuffle(ends)
        self.targets.extend(ends)
        while self.targets:
            self.try_out(self.targets.popleft())
        if len(self.missed) > GONE:
            self.report(f"{len(self.missed)} controls are not there any more: {'; '.join(map(str, self.missed))}")

    def try_out(self, target: Target) -> None:
        troubles = self.press(target, patience=PATIENCE)
        if troubles is None or troubles:
            self.restore()
            troubles = self.press(target, patience=MORE_PATIENCE)
        if troubles == [f"404 for GET {urlsplit(target.address).path}"] and target.address not in self.beginning:
            self.gone += 1
            return
        if troubles is None:
            self.missed.append(target)
            logger.info("%s: not there any more: %s", self.role, target)
            return
        self.pressed += 1
        logger.info("%s: pressed %d, %d to go: %s", self.role, self.pressed, len(self.targets), target)
        if troubles:
            self.report(f"{target}: {'; '.join(dict.fromkeys(troubles))}")
        else:
            self.look_around(target)

    def restore(self) -> None:
        if self.watch.writes:
            self.restored.restore()
        self.watch.writes = False

    def press(self, target: Target, *, patience: float) -> list[str] | None:
        """What went wrong; None where it is not there to be pressed."""
        self.go_to(target.address)
        for kind in target.presses:
            if self.watch.troubles:
                return self.watch.troubles.copy()
            if not self.press_one(kind, patience=patience):
                return None
        return self.watch.troubles.copy()

    def number_of(self, kind: Kind) -> int | None:
        numbers = (each["number"] for each in self.evaluate("pressable()") if self.kind_of(each) == kind)
        return next(numbers, None)

    def press_one(self, kind: Kind, *, patience: float) -> bool:
        number = self.number_of(kind)
        if number is None:
            return False
        text = self.evaluate("document.body.innerText")
        for file in self.evaluate("number => fillFor(number)", number):
            accepted = next((each for each in self.files if each in file["accept"]), "csv")
            self.page.locator(f'[data-file="{file["place"]}"]').set_input_files(self.files[accepted])
        self.settle(before=None, patience=20)
        answered = self.evaluate("document.body.innerText") != text  # to what was filled in, without any button
        if not self.evaluate("number => isStillThere(number)", number):
            number = self.number_of(kind)
        if number is None:
            return False
        faults = self.evaluate("number => faultOf(number)", number)
        self.watch.troubles.extend(f"not plausible: {fault}" for fault in faults)
        before = self.evaluate("seen()")
        try:
            self.page.locator(f'[data-pressed="{number}"]').click(timeout=20_000, no_wait_after=True)
        except Error as error:
            self.watch.troubles.append(f"cannot be pressed: {error.message[:600]}")
            return True
        if not self.settle(before=before, patience=patience) and not answered:
            self.watch.troubles.append("nobody sees an answer")
        return True

    def look_around(self, target: Target) -> None:
        """What is new after it."""
        address = self.page.url.partition("#")[0]
        kind = self.page_kind(address)
        if self.watch.method == "GET" and kind not in self.pages:
            self.visit(address)
        elif len(target.presses) < DEEPEST:
            acts = target.presses[-1][1]
            kinds = [kind for kind in self.new_kinds(self.evaluate("pressable()")) if acts or kind[1]]
            further = [Target(target.address, (*target.presses, kind)) for kind in kinds]
            self.targets.extendleft(reversed(further))
