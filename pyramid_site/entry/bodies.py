import asyncio

from django.conf import settings

from pyramid_site.entry.asgi_types import Receive, Scope
from pyramid_site.entry.refusals import TurnedAway


class Gone(Exception):
    """Who asked has left before the whole request was there."""


async def read_body(scope: Scope, receive: Receive) -> bytes:
    """Raises TurnedAway where it is too large, before it is read if it says so, or too slow."""
    if _declared_length(scope) > settings.LARGEST_BODY:
        raise _too_large()
    try:
        async with asyncio.timeout(settings.BODY_SECONDS):
            return await _read(receive)
    except TimeoutError as error:
        sentence = f"What was sent did not arrive within {settings.BODY_SECONDS} seconds. Please send it again."
        raise TurnedAway(408, "body-too-slow", sentence, closes=True) from error


async def _read(receive: Receive) -> bytes:
    body = bytearray()
    while True:
        message = await receive()
        if message["type"] == "http.disconnect":
            raise Gone
        body += message.get("body", b"")
        if len(body) > settings.LARGEST_BODY:
            raise _too_large()
        if not message.get("more_body", False):
            return bytes(body)


def _declared_length(scope: Scope) -> int:
    length = dict(scope["headers"]).get(b"content-length", b"0")
    return int(length) if length.isdigit() else 0


def _too_large() -> TurnedAway:
    most = settings.LARGEST_BODY // 1024
    return TurnedAway(413, "body-too-large", f"What was sent is too large: {most} kB are taken at most.", closes=True)
