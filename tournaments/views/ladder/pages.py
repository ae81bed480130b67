"""A ladder for everybody who sees its club, and for whoever stands on it."""

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
from tournaments.forms.ladder.ladders import ChallengeForm, OwnActForm, PlaceForm
from tournaments.models import Ladder, Player
from tournaments.permissions import Right, club_to_direct
from tournaments.selectors.club.people.memberships import player_of
from tournaments.selectors.ladder.page import LadderPage, ladder_page, player_on, read_ladder
from tournaments.services.ladder.ladders import challenge, leave_ladder, put_on_ladder, withdraw_challenge
from tournaments.services.refusals import Refused
from tournaments.views.requests import Request, SignedInRequest, actor_of
from tournaments.views.visits import visited
from tournaments.words import done
from tournaments.words.calendar.nights import NO_PLAYER
from tournaments.words.ladder.moves import challenge_text, headline, ladder_picture, move_text
from tournaments.words.ladder.reach import ladder_words
from tournaments.words.pictures.lines import PAGE
from tournaments.words.refusals import refusal_text


@login_not_required
@require_safe
@visited("club")
def ladder(request: Request, slug: str, number: int) -> HttpResponse:
    found, rights = ladder_or_404(slug, number), request.seen.rights
    own = player_of(request.user, found.club) if request.user.is_authenticated and rights else None
    page = ladder_page(found, today=timezone.localdate(), own=own)
    context = _context(page) | {"rights": rights, "runs": Right.RUN in rights}
    if Right.RUN in rights:
        players = [rung.player for rung in page.rungs]
        context |= {"challenging": ChallengeForm(players=players), "placing": PlaceForm(club=found.club)}
    return render(request, "ladder/ladder.html", context)


@require_POST
def own(request: SignedInRequest, slug: str, number: int) -> HttpResponse:
    """Of a member, who is somebody of the list."""
    club = club_to_direct(request.user, slug, right=Right.BELONG)
    found, player = ladder_or_404(slug, number), player_of(request.user, club)
    if player is None:
        messages.error(request, NO_PLAYER)
    else:
        _act(request, found, player, actor_of(request))
    return redirect("ladder", slug, number)


@login_not_required
@require_http_methods(["GET", "HEAD", "POST"])
@never_cache
def by_code(request: Request, code: str, number: int) -> HttpResponse:
    player = player_to_enter(code)
    found = ladder_or_404(player.club.slug, number)
    if request.method == "POST":
        _act(request, found, player, SYSTEM)
        return redirect("own-ladder", code, number)
    page = ladder_page(found, today=timezone.localdate(), own=player)
    return render(request, "ladder/ladder.html", _context(page) | {"code": code})


def ladder_or_404(slug: str, number: int) -> Ladder:
    try:
        return read_ladder(slug, number)
    except Ladder.DoesNotExist as error:
        raise Http404 from error


def player_or_404(found: Ladder, pk: int) -> Player:
    try:
        return player_on(found, pk)
    except Player.DoesNotExist as error:
        raise Http404 from error


def _act(request: Request, found: Ladder, player: Player, actor: Actor) -> None:
    form = OwnActForm(request.POST)
    if not form.is_valid():
        raise Http404
    try:
        _do(found, player, form.cleaned_data["act"], form.cleaned_data["which"], actor)
    except Refused as refused:
        messages.error(request, refusal_text(refused))
    else:
        messages.success(request, done.ON_LADDER[form.cleaned_data["act"]])


def _do(found: Ladder, player: Player, act: str, which: int | None, actor: Actor) -> None:
    given: dict[str, Any] = {"pk": found.pk, "now": timezone.now(), "actor": actor}
    if act == "join":
        put_on_ladder(**given, player=player, place=None)
    elif act == "leave":
        leave_ladder(**given, player=player)
    elif act == "withdraw":
        withdraw_challenge(**given, challenge_id=which or 0, challenger=player)
    else:
        other = player_or_404(found, which or 0)
        challenge(**given, challenger=player, challenged=other, today=timezone.localdate())


def _context(page: LadderPage) -> dict[str, Any]:
    return {
        "ladder": page.ladder,
        "club": page.ladder.club,
        "page": page,
        "says": headline(page),
        "rules": ladder_words(page.ladder_rules),
        "rungs": [(rung, challenge_text(rung)) for rung in page.rungs],
        "moves": [(move, move_text(move)) for move in page.moves],
        "picture": ladder_picture(page, PAGE),
    }
