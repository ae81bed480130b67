from collections.abc import Iterable
from typing import Any

from django.contrib.auth.decorators import login_not_required
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import render
from django.views.decorators.http import require_safe

from scoring.statistics import Counts
from tournaments.models import Club, Event, Player
from tournaments.permissions import sees_skill
from tournaments.selectors.night.standings import read_event
from tournaments.selectors.statistics.counting import achieved
from tournaments.selectors.statistics.pages import PlayerCounts, club_statistics, event_statistics, player_statistics
from tournaments.selectors.win_probability import accounts_of
from tournaments.views.requests import Request
from tournaments.views.shared import event_context
from tournaments.views.visibility import visited
from tournaments.words.statistics.games import tables_of, words_of
from tournaments.words.statistics.records import event_feats, shown_record, wanted_records
from tournaments.words.win_probability import shown_skill


@login_not_required
@require_safe
@visited("club")
def club(request: Request, slug: str, game: str = "") -> HttpResponse:
    """Pictures and records, or by ?table= one of the tables."""
    table = request.GET.get("table", "")
    try:
        wanted = {} if table else wanted_records()
        page = club_statistics(slug, game, wanted=wanted, stricter=request.seen.stricter)
    except (Club.DoesNotExist, KeyError) as error:
        raise Http404 from error
    context = {"club": page.club, "games": page.games, "records": [shown_record(record) for record in page.records]}
    if page.game:
        context |= shown_figures(page.game, page.everybody, page.players, table=table)
    return render(request, "statistics/club.html", context)


def shown_figures(game: str, everybody: Counts, players: Iterable[PlayerCounts], *, table: str) -> dict[str, Any]:
    """What templates/statistics/_everybody.html shows. Raises Http404 where there is no such table."""
    words = words_of(game)
    figures, links = words.figures(everybody, None), tables_of(game)
    if table not in [link.key for link in links]:
        raise Http404
    return {"game": game, "figures": figures, "players": words.players(players), "links": links, "table": table}


@login_not_required
@require_safe
@visited("player")
def player(request: Request, pk: int) -> HttpResponse:
    stricter, rights = request.seen.stricter, request.seen.rights
    try:
        page = player_statistics(pk, request.GET.get("game", ""), wanted=wanted_records(), stricter=stricter)
    except (Player.DoesNotExist, KeyError) as error:
        raise Http404 from error
    player, game, counted = page.player, page.game, page.of_game
    context: dict[str, Any] = {
        "player": player,
        "club": player.club,
        "rights": rights,
        "tab": "skill",
        "game": game,
        "games": page.games,
    }
    if counted:
        skill = shown_skill(accounts_of(player)) if sees_skill(request.user, player, rights) else []
        context |= {
            "figures": words_of(game).figures(counted.counts, counted.everybody),
            "records": [shown_record(record) for record in counted.best],
            "achieved": achieved(player, games=[game], stricter=stricter),
            "skill": [own for own in skill if own.game == game],
        }
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
        context |= shown_figures(shown.game, page.everybody, page.players, table=request.GET.get("table", ""))
        context["records"] = event_feats(page)
    return render(request, "statistics/event.html", context)


@login_not_required
@require_safe
def definitions(request: HttpRequest) -> HttpResponse:
    """How the figures are made, a section a subject."""
    return render(request, "statistics/definitions.html")
