"""What streams carry, made and compressed once: the same bytes go to all who listen."""

import zlib
from typing import NamedTuple

GZIP_HEADER = b"\x1f\x8b\x08\x00\x00\x00\x00\x00\x00\xff"
RAW_DEFLATE = -15


class Block(NamedTuple):
    plain: bytes
    deflated: bytes  # behind one GZIP_HEADER a connection, blocks are read in any order


class News(NamedTuple):
    """What a topic is like at a revision, as server-sent events."""

    revision: int
    update: Block
    heartbeat: Block


def news_of(revision: int, text: bytes) -> News:
    return News(revision=revision, update=_block(text), heartbeat=_block(_event("heartbeat", revision)))


def bare_revision(revision: int) -> bytes:
    """The page is to ask what is new."""
    return _event("revision", revision)


def _event(name: str, revision: int) -> bytes:
    return f"event: {name}\nid: {revision}\ndata: {revision}\n\n".encode()


def _block(plain: bytes) -> Block:
    """With a window of its own, so that it does not rest on what a connection was sent before."""
    deflate = zlib.compressobj(wbits=RAW_DEFLATE)
    return Block(plain=plain, deflated=deflate.compress(plain) + deflate.flush(zlib.Z_SYNC_FLUSH))


ENDED = _block(b"event: ended\ndata: ended\n\n")
"""Whoever follows may not any more, or there is nothing left to follow."""
