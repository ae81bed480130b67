"""What is turned away before Django is asked."""

import asyncio
import json
import threading

import pytest
from django.http import HttpRequest, HttpResponse
from django.urls import path
from pytest_django import Settings

from pyramid_site.entry import thread_pools
from pyramid_site.entry.application import Application
from pyramid_site.entry.thread_pools import ThreadPool
from tests.entry.asking import Asked, ask, hub, run, scope
from tournaments.views.requests import Request

HELD = threading.Semaphore(0)  # released by each request that is being held
GATE = threading.Event()


def hold(request: HttpRequest) -> HttpResponse:
    """Answers once the gate is open."""
    HELD.release()
    GATE.wait(timeout=60)
    return HttpResponse("done")


def answer(request: HttpRequest) -> HttpResponse:
    return HttpResponse(str(len(request.body)))


def save(request: Request, token: str) -> HttpResponse:
    """Of a pad whose token begins with the number of its event."""
    request.event = int(token[0])
    return hold(request) if request.body == b"hold" else answer(request)


urlpatterns = [
    path("hold/", hold, name="hold"),
    path("answer/", answer, name="answer"),
    path("enter/", hold, name="enter"),
    path("deals/<str:token>/", save, name="pad-deals"),
    path("link/", answer, name="pad-link-renew"),
]


@pytest.fixture(autouse=True)
def small_site(settings: Settings) -> None:
    settings.ROOT_URLCONF = __name__
    settings.MIDDLEWARE = []
    settings.LARGEST_BODY = 10 * 1024
    settings.SLOW_REQUESTS = {"POST hold"}
    settings.ENTERING_REST = 0
    GATE.clear()
    while HELD.acquire(blocking=False):
        pass


async def are_held(number: int) -> None:
    for _ in range(number):
        assert await asyncio.to_thread(HELD.acquire, timeout=60)


def test_a_body_that_says_it_is_too_large_is_refused_before_it_is_read() -> None:
    async def test() -> None:
        request = Asked(Application(hub), scope("POST", "/answer/", headers={"content-length": "300000000"}))
        assert await request.start() == 413
        assert ("connection", "close") in request.headers
        assert (await request.part())["body"] == b"What was sent is too large: at most 10 kB."
        await request.leave()

    run(test())


def test_an_address_that_takes_files_takes_larger_ones_and_two_at_a_time(settings: Settings) -> None:
    settings.LARGE_BODIES = {"POST hold": 2 * 1024 * 1024}

    async def test() -> None:
        application = Application(hub)
        first, second = (Asked(application, scope("POST", "/hold/")) for _ in range(2))
        for request in (first, second):
            await request.send(b"x" * 20 * 1024)
        await are_held(2)
        third = Asked(application, scope("POST", "/hold/"))
        assert await third.start() == 503
        GATE.set()
        assert [await request.start() for request in (first, second)] == [200, 200]
        larger = Asked(application, scope("POST", "/hold/", headers={"content-length": "104857600"}))
        assert await larger.start() == 413
        assert (await larger.part())["body"] == b"What was sent is too large: at most 2 MB."
        for request in (first, second, third, larger):
            await request.leave()

    run(test())


@pytest.mark.parametrize(
    ("path", "headers"), [("/answer/", {"accept": "application/json"}), ("/api/1/tables/1/deals", {})]
)
def test_a_body_that_does_not_say_how_large_it_is_is_refused_once_it_is_too_large(
    path: str, headers: dict[str, str]
) -> None:
    async def test() -> None:
        request = Asked(Application(hub), scope("POST", path, headers=headers))
        for _ in range(11):
            await request.send(b"x" * 1024, more=True)
        assert await request.start() == 413
        told = json.loads((await request.part())["body"])
        assert told.get("error", told)["code"] == "body-too-large"
        await request.send(b"the rest of it")
        assert await request.rest() == b""

    run(test())


def test_a_body_of_the_largest_size_is_taken() -> None:
    async def test() -> None:
        asked = scope("POST", "/answer/", headers={"content-length": "10240"})
        request, body = await ask(Application(hub), asked, b"x" * 10240)
        assert (request.status, body) == (200, b"10240")

    run(test())


def test_a_body_that_stops_coming_is_waited_for_so_long_and_no_longer(settings: Settings) -> None:
    settings.BODY_SECONDS = 0.05

    async def test() -> None:
        request = Asked(Application(hub), scope("POST", "/answer/"))
        await request.send(b"x", more=True)
        assert await request.start() == 408
        assert ("connection", "close") in request.headers
        await request.leave()

    run(test())


def test_slow_requests_leave_the_threads_of_the_others_alone_and_only_so_many_wait() -> None:
    async def test() -> None:
        application = Application(hub)
        slow = [Asked(application, scope("POST", "/hold/")) for _ in range(22)]
        for request in slow:
            await request.send()
        await are_held(2)
        quick, body = await ask(application, scope("POST", "/answer/"), b"xyz")
        assert (quick.status, body) == (200, b"3")

        refused, sentence = await ask(application, scope("POST", "/hold/"))
        assert (refused.status, sentence) == (503, b"Too many ask for this at once. Please try again in a moment.")
        assert ("retry-after", "5") in refused.headers
        GATE.set()
        for request in slow:
            assert await request.start() == 200

    run(test())


def test_a_quick_request_is_answered_while_another_takes_long() -> None:
    async def test() -> None:
        application = Application(hub)
        long = Asked(application, scope("GET", "/hold/"))
        await long.send()
        await are_held(1)
        for _ in range(8):
            request, _body = await ask(application, scope("GET", "/answer/"))
            assert request.status == 200
        GATE.set()
        assert await long.start() == 200

    run(test())


def test_what_a_phone_records_does_not_wait_for_those_who_look() -> None:
    async def test() -> None:
        application = Application(hub)
        looking = [Asked(application, scope("GET", "/hold/")) for _ in range(6)]
        for request in looking:
            await request.send()
        await are_held(4)
        saved, body = await ask(application, scope("POST", "/deals/1a/"), b"deal")
        assert (saved.status, body) == (200, b"4")
        GATE.set()
        for request in looking:
            assert await request.start() == 200

    run(test())


def test_what_is_done_about_a_pad_waits_for_no_save() -> None:
    async def test() -> None:
        renewed, body = await ask(Application(hub), scope("POST", "/link/"), b"new")
        assert (renewed.status, body) == (200, b"3")

    run(test())


def test_saves_of_an_event_wait_for_one_another_and_for_no_other_event() -> None:
    async def test() -> None:
        application = Application(hub)
        for pad in ("1a", "1b", "2a"):  # by its first answer it is known whose it is
            await ask(application, scope("POST", f"/deals/{pad}/"), b"deal")
        saving = [Asked(application, scope("POST", f"/deals/{pad}/")) for pad in ("1a", "1b")]
        for request in saving:
            await request.send(b"hold")
        await are_held(1)
        saved, _body = await ask(application, scope("POST", "/deals/2a/"), b"deal")
        assert saved.status == 200 and not HELD.acquire(blocking=False)
        GATE.set()
        for request in saving:
            assert await request.start() == 200

    run(test())


def test_many_who_enter_themselves_take_turns_with_each_other_alone() -> None:
    async def test() -> None:
        application = Application(hub)
        entering = [Asked(application, scope("POST", "/enter/")) for _ in range(6)]
        for request in entering:
            await request.send()
        await are_held(1)
        page, _body = await ask(application, scope("GET", "/answer/"))
        assert page.status == 200 and not HELD.acquire(blocking=False)
        GATE.set()
        for request in entering:
            assert await request.start() == 200

    run(test())


def test_a_save_that_hangs_does_not_hold_up_the_next_of_its_event_for_long(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(thread_pools, "PATIENCE", 0.05)

    async def test() -> None:
        application = Application(hub)
        await ask(application, scope("POST", "/deals/1a/"), b"deal")
        hanging = Asked(application, scope("POST", "/deals/1a/"))
        await hanging.send(b"hold")
        await are_held(1)
        saved, _body = await ask(application, scope("POST", "/deals/1a/"), b"deal")
        assert saved.status == 200
        GATE.set()
        assert await hanging.start() == 200
        await hanging.leave()

    run(test())


def test_a_thread_that_is_to_rest_between_two_calls_does_so_until_the_server_ends() -> None:
    async def test() -> None:
        pool = ThreadPool("resting", threads=1, room=2, rest=60)
        assert await pool.run(lambda: "first") == "first"
        second = asyncio.create_task(pool.run(lambda: "second"))
        assert not (await asyncio.wait({second}, timeout=0.05))[0]
        pool.close()
        assert await second == "second"

    run(test())


def test_what_still_waits_when_the_server_ends_is_dropped() -> None:
    async def test() -> None:
        application = Application(hub)
        lifespan = Asked(application, {"type": "lifespan"}).talk
        waiting = [Asked(application, scope("POST", "/hold/")) for _ in range(3)]
        for request in waiting:
            await request.send()
        await are_held(2)
        for moment in ("startup", "shutdown"):
            await lifespan.send_input({"type": f"lifespan.{moment}"})
            await lifespan.receive_output(timeout=60)
        GATE.set()
        assert [await request.start() for request in waiting[:2]] == [200, 200]
        await waiting[2].talk.wait(timeout=60)
        assert waiting[2].talk.output_queue.empty()

    run(test())


def test_a_server_that_begins_and_ends_is_answered_and_a_websocket_refused() -> None:
    async def test() -> None:
        lifespan = Asked(Application(hub), {"type": "lifespan"}).talk
        for moment in ("startup", "shutdown"):
            await lifespan.send_input({"type": f"lifespan.{moment}"})
            assert await lifespan.receive_output(timeout=60) == {"type": f"lifespan.{moment}.complete"}
        socket = Asked(Application(hub), scope("GET", "/answer/") | {"type": "websocket"}).talk
        await socket.send_input({"type": "websocket.connect"})
        assert (await socket.receive_output(timeout=60))["type"] == "websocket.close"

    run(test())
