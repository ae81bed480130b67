from typing import Any

from django.contrib.auth.decorators import login_not_required
from django.http import Http404, HttpResponse, JsonResponse, QueryDict
from django.shortcuts import redirect, render
from django.utils import timezone
from django.utils.text import capfirst
from django.views.decorators.http import require_http_methods, require_safe

from scoring.games import GAMES
from tournaments.forms.night.confirmation import ConfirmationForm
from tournaments.forms.night.nights import NightForm
from tournaments.models import Club, Event
from tournaments.permissions import club_to_direct
from tournaments.selectors.bend.page import told_tables
from tournaments.selectors.club.clubs import last_game
from tournaments.selectors.night.page import EventPage, event_page, night_page, read_event
from tournaments.selectors.night.race import has_race, night_race
from tournaments.selectors.night.scoreboard import night_view, people
from tournaments.selectors.revisions import event_version, picture_version
from tournaments.services.night.nights import create_club_night
from tournaments.views.live import live_partial
from tournaments.views.requests import Request, SignedInRequest, actor_of
from tournaments.views.shared import shared_event
from tournaments.views.tournament.page import event_context, newest_round, seasons_for, tournament
from tournaments.views.visits import visited
from tournaments.words.bend.stories import evening_text
from tournaments.words.games import game_choices
from tournaments.words.pictures.lines import PAGE, WALL
from tournaments.words.pictures.race import night_picture

FEW = 12  # people who are found at a glance


@login_not_required
@require_safe
@visited("event")
@live_partial(event_version)
def event(request: Request, pk: int) -> HttpResponse:
    shown = _event_or_404(pk)
    if shown.kind == Event.Kind.TOURNAMENT:
        return tournament(request, shown)
    page = night_page(shown)
    context = _night_context(request, page) | {
        "races": has_race(page),
        "long": len(page.standings) > FEW,
        "evening": evening_text(told_tables(shown, most=1)),
        "shared": shared_event(request, shown),
        "seasons": seasons_for(request, shown),
    }
    return render(request, "night/event.html#results" if request.htmx else "night/event.html", context)


@login_not_required
@require_safe
@visited("event")
@live_partial(event_version)
def tables(request: Request, pk: int) -> HttpResponse:
    """All of a night; of a tournament those of its newest round."""
    shown = _event_or_404(pk)
    if shown.kind == Event.Kind.TOURNAMENT:
        return newest_round(request, shown)
    context = _night_context(request, night_page(shown))
    return render(request, "night/tables.html#tables" if request.htmx else "night/tables.html", context)


def _event_or_404(pk: int) -> Event:
    try:
        return read_event(pk)
    except Event.DoesNotExist as error:
        raise Http404 from error


def _night_context(request: Request, page: EventPage) -> dict[str, Any]:
    asked = request.GET
    return event_context(request, page.event) | {
        "page": page,
        "view": night_view(page, text=asked.get("q", ""), place=asked.get("page", ""), tables=asked.get("tables", "")),
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
    template = "night/wall/_race.html" if wall else "pictures/_race.html" if request.htmx else "night/race.html"
    return render(request, template, event_context(request, page.event) | {"race": picture})


@login_not_required
@require_safe
@visited("event")
def event_people(request: Request, pk: int) -> JsonResponse:
    """Names and colours, for a page that shows a part of the standings and on which another row comes in."""
    try:
        return JsonResponse(people(pk), headers={"Cache-Control": "no-cache"})
    except Event.DoesNotExist as error:
        raise Http404 from error


@require_http_methods(["GET", "HEAD", "POST"])
def new_event(request: SignedInRequest, slug: str) -> HttpResponse:
    club = club_to_direct(request.user, slug)
    game = wanted_game(request, club)
    posted = request.POST if request.method == "POST" else None
    form = new_night_form(posted, request.GET.dict(), game=game, kind=Event.Kind.CLUB_NIGHT)
    confirmation = ConfirmationForm(posted, initial=request.GET.dict())
    if all([form.is_valid(), confirmation.is_valid()]):
        night = create_club_night(
            club=club,
            name=form.cleaned_data["name"],
            date=form.cleaned_data["date"],
            game=form.game.key,
            rules=form.rules(),
            confirmation=confirmation.unusual,
            actor=actor_of(request),
        )
        return redirect("desk", night.pk)
    context = {"club": club, "form": form, "confirmation": confirmation, "game": game, "games": game_choices()}
    return render(request, "night/new.html#form" if request.htmx else "night/new.html", context)


def new_night_form(posted: QueryDict | None, shown: dict[str, str], *, game: str, kind: Event.Kind) -> NightForm:
    """What was ``posted``, or with what was ``shown`` before: another game has other options."""
    form = NightForm(posted, game=game, initial={"date": timezone.localdate(), "name": capfirst(kind.label)})
    if posted is None:
        form.show_typed(shown, whole=shown.get("shown") == game)
    return form


def wanted_game(request: SignedInRequest, club: Club) -> str:
    """The one asked for in the address; else that of the club's last night."""
    asked = request.GET.get("game")
    if asked is None:
        asked = last_game(club) or next(iter(GAMES))
    if asked not in GAMES:
        raise Http404
    return asked
