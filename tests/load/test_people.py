"""Phones of a load against a server that is away."""

import asyncio
from socket import socket

import pytest

from scripts.load.visitors.journal import Journal
from scripts.load.visitors.people import AGAIN, Pad


class Enough(Exception):
    pass


def test_a_phone_that_gets_no_answer_waits_before_it_tries_again(monkeypatch: pytest.MonkeyPatch) -> None:
    paused: list[float] = []

    async def pause(seconds: float) -> None:
        paused.append(seconds)
        if len(paused) == 3:
            raise Enough

    monkeypatch.setattr("asyncio.sleep", pause)
    journal = Journal()
    with socket() as nobody:
        nobody.bind(("127.0.0.1", 0))
        pad = Pad(
            nobody.getsockname()[1],
            {"id": 1, "event": 1, "club": 0, "pad": "/pad/x/", "page": "", "deals": [], "played": 0},
            journal,
        )
        with pytest.raises(Enough):
            asyncio.run(asyncio.wait_for(pad._send({}), timeout=5))
    assert paused == [AGAIN] * 3
    assert journal.errors["save unanswered"] == 3
