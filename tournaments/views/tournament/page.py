"""A tournament's pages for everyone; views/event.py leads here."""

from typing import Any

from django.contrib.auth.decorators import login_not_required
from django.http import Http404, HttpResponse
from django.shortcuts import render
from django.utils import timezone
from django.views.decorators.http import require_safe

from tournaments.models import Event, Round, Season, Stage
from tournaments.permissions import Right
from tournaments.selectors.bend.page import told_tables
from tournaments.selectors.bracket.stage_brackets import stage_brackets
from tournaments.selectors.revisions import event_version, round_version
from tournaments.selectors.season.page import shown_for
from tournaments.selectors.stage.cross_table import cross_tables
from tournaments.selectors.stage.pairings import RoundView, pairings_page, published_rounds
from tournaments.selectors.tournament.page import read_tournament, round_tiles, states_of, tournament_page
from tournaments.views.live import live_partial
from tournaments.views.requests import Request
from tournaments.views.shared import shared_event, shared_page
from tournaments.views.visits import visited
from tournaments.words.bend.stories import evening_text
from tournaments.words.bracket.view import shown_brackets
from tournaments.words.pictures.lines import PAGE
from tournaments.words.pictures.places import places_picture
from tournaments.words.report.cards import event_text
from tournaments.words.stage.plans import stage_in_words


def tournament(request: Request, event: Event) -> HttpResponse:
    page = tournament_page(event, now=timezone.now())
    context = event_context(request, event) | {
        "page": page,
        "shared": shared_event(request, event),
        "seasons": seasons_for(request, event),
        "pictures": [places_picture(each, PAGE) for each in page.by_round],
        "planned": [_planned(stage) for stage in page.planned],
        "by_name": request.GET.get("by") == "name",
        "clock": page.now.clock if page.now else None,
        "evening": evening_text(told_tables(event, most=1)),
        "tiles": round_tiles(page.now, request.GET.get("tables", "")) if page.now else None,
    }
    return render(request, "tournament/event.html#results" if request.htmx else "tournament/event.html", context)


@login_not_required
@require_safe
@visited("event")
@live_partial(event_version)
def cross_table(request: Request, pk: int) -> HttpResponse:
    event = tournament_or_404(pk)
    stages = cross_tables(states_of(event))
    context = event_context(request, event) | {"stages": stages}
    return render(
        request,
        "stage/standings/cross_table.html#stages" if request.htmx else "stage/standings/cross_table.html",
        context,
    )


@login_not_required
@require_safe
@visited("event")
@live_partial(event_version)
def bracket(request: Request, pk: int) -> HttpResponse:
    event = tournament_or_404(pk)
    brackets = stage_brackets(states_of(event))
    context = event_context(request, event) | {"brackets": shown_brackets(brackets)}
    return render(request, "bracket/bracket.html#brackets" if request.htmx else "bracket/bracket.html", context)


@login_not_required
@require_safe
@visited("round")
@live_partial(round_version)
def pairings(request: Request, pk: int) -> HttpResponse:
    try:
        page = pairings_page(pk, now=timezone.now())
    except Round.DoesNotExist as error:
        raise Http404 from error
    return _pairings(request, page.event, page.view)


def newest_round(request: Request, event: Event) -> HttpResponse:
    """Before the first there is none."""
    rounds = published_rounds(event)
    return _pairings(request, event, pairings_page(rounds[-1].pk, now=timezone.now()).view if rounds else None)


def _pairings(request: Request, event: Event, view: RoundView | None) -> HttpResponse:
    title = f"{view.round.title}, {event.name}" if view else ""
    context = event_context(request, event, title=title) | {"now": view, "rounds": published_rounds(event)}
    return render(
        request, "stage/round/pairings.html#pairings" if request.htmx else "stage/round/pairings.html", context
    )


def tournament_or_404(pk: int) -> Event:
    try:
        return read_tournament(pk)
    except Event.DoesNotExist as error:
        raise Http404 from error


def seasons_for(request: Request, event: Event) -> list[Season]:
    """Stricter ones for the club's members, not for who has a role in this event alone. What a part that is fetched
    anew leaves as it is.
    """
    return [] if request.htmx else shown_for(event, insider=Right.BELONG in request.seen.rights)


def _planned(stage: Stage) -> dict[str, Any]:
    phrases = stage_in_words(stage.format, stage.options)
    return {"number": stage.number, "name": stage.get_format_display(), "phrases": phrases}


def event_context(request: Request, event: Event, *, title: str = "") -> dict[str, Any]:
    """``title``: as which the page is shared, where that is not the event's name."""
    return {
        "event": event,
        "club": event.club,
        "shared": shared_page(request, event.club, event, title=title or event.name, text=event_text(event)),
        "rights": request.seen.rights,
        "live_event": event,
        "revision": event.revision,
    }
