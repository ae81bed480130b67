"""What stands in secret addresses: signed with the server's key, so that nobody else can make one from another, and a
database without that key opens nothing. By a key that was replaced they are good while it is in SECRET_KEY_FALLBACKS.
"""

import base64
from collections.abc import Iterator

from django.conf import settings
from django.utils.crypto import constant_time_compare, salted_hmac


def signature(kind: str, text: str, *, key: str | bytes | None = None) -> str:
    """96 bits, as they can stand in an address."""
    digest = salted_hmac(kind, text, secret=key, algorithm="sha256").digest()
    return base64.urlsafe_b64encode(digest[:12]).decode()


def is_signed(kind: str, text: str, signature_given: str) -> bool:
    return any(constant_time_compare(signature_given, signature(kind, text, key=key)) for key in keys())


def hex_signature(kind: str, text: str, *, key: str | bytes | None = None) -> str:
    """As permanent codes have it, and what was printed before 0046."""
    return salted_hmac(kind, text, secret=key, algorithm="sha256").hexdigest()


def is_hex_signed(kind: str, text: str, signature_given: str, *, length: int = 24) -> bool:
    return any(constant_time_compare(signature_given, hex_signature(kind, text, key=key)[:length]) for key in keys())


def keys() -> Iterator[str | bytes]:
    yield from (settings.SECRET_KEY, *settings.SECRET_KEY_FALLBACKS)


def invitation_hash(token: str) -> str:
    return hex_signature("invitation", token)


def secret_bytes(kind: str, text: str, *, key: str | bytes | None = None) -> bytes:
    """256 bits, for what is signed with a secret that is not kept."""
    return salted_hmac(kind, text, secret=key, algorithm="sha256").digest()
