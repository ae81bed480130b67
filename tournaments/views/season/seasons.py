"""The seasons of a club, for everybody who sees it."""

from typing import Any

from django.contrib.auth.decorators import login_not_required
from django.http import Http404, HttpResponse
from django.shortcuts import render
from django.views.decorators.http import require_safe

from tournaments.forms.season.seasons import CountsForm
from tournaments.forms.season.supposed import supposed_form
from tournaments.models import Club
from tournaments.permissions import Right, season_to_see
from tournaments.selectors.ladder.page import ladders_of
from tournaments.selectors.season.counting import counting
from tournaments.selectors.season.page import (
    SeasonPage,
    choosable_events,
    chosen_events,
    players_in_order,
    season_page,
    shown_seasons,
    why_here,
)
from tournaments.selectors.season.stands import event_span
from tournaments.selectors.statistics.pages import statistics_over
from tournaments.views.requests import Request
from tournaments.views.shared import shared_page
from tournaments.views.visits import visited
from tournaments.words.pictures.lines import PAGE
from tournaments.words.report.cards import season_text
from tournaments.words.season.counting import rules_words
from tournaments.words.season.race import season_picture
from tournaments.words.season.standing import (
    chain_lines,
    headline,
    level_text,
    needed_notes,
    needed_texts,
    outlook_text,
    to_come_text,
    unsure_text,
    what_if_text,
    why_text,
)
from tournaments.words.statistics.games import words_of


@login_not_required
@require_safe
@visited("club")
def seasons(request: Request, slug: str) -> HttpResponse:
    rights = request.seen.rights
    try:
        club, found = shown_seasons(slug, runs=Right.RUN in rights, insider=bool(rights))
    except Club.DoesNotExist as error:
        raise Http404 from error
    context = {"club": club, "seasons": found, "ladders": ladders_of(club), "rights": rights}
    return render(request, "season/seasons.html", context)


@login_not_required
@require_safe
@visited("season")
def season(request: Request, pk: int) -> HttpResponse:
    found = season_to_see(request.seen.rights, pk)
    page = season_page(found, stricter=request.seen.stricter)
    told = shared_page(request, found.club, title=found.name, text=season_text(found.club))
    context = _context(request, page) | {"picture": season_picture(page, PAGE), "shared": told}
    if Right.RUN in request.seen.rights and not request.htmx:
        context |= {"chosen": chosen_events(found), "counts": CountsForm(events=choosable_events(found))}
    return render(request, "season/season.html#standing" if request.htmx else "season/season.html", context)


@login_not_required
@require_safe
@visited("season")
def what_if(request: Request, pk: int) -> HttpResponse:
    """What the next event brings supposed, and what would become of the table."""
    found = season_to_see(request.seen.rights, pk)
    if found.archived_at:
        raise Http404
    rules = found.season_rules
    form = supposed_form(request.GET, players=players_in_order(found), rules=rules, span=event_span(rules))
    supposed = form.supposed
    page = season_page(found, stricter=request.seen.stricter, supposed=supposed, tonight_counts=False)
    context = {"form": form, "supposed": bool(supposed), "asks": what_if_text(rules)}
    return render(request, "season/what_if.html", _context(request, page) | context)


@login_not_required
@require_safe
@visited("season")
def why(request: Request, pk: int, player: int) -> HttpResponse:
    found = season_to_see(request.seen.rights, pk)
    try:
        page = why_here(found, player, stricter=request.seen.stricter)
    except KeyError as error:
        raise Http404 from error
    context = {
        "season": found,
        "club": found.club,
        "why": page,
        "says": why_text(page),
        "chain": chain_lines(page, found.season_rules.chain) if not page.apart else [],
    }
    return render(request, "season/why.html", context)


@login_not_required
@require_safe
@visited("season")
def statistics(request: Request, pk: int, game: str = "") -> HttpResponse:
    found = season_to_see(request.seen.rights, pk)
    try:
        page = statistics_over(counting(found), game)
    except KeyError as error:
        raise Http404 from error
    context = {"season": found, "club": found.club, "page": page}
    if page.game:
        words = words_of(page.game)
        context |= {"figures": words.figures(page.everybody, None), "players": words.players(page.players)}
    return render(request, "statistics/season.html", context)


def _context(request: Request, page: SeasonPage) -> dict[str, Any]:
    return {
        "season": page.season,
        "club": page.season.club,
        "page": page,
        "rights": request.seen.rights,
        "says": headline(page),
        "to_come": to_come_text(page),
        "unsure": unsure_text(page),
        "rules": rules_words(page.season_rules),
        "needed": needed_texts(page),
        "notes": needed_notes(page),
        "rows": [(line, outlook_text(line, page), level_text(line)) for line in page.lines],
        "live_event": page.tonight,
        "revision": page.tonight.revision if page.tonight else 0,
    }
