"""Pictures to share of an event and of its players: whoever asks, names stand in them as strangers read them."""

from collections.abc import Callable

from django.contrib.auth.decorators import login_not_required
from django.http import Http404, HttpResponse
from django.template.loader import render_to_string
from django.utils.cache import get_conditional_response, patch_cache_control, patch_vary_headers
from django.views.decorators.http import require_safe

from tournaments.audience import drawn_for
from tournaments.exports.pictures import NotDrawn, picture, picture_key
from tournaments.models import Event
from tournaments.selectors.night.page import read_event
from tournaments.selectors.report.page import ReadReport, read_report
from tournaments.views.requests import Request
from tournaments.views.visits import visited
from tournaments.words.report.cards import SharedCard, event_card, player_card
from tournaments.words.report.drawing import GROUND, LINE, SHAPES, drawn_card

FRESH = 300  # seconds


@login_not_required
@require_safe
@visited("event")
def of_event(request: Request, pk: int, shape: str) -> HttpResponse:
    return _answer(request, pk, shape, event_card)


@login_not_required
@require_safe
@visited("event")
def of_player(request: Request, pk: int, player: int, shape: str) -> HttpResponse:
    return _answer(request, pk, shape, lambda report: player_card(report, player))


def _answer(request: Request, pk: int, shape: str, card_of: Callable[[ReadReport], SharedCard | None]) -> HttpResponse:
    with drawn_for(request.seen.premises.shown_names):
        svg = _svg(pk, shape, card_of)
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


def _svg(pk: int, shape: str, card_of: Callable[[ReadReport], SharedCard | None]) -> str:
    try:
        event = read_event(pk)
    except Event.DoesNotExist as error:
        raise Http404 from error
    report = read_report(event) if event.status == Event.Status.FINISHED else None
    card = card_of(report) if report else None
    if card is None or shape not in SHAPES:
        raise Http404
    context = {"drawing": drawn_card(card, SHAPES[shape]), "ground": GROUND, "line": LINE}
    return render_to_string("report/card.svg", context)
