"""The picture that a club has brought as its crest."""

from base64 import b64decode
from binascii import Error

from tournaments.models import Club, ClubCrest

SIDE = 320  # pixels
LARGEST_DRAWN = 600_000  # letters: no picture of so many pixels needs more
PNG = b"\x89PNG\r\n\x1a\n\0\0\0\rIHDR" + SIDE.to_bytes(4, "big") * 2


def own_crest(club: Club) -> str:
    """In Base64; empty where it has none."""
    return ClubCrest.objects.filter(club=club).values_list("picture", flat=True).first() or ""


def crest_edition(club: Club) -> int | None:
    """By which browsers tell it from the one before; None where it has none."""
    changed = ClubCrest.objects.filter(club=club).values_list("changed_at", flat=True).first()
    return int(changed.timestamp() * 1000) if changed else None


def is_drawn_here(picture: str) -> bool:
    """Of the one kind and size that this program makes."""
    try:
        return len(picture) <= LARGEST_DRAWN and b64decode(picture, validate=True).startswith(PNG)
    except (Error, ValueError):
        return False
