"""A night's pages for everyone, to which views/results.py leads; and for an event's director opening it, its codes and
its settings.
"""

from dataclasses import replace
from typing import Any

from django.contrib import messages
from django.contrib.auth.decorators import login_not_required
from django.http import Http404, HttpResponse, QueryDict
from django.shortcuts import redirect, render
from django.utils import timezone
from django.utils.text import capfirst
from django.views.decorators.http import require_http_methods, require_POST, require_safe

from scoring.games import GAMES
from tournaments.forms.club import EventVisibilityForm
from tournaments.forms.night import (
    ArrivedForm,
    ConfirmationForm,
    NightForm,
    NightHandicapForm,
    RankingForm,
    RenewCodesForm,
)
from tournaments.models import Club, Event
from tournaments.permissions import club_to_direct, event_to_direct, table_to_direct
from tournaments.selectors.access import event_codes
from tournaments.selectors.club.clubs import last_game
from tournaments.selectors.following import picture_version
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
from tournaments.selectors.prizes import night_places
from tournaments.selectors.stage.beginning import anybody_rated, usual_terms
from tournaments.selectors.teams import night_teams, seated_for, standing_of_teams
from tournaments.services.night import create_club_night, rank_by_average
from tournaments.services.refusals import Refused
from tournaments.services.table.confirmations import set_confirmation
from tournaments.services.table.life import make_codes_good_again, renew_codes, revoke_pad_link
from tournaments.views.prizes import PrizeSheets, prizes_context
from tournaments.views.requests import (
    Request,
    SignedInRequest,
    actor_of,
    event_context,
    live_partial,
    seasons_for,
    shared_event,
    shown_moments,
    visited,
)
from tournaments.words import done
from tournaments.words.charts.lines import NARROW, WALL, WIDE
from tournaments.words.charts.race import night_picture, sparks
from tournaments.words.done import SAVED
from tournaments.words.games import game_choices
from tournaments.words.night import night_why
from tournaments.words.refusals import refusal_text
from tournaments.words.report.sentences import ToldMoment
from tournaments.words.standings import night_lead
from tournaments.words.teams import shown_teams


@require_http_methods(["GET", "HEAD", "POST"])
def new_event(request: SignedInRequest, slug: str) -> HttpResponse:
    club = club_to_direct(request.user, slug)
    game = wanted_game(request, club)
    posted = request.POST if request.method == "POST" else None
    form = new_night_form(posted, request.GET.dict(), game=game, kind=Event.Kind.CLUB_NIGHT)
    confirmation = ConfirmationForm(posted, initial=request.GET.dict())
    arrived = ArrivedForm(posted, initial=request.GET.dict())
    handicap = NightHandicapForm(
        posted, terms=usual_terms(club, game), rated=anybody_rated(club, game), initial=request.GET.dict()
    )
    if all([form.is_valid(), confirmation.is_valid(), arrived.is_valid(), handicap.is_valid()]):
        night = create_club_night(
            club=club,
            name=form.cleaned_data["name"],
            date=form.cleaned_data["date"],
            game=form.game.key,
            rules=form.rules(),
            confirmation=confirmation.unusual,
            handicap=handicap.terms,
            names=arrived.cleaned_data["names"],
            actor=actor_of(request),
        )
        return redirect("desk", night.pk)
    context = {
        "club": club,
        "form": form,
        "confirmation": confirmation,
        "arrived": arrived,
        "handicap": handicap,
        "game": game,
        "games": game_choices(),
        "is_first": last_game(club) is None,
    }
    return render(request, "night/new.html#form" if request.htmx else "night/new.html", context)


def new_night_form(posted: QueryDict | None, shown: dict[str, str], *, game: str, kind: Event.Kind) -> NightForm:
    """What was ``posted``, or with what was ``shown`` before: another game has other options."""
    form = NightForm(posted, game=game, initial={"date": timezone.localdate(), "name": capfirst(kind.label)})
    if posted is None:
        form.show_typed(shown, whole=shown.get("shown") == game)
    return form


def wanted_game(request: SignedInRequest, club: Club) -> str:
    """The one asked for in the address; else that of the club's last night."""
    game = request.GET.get("game")
    if game is None:
        game = last_game(club) or next(iter(GAMES))
    if game not in GAMES:
        raise Http404
    return game


@require_safe
def codes(request: SignedInRequest, pk: int) -> HttpResponse:
    event = event_to_direct(request.user, pk)
    context = {
        "event": event,
        "club": event.club,
        "codes": event_codes(event),
        "ended": event.codes_ended(now=timezone.now()),
    }
    return render(request, "night/codes.html", context)


@require_POST
def renew(request: SignedInRequest, pk: int) -> HttpResponse:
    event = event_to_direct(request.user, pk)
    form = RenewCodesForm(request.POST)
    if form.is_valid():
        tables, newest = form.cleaned_data["table"], form.cleaned_data["newest"]
        count = renew_codes(event_id=event.pk, tables=tables, newest=newest, actor=actor_of(request))
        messages.success(request, done.codes_renewed(count))
    return redirect("event-codes", event.pk)


@require_POST
def revoke(request: SignedInRequest, pk: int) -> HttpResponse:
    table = table_to_direct(request.user, pk)
    revoke_pad_link(table_id=table.pk, actor=actor_of(request))
    messages.success(request, done.at_table("revoke-link", table.number))
    return redirect("event-codes", table.event_id)


@require_POST
def good_again(request: SignedInRequest, pk: int) -> HttpResponse:
    event = event_to_direct(request.user, pk)
    try:
        make_codes_good_again(event_id=event.pk, actor=actor_of(request))
    except Refused as refused:
        messages.error(request, refusal_text(refused))
    else:
        messages.success(request, done.CODES_GOOD_AGAIN)
    return redirect("event-codes", event.pk)


@require_http_methods(["GET", "HEAD", "POST"])
def settings(request: SignedInRequest, pk: int) -> HttpResponse:
    event = event_to_direct(request.user, pk)
    form = ConfirmationForm(request.POST if request.method == "POST" else None, instance=event)
    if form.is_bound and form.is_valid():
        try:
            set_confirmation(event_id=event.pk, actor=actor_of(request), **form.chosen)
        except Refused as refused:
            form.add_error(None, refusal_text(refused))
        else:
            messages.success(request, SAVED)
            return redirect("desk", event.pk)
    ranking = RankingForm(instance=event) if not event.has_rounds else None
    context = {
        "event": event,
        "club": event.club,
        "form": form,
        "ranking": ranking,
        "visibility": EventVisibilityForm(event=event),
    }
    return render(request, "night/desk/settings.html", context)


@require_POST
def ranking(request: SignedInRequest, pk: int) -> HttpResponse:
    event = event_to_direct(request.user, pk)
    form = RankingForm(request.POST)
    form.is_valid()
    try:
        rank_by_average(event_id=event.pk, by_average=form.cleaned_data["by_average"], actor=actor_of(request))
    except Refused as refused:
        messages.error(request, refusal_text(refused))
    else:
        messages.success(request, SAVED)
    return redirect("desk", event.pk)


FEW = 12  # people who are found at a glance
FEW_TABLES = 6


def night_results(request: Request, event: Event) -> HttpResponse:
    page = night_page(event)
    over = event.status == Event.Status.FINISHED
    context = _night_context(request, page) | {
        **prizes_context(request, event, lambda: night_places(event, page.standings)),
        "teams": shown_teams(night_teams(event, page.standings), event),
        "races": has_race(page),
        "lead": night_lead(page),
        "why": night_why(page),
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


def night_wall(request: Request, event: Event, story: list[ToldMoment], prizes: PrizeSheets) -> dict[str, Any]:
    page = read_wall(event, reel=request.GET.get("reel", ""), tells=bool(story), prizes=len(prizes.awards))
    return {
        "wall": page,
        "sheets": "night/wall/_sheets.html",
        "teams": shown_teams(standing_of_teams(event), event),
        "race": night_picture(page.race, WALL),
        "story": story if page.tells else [],
        "prize_sheets": replace(prizes, awards=[]) if page.start else prizes,  # the first reel has room for all
    }


def _night_context(request: Request, page: EventPage) -> dict[str, Any]:
    query = request.GET
    view = night_view(page, text=query.get("q", ""), place=query.get("page", ""), tables=query.get("tables", ""))
    for tables in view.tables.values():
        tables.object_list = seated_for(page.event, tables)
    return event_context(request, page.event) | {"page": page, "view": view}


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
        "sparks": sparks(room_race, int(number)) if number.isdecimal() and len(number) < 10 and int(number) else [],
    }
    return render(request, "night/_race.html" if request.htmx else "night/race.html", context)
