"""From anywhere to anything: tables, people, events, pages."""

from django.http import HttpResponse
from django.shortcuts import render
from django.views.decorators.http import require_safe

from tournaments.models import Event
from tournaments.permissions import clubs_to_direct, event_in
from tournaments.selectors.club.find import find as find_anything
from tournaments.views.requests import SignedInRequest
from tournaments.words.club.places import OF_A_CLUB, OF_A_NIGHT, OF_A_TOURNAMENT, called


@require_safe
def find(request: SignedInRequest) -> HttpResponse:
    """?q= is sought; ?event= is the one that is looked at, whose tables and pages come first."""
    clubs = clubs_to_direct(request.user)
    event = event_in(clubs, request.GET.get("event", ""))
    text = request.GET.get("q", "")[:60]
    of_event = OF_A_TOURNAMENT if event and event.kind == Event.Kind.TOURNAMENT else OF_A_NIGHT
    context = {
        "text": text,
        "event": event,
        "club": event.club if event else clubs[0] if len(clubs) == 1 else None,
        "found": find_anything(text, clubs=clubs, event=event),
        "event_places": called(of_event, text) if event else [],
        "club_places": called(OF_A_CLUB, text),
        "clubs": [event.club] if event else clubs[:1],
    }
    return render(request, _template(request), context)


def _template(request: SignedInRequest) -> str:
    """The page, what a window over another page holds of it, or what was found."""
    if not request.htmx:
        return "club/find/find.html"
    return "club/find/find.html#found" if "q" in request.GET else "club/find/find.html#find"
