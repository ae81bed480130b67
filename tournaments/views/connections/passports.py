"""Passports: a player's history for another club, and what those of other clubs say."""

from typing import Any

from django.contrib import messages
from django.contrib.auth.decorators import login_not_required
from django.http import Http404, HttpResponse, JsonResponse
from django.shortcuts import redirect, render
from django.utils import timezone
from django.utils.text import slugify
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_http_methods, require_POST, require_safe

from tournaments.codes import code_to_open
from tournaments.exports.passport import passport_of
from tournaments.forms.connections.passports import PassportForm
from tournaments.imports.passports import Passport, own_fingerprints
from tournaments.models import Player
from tournaments.permissions import player_to_edit
from tournaments.selectors.connections.passports import claimed_of
from tournaments.services.connections.passports import claim_history, take_history_away
from tournaments.services.refusals import Refused
from tournaments.views.requests import Request, SignedInRequest, actor_of
from tournaments.words import done
from tournaments.words.connections.passports import claimed_game, grouped_fingerprint
from tournaments.words.refusals import refusal_text


@require_safe
@never_cache
def made(request: SignedInRequest, pk: int) -> HttpResponse:
    return _file(player_to_edit(request.user, pk).one)


@login_not_required
@require_safe
@never_cache
def own(request: Request, code: str) -> HttpResponse:
    """By the player's own permanent code."""
    player = code_to_open(code).player
    if player is None:
        raise Http404
    return _file(player)


@require_http_methods(["GET", "HEAD", "POST"])
@never_cache
def passports(request: SignedInRequest, pk: int) -> HttpResponse:
    """Shows first what a file says, and takes it in when that was looked at."""
    player = player_to_edit(request.user, pk).one
    if player.anonymised_at:
        raise Http404
    form = PassportForm(request.POST or None, request.FILES or None)
    if form.is_valid() and form.passport and request.POST.get("seen"):
        try:
            _take_in(request, player, form.passport)
        except Refused as refused:
            form.add_error(None, refusal_text(refused))
        else:
            messages.success(request, done.TAKEN_IN)
            return redirect("passports", player.pk)
    return render(request, "connections/passports.html", _context(player, form))


@require_POST
def away(request: SignedInRequest, pk: int, claimed: int) -> HttpResponse:
    player = player_to_edit(request.user, pk).one
    take_history_away(player=player, claimed_id=claimed, actor=actor_of(request))
    messages.success(request, done.TAKEN_AWAY)
    return redirect("passports", player.pk)


@login_not_required
@require_safe
def issuer(request: Request) -> HttpResponse:
    """By what passports of this installation are known."""
    known = [grouped_fingerprint(each) for each in own_fingerprints()]
    return render(request, "connections/issuer.html", {"fingerprint": known[0], "earlier": known[1:]})


@login_not_required
@require_safe
def issuer_file(request: Request) -> JsonResponse:
    return JsonResponse({"fingerprints": own_fingerprints()})


def claimed_context(player: Player) -> list[dict[str, Any]]:
    return [
        {
            "history": each,
            "issuer": grouped_fingerprint(each.issuer),
            "lines": [claimed_game(game) for game in each.games],
        }
        for each in ([] if player.anonymised_at else claimed_of(player))
    ]


def _take_in(request: SignedInRequest, player: Player, passport: Passport) -> None:
    claim_history(
        player=player,
        club=passport.club,
        issuer=passport.issuer,
        issued_at=passport.issued_at,
        games=passport.games,
        own_issuers=own_fingerprints(),
        actor=actor_of(request),
    )


def _context(player: Player, form: PassportForm) -> dict[str, Any]:
    context: dict[str, Any] = {"player": player, "club": player.club, "elsewhere": claimed_context(player)}
    if form.is_bound and form.is_valid() and form.passport:
        lines = [claimed_game(game) for game in form.passport.games]
        issuer = grouped_fingerprint(form.passport.issuer)
        context |= {"shown": form.passport, "issuer": issuer, "lines": lines, "text": form.cleaned_data["text"]}
        form = PassportForm()
    return context | {"form": form}


def _file(player: Player) -> HttpResponse:
    if player.anonymised_at:
        raise Http404
    text = passport_of(player, now=timezone.now())
    name = slugify(player.name) or f"player-{player.pk}"
    disposition = f'attachment; filename="passport-{name}.json"'
    return HttpResponse(text, content_type="application/json", headers={"Content-Disposition": disposition})
