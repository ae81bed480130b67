"""Which addresses this server calls: never by accident one of its own network."""

from collections.abc import Collection
from ipaddress import IPv4Address, IPv4Network, IPv6Address, IPv6Network, ip_address, ip_network
from typing import NamedTuple
from urllib.parse import urlsplit

from tournaments.services.refusals import Refused

LONGEST = 300
PORTS = {"http": 80, "https": 443}
FIRST_FREE_PORT = 1024  # below are other services, such as mail
TRANSLATED = ip_network("64:ff9b::/96")
# What `ipaddress` takes for anybody's: sites' own of old, those of protocols, and of the nearest translator.
INSIDE = [ip_network(each) for each in ("fec0::/10", "192.0.0.0/24", "192.88.99.0/24")]

Ip = IPv4Address | IPv6Address
Networks = Collection[IPv4Network | IPv6Network]


class Target(NamedTuple):
    """An address that may be asked, as far as it can be told before its name is resolved."""

    scheme: str
    host: str
    port: int
    path: str

    @property
    def named(self) -> str:
        """As it stands in the request's head."""
        host = f"[{self.host}]" if ":" in self.host else self.host
        return host if self.port == PORTS[self.scheme] else f"{host}:{self.port}"


def read_target(text: str, *, networks: Networks) -> Target:
    """Raises Refused. ``networks``: those of private addresses that may be called nevertheless."""
    if len(text) > LONGEST or not text.isascii() or not text.isprintable() or " " in text:
        raise Refused("webhook-address")
    try:
        parts = urlsplit(text)
        port = parts.port
    except ValueError as error:
        raise Refused("webhook-address") from error
    if parts.scheme not in PORTS or not parts.hostname or parts.fragment or "@" in parts.netloc:
        raise Refused("webhook-address")
    if parts.scheme == "http" and not networks:
        raise Refused("webhook-plain")
    target = Target(parts.scheme, parts.hostname, port or PORTS[parts.scheme], _path(parts.path, parts.query))
    if target.port not in PORTS.values() and target.port < FIRST_FREE_PORT:
        raise Refused("webhook-port", port=target.port)
    if (literal := _literal(target.host)) and not may_call(literal, scheme=target.scheme, networks=networks):
        raise Refused("webhook-inside")
    return target


def may_call(ip: Ip, *, scheme: str, networks: Networks) -> bool:
    """Without encryption only what was allowed."""
    real = _meant(ip)
    if any(real in each for each in networks):
        return True
    if real.is_multicast or real.is_reserved or any(real in each for each in INSIDE):
        return False
    return scheme == "https" and real.is_global


def _meant(ip: Ip) -> Ip:
    """The address of the older kind, where it is only wrapped in one of the newer."""
    if isinstance(ip, IPv4Address):
        return ip
    if ip in TRANSLATED:
        return IPv4Address(int(ip) & 0xFFFFFFFF)
    return ip.ipv4_mapped or ip.sixtofour or (ip.teredo[1] if ip.teredo else ip)


def _literal(host: str) -> Ip | None:
    try:
        return ip_address(host)
    except ValueError:
        return None


def _path(path: str, query: str) -> str:
    return f"{path or '/'}{'?' if query else ''}{query}"
