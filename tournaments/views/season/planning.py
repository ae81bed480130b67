"""What those who run a club do with its seasons."""

from copy import copy
from functools import partial

from django.contrib import messages
from django.http import HttpResponse
from django.shortcuts import redirect, render
from django.views.decorators.http import require_http_methods, require_POST

from tournaments.forms.season.seasons import CountsForm, SeasonForm
from tournaments.models import Season
from tournaments.permissions import NUMBER, club_to_direct, season_to_run
from tournaments.selectors.season.page import choosable_events
from tournaments.services.refusals import Refused
from tournaments.services.season.seasons import (
    archive_season,
    choose_event,
    discard_draft,
    edit_season,
    plan_season,
    publish_season,
)
from tournaments.views.requests import SignedInRequest, actor_of
from tournaments.words import done
from tournaments.words.refusals import refusal_text


@require_http_methods(["GET", "HEAD", "POST"])
def new(request: SignedInRequest, slug: str) -> HttpResponse:
    club = club_to_direct(request.user, slug)
    form = SeasonForm(request.POST if request.method == "POST" else None, club=club, instance=Season(club=club))
    if form.is_bound and form.is_valid():
        return redirect("season", plan_season(club=club, **form.season(), actor=actor_of(request)).pk)
    return render(request, "season/form.html", {"club": club, "form": form})


@require_http_methods(["GET", "HEAD", "POST"])
def edit(request: SignedInRequest, pk: int) -> HttpResponse:
    season = season_to_run(request.user, pk)
    form = SeasonForm(request.POST if request.method == "POST" else None, club=season.club, instance=copy(season))
    if form.is_bound and form.is_valid():
        try:
            edit_season(pk=pk, **form.season(), actor=actor_of(request))
        except Refused as refused:
            messages.error(request, refusal_text(refused))
        else:
            messages.success(request, done.SAVED)
        return redirect("season", pk)
    return render(request, "season/form.html", {"club": season.club, "season": season, "form": form})


@require_POST
def publish(request: SignedInRequest, pk: int) -> HttpResponse:
    season_to_run(request.user, pk)
    publish_season(pk=pk, actor=actor_of(request))
    messages.success(request, done.SEASON_PUBLISHED)
    return redirect("season", pk)


@require_POST
def archive(request: SignedInRequest, pk: int) -> HttpResponse:
    """Or the other way."""
    season_to_run(request.user, pk)
    archived = "again" not in request.POST
    archive_season(pk=pk, archived=archived, actor=actor_of(request))
    messages.success(request, done.SEASON_OVER if archived else done.SEASON_GOES_ON)
    return redirect("season", pk)


@require_POST
def discard(request: SignedInRequest, pk: int) -> HttpResponse:
    season = season_to_run(request.user, pk)
    try:
        discard_draft(pk=pk, actor=actor_of(request))
    except Refused as refused:
        messages.error(request, refusal_text(refused))
        return redirect("season", pk)
    messages.success(request, done.SEASON_DISCARDED)
    return redirect("seasons", season.club.slug)


@require_POST
def choose(request: SignedInRequest, pk: int) -> HttpResponse:
    """One more event counts; with its number alone it does not after all."""
    season = season_to_run(request.user, pk)
    form = CountsForm(request.POST, events=choosable_events(season))
    act = partial(choose_event, pk=pk, actor=actor_of(request))
    try:
        if NUMBER.fullmatch(taken_out := request.POST.get("out", "")):
            act(event_id=int(taken_out), counts=False)
        elif form.is_valid():
            act(event_id=form.cleaned_data["event"].pk, counts=True)
        else:
            messages.error(request, done.CHOOSE_AN_EVENT)
            return redirect("season", pk)
    except Refused as refused:
        messages.error(request, refusal_text(refused))
    else:
        messages.success(request, done.SAVED)
    return redirect("season", pk)
