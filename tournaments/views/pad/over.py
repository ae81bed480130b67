"""What is answered where a pad's event has been over for some time."""

from django.http import HttpRequest, HttpResponse, JsonResponse
from django.shortcuts import render
from django.utils.cache import add_never_cache_headers

from tournaments.models import Event
from tournaments.views.pad.files import pad_files
from tournaments.views.visits import seen_by
from tournaments.words.pad import over
from tournaments.words.pad.sentences import unsent_words


def answer_over(request: HttpRequest, event: Event) -> HttpResponse:
    """To the pad's own code it is gone, as with an address that was renewed."""
    if "json" in request.headers.get("Accept", "") + request.headers.get("Content-Type", ""):
        error = {"error": {"code": "event-over"}, "message": str(over.OVER), "field": "deal"}
        answer: HttpResponse = JsonResponse(error, status=404)
    else:
        context = {
            "event": event,
            "shown": seen_by(request, event.club, event),
            "words": over,
            "unsent": unsent_words(),
            "script": pad_files().over,
        }
        answer = render(request, "pad/over.html", context, status=404)
    add_never_cache_headers(answer)
    return answer
