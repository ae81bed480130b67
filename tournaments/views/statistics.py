"""The figures of a club, its events and its players: statistics, ratings and who of them is rated, head to head."""

from collections.abc import Iterable
from contextlib import suppress
from typing import Any

from django.contrib import messages
from django.contrib.auth.decorators import login_not_required
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.views.decorators.http import require_http_methods, require_POST, require_safe

from scoring.games import GAMES
from scoring.statistics import Counts
from tournaments.audit import SYSTEM
from tournaments.codes import player_to_enter
from tournaments.formats.ratings import SETTLED, SURE
from tournaments.forms.club import GroupForm, RatingsForm
from tournaments.limits import LARGEST_ID, LONGEST_SEARCH, MOST_COMPARED, shortened
from tournaments.models import Club, Event, EventRating, Player
from tournaments.permissions import NUMBER, Right, club_to_direct, player_to_edit, sees_skill
from tournaments.selectors.club.players import named_player
from tournaments.selectors.head_to_head import GroupPage, comparison, group_page, matrix, rivals, sought
from tournaments.selectors.night.standings import read_event
from tournaments.selectors.ratings.page import are_shown, rating_change, ratings_page
from tournaments.selectors.statistics.counting import achieved
from tournaments.selectors.statistics.pages import PlayerCounts, club_statistics, event_statistics, player_statistics
from tournaments.selectors.win_probability import accounts_of
from tournaments.services.club.clubs import set_ratings_for, set_unranked
from tournaments.views.requests import Request, SignedInRequest, actor_of, event_context, visited
from tournaments.words.done import SAVED
from tournaments.words.statistics.compared import (
    against_text,
    balance,
    course,
    forecasts_text,
    handicap_text,
    handicap_thirds,
    lead_text,
    matrix_text,
    met_text,
    said_and_done,
    sides_text,
    state_text,
)
from tournaments.words.statistics.pages import (
    achievements_linked_once,
    event_feats,
    linked_once,
    shown_record,
    tables_of,
    wanted_records,
    with_table,
    words_of,
)
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
    games, records = with_table(page.games, table), linked_once([shown_record(record) for record in page.records])
    context = {"club": page.club, "games": games, "records": records}
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
    links = [link for link in tables_of(game) if link.key != "players"] if game else []
    table = request.GET.get("table", "")
    if table not in ["", *(link.key for link in links)]:
        raise Http404
    if counted:
        skill = shown_skill(accounts_of(player)) if sees_skill(request.user, player, rights) else []
        records = linked_once([shown_record(record) for record in counted.best])
        earned = achieved(player, games=[game], stricter=stricter)
        context |= {
            "figures": words_of(game).figures(counted.counts, counted.everybody),
            "links": links,
            "table": table,
            "records": records,
            "achieved": earned,
            "held": achievements_linked_once(earned.held, records),
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


@login_not_required
@require_safe
@visited("club")
def ratings(request: Request, slug: str, game: str = "") -> HttpResponse:
    try:
        page = ratings_page(slug, game, stricter=request.seen.stricter)
    except (Club.DoesNotExist, KeyError) as error:
        raise Http404 from error
    _require_shown(request, page.club)
    context = {
        "club": page.club,
        "page": page,
        "rights": request.seen.rights,
        "rows": [(row, state_text(row)) for row in page.rows],
        "says": lead_text(page.rows),
        "foretold": forecasts_text(page.forecasts),
        "settled": {"tables": SETTLED, "band": round(2 * SURE)},
        "handicaps": [
            (text, handicap_thirds(trial))
            for trial, at_night in ((page.trial, False), (page.night_trial, True))
            if (text := handicap_text(trial, at_night=at_night))
        ],
        "bins": said_and_done(page.forecasts) if page.forecasts.is_better_than_a_coin else [],
    }
    return render(request, "ratings/club.html", context)


@login_not_required
@require_safe
@visited("event")
def rating_of_event(request: Request, pk: int, player: int) -> HttpResponse:
    if player > LARGEST_ID:
        raise Http404
    try:
        change = rating_change(player, pk)
    except EventRating.DoesNotExist as error:
        raise Http404 from error
    _require_shown(request, change.event.club)
    tables = [(table, [(other, against_text(other)) for other in table.others]) for table in change.tables]
    return render(request, "ratings/change.html", {"change": change, "club": change.event.club, "tables": tables})


def _require_shown(request: Request, club: Club) -> None:
    if not are_shown(club, inside=request.seen.inside):
        raise Http404


@require_http_methods(["GET", "HEAD", "POST"])
def ratings_settings(request: SignedInRequest, slug: str) -> HttpResponse:
    club = club_to_direct(request.user, slug, right=Right.OWN)
    form = RatingsForm(request.POST if request.method == "POST" else None, club=club)
    if form.is_bound and form.is_valid():
        set_ratings_for(club=club, **form.cleaned_data, actor=actor_of(request))
        messages.success(request, SAVED)
        return redirect("club", club.slug)
    return render(request, "ratings/settings.html", {"club": club, "form": form})


@require_POST
def leave_ratings(request: SignedInRequest, pk: int) -> HttpResponse:
    """For the player, who has asked for it; the button says which, so that a second click does not do the opposite."""
    player = player_to_edit(request.user, pk)
    set_unranked(player=player, unranked="back" not in request.POST, actor=actor_of(request))
    messages.success(request, SAVED)
    return redirect("player-data", player.pk)


@login_not_required
@require_POST
def leave_ratings_by_code(request: Request, code: str) -> HttpResponse:
    """By who holds the player's own code."""
    set_unranked(player=player_to_enter(code), unranked="back" not in request.POST, actor=SYSTEM)
    messages.success(request, SAVED)
    return redirect("code", code)


@login_not_required
@require_safe
@visited("club")
def meetings(request: Request, slug: str) -> HttpResponse:
    try:
        page = group_page(slug)
    except Club.DoesNotExist as error:
        raise Http404 from error
    chooses = "find" in request.GET or not request.GET
    form = GroupForm(request.GET, people=page.people)
    if chooses or not form.is_valid():
        return _choose(request, page, [] if chooses else form.errors.get("who", []))
    chosen: list[int] = form.cleaned_data["who"]
    if len(chosen) == 2:
        return redirect("compare", *chosen)
    return _matrix(request, page, chosen)


def _choose(request: Request, page: GroupPage, errors: object) -> HttpResponse:
    chosen = [int(pk) for pk in request.GET.getlist("who") if NUMBER.fullmatch(pk)]
    text = shortened(request.GET.get("q", ""), LONGEST_SEARCH)
    context = {
        "club": page.club,
        "people": sought(page.people, text, chosen=chosen),
        "chosen": chosen,
        "text": text,
        "errors": errors,
        "most": MOST_COMPARED,
        "player": _only_one(page.club, chosen),
        "rights": request.seen.rights,
        "tab": "compare",
    }
    return render(request, "head_to_head/choose.html", context)


def _only_one(club: Club, chosen: list[int]) -> Player | None:
    """Whose page this is a tab of."""
    with suppress(Player.DoesNotExist):
        player = named_player(chosen[0]) if len(chosen) == 1 else None
        return player if player and player.club == club else None
    return None


def _matrix(request: Request, page: GroupPage, chosen: list[int]) -> HttpResponse:
    players = [person for person in page.people if person.id in chosen]
    try:
        matrix_page = matrix(page.club, players, request.GET.get("game", ""))
    except KeyError as error:
        raise Http404 from error
    context = {"club": page.club, "matrix": matrix_page, "says": matrix_text(matrix_page)}
    return render(request, "head_to_head/matrix.html", context)


@login_not_required
@require_safe
@visited("player")
def compare(request: Request, pk: int, other: int) -> HttpResponse:
    try:
        page = comparison(pk, other, request.GET.get("game", ""), stricter=request.seen.stricter)
    except (Player.DoesNotExist, KeyError) as error:
        raise Http404 from error
    one, another = page.one.short_name, page.other.short_name
    context = {
        "club": page.club,
        "found": page,
        "games": [
            (game, met, met_text(one, another, met), sides_text(one, another, met), balance(met))
            for game, met in page.games.items()
        ],
        "course": course(page.evenings, name=one, other=another, colour=page.one.colour),
    }
    return render(request, "head_to_head/compare.html", context)


@login_not_required
@require_safe
@visited("player")
def player_rivals(request: Request, pk: int) -> HttpResponse:
    try:
        player, game = named_player(pk), request.GET.get("game", "")
        page = rivals(player, GAMES[game].key if game else "")
    except (Player.DoesNotExist, KeyError) as error:
        raise Http404 from error
    context = {
        "club": player.club,
        "player": player,
        "rights": request.seen.rights,
        "tab": "rivals",
        "game": page.game if page else game,
        "games": page.games if page else [],
        "found": page,
        "lines": [(other, balance(other.met)) for other in page.others] if page else [],
    }
    return render(request, "head_to_head/rivals.html", context)
