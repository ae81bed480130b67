"""Pictures that people share, as PNG. Each is drawn once and stored for a day under the hash of what stands on it; a
picture that somebody brings is drawn anew, so that nothing else in its file is passed on.
"""

import subprocess
import sys
from base64 import b64encode
from functools import cache
from hashlib import sha256
from pathlib import Path

from django.core.cache import caches

from tournaments.imports.logos import BadPicture, BroughtPicture
from tournaments.selectors.printing import SIDE

DRAWN = Path(__file__).parent / "drawn.py"
LIMIT = 20.0  # seconds


class NotDrawn(Exception):
    """The machine is too busy."""


def picture_key(svg: str) -> str:
    return sha256(svg.encode()).hexdigest()


def picture(svg: str) -> bytes:
    """Raises NotDrawn."""
    key, cache = picture_key(svg), caches["pictures"]
    stored: bytes | None = cache.get(key)
    if stored is None:
        stored = draw(svg)
        cache.set(key, stored)
    return stored


def draw(svg: str) -> bytes:
    """Raises NotDrawn."""
    command = [sys.executable, "-I", str(DRAWN)]
    try:
        return subprocess.run(command, input=svg.encode(), stdout=subprocess.PIPE, timeout=LIMIT, check=True).stdout
    except subprocess.TimeoutExpired as error:
        raise NotDrawn from error


def drawn_anew(picture: BroughtPicture) -> bytes:
    """As PNG, whole within a square. Raises BadPicture, NotDrawn."""
    try:
        drawn = draw(_framed(picture))
    except subprocess.CalledProcessError as error:
        raise BadPicture("unreadable") from error
    if drawn == _nothing():
        raise BadPicture("unreadable")
    return drawn


def _framed(picture: BroughtPicture) -> str:
    source = f"data:{picture.media};base64,{b64encode(picture.data).decode()}"
    size = f'width="{SIDE}" height="{SIDE}"'
    return f'<svg xmlns="http://www.w3.org/2000/svg" {size}><image {size} href="{source}"/></svg>'


@cache
def _nothing() -> bytes:
    return draw(_framed(BroughtPicture(b"", "image/png")))
