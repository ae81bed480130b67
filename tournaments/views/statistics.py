from django.contrib.auth.decorators import login_not_required
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import render
from django.views.decorators.http import require_safe

from tournaments.models import Club, Event, Player
from tournaments.selectors.night.standings import read_event
from tournaments.selectors.statistics.counting import achieved
from tournaments.selectors.statistics.pages import club_statistics, event_statistics, player_statistics
from tournaments.views.requests import Request
from tournaments.views.shared import event_context
from tournaments.views.visibility import visited
from tournaments.words.statistics.games import words_of
from tournaments.words.statistics.records import event_feats, shown_record, wanted_records


@login_not_required
@require_safe
@visited("club")
def club(request: Request, slug: str, game: str = "") -> HttpResponse:
    try:
        page = club_statistics(slug, game, wanted=wanted_records(), stricter=request.seen.stricter)
    except (Club.DoesNotExist, KeyError) as error:
        raise Http404 from error
    context = {"club": page.club, "page": page, "records": [shown_record(record) for record in page.records]}
    if page.game:
        words = words_of(page.game)
        context |= {"figures": words.figures(page.everybody, None), "players": words.players(page.players)}
    return render(request, "statistics/club.html", context)


@login_not_required
@require_safe
@visited("player")
def player(request: Request, pk: int) -> HttpResponse:
    try:
        page = player_statistics(pk, wanted=wanted_records(), stricter=request.seen.stricter)
    except Player.DoesNotExist as error:
        raise Http404 from error
    games = [(game, words_of(game.game).figures(game.counts, game.everybody)) for game in page.games]
    shown = [(record.game, figures, [shown_record(best) for best in record.best]) for record, figures in games]
    context = {"player": page.player, "club": page.player.club, "games": shown}
    if shown:
        games_played = [game.game for game in page.games]
        context["achieved"] = achieved(page.player, games=games_played, stricter=request.seen.stricter)
    return render(request, "statistics/player.html", context)


@login_not_required
@require_safe
@visited("event")
def event(request: Request, pk: int) -> HttpResponse:
    try:
        shown = read_event(pk)
    except Event.DoesNotExist as error:
        raise Http404 from error
    page = event_statistics(shown)
    context = event_context(request, shown) | {"page": page}
    if page.everybody:
        words = words_of(shown.game)
        context |= {
            "figures": words.figures(page.everybody, None),
            "players": words.players(page.players),
            "records": event_feats(page),
        }
    return render(request, "statistics/event.html", context)


@login_not_required
@require_safe
def definitions(request: HttpRequest) -> HttpResponse:
    """How the figures are made, a section a subject."""
    return render(request, "statistics/definitions.html")
