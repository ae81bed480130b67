from copy import copy

from django.contrib import messages
from django.contrib.auth.decorators import login_not_required
from django.http import Http404, HttpResponse
from django.shortcuts import redirect, render
from django.views.decorators.http import require_http_methods, require_POST, require_safe

from tournaments.forms.club.names import NamesForm
from tournaments.forms.club.players import PlayerForm
from tournaments.models import Player
from tournaments.permissions import club_to_direct, player_to_edit, sees_skill
from tournaments.selectors.bend.skill import accounts_of
from tournaments.selectors.club.clubs import players_of
from tournaments.selectors.club.clubs import roster as club_roster
from tournaments.selectors.club.players import favourite, player_page
from tournaments.selectors.meetings.rivals import rivals
from tournaments.selectors.ratings.own import best_of, own_rating
from tournaments.selectors.ratings.page import are_shown
from tournaments.services.club.clubs import add_players, archive_player
from tournaments.services.club.clubs import edit_player as save_player
from tournaments.services.refusals import Refused
from tournaments.views.connections.passports import claimed_context
from tournaments.views.requests import Request, SignedInRequest, actor_of
from tournaments.views.shared import shared_page
from tournaments.views.visits import visited
from tournaments.words.bend.skill import shown_skill
from tournaments.words.club.ratings import history_picture, standing_text
from tournaments.words.done import SAVED, player_archived, player_back, players_added
from tournaments.words.meetings.meetings import balance
from tournaments.words.pictures.form import form_picture
from tournaments.words.refusals import refusal_text
from tournaments.words.report.cards import player_text

RIVALS_SHOWN = 6


@login_not_required
@require_safe
@visited("player")
def player(request: Request, pk: int) -> HttpResponse:
    try:
        page = player_page(pk, page=request.GET.get("page", ""), stricter=request.seen.stricter)
    except Player.DoesNotExist as error:
        raise Http404 from error
    club, rights = page.player.club, request.seen.rights
    shown = are_shown(club, inside=request.seen.inside)
    rating = own_rating(page.player, stricter=request.seen.stricter) if shown else None
    met = rivals(page.player)
    context = {
        "page": page,
        "elsewhere": claimed_context(page.player) if request.seen.inside else [],
        "form": form_picture(page.tables) if page.page.number == 1 else None,
        "rating": rating,
        "standing": standing_text(rating) if rating else "",
        "history": history_picture(rating) if rating else None,
        "best": best_of(rating) if rating else None,
        "favourite": favourite(page.games),
        "rivals": met,
        "lines": [(each, balance(each.met)) for each in met.others[:RIVALS_SHOWN]] if met else [],
        "skill": shown_skill(accounts_of(page.player)) if sees_skill(request.user, page.player, rights) else [],
        "player": page.player,
        "shared": shared_page(request, club, title=page.player.full_name, text=player_text(club)),
        "club": club,
        "rights": rights,
        "live_event": page.tonight,
        "revision": page.tonight.revision if page.tonight else 0,
    }
    return render(request, "club/player.html", context)


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
    }
    return render(request, "club/roster.html", context)


@require_http_methods(["GET", "HEAD", "POST"])
def edit_player(request: SignedInRequest, pk: int) -> HttpResponse:
    known = player_to_edit(request.user, pk)
    club = known.club
    if known.anonymised_at or known.one != known:
        return redirect("player-data", known.pk)
    form = PlayerForm(request.POST if request.method == "POST" else None, instance=copy(known))
    if form.is_bound and form.is_valid():
        try:
            save_player(player=known, **form.cleaned_data, actor=actor_of(request))
        except Refused as refused:
            messages.error(request, refusal_text(refused))
            return redirect("player-data", known.pk)
        messages.success(request, SAVED)
        return redirect("roster", club.slug)
    return render(request, "club/edit_player.html", {"form": form, "player": known, "club": club})


@require_POST
def archive(request: SignedInRequest, pk: int) -> HttpResponse:
    """Or bring back who is archived; the button says which, so that a second click does not do the opposite."""
    known = player_to_edit(request.user, pk)
    archived = "back" not in request.POST
    try:
        archive_player(player=known, archived=archived, actor=actor_of(request))
    except Refused as refused:
        messages.error(request, refusal_text(refused))
    else:
        messages.success(request, player_archived(known.name) if archived else player_back(known.name))
    return redirect("roster", known.club.slug)
