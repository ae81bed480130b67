"""The seasons of a club, for everybody who sees it and for those who run it."""

from copy import copy
from datetime import date
from functools import partial
from typing import Any

from django.contrib import messages
from django.contrib.auth.decorators import login_not_required
from django.http import Http404, HttpResponse
from django.shortcuts import redirect, render
from django.utils import timezone
from django.views.decorators.http import require_http_methods, require_POST, require_safe

from tournaments.forms.season import CountsForm, SeasonForm, what_if_form
from tournaments.models import Club, Season
from tournaments.permissions import NUMBER, Right, club_to_direct, season_to_run, season_to_see
from tournaments.selectors.coming import next_nights
from tournaments.selectors.ladder import ladders_of
from tournaments.selectors.season.page import (
    SeasonPage,
    choosable_events,
    chosen_events,
    players_in_order,
    season_page,
    shown_seasons,
    why_here,
)
from tournaments.selectors.season.standing import counting, event_span, season_teams
from tournaments.selectors.statistics.pages import statistics_over
from tournaments.services.refusals import Refused
from tournaments.services.season import (
    archive_season,
    choose_event,
    discard_draft,
    edit_season,
    plan_season,
    publish_season,
)
from tournaments.views.prizes import season_prizes_context
from tournaments.views.requests import Request, SignedInRequest, actor_of, shared_page, visited
from tournaments.views.statistics import shown_figures
from tournaments.words import done
from tournaments.words.refusals import refusal_text
from tournaments.words.report.cards import season_text
from tournaments.words.season import (
    NARROW,
    WIDE,
    chain_lines,
    headline,
    lead_texts,
    level_text,
    needed_notes,
    needed_texts,
    outlook_text,
    rules_words,
    season_picture,
    shared_text,
    to_come_text,
    unsure_text,
    what_if_text,
    why_text,
)
from tournaments.words.statistics.pages import with_table


@require_http_methods(["GET", "HEAD", "POST"])
def new(request: SignedInRequest, slug: str) -> HttpResponse:
    club = club_to_direct(request.user, slug)
    today = timezone.localdate()
    proposed = Season(club=club, starts=today, ends=date(today.year, 12, 31))
    form = SeasonForm(request.POST if request.method == "POST" else None, club=club, instance=proposed)
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
    """Ends the season, or lets it go on."""
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


@login_not_required
@require_safe
@visited("club")
def seasons(request: Request, slug: str) -> HttpResponse:
    rights = request.seen.rights
    try:
        club, seasons_shown = shown_seasons(slug, runs=Right.RUN in rights, insider=bool(rights))
    except Club.DoesNotExist as error:
        raise Http404 from error
    context = {"club": club, "seasons": seasons_shown, "ladders": ladders_of(club), "rights": rights}
    return render(request, "season/seasons.html", context)


@login_not_required
@require_safe
@visited("season")
def season(request: Request, pk: int) -> HttpResponse:
    season_row = season_to_see(request.seen.rights, pk)
    page = season_page(season_row, stricter=request.seen.stricter)
    shared = shared_page(request, season_row.club, title=season_row.name, text=season_text(season_row.club))
    pictures = {"picture": season_picture(page, WIDE), "narrow": season_picture(page, NARROW)}
    context = _context(request, page) | pictures | {"shared": shared} | season_prizes_context(request, page)
    context["teams"] = season_teams(page.season_rules, page.ended)
    if Right.RUN in request.seen.rights and not request.htmx:
        context |= {"chosen": chosen_events(season_row), "counts": CountsForm(events=choosable_events(season_row))}
        if not (season_row.archived_at or page.playing or page.season_rules.events == "tournaments"):
            ahead = next_nights(season_row.club, now=timezone.now(), stricter=request.seen.stricter)
            within = (row.night for row in ahead if timezone.localdate(row.night.starts_at) <= season_row.ends)
            context |= {"next_night": next(within, None), "plans_nights": True}
    return render(request, "season/season.html#standing" if request.htmx else "season/season.html", context)


@login_not_required
@require_safe
@visited("season")
def what_if(request: Request, pk: int) -> HttpResponse:
    """What the next event brings supposed, and what would become of the table."""
    season_row = season_to_see(request.seen.rights, pk)
    if season_row.archived_at:
        raise Http404
    rules = season_row.season_rules
    form = what_if_form(request.GET, players=players_in_order(season_row), rules=rules, span=event_span(rules))
    what_if = form.what_if
    page = season_page(season_row, stricter=request.seen.stricter, what_if=what_if, tonight_counts=False)
    context = {"form": form, "what_if": bool(what_if), "asks": what_if_text(rules)}
    return render(request, "season/what_if.html", _context(request, page) | context)


@login_not_required
@require_safe
@visited("season")
def why(request: Request, pk: int, player: int) -> HttpResponse:
    season_row = season_to_see(request.seen.rights, pk)
    try:
        page = why_here(season_row, player, stricter=request.seen.stricter)
    except KeyError as error:
        raise Http404 from error
    context = {
        "season": season_row,
        "club": season_row.club,
        "why": page,
        "lines": [(line, map(shared_text, shared)) for line, shared in zip(page.lines, page.shared, strict=True)],
        "says": why_text(page),
        "chain": chain_lines(page, season_row.season_rules.chain) if not page.apart else [],
    }
    return render(request, "season/why.html", context)


@login_not_required
@require_safe
@visited("season")
def statistics(request: Request, pk: int, game: str = "") -> HttpResponse:
    season_row = season_to_see(request.seen.rights, pk)
    try:
        page = statistics_over(counting(season_row), game)
    except KeyError as error:
        raise Http404 from error
    table = request.GET.get("table", "")
    context = {"season": season_row, "club": season_row.club, "games": with_table(page.games, table)}
    if page.everybody:
        context |= shown_figures(page.game, page.everybody, page.players, table=table)
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
        "leads": lead_texts(page),
        "rows": [(line, outlook_text(line, page), level_text(line)) for line in page.lines],
        "live_event": page.tonight,
        "revision": page.tonight.revision if page.tonight else 0,
    }
