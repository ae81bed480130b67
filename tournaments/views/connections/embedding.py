"""Pages without scripts for frames in other pages, where the club allows that. Whoever looks is a stranger there."""

from collections.abc import Callable

from csp.constants import NONE
from csp.decorators import csp_replace
from django.conf import settings
from django.contrib.auth.decorators import login_not_required
from django.http import Http404, HttpRequest, HttpResponse
from django.http.response import HttpResponseBase
from django.shortcuts import render
from django.urls import reverse
from django.utils.cache import get_conditional_response, patch_cache_control, patch_vary_headers
from django.utils.html import escape
from django.utils.translation import get_language, override
from django.views.decorators.clickjacking import xframe_options_exempt
from django.views.decorators.http import require_safe

from tournaments.addresses import phone_address
from tournaments.audience import drawn_for
from tournaments.models import Club, Event
from tournaments.selectors.bracket.stage_brackets import stage_brackets
from tournaments.selectors.club.clubs import read_club
from tournaments.selectors.connections.embedding import FramedPart, framed_standing, newest_event
from tournaments.selectors.night.page import read_event
from tournaments.selectors.revisions import event_version
from tournaments.selectors.tournament.page import states_of
from tournaments.views.live import rendering
from tournaments.views.requests import Request
from tournaments.views.shared import whole_address
from tournaments.views.visits import visited
from tournaments.visits import premises_at, with_key
from tournaments.words.bracket.view import shown_brackets
from tournaments.words.connections.embedding import framed_words

AGAIN = {True: 60, False: 900}  # seconds until it asks again, where something is played and where not
LANGUAGES = dict(settings.LANGUAGES)


@login_not_required
@require_safe
@visited("club")
def of_club(request: Request, slug: str) -> HttpResponseBase:
    try:
        club = read_club(slug)
    except Club.DoesNotExist as error:
        raise Http404 from error
    event = newest_event(club)
    return _frame(request, club, event, lambda: _standing(request, club, event))


@login_not_required
@require_safe
@visited("event")
def standing(request: Request, pk: int) -> HttpResponseBase:
    event = _event_or_404(pk)
    return _frame(request, event.club, event, lambda: _standing(request, event.club, event))


@login_not_required
@require_safe
@visited("event")
def bracket(request: Request, pk: int) -> HttpResponseBase:
    event = _event_or_404(pk)
    if event.kind != Event.Kind.TOURNAMENT:
        raise Http404

    def draw() -> HttpResponse:
        context = _context(request, event.club, event) | {"brackets": shown_brackets(stage_brackets(states_of(event)))}
        return render(request, "connections/frame_bracket.html", context)

    return _frame(request, event.club, event, draw)


def snippet(request: HttpRequest, frame: FramedPart) -> str:
    """What the club's own page takes in, in the language of who asks."""
    address = phone_address(request, with_key(_path(frame), premises_at(frame.club, frame.event)))
    source = escape(f"{address}{'&' if '?' in address else '?'}lang={get_language()}")
    title = escape(framed_words(frame) if frame.event else frame.club.name)
    return f'<iframe src="{source}" title="{title}" width="100%" height="480" loading="lazy" style="border:0"></iframe>'


def _path(frame: FramedPart) -> str:
    if frame.event is None:
        return reverse("club-frame", args=[frame.club.slug])
    return reverse("bracket-frame" if frame.bracket else "standing-frame", args=[frame.event.pk])


def _frame(request: Request, club: Club, event: Event | None, draw: Callable[[], HttpResponse]) -> HttpResponseBase:
    """Drawn once for all who look at what is played, and let into the pages that the club has named alone."""
    if not club.framed_by:
        raise Http404
    language = request.GET.get("lang", "")
    with override(language if language in LANGUAGES else get_language()), drawn_for(club.shown_names):
        version = event_version(event.pk) if event else None
        tag = f'"{version}-{get_language()}-{club.shown_names}"' if version else None
        known = get_conditional_response(request, etag=tag) if tag else None
        drawn = rendering(tag, request.build_absolute_uri()).answer if tag else None
        response: HttpResponseBase = known or (drawn(draw) if drawn else draw())
        response.headers["Content-Language"] = get_language()
    if tag:
        response.headers["ETag"] = tag
    response.headers["Refresh"] = str(AGAIN[event is not None and event.status == Event.Status.OPEN])
    patch_cache_control(response, no_cache=True)
    patch_vary_headers(response, ["Accept-Language", "Cookie"])
    return _let_in(request, response, club.framed_by.split())


def _let_in(request: HttpRequest, response: HttpResponseBase, origins: list[str]) -> HttpResponseBase:
    policy = {"frame-ancestors": origins, "script-src": [NONE]}
    return csp_replace(policy)(xframe_options_exempt(lambda _request: response))(request)


def _standing(request: Request, club: Club, event: Event | None) -> HttpResponse:
    context = _context(request, club, event) | {"tables": framed_standing(event) if event else []}
    return render(request, "connections/frame_standing.html", context)


def _context(request: Request, club: Club, event: Event | None) -> dict[str, object]:
    address = phone_address(request, reverse("club", args=[club.slug]))
    if event:
        address = whole_address(request, reverse("event", args=[event.pk]), event)
    return {"club": club, "event": event, "address": address}


def _event_or_404(pk: int) -> Event:
    try:
        return read_event(pk)
    except Event.DoesNotExist as error:
        raise Http404 from error
