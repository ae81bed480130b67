"""The log of everything, for members: on a page with filters, and whole as a file."""

from itertools import islice
from typing import Any

from django.http import HttpRequest, HttpResponse, StreamingHttpResponse
from django.shortcuts import render
from django.utils.cache import patch_cache_control, patch_vary_headers
from django.views.decorators.http import require_safe

from tournaments.audience import INSIDERS, lines_for
from tournaments.exports.log import csv_rows, json_lines
from tournaments.forms.log import LogFilterForm
from tournaments.models import Club, Event
from tournaments.permissions import Right, club_to_direct, event_to_direct
from tournaments.selectors.log import (
    LogPage,
    club_log,
    event_log,
    people_in_log,
    phones_in_log,
    tables_in_log,
    whole_log,
)
from tournaments.views.requests import SignedInRequest
from tournaments.words.log.actions import CLUB_KINDS, EVENT_KINDS
from tournaments.words.log.lines import log_line

LINES_AT_ONCE = 200
MEDIA = {"csv": "text/csv; charset=utf-8", "jsonl": "application/x-ndjson; charset=utf-8"}


@require_safe
def event_log_page(request: SignedInRequest, pk: int) -> HttpResponse:
    event = event_to_direct(request.user, pk, right=Right.LOOK)
    form = LogFilterForm(
        request.GET,
        kinds=EVENT_KINDS,
        people=people_in_log(event.club, event),
        phones=phones_in_log(event),
        tables=tables_in_log(event),
    )
    page = event_log(event, form.wanted())
    live_event = {"event": event, "live_event": event, "revision": event.revision}
    return _show(request, form, page, {"club": event.club, **live_event})


@require_safe
def club_log_page(request: SignedInRequest, slug: str) -> HttpResponse:
    club = club_to_direct(request.user, slug)
    form = LogFilterForm(request.GET, kinds=CLUB_KINDS, people=people_in_log(club, None))
    return _show(request, form, club_log(club, form.wanted()), {"club": club})


@require_safe
def event_log_file(request: SignedInRequest, pk: int, kind: str) -> StreamingHttpResponse:
    event = event_to_direct(request.user, pk, right=Right.LOOK)
    return _file(event.club, event, kind, f"log-{event.pk}-{event.date.isoformat()}")


@require_safe
def club_log_file(request: SignedInRequest, slug: str, kind: str) -> StreamingHttpResponse:
    club = club_to_direct(request.user, slug)
    return _file(club, None, kind, f"log-{club.slug}")


def _show(request: SignedInRequest, form: LogFilterForm, page: LogPage, context: dict[str, Any]) -> HttpResponse:
    shown = {
        **context,
        "form": form,
        "lines": [log_line(entry) for entry in page.entries],
        "older": _address(request, before=page.older) if page.older else None,
        "newest": _address(request) if "before" in request.GET else None,
        "filtered": any(request.GET.get(name) for name in form.fields if name != "before"),
    }
    part = request.htmx and not request.htmx.history_restore_request
    response = render(request, "log/log.html#entries" if part else "log/log.html", shown)
    patch_vary_headers(response, ["HX-Request", "Accept-Language", "Cookie"])
    patch_cache_control(response, private=True, no_cache=True)
    return response


def _address(request: HttpRequest, **more: object) -> str:
    """The address of the log with the same filters, from another entry on."""
    query = request.GET.copy()
    query.pop("before", None)
    for name, value in more.items():
        query[name] = str(value)
    return f"{request.path}?{query.urlencode()}" if query else request.path


def _file(club: Club, event: Event | None, kind: str, name: str) -> StreamingHttpResponse:
    lines = lines_for(INSIDERS, {"csv": csv_rows, "jsonl": json_lines}[kind](whole_log(club, event)))
    parts = iter(lambda: "".join(islice(lines, LINES_AT_ONCE)).encode(), b"")
    return StreamingHttpResponse(
        parts,
        content_type=MEDIA[kind],
        headers={"Content-Disposition": f'attachment; filename="{name}.{kind}"', "Cache-Control": "private, no-store"},
    )
