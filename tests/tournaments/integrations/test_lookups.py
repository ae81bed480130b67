"""Names of addresses are looked up beside each other."""

import socket
from ipaddress import ip_network
from threading import Event
from typing import Any

import pytest
from pytest_django import Settings

from tests.tournaments.integrations.scenes import receiving
from tournaments.exports import posting
from tournaments.exports.posting import Post, post_all

ENOUGH = 60  # seconds, for a machine that does much else


def test_names_that_nobody_answers_for_hold_nobody_else_up(settings: Settings, monkeypatch: pytest.MonkeyPatch) -> None:
    """Ten webhooks of one owner whose name server is silent until the eleventh, of another, has been called."""
    settings.WEBHOOK_NETWORKS = [ip_network("127.0.0.0/8")]
    monkeypatch.setattr(posting, "PATIENCE", ENOUGH)
    silent = [[Post(f"https://silent{number}.example/", b"", {})] for number in range(10)]
    with receiving() as receiver:
        found, waited = socket.getaddrinfo, list[bool]()

        def look_up(host: str, *args: Any, **more: Any) -> Any:
            if not host.startswith("silent"):
                return found(host, *args, **more)
            waited.append(receiver.called.wait(ENOUGH))
            raise socket.gaierror

        monkeypatch.setattr(socket, "getaddrinfo", look_up)
        *others, (answered,) = post_all([*silent, [Post(receiver.address, b"{}", {})]], seconds=ENOUGH)
    assert waited == [True] * 10 and all(each.fault == "silent" for (each,) in others)
    assert answered.status == 204


def test_a_name_that_nobody_answers_for_is_not_waited_for_long(monkeypatch: pytest.MonkeyPatch) -> None:
    over = Event()
    monkeypatch.setattr(posting, "PATIENCE", 0.05)
    monkeypatch.setattr(socket, "getaddrinfo", lambda *_, **__: over.wait(ENOUGH))
    ((answered,),) = post_all([[Post("https://silent.example/", b"", {})]], seconds=ENOUGH)
    over.set()
    assert answered.fault == "slow"
