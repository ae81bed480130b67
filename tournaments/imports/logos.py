"""A picture that a club brings as its logo: what kind it is, and how large, before anything reads it."""

import struct
from typing import NamedTuple

from tournaments.limits import LARGEST_PICTURE, MOST_PIXELS

PNG = b"\x89PNG\r\n\x1a\n"
JPEG = b"\xff\xd8\xff"
FRAMES = {*range(0xC0, 0xD0)} - {0xC4, 0xC8, 0xCC}  # the markers of a JPEG that tell its size


class BroughtPicture(NamedTuple):
    data: bytes
    media: str


class BadPicture(Exception):
    """Its text is the fault: `forms.printing` says it."""


def read_picture(data: bytes) -> BroughtPicture:
    """Raises BadPicture."""
    if len(data) > LARGEST_PICTURE:
        raise BadPicture("too-large")
    try:
        media, size = _facts(data)
    except (struct.error, IndexError) as error:
        raise BadPicture("kind") from error
    if not 0 < size[0] * size[1] <= MOST_PIXELS:
        raise BadPicture("pixels")
    return BroughtPicture(data, media)


def _facts(data: bytes) -> tuple[str, tuple[int, ...]]:
    if data.startswith(PNG) and data[12:16] == b"IHDR":
        return "image/png", struct.unpack(">II", data[16:24])
    if data.startswith(JPEG):
        return "image/jpeg", _jpeg_size(data)
    raise BadPicture("kind")


def _jpeg_size(data: bytes) -> tuple[int, ...]:
    offset = len(JPEG) - 1
    while data[offset + 1] not in FRAMES:
        if data[offset] != JPEG[0]:
            raise BadPicture("kind")
        offset += 2 + struct.unpack(">H", data[offset + 2 : offset + 4])[0]
    return struct.unpack(">HH", data[offset + 5 : offset + 9])
