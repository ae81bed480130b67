from collections.abc import Callable
from functools import lru_cache, wraps
from http import HTTPStatus
from threading import Lock
from typing import Any

from django.contrib.auth.decorators import login_not_required
from django.http import Http404, HttpRequest, HttpResponse, JsonResponse
from django.shortcuts import redirect
from django.utils.cache import patch_cache_control, patch_vary_headers
from django.utils.translation import get_language
from django.views.decorators.http import condition, require_GET, require_safe

from tournaments.live.topics import topic_of
from tournaments.selectors.revisions import event_revision
from tournaments.views.requests import Request
from tournaments.views.visibility import visited
from tournaments.visibility import follower_of, key_to_follow

View = Callable[..., HttpResponse]


@login_not_required
@require_GET
@visited("event")
def event_stream(request: Request, pk: int) -> HttpResponse:
    """Asked only where there is nothing to follow, no ASGI server to hold a stream open, or where a page that has been
    open for long came by what does not count any more.
    """
    topic = topic_of(pk, request.GET.get("table"), request.GET.get("language"))
    if event_revision(pk) is None or topic is None:
        raise Http404
    table = topic.pk if topic.kind == "table" else None
    key = key_to_follow(request.seen.premises, table, inside=request.seen.inside, by=follower_of(request))
    if key != request.GET.get("key", ""):
        query = request.GET.copy()
        query["key"] = key
        return redirect(f"{request.path}?{query.urlencode()}")
    return HttpResponse(status=204)  # tells the browser to ask no more; the page then polls


@login_not_required
@require_safe
@visited("event")
def event_revision_now(request: HttpRequest, pk: int) -> HttpResponse:
    revision = event_revision(pk)
    if revision is None:
        raise Http404
    return JsonResponse({"revision": revision}, headers={"Cache-Control": "no-cache"})


class Rendering:
    """A part of a page as it was drawn for the first who asked; whoever asks meanwhile waits for it."""

    def __init__(self) -> None:
        self._lock = Lock()
        self._drawn: tuple[bytes, str] | None = None

    def answer(self, draw: Callable[[], HttpResponse]) -> HttpResponse:
        with self._lock:
            if self._drawn is None:
                drawn = draw()
                if drawn.status_code != HTTPStatus.OK:
                    return drawn
                self._drawn = drawn.content, drawn.headers["Content-Type"]
            content, content_type = self._drawn
            return HttpResponse(content, content_type=content_type)


@lru_cache(maxsize=32)
def rendering(_tag: str, _address: str) -> Rendering:
    """The one of this version, language and audience at this address."""
    return Rendering()


def live_partial(version_of: Callable[[int], str | None]) -> Callable[[View], View]:
    """Answer htmx with 304 while the event stands as the page has it, and draw what is new once for all visitors;
    `version_of` gets the view's key, and tells none where all is made anew. A whole page always is, since it may carry
    messages.
    """

    def tag_of(request: Request, *args: Any, **kwargs: Any) -> str | None:
        if not request.htmx:
            return None
        (key,) = (*args, *kwargs.values())
        version = version_of(key)
        return version and f'"{version}-{get_language()}-{request.user.pk or 0}-{request.seen.told}"'

    def decorate(view: View) -> View:
        @wraps(view)
        def answer(request: Request, *args: Any, **kwargs: Any) -> HttpResponse:
            tag = tag_of(request, *args, **kwargs)

            @condition(etag_func=lambda *_args, **_kwargs: tag)
            def new(request: Request) -> HttpResponse:
                def draw() -> HttpResponse:
                    return view(request, *args, **kwargs)

                if tag and request.user.is_anonymous:
                    return rendering(tag, request.build_absolute_uri()).answer(draw)
                return draw()

            response = new(request)
            patch_vary_headers(response, ["HX-Request", "Accept-Language", "Cookie"])
            # Whole pages of whoever is let in or signed in are stored nowhere.
            if tag or not (request.seen.inside or request.user.is_authenticated):
                patch_cache_control(response, private=True, no_cache=True)
            return response

        return answer

    return decorate
