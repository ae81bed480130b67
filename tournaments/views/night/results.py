"""A night's pages for everyone; views/results.py leads to some of them."""

from typing import Any

from django.contrib.auth.decorators import login_not_required
from django.http import Http404, HttpResponse
from django.shortcuts import render
from django.views.decorators.http import require_safe

from tournaments.models import Event
from tournaments.selectors.night.scoreboard import night_view
from tournaments.selectors.night.standings import (
    EventPage,
    event_page,
    has_race,
    night_page,
    night_race,
    placed_at_night,
    podium_of,
)
from tournaments.selectors.night.wall import night_wall as read_wall
from tournaments.selectors.revisions import picture_version
from tournaments.views.live import live_partial
from tournaments.views.requests import Request
from tournaments.views.shared import event_context, seasons_for, shared_event, shown_moments
from tournaments.views.visibility import visited
from tournaments.words.charts.lines import NARROW, WALL, WIDE
from tournaments.words.charts.race import night_picture, sparks
from tournaments.words.report.sentences import ToldMoment
from tournaments.words.standings import night_lead

FEW = 12  # people who are found at a glance
FEW_TABLES = 6


def night_results(request: Request, event: Event) -> HttpResponse:
    page = night_page(event)
    over = event.status == Event.Status.FINISHED
    context = _night_context(request, page) | {
        "races": has_race(page),
        "lead": night_lead(page),
        "all_figures": request.GET.get("figures") == "all",
        "with_average": event.by_average or page.is_uneven,
        "podium": podium_of(placed_at_night(page)) if over else None,
        "moments": shown_moments(event),
        "few_tables": over and len(page.ended) <= FEW_TABLES,
        "long": len(page.standings) > FEW,
        "shared": shared_event(request, event),
        "seasons": seasons_for(request, event),
    }
    return render(request, "night/event.html#results" if request.htmx else "night/event.html", context)


def night_tables(request: Request, event: Event) -> HttpResponse:
    context = _night_context(request, night_page(event))
    return render(request, "night/tables.html#tables" if request.htmx else "night/tables.html", context)


def night_wall(request: Request, event: Event, story: list[ToldMoment]) -> dict[str, Any]:
    page = read_wall(event, reel=request.GET.get("reel", ""), tells=bool(story))
    return {
        "wall": page,
        "sheets": "night/wall/_sheets.html",
        "race": night_picture(page.race, WALL),
        "story": story if page.tells else [],
    }


def _night_context(request: Request, page: EventPage) -> dict[str, Any]:
    query = request.GET
    return event_context(request, page.event) | {
        "page": page,
        "view": night_view(page, text=query.get("q", ""), place=query.get("page", ""), tables=query.get("tables", "")),
    }


@login_not_required
@require_safe
@visited("event")
@live_partial(picture_version)
def race(request: Request, pk: int) -> HttpResponse:
    """The picture, which pages fetch when they open and then now and again: drawn for each it would cost a third of a
    page, and more with every deal. With it the bars beside the names on a page of the standings. Larger for the wall.
    """
    try:
        page = event_page(pk)
    except Event.DoesNotExist as error:
        raise Http404 from error
    room_race = night_race(page)
    context = event_context(request, page.event)
    if request.GET.get("on") == "wall":
        return render(request, "night/wall/_race.html", context | {"race": night_picture(room_race, WALL)})
    number = request.GET.get("page", "")
    context |= {
        "race": night_picture(room_race, WIDE, NARROW),
        "sparks": sparks(room_race, int(number)) if number.isdecimal() and int(number) else [],
    }
    return render(request, "night/_race.html" if request.htmx else "night/race.html", context)
