from django.contrib.auth.decorators import login_not_required
from django.http import Http404, HttpResponse
from django.shortcuts import render
from django.urls import reverse
from django.utils import timezone
from django.views.decorators.http import require_safe

from tournaments.addresses import phone_address, qr_code
from tournaments.models import Club
from tournaments.selectors.calendar.nights import next_night
from tournaments.selectors.club.clubs import Asked, club_page
from tournaments.selectors.paper.crests import crest_edition
from tournaments.selectors.ratings.page import are_shown
from tournaments.selectors.tournament.last_podium import last_podium
from tournaments.views.requests import Request
from tournaments.views.shared import shared_page
from tournaments.views.visits import visited
from tournaments.visits import with_key
from tournaments.words.report.cards import club_text


@login_not_required
@require_safe
@visited("club")
def club(request: Request, slug: str) -> HttpResponse:
    asked = Asked(
        contest=request.GET.get("contest", ""),
        page=request.GET.get("page", ""),
        name=request.GET.get("q", ""),
        nights=request.GET.get("nights", ""),
    )
    try:
        page = club_page(slug, asked, stricter=request.seen.stricter)
    except Club.DoesNotExist as error:
        raise Http404 from error
    tonight = page.open_events[0] if page.open_events else None
    address = phone_address(request, with_key(reverse("club", args=[slug]), request.seen.premises))
    ahead = next_night(page.club, now=timezone.now(), stricter=request.seen.stricter)
    context = {
        "page": page,
        "crest": crest_edition(page.club),
        "next_night": ahead,
        "planned_today": ahead if ahead and timezone.localdate(ahead.starts_at) == timezone.localdate() else None,
        "last": last_podium(page.recent, page.tags),
        "address": address.removeprefix("http://").removeprefix("https://"),
        "qr": qr_code(address) if tonight else "",
        "feed": with_key(reverse("club-feed", args=[slug]), request.seen.premises),
        "club": page.club,
        "shared": shared_page(request, page.club, title=page.club.name, text=club_text()),
        "asked": asked,
        "shows_ratings": are_shown(page.club, inside=request.seen.inside),
        "rights": request.seen.rights,
        "live_event": tonight,
        "revision": tonight.revision if tonight else 0,
    }
    return render(request, "club/club.html", context)
