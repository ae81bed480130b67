from django.contrib.auth.decorators import login_not_required
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import render
from django.views.decorators.http import require_safe

from scoring.games import GAMES
from tournaments.models import Event


@login_not_required
@require_safe
def rules(request: HttpRequest) -> HttpResponse:
    return render(request, "rules/rules.html", {"games": Event.Game.choices})


@login_not_required
@require_safe
def game_rules(request: HttpRequest, game: str) -> HttpResponse:
    if game not in GAMES:
        raise Http404
    context = {"game": game, "name": Event.Game(game).label, "page": PAGES[game], "games": Event.Game.choices}
    return render(request, "rules/game.html", context)


PAGES = {
    "vilnius": "rules/_vilnius.html",
    "colonial-italian": "rules/_colonial.html",
    "colonial-visions": "rules/_colonial.html",
    "protean": "rules/_protean.html",
}
