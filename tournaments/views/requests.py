"""A request as views have it, and who may open a page that strangers see if what it shows is not hidden: `visited`."""

from collections.abc import Callable, Iterable
from contextlib import suppress
from functools import wraps
from typing import Any

from django.contrib.auth.models import User
from django.http import Http404, HttpRequest, HttpResponse
from django.http.response import HttpResponseBase
from django.utils.cache import patch_cache_control
from django_htmx.middleware import HtmxDetails

from tournaments.audience import NOBODY, drawn_for
from tournaments.audit import Actor
from tournaments.codes import HeldCode, event_to_enter, held_code, held_registration_code
from tournaments.models import Club, Event
from tournaments.visibility import Kind, Passes, Seen, is_good_link, look, premises_at, premises_of

COOKIE = SALT = "passes"
YEAR = 60 * 60 * 24 * 365

View = Callable[..., HttpResponseBase]


class Request(HttpRequest):
    """With what the middleware adds, for the type checker."""

    htmx: HtmxDetails
    seen: Seen  # where a view is `visited`
    held: HeldCode | None  # where a code alone opens the page
    event: int | None  # in which a pad has saved, where that is known


class SignedInRequest(Request):
    """In a view that is not marked `login_not_required`."""

    user: User


def actor_of(request: SignedInRequest) -> Actor:
    return Actor(user=request.user)


class SayForWhom:
    """Middleware: names are drawn as initials until a loader, a code or `visited` has said for whom the page is."""

    def __init__(self, get_response: Callable[[HttpRequest], HttpResponseBase]) -> None:
        self._next = get_response

    def __call__(self, request: HttpRequest) -> HttpResponseBase:
        with drawn_for(NOBODY):
            return self._next(request)


def visited(kind: Kind) -> Callable[[View], View]:
    """Decorates a view whose first argument names what it shows: 404, or `request.seen` for whoever may see it."""

    def decorate(view: View) -> View:
        @wraps(view)
        def answer(request: Request, *args: Any, **kwargs: Any) -> HttpResponseBase:
            premises, passes = premises_of(kind, (*args, *kwargs.values())[0]), _brought(request)
            key = request.GET.get("link", "")
            request.seen = seen = look(premises, user=request.user, passes=passes, key=key)
            with drawn_for(seen.shown_names):
                response = view(request, *args, **kwargs)
            if not premises.is_public:
                response.headers["X-Robots-Tag"] = "noindex"
                # Without a policy of its own, an answer is stored nowhere.
                has_policy = response.has_header("Cache-Control")
                patch_cache_control(response, private=True, **({} if has_policy else {"no_store": True}))
            if is_good_link(premises, key):
                passes = passes.with_link(premises.hidden_with)
            _give(request, response, passes)
            return response

        return answer

    return decorate


def seen_by(
    request: HttpRequest, club: Club, event: Event | None = None, *, codes: Iterable[HeldCode] = ()
) -> Seen | None:
    """How whoever asks sees what a page leads to, with the codes that come with it; None where it is hidden."""
    try:
        return look(premises_at(club, event), user=request.user, passes=_with_codes(request, codes), key="")
    except Http404:
        return None


def give_codes(request: HttpRequest, response: HttpResponse, codes: Iterable[HeldCode]) -> HttpResponse:
    """The answer by which a browser learns that it holds these codes."""
    _give(request, response, _with_codes(request, codes))
    return response


def _with_codes(request: HttpRequest, codes: Iterable[HeldCode]) -> Passes:
    passes = passes_of(request)
    for code in codes:
        passes = passes.with_code(code)
    return passes


def _brought(request: HttpRequest) -> Passes:
    """The passes that the browser holds; and the code of an event's registration, which its wall's address may have."""
    passes, event = passes_of(request), None
    with suppress(Http404):
        event = event_to_enter(request.GET.get("key", ""))
    return passes.with_code(held_registration_code(event)) if event else passes


def passes_of(request: HttpRequest) -> Passes:
    texts = str(request.get_signed_cookie(COOKIE, default="", salt=SALT)).split(".")
    codes = {text: held_code(text) for text in texts}
    # What has a "-" is a code of an earlier version, which did not say which one it was.
    links = tuple(text for text, code in codes.items() if text and "-" not in text and code is None)
    return Passes(links, tuple(filter(None, codes.values())))


def _give(request: HttpRequest, response: HttpResponseBase, passes: Passes) -> None:
    if passes == passes_of(request):
        return
    texts = [*passes.links, *map(str, passes.codes)]
    response.set_signed_cookie(
        COOKIE, ".".join(texts), salt=SALT, max_age=YEAR, httponly=True, samesite="Lax", secure=request.is_secure()
    )
