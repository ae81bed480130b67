from collections.abc import Callable
from functools import wraps
from typing import Any

from asgiref.sync import sync_to_async
from django.contrib.auth.decorators import login_not_required
from django.core.handlers.asgi import ASGIRequest
from django.db import close_old_connections
from django.http import Http404, HttpRequest, HttpResponse, JsonResponse, StreamingHttpResponse
from django.http.response import HttpResponseBase
from django.utils.cache import patch_cache_control, patch_vary_headers
from django.utils.translation import get_language
from django.views.decorators.http import condition, require_GET, require_safe

from tournaments.live import hub
from tournaments.selectors.revisions import event_revision
from tournaments.views.requests import Request

View = Callable[..., HttpResponse]


@login_not_required
@require_GET
async def event_stream(request: HttpRequest, pk: int) -> HttpResponseBase:
    if not isinstance(request, ASGIRequest):
        return HttpResponse(status=204)  # tells the browser to ask no more; the page then polls
    revision = await sync_to_async(_read_and_let_go)(pk)
    if revision is None:
        raise Http404
    return StreamingHttpResponse(
        hub.stream(pk, revision),
        content_type="text/event-stream",
        headers={"Cache-Control": "no-cache", "X-Accel-Buffering": "no"},
    )


def _read_and_let_go(pk: int) -> int | None:
    """The request ends hours later, with the stream; no connection of the pool may wait for that."""
    try:
        return event_revision(pk)
    finally:
        close_old_connections()


@login_not_required
@require_safe
def event_revision_now(request: HttpRequest, pk: int) -> HttpResponse:
    revision = event_revision(pk)
    if revision is None:
        raise Http404
    return JsonResponse({"revision": revision}, headers={"Cache-Control": "no-cache"})


def live_partial(version_of: Callable[[int], str | None]) -> Callable[[View], View]:
    """Answer htmx with 304 while the event stands as the page has it; `version_of` gets the view's key.

    A whole page is always made anew, since it may carry messages.
    """

    def etag(request: Request, *args: Any, **kwargs: Any) -> str | None:
        if not request.htmx:
            return None
        (key,) = (*args, *kwargs.values())
        return f'"{version_of(key)}-{get_language()}-{request.user.pk or 0}"'

    def decorate(view: View) -> View:
        conditional = condition(etag_func=etag)(view)

        @wraps(view)
        def answer(request: Request, *args: Any, **kwargs: Any) -> HttpResponse:
            response = conditional(request, *args, **kwargs)
            patch_vary_headers(response, ["HX-Request", "Accept-Language", "Cookie"])
            patch_cache_control(response, private=True, no_cache=True)
            return response

        return answer

    return decorate
