"""A night's pages for everyone; views/results.py leads to some of them."""

from typing import Any

from django.contrib.auth.decorators import login_not_required
from django.http import Http404, HttpResponse
from django.shortcuts import render
from django.views.decorators.http import require_safe

from tournaments.models import Event
from tournaments.selectors.night.scoreboard import night_view
from tournaments.selectors.night.standings import EventPage, event_page, has_race, night_page, night_race
from tournaments.selectors.night.wall import night_wall as read_wall
from tournaments.selectors.revisions import picture_version
from tournaments.selectors.win_probability import told_tables
from tournaments.views.live import live_partial
from tournaments.views.requests import Request
from tournaments.views.shared import event_context, seasons_for, shared_event
from tournaments.views.visibility import visited
from tournaments.words.charts.lines import PAGE, WALL
from tournaments.words.charts.race import night_picture
from tournaments.words.report.sentences import ToldMoment
from tournaments.words.win_probability import evening_text

FEW = 12  # people who are found at a glance


def night_results(request: Request, event: Event) -> HttpResponse:
    page = night_page(event)
    context = _night_context(request, page) | {
        "races": has_race(page),
        "long": len(page.standings) > FEW,
        "evening": evening_text(told_tables(event, most=1)),
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
        "race": night_picture(page.race, WALL, game=event.game),
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
    page, and more with every deal. Larger for the wall.
    """
    try:
        page = event_page(pk)
    except Event.DoesNotExist as error:
        raise Http404 from error
    wall = request.GET.get("on") == "wall"
    picture = night_picture(night_race(page), WALL if wall else PAGE, game=page.event.game)
    template = "night/wall/_race.html" if wall else "charts/_race.html" if request.htmx else "night/race.html"
    return render(request, template, event_context(request, page.event) | {"race": picture})
