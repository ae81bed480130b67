import asyncio
import os
import signal
from collections.abc import AsyncGenerator, Collection, Coroutine, Mapping
from typing import Any

import pytest
from asgiref.testing import ApplicationCommunicator
from django.core.handlers.asgi import ASGIHandler
from django.db import OperationalError
from django.http import HttpResponse
from django.test import AsyncClient, AsyncRequestFactory, Client
from django.urls import reverse

from tests.factories import announce, deal, make_night, make_table
from tournaments.live import Hub, hub

Stream = AsyncGenerator[bytes, None]


class Record:
    """What a database would answer, how often it was asked, and about what."""

    def __init__(self, **revisions: int) -> None:
        self.revisions = {int(name[1:]): revision for name, revision in revisions.items()}
        self.asked: list[set[int]] = []
        self.broken = False

    def read(self, event_ids: Collection[int]) -> Mapping[int, int]:
        self.asked.append(set(event_ids))
        if self.broken:
            raise OperationalError("no database today")
        return {pk: self.revisions[pk] for pk in event_ids if pk in self.revisions}


def quick_hub(record: Record, *, heartbeat: float = 5) -> Hub:
    return Hub(record.read, pause=0.01, heartbeat=heartbeat)


def run(test: Coroutine[Any, Any, None]) -> None:
    async def with_patience() -> None:
        async with asyncio.timeout(5):
            await test

    asyncio.run(with_patience())


def revision(number: int) -> bytes:
    return f"event: revision\nid: {number}\ndata: {number}\n\n".encode()


def heartbeat(number: int) -> bytes:
    return revision(number).replace(b"revision", b"heartbeat")


def test_the_current_revision_is_sent_at_once_and_every_newer_one_after_it() -> None:
    async def test() -> None:
        record = Record(e1=7)
        stream = quick_hub(record).stream(1, 7)
        assert await anext(stream) == revision(7)
        record.revisions[1] = 8
        assert await anext(stream) == revision(8)
        await stream.aclose()

    run(test())


def test_a_change_between_the_page_s_reading_and_the_first_question_is_not_missed() -> None:
    async def test() -> None:
        stream = quick_hub(Record(e1=8)).stream(1, 7)
        assert [await anext(stream), await anext(stream)] == [revision(7), revision(8)]
        await stream.aclose()

    run(test())


def test_every_stream_hears_of_its_own_event_only() -> None:
    async def test() -> None:
        record = Record(e1=1, e2=1)
        live = quick_hub(record, heartbeat=0.1)
        one, other, another = live.stream(1, 1), live.stream(2, 1), live.stream(2, 1)
        for stream in (one, other, another):
            await anext(stream)
        record.revisions[2] = 2
        heard = await asyncio.gather(*(anext(stream) for stream in (one, other, another)))
        assert heard == [heartbeat(1), revision(2), revision(2)]
        for stream in (one, other, another):
            await stream.aclose()

    run(test())


def test_a_slow_page_gets_the_latest_revision_and_not_those_between() -> None:
    async def test() -> None:
        record = Record(e1=1)
        stream = quick_hub(record).stream(1, 1)
        await anext(stream)
        for number in (2, 3, 4):
            record.revisions[1] = number
            await asked_again(record)
        assert await anext(stream) == revision(4)
        record.revisions[1] = 5
        assert await anext(stream) == revision(5)
        await stream.aclose()

    run(test())


def test_silence_is_filled_with_heartbeats() -> None:
    async def test() -> None:
        stream = quick_hub(Record(e1=3), heartbeat=0.05).stream(1, 3)
        assert [await anext(stream) for _ in range(3)] == [revision(3), heartbeat(3), heartbeat(3)]
        await stream.aclose()

    run(test())


def test_one_question_covers_all_streams_and_none_is_asked_when_nobody_watches() -> None:
    async def test() -> None:
        record = Record(e1=1, e2=1)
        live = quick_hub(record)
        streams = [live.stream(1 + number % 2, 1) for number in range(20)]
        for stream in streams:
            await anext(stream)
        await asked_again(record)
        assert record.asked[-1] == {1, 2}
        assert live.watching == 20
        for stream in streams:
            await stream.aclose()
        assert live.watching == 0
        await asyncio.sleep(0.05)
        asked = len(record.asked)
        await asyncio.sleep(0.05)
        assert len(record.asked) == asked

        late = live.stream(2, 1)
        await anext(late)
        await asked_again(record)
        assert record.asked[-1] == {2}
        await late.aclose()

    run(test())


def test_a_database_that_fails_stops_the_heartbeats_and_is_asked_until_it_answers(
    caplog: pytest.LogCaptureFixture,
) -> None:
    async def test() -> None:
        record = Record(e1=1)
        stream = quick_hub(record, heartbeat=0.05).stream(1, 1)
        assert [await anext(stream), await anext(stream)] == [revision(1), heartbeat(1)]
        record.broken = True
        asyncio.get_running_loop().call_later(0.4, mend, record)
        beats = 0
        while (message := await anext(stream)) == heartbeat(1):
            beats += 1
        assert message == revision(2)
        assert beats <= 3
        await stream.aclose()

    def mend(record: Record) -> None:
        record.broken = False
        record.revisions[1] = 2

    run(test())
    assert [entry.message for entry in caplog.records] == [
        "The revisions of the watched events cannot be read; trying on"
    ]


def test_a_page_that_goes_away_in_mid_silence_leaves_nothing_behind() -> None:
    async def test() -> None:
        live = quick_hub(Record(e1=1))
        gone = asyncio.create_task(read_all(live.stream(1, 1)))
        while not live.watching:
            await asyncio.sleep(0)
        gone.cancel()
        await asyncio.gather(gone, return_exceptions=True)
        assert live.watching == 0

    run(test())


def test_the_streams_end_when_the_server_is_told_to_stop_and_the_server_hears_it_too() -> None:
    heard = []
    before = signal.signal(signal.SIGTERM, lambda number, frame: heard.append(number))

    async def test() -> None:
        live = quick_hub(Record(e1=1))
        streams = [asyncio.create_task(read_all(live.stream(1, 1))) for _ in range(3)]
        while live.watching < 3:
            await asyncio.sleep(0)
        await asyncio.sleep(0.02)
        os.kill(os.getpid(), signal.SIGTERM)
        assert await asyncio.gather(*streams) == [[revision(1)]] * 3

    try:
        run(test())
    finally:
        signal.signal(signal.SIGTERM, before)
    assert heard == [signal.SIGTERM]


async def asked_again(record: Record) -> None:
    """Until a question that began after this call has been answered."""
    asked = len(record.asked)
    while len(record.asked) < asked + 2:
        await asyncio.sleep(0.005)


async def read_all(stream: Stream) -> list[bytes]:
    return [message async for message in stream]


# The addresses


@pytest.mark.django_db(transaction=True)
def test_the_stream_begins_with_the_revision_of_the_event_and_ends_when_the_page_goes() -> None:
    event = make_night()

    async def test() -> None:
        scope = AsyncRequestFactory()._base_scope(path=reverse("event-live", args=[event.pk]))
        browser = ApplicationCommunicator(ASGIHandler(), scope)
        await browser.send_input({"type": "http.request", "body": b"", "more_body": False})
        start = await browser.receive_output(timeout=5)
        assert start["status"] == 200
        headers = dict(start["headers"])
        assert headers[b"Content-Type"] == b"text/event-stream"
        assert headers[b"Cache-Control"] == b"no-cache"
        assert headers[b"X-Accel-Buffering"] == b"no"
        first = await browser.receive_output(timeout=5)
        assert first["body"] == revision(event.revision)
        assert hub.watching == 1
        await browser.send_input({"type": "http.disconnect"})
        await browser.wait(timeout=5)
        assert hub.watching == 0

    run(test())


@pytest.mark.django_db(transaction=True)
def test_more_streams_are_open_than_the_database_has_connections_to_give() -> None:
    event = make_night()

    async def test() -> None:
        scope = AsyncRequestFactory()._base_scope(path=reverse("event-live", args=[event.pk]))
        pages = [ApplicationCommunicator(ASGIHandler(), dict(scope)) for _ in range(15)]
        for page in pages:
            await page.send_input({"type": "http.request", "body": b"", "more_body": False})
            assert (await page.receive_output(timeout=5))["status"] == 200
        for page in pages:
            await page.send_input({"type": "http.disconnect"})
            await page.wait(timeout=5)

    run(test())


@pytest.mark.django_db
def test_without_asgi_the_stream_says_that_there_is_none(client: Client) -> None:
    assert client.get(reverse("event-live", args=[make_night().pk])).status_code == 204


@pytest.mark.django_db
def test_the_revision_can_be_asked_for(client: Client) -> None:
    event = make_night()
    response = client.get(reverse("event-revision", args=[event.pk]))
    assert response.json() == {"revision": event.revision}
    assert response["Cache-Control"] == "no-cache"


@pytest.mark.django_db
def test_there_is_nothing_to_follow_where_there_is_no_event(client: Client) -> None:
    assert client.get(reverse("event-revision", args=[404])).status_code == 404

    async def stream_of_nothing() -> None:
        assert (await AsyncClient().get(reverse("event-live", args=[404]))).status_code == 404

    asyncio.run(stream_of_nothing())


# The partials


@pytest.mark.django_db
def test_a_partial_is_sent_once_a_revision_and_once_a_language(client: Client) -> None:
    table = make_table()
    address = reverse("wall", args=[table.event_id])

    def ask(etag: str = "", language: str = "en") -> HttpResponse:
        given = {"HX-Request": "true", "Accept-Language": language, "If-None-Match": etag}
        return client.get(address, headers=given)

    first = ask()
    assert first.status_code == 200
    assert {"HX-Request", "Accept-Language", "Cookie"} <= set(first["Vary"].split(", "))
    assert ask(first["ETag"]).status_code == 304
    assert ask(first["ETag"], language="it").status_code == 200
    deal(table, announce(1, 3, 2))
    assert ask(first["ETag"]).status_code == 200


@pytest.mark.django_db
def test_a_whole_page_is_always_made_anew(client: Client) -> None:
    response = client.get(reverse("wall", args=[make_night().pk]))
    assert response.status_code == 200
    assert "ETag" not in response
    assert "no-cache" in response["Cache-Control"]
