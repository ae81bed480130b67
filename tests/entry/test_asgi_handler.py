"""Django, entered by one change of threads, answers as Django's own handler does."""

import re
import threading
from functools import partial
from pathlib import Path
from typing import Any

import pytest
from django.core.handlers.asgi import ASGIHandler
from django.core.signals import request_finished, request_started
from django.http import HttpRequest, HttpResponse
from pytest_django import Settings

from pyramid_site.entry.application import Application
from tests.entry.asking import GONE, Asked, ask, hub, run, scope

FORM = {"content-type": "application/x-www-form-urlencoded"}


@pytest.fixture(autouse=True)
def more_addresses(settings: Settings, tmp_path: Path) -> None:
    settings.ROOT_URLCONF = "tests.entry.addresses"
    settings.ALLOWED_HOSTS = ["testserver"]
    settings.STATIC_ROOT = tmp_path
    (tmp_path / "small.css").write_text("body { color: teal }")
    (tmp_path / "large.txt").write_bytes(b"0123456789" * 30_000)


class Broken:
    """A middleware that fails."""

    def __init__(self, get_response: object) -> None:
        pass

    def __call__(self, request: HttpRequest) -> HttpResponse:
        raise RuntimeError("the middleware is broken on purpose")


REQUESTS = {
    "a page": scope("GET", "/rules/", headers={"accept-language": "lt"}),
    "a page's head": scope("HEAD", "/rules/"),
    "nothing there": scope("GET", "/no/such/page/"),
    "no slash": scope("GET", "/rules?a=b"),
    "closed": scope("GET", "/plan/"),
    "an open redirect": scope("POST", "/sign-out/"),
    "a small file": scope("GET", "/static/small.css"),
    "a small file's head": scope("HEAD", "/static/small.css"),
    "a large file": scope("GET", "/static/large.txt"),
    "a part of a file": scope("GET", "/static/large.txt", headers={"range": "bytes=10-19"}),
    "a file posted to": scope("POST", "/static/small.css"),
    "a form without its token": scope("POST", "/try/echo/", headers=FORM),
    "a form with its token": scope(
        "POST", "/try/echo/?x=1", headers=FORM | {"cookie": f"csrftoken={'a' * 32}", "x-csrftoken": "a" * 32}
    ),
    "a bad host": scope("GET", "/try/echo/", headers={"host": "evil.example"}),
    "a large header": scope("GET", "/try/echo/", headers={"x-much": "x" * 60_000}),
    "an answer with cookies": scope("GET", "/try/bake/"),
    "a view that fails": scope("GET", "/try/fail/"),
    "a view that forbids": scope("GET", "/try/forbid/"),
    "a suspicious request": scope("GET", "/try/suspect/"),
    "a file of its own": scope("GET", "/try/file/"),
    "an asynchronous view": scope("GET", "/try/async/"),
    "a path in another script": scope("GET", "/try/%C5%BEodis/?q=%C5%BE"),
    "a query that is no text": scope("GET", "/try/echo/?q=\xff"),
    "below a prefix": scope("GET", "/try/echo/", root="/club"),
}


def heard_from(application: Any, asked: dict[str, Any]) -> tuple[int, list[tuple[str, str]], bytes]:
    heard: list[tuple[Asked, bytes]] = []

    async def test() -> None:
        heard.append(await ask(application, asked, b"name=Ana" if asked["method"] == "POST" else b""))

    run(test())
    ((request, body),) = heard
    return request.status, [(name, without_secrets(value)) for name, value in request.headers], without_secrets_in(body)


def without_secrets(text: str) -> str:
    """Tokens are made anew for every answer, and dates go on."""
    return re.sub(r"csrftoken=\w+|expires=[^;]+", "", text)


def without_secrets_in(body: bytes) -> bytes:
    return re.sub(rb'(csrfmiddlewaretoken" value|X-CSRFToken&quot;: &quot|nonce)[^>]+', b"", body)


@pytest.mark.filterwarnings("ignore:StreamingHttpResponse must consume synchronous iterators")
@pytest.mark.parametrize("asked", REQUESTS.values(), ids=REQUESTS.keys())
def test_every_answer_is_the_one_of_djangos_own_handler(asked: dict[str, Any]) -> None:
    ours, djangos = heard_from(Application(hub), asked), heard_from(ASGIHandler(), asked)
    assert ours[:2] == djangos[:2]
    assert ours[2] == djangos[2]
    assert ours[0] != 500 or asked["path"] == "/try/fail/"


def test_a_middleware_that_fails_is_answered_with_500(settings: Settings) -> None:
    settings.MIDDLEWARE = [*settings.MIDDLEWARE, f"{__name__}.Broken"]
    asked = scope("GET", "/rules/")
    assert heard_from(Application(hub), asked) == heard_from(ASGIHandler(), asked)
    assert heard_from(Application(hub), asked)[0] == 500


def test_a_stream_is_sent_part_by_part_in_the_language_of_its_view() -> None:
    async def test() -> None:
        request = Asked(Application(hub), scope("GET", "/try/count/"))
        await request.send()
        assert await request.start() == 200
        parts = [await request.part() for _ in range(6)]
        assert [part.get("body") for part in parts] == [*(f"{number} lt\n".encode() for number in range(5)), b""]
        assert [part.get("more_body", False) for part in parts] == [True] * 5 + [False]

    run(test())


def test_a_stream_ends_when_nobody_reads_it() -> None:
    finished = []

    def note(**facts: object) -> None:
        finished.append(facts)

    async def test() -> None:
        request = Asked(Application(hub), scope("GET", "/try/count/"))
        await request.send()
        await request.talk.send_input(GONE)
        await request.start()
        assert len(await request.rest()) < len(b"0 lt\n" * 5)
        await request.talk.wait(timeout=60)

    request_finished.connect(note)
    try:
        run(test())
    finally:
        request_finished.disconnect(note)
    assert len(finished) == 1


@pytest.mark.parametrize(("name", "error"), [("stumble", ZeroDivisionError), ("stream", RuntimeError)])
def test_a_stream_that_fails_at_once_or_is_asynchronous_never_begins(name: str, error: type[Exception]) -> None:
    async def test() -> None:
        request = Asked(Application(hub), scope("GET", f"/try/{name}/"))
        await request.send()
        with pytest.raises(error):
            await request.talk.wait(timeout=60)
        assert request.talk.output_queue.empty()

    run(test())


def test_every_request_begins_and_finishes_once_in_one_thread() -> None:
    heard: list[tuple[str, int]] = []

    def note(what: str, **facts: object) -> None:
        heard.append((what, threading.get_ident()))

    began, ended = partial(note, "started"), partial(note, "finished")
    request_started.connect(began)
    request_finished.connect(ended)
    try:
        heard_from(Application(hub), scope("GET", "/rules/"))
    finally:
        request_started.disconnect(began)
        request_finished.disconnect(ended)
    assert [what for what, _ in heard] == ["started", "finished"]
    assert len({thread for _, thread in heard} - {threading.get_ident()}) == 1


def test_who_leaves_while_the_body_is_read_starts_no_request() -> None:
    heard: list[object] = []

    def note(**facts: object) -> None:
        heard.append(facts)

    async def test() -> None:
        request = Asked(Application(hub), scope("POST", "/try/echo/"))
        await request.send(b"name=", more=True)
        await request.leave()
        assert request.talk.output_queue.empty()

    request_started.connect(note)
    try:
        run(test())
    finally:
        request_started.disconnect(note)
    assert heard == []
