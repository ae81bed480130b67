"""The players of a club: the list and their pages, their data as a file, names taken away, two rows merged, and how
long names and phones are stored.
"""

import json
from collections.abc import Callable
from copy import copy
from functools import partial
from typing import Any

from django.contrib import messages
from django.contrib.auth.decorators import login_not_required
from django.http import Http404, HttpResponse
from django.shortcuts import redirect, render
from django.urls import reverse
from django.utils import timezone
from django.utils.text import slugify
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_http_methods, require_POST, require_safe

from scoring.games import GAMES
from tournaments.codes import code_to_open
from tournaments.exports.person import everything_about
from tournaments.forms.club import MergeForm, NamesForm, PlayerForm, RetentionForm
from tournaments.models import Event, Player
from tournaments.permissions import Right, club_to_direct, player_to_edit, rights_in, sees_skill
from tournaments.selectors.club.clubs import players_of
from tournaments.selectors.club.clubs import roster as club_roster
from tournaments.selectors.club.people import absent_for, may_be, merge_preview, person_page
from tournaments.selectors.club.players import games_sat_at, player_overview, player_page
from tournaments.selectors.head_to_head import rivals
from tournaments.selectors.prizes import titles_of
from tournaments.selectors.ratings.page import are_shown, best_of, own_rating
from tournaments.selectors.season.standing import seasons_of
from tournaments.selectors.stage.teams import event_of_side
from tournaments.selectors.statistics.pages import game_of_player
from tournaments.selectors.win_probability import accounts_of
from tournaments.services.club.clubs import add_players, archive_player
from tournaments.services.club.clubs import edit_player as save_player
from tournaments.services.club.people import anonymise, delete_player, give_name_back, set_retention
from tournaments.services.club.people import merge as merge_players
from tournaments.services.club.people import part as part_players
from tournaments.services.refusals import Missing, Refused
from tournaments.views.integrations import claimed_context
from tournaments.views.requests import Request, SignedInRequest, actor_of, shared_page, visited
from tournaments.words import club
from tournaments.words.charts.race import form_picture
from tournaments.words.done import SAVED, player_archived, player_back, players_added
from tournaments.words.refusals import refusal_text
from tournaments.words.report.cards import player_text
from tournaments.words.season import own_season_text
from tournaments.words.statistics.announcements import pyramid_rows
from tournaments.words.statistics.compared import balance, history_picture, standing_text
from tournaments.words.statistics.pages import headline_facts, headline_records, shown_record
from tournaments.words.win_probability import shown_skill

RIVALS_SHOWN = 5


@login_not_required
@require_safe
@visited("player")
def player(request: Request, pk: int) -> HttpResponse:
    """The overview, or by ?tab=tables all tables. Of a team: the event in which it plays."""
    try:
        if request.GET.get("tab") == "tables" or "page" in request.GET:
            return _tables(request, pk)
        return _overview(request, pk)
    except Player.DoesNotExist as error:
        try:
            return redirect("event", event_of_side(pk).pk)
        except Event.DoesNotExist:
            raise Http404 from error
    except KeyError as error:
        raise Http404 from error


def _overview(request: Request, pk: int) -> HttpResponse:
    stricter, rights = request.seen.stricter, request.seen.rights
    page = player_overview(pk, request.GET.get("game", ""), stricter=stricter)
    player, game = page.player, page.game
    shown = are_shown(player.club, inside=request.seen.inside)
    rating = own_rating(player, game, stricter=stricter) if shown else None
    met = None if player.anonymised_at else rivals(player, game)
    counted = game_of_player(player, game, wanted=headline_records(game), stricter=stricter) if game else None
    skill = shown_skill(accounts_of(player)) if sees_skill(request.user, player, rights) else []
    context = {
        "page": page,
        "games": page.games,
        "game": game,
        "tab": "overview",
        "rating": rating,
        "standing": standing_text(rating) if rating else "",
        "history": history_picture(rating) if rating else None,
        "best": best_of(rating) if rating else None,
        "facts": headline_facts(game, page.line, counted),
        "pyramid": pyramid_rows(counted.counts, game) if counted else [],
        "rarest": [shown_record(record) for record in counted.best] if counted else [],
        "form": form_picture(page.tables),
        "seasons": [(own, own_season_text(own)) for own in seasons_of(player, insider=request.seen.inside)],
        "titles": titles_of(player, stricter=stricter),
        "rivals": met,
        "lines": [(other, balance(other.met)) for other in met.others[:RIVALS_SHOWN]] if met else [],
        "skill": [own for own in skill if own.game == game or not game],
        "shared": shared_page(request, player.club, title=player.full_name, text=player_text(player.club)),
    }
    return render(request, "club/player.html", context | _context(request, player, page.tonight))


def _tables(request: Request, pk: int) -> HttpResponse:
    stricter, game = request.seen.stricter, request.GET.get("game", "")
    page = player_page(pk, game=GAMES[game].key if game else "", page=request.GET.get("page", ""), stricter=stricter)
    player = page.player
    context = {
        "page": page,
        "games": games_sat_at(player, stricter=stricter),
        "game": game,
        "tab": "tables",
        "form": form_picture(page.tables) if page.page.number == 1 else None,
        "elsewhere": claimed_context(player) if request.seen.inside else [],
    }
    return render(request, "club/player_tables.html", context | _context(request, player, page.tonight))


def _context(request: Request, player: Player, tonight: Event | None) -> dict[str, Any]:
    return {
        "player": player,
        "club": player.club,
        "rights": request.seen.rights,
        "live_event": tonight,
        "revision": tonight.revision if tonight else 0,
    }


@require_http_methods(["GET", "HEAD", "POST"])
def roster(request: SignedInRequest, slug: str) -> HttpResponse:
    club = club_to_direct(request.user, slug)
    form = NamesForm(request.POST if request.method == "POST" else None)
    if form.is_bound and form.is_valid():
        add_players(club=club, names=form.cleaned_data["names"], actor=actor_of(request))
        messages.success(request, players_added(len(players_of(club))))
        return redirect("roster", club.slug)
    players = club_roster(club)
    context = {
        "club": club,
        "players": [player for player in players if not player.archived_at],
        "archived": [player for player in players if player.archived_at and not player.anonymised_at],
        "anonymous": [player for player in players if player.anonymised_at],
        "form": form,
        "rights": rights_in(request.user, club),
    }
    return render(request, "club/roster.html", context)


@require_http_methods(["GET", "HEAD", "POST"])
def edit_player(request: SignedInRequest, pk: int) -> HttpResponse:
    """``?back=``: the page from which one came, where that is not the list."""
    player = player_to_edit(request.user, pk)
    club = player.club
    if player.anonymised_at or player.one != player:
        return redirect("player-data", player.pk)
    form = PlayerForm(request.POST if request.method == "POST" else None, instance=copy(player))
    back = reverse("roster", args=[club.slug], fragment=f"player-{player.pk}")
    if (page := request.GET.get("back")) in ("player", "player-data"):
        back = reverse(page, args=[player.pk])
    if form.is_bound and form.is_valid():
        try:
            save_player(player=player, **form.cleaned_data, actor=actor_of(request))
        except Refused as refused:
            messages.error(request, refusal_text(refused))
            return redirect("player-data", player.pk)
        messages.success(request, SAVED)
        return redirect(back)
    categories = reverse("player-categories", args=[player.pk], query=request.GET)
    context = {"form": form, "player": player, "club": club, "back": back, "categories": categories}
    return render(request, "club/edit_player.html", context)


@require_POST
def archive(request: SignedInRequest, pk: int) -> HttpResponse:
    """Archives a player or brings them back; the button says which, so that a second click changes nothing."""
    player = player_to_edit(request.user, pk)
    archived = "back" not in request.POST
    try:
        archive_player(player=player, archived=archived, actor=actor_of(request))
    except Refused as refused:
        messages.error(request, refusal_text(refused))
    else:
        messages.success(request, player_archived(player.name) if archived else player_back(player.name))
    return redirect("roster", player.club.slug)


@require_safe
@never_cache
def data(request: SignedInRequest, pk: int) -> HttpResponse:
    player = player_to_edit(request.user, pk)
    if player.one != player:
        return redirect("player-data", player.one.pk)
    context = {
        "player": player,
        "club": player.club,
        "rights": rights_in(request.user, player.club),
        "tab": "data",
        "page": person_page(player),
    }
    return render(request, "club/data.html", context)


@require_safe
@never_cache
def file(request: SignedInRequest, pk: int) -> HttpResponse:
    return _file(player_to_edit(request.user, pk).one)


@login_not_required
@require_safe
@never_cache
def own_file(request: Request, code: str) -> HttpResponse:
    """By the player's own permanent code."""
    player = code_to_open(code).player
    if player is None:
        raise Http404
    return _file(player)


def _file(player: Player) -> HttpResponse:
    text = json.dumps(everything_about(player, now=timezone.now()), ensure_ascii=False, indent=2)
    name = slugify(player.name) or f"player-{player.pk}"
    disposition = f'attachment; filename="capstone-{name}.json"'
    return HttpResponse(text, content_type="application/json", headers={"Content-Disposition": disposition})


@require_POST
def make_anonymous(request: SignedInRequest, pk: int) -> HttpResponse:
    player = player_to_edit(request.user, pk)
    act = partial(anonymise, player=player, actor=actor_of(request), now=timezone.now())
    return attempt(request, act, club.ANONYMISED, player)


@require_POST
def name_again(request: SignedInRequest, pk: int) -> HttpResponse:
    player = player_to_edit(request.user, pk)
    return attempt(request, partial(give_name_back, player=player, actor=actor_of(request)), club.NAMED_AGAIN, player)


@require_POST
def delete(request: SignedInRequest, pk: int) -> HttpResponse:
    player = player_to_edit(request.user, pk)
    act = partial(delete_player, player=player, actor=actor_of(request))
    return attempt(request, act, club.DELETED, player, then=("roster", player.club.slug))


def attempt(
    request: SignedInRequest,
    act: Callable[[], object],
    message: object,
    player: Player,
    *,
    then: tuple[str, object] | None = None,
) -> HttpResponse:
    """Back to the page of the player, or where it went well and the player is gone, elsewhere. What a second tap asks
    for has been done.
    """
    try:
        act()
    except Refused as refused:
        messages.error(request, refusal_text(refused))
        return redirect("player-data", player.pk)
    except Missing:
        return redirect("player-data", player.pk)
    messages.success(request, str(message))
    name, argument = then or ("player-data", player.pk)
    return redirect(name, argument)


@require_http_methods(["GET", "HEAD", "POST"])
@never_cache
def merge(request: SignedInRequest, pk: int) -> HttpResponse:
    """?gone= shows what would move; only a POST moves it."""
    into = player_to_edit(request.user, pk)
    if into.one != into:
        return redirect("player-merge", into.one.pk)
    query = request.POST if request.method == "POST" else request.GET
    form = MergeForm(query if "gone" in query else None, players=may_be(into))
    if not form.is_valid():
        return render(request, "club/merge.html", {"form": form, "player": into, "club": into.club})
    other = form.cleaned_data["gone"]
    if request.method == "POST":
        act = partial(merge_players, into=into, gone=other, actor=actor_of(request))
        return attempt(request, act, club.merged(other.name, into.name), into)
    preview = merge_preview(into, other)
    context = {
        "form": form,
        "player": into,
        "club": into.club,
        "preview": preview,
        "against": club.against(preview),
    }
    return render(request, "club/merge.html", context)


@require_POST
def part(request: SignedInRequest, pk: int) -> HttpResponse:
    """`pk`: of the row that is gone."""
    gone = player_to_edit(request.user, pk)
    return attempt(request, partial(part_players, gone=gone, actor=actor_of(request)), club.PARTED, gone)


@require_http_methods(["GET", "HEAD", "POST"])
def retention(request: SignedInRequest, slug: str) -> HttpResponse:
    """The button says whether it is looked at or saved: nobody's name goes unseen."""
    club = club_to_direct(request.user, slug, right=Right.OWN)
    form = RetentionForm(request.POST if request.method == "POST" else None, instance=copy(club))
    valid = form.is_bound and form.is_valid()
    if valid and "save" in request.POST:
        set_retention(club=club, **form.cleaned_data, actor=actor_of(request))
        messages.success(request, SAVED)
        return redirect("retention", club.slug)
    years = form.cleaned_data.get("names_for_years") if valid else club.names_for_years
    context = {
        "club": club,
        "form": form,
        "years": years,
        "looks": valid,
        "absent": absent_for(club, years=years, now=timezone.now()) if years else [],
    }
    return render(request, "club/retention.html", context)


@login_not_required
@require_safe
def privacy(request: Request) -> HttpResponse:
    return render(request, "club/privacy.html")
