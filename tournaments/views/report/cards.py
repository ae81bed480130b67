"""Pictures to share of an event and of its players: whoever asks, names stand in them as strangers read them."""

from collections.abc import Callable

from django.contrib.auth.decorators import login_not_required
from django.http import Http404, HttpResponse
from django.template.loader import render_to_string
from django.utils.cache import get_conditional_response, patch_cache_control, patch_vary_headers
from django.views.decorators.http import require_safe

from tournaments.audience import drawn_for
from tournaments.exports.pictures import NotDrawn, picture, picture_key
from tournaments.models import Club, Event
from tournaments.selectors.club.clubs import read_club
from tournaments.selectors.night.page import read_event
from tournaments.selectors.report.page import ReadReport, read_report
from tournaments.views.requests import Request
from tournaments.views.visits import visited
from tournaments.words.report.cards import SharedCard, club_card, coming_card, event_card, player_card
from tournaments.words.report.drawing import GROUND, LINE, SHAPES, drawn_card

FRESH = 300  # seconds


@login_not_required
@require_safe
@visited("event")
def of_event(request: Request, pk: int, shape: str) -> HttpResponse:
    """Of one that is not over, that it is there."""
    return _answer(request, shape, lambda: _of_event(pk))


@login_not_required
@require_safe
@visited("club")
def of_club(request: Request, slug: str, shape: str) -> HttpResponse:
    try:
        club = read_club(slug)
    except Club.DoesNotExist as error:
        raise Http404 from error
    return _answer(request, shape, lambda: club_card(club))


@login_not_required
@require_safe
@visited("event")
def of_player(request: Request, pk: int, player: int, shape: str) -> HttpResponse:
    return _answer(request, shape, lambda: _of_player(pk, player))


def _answer(request: Request, shape: str, make: Callable[[], SharedCard | None]) -> HttpResponse:
    with drawn_for(request.seen.premises.shown_names):
        svg = _svg(shape, make())
    tag = f'"{picture_key(svg)}"'
    response = get_conditional_response(request, etag=tag)
    if response is None:
        try:
            response = HttpResponse(picture(svg), content_type="image/png")
        except NotDrawn:
            return HttpResponse(status=503, headers={"Retry-After": "10"})
    response.headers["ETag"] = tag
    patch_cache_control(response, max_age=FRESH)
    patch_vary_headers(response, ["Accept-Language", "Cookie"])
    return response


def _of_event(pk: int) -> SharedCard:
    event, report = _read(pk)
    return event_card(report) if report else coming_card(event)


def _of_player(pk: int, player: int) -> SharedCard | None:
    _event, report = _read(pk)
    return player_card(report, player) if report else None


def _read(pk: int) -> tuple[Event, ReadReport | None]:
    try:
        event = read_event(pk)
    except Event.DoesNotExist as error:
        raise Http404 from error
    return event, read_report(event) if event.status == Event.Status.FINISHED else None


def _svg(shape: str, card: SharedCard | None) -> str:
    if card is None or shape not in SHAPES:
        raise Http404
    context = {"drawing": drawn_card(card, SHAPES[shape]), "ground": GROUND, "line": LINE}
    return render_to_string("report/card.svg", context)
