"""A tournament's pages for everyone; views/results.py leads to some of them."""

from typing import Any

from django.contrib.auth.decorators import login_not_required
from django.http import Http404, HttpResponse
from django.shortcuts import render
from django.utils import timezone
from django.views.decorators.http import require_safe

from tournaments.formats.plan import read_plan
from tournaments.models import Event, Round, Stage
from tournaments.selectors.bracket import stage_brackets
from tournaments.selectors.prizes import tournament_places
from tournaments.selectors.revisions import event_version, round_version
from tournaments.selectors.stage.history import cross_tables
from tournaments.selectors.stage.places import StageSection
from tournaments.selectors.stage.rounds import RoundView, newest_round, pairings_page, published_rounds
from tournaments.selectors.stage.sources import followed_by
from tournaments.selectors.teams import standing_of_teams
from tournaments.selectors.tournament.page import (
    TournamentPage,
    read_tournament,
    round_tiles,
    states_of,
    tournament_page,
)
from tournaments.selectors.tournament.page import tournament_wall as read_wall
from tournaments.views.prizes import PrizeSheets, prizes_context
from tournaments.views.requests import Request, visited
from tournaments.views.shared import event_context, live_partial, seasons_for, shared_event, shown_moments
from tournaments.words.bracket.view import shown_brackets
from tournaments.words.charts.lines import NARROW
from tournaments.words.charts.race import places_picture
from tournaments.words.report.sentences import ToldMoment
from tournaments.words.stage.graph import graph_picture
from tournaments.words.stage.plans import stage_in_words
from tournaments.words.standings import now_at, stage_lead
from tournaments.words.teams import shown_teams


def tournament_results(request: Request, event: Event) -> HttpResponse:
    page = tournament_page(event, now=timezone.now())
    groups = page.stage.groups if page.stage and page.stage.counted == "points" else []
    ranked = page.final or (groups[0].rows if len(groups) == 1 else [])
    context = event_context(request, event) | {
        **prizes_context(request, event, lambda: tournament_places(page.states)),
        "page": page,
        "teams": shown_teams(standing_of_teams(event), event),
        "shared": shared_event(request, event),
        "seasons": seasons_for(request, event),
        "moments": shown_moments(event),
        "lead": stage_lead(ranked, event),
        "now_at": now_at(page.now, _following(page)),
        "rounds_to_come": _to_come(page.stage),
        "pictures": [places_picture(places, NARROW) for places in page.by_round],
        "planned": [_planned(stage) for stage in page.planned],
        "graph": graph_picture([(stage.format, stage.options) for stage in page.stages]),
        "by_name": request.GET.get("by") == "name",
        "handicaps": any(state.plan.gives_handicap for state in page.states),
        "rounds": [(view, round_tiles(view, request.GET.get("tables", ""))) for view in page.in_play],
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
        "stage/cross_table.html#stages" if request.htmx else "stage/cross_table.html",
        context,
    )


@login_not_required
@require_safe
@visited("event")
@live_partial(event_version)
def bracket(request: Request, pk: int) -> HttpResponse:
    event = tournament_or_404(pk)
    brackets = stage_brackets(states_of(event))
    context = event_context(request, event) | {
        "brackets": shown_brackets(brackets),
        "chosen": request.GET.get("round", ""),
    }
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


def tournament_tables(request: Request, event: Event) -> HttpResponse:
    """Those of the newest round; before the first there is none."""
    rounds = published_rounds(event)
    return _pairings(
        request, event, pairings_page(newest_round(rounds).pk, now=timezone.now()).view if rounds else None
    )


def tournament_wall(_request: Request, event: Event, story: list[ToldMoment], prizes: PrizeSheets) -> dict[str, Any]:
    page = read_wall(event, now=timezone.now())
    return {
        "wall": page,
        "sheets": "tournament/_wall.html",
        "teams": shown_teams(standing_of_teams(event), event),
        "brackets": shown_brackets(page.brackets),
        "story": story,
        "prize_sheets": prizes,
    }


def _pairings(request: Request, event: Event, view: RoundView | None) -> HttpResponse:
    title = f"{view.round.title}, {event.name}" if view else ""
    context = event_context(request, event, title=title) | {"now": view, "rounds": published_rounds(event)}
    return render(request, "stage/pairings.html#pairings" if request.htmx else "stage/pairings.html", context)


def tournament_or_404(pk: int) -> Event:
    try:
        return read_tournament(pk)
    except Event.DoesNotExist as error:
        raise Http404 from error


def _to_come(section: StageSection | None) -> range:
    """Numbers of the rounds that a stage plans and has not had, once it has had one."""
    if section is None or not section.rounds or section.stage.status != Stage.Status.RUNNING:
        return range(0)
    planned = read_plan(section.stage.format, section.stage.options).options.rounds or 0
    return range(len(section.rounds) + 1, planned + 1)


def _following(page: TournamentPage) -> Stage | None:
    """The planned stage that takes the best of the one that is shown."""
    following = followed_by(page.stage.stage, page.planned) if page.stage else []
    return next(iter(following), None)


def _planned(stage: Stage) -> dict[str, Any]:
    phrases = stage_in_words(stage.format, stage.options)
    return {"number": stage.number, "name": stage.get_format_display(), "phrases": phrases}
