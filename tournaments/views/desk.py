"""What the desks of a night and of a tournament have in common: all tables at a glance, one of them open."""

from typing import Any

from django.http import Http404, HttpResponse
from django.shortcuts import render

from tournaments.backups.kept import latest_backup
from tournaments.models import Event
from tournaments.selectors.night.overview import Overview
from tournaments.views.requests import SignedInRequest
from tournaments.words.night.overview import overview_tiles


def show_desk(
    request: SignedInRequest,
    part: str,
    event: Event,
    overview: Overview,
    context: dict[str, Any],
    *,
    table: int | None,
    round_id: int | None = None,
) -> HttpResponse:
    """The page of this part, the part alone for htmx, or what can be done at one table. Tables of another round than
    this step back.
    """
    if table is not None:
        return _show_panel(request, overview, context | {"event": event}, table)
    opened = asked(request, "open")
    line = overview.line_of(int(opened)) if opened.isdecimal() else None
    common = {
        "event": event,
        "club": event.club,
        "overview": overview,
        "tiles": overview_tiles(overview, opened=opened, round_id=round_id),
        "line": line,
        "card": line.card if line else None,
        "backup": latest_backup(),
        "directs": True,
        "live_event": event,
        "revision": event.revision,
    }
    return render(request, part if request.htmx else part.partition("#")[0], context | common)


def _show_panel(request: SignedInRequest, overview: Overview, context: dict[str, Any], table: int) -> HttpResponse:
    line = overview.line_of(table)
    if line is None:
        raise Http404
    return render(request, "night/desk/overview/_panel.html", context | {"line": line, "card": line.card})


def asked(request: SignedInRequest, name: str) -> str:
    """What the page says of itself with whatever it asks."""
    return request.POST.get(name) or request.GET.get(name, "")
