from django.contrib.auth.decorators import login_not_required
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import render
from django.views.decorators.http import require_safe

from scoring.games import GAMES
from tournaments.words.games import game_choices, game_name
from tournaments.words.rulebook import hand_order, readings_of


@login_not_required
@require_safe
def rules(request: HttpRequest) -> HttpResponse:
    return render(request, "rules/rules.html", {"games": game_choices()})


@login_not_required
@require_safe
def game_rules(request: HttpRequest, game: str) -> HttpResponse:
    if game not in GAMES:
        raise Http404
    order = hand_order(GAMES[game], GAMES[game].check_rules({}))
    context = {"name": game_name(game), "page": f"rules/_{game}.html", "marks": readings_of(game), "order": order}
    return render(request, "rules/game.html", context)
