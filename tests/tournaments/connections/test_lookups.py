"""Names of addresses are looked up beside each other."""

import socket
import time
from ipaddress import ip_network
from threading import Event
from typing import Any

import pytest
from pytest_django import Settings

from tests.tournaments.connections.scenes import receiving
from tournaments.exports import posting
from tournaments.exports.posting import Post, post_all


def test_names_that_nobody_answers_for_hold_nobody_else_up(settings: Settings, monkeypatch: pytest.MonkeyPatch) -> None:
    """Ten webhooks of one owner whose name server is silent."""
    settings.WEBHOOK_NETWORKS = [ip_network("127.0.0.0/8")]
    found, asked, over = socket.getaddrinfo, list[str](), Event()

    def look_up(host: str, *args: Any, **more: Any) -> Any:
        if not host.startswith("silent"):
            return found(host, *args, **more)
        asked.append(host)
        over.wait(5)
        raise socket.gaierror

    monkeypatch.setattr(socket, "getaddrinfo", look_up)
    monkeypatch.setattr(posting, "PATIENCE", 0.3)
    silent = [[Post(f"https://silent{number}.example/", b"", {})] for number in range(10)]
    began = time.monotonic()
    with receiving() as receiver:
        *others, (answered,) = post_all([*silent, [Post(receiver.address, b"{}", {})]], seconds=1)
    took = time.monotonic() - began
    over.set()
    assert len(asked) == 10 and all(each.fault == "slow" for (each,) in others)
    assert answered.status == 204 and took < 4
