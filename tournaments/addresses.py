"""The app's own address as a phone in the room has to open it."""

import socket
from functools import lru_cache

import segno
from django.conf import settings
from django.http import HttpRequest
from django.http.request import split_domain_port
from django.utils.safestring import SafeString, mark_safe

LOOPBACK = ("localhost", "127.0.0.1", "[::1]")


def phone_address(request: HttpRequest, path: str) -> str:
    """A public server's own. Where the laptop itself asked for localhost, its address in the network stands instead."""
    if settings.PUBLIC_ADDRESS:
        return f"{settings.PUBLIC_ADDRESS}{path}"
    host, port = split_domain_port(request.get_host())
    if host in LOOPBACK and (outside := address_in_the_network()):
        host = outside
    return f"{request.scheme}://{host}{port and ':'}{port}{path}"


def address_in_the_network() -> str | None:
    """This machine's address as the local network knows it. Nothing is sent: a UDP socket only picks its route."""
    with socket.socket(socket.AF_INET, socket.SOCK_DGRAM) as probe:
        try:
            probe.connect(("192.0.2.1", 9))
        except OSError:
            return None
        address = probe.getsockname()[0]
    return None if address.startswith("127.") else address


@lru_cache(maxsize=64)
def qr_code(address: str) -> SafeString:
    """An SVG for the page, dark on light whatever the page's ground is."""
    code = segno.make(address, error="m", micro=False)
    return mark_safe(code.svg_inline(border=3, dark="#15110b", light="#fffdf8", omitsize=True))
