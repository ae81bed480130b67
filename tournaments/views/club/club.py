from django.contrib.auth.decorators import login_not_required
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import render
from django.views.decorators.http import require_safe

from tournaments.models import Club
from tournaments.permissions import can_direct
from tournaments.selectors.club.clubs import club_page

RECENT_NIGHTS = 3


@login_not_required
@require_safe
def club(request: HttpRequest, slug: str) -> HttpResponse:
    try:
        page = club_page(slug)
    except Club.DoesNotExist as error:
        raise Http404 from error
    tonight = page.open_events[0] if page.open_events else None
    context = {
        "page": page,
        "club": page.club,
        "recent": page.past_events[:RECENT_NIGHTS],
        "earlier": page.past_events[RECENT_NIGHTS:],
        "directs": can_direct(request.user, page.club),
        "live_event": tonight,
        "revision": tonight.revision if tonight else 0,
    }
    return render(request, "club/club.html", context)
