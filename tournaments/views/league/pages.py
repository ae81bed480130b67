"""The league of a season, for everybody who sees the season."""

from typing import Any

from django.contrib.auth.decorators import login_not_required
from django.http import Http404, HttpResponse
from django.shortcuts import render
from django.views.decorators.http import require_safe

from tournaments.forms.league.leagues import DecisionForm, FixtureNightForm, HomeTablesForm
from tournaments.models import League
from tournaments.permissions import Right
from tournaments.selectors.league.cross import cross_lines
from tournaments.selectors.league.page import (
    DivisionPage,
    FixtureLine,
    LeaguePage,
    league_page,
    open_nights,
    read_league,
)
from tournaments.views.requests import Request
from tournaments.views.visits import visited
from tournaments.words.league.counting import league_words
from tournaments.words.league.standing import (
    ended_text,
    fixture_text,
    fixture_title,
    headline,
    level_text,
    state_text,
    to_play_text,
    way_text,
)


@login_not_required
@require_safe
@visited("season")
def league(request: Request, pk: int) -> HttpResponse:
    page = league_or_404(request, pk)
    context = _context(request, page) | {
        "divisions": [_told(each) | {"now": _fixtures(each.now)} for each in page.divisions],
        "rules": league_words(page.league_rules),
        "rounds": max((len(each.rounds) for each in page.divisions), default=0),
    }
    if context["runs"]:
        context["homes"] = HomeTablesForm(lines=page.lines)
    return render(request, "league/league.html#now" if request.htmx else "league/league.html", context)


@login_not_required
@require_safe
@visited("season")
def division(request: Request, pk: int, number: int) -> HttpResponse:
    page = league_or_404(request, pk)
    try:
        found = page.division(number)
    except KeyError as error:
        raise Http404 from error
    context = _context(request, page) | {
        "division": _told(found),
        "numbers": [each.number for each in page.divisions],
        "cross": cross_lines(found) if page.league.drawn_at else [],
        "rounds": [(first, _fixtures(fixtures)) for first, fixtures in found.rounds],
    }
    return render(request, "league/division.html#now" if request.htmx else "league/division.html", context)


@login_not_required
@require_safe
@visited("season")
def fixture(request: Request, pk: int, number: int) -> HttpResponse:
    page = league_or_404(request, pk)
    try:
        of_division, found = page.fixture(number)
    except KeyError as error:
        raise Http404 from error
    context = _context(request, page) | {
        "fixture": found,
        "number": of_division.number,
        "title": fixture_title(found),
        "says": fixture_text(found),
    }
    if Right.RUN in request.seen.rights and not page.league.season.archived_at:
        nights = open_nights(page.league)
        context |= {
            "decision": DecisionForm(fixture=found),
            "night": FixtureNightForm(nights=nights)
            if nights and not found.is_over and found.state != "tonight"
            else None,
        }
    return render(request, "league/fixture.html#now" if request.htmx else "league/fixture.html", context)


def league_or_404(request: Request, pk: int) -> LeaguePage:
    """Of a draft, for those alone who run the club."""
    try:
        found = read_league(pk)
    except League.DoesNotExist as error:
        raise Http404 from error
    if found.season.published_at is None and Right.RUN not in request.seen.rights:
        raise Http404
    return league_page(found, stricter=request.seen.stricter)


def _told(each: DivisionPage) -> dict[str, Any]:
    above = [None, *each.lines]
    return {
        "number": each.number,
        "says": headline(each),
        "to_play": to_play_text(each) if each.over or each.ended_tonight else "",
        "tonight": ended_text(each),
        "rows": [
            (line, way_text(line, each), level_text(line, before))
            for before, line in zip(above, each.lines, strict=False)
        ],
    }


def _fixtures(found: list[FixtureLine]) -> list[tuple[FixtureLine, str]]:
    return [(each, state_text(each)) for each in found]


def _context(request: Request, page: LeaguePage) -> dict[str, Any]:
    season = page.league.season
    return {
        "league": page.league,
        "season": season,
        "club": season.club,
        "runs": Right.RUN in request.seen.rights and not season.archived_at,
        "playing": page.playing,
        "live_event": page.playing[0] if page.playing else None,
        "revision": page.playing[0].revision if page.playing else 0,
    }
