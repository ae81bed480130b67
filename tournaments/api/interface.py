"""The interface for programs, under /api/1/: docs/api.md; and what ninja leaves out of its description: problem
documents, headers, and answers without a body.
"""

from collections.abc import Callable
from functools import wraps
from typing import Any

from django.http import Http404, HttpRequest, HttpResponse, HttpResponseNotAllowed
from django.urls import URLPattern, URLResolver, path
from django.views.decorators.csrf import csrf_exempt
from ninja import NinjaAPI
from ninja.openapi.schema import OpenAPISchema
from ninja.parser import Parser

from tournaments.api import directing, entrants, planning, reading, recording, rounds, rulings, year
from tournaments.api.callers import NotLetIn, NotModified, marked
from tournaments.api.deals import describe_deals
from tournaments.api.operations import router
from tournaments.api.problems import answer_to
from tournaments.recording import Json, read_object
from tournaments.words.errors import MEDIA_TYPE

JSON = ("application/json", "")


class Bodies(Parser):
    """Read as a pad's are."""

    def parse_body(self, request: HttpRequest) -> Json:
        return read_object(request.body)


class Interface(NinjaAPI):
    def create_response(self, request: HttpRequest, *args: Any, **kwargs: Any) -> HttpResponse:
        return marked(request, super().create_response(request, *args, **kwargs))

    def on_exception(self, request: HttpRequest, exc: Any) -> HttpResponse:
        if isinstance(exc, NotModified):
            return marked(request, HttpResponse(status=304))
        answer = answer_to(exc, sent=getattr(request, "sent", None), entering=getattr(request, "entering", None))
        if answer is None:
            raise exc  # as a page's would
        request.tag = ""  # type: ignore[attr-defined]
        response = self.create_response(request, answer.facts, status=answer.status)
        response.headers["Content-Type"] = MEDIA_TYPE
        if response.status_code == 401:
            response.headers["WWW-Authenticate"] = "Bearer"
        return response

    def get_openapi_schema(self, **kwargs: Any) -> OpenAPISchema:
        schema = super().get_openapi_schema(**kwargs)
        complete(schema)
        return schema


api = Interface(
    title="Capstone",
    version="1",
    description=(
        "Reads clubs, events, tables, deals, standings and seasons as far as they are open to whoever asks; records and"
        " directs with a token of the club. More: docs/api.md."
    ),
    parser=Bodies(),
    openapi_extra={"tags": [{"name": name} for name in ("Read", "Record", "Direct")]},
)
PARTS = (reading, year, recording, directing, entrants, rounds, rulings, planning)  # each adds its operations
api.add_router("", router)


@csrf_exempt
def nothing_here(request: HttpRequest, path: str = "") -> HttpResponse:
    return api.on_exception(request, Http404())


def open_to_programs() -> tuple[list[URLPattern | URLResolver], str, str]:
    """Its addresses. Whether a program is let in is asked by the operations, of its token."""
    patterns, app, namespace = api.urls
    patterns.append(path("<path:path>", nothing_here, name="nothing-here"))
    for pattern in patterns:
        assert isinstance(pattern, URLPattern)
        pattern.callback = _told_in_json(nothing_here if pattern.name == "api-root" else pattern.callback)
        pattern.callback.login_required = False  # type: ignore[attr-defined]
    return patterns, app, namespace


def _told_in_json(view: Callable[..., HttpResponse]) -> Callable[..., HttpResponse]:
    """Wraps the interface's view so that what is refused before an operation is asked is answered in JSON too."""

    @wraps(view)
    def answer(request: HttpRequest, **arguments: Any) -> HttpResponse:
        if request.method == "POST" and request.content_type not in JSON:
            return api.on_exception(request, NotLetIn(415, "no-json"))
        method, request.method = request.method, "GET" if request.method == "HEAD" else request.method
        response = view(request, **arguments)
        request.method = method  # whoever sends the answer leaves out what HEAD did not ask for
        if not isinstance(response, HttpResponseNotAllowed):
            return response
        allowed = {*response.headers["Allow"].split(", ")}
        refusal = api.on_exception(request, NotLetIn(405, "method-not-allowed"))
        refusal.headers["Allow"] = ", ".join(sorted(allowed | ({"HEAD"} if "GET" in allowed else set())))
        return refusal

    return answer


TEXT, NUMBER = {"type": "string"}, {"type": "integer"}


def _header(says: str, schema: dict[str, str]) -> dict[str, Any]:
    return {"description": says, "schema": schema}


LIMITS = {
    "RateLimit-Policy": _header("the limit: q requests in w seconds", TEXT),
    "RateLimit": _header("r requests are left in the next t seconds", TEXT),
}
TAG = {"ETag": _header("sent as If-None-Match, answered with 304 until something changes", TEXT)}
WAIT = {"Retry-After": _header("seconds to wait", NUMBER)}
OF_STATUS: dict[int, dict[str, Any]] = {
    304: TAG,
    401: {"WWW-Authenticate": _header("Bearer", TEXT)},
    405: {"Allow": _header("the methods of this address", TEXT)},
    429: WAIT,
    503: WAIT,
}
KNOWN = {
    "in": "header",
    "name": "If-None-Match",
    "schema": TEXT,
    "required": False,
    "description": "an ETag that the program has",
}


def complete(schema: dict[str, Any]) -> None:
    describe_deals(schema)
    for methods in schema["paths"].values():
        for method, operation in methods.items():
            if method == "get":
                operation["parameters"] = [*operation["parameters"], KNOWN]
            else:
                _name_its_kind(operation["requestBody"]["content"]["application/json"])
            for status, answer in operation["responses"].items():
                _complete(answer, int(status), is_read=method == "get")


def _name_its_kind(content: dict[str, Any]) -> None:
    """Of a body that may be left out: generators of clients leave out what has an object as its default."""
    for kind in content["schema"].get("allOf", ()):
        content["schema"] = kind


def _complete(answer: dict[str, Any], status: int, *, is_read: bool) -> None:
    headers = {} if status == 503 else dict(LIMITS)
    if is_read and status == 200:
        headers |= TAG
    answer["headers"] = headers | OF_STATUS.get(status, {})
    if status >= 400:
        (content,) = answer["content"].values()
        answer["content"] = {MEDIA_TYPE: content}
