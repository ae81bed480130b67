"""A request as views have it, and who may open a page that strangers see if what it shows is not hidden: `visited`.
What the pages of an event have in common: how they follow it, and the title, text and picture they are shared with.
"""

from collections.abc import Callable, Iterable
from contextlib import suppress
from dataclasses import dataclass
from functools import lru_cache, wraps
from http import HTTPStatus
from threading import Lock
from typing import Any

from django.contrib.auth.decorators import login_not_required
from django.contrib.auth.models import User
from django.http import Http404, HttpRequest, HttpResponse, JsonResponse
from django.http.response import HttpResponseBase
from django.shortcuts import redirect
from django.urls import reverse
from django.utils.cache import patch_cache_control, patch_vary_headers
from django.utils.translation import get_language
from django.views.decorators.http import condition, require_GET, require_safe
from django_htmx.middleware import HtmxDetails

from tournaments.addresses import phone_address
from tournaments.audience import NOBODY, drawn_for
from tournaments.audit import Actor
from tournaments.codes import HeldCode, event_to_enter, held_code, held_registration_code
from tournaments.live.topics import topic_of
from tournaments.models import Club, Event, Season
from tournaments.permissions import Right
from tournaments.selectors.following import event_revision
from tournaments.selectors.report import finished, read_report
from tournaments.selectors.season.page import shown_for
from tournaments.visibility import (
    Kind,
    Passes,
    Seen,
    follower_of,
    is_good_link,
    key_to_follow,
    look,
    premises_at,
    premises_of,
    with_key,
)
from tournaments.words.report.cards import event_text
from tournaments.words.report.sentences import ToldMoment, first_sentence, told_moments

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


@dataclass(frozen=True)
class Shared:
    title: str
    text: str
    address: str
    picture: str


def shared(request: Request, event: Event, text: str, *, page: str) -> Shared:
    """``page``: the name of its address."""
    address, picture = reverse(page, args=[event.pk]), reverse("report-card", args=[event.pk, "wide"])
    return Shared(event.name, text, whole_address(request, address, event), whole_address(request, picture, event))


def shared_event(request: Request, event: Event) -> Shared | None:
    """The event's page, with its winner once it is over and somebody has a place."""
    finished_event = None if request.htmx or event.status != Event.Status.FINISHED else finished(event)
    if finished_event:
        return shared(request, event, first_sentence(finished_event.people, event), page="event")
    return shared_page(request, event.club, event, title=event.name, text=event_text(event))


def shared_page(request: Request, club: Club, event: Event | None = None, *, title: str, text: str) -> Shared | None:
    """The requested page, if everybody may see it, with the picture of its event or club."""
    if request.htmx or not request.seen.premises.is_public:
        return None
    name, key = ("report-card", event.pk) if event else ("club-card", club.slug)
    picture = reverse(name, args=[key, "wide"])
    return Shared(title, text, phone_address(request, request.path), phone_address(request, picture))


def whole_address(request: HttpRequest, address: str, event: Event) -> str:
    """The address as it is given to others: absolute, with the key of an unlisted place."""
    return phone_address(request, with_key(address, premises_at(event.club, event)))


MOMENTS = 3


def shown_moments(event: Event) -> list[ToldMoment]:
    """The first sentences of the report of an event that is over."""
    report = read_report(event) if event.status == Event.Status.FINISHED else None
    return told_moments(report.moments[:MOMENTS], event) if report else []


def seasons_for(request: Request, event: Event) -> list[Season]:
    """Stricter ones for the club's members, not for who has a role in this event alone. What a part that is fetched
    anew leaves as it is.
    """
    return [] if request.htmx else shown_for(event, insider=Right.BELONG in request.seen.rights)


def event_context(request: Request, event: Event, *, title: str = "") -> dict[str, Any]:
    """``title``: as which the page is shared, where that is not the event's name."""
    return {
        "event": event,
        "club": event.club,
        "shared": shared_page(request, event.club, event, title=title or event.name, text=event_text(event)),
        "rights": request.seen.rights,
        "live_event": event,
        "revision": event.revision,
    }


LiveView = Callable[..., HttpResponse]


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


def live_partial(version_of: Callable[[int], str | None]) -> Callable[[LiveView], LiveView]:
    """Answer htmx with 304 while the event stands as the page has it, and draw what is new once for all visitors;
    `version_of` gets the view's key, and tells none where all is made anew. A whole page always is, since it may carry
    messages.
    """

    def tag_of(request: Request, *args: Any, **kwargs: Any) -> str | None:
        if not request.htmx:
            return None
        (key,) = (*args, *kwargs.values())
        version = version_of(key)
        return version and f'"{version}-{get_language()}-{request.user.pk or 0}-{request.seen.shown_names}"'

    def decorate(view: LiveView) -> LiveView:
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
