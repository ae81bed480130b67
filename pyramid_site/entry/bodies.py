"""Reads the body of a request within bounds of size and time."""

import asyncio

from django.conf import settings

from pyramid_site.entry.asgi_types import Receive, Scope
from pyramid_site.entry.refusals import TurnedAway

MEGABYTE = 1024 * 1024


class Gone(Exception):
    """Who asked has left before the whole request was there."""


async def read_body(scope: Scope, receive: Receive, *, most: int) -> bytes:
    """Raises TurnedAway where it is too large, before it is read if it says so, or too slow."""
    if _declared_length(scope) > most:
        raise _too_large(most)
    try:
        async with asyncio.timeout(settings.BODY_SECONDS):
            return await _read(receive, most)
    except TimeoutError as error:
        sentence = f"What was sent did not arrive within {settings.BODY_SECONDS} seconds. Please send it again."
        raise TurnedAway(408, "body-too-slow", sentence, closes=True) from error


async def _read(receive: Receive, most: int) -> bytes:
    body = bytearray()
    while True:
        message = await receive()
        if message["type"] == "http.disconnect":
            raise Gone
        body += message.get("body", b"")
        if len(body) > most:
            raise _too_large(most)
        if not message.get("more_body", False):
            return bytes(body)


def _declared_length(scope: Scope) -> int:
    length = dict(scope["headers"]).get(b"content-length", b"0")
    return int(length) if length.isdigit() else 0


def _too_large(most: int) -> TurnedAway:
    size = f"{most // MEGABYTE} MB" if most >= MEGABYTE else f"{most // 1024} kB"
    return TurnedAway(413, "body-too-large", f"What was sent is too large: at most {size}.", closes=True)
