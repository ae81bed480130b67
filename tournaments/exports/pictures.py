"""Pictures that people share, as PNG: drawn once, and kept for a day under the hash of what stands on them."""

import subprocess
import sys
from hashlib import sha256
from pathlib import Path

from django.core.cache import caches

DRAWN = Path(__file__).parent / "drawn.py"
LIMIT = 20.0  # seconds


class NotDrawn(Exception):
    """The machine is too busy."""


def picture_key(svg: str) -> str:
    return sha256(svg.encode()).hexdigest()


def picture(svg: str) -> bytes:
    """Raises NotDrawn."""
    key, kept = picture_key(svg), caches["pictures"]
    found: bytes | None = kept.get(key)
    if found is None:
        found = draw(svg)
        kept.set(key, found)
    return found


def draw(svg: str) -> bytes:
    """Raises NotDrawn."""
    command = [sys.executable, "-I", str(DRAWN)]
    try:
        return subprocess.run(command, input=svg.encode(), stdout=subprocess.PIPE, timeout=LIMIT, check=True).stdout
    except subprocess.TimeoutExpired as error:
        raise NotDrawn from error
