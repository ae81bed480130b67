from django.contrib.auth.decorators import login_not_required
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import render
from django.urls import reverse
from django.views.decorators.http import require_safe

from tournaments.addresses import phone_address, qr_code
from tournaments.models import Club
from tournaments.permissions import rights_in
from tournaments.selectors.club.clubs import Asked, club_page
from tournaments.selectors.tournament.last_podium import last_podium


@login_not_required
@require_safe
def club(request: HttpRequest, slug: str) -> HttpResponse:
    asked = Asked(
        contest=request.GET.get("contest", ""),
        page=request.GET.get("page", ""),
        name=request.GET.get("q", ""),
        nights=request.GET.get("nights", ""),
    )
    try:
        page = club_page(slug, asked)
    except Club.DoesNotExist as error:
        raise Http404 from error
    tonight = page.open_events[0] if page.open_events else None
    address = phone_address(request, reverse("club", args=[slug]))
    context = {
        "page": page,
        "last": last_podium(page.recent, page.tags),
        "address": address.removeprefix("http://").removeprefix("https://"),
        "qr": qr_code(address) if tonight else "",
        "club": page.club,
        "asked": asked,
        "rights": rights_in(request.user, page.club),
        "live_event": tonight,
        "revision": tonight.revision if tonight else 0,
    }
    return render(request, "club/club.html", context)
