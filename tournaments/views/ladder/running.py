"""What those who run a club do with its ladders."""

from typing import Any

from django.contrib import messages
from django.http import HttpResponse
from django.shortcuts import redirect, render
from django.utils import timezone
from django.views.decorators.http import require_http_methods, require_POST

from tournaments.formats.ladders.reach import LadderRules
from tournaments.forms.ladder.ladders import ChallengeForm, LadderForm, OutcomeForm, PlaceForm
from tournaments.permissions import club_to_direct
from tournaments.selectors.ladder.page import in_order, ladder_page
from tournaments.services.ladder.ladders import (
    challenge,
    decide_challenge,
    edit_ladder,
    leave_ladder,
    put_on_ladder,
    set_up_ladder,
    withdraw_challenge,
)
from tournaments.services.refusals import Refused
from tournaments.views.ladder.pages import ladder_or_404, player_or_404
from tournaments.views.requests import SignedInRequest, actor_of
from tournaments.words import done
from tournaments.words.refusals import refusal_text

WON = {"won": True, "held": False, "as-played": None}


@require_http_methods(["GET", "HEAD", "POST"])
def new(request: SignedInRequest, slug: str) -> HttpResponse:
    club = club_to_direct(request.user, slug)
    form = LadderForm(request.POST if request.method == "POST" else None, club=club)
    if form.is_bound and form.is_valid():
        data = form.cleaned_data
        rules = LadderRules(reach=data["reach"], days=data["days"], takes=data["takes"])
        players = in_order(club, map(int, data["players"]), game=data["game"], by_rating=data["ordered"] == "rating")
        given = {"club": club, "name": data["name"], "game": data["game"], "rules": rules, "players": players}
        made = set_up_ladder(**given, now=timezone.now(), actor=actor_of(request))
        return redirect("ladder", slug, made.pk)
    return render(request, "ladder/form.html", {"club": club, "form": form})


@require_http_methods(["GET", "HEAD", "POST"])
def edit(request: SignedInRequest, slug: str, number: int) -> HttpResponse:
    club = club_to_direct(request.user, slug)
    found = ladder_or_404(slug, number)
    form = LadderForm(request.POST if request.method == "POST" else None, club=club, ladder=found)
    if form.is_bound and form.is_valid():
        edit_ladder(pk=number, **form.cleaned_data, now=timezone.now(), actor=actor_of(request))
        messages.success(request, done.SAVED)
        return redirect("ladder", slug, number)
    return render(request, "ladder/form.html", {"club": club, "ladder": found, "form": form})


@require_POST
def challenge_for(request: SignedInRequest, slug: str, number: int) -> HttpResponse:
    club_to_direct(request.user, slug)
    found = ladder_or_404(slug, number)
    page = ladder_page(found, today=timezone.localdate())
    form = ChallengeForm(request.POST, players=[rung.player for rung in page.rungs])
    if form.is_valid():
        people = {name: player_or_404(found, pk) for name, pk in form.cleaned_data.items()}
        _try(request, "challenge", challenge, pk=number, **people, today=timezone.localdate())
    else:
        messages.error(request, done.CHOOSE_TWO)
    return redirect("ladder", slug, number)


@require_POST
def outcome(request: SignedInRequest, slug: str, number: int) -> HttpResponse:
    """Of a challenge: withdrawn, decided, or as it is played after all."""
    club_to_direct(request.user, slug)
    ladder_or_404(slug, number)
    form = OutcomeForm(request.POST)
    if not form.is_valid():
        messages.error(request, done.CHOOSE_TWO)
    elif form.cleaned_data["how"] == "withdraw":
        _try(request, "withdraw", withdraw_challenge, pk=number, challenge_id=form.cleaned_data["which"])
    else:
        given: dict[str, Any] = {"challenge_id": form.cleaned_data["which"], "won": WON[form.cleaned_data["how"]]}
        _try(request, "decide", decide_challenge, pk=number, **given)
    return redirect("ladder", slug, number)


@require_POST
def place(request: SignedInRequest, slug: str, number: int) -> HttpResponse:
    """Or take somebody off it."""
    club = club_to_direct(request.user, slug)
    ladder_or_404(slug, number)
    form = PlaceForm(request.POST, club=club)
    if not form.is_valid():
        messages.error(request, done.CHOOSE_A_PLAYER)
        return redirect("ladder", slug, number)
    player = form.known[form.cleaned_data["player"]]
    if "leave" in request.POST:
        _try(request, "leave", leave_ladder, pk=number, player=player)
    else:
        _try(request, "place", put_on_ladder, pk=number, player=player, place=form.cleaned_data["place"])
    return redirect("ladder", slug, number)


def _try(request: SignedInRequest, act: str, do: Any, **given: Any) -> None:
    try:
        do(**given, now=timezone.now(), actor=actor_of(request))
    except Refused as refused:
        messages.error(request, refusal_text(refused))
    else:
        messages.success(request, done.ON_LADDER[act])
