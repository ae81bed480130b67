"""What the pages and messages of the server say to a browser's scripts, as far as a load run acts on it."""

import json
import re
from dataclasses import dataclass
from html import unescape

BODY = re.compile(r"<body\b[^>]*>")
PART = re.compile(r'<\w+\b[^>]*\bhx-trigger="[^"]*\brevision from:body[^>]*>')
SHOWN = re.compile(r'\bdata-outline="(\d+)"')
POLLED = re.compile(r'<\w+\b[^>]*\bhx-trigger="[^"]*\b(?:every|load delay:)[^>]*>')
CSRF = re.compile(r'"csrf": "([^"]+)"|name="csrfmiddlewaretoken" value="([^"]+)"')
BOOT = re.compile(r'<script id="pad-boot" type="application/json">(.*?)</script>', re.DOTALL)


@dataclass(frozen=True)
class Followed:
    """A page that follows an event, or one table of it."""

    stream: str
    revision: int
    part: str | None  # fetched when the stream tells of something newer
    outline: int | None  # of what it can exchange the figures; none where it fetches its part at every change

    @property
    def event(self) -> int:
        named = re.search(r"/events/(\d+)/", self.stream)
        return int(named[1]) if named else 0

    @property
    def table(self) -> int | None:
        named = re.search(r"[?&]table=(\d+)", self.stream)
        return int(named[1]) if named else None


def followed(html: str) -> Followed:
    """Raises ValueError where the page follows nothing."""
    body = BODY.search(html)
    stream = body and attribute(body[0], "data-live-url")
    if not body or not stream:
        raise ValueError("the page has no data-live-url")
    part = PART.search(html)
    revision = attribute(body[0], "data-revision") or "0"
    return Followed(stream, int(revision), attribute(part[0], "hx-get") if part else None, outline_of(html))


def outline_of(html: str) -> int | None:
    match = SHOWN.search(html)
    return int(match[1]) if match else None


def polled_part(html: str) -> str | None:
    """What the page asks for time and again until it says so no longer."""
    polled = POLLED.search(html)
    return attribute(polled[0], "hx-get") if polled else None


def csrf_token(html: str) -> str:
    match = CSRF.search(html)
    if not match:
        raise ValueError("the page has no token for its forms")
    return match[1] or match[2]


def pad_revision(html: str) -> int:
    """The revision of the state that a pad's page was opened with."""
    boot = BOOT.search(html)
    if not boot:
        raise ValueError("the page is no pad")
    return int(json.loads(boot[1])["state"]["revision"])


def attribute(tag: str, name: str) -> str | None:
    match = re.search(rf'\s{name}="([^"]*)"', tag)
    return unescape(match[1]) if match else None


OUTLINE = re.compile(rb'data:\s*{"revision":\d+,"outline":(\d+)')


@dataclass(frozen=True)
class Message:
    name: str
    revision: int
    outline: int = 0  # with figures: what a page has to be as new as to show them

    def suffices(self, outline: int | None) -> bool:
        """Whether a page of this outline shows by the message alone what is new."""
        return self.name == "part" or (self.name == "state" and outline is not None and self.outline <= outline)


class Messages:
    """Reads server-sent events from the pieces they come in."""

    def __init__(self) -> None:
        self._rest = b""

    def feed(self, piece: bytes) -> list[Message]:
        *whole, self._rest = (self._rest + piece).split(b"\n\n")
        return [message for text in whole if (message := _message(text))]


def _message(text: bytes) -> Message | None:
    """Only its head is read: its data may be long, and is the page's affair."""
    name, revision, outline = "message", None, 0
    for line in text.split(b"\n"):
        if line.startswith(b"event:"):
            name = line[6:].strip().decode()
        elif line.startswith(b"id:"):
            revision = int(line[3:])
        elif match := OUTLINE.match(line):
            outline = int(match[1])
    return None if revision is None else Message(name, revision, outline)
