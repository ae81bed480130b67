"""The streams' address, past Django."""

import asyncio
import zlib
from collections.abc import Callable
from threading import Event
from typing import Any

import pytest
from django.db import OperationalError
from django.test import Client
from django.urls import reverse
from pytest_django import Settings

from pyramid_site.entry.application import Application
from tests.entry.asking import Asked, ask, hub, run, scope
from tests.factories import make_night, make_table
from tournaments.live import news_text
from tournaments.live.hub import Hub, Unanswered
from tournaments.live.news import bare_revision
from tournaments.live.topics import Topic, rights_ended


async def follow(application: Application, address: str, **headers: str) -> Asked:
    page = Asked(application, scope("GET", address, headers=headers))
    await page.send()
    await page.start()
    return page


@pytest.mark.django_db(transaction=True)
def test_the_stream_begins_with_the_revision_of_the_event_and_ends_when_the_page_goes(client: Client) -> None:
    event = make_night()

    async def test() -> None:
        page = await follow(Application(hub), reverse("event-live", args=[event.pk]))
        assert page.status == 200
        headers = dict(page.headers)
        assert headers["content-type"] == "text/event-stream"
        assert headers["cache-control"] == "private, no-store"
        assert headers["x-accel-buffering"] == "no"
        assert "content-encoding" not in headers
        for name in ("x-content-type-options", "x-frame-options", "referrer-policy", "permissions-policy"):
            assert headers[name] == of_a_page[name]
        assert (await page.part())["body"] == told
        assert hub.watching == 1
        await page.leave()
        assert hub.watching == 0

    told = news_text(Topic("event", event.pk), event.revision)
    assert told.startswith(f"event: state\nid: {event.revision}\n".encode())
    of_a_page = client.get(reverse("event", args=[event.pk])).headers
    run(test())


@pytest.mark.django_db(transaction=True)
def test_a_browser_that_takes_it_gets_the_stream_compressed() -> None:
    event = make_night()

    async def test() -> None:
        address = reverse("event-live", args=[event.pk])
        page = await follow(Application(hub), address, **{"accept-encoding": "deflate, gzip, br"})
        assert dict(page.headers)["content-encoding"] == "gzip"
        reader = zlib.decompressobj(31)
        assert reader.decompress((await page.part())["body"]) == told
        heartbeat = bare_revision(event.revision).replace(b"revision", b"heartbeat")
        assert reader.decompress((await page.part())["body"]) == heartbeat
        await page.leave()
        plain = await follow(Application(hub), address, **{"accept-encoding": "gzip;q=0, identity"})
        assert "content-encoding" not in dict(plain.headers)
        await plain.leave()

    told = news_text(Topic("event", event.pk), event.revision)
    run(test())


@pytest.mark.django_db(transaction=True)
def test_a_table_is_followed_at_its_own_event_only() -> None:
    table = make_table()
    other = make_night(club=table.event.club, names=["Zita"])

    async def test() -> None:
        page = await follow(Application(hub), f"{reverse('event-live', args=[table.event_id])}?table={table.pk}")
        assert (await page.part())["body"] == bare_revision(table.event.revision)
        await page.leave()
        for wrong in (f"{other.pk}/stream/?table={table.pk}", f"{table.event_id}/stream/?table=x"):
            request, _ = await ask(Application(hub), scope("GET", f"/events/{wrong}"))
            assert request.status == 404

    table.event.refresh_from_db()
    run(test())


@pytest.mark.django_db(transaction=True)
@pytest.mark.parametrize(
    ("change", "status"),
    [
        (lambda asked: asked | {"method": "HEAD"}, 405),
        (lambda asked: asked | {"method": "POST"}, 403),
        (lambda asked: asked | {"headers": [(b"host", b"evil.example")]}, 400),
        (lambda asked: asked | {"query_string": b"\xff"}, 400),
        (lambda asked: asked | {"query_string": b"&a" * 10_001}, 400),
    ],
    ids=["HEAD", "POST", "a strange host", "a query that is no text", "a query of too many fields"],
)
def test_what_is_no_stream_is_answered_by_django(
    settings: Settings, change: Callable[[dict[str, Any]], dict[str, Any]], status: int
) -> None:
    settings.ALLOWED_HOSTS = ["testserver"]
    event = make_night()

    async def test() -> None:
        request, _ = await ask(Application(hub), change(scope("GET", reverse("event-live", args=[event.pk]))))
        assert request.status == status

    run(test())


@pytest.mark.django_db(transaction=True)
def test_more_streams_are_open_than_the_database_has_connections_to_give() -> None:
    event = make_night()

    async def test() -> None:
        application = Application(hub)
        pages = [await follow(application, reverse("event-live", args=[event.pk])) for _ in range(15)]
        assert {page.status for page in pages} == {200}
        for page in pages:
            await page.leave()

    run(test())


@pytest.mark.django_db(transaction=True)
def test_streams_of_a_household_of_the_new_addresses_are_those_of_one_visitor(settings: Settings) -> None:
    settings.STREAMS_A_VISITOR = 1
    asked = scope("GET", reverse("event-live", args=[make_night().pk]))

    async def test() -> None:
        application = Application(hub)
        page = Asked(application, asked | {"client": ("2001:db8::1", 1)})
        await page.send()
        assert await page.start() == 200
        assert (await ask(application, asked | {"client": ("2001:db8::2", 1)}))[0].status == 503
        await page.leave()

    run(test())


@pytest.mark.django_db(transaction=True)
def test_a_visitor_has_so_many_streams_and_all_together_so_many(settings: Settings) -> None:
    settings.STREAMS_A_VISITOR, settings.STREAMS_IN_ALL = 2, 3
    address = reverse("event-live", args=[make_night().pk])

    async def test() -> None:
        application = Application(hub)
        pages = [await follow(application, address) for _ in range(2)]
        refused, sentence = await ask(application, scope("GET", address))
        assert (refused.status, sentence[:14]) == (503, b"Too many pages")
        assert ("retry-after", "15") in refused.headers
        assert ("permissions-policy", settings.PERMISSIONS_POLICY) in refused.headers
        await pages.pop().leave()
        pages.append(await follow(application, address))
        assert pages[-1].status == 200

        settings.STREAMS_A_VISITOR = 9
        pages.append(await follow(application, address))
        assert (await ask(application, scope("GET", address)))[0].status == 503
        for page in pages:
            await page.leave()

    run(test())


def test_a_database_that_does_not_answer_is_asked_again_later() -> None:
    def broken(topics: object) -> dict[Topic, int]:
        raise OperationalError("no database today")

    async def test() -> None:
        application = Application(Hub(broken, lambda topic, revision: b"", rights_ended))
        request, sentence = await ask(application, scope("GET", reverse("event-live", args=[1])))
        assert (request.status, sentence) == (503, b"The database does not answer just now.")

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


@pytest.mark.django_db(transaction=True)
@pytest.mark.parametrize("pk", [404, 10**30], ids=["unknown", "too large to be one"])
def test_there_is_nothing_to_follow_where_there_is_no_event(client: Client, pk: int) -> None:
    assert client.get(reverse("event-revision", args=[pk])).status_code == 404

    async def stream_of_nothing() -> None:
        assert (await ask(Application(hub), scope("GET", reverse("event-live", args=[pk]))))[0].status == 404

    run(stream_of_nothing())


def test_a_page_that_has_gone_before_its_turn_came_is_not_looked_up() -> None:
    answered, calls = Event(), list[int]()

    async def test() -> None:
        busy = Hub(lambda topics: {}, bare_revision, lambda streams: set())
        first = asyncio.ensure_future(busy.ask(answered.wait))
        second = asyncio.ensure_future(busy.ask(lambda: calls.append(1), within=0))
        await asyncio.sleep(0)
        answered.set()
        assert await first
        with pytest.raises(Unanswered):
            await second

    run(test())
    assert calls == []
