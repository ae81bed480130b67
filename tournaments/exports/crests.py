"""A picture drawn anew: whatever else stands in its file is left behind, and what cannot be read shows nothing."""

import subprocess
from base64 import b64encode
from functools import cache

from tournaments.exports.pictures import draw
from tournaments.imports.crests import BadPicture, BroughtPicture
from tournaments.selectors.paper.crests import SIDE


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
