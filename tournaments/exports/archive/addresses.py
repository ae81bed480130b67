"""Where in an archive an address of the installation stands, by its path and its query."""

import re
from posixpath import dirname, relpath, splitext
from urllib.parse import parse_qsl, urlencode, urljoin, urlsplit

LINK = "link"  # what lets in to something unlisted
UNUSUAL = re.compile(r"[^a-zA-Z0-9-]")


def own_address(href: str, *, page: str, host: str) -> str:
    """What the link on this page asks the installation for; empty where it leads elsewhere."""
    parts = urlsplit(urljoin(f"https://{host}{page}", href))
    if parts.scheme not in ("http", "https") or parts.hostname != host:
        return ""
    query = urlencode(sorted(pair for pair in parse_qsl(parts.query) if pair[0] != LINK))
    return f"{parts.path}?{query}" if query else parts.path


def file_name(address: str) -> str:
    """No two addresses share one, and any system and any folder takes it."""
    path, _, query = address.partition("?")
    stem, end = splitext(f"{path[1:]}index.html" if path.endswith("/") else path[1:])
    parameters = [f"_{_plain(name)}-{_plain(value)}" for name, value in parse_qsl(query)]
    return stem + "".join(parameters) + end


def path_between(file: str, target: str, *, element: str = "") -> str:
    """The link in `file` that leads to `target`, and there to the `element`."""
    path = relpath(target, dirname(file) or ".")
    return f"{path}#{element}" if element else path


def _plain(text: str) -> str:
    return UNUSUAL.sub(lambda letter: f"~{ord(letter[0]):x}.", text)
