"""Addresses that do what no page of ours does, in front of all those that ours have."""

import io
from collections.abc import Iterator

from django.contrib.auth.decorators import login_not_required
from django.core.exceptions import PermissionDenied, SuspiciousOperation
from django.http import FileResponse, HttpRequest, HttpResponse, JsonResponse, StreamingHttpResponse
from django.urls import include, path
from django.utils.translation import activate, get_language


def fail(request: HttpRequest) -> HttpResponse:
    raise RuntimeError("broken on purpose")


def forbid(request: HttpRequest) -> HttpResponse:
    raise PermissionDenied


def suspect(request: HttpRequest) -> HttpResponse:
    raise SuspiciousOperation("strange")


def bake(request: HttpRequest) -> HttpResponse:
    response = HttpResponse("two cookies", headers={"X-Long": "x" * 9000})
    response.set_cookie("one", "1", httponly=True)
    response.set_cookie("two", "zwei drei")
    return response


def echo(request: HttpRequest) -> HttpResponse:
    facts = {name: request.META[name] for name in ("PATH_INFO", "SCRIPT_NAME", "QUERY_STRING", "REMOTE_ADDR")}
    return JsonResponse(facts | {"path": request.path, "body": request.body.decode(), "host": request.get_host()})


def file(request: HttpRequest) -> FileResponse:
    return FileResponse(io.BytesIO(b"0123456789" * 20_000), filename="numbers.txt", as_attachment=True)


def count(request: HttpRequest) -> StreamingHttpResponse:
    activate("lt")
    return StreamingHttpResponse(counted(), content_type="text/plain")


def counted() -> Iterator[str]:
    for number in range(5):
        yield f"{number} {get_language()}\n"


def stumble(request: HttpRequest) -> StreamingHttpResponse:
    return StreamingHttpResponse(iter(lambda: 1 // 0, None), content_type="text/plain")


async def numbers_in_time() -> object:
    yield b"1"


def stream_asynchronously(request: HttpRequest) -> StreamingHttpResponse:
    return StreamingHttpResponse(numbers_in_time())


async def answer_asynchronously(request: HttpRequest) -> HttpResponse:
    return HttpResponse("in its own time")


OURS = {
    "fail": fail,
    "forbid": forbid,
    "suspect": suspect,
    "bake": bake,
    "echo": echo,
    "file": file,
    "count": count,
    "stumble": stumble,
    "stream": stream_asynchronously,
    "async": answer_asynchronously,
}
urlpatterns = [path(f"try/{name}/", login_not_required(view)) for name, view in OURS.items()]
urlpatterns += [path("try/žodis/", login_not_required(echo)), path("", include("pyramid_site.urls"))]
