"""Messages to addresses that people have given: nothing is followed, little is read, and nothing is waited for long. An
address is looked up once; what was found is looked at, and that very one is called.
"""

import asyncio
import socket
import ssl
import time
from collections.abc import Mapping, Sequence
from concurrent.futures import ThreadPoolExecutor
from functools import cache, partial
from ipaddress import ip_address
from typing import NamedTuple

from django.conf import settings

from tournaments.services.integrations.webhooks import Target, may_call, read_target
from tournaments.services.refusals import Refused

PATIENCE = 8.0  # seconds, for all of it
SLOW = 1000  # milliseconds: whoever takes longer gets one message a turn
LONGEST_LINE = 1024  # of the answer only the first line is read
LOOKUPS = 64  # at once; more than a few clubs can keep busy with names that nobody answers for


class Post(NamedTuple):
    address: str
    body: bytes
    headers: Mapping[str, str]


class PostAnswer(NamedTuple):
    """Its status, or why there is none: ``words.club`` says it."""

    status: int | None
    fault: str
    milliseconds: int

    @property
    def quick(self) -> bool:
        return self.status is not None and self.milliseconds <= SLOW


class NotSent(Exception):
    """Its text is the fault."""


def post_all(batches: Sequence[Sequence[Post]], *, seconds: float) -> list[list[PostAnswer]]:
    """All batches at once, each one after the other as long as they are answered soon; the answers of those sent."""

    async def together() -> list[list[PostAnswer]]:
        return await asyncio.gather(*(_batch(posts, seconds) for posts in batches))

    return asyncio.run(together())


async def _batch(posts: Sequence[Post], seconds: float) -> list[PostAnswer]:
    end, answers = time.monotonic() + seconds, []
    for post in posts:
        answers.append(await _answer(post))
        if not answers[-1].quick or time.monotonic() > end:
            break
    return answers


async def _answer(post: Post) -> PostAnswer:
    began, status, fault = time.monotonic(), None, ""
    try:
        status = await asyncio.wait_for(_status_of(post), PATIENCE)
    except NotSent as error:
        fault = str(error)
    except TimeoutError:
        fault = "slow"
    except ssl.SSLError:
        fault = "certificate"
    except (OSError, UnicodeError):
        fault = "silent"
    return PostAnswer(status, fault, round((time.monotonic() - began) * 1000))


async def _status_of(post: Post) -> int:
    try:
        target = read_target(post.address, networks=settings.WEBHOOK_NETWORKS)
    except Refused as refused:
        raise NotSent("inside") from refused
    ip = await _looked_up(target)
    encryption = _encryption() if target.scheme == "https" else None
    name = target.host if encryption else None
    reader, writer = await asyncio.open_connection(
        ip, target.port, limit=LONGEST_LINE, ssl=encryption, server_hostname=name
    )
    try:
        writer.write(_request(target, post))
        await writer.drain()
        return _status(await reader.readline())
    except ValueError as error:  # a longer line
        raise NotSent("nonsense") from error
    finally:
        writer.transport.abort()


async def _looked_up(target: Target) -> str:
    """Raises OSError where the name is not known, NotSent where it leads inside."""
    look_up = partial(socket.getaddrinfo, target.host, target.port, type=socket.SOCK_STREAM)
    addresses = await asyncio.get_running_loop().run_in_executor(_lookups(), look_up)
    for *_, (ip, *_rest) in addresses:
        if may_call(ip_address(str(ip)), scheme=target.scheme, networks=settings.WEBHOOK_NETWORKS):
            return str(ip)
    raise NotSent("inside")


def _request(target: Target, post: Post) -> bytes:
    head = {
        "Host": target.named,
        "User-Agent": "Capstone",
        "Content-Type": "application/json",
        "Content-Length": str(len(post.body)),
        "Connection": "close",
        **post.headers,
    }
    lines = [f"POST {target.path} HTTP/1.1", *(f"{name}: {value}" for name, value in head.items()), "", ""]
    return "\r\n".join(lines).encode("ascii") + post.body


def _status(line: bytes) -> int:
    version, _, rest = line.partition(b" ")
    if not version.startswith(b"HTTP/1.") or not rest[:3].isdigit():
        raise NotSent("nonsense" if line else "silent")
    return int(rest[:3])


@cache
def _lookups() -> ThreadPoolExecutor:
    """Not the loop's own, which has few threads, and is waited for at the end: a name may be looked up for minutes."""
    return ThreadPoolExecutor(LOOKUPS, thread_name_prefix="look up")


@cache
def _encryption() -> ssl.SSLContext:
    return ssl.create_default_context()
