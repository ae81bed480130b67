"""The interface for programs, under /api/1/: docs/api.md."""

from collections.abc import Callable
from functools import wraps
from typing import Any

from django.core.exceptions import RequestDataTooBig
from django.http import Http404, HttpRequest, HttpResponse, HttpResponseNotAllowed
from django.urls import URLPattern, URLResolver, path
from django.views.decorators.csrf import csrf_exempt
from ninja import NinjaAPI
from ninja.errors import HttpError, ValidationError
from ninja.parser import Parser

from scoring.errors import Problem, ScoringError, malformed
from tournaments.api import directing, reading, recording, year
from tournaments.api.callers import NotLetIn, NotModified, Token, marked
from tournaments.formats.plan import PlanError
from tournaments.permissions import PadOver
from tournaments.recording import Json, Reply, read_object, refusal
from tournaments.services.refusals import Missing, Refused
from tournaments.words.club import program_text
from tournaments.words.pad import sentences
from tournaments.words.refusals import refusal_text
from tournaments.words.stage.plans import plan_sentence

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
        answer = answer_to(exc)
        if answer is None:
            raise exc  # as a page's would
        request.tag = ""  # type: ignore[attr-defined]
        response = self.create_response(request, answer.facts, status=answer.status)
        if response.status_code == 401:
            response.headers["WWW-Authenticate"] = "Bearer"
        return response


def answer_to(error: Exception) -> Reply | None:
    match error:
        case NotLetIn():
            return refusal(
                {"code": error.code}, program_text(error.code, scope=error.scope), field="", status=error.status
            )
        case Missing() | Http404():
            return refusal({"code": "not-found"}, program_text("not-found"), field="", status=404)
        case PadOver():
            return refusal({"code": "event-over"}, str(sentences.OVER), field="", status=404)
        case RequestDataTooBig():
            return refusal({"code": "too-big"}, program_text("too-big"), field="body", status=413)
        case ValidationError():
            return answer_to(_malformed(error))
        case HttpError(__cause__=Exception() as unread):  # of what reads the body
            return answer_to(unread)
        case ScoringError(code="malformed"):
            field = str(error.params.get("field", ""))
            return refusal(error.as_dict(), program_text("malformed", field=field), field=field)
        case PlanError():
            plan = {"code": "plan", "option": error.field, "problem": error.code}
            return refusal(plan, plan_sentence(error), field="plan")
        case Refused():
            return refusal(error.as_dict(), refusal_text(error), field="")
    return None


def _malformed(error: ValidationError) -> ScoringError:
    """The first field that cannot be read."""
    first = error.errors[0]
    where = [part for part in first["loc"] if isinstance(part, str)]
    problem: Problem = "missing" if first["type"] == "missing" else "wrong-kind"
    return malformed("body" if where == ["body", "sent"] else where[-1], problem)


api = Interface(
    title="Capstone",
    version="1",
    description=(
        "Reads clubs, events, tables, deals, standings and seasons as far as they are open to whoever asks; records and"
        " directs with a token of the club. More: docs/api.md."
    ),
    auth=Token(),
    parser=Bodies(),
    openapi_extra={"tags": [{"name": name} for name in ("Read", "Record", "Direct")]},
)
(router,) = {part.router for part in (reading, year, recording, directing)}
api.add_router("", router)


@csrf_exempt
def nothing_here(request: HttpRequest, asked: str = "") -> HttpResponse:
    return api.on_exception(request, Http404())


def open_to_programs() -> tuple[list[URLPattern | URLResolver], str, str]:
    """Its addresses. Whether a program is let in is asked by the operations, of its token."""
    patterns, app, namespace = api.urls
    patterns.append(path("<path:asked>", nothing_here, name="nothing-here"))
    for pattern in patterns:
        assert isinstance(pattern, URLPattern)
        pattern.callback = _told_in_json(nothing_here if pattern.name == "api-root" else pattern.callback)
        pattern.callback.login_required = False  # type: ignore[attr-defined]
    return patterns, app, namespace


def _told_in_json(view: Callable[..., HttpResponse]) -> Callable[..., HttpResponse]:
    """Wraps the interface's view so that what is refused before an operation is asked is answered in JSON too."""

    @wraps(view)
    def answer(request: HttpRequest, **given: Any) -> HttpResponse:
        if request.method == "POST" and request.content_type not in JSON:
            return api.on_exception(request, NotLetIn(415, "no-json"))
        method, request.method = request.method, "GET" if request.method == "HEAD" else request.method
        response = view(request, **given)
        request.method = method  # whoever sends the answer leaves out what HEAD did not ask for
        if not isinstance(response, HttpResponseNotAllowed):
            return response
        allowed = {*response.headers["Allow"].split(", ")}
        refusal = api.on_exception(request, NotLetIn(405, "method-not-allowed"))
        refusal.headers["Allow"] = ", ".join(sorted(allowed | ({"HEAD"} if "GET" in allowed else set())))
        return refusal

    return answer
