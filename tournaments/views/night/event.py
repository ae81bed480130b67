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
from tournaments.permissions import can_direct, club_to_direct
from tournaments.selectors.club.clubs import last_game
from tournaments.selectors.night.page import event_page, night_page, read_event
from tournaments.selectors.night.race import has_race, night_race
from tournaments.selectors.night.scoreboard import night_view, people
from tournaments.selectors.revisions import event_version, picture_version
from tournaments.services.night.nights import create_club_night
from tournaments.views.live import live_partial
from tournaments.views.requests import Request, SignedInRequest, actor_of
from tournaments.views.tournament.page import tournament
from tournaments.words.games import game_choices, rules_in_words
from tournaments.words.night.confirmation import confirmation_in_words
from tournaments.words.pictures.lines import PAGE, WALL
from tournaments.words.pictures.race import night_picture

FEW = 12  # people who are found at a glance


@login_not_required
@require_safe
@live_partial(event_version)
def event(request: Request, pk: int) -> HttpResponse:
    try:
        shown = read_event(pk)
    except Event.DoesNotExist as error:
        raise Http404 from error
    if shown.kind == Event.Kind.TOURNAMENT:
        return tournament(request, shown)
    page = night_page(shown)
    context = {
        "races": has_race(page),
        "page": page,
        "long": len(page.standings) > FEW,
        "view": night_view(
            page, text=request.GET.get("q", ""), place=request.GET.get("page", ""), tables=request.GET.get("tables", "")
        ),
        "event": page.event,
        "club": page.event.club,
        "rules": rules_in_words(GAMES[page.event.game], page.event.game_rules) + confirmation_in_words(page.event),
        "directs": can_direct(request.user, page.event.club),
        "live_event": page.event,
        "revision": page.revision,
    }
    return render(request, "night/event.html#results" if request.htmx else "night/event.html", context)


@login_not_required
@require_safe
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
    return render(request, template, {"race": picture, "event": page.event})


@login_not_required
@require_safe
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
