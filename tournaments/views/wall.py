from django.contrib.auth.decorators import login_not_required
from django.http import Http404, HttpResponse
from django.shortcuts import render
from django.urls import reverse
from django.views.decorators.http import require_safe

from tournaments.addresses import phone_address, qr_code
from tournaments.models import Event
from tournaments.selectors.events import read_event
from tournaments.selectors.live import event_revision
from tournaments.selectors.wall import night_wall
from tournaments.views.live import live_partial
from tournaments.views.requests import Request


@login_not_required
@require_safe
@live_partial(event_revision)
def wall(request: Request, pk: int) -> HttpResponse:
    try:
        event = read_event(pk)
    except Event.DoesNotExist as error:
        raise Http404 from error
    page = night_wall(event)
    address = phone_address(request, reverse("event", args=[pk]))
    context = {
        "wall": page,
        "event": page.event,
        "club": page.event.club,
        "address": address.removeprefix("http://").removeprefix("https://"),
        "qr": qr_code(address),
        "followed": page.event,
        "revision": page.revision,
    }
    return render(request, "wall/_sheets.html" if request.htmx else "wall/wall.html", context)
