from collections.abc import Callable
from functools import wraps
from typing import Any

from django.contrib.auth.decorators import login_not_required
from django.http import Http404, HttpRequest, HttpResponse, JsonResponse
from django.utils.cache import patch_cache_control, patch_vary_headers
from django.utils.translation import get_language
from django.views.decorators.http import condition, require_GET, require_safe

from tournaments.live.topics import topic_of
from tournaments.selectors.revisions import event_revision
from tournaments.views.requests import Request

View = Callable[..., HttpResponse]


@login_not_required
@require_GET
def event_stream(request: HttpRequest, pk: int) -> HttpResponse:
    """Asked only where there is nothing to follow, or no ASGI server to hold a stream open."""
    if event_revision(pk) is None or topic_of(pk, request.GET.get("table"), request.GET.get("language")) is None:
        raise Http404
    return HttpResponse(status=204)  # tells the browser to ask no more; the page then polls


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
