"""What those who run a club do with a league."""

from collections.abc import Callable
from functools import partial

from django.contrib import messages
from django.http import Http404, HttpResponse
from django.shortcuts import redirect, render
from django.views.decorators.http import require_http_methods, require_POST

from tournaments.forms.league.leagues import DecisionForm, FixtureNightForm, HomeTablesForm, LeagueForm
from tournaments.models import League
from tournaments.permissions import NUMBER, season_to_run
from tournaments.selectors.league.page import FixtureLine, league_page, open_nights, read_league
from tournaments.selectors.league.planning import plan_of
from tournaments.services.league.leagues import (
    decide_fixture,
    draw_fixtures,
    leave_league,
    open_fixture,
    plan_league,
    set_home_tables,
    take_fixtures_back,
)
from tournaments.services.refusals import Refused
from tournaments.views.requests import SignedInRequest, actor_of
from tournaments.words import done
from tournaments.words.league.standing import opened_text
from tournaments.words.refusals import refusal_text


@require_http_methods(["GET", "HEAD", "POST"])
def plan(request: SignedInRequest, pk: int) -> HttpResponse:
    season = season_to_run(request.user, pk)
    found = plan_of(season)
    form = LeagueForm(request.POST if request.method == "POST" else None, plan=found)
    if form.is_bound and form.is_valid():
        given = form.league()
        _try(request, partial(plan_league, season_id=pk, **given, actor=actor_of(request)), done.SAVED)
        return redirect("league", pk)
    context = {"season": season, "club": season.club, "form": form, "plan": found}
    return render(request, "league/form.html", context)


@require_POST
def draw(request: SignedInRequest, pk: int) -> HttpResponse:
    """Or the other way."""
    season_to_run(request.user, pk)
    if "back" in request.POST:
        _try(request, partial(take_fixtures_back, season_id=pk, actor=actor_of(request)), done.FIXTURES_TAKEN_BACK)
    else:
        _try(request, partial(draw_fixtures, season_id=pk, actor=actor_of(request)), done.FIXTURES_DRAWN)
    return redirect("league", pk)


@require_POST
def leave(request: SignedInRequest, pk: int) -> HttpResponse:
    """Or come back."""
    season_to_run(request.user, pk)
    left, player = "back" not in request.POST, request.POST.get("player", "")
    if not NUMBER.fullmatch(player):
        raise Http404
    act = partial(leave_league, season_id=pk, player_id=int(player), left=left, actor=actor_of(request))
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


def _try(request: SignedInRequest, act: Callable[[], object], said: object) -> bool:
    try:
        act()
    except Refused as refused:
        messages.error(request, refusal_text(refused))
        return False
    messages.success(request, str(said))
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
