"""A ladder, for everybody who sees its club, for who stands on it, and for those who run the club."""

from typing import Any

from django.contrib import messages
from django.contrib.auth.decorators import login_not_required
from django.http import Http404, HttpResponse
from django.shortcuts import redirect, render
from django.utils import timezone
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_http_methods, require_POST, require_safe

from tournaments.audit import SYSTEM, Actor
from tournaments.codes import player_to_enter
from tournaments.formats.ladders import LadderRules
from tournaments.forms.league import ChallengeForm, LadderForm, OutcomeForm, OwnActForm, PlaceForm
from tournaments.models import Ladder, Player
from tournaments.permissions import Right, club_to_direct
from tournaments.selectors.club.people import player_of
from tournaments.selectors.ladder import LadderPage, in_order, ladder_page, player_on, read_ladder
from tournaments.services.ladder import (
    challenge,
    decide_challenge,
    edit_ladder,
    leave_ladder,
    put_on_ladder,
    set_up_ladder,
    withdraw_challenge,
)
from tournaments.services.refusals import Refused
from tournaments.views.requests import Request, SignedInRequest, actor_of, visited
from tournaments.words import done
from tournaments.words.calendar import NO_PLAYER
from tournaments.words.league import challenge_text, ladder_headline, ladder_picture, ladder_words, move_text
from tournaments.words.refusals import refusal_text


@login_not_required
@require_safe
@visited("club")
def ladder(request: Request, slug: str, number: int) -> HttpResponse:
    ladder_row, rights = ladder_or_404(slug, number), request.seen.rights
    own = player_of(request.user, ladder_row.club) if request.user.is_authenticated and rights else None
    page = ladder_page(ladder_row, today=timezone.localdate(), own=own)
    context = _context(page) | {"rights": rights, "runs": Right.RUN in rights}
    if Right.RUN in rights:
        players = [place.player for place in page.places]
        context |= {"challenging": ChallengeForm(players=players), "placing": PlaceForm(club=ladder_row.club)}
    return render(request, "ladder/ladder.html", context)


@require_POST
def own(request: SignedInRequest, slug: str, number: int) -> HttpResponse:
    """Of a member, who is somebody of the list."""
    club = club_to_direct(request.user, slug, right=Right.BELONG)
    ladder_row, player = ladder_or_404(slug, number), player_of(request.user, club)
    if player is None:
        messages.error(request, NO_PLAYER)
    else:
        _act(request, ladder_row, player, actor_of(request))
    return redirect("ladder", slug, number)


@login_not_required
@require_http_methods(["GET", "HEAD", "POST"])
@never_cache
def by_code(request: Request, code: str, number: int) -> HttpResponse:
    player = player_to_enter(code)
    ladder_row = ladder_or_404(player.club.slug, number)
    if request.method == "POST":
        _act(request, ladder_row, player, SYSTEM)
        return redirect("own-ladder", code, number)
    page = ladder_page(ladder_row, today=timezone.localdate(), own=player)
    return render(request, "ladder/ladder.html", _context(page) | {"code": code})


def ladder_or_404(slug: str, number: int) -> Ladder:
    try:
        return read_ladder(slug, number)
    except Ladder.DoesNotExist as error:
        raise Http404 from error


def player_or_404(ladder: Ladder, pk: int) -> Player:
    try:
        return player_on(ladder, pk)
    except Player.DoesNotExist as error:
        raise Http404 from error


def _act(request: Request, ladder: Ladder, player: Player, actor: Actor) -> None:
    form = OwnActForm(request.POST)
    if not form.is_valid():
        raise Http404
    try:
        _do(ladder, player, form.cleaned_data["act"], form.cleaned_data["which"], actor)
    except Refused as refused:
        messages.error(request, refusal_text(refused))
    else:
        messages.success(request, done.ON_LADDER[form.cleaned_data["act"]])


def _do(ladder: Ladder, player: Player, act: str, target_id: int | None, actor: Actor) -> None:
    arguments: dict[str, Any] = {"pk": ladder.pk, "now": timezone.now(), "actor": actor}
    if act == "join":
        put_on_ladder(**arguments, player=player, place=None)
    elif act == "leave":
        leave_ladder(**arguments, player=player)
    elif act == "withdraw":
        withdraw_challenge(**arguments, challenge_id=target_id or 0, challenger=player)
    else:
        other = player_or_404(ladder, target_id or 0)
        challenge(**arguments, challenger=player, challenged=other, today=timezone.localdate())


def _context(page: LadderPage) -> dict[str, Any]:
    return {
        "ladder": page.ladder,
        "club": page.ladder.club,
        "page": page,
        "says": ladder_headline(page),
        "rules": ladder_words(page.ladder_rules),
        "places": [(place, challenge_text(place)) for place in page.places],
        "moves": [(move, move_text(move)) for move in page.moves],
        "picture": ladder_picture(page),
    }


WON = {"won": True, "held": False, "as-played": None}


@require_http_methods(["GET", "HEAD", "POST"])
def new(request: SignedInRequest, slug: str) -> HttpResponse:
    club = club_to_direct(request.user, slug)
    form = LadderForm(request.POST if request.method == "POST" else None, club=club)
    if form.is_bound and form.is_valid():
        data = form.cleaned_data
        rules = LadderRules(reach=data["reach"], days=data["days"], takes=data["takes"])
        players = in_order(club, map(int, data["players"]), game=data["game"], by_rating=data["ordered"] == "rating")
        arguments = {"club": club, "name": data["name"], "game": data["game"], "rules": rules, "players": players}
        new_ladder = set_up_ladder(**arguments, now=timezone.now(), actor=actor_of(request))
        return redirect("ladder", slug, new_ladder.pk)
    return render(request, "ladder/form.html", {"club": club, "form": form})


@require_http_methods(["GET", "HEAD", "POST"])
def edit(request: SignedInRequest, slug: str, number: int) -> HttpResponse:
    club = club_to_direct(request.user, slug)
    ladder_row = ladder_or_404(slug, number)
    form = LadderForm(request.POST if request.method == "POST" else None, club=club, ladder=ladder_row)
    if form.is_bound and form.is_valid():
        edit_ladder(pk=number, **form.cleaned_data, now=timezone.now(), actor=actor_of(request))
        messages.success(request, done.SAVED)
        return redirect("ladder", slug, number)
    return render(request, "ladder/form.html", {"club": club, "ladder": ladder_row, "form": form})


@require_POST
def challenge_for(request: SignedInRequest, slug: str, number: int) -> HttpResponse:
    club_to_direct(request.user, slug)
    ladder_row = ladder_or_404(slug, number)
    page = ladder_page(ladder_row, today=timezone.localdate())
    form = ChallengeForm(request.POST, players=[place.player for place in page.places])
    if form.is_valid():
        people = {name: player_or_404(ladder_row, pk) for name, pk in form.cleaned_data.items()}
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
        arguments: dict[str, Any] = {"challenge_id": form.cleaned_data["which"], "won": WON[form.cleaned_data["how"]]}
        _try(request, "decide", decide_challenge, pk=number, **arguments)
    return redirect("ladder", slug, number)


@require_POST
def place(request: SignedInRequest, slug: str, number: int) -> HttpResponse:
    """Puts somebody at a place of the ladder, or takes them off it."""
    club = club_to_direct(request.user, slug)
    ladder_or_404(slug, number)
    form = PlaceForm(request.POST, club=club)
    if not form.is_valid():
        messages.error(request, done.CHOOSE_A_PLAYER)
        return redirect("ladder", slug, number)
    player = form.roster[form.cleaned_data["player"]]
    if "leave" in request.POST:
        _try(request, "leave", leave_ladder, pk=number, player=player)
    else:
        _try(request, "place", put_on_ladder, pk=number, player=player, place=form.cleaned_data["place"])
    return redirect("ladder", slug, number)


def _try(request: SignedInRequest, act: str, do: Any, **arguments: Any) -> None:
    try:
        do(**arguments, now=timezone.now(), actor=actor_of(request))
    except Refused as refused:
        messages.error(request, refusal_text(refused))
    else:
        messages.success(request, done.ON_LADDER[act])
