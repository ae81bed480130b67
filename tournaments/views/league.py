"""The league of a season, for everybody who sees the season and for those who run the club."""

from collections.abc import Callable
from functools import partial
from typing import Any

from django.contrib import messages
from django.contrib.auth.decorators import login_not_required
from django.http import Http404, HttpResponse
from django.shortcuts import redirect, render
from django.views.decorators.http import require_http_methods, require_POST, require_safe

from tournaments.forms.league import DecisionForm, FixtureNightForm, HomeTablesForm, LeagueForm
from tournaments.models import League
from tournaments.permissions import NUMBER, Right, season_to_run
from tournaments.selectors.league.page import (
    DivisionPage,
    FixtureLine,
    LeaguePage,
    cross_lines,
    league_page,
    plan_of,
    read_league,
)
from tournaments.selectors.league.results import open_nights
from tournaments.selectors.league.teams import league_teams
from tournaments.services.refusals import Refused
from tournaments.services.season import (
    decide_fixture,
    draw_fixtures,
    leave_league,
    name_teams,
    open_fixture,
    plan_league,
    set_home_tables,
    take_fixtures_back,
)
from tournaments.views.requests import Request, SignedInRequest, actor_of, visited
from tournaments.words import done
from tournaments.words.league import (
    ended_text,
    fixture_text,
    fixture_title,
    headline,
    league_words,
    level_text,
    opened_text,
    state_text,
    team_level_text,
    to_play_text,
    way_text,
)
from tournaments.words.refusals import refusal_text


@login_not_required
@require_safe
@visited("season")
def league(request: Request, pk: int) -> HttpResponse:
    page = league_or_404(request, pk)
    teams = league_teams(page)
    context = _context(request, page) | {
        "divisions": [_told(division) | {"now": _fixtures(division.now)} for division in page.divisions],
        "teams": [(team, team_level_text(team, above)) for above, team in zip([None, *teams], teams, strict=False)],
        "rules": league_words(page.league_rules, teams=bool(teams)),
        "rounds": max((len(division.rounds) for division in page.divisions), default=0),
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
        division_page = page.division(number)
    except KeyError as error:
        raise Http404 from error
    context = _context(request, page) | {
        "division": _told(division_page),
        "numbers": [division.number for division in page.divisions],
        "cross": cross_lines(division_page) if page.league.drawn_at else [],
        "rounds": [(first, _fixtures(fixtures)) for first, fixtures in division_page.rounds],
    }
    return render(request, "league/division.html#now" if request.htmx else "league/division.html", context)


@login_not_required
@require_safe
@visited("season")
def fixture(request: Request, pk: int, number: int) -> HttpResponse:
    page = league_or_404(request, pk)
    try:
        of_division, fixture_page = page.fixture(number)
    except KeyError as error:
        raise Http404 from error
    context = _context(request, page) | {
        "fixture": fixture_page,
        "number": of_division.number,
        "title": fixture_title(fixture_page),
        "says": fixture_text(fixture_page),
    }
    if Right.RUN in request.seen.rights and not page.league.season.archived_at:
        nights = open_nights(page.league)
        context |= {
            "decision": DecisionForm(fixture=fixture_page),
            "night": FixtureNightForm(nights=nights)
            if nights and not fixture_page.is_over and fixture_page.state != "tonight"
            else None,
        }
    return render(request, "league/fixture.html#now" if request.htmx else "league/fixture.html", context)


def league_or_404(request: Request, pk: int) -> LeaguePage:
    """Of a draft, for those alone who run the club."""
    try:
        league_row = read_league(pk)
    except League.DoesNotExist as error:
        raise Http404 from error
    if league_row.season.published_at is None and Right.RUN not in request.seen.rights:
        raise Http404
    return league_page(league_row, stricter=request.seen.stricter)


def _told(division: DivisionPage) -> dict[str, Any]:
    above = [None, *division.lines]
    return {
        "number": division.number,
        "says": headline(division),
        "to_play": to_play_text(division) if division.over or division.ended_tonight else "",
        "tonight": ended_text(division),
        "rows": [
            (line, way_text(line, division), level_text(line, line_above))
            for line_above, line in zip(above, division.lines, strict=False)
        ],
    }


def _fixtures(lines: list[FixtureLine]) -> list[tuple[FixtureLine, str]]:
    return [(line, state_text(line)) for line in lines]


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


@require_http_methods(["GET", "HEAD", "POST"])
def plan(request: SignedInRequest, pk: int) -> HttpResponse:
    season = season_to_run(request.user, pk)
    plan_page = plan_of(season)
    is_drawn = plan_page.league is not None and plan_page.league.drawn_at is not None
    only_teams = is_drawn and (request.method != "POST" or "only-teams" in request.POST)
    form = LeagueForm(request.POST if request.method == "POST" else None, plan=plan_page, only_teams=only_teams)
    if form.is_bound and form.is_valid():
        given: dict[str, Any] = {"season_id": pk, "actor": actor_of(request)}
        if only_teams:
            _try(request, partial(name_teams, teams=form.teams, **given), done.SAVED)
        else:
            _try(request, partial(plan_league, **form.league(), **given), done.SAVED)
        return redirect("league", pk)
    context = {"season": season, "club": season.club, "form": form, "plan": plan_page}
    return render(request, "league/form.html", context)


@require_POST
def draw(request: SignedInRequest, pk: int) -> HttpResponse:
    """Draws the league's fixtures, or takes them back."""
    season_to_run(request.user, pk)
    if "back" in request.POST:
        _try(request, partial(take_fixtures_back, season_id=pk, actor=actor_of(request)), done.FIXTURES_TAKEN_BACK)
    else:
        _try(request, partial(draw_fixtures, season_id=pk, actor=actor_of(request)), done.FIXTURES_DRAWN)
    return redirect("league", pk)


@require_POST
def leave(request: SignedInRequest, pk: int) -> HttpResponse:
    """Lets a player leave the league, or come back."""
    season_to_run(request.user, pk)
    leaves, player = "back" not in request.POST, request.POST.get("player", "")
    if not NUMBER.fullmatch(player):
        raise Http404
    act = partial(leave_league, season_id=pk, player_id=int(player), left=leaves, actor=actor_of(request))
    _try(request, act, done.SAVED)
    return redirect("league", pk)


@require_POST
def homes(request: SignedInRequest, pk: int) -> HttpResponse:
    season_to_run(request.user, pk)
    form = HomeTablesForm(request.POST, lines=league_page(_league_or_404(pk)).lines)
    if form.is_valid():
        _try(request, partial(set_home_tables, season_id=pk, tables=form.tables, actor=actor_of(request)), done.SAVED)
    else:
        messages.error(request, done.NUMBERS_OF_TABLES)
    return redirect("league", pk)


@require_POST
def decide(request: SignedInRequest, pk: int, number: int) -> HttpResponse:
    """By the director's word; or as it is played after all."""
    season_to_run(request.user, pk)
    form = DecisionForm(request.POST, fixture=_fixture_or_404(pk, number))
    act = partial(decide_fixture, season_id=pk, fixture_id=number, actor=actor_of(request))
    if "as-played" in request.POST:
        _try(request, partial(act, places=None), done.FIXTURE_AS_PLAYED)
    elif form.is_valid():
        _try(request, partial(act, places=form.places), done.FIXTURE_DECIDED)
    else:
        messages.error(request, str(next(iter(form.non_field_errors()), done.GIVE_EVERYBODY_A_PLACE)))
    return redirect("fixture", pk, number)


@require_POST
def open_table(request: SignedInRequest, pk: int, number: int) -> HttpResponse:
    season_to_run(request.user, pk)
    fixture = _fixture_or_404(pk, number)
    form = FixtureNightForm(request.POST, nights=open_nights(_league_or_404(pk)))
    if not form.is_valid():
        messages.error(request, done.CHOOSE_A_NIGHT)
        return redirect("fixture", pk, number)
    event = form.cleaned_data["event"].pk
    try:
        table = open_fixture(season_id=pk, fixture_id=number, event_id=event, actor=actor_of(request))
    except Refused as refused:
        messages.error(request, refusal_text(refused))
        return redirect("fixture", pk, number)
    messages.success(request, opened_text(table.number, fixture.home_table))
    return redirect("desk", event)


def _try(request: SignedInRequest, act: Callable[[], object], message: object) -> bool:
    try:
        act()
    except Refused as refused:
        messages.error(request, refusal_text(refused))
        return False
    messages.success(request, str(message))
    return True


def _league_or_404(pk: int) -> League:
    try:
        return read_league(pk)
    except League.DoesNotExist as error:
        raise Http404 from error


def _fixture_or_404(pk: int, number: int) -> FixtureLine:
    try:
        return league_page(_league_or_404(pk)).fixture(number)[1]
    except KeyError as error:
        raise Http404 from error
