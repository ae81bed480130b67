"""Who is in the room: pads that save and follow their tables, spectators who follow, visitors who open a page."""

import asyncio
import json
import time
from collections.abc import Callable
from itertools import count
from random import random
from typing import Any
from uuid import uuid4

from scripts.load.scene import TableToPlay
from scripts.load.visitors.client import BROKEN, Answer, Connection
from scripts.load.visitors.journal import Journal, Save, Seen
from scripts.load.visitors.pages import Followed, Message, Messages, csrf_token, followed, outline_of, pad_revision

SILENCE = 5.5  # seconds, as in live.js
SPREAD = 0.3  # within which pages fetch, as there
AGAIN = 1.0
PAD_PATIENCE = 6.0  # seconds, as in the pad's queue/api.js, and so many more with every try
MORE_PATIENCE = 4.0
SENT_TWICE = 20  # one save in so many of the room: by each pad's own count all would send theirs in the same seconds
HTMX = {"HX-Request": "true"}
JSON = {"Accept": "application/json"}

now = time.perf_counter  # uvloop's own clock ticks once a millisecond


class Listener:
    """A page's stream, opened anew after an error or a silence."""

    def __init__(self, port: int, path: str, journal: Journal, tell: Callable[[Message], None]) -> None:
        self._port, self._path, self._journal, self._tell = port, path, journal, tell
        self.connected = asyncio.Event()

    async def listen(self) -> None:
        while True:
            try:
                await self._hear_all()
            except TimeoutError:
                self._journal.errors["stream silent"] += 1
            except BROKEN:
                self._journal.errors["stream broken"] += 1
            await asyncio.sleep(AGAIN)

    async def _hear_all(self) -> None:
        messages = Messages()
        pieces = Connection(self._port).stream(self._path)
        while True:
            async with asyncio.timeout(SILENCE):
                piece = await anext(pieces, None)
            if piece is None:
                raise ConnectionError("the server ended the stream")
            for message in messages.feed(piece):
                self._tell(message)
            self.connected.set()


class Spectator:
    """Shows what the message brings, or fetches the part of the page that htmx would."""

    def __init__(self, port: int, address: str, page: Followed, journal: Journal) -> None:
        self.seen = Seen(page.table, page.revision, event=page.event)
        self.listener = Listener(port, page.stream, journal, self.hear)
        self._browser = Connection(port)
        self._headers = {**HTMX, "HX-Current-URL": f"http://127.0.0.1:{port}{address}"}
        self._part, self._journal = page.part, journal
        self._told, self._outline = page.revision, page.outline
        self._wanted = 0  # the newest that its part has to be fetched for
        self._fetching: asyncio.Task[None] | None = None
        journal.spectators.append(self.seen)

    def hear(self, message: Message) -> None:
        if message.revision <= self._told:
            return
        self._told = message.revision
        if self._part is None or message.suffices(self._outline):
            self.seen.arrivals.append((message.revision, now()))
            return
        self._wanted = message.revision
        if self._fetching is None or self._fetching.done():
            self._fetching = asyncio.create_task(self._fetch(self._part))

    async def _fetch(self, part: str) -> None:
        shown = 0
        while shown < self._wanted:
            await asyncio.sleep(random() * SPREAD)
            shown = self._told
            try:
                answer = await self._browser.get(part, self._headers)
            except BROKEN:
                self._journal.errors["part not fetched"] += 1
                return
            if answer.status not in (200, 304):
                self._journal.errors[f"part answered {answer.status}"] += 1
                return
            if tag := answer.headers.get("etag"):
                self._headers["If-None-Match"] = tag
            if answer.status == 200:
                self._outline = outline_of(answer.text)
            self.seen.arrivals.append((shown, now()))


class Pad:
    """A phone at its table: saves the deals that were made up for it, and follows the table."""

    def __init__(self, port: int, table: TableToPlay, journal: Journal) -> None:
        self.table, self.event = table["id"], table["event"]
        self._base, self._journal = table["pad"], journal
        self._deals = list(enumerate(table["deals"], start=table["played"] + 1))[::-1]
        self._sends, self._asks = Connection(port), Connection(port)
        self._port = port
        self._saving = asyncio.Lock()
        self.headers: dict[str, str] = {}
        self._knows = 0  # what its next deal builds on
        self._told = self._seen = 0
        self._refreshing: asyncio.Task[None] | None = None

    @property
    def cookies(self) -> dict[str, str]:
        return self._sends.cookies

    async def open(self) -> Listener:
        answer = await self._sends.get(self._base)
        page = followed(answer.text)
        self.headers = {**JSON, "Content-Type": "application/json", "X-CSRFToken": csrf_token(answer.text)}
        self._asks.cookies.update(answer.cookies)
        self._knows = pad_revision(answer.text)
        self._told = self._seen = page.revision
        return Listener(self._port, page.stream, self._journal, self._hear)

    async def save_next(self, due: float) -> None:
        number, payload = self._deals.pop()
        deal = {"client_id": str(uuid4()), "base_revision": self._knows, "number": number, "payload": payload}
        async with self._saving:
            saved = await self._send(deal)
            if saved is None:
                return
            self._journal.saves.append(Save(self.table, saved["revision"], due, now(), self.event))
            self._knows = max(self._knows, saved["revision"])
            self._seen = max(self._seen, saved["revision"])
            if len(self._journal.saves) % SENT_TWICE == 0 and await self._send(deal) != saved:
                self._journal.errors["sent twice, answered otherwise"] += 1

    async def _send(self, deal: dict[str, Any]) -> dict[str, Any] | None:
        """As often as it takes until the server has answered; None where it refuses."""
        body = json.dumps(deal).encode()
        for tries in count():
            patience = PAD_PATIENCE + MORE_PATIENCE * tries
            try:
                answer = await self._sends.post(f"{self._base}deals/", self.headers, body, patience=patience)
            except BROKEN:
                self._journal.errors["save unanswered"] += 1
                await asyncio.sleep(AGAIN)
                continue
            if answer.status < 500:
                return self._recorded(answer)
            self._journal.errors[f"save answered {answer.status}"] += 1
            await asyncio.sleep(AGAIN)
        return None

    def _recorded(self, answer: Answer) -> dict[str, Any] | None:
        if answer.status == 200:
            deal = json.loads(answer.text)["deal"]
            return {name: deal[name] for name in ("number", "version", "revision")}
        self._journal.errors[f"save answered {answer.status}"] += 1
        return None

    def _hear(self, message: Message) -> None:
        if message.revision <= self._told:
            return
        self._told = message.revision
        if self._refreshing is None or self._refreshing.done():
            self._refreshing = asyncio.create_task(self._refresh())

    async def _refresh(self) -> None:
        """Its own deal is never news to it, though it may hear of that before it has the answer."""
        while True:
            async with self._saving:
                if self._told <= self._seen:
                    return
            self._seen = self._told
            try:
                answer = await self._asks.get(f"{self._base}state/", JSON)
            except BROKEN:
                self._journal.errors["state not fetched"] += 1
                return
            if answer.status != 200:
                self._journal.errors[f"state answered {answer.status}"] += 1
                return
            self._knows = max(self._knows, json.loads(answer.text)["revision"])


async def open_page(port: int, address: str, cookies: dict[str, str]) -> Answer:
    """By somebody who comes anew."""
    visitor = Connection(port, cookies)
    try:
        return await visitor.get(address, {"Accept": "text/html"})
    finally:
        visitor.close()
