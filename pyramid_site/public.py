"""What has to be said before the program may stand where everybody can reach it."""

import logging
from collections.abc import Sequence
from functools import lru_cache

logger = logging.getLogger(__name__)


class Unguarded(Exception):
    """Says what is missing, and what to do."""


def check_public(hosts: Sequence[str], *, proxies: str, debug: bool) -> None:
    if debug:
        raise Unguarded("PUBLIC and DEBUG do not go together: DEBUG shows the program's insides to whoever asks.")
    if not hosts or "*" in hosts or hosts[0].startswith("."):
        raise Unguarded(
            "PUBLIC needs ALLOWED_HOSTS: the names under which the server is reached, the one that is printed first, "
            "such as ALLOWED_HOSTS=scores.example.org."
        )
    if "*" in proxies:
        raise Unguarded(
            "With FORWARDED_ALLOW_IPS=* anybody may claim any address, and that they came by https. "
            "Name the proxy, such as FORWARDED_ALLOW_IPS=10.0.0.5; leave it out where it runs on this machine."
        )


@lru_cache(maxsize=64)
def note_unnamed_proxy(address: str) -> None:
    """Its visitors are redirected without end."""
    logger.warning("%s says that requests came by https. If it is the proxy: FORWARDED_ALLOW_IPS=%s", address, address)
